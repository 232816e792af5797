"""The data of ICU, which Qt stands on, for the program's own languages alone.

The library that comes with Qt holds what ICU knows of some 700 places (names of their currencies, units and
zones), dictionaries of scripts without blanks, and tables of old encodings. Qt asks it for the order of names
in a dialog, which stays that of every language, and little else. The other entries are left out of the
library's table, of which a quarter stays, and the library is built anew by the assembler and the linker that
come with `strip`.

Standard library only.
"""

import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

LANGUAGES = ("en", "zh", "root")
TOOLS = ("as", "ld")
_MAGIC = b"\xda\x27"
_FORMAT = b"CmnD"  # a table of entries by name
_LOCALE = re.compile(r"(?:(?!coll/)\w+/)?(?P<language>[a-z]{2,3})(?:_\w+)?\.res")
_UNUSED = re.compile(r"(?:translit|rbnf)/.*|brkitr/.*\.dict|(?!gb18030).*\.cnv")
_ALIGNED = 16


def shrink(library: Path) -> None:
    """Replace a library of ICU's data by one that knows less; without the tools it stays as it is."""
    if not all(map(shutil.which, TOOLS)):
        return
    content = library.read_bytes()
    found = re.search(rb"\0(icudt\d+_dat)\0", content)
    start = content.find(_FORMAT) - 12
    if found is None or start < 0 or content[start + 2 : start + 4] != _MAGIC:
        raise ValueError(f"{library} holds no table of ICU's data")
    symbol, table = found[1].decode(), content[start:]
    kept = {name: data for name, data in entries(table).items() if is_kept(name)}
    assemble(library, symbol, written(header_of(table), kept))


def is_kept(name: str) -> bool:
    """Whether the program may ask for an entry, by its name in the table.

    >>> is_kept("icudt73l/coll/zh.res"), is_kept("icudt73l/curr/de_AT.res"), is_kept("icudt73l/pool.res")
    (True, False, True)
    """
    inner = name.partition("/")[2]
    locale = _LOCALE.fullmatch(inner)
    if locale is not None and locale["language"] not in LANGUAGES:
        return False
    return _UNUSED.fullmatch(inner) is None


def header_of(table: bytes) -> bytes:
    """What stands before the list of entries: its own length, and what made it."""
    return table[: struct.unpack_from("<H", table)[0]]


def entries(table: bytes) -> dict[str, bytes]:
    """Every entry by its name, in their order; the last one goes to the end of what is given."""
    base = table[len(header_of(table)) :]
    (count,) = struct.unpack_from("<I", base)
    pairs = [struct.unpack_from("<II", base, 4 + 8 * number) for number in range(count)]
    ends = [start for _, start in pairs[1:]] + [len(base)]
    return {
        base[name : base.index(b"\0", name)].decode(): base[start:end]
        for (name, start), end in zip(pairs, ends, strict=True)
    }


def written(header: bytes, kept: dict[str, bytes]) -> bytes:
    """A table of these entries: their number, where names and data lie, the names, the data."""
    names, places = b"", []
    first = 4 + 8 * len(kept)
    for name in kept:
        places.append(first + len(names))
        names += name.encode() + b"\0"
    begin, starts = first + len(names), []
    data = bytearray(-begin % _ALIGNED)
    for content in kept.values():
        starts.append(begin + len(data))
        data += content + b"\0" * (-len(content) % _ALIGNED)
    listed = b"".join(struct.pack("<II", *pair) for pair in zip(places, starts, strict=True))
    return header + struct.pack("<I", len(kept)) + listed + names + bytes(data)


def assemble(library: Path, symbol: str, table: bytes) -> None:
    """A library of the same name that holds this table under this symbol."""
    with tempfile.TemporaryDirectory(prefix="privacy-explorer-icu-") as folder:
        work = Path(folder)
        (work / "table").write_bytes(table)
        (work / "table.s").write_text(
            f".section .rodata\n.balign {_ALIGNED}\n.globl {symbol}\n.type {symbol}, @object\n"
            f'{symbol}:\n.incbin "table"\n.size {symbol}, . - {symbol}\n'
            '.section .note.GNU-stack, "", @progbits\n',
            encoding="ascii",
        )
        subprocess.run(["as", "-o", "table.o", "table.s"], cwd=work, check=True)
        link = ["ld", "-shared", "-soname", library.name, "--hash-style=both", "--build-id=none", "-s"]
        subprocess.run([*link, "-o", "made", "table.o"], cwd=work, check=True)
        shutil.copyfile(work / "made", library)
