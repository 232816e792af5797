"""Tables of typed columns, plans for them, and what a file of the same rows gives."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
from count_cases import KEY
from hypothesis import strategies as st

from explorer.release.columns.date import DateColumn
from explorer.release.counting.counts import count
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import Query
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from explorer.release.statements.column_types import Family, TableColumn

INJECTION = "x'); DROP TABLE people; --"
TEXTS = ["a", "A", "b ", " b", "é", "e\u0301", "北京", "𝄞", "'=1", "=1", "(other)", "(missing)", INJECTION]
TEXTS += ["", "NA", " ", '"', "a\nb", "%s $1", "\\", "x" * 200, "x" * 201, "𝄞" * 200, "7", "\u00a0"]
IDS = ["p1", "p2", "p3", " p1", "P1", "北", "𝄞", "i" * 64, "i" * 65, "i" * 66, "é" * 33, "", "NA", None]
WHOLE = [0, 1, -1, 7, 19, 20, 21, -(2**63), 2**63 - 1, 2**53 + 1, None]
DECIMALS = [
    "0",
    "-0.01",
    "0.12",
    "0.13",
    "7",
    "19.99",
    "20",
    "0.05",
    "0.15",
    "0.25",
    "9999999999.99",
    "-9999999999.99",
    None,
]
DOUBLES = [0.0, -0.0, 0.1, 0.1 + 2**-56, 0.3, 0.1 + 0.2, 19.999999999999996, 20.0, 1e300, -5e-324, 7.0, 2.5]
DOUBLES += [1.5, 0.5, -0.5, math.nan, math.inf, -math.inf, None]
DAYS = ["2024-02-28", "2024-02-29", "2024-03-01", "2023-12-31", "0001-01-01", "9999-12-31", None]
MOMENTS = ["2024-02-29 23:59:59", "2024-03-01 00:00:00", "2024-02-29 12:00:00", "0001-01-01 00:00:00", None]

TABLE = (
    TableColumn("id", "text", Family.TEXT),
    TableColumn("whole", "bigint", Family.INTEGER, 0),
    TableColumn("exact", "numeric(12,2)", Family.DECIMAL, 2),
    TableColumn("double", "double precision", Family.DOUBLE),
    TableColumn("flag", "boolean", Family.BOOLEAN),
    TableColumn("day", "date", Family.DATE),
    TableColumn("moment", "timestamp", Family.TIMESTAMP),
    TableColumn('odd "name" %s', "text", Family.TEXT),
)
ODD = TABLE[-1].name
Row = tuple[object, ...]

rows = st.lists(
    st.tuples(
        st.sampled_from(IDS),
        st.sampled_from(WHOLE),
        st.sampled_from(DECIMALS).map(lambda text: None if text is None else Decimal(text)),
        st.sampled_from(DOUBLES),
        st.sampled_from([True, False, None]),
        st.sampled_from(DAYS).map(lambda text: None if text is None else date.fromisoformat(text)),
        st.sampled_from(MOMENTS).map(lambda text: None if text is None else datetime.fromisoformat(text)),
        st.sampled_from([*TEXTS, None]),
    ),
    max_size=40,
)

COLUMNS: tuple[Column, ...] = (
    NumericColumn("whole", ("0", "7", "20")),
    NumericColumn("whole", ("-1.5", "0.5", "1e19"), True),
    NumericColumn("exact", ("0", "0.125", "20")),
    NumericColumn("exact", ("-10", "19.99", "20"), True),
    NumericColumn("double", ("-0.5", "0.1", "0.3", "20")),
    NumericColumn("double", ("0", "7"), True),
    CategoryColumn("flag", ("false", "yes")),
    CategoryColumn("whole", ("20", "-1", "x")),
    CategoryColumn("day", ("2024-03-01",)),
    CategoryColumn(ODD, ("é", "a", "北京", INJECTION, "𝄞", "%s $1", "\\")),
    DateColumn("day", every="month", start="2023-12-01", end="2024-03-01"),
    DateColumn("day", edges=("0001-01-01", "2024-02-29", "9999-12-31")),
    DateColumn("moment", "YYYY-MM-DD hh:mm:ss", edges=("2024-02-29T12:00", "2024-03-01")),
)
SUMS = (
    {"value": "whole", "low": Fraction(-7), "high": Fraction(21), "step": Fraction(7)},
    {"value": "exact", "low": Fraction(-1, 4), "high": Fraction(20), "step": Fraction(1, 4)},
    {"value": "exact", "low": Fraction(-1), "high": Fraction(20), "step": Fraction(1, 10)},
    {"value": "double", "low": Fraction(-1), "high": Fraction(20), "step": Fraction(1)},
    {"value": "double", "low": Fraction(0), "high": Fraction(3, 10), "step": Fraction(1, 10)},
)


def every_value() -> list[Row]:
    """A table in which every special value stands, and people have rows that are alike."""
    days = [None if each is None else date.fromisoformat(each) for each in DAYS]
    moments = [None if each is None else datetime.fromisoformat(each) for each in MOMENTS]
    exact = [None if each is None else Decimal(each) for each in DECIMALS]
    pools = (IDS, WHOLE, exact, DOUBLES, [True, False, None], days, moments, [*TEXTS, None])
    longest = max(map(len, pools))
    whole = [tuple(pool[at % len(pool)] for pool in pools) for at in range(longest)]
    return [*whole, *(("p1", *row[1:]) for row in whole[:12] for _ in range(3))]


def every_query() -> list[Query]:
    """Each column by itself, each sum, and whatever is found."""
    histograms: list[Query] = [Histogram(f"h{at}", (each,)) for at, each in enumerate(COLUMNS)]
    sums: list[Query] = [Sum(f"s{at}", (), mean=True, **each) for at, each in enumerate(SUMS)]
    return [*histograms, *sums, Histogram("found", (UnknownColumn(ODD),))]


@st.composite
def queries(draw: st.DrawFn) -> tuple[Query, ...]:
    """One to three queries, of any kind."""
    found: list[Query] = []
    for at in range(draw(st.integers(1, 3))):
        chosen = draw(
            st.lists(st.sampled_from(COLUMNS), min_size=2, max_size=3, unique_by=lambda each: each.name)
        )
        kind = draw(st.sampled_from(["histogram", "found", "sum", "marginals", "ranges"]))
        if kind == "histogram":
            found.append(Histogram(f"q{at}", tuple(chosen[: draw(st.integers(1, 3))])))
        elif kind == "found":
            name = draw(st.sampled_from([ODD, "whole", "flag", "day"]))
            found.append(Histogram(f"q{at}", (UnknownColumn(name),)))
        elif kind == "sum":
            keys = draw(st.sampled_from(SUMS))
            groups = [each for each in chosen if each.name != keys["value"]][: draw(st.integers(0, 2))]
            found.append(Sum(f"q{at}", tuple(groups), mean=draw(st.booleans()), **keys))
        elif kind == "marginals":
            found.append(Marginals(f"q{at}", tuple(chosen), tables=draw(st.sampled_from(["ones", "pairs"]))))
        else:
            axis = draw(st.sampled_from([each for each in COLUMNS if each.is_ordered]))
            found.append(Ranges(f"q{at}", (axis, COLUMNS[6])))
    return tuple(found)


@st.composite
def plans(draw: st.DrawFn) -> ReleasePlan:
    """Of rows, or of people within any bounds that a database keeps."""
    asked = draw(queries())
    tokens = draw(st.sampled_from([("",), ("", "NA"), ("", "7", "NA", " b"), ("", "2024-02-29", "true")]))
    declared = Input(missing=tokens, trim=draw(st.booleans()))
    privacy = Privacy("row", Fraction(1))
    if draw(st.integers(0, 4)):
        alone = len({frozenset(each.columns) for query in asked for each in query.groupings}) == 1
        few = st.none() | st.integers(1, 2)
        cells = (draw(few), draw(few)) if alone else (None, None)
        privacy = Privacy("person", Fraction(1), Fraction(0), "", "id", draw(st.integers(1, 4)), *cells)
    return ReleasePlan(privacy, asked, "", declared)


def spelled(value: object) -> str:
    """A value as a file has it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def counted_as_file(plan: ReleasePlan, table: Sequence[Row], path: Path, key: bytes = KEY) -> list[object]:
    """What the same rows give as a CSV file."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow([column.name for column in TABLE])
    writer.writerows([spelled(value) for value in row] for row in table)
    path.write_text(text.getvalue(), encoding="utf-8", newline="")
    return told(count(plan, path, key).queries)


def told(tables: Sequence[Counted]) -> list[object]:
    """Counts that compare."""
    return [
        (table.labels, table.counts.tolist()) if isinstance(table, Found) else np.asarray(table).tolist()
        for table in tables
    ]


@dataclass(frozen=True)
class Made:
    """How a table is made on a server: its types, in the order of `TABLE`."""

    types: tuple[str, ...]

    def create(self, name: str) -> str:
        """The statement that makes it."""
        quoted = [column.name.replace('"', '""') for column in TABLE]
        columns = (f'"{name}" {kind}' for name, kind in zip(quoted, self.types, strict=True))
        return f"CREATE TABLE {name} ({', '.join(columns)})"
