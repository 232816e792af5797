"""Formulas of a sheet that no program has worked out: a library that writes workbooks leaves them so.

Their cells would count as missing, and the release would be paid for.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.mark import N_
from explorer.privacy.refusal import NotATable

if TYPE_CHECKING:
    import zipfile

CHUNK = 1 << 20
_LONGEST = 1 << 16  # bytes of a cell with a formula, which has 8,192 characters at most
_BOOK, _LINKS, _SHEETS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/"
_FORMULA = re.compile(
    rb"<(?:\w+:)?c\b([^<>]*)>\s*"
    rb"<(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*(?:<!\[CDATA\[(?:[^]]|](?!]>))*]]>[^<]*)*</(?:\w+:)?f>)\s*"
    rb"(<(?:\w+:)?v\b[^<>]*(?:/>|>\s*</(?:\w+:)?v>))?\s*</(?:\w+:)?c>"
)
"""A cell with a formula and no value: its attributes, and the empty value where one is written."""

_TEXT = re.compile(rb"""\bt=["']str["']""")


def check_formulas(path: Path, sheet: str, check: Callable[[], None]) -> None:
    """Whether each formula of a sheet has a stored value. `check` is called all the time, and may raise.

    A text may be empty: a formula whose result is one says so itself, and the empty value is written.

    Raises
    ------
    NotATable
        One has none.
    """
    from zipfile import ZipFile  # for workbooks alone

    with ZipFile(path) as archive:
        for part in _parts(archive, sheet):
            if any(_without_value(archive, part, check)):
                raise NotATable(
                    N_(
                        "the sheet has formulas without stored values: open the workbook in a "
                        "spreadsheet program, save it, and choose it again"
                    )
                )


def _without_value(archive: zipfile.ZipFile, part: str, check: Callable[[], None]) -> Iterator[bool]:
    """Whether its value is lacking, of each cell with a formula and none but an empty one."""
    rest = b""
    with archive.open(part) as file:
        while chunk := file.read(CHUNK):
            check()
            some = rest + chunk
            yield from (not found[2] or not _TEXT.search(found[1]) for found in _FORMULA.finditer(some))
            rest = some[-_LONGEST:]


def _parts(archive: zipfile.ZipFile, sheet: str) -> list[str]:
    """The part that holds a sheet; all of them where the workbook does not tell by the usual names."""
    from openpyxl.xml.functions import fromstring  # as its sheets were read

    known = [name for name in archive.namelist() if name.startswith(_SHEETS) and name.endswith(".xml")]
    if not {_BOOK, _LINKS} <= set(archive.namelist()):
        return known
    links = {
        each.get("Id"): posixpath.normpath(posixpath.join("/xl", each.get("Target", ""))).lstrip("/")
        for each in fromstring(archive.read(_LINKS))
    }
    named = [
        links.get(next((value for key, value in each.items() if key.endswith("}id")), None))
        for each in fromstring(archive.read(_BOOK)).iter()
        if each.tag.endswith("}sheet") and each.get("name") == sheet
    ]
    return [part for part in named if part in known] or known
