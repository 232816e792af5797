"""What is asked of DuckDB, in SQL: every option declared, nothing sniffed, nothing typed, nothing ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.release.counting.identity import WORD
from explorer.release.counting.layout import Layout
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import MARKS, Place, Reading, quoted, value

_LINE = 1 << 18  # bytes; no record that comes here is longer (`record_count.survey`)


def types(readings: Sequence[Reading]) -> list[str]:
    """The statements that make the type of each category column."""
    made = (reading.type_of(at) for at, reading in enumerate(readings))
    return [each for each in made if each is not None]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one piece: one row a record.

    Parameters
    ----------
    place, size : path of a file of `head_line` and the piece, and its bytes, which are read at once
    marks : those of `MARKS` that are somewhere in the piece
    table : what stands in the place of such a file, as SQL: `c…` for the text of each needed field
    spelled : whether ids come as texts; else as one word, which is right for those of eight bytes at most
    exact : columns whose every doubtful value comes back as text
    worded : columns whose every value that the answer does not tell comes back as text
    """

    place: str
    size: int
    marks: frozenset[str] = MARKS
    spelled: bool = False
    exact: frozenset[int] = frozenset()
    worded: frozenset[int] = frozenset()
    table: str = ""


def head_line(width: int, delimiter: str, line_end: bytes) -> bytes:
    """The line that stands before each piece.

    The engine takes the first line end of a file for that of all records, even one in a quoted value (and
    told which it is, some of its versions find no rows at all): so that no value decides, the first one is
    known. For the same reason a byte order mark in the first value of a piece stays there.
    """
    return delimiter.join(["0"] * width).encode() + line_end


def select(layout: Layout, declared: Input, readings: Sequence[Reading], asked: Question) -> str:
    """The query of one piece. Columns: `Reading.outer` of each reading that is `asked_once`, `_identity`."""
    inner, outer = [], []
    once = asked_once(layout, declared, readings)
    for at, (reading, column) in enumerate(zip(readings, layout.places, strict=True)):
        if once[at] != at:
            continue
        place = Place(at, f"c{column}", layout.width)
        inner += reading.inner(place, declared, asked.marks)
        outer += reading.outer(place, at in asked.exact, at in asked.worded)
    if layout.identity is not None:
        name = f"c{layout.identity}"
        inner.append(f"{value(name, declared) if declared.trim else name} AS id")
        outer += _identity(asked)
    table = asked.table or _table(layout.width, declared, asked)
    return f"SELECT {', '.join(outer)} FROM (SELECT {', '.join(inner)} FROM {table})"  # noqa: S608


def asked_once(layout: Layout, declared: Input, readings: Sequence[Reading]) -> tuple[int, ...]:
    """For each reading the first one of which the same is asked, word for word: a column of the file that
    several queries read by other edges or steps is parsed once.
    """
    first: dict[tuple[str, ...], int] = {}
    found = []
    for at, (reading, column) in enumerate(zip(readings, layout.places, strict=True)):
        place = Place(0, f"c{column}", layout.width)
        words = (
            *reading.inner(place, declared, MARKS),
            *(each for exact in (False, True) for each in reading.outer(place, exact, True)),
        )
        found.append(at if reading.type_of(at) is not None else first.setdefault(words, at))
    return tuple(found)


def row_bytes(layout: Layout, declared: Input, readings: Sequence[Reading]) -> int:
    """The most bytes of the answer for one record, each column in full (a text takes 16, and its own)."""
    once = asked_once(layout, declared, readings)
    columns = [reading.size for at, reading in enumerate(readings) if once[at] == at]
    return sum(columns) + (0 if layout.identity is None else 16)


def _identity(asked: Question) -> list[str]:
    """id: as it is spelled; else w: its word (`counting.identity`), and far: whether it is longer."""
    if asked.spelled:
        return ["id"]
    return [
        "TRY_CAST(TRY_CAST(encode(id) AS BIT) AS UBIGINT) AS w",
        f"coalesce(strlen(id) > {WORD}, false) AS far",
    ]


def _table(width: int, declared: Input, asked: Question) -> str:
    columns = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(width))
    quote = quoted(declared.quote)
    return (
        f"read_csv({quoted(asked.place)}, auto_detect = false, columns = {{{columns}}}, header = true,"
        f" skip = 0, delim = {quoted(declared.delimiter)}, quote = {quote}, escape = {quote}, comment = '',"
        " strict_mode = true, null_padding = false, ignore_errors = false, store_rejects = false,"
        " nullstr = '', allow_quoted_nulls = false, encoding = 'utf-8', compression = 'none',"
        " hive_partitioning = false, union_by_name = false, filename = false,"
        f" max_line_size = {_LINE}, buffer_size = {max(2 * _LINE, asked.size + 1)}, parallel = false)"
    )
