"""Small files that others may have changed: read up to a limit, never waited for, set aside where unfit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_OF_A_PLAN = 16 * 2**20
MOST_OF_A_SESSION = 32 * 2**20  # bytes; it holds a plan
_ASIDE = 99  # how many are kept beside each other


class NotOrdinary(OSError):
    """It is a folder, a device or a pipe where a file is wanted."""


class TooLarge(OSError):
    """It holds more than is read."""


def read_bounded(path: Path, most: int, pipe: bool = False) -> bytes:
    """All that a file holds.

    Parameters
    ----------
    most : bytes that it may hold
    pipe : also from a pipe, whose writer is waited for

    Raises
    ------
    NotOrdinary, TooLarge, OSError
        As `read_beginning`; it holds more.
    """
    content = read_beginning(path, most + 1, pipe)
    if len(content) > most:
        raise TooLarge(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def read_beginning(path: Path, most: int, pipe: bool = False) -> bytes:
    """The first bytes of a file, all where it holds no more than `most`.

    Guarantee
    ---------
    Opens ordinary files only, and pipes where they are asked for: nothing else is waited for, and no device
    is touched.

    Raises
    ------
    NotOrdinary, OSError
        A path that no system takes (with a NUL character) is an OSError too.
    """
    try:
        _check_kind(path.stat(), pipe)
        descriptor = os.open(path, os.O_RDONLY | _FLAGS | (0 if pipe else _AT_ONCE))
    except ValueError as fault:
        raise OSError(errno.EINVAL, "no path") from fault
    try:
        _check_kind(os.fstat(descriptor), pipe)  # what was opened, which may be another one by now
    except OSError:
        os.close(descriptor)
        raise
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most)


_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)


def _check_kind(status: os.stat_result, pipe: bool) -> None:
    if not (stat.S_ISREG(status.st_mode) or (pipe and stat.S_ISFIFO(status.st_mode))):
        raise NotOrdinary(errno.EINVAL, "no ordinary file")


def set_aside(path: Path) -> Path | None:
    """Rename what is unfit, so that it is neither read again nor written over; None where that fails."""
    for number in range(1, _ASIDE + 1):
        beside = path.with_name(path.name + ".kept" + (str(number) if number > 1 else ""))
        if os.path.lexists(beside):
            continue
        try:
            path.rename(beside)
        except OSError:
            return None
        return beside
    return None
