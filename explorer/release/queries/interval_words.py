"""The tables of a query as they are written: on request each interval in words too, in a column of its own.

Which edge an interval includes stands in the metadata of a table; whoever has the table alone reads it here.
These columns come last, so that all others are where they are without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from explorer.release.columns.intervals import IntervalColumn
from explorer.release.plan.labels import spelled
from explorer.release.plan.sections import Output
from explorer.release.queries.query import NoisedQuery, Query
from explorer.release.queries.terms import WrittenTable

LONGEST = 32  # characters of these words, beside both ends
_WORDS = "which values are in it; empty for what is in no interval"


def written_tables(noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
    """Every table of a query, in the order of its `table_names`; the rows are made as they are written."""
    tables = noised.declared.written(noised, output)
    if not output.interval_words:
        return tables
    columns = interval_columns(noised.declared)
    return (_with_words(table, columns) for table in tables)


def written_headers(query: Query, output: Output) -> Iterator[tuple[str, ...]]:
    """The header of each of them."""
    columns = interval_columns(query) if output.interval_words else ()
    for names in query.headers(output):
        yield (*names, *(_title(column) for column in columns if _ends(column, names)))


def interval_columns(query: Query) -> tuple[IntervalColumn, ...]:
    """Its columns of numbers and of dates."""
    return tuple(column for column in query.columns if isinstance(column, IntervalColumn))


def _title(column: IntervalColumn) -> str:
    return spelled(f"{column.name}_interval")


def _ends(column: IntervalColumn, names: Sequence[str]) -> tuple[int, int] | None:
    """Where the ends of its intervals stand, in a table that has them."""
    low, high = column.written_names[1:]
    return (names.index(low), names.index(high)) if low in names and high in names else None


def _with_words(table: WrittenTable, columns: Iterable[IntervalColumn]) -> WrittenTable:
    names = [name for name, _, _ in table.columns]
    placed = [(column, ends) for column in columns if (ends := _ends(column, names)) is not None]
    added = tuple((_title(column), "string", _WORDS) for column, _ in placed)
    rows = (
        (*row, *(column.in_words(str(row[low]), str(row[high])) for column, (low, high) in placed))
        for row in table.rows
    )
    return replace(table, columns=(*table.columns, *added), rows=rows)
