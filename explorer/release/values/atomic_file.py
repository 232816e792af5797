"""Files that are either whole or not there: written beside their place, flushed, then moved into it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from explorer.release.values.process_mark import new_mark

_ATTEMPTS, _PAUSE = 20, 0.02  # and seconds between two of them
PRIVATE, SHARED = 0o600, 0o640  # for this user; its group may read it too


def make_folder(folder: Path, shared: bool = False) -> None:
    """Create a folder and those above it, where they are new for this user only, or `shared` with its group.

    Raises
    ------
    OSError
    """
    for missing in [each for each in (*reversed(folder.parents), folder) if not each.exists()]:
        missing.mkdir(mode=0o700, exist_ok=True)  # with `parents` those above would have the umask's mode
        if shared:
            missing.chmod(0o750)
    folder.mkdir(mode=0o700, exist_ok=True)


def write_whole(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write a file so that a crash leaves the old one or the new one, never a part; 0600, or `mode`.

    What a crash leaves beside it, `explorer.release.values.process_mark.sweep` removes.

    Raises
    ------
    OSError
        Nothing is left behind then, where there was no such file before.
    """
    replaces = os.path.lexists(path)
    beside = path.with_name(f".{path.name}.{new_mark()}")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as file:
            if mode != PRIVATE:
                beside.chmod(mode)  # whatever the umask
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _move(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    try:
        flush_folder(path.parent)
    except OSError:
        if not replaces:
            path.unlink(missing_ok=True)
        raise


def _move(beside: Path, path: Path) -> None:
    """Windows moves no file that is open, and looks into each new one for viruses: that takes a moment."""
    for _ in range(_ATTEMPTS if sys.platform == "win32" else 0):
        try:
            beside.replace(path)
            return
        except PermissionError:
            time.sleep(_PAUSE)
    beside.replace(path)


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable; Windows does so by itself and offers no call for it."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def leave_no_core() -> None:
    """From here on a crash of this process leaves no image of its memory, rows included, on disk."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, most))


def is_folder(path: Path) -> bool:
    """Whether there is a folder, as far as this person may see: not at a name that nothing can have.

    `Path.is_dir` raises for the latter, and within a folder that may not be looked into.
    """
    try:
        return path.is_dir()
    except OSError:
        return False


def can_write_into(folder: Path) -> bool:
    """Whether files can be put into a folder, or the folder be made, as far as can be told beforehand."""
    try:
        for place in (folder, *folder.parents):
            if place.is_dir():
                return os.access(place, os.W_OK | os.X_OK)
            if os.path.lexists(place):
                return False
    except OSError:  # a name that is too long, a folder that may not be looked into
        pass
    return False


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file; not where either leads to none."""
    try:
        return one.samefile(other)
    except OSError:
        return False
