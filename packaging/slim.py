"""The built folder on Linux made smaller, with nothing changed that is ever loaded.

Symbols for debuggers go where what the loader maps stays the same to the byte; of two libraries alike one
is a link to the other; ICU keeps what the program may ask for (`icu`).

Standard library only.
"""

import hashlib
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import icu

_ALIKE = 2**16  # bytes from which on a file is worth a link
_HEADER = 64  # bytes of an ELF file that tell where its parts lie
_MAPPED = 1


def slim(made: Path) -> None:
    """Do all of this to the folder that PyInstaller has made."""
    inside = made / "_internal"
    for data in inside.rglob("libicudata.so.*"):
        if not data.is_symlink():
            icu.shrink(data)
    strip(inside)
    link_alike(inside)


def strip(folder: Path) -> None:
    """Take out what only debuggers read.

    The builders of wheels have rewritten their libraries, and `strip` may damage such a file: what it makes
    is taken only where every part that is mapped into memory is the same, in the same place.
    """
    if shutil.which("strip") is None:
        return
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-strip-") as work:
        stripped = Path(work) / "stripped"
        for path in sorted(folder.rglob("*.so*")):
            if path.is_symlink() or mapped(path.read_bytes()) is None:
                continue
            command = ["strip", "--strip-unneeded", "-o", str(stripped), str(path)]
            done = subprocess.run(command, capture_output=True, check=False)
            if done.returncode == 0 and mapped(stripped.read_bytes()) == mapped(path.read_bytes()):
                shutil.copyfile(stripped, path)


def mapped(content: bytes) -> list[tuple[int, ...] | bytes] | None:
    """What the loader takes of an ELF file of 64 bits: where each part goes, and its bytes; None for others.

    The header and the list of the parts are left out: they also tell where in the file everything lies.
    """
    if not content.startswith(b"\x7fELF\x02\x01"):
        return None
    (first,) = struct.unpack_from("<Q", content, 0x20)
    size, count = struct.unpack_from("<HH", content, 0x36)
    parts = bytearray(content)
    for start, length in ((0, _HEADER), (first, size * count)):
        parts[start : start + length] = bytes(length)
    found: list[tuple[int, ...] | bytes] = []
    for number in range(count):
        kind, flags, start, place, _, length, memory, aligned = struct.unpack_from(
            "<IIQQQQQQ", content, first + size * number
        )
        found.append((kind, flags, place, length, memory, aligned, start % max(aligned, 1)))
        if kind == _MAPPED:
            found.append(bytes(parts[start : start + length]))
    return found


def link_alike(folder: Path) -> None:
    """Of two libraries alike in folders beside each other, the later one becomes a link to the first."""
    first: dict[tuple[str, str], Path] = {}
    for path in sorted(folder.glob("*.libs/*.so*")):
        if path.is_symlink() or path.stat().st_size < _ALIKE:
            continue
        known = first.setdefault((path.name, hashlib.sha256(path.read_bytes()).hexdigest()), path)
        if known != path:
            path.unlink()
            path.symlink_to(os.path.relpath(known, path.parent))
