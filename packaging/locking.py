"""Locks between processes, which the system takes back when their holder ends, however it ends.

A lock belongs to an open file. A program to which that file is handed on holds the lock, too: an installer
that outlives the script which started it still keeps others away. Windows hands nothing on and knows no
shared lock; there `shared` holds nothing, and a folder in use cannot be deleted anyway.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

if os.name == "nt":
    import msvcrt
else:
    import fcntl


@contextlib.contextmanager
def alone(path: Path, waiting: Callable[[], None]) -> Iterator[int]:
    """Hold this file's lock alone; `waiting` is called once where somebody else holds it.

    Yields the open file's descriptor.

    Raises
    ------
    OSError: the file cannot be made, or its file system knows no locks.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _try(descriptor):
            waiting()
            while not _try(descriptor):
                time.sleep(0.2)
        yield descriptor
    finally:
        os.close(descriptor)


def shared(path: Path) -> "int | None":
    """Hold this file's lock together with others, until this process ends and those that it becomes.

    None where somebody holds it alone.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if os.name == "nt":
        return descriptor
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    os.set_inheritable(descriptor, True)
    return descriptor


def _try(descriptor: int) -> bool:
    """Whether the lock could be had at once."""
    try:
        if os.name == "nt":
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
