"""One program at a time in a ledger's folder, also where the locks of the file system do nothing.

SQLite locks a ledger by itself. On some network and shared folders those locks succeed and lock nothing:
two programs then write at once, and one spend is lost. So a second lock lies beside it: a file that is
made by a hard link (or exclusively, where there are none), which every file system does for one only.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from explorer.release.values.process_mark import is_mark, is_running, new_mark

LOCK = ".ledger.lock"
OWN = "ledger.lock.wait"
_PAUSE = 0.005  # seconds between two tries
_LARGEST = 1 << 10  # bytes of a lock
_TRIES = 200  # to remove a file that is read by another program
_BROKEN = 60.0  # seconds after which a lock that was being removed, or written, may be removed


class Locked(Exception):
    """Another program holds the lock, and has not given it back in time."""


@contextmanager
def locked(folder: Path, wait: float) -> Iterator[None]:
    """Hold the lock of a folder that exists; wait at most `wait` seconds for it.

    The lock of a program that was killed on this computer is removed.

    Raises
    ------
    Locked, OSError
    """
    mark = new_mark()
    _take(folder, mark, time.monotonic() + wait)
    try:
        yield
    finally:
        with suppress(OSError):
            if holder_of(folder) == mark:
                _remove(folder / LOCK)


@contextmanager
def locked_to_read(folder: Path, wait: float) -> Iterator[None]:
    """The same for one who only reads. Where the folder cannot be written nobody writes: no lock is needed.

    Raises
    ------
    Locked
    """
    held = locked(folder, wait)
    try:
        held.__enter__()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        held.__exit__(None, None, None)


def _take(folder: Path, mark: str, deadline: float) -> None:
    """Whoever shares the folder may read the mark: else nobody could tell that its program runs no more."""
    own = folder / f".{OWN}.{mark}"
    with suppress(FileNotFoundError):
        own.unlink()
    descriptor = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(mark)
        while not _linked(own, folder / LOCK, mark):
            holder = holder_of(folder)  # read once: the next one may be that of a program that runs
            left = is_running(holder) is False or _cut_short(own, folder / LOCK, holder)
            if left and _broken(folder, holder):
                continue
            if time.monotonic() > deadline:
                raise Locked
            time.sleep(_PAUSE)
    finally:
        with suppress(OSError):  # it may stay for a while; the lock is held all the same
            _remove(own)


def _linked(own: Path, lock: Path, mark: str) -> bool:
    """Whether the lock is ours now; a link that was made counts, whatever a network said about it."""
    try:
        os.link(own, lock)
    except FileExistsError:
        return False
    except OSError:
        if own.stat().st_nlink < 2:
            return _made(lock, mark)
    return True


def _made(lock: Path, mark: str) -> bool:
    """Without hard links: made exclusively, though not whole at once."""
    try:
        descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    except (FileExistsError, PermissionError):  # the latter on Windows, while it is being removed
        return False
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(mark)
    except BaseException:
        _remove(lock)
        raise
    return holder_of(lock.parent) == mark  # not where it took so long that another one removed it


def holder_of(folder: Path) -> str | None:
    """What is in the lock: a mark, or a part of one that is just being written; None where there is none."""
    lock = folder / LOCK
    with suppress(OSError, UnicodeError):
        found = lock.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_size <= _LARGEST:
            return lock.read_text("ascii")
    return None


def _cut_short(own: Path, lock: Path, holder: str | None) -> bool:
    """Whether a program or computer stopped while it wrote its mark: `own`, made just now, is far younger."""
    if holder is None or is_mark(holder):
        return False
    with suppress(OSError):
        return own.stat().st_mtime - lock.stat().st_mtime > _BROKEN
    return False


def _remove(path: Path) -> None:
    """Remove a file. Windows removes none that another program reads right now, so it is tried again."""
    for _ in range(_TRIES):
        try:
            path.unlink(missing_ok=True)
            return
        except PermissionError:
            time.sleep(_PAUSE)
    path.unlink(missing_ok=True)


def _broken(folder: Path, dead: str | None) -> bool:
    """Remove the lock of a program that runs no more: one waiting program only, and no other lock.

    False where another program is about to do so, or has done it.
    """
    claim = folder / f"{LOCK}.broken"
    with suppress(OSError):
        if time.time() - claim.stat().st_mtime > _BROKEN:  # who removed a lock was killed in the midst of it
            claim.unlink()
    try:
        os.close(os.open(claim, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    try:
        if dead is None or holder_of(folder) != dead:
            return False
        _remove(folder / LOCK)
        return True
    finally:
        _remove(claim)
