"""What the tests of counting share."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from explorer.release.counting.counts import Counts, attempted, count
from explorer.release.counting.counts import counted as counted_by
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import csv_source
from explorer.release.sources.csv_source import CsvSource
from explorer.release.sources.source import CountRequest

KEY = b"sixteen bytes ok"
AGE = NumericColumn("age", ("0", "20", "40", "100"))
REGION = CategoryColumn("region", ("North", "South"))
BODY = "age,region,note\n7,North,a\n41,South,b\n20,North,c\n"


def plan_of(*columns: Column, declared: Input | None = None, privacy: Privacy | None = None) -> ReleasePlan:
    """One histogram a column."""
    histograms = tuple(Histogram(f"h{number}", (column,)) for number, column in enumerate(columns))
    return ReleasePlan(privacy or Privacy("row", Fraction(1)), histograms, "", declared or Input())


def counted(folder: Path, content: bytes | str, plan: ReleasePlan) -> list[list[int]]:
    """The counts of a file of this content."""
    path = folder / "table.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [table.tolist() for table in count(plan, path, KEY).queries]


def asking(plan: ReleasePlan, path: Path, *rest: Any, **more: Any) -> CountRequest:
    """What is to be counted of a file of text."""
    return CountRequest(plan, CsvSource(path), *rest, **more)


def quickly(asked: CountRequest) -> Counts | None:
    """The counts by the engine; None where the strict reader must decide."""
    return attempted(asked, csv_source.quickly)


def strictly(asked: CountRequest) -> Counts:
    """The counts by the strict reader."""
    return counted_by(asked, csv_source.strictly)
