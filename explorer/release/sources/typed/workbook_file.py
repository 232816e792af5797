"""An Excel workbook: its sheets, and the rows of one, as the cells are stored and never as they are shown.

openpyxl reads row by row; of a formula the value that was stored with it. What it would hold in memory
whole (the texts that cells share) is bounded before it is asked.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import date, datetime, time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable, NotValid

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

Value = str | int | float | bool | datetime | date | time | None
Row = tuple[Value, ...]
T = TypeVar("T")

DAMAGED: Sentence = N_("the workbook is incomplete, damaged or locked by a password; save it again")
_BOOK = "xl/workbook.xml"
_ZIP = b"PK\x03\x04"
_SHEETS = "xl/worksheets/"
_TEXTS = 1 << 26  # bytes that all parts but the sheets may come to
_SHEET = 1 << 31


def is_workbook(path: Path, first: bytes) -> bool:
    """Whether a file that begins so is a workbook, whole or not."""
    if not first.startswith(_ZIP):
        return False
    import zipfile  # every file is asked whether it is a workbook, and few are

    try:
        with zipfile.ZipFile(path) as archive:
            return _BOOK in archive.namelist()
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return b"xl/" in first


def sheets_of(path: Path) -> tuple[str, ...]:
    """The names of its sheets, in their order; charts are none.

    Raises
    ------
    NotATable, NotValid
    """
    return _opened(path, tuple)


def chosen_sheet(path: Path, sheet: str) -> str:
    """The sheet of this name; with "" the only one.

    Raises
    ------
    NotATable, NotValid
    """
    known = sheets_of(path)
    if sheet in known:
        return sheet
    if sheet:
        sentence = N_("the workbook has no sheet “{sheet}”; it has: {names}", sheet=sheet, names=known)
        raise NotValid(sentence, "sheet")
    if len(known) == 1:
        return known[0]
    if not known:
        raise NotATable(N_("the workbook has no sheet with cells"))
    sentence = N_("the workbook has several sheets: choose one of {names}", names=known)
    raise NotValid(sentence, "sheet", hint=N_("--sheet chooses it"))


def read_rows(path: Path, sheet: str, take: Callable[[Iterator[Row]], T]) -> T:
    """Hand the rows of a sheet to `take`, but empty ones.

    Raises
    ------
    NotATable, NotValid
        Also whatever `take` raises.
    """

    def read(sheets: dict[str, ReadOnlyWorksheet]) -> T:
        found = sheets[sheet]
        found.reset_dimensions()  # what a sheet says of its own size may be wrong
        return take(filter(_is_filled, _passed(found.iter_rows(values_only=True))))

    return _opened(path, read)


def _faults() -> tuple[type[Exception], ...]:
    """What a damaged workbook is seen by: the reader checks little of what it takes apart."""
    from zipfile import BadZipFile

    return (
        *(OSError, EOFError, BadZipFile, zlib.error, SyntaxError, UnicodeError),
        *(KeyError, ValueError, TypeError, IndexError, AttributeError, NotImplementedError, OverflowError),
    )


class _Broken(Exception):
    """A fault of the workbook, told apart from those of who takes its rows."""


def _passed(rows: Iterator[Row]) -> Iterator[Row]:
    faults = _faults()
    while True:
        row: Row | None = None
        broken = False
        try:
            row = next(rows, None)
        except faults:
            broken = True
        if broken:  # out of the handler, so that no chain keeps the text that could not be read
            raise _Broken
        if row is None:
            return
        yield row


def _is_filled(row: Row) -> bool:
    return any(each is not None for each in row)


def _opened(path: Path, use: Callable[[dict[str, ReadOnlyWorksheet]], T]) -> T:
    try:
        from openpyxl import load_workbook
    except ImportError:
        load_workbook = None
    if load_workbook is None:
        extra = "privacy-explorer[excel]"
        raise NotValid(N_("reading a workbook needs openpyxl: install {extra}", extra=extra))
    _check_size(path)
    with warnings.catch_warnings(), path.open("rb") as file:  # not the path, whose extension it would judge
        warnings.simplefilter("ignore")  # of parts that hold no values; texts of theirs are not to be shown
        book = None
        with suppress(*_faults()):
            book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        if book is None:
            raise NotATable(DAMAGED)
        with closing(book), suppress(_Broken):
            return use({each.title: each for each in book.worksheets})
    raise NotATable(DAMAGED)


def _check_size(path: Path) -> None:
    import zipfile

    sizes: list[zipfile.ZipInfo] = []
    whole = False
    try:
        with zipfile.ZipFile(path) as archive:
            sizes, whole = archive.infolist(), True
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        pass
    if not whole:
        raise NotATable(DAMAGED)
    sheets = [each.file_size for each in sizes if each.filename.startswith(_SHEETS)]
    if sum(each.file_size for each in sizes) - sum(sheets) > _TEXTS or max(sheets, default=0) > _SHEET:
        most = _TEXTS // 2**20
        raise NotATable(
            N_("the workbook holds more than {most:plain} MB of text: save the sheet as CSV", most=most)
        )


def header_and_rows(rows: Iterator[Row], header: bool) -> tuple[tuple[str, ...], Iterator[Row]]:
    """The names of the columns, numbers from "1" where there is no header, and the rows, all as long.

    Raises
    ------
    NotATable
        There is no row; or, while the rows are read, one has more cells than the first one.
    """
    first = next(rows, None)
    if first is None:
        raise NotATable(N_("the sheet is empty"))
    while first and first[-1] is None:
        first = first[:-1]
    width = len(first)
    if header:
        return tuple("" if each is None else text_of(each) for each in first), _even(rows, width, 2)
    return tuple(str(at) for at in range(1, width + 1)), _even(chain([first], rows), width, 1)


def _even(rows: Iterator[Row], width: int, begin: int) -> Iterator[Row]:
    for number, row in enumerate(rows, begin):
        if any(each is not None for each in row[width:]):
            raise NotATable(
                N_(
                    "row {row:plain}, empty ones apart, has more cells than the first one; delete what is "
                    "beside the table",
                    row=number,
                )
            )
        yield (*row[:width], *(None,) * (width - len(row)))


def text_of(value: Value) -> str:
    """What a stored value stands for: whole numbers without a point, dates as ISO 8601 writes them.

    >>> text_of(7.0), text_of(0.1), text_of(True), text_of(datetime(2024, 1, 31))
    ('7', '0.1', 'true', '2024-01-31')
    """
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < _WHOLE else repr(value)
        case datetime():
            return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
        case date() | time():
            return value.isoformat()
    return str(value)


_WHOLE = 10**15
