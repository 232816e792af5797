"""Arrays on disk, in one file without a name (`values.temporary_files.unnamed_file`), which no other program
finds and which is gone when this one ends, by whatever cause.

What the disk holds after its file has gone tells nothing but its length: all is encrypted with a key that
lies in memory alone.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.values.temporary_files import no_room, unnamed_file

Columns = tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """Where some rows begin in the file, how many they are, and the types of their columns."""

    begin: int
    rows: int
    kinds: tuple[np.dtype[Any], ...]


@dataclass
class EncryptedBlocks:
    """Rows as columns, block after block; the file is made with the first one, in a private folder."""

    folder: Path
    _file: IO[bytes] | None = field(default=None, repr=False)
    _key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def file(self) -> IO[bytes]:
        """The file. Raises OSError where there can be none."""
        if self._file is None:
            self._file = unnamed_file(self.folder)
        return self._file

    def write(self, columns: Sequence[NDArray[Any]], file: IO[bytes]) -> Written:
        """Put rows at the end of the file. Raises OSError."""
        begin = file.seek(0, os.SEEK_END)
        kinds = tuple(column.dtype for column in columns)
        file.write(self._encrypted(b"".join(column.tobytes() for column in columns), begin))
        file.flush()  # a full disk is told here, and not to whom reads or closes the file
        return Written(begin, len(columns[0]), kinds)

    def read(self, written: Written) -> Columns:
        """The rows of a block again, whole.

        Raises
        ------
        NotValid
            The disk does not give them back.
        """
        sizes = [written.rows * kind.itemsize for kind in written.kinds]
        with suppress(OSError):
            file = self.file()
            file.seek(written.begin)
            read = file.read(sum(sizes))
            if len(read) == sum(sizes):
                plain, ends = self._encrypted(read, written.begin), np.cumsum(sizes).tolist()
                columns = zip(written.kinds, sizes, ends, strict=True)
                return tuple(np.frombuffer(plain[end - size : end], kind) for kind, size, end in columns)
        raise no_room(None)

    def close(self) -> None:
        """Give up what is on disk, also what a full disk has no room for."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def _encrypted(self, data: bytes, begin: int) -> bytes:
        """Data from there in the file, or of encrypted data what it was: XOR SHAKE128(key ‖ begin)."""
        stream = hashlib.shake_128(self._key + begin.to_bytes(8, "big")).digest(len(data))
        return (np.frombuffer(data, np.uint8) ^ np.frombuffer(stream, np.uint8)).tobytes()
