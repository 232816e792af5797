"""Plans whose release is tested on simulated people."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from explorer.privacy.target import Neighbours
from explorer.release.plan.columns import CategoryColumn, Column, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram

AGE = NumericColumn("age", ("0", "20", "40", "65"))
REGION = CategoryColumn("region", ("n", "s", "w"))
WHEN = DateColumn("day", "DD.MM.YYYY", every="quarter", start="2025-01-01", end="2025-10-01")
CITY = UnknownColumn("city")
SUBSTITUTE: dict[str, Any] = {"neighbours": Neighbours.SUBSTITUTE}


def rows(*tables: tuple[Column, ...], epsilon: str = "1", **privacy: Any) -> ReleasePlan:
    """A plan for single rows."""
    histograms = tuple(Histogram(f"h{number}", columns) for number, columns in enumerate(tables))
    return ReleasePlan(Privacy("row", Fraction(epsilon), **privacy), histograms)


def people(*tables: tuple[Column, ...], epsilon: str = "1", most: int = 2, **privacy: Any) -> ReleasePlan:
    """A plan for people with at most two rows each, which the program bounds."""
    plan = rows(*tables, epsilon=epsilon)
    bounded = Privacy("person", Fraction(epsilon), id_column="id", rows_per_person=most, **privacy)
    return replace(plan, privacy=bounded)
