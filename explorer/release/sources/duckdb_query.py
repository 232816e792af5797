"""What is asked of DuckDB, in SQL: every option declared, nothing sniffed, nothing typed, nothing ignored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from explorer.release.counting.cell_readers import Reader
from explorer.release.counting.classify import Cells, number_reader
from explorer.release.counting.identity import WORD
from explorer.release.counting.layout import Integers, Layout
from explorer.release.plan.columns import CategoryColumn, Column, UnknownColumn
from explorer.release.plan.sections import BLANKS, Input

_LINE = 1 << 18  # bytes; no record that comes here is longer (`record_count.survey`)
MARKS = frozenset("_+.")  # with which the engine may read what is no number here
_EXACT = 15  # significant digits with which no two decimals share a double


@dataclass(frozen=True)
class Reading:
    """How the values of one column become cells.

    `known`: for a category column the texts that are no other value, else empty; `cell`: the cell of each of
    them, or of each place among `edges` (the doubles nearest to the edges as typed); neither where every text
    comes back. `tokens`: doubles
    that a missing value might be spelled as. `vague`: an edge has more digits than a double can tell.
    """

    column: Column
    cells: Cells = field(repr=False)
    cell: Integers
    known: tuple[str, ...] = ()
    edges: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    tokens: tuple[float, ...] = ()
    vague: bool = False


def reading_of(reader: Reader, declared: Input) -> Reading:
    """How a column is read under a dialect."""
    column, cells = reader.column, reader.cells
    if isinstance(column, UnknownColumn):
        return Reading(column, cells, np.zeros(0, dtype=np.int64))
    if isinstance(column, CategoryColumn):
        known = tuple(dict.fromkeys((*column.categories, *sorted(declared.missing_values))))
        return Reading(column, cells, np.array([cells[text] for text in known], dtype=np.int64), known)
    edges = [Decimal(edge) for edge in column.edges]
    bins = len(edges) - 1
    read = number_reader(declared.decimal)
    tokens = [read(token.strip(BLANKS)) for token in declared.missing_values]
    return Reading(
        column,
        cells,
        np.array([bins, *range(bins), bins + 1], dtype=np.int64),
        edges=np.array([float(edge) for edge in edges]),
        tokens=tuple(float(token) for token in tokens if token is not None),
        vague=any(len(edge.normalize().as_tuple().digits) > _EXACT for edge in edges),
    )


def types(readings: Sequence[Reading]) -> list[str]:
    """The statements that make the type of each category column."""
    return [
        f"CREATE TYPE t{at} AS ENUM ({', '.join(map(_quoted, reading.known))})"
        for at, reading in enumerate(readings)
        if reading.known
    ]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one piece: one row a record.

    Parameters
    ----------
    place, size : path of a file of `head_line` and the piece, and its bytes, which are read at once
    marks : those of `MARKS` that are somewhere in the piece
    spelled : whether ids come as texts; else as one word, which is right for those of eight bytes at most
    exact : columns whose every doubtful value comes back as text
    """

    place: str
    size: int
    marks: frozenset[str] = MARKS
    spelled: bool = False
    exact: frozenset[int] = frozenset()


def head_line(width: int, delimiter: str, line_end: bytes) -> bytes:
    """The line that stands before each piece.

    The engine takes the first line end of a file for that of all records, even one in a quoted value (and
    told which it is, some of its versions find no rows at all): so that no value decides, the first one is
    known. For the same reason a byte order mark in the first value of a piece stays there.
    """
    return delimiter.join(["0"] * width).encode() + line_end


def select(layout: Layout, declared: Input, readings: Sequence[Reading], asked: Question) -> str:
    """The query of one piece. Columns: `_numeric`, `_category` for each reading, `_identity`."""
    inner, outer = [], []
    for at, (reading, column) in enumerate(zip(readings, layout.places, strict=True)):
        if reading.known:
            inner += [f"{_value(f'c{column}', declared)} AS s{at}", f"c{column} IS NULL AS b{at}"]
            outer.append(f"enum_code(TRY_CAST(s{at} AS t{at})) AS k{at}")
            outer += [f"b{at}"] if layout.width == 1 else []
        elif not len(reading.edges):
            inner.append(f"c{column} AS o{at}")
            outer.append(f"o{at}")
        else:
            inner += [f"c{column} AS s{at}", *_number(f"c{column}", at, declared, asked.marks)]
            outer += _numeric(at, reading, at in asked.exact)
    if layout.identity is not None:
        name = f"c{layout.identity}"
        inner.append(f"{_value(name, declared) if declared.trim else name} AS id")
        outer += _identity(asked)
    table = _table(layout.width, declared, asked)
    return f"SELECT {', '.join(outer)} FROM (SELECT {', '.join(inner)} FROM {table})"  # noqa: S608


def row_bytes(layout: Layout, readings: Sequence[Reading]) -> int:
    """The most bytes of the answer for one record, each column in full (a text takes 16, and its own)."""
    columns = [5 if reading.known else 25 if len(reading.edges) else 16 for reading in readings]
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
    quote = _quoted(declared.quote)
    return (
        f"read_csv({_quoted(asked.place)}, auto_detect = false, columns = {{{columns}}}, header = true,"
        f" skip = 0, delim = {_quoted(declared.delimiter)}, quote = {quote}, escape = {quote}, comment = '',"
        " strict_mode = true, null_padding = false, ignore_errors = false, store_rejects = false,"
        " nullstr = '', allow_quoted_nulls = false, encoding = 'utf-8', compression = 'none',"
        " hive_partitioning = false, union_by_name = false, filename = false,"
        f" max_line_size = {_LINE}, buffer_size = {max(2 * _LINE, asked.size + 1)}, parallel = false)"
    )


def _value(name: str, declared: Input) -> str:
    """What a field holds: `Input.value`."""
    whole = f"coalesce({name}, '')"
    return f"trim({whole}, {_quoted(BLANKS)})" if declared.trim else whole


def _number(name: str, at: int, declared: Input, marks: frozenset[str]) -> list[str]:
    """The double d and whether the spelling is plain (the engine reads 1_000 and +-5 too)."""
    comma = declared.decimal == ","
    without = [f" AND NOT contains({name}, '{mark}')" for mark in sorted(marks) if comma or mark != "."]
    spelled = f"replace({name}, ',', '.')" if comma else name
    return [
        f"TRY_CAST({spelled} AS DOUBLE) AS d{at}",
        f"(isfinite(d{at}){''.join(without)}) AS p{at}",
    ]


def _numeric(at: int, reading: Reading, exact: bool) -> list[str]:
    """v: the double where it may decide (not a zero, which a far exponent may have made); o: else the text;
    l: whether it has more digits than a double can tell, so that it may be another than an edge it equals."""
    close = f"strlen(s{at}) > {_EXACT}"
    decides = f"p{at} AND (d{at} <> 0 OR s{at} = '0')"
    if reading.tokens:
        decides += f" AND d{at} NOT IN ({', '.join(_double(token) for token in reading.tokens)})"
    if exact:
        decides = "false" if reading.vague else f"{decides} AND NOT {close}"
    return [
        f"CASE WHEN {decides} THEN d{at} END AS v{at}",
        f"CASE WHEN {decides} THEN NULL ELSE s{at} END AS o{at}",
        f"coalesce({close}, false) AS l{at}",
    ]


def _double(value: float) -> str:
    return f"'{value!r}'::DOUBLE"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
