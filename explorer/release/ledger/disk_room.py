"""Room on the disk for what will be drawn, taken before a release is paid.

A spend is small, what is drawn may be large: a disk that fills up in between would lose a draw that is
paid. So a file of the size that keeping needs at most is written with the spend, and removed right before
the draw is kept. Its size follows from the plan alone.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from explorer.release.values.process_mark import new_mark

ROOM = "ledger.room"
_PIECE = 1 << 20  # bytes written at once; they are random, so that no file system stores them shorter
_PAGES = 192 << 10  # bytes for the pages of the tree, their journal and the witness, whatever is kept
_OVERHEAD = 64  # one byte in so many is the database's own


def room_needed(text: int) -> int:
    """The bytes on the disk that keeping `text` bytes takes at most."""
    return text + text // _OVERHEAD + _PAGES


def take_room(folder: Path, text: int) -> Path:
    """Write a file as large as keeping `text` bytes takes at most; it is on the disk when this returns.

    Raises
    ------
    OSError
        There is no room; nothing is left behind.
    """
    path = folder / f".{ROOM}.{new_mark()}"
    size = room_needed(text)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(descriptor, "wb") as file:
            piece = secrets.token_bytes(min(size, _PIECE))
            for begin in range(0, size, _PIECE):
                file.write(piece[: size - begin])
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        give_back(path)
        raise
    return path


def give_back(room: Path | None) -> None:
    """Remove the file: what it held may be used. One that cannot be removed now is removed later."""
    if room is not None:
        with suppress(OSError):
            room.unlink(missing_ok=True)
