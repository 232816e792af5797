"""Rows with every special case, as part of a statement: a server that counts them otherwise is not trusted.

They try how it compares texts, numbers and dates, what it makes of NULL, NaN, −0 and backslashes, and in
which order it puts the rows of people; what they must give is counted here from the same values as texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from sqlglot import exp

from explorer.mark import N_, Sentence
from explorer.release.columns.date import DateColumn
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch, layout_of
from explorer.release.counting.tally import tally_of
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.query import Query
from explorer.release.queries.sum import Sum
from explorer.release.sources.table import Shape
from explorer.release.statements.column_types import Family, TableColumn
from explorer.release.statements.expressions import Expression, called, cast, named, text

KEY = b"a key for a trial"
PROBED = (
    TableColumn("id", "text", Family.TEXT),
    TableColumn("label", "text", Family.TEXT),
    TableColumn("whole", "bigint", Family.INTEGER, 0),
    TableColumn("exact", "decimal", Family.DECIMAL, 3),
    TableColumn("float", "double", Family.DOUBLE),
    TableColumn("flag", "boolean", Family.BOOLEAN),
    TableColumn("day", "date", Family.DATE),
    TableColumn("moment", "timestamp", Family.TIMESTAMP),
)
_TYPES = ("text", "text", "bigint", "decimal(20, 3)", "double", "boolean", "date", "timestampntz")
_ROWS: tuple[tuple[str | None, ...], ...] = (
    ("a", "a", "0", "0.000", "0", "true", "2024-02-29", "2024-02-29 23:59:59"),
    ("a", "A", "-1", "-0.001", "-0.0", "false", "2024-03-01", "2024-03-01 00:00:00"),
    ("a", "é", "1", "0.125", "0.1", None, "2024-02-28", "2024-02-29 12:00:00"),
    ("a", "e\u0301", "20", "20.000", "19.999999999999996", "true", "0001-01-01", "0001-01-01 00:00:00"),
    ("a ", " a", "19", "19.999", "20", "true", "9999-12-31", "9999-12-31 23:59:59"),
    ("A", "", "9223372036854775807", "0.124", "NaN", "false", "2023-12-31", "2023-12-31 00:00:00"),
    ("𝄞", "𝄞", "-9223372036854775808", "7.500", "Infinity", None, None, None),
    ("𝄞", "\uffff", None, None, None, "true", "2024-02-29", "2024-02-29 11:59:59"),
    ("𝄞", "北京", "7", "0.375", "2.5", "true", "2024-03-31", "2024-03-31 12:00:00"),
    ("𝄞", "\\", "7", "0.625", "1.5", "true", "2024-04-01", "2024-04-01 00:00:00"),
    ("𝄞", "'", "7", "0.875", "0.5", "true", "2024-04-30", "2024-04-30 00:00:00"),
    ("é" * 40, "(other)", "8", "0.500", "-Infinity", "true", "2024-01-01", "2024-01-01 00:00:00"),
    ("é" * 40, "'=1", "8", "-0.125", "0.30000000000000004", "true", "2024-01-31", "2024-01-31 00:00:00"),
    ("é" * 40, "=1", "9", "99999.999", "5e-324", "true", "2024-12-31", "2024-12-31 00:00:00"),
    ("", "nobody", "1", "1.000", "1", "true", "2024-02-29", "2024-02-29 00:00:00"),
    (None, "nobody", "1", "1.000", "1", "true", "2024-02-29", "2024-02-29 00:00:00"),
    *(
        (f"p{at % 7}", ("z", "Z", "%s", None)[at % 4], str(at), f"{at}.500", f"{at}.5", "true", None, None)
        for at in range(60)
    ),
)
_TRIED: tuple[tuple[Query, Sentence], ...] = (
    (Histogram("texts", (CategoryColumn("label", ("a", "é", "北京", "𝄞", "\\", "'", "%s")),)), N_("texts")),
    (Histogram("found", (UnknownColumn("label"),)), N_("texts")),
    (Histogram("whole", (NumericColumn("whole", ("-1", "0.5", "20")),)), N_("numbers")),
    (Histogram("steps", (NumericColumn("whole", ("-4", "-1", "2", "5", "8", "11")),)), N_("numbers")),
    (Histogram("exact", (NumericColumn("exact", ("0", "0.1245", "20")),)), N_("numbers")),
    (Histogram("entire", (NumericColumn("exact", ("0", "20"), True),)), N_("numbers")),
    (Histogram("float", (NumericColumn("float", ("0", "0.1", "0.3", "20")),)), N_("numbers")),
    (Histogram("flag", (CategoryColumn("flag", ("true", "false")),)), N_("categories")),
    (
        Histogram("day", (DateColumn("day", every="month", start="2024-01-01", end="2024-05-01"),)),
        N_("dates"),
    ),
    (
        Histogram(
            "moment",
            (
                DateColumn(
                    "moment", "YYYY-MM-DD hh:mm:ss", edges=("2024-01-01", "2024-02-29T12:00", "2024-03-01")
                ),
            ),
        ),
        N_("dates"),
    ),
    (
        Sum("sum", (), mean=True, value="exact", low=Fraction(0), high=Fraction(20), step=Fraction(1, 4)),
        N_("sums"),
    ),
    (
        Sum("double", (), mean=True, value="float", low=Fraction(0), high=Fraction(20), step=Fraction(1)),
        N_("sums"),
    ),
)
PLANS = tuple(
    ReleasePlan(privacy, tuple(query for query, _ in _TRIED))
    for privacy in (
        Privacy("row", Fraction(1)),
        Privacy("person", Fraction(1), Fraction(0), "", "id", 3),
    )
)


def probe_rows() -> Expression:
    """The rows, in place of a table: texts in one list, each column cast to its type."""
    rows = [
        exp.Tuple(expressions=[exp.Null() if value is None else text(value) for value in row])
        for row in _ROWS
    ]
    names = [exp.to_identifier(column.name, quoted=True) for column in PROBED]
    listed = exp.Values(expressions=rows, alias=exp.TableAlias(this=exp.to_identifier("rows"), columns=names))
    typed = (
        called(cast(named(column.name), kind), column.name)
        for column, kind in zip(PROBED, _TYPES, strict=True)
    )
    return exp.select(*typed).from_(listed).subquery("probe", copy=False)


def expected(plan: ReleasePlan) -> tuple[Counted, ...]:
    """What the rows must give."""
    layout = layout_of(plan, Shape(len(PROBED), tuple(column.name for column in PROBED)))
    tally, declared = tally_of(plan, layout, KEY, Path()), Input()
    rows = [["" if value is None else value for value in row] for row in _ROWS]
    people = None
    if layout.identity is not None:
        rows = [row for row in rows if row[layout.identity] not in {"", *declared.missing_values}]
        people = words_of([row[layout.identity] for row in rows], LongIds())
    cells = tuple(
        np.array([reader.cells[row[place]] for row in rows], dtype=np.int64)
        for reader, place in zip(tally.readers, layout.places, strict=True)
    )
    tally.add(Batch(cells, people))
    return tally.finish(lambda: None)


def differing(found: Sequence[Counted], right: Sequence[Counted]) -> Sentence | None:
    """What a server counts otherwise; None where everything is the same."""
    for (_, what), one, other in zip(_TRIED, found, right, strict=True):
        if _told(one) != _told(other):
            return what
    return None


def _told(table: Counted) -> tuple[tuple[str, ...], list[int]]:
    return (table.labels, table.counts.tolist()) if isinstance(table, Found) else ((), table.tolist())
