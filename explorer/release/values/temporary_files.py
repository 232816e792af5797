"""Temporary files that hold private rows: they do not outlive the program, however that ends.

Rows that are set aside lie in a file without a name (`unnamed_file`): the system takes it away with the
process, even with one that is killed. What must have a name lies in a folder of its own (`private_folder`),
which is removed with the work; if the program was killed, `sweep` removes it at the next start. Such a folder
is known by its owner, by a file that marks it, and by a lock on that file, which its program holds as long as
it runs.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.values.write_faults import FULL, write_fault

PREFIX = "privacy-explorer-"
MARK = "privacy-explorer"
_TEXT = b"Made by Privacy Explorer. Once the program has ended, its next start removes this folder.\n"
_FAR = 1 << 20  # the byte that is locked on Windows, where a locked one cannot be read


def temporary_place() -> Path:
    """The folder for temporary files that the person or the system names, as it is.

    `tempfile` takes another one, at worst the current folder, where this one cannot be written; private
    rows may not lie where nobody named.
    """
    named = next((found for name in ("TMPDIR", "TEMP", "TMP") if (found := os.environ.get(name))), None)
    if named is not None:
        return Path(named).absolute()
    if sys.platform == "win32":
        return Path.home() / "AppData" / "Local" / "Temp"
    return Path("/tmp")  # noqa: S108 - what is made in it is 0700, with a name drawn at random


def unnamed_file(folder: Path) -> IO[bytes]:
    """A file for reading and writing that no folder lists: it is gone as soon as its process is.

    The standard library opens it without a name (`O_TMPFILE`), removes the name at once, or on Windows has
    the system delete it with its last handle; each of these also holds where the program is killed.

    Raises
    ------
    OSError
    """
    from tempfile import TemporaryFile

    return TemporaryFile(dir=folder)


@contextmanager
def private_folder() -> Iterator[Path]:
    """A temporary folder for the owner alone, gone with all that is in it whatever happens.

    Raises
    ------
    NotValid
        There can be none, or it cannot be removed again.
    """
    from tempfile import mkdtemp

    folder: Path | None = None
    lock: int | None = None
    refusal: NotValid | None = None
    try:
        folder = Path(mkdtemp(prefix=PREFIX, dir=temporary_place()))  # 0700
        lock = _marked(folder)
    except OSError as fault:
        refusal = no_room(fault)
    if folder is None:
        raise refusal or no_room(None)
    try:
        if refusal is not None:
            raise refusal
        yield folder
    finally:
        left = not _removed(folder, lock)
    if left:
        named = str(folder)
        sentence = N_("the temporary folder {folder} cannot be removed: remove it by hand", folder=named)
        raise NotValid(sentence, "csv")


def sweep(before: Callable[[Path], None]) -> None:
    """Remove the private folders that this person's programs have left behind because they were killed.

    One whose program still runs is left alone, as is whatever else is there. `before` is called with each
    folder that is to be removed.
    """
    with suppress(OSError), os.scandir(temporary_place()) as entries:
        found = [Path(entry.path) for entry in entries if entry.name.startswith(PREFIX) and _is_mine(entry)]
        for folder in found:
            if (lock := _abandoned(folder)) is not None:
                before(folder)
                _removed(folder, lock)


def no_room(error: OSError | None) -> NotValid:
    """What is said where nothing can be written into the temporary folder, or read from it again."""
    place = temporary_place()
    if error is None:
        why = N_("nothing can be read from {folder}", folder=str(place))
    else:
        why = write_fault(error, place / "file")
    if error is not None and error.errno in FULL:
        sentence = N_("no temporary folder: {why}; make room on it, or name another in TMPDIR", why=why)
    else:
        sentence = N_("no temporary folder: {why}; name another in TMPDIR", why=why)
    return NotValid(sentence, "csv")


def _is_mine(entry: os.DirEntry[str]) -> bool:
    """A folder, no link to one, that belongs to the person who runs this program."""
    if not entry.is_dir(follow_symlinks=False):
        return False
    # On Windows every person has a temporary folder of their own
    return sys.platform == "win32" or entry.stat(follow_symlinks=False).st_uid == os.getuid()


def _marked(folder: Path) -> int:
    """The open file that marks a new folder as ours and holds the lock. Its text comes once it is locked."""
    lock = os.open(folder / MARK, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _lock(lock, wait=True)
        os.write(lock, _TEXT)
    except OSError:
        os.close(lock)
        raise
    return lock


def _abandoned(folder: Path) -> int | None:
    """The open and locked mark of a folder whose program has ended; None for any other folder."""
    with suppress(OSError):
        lock = os.open(folder / MARK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        with suppress(OSError):
            _lock(lock, wait=False)
            if stat.S_ISREG(os.fstat(lock).st_mode) and os.read(lock, len(_TEXT) + 1) == _TEXT:
                return lock
        os.close(lock)
    return None


def _lock(descriptor: int, wait: bool) -> None:
    """Lock a file until it is closed, by whatever end of the process. Raises OSError where another has it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def _removed(folder: Path, lock: int | None) -> bool:
    """Remove a folder whose lock is held here; whether it is gone."""
    from shutil import rmtree

    with suppress(OSError):
        if lock is not None:
            os.close(lock)  # Windows removes no open file
        rmtree(folder)
    return not folder.exists()
