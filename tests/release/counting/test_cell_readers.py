"""Rows of any sort: their order does not matter, and one unit moves the counts as far as declared."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from count_cases import KEY, asking, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.privacy.target import Neighbours
from explorer.release.partition_selection import Found
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram

Row = tuple[str, str, str]
AGES = ("1", "25", "99", "-4", "", "x", "1e400", "２")
REGIONS = ("n", "s", "w", "", "(other)", "é")
COLUMNS = (
    NumericColumn("age", ("0", "10", "30")),
    CategoryColumn("region", ("n", "s")),
    UnknownColumn("region"),
)
AGE, KNOWN, UNKNOWN = COLUMNS
TABLES = (
    Histogram("a", (AGE,)),
    Histogram("b", (KNOWN,)),
    Histogram("c", (AGE, KNOWN)),
    Histogram("d", (UNKNOWN,)),
)

rows_of = st.lists(
    st.tuples(st.sampled_from(["a", "b", ""]), st.sampled_from(AGES), st.sampled_from(REGIONS)), max_size=25
)
mine = st.lists(st.tuples(st.sampled_from(AGES), st.sampled_from(REGIONS)), max_size=9)


@st.composite
def plans(draw: Callable[..., Any], unit: str = "person") -> ReleasePlan:
    """Any tables, any bounds, both relations."""
    bound = st.none() | st.integers(1, 3)
    privacy = Privacy(
        unit,
        Fraction(1),
        Fraction(1, 10**6),
        id_column=None if unit == "row" else "id",
        rows_per_person=None if unit == "row" else draw(st.integers(1, 5)),
        rows_per_cell=None if unit == "row" else draw(bound),
        cells_per_person=None if unit == "row" else draw(bound),
        neighbours=draw(st.sampled_from(list(Neighbours))),
    )
    tables = draw(st.lists(st.sampled_from(TABLES), min_size=1, unique=True))
    return ReleasePlan(privacy, tuple(tables))


def cells(folder: Path, plan: ReleasePlan, rows: list[Row]) -> list[dict[object, int]]:
    """The count of each cell, by place or, where categories are found, by name."""
    path = folder / "table.csv"
    path.write_text("id,age,region\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    found = []
    for table in strictly(asking(plan, path, KEY)).queries:
        if isinstance(table, Found):
            found.append(dict(zip((*table.labels, 0, 1), table.counts.tolist(), strict=True)))
        else:
            found.append(dict(enumerate(table.tolist())))
    return found


def check_moved(plan: ReleasePlan, here: list[dict[object, int]], there: list[dict[object, int]]) -> None:
    """Each table moves by no more than any of its norms allows."""
    allowed = plan.sensitivity
    for one, other in zip(here, there, strict=True):
        moved = np.array([abs(one.get(name, 0) - other.get(name, 0)) for name in {**one, **other}])
        assert np.count_nonzero(moved) <= allowed.L0
        assert moved.sum() <= allowed.L1
        assert (moved**2).sum() <= allowed.L2_squared
        assert moved.max(initial=0) <= allowed.Linf


quick = settings(
    max_examples=tries(80), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@quick
@given(plans(), rows_of, mine, mine, st.randoms(use_true_random=False))
def test_that_a_person_moves_the_counts_as_far_as_declared_and_the_order_of_rows_moves_nothing(
    tmp_path: Path, plan: ReleasePlan, rest: list[Row], one: list[Any], two: list[Any], chance: Any
) -> None:
    without = cells(tmp_path, plan, rest)
    rows = [*rest, *(("you", *row) for row in one)]
    here = cells(tmp_path, plan, rows)
    chance.shuffle(rows)
    assert cells(tmp_path, plan, rows) == here
    if plan.privacy.neighbours is Neighbours.ADD_REMOVE:
        check_moved(plan, here, without)
    else:
        check_moved(plan, here, cells(tmp_path, plan, [*(("me", *row) for row in two), *rest]))


@quick
@given(plans("row"), rows_of, mine.filter(bool), mine.filter(bool))
def test_that_a_row_moves_the_counts_as_far_as_declared(
    tmp_path: Path, plan: ReleasePlan, rest: list[Row], one: list[Any], two: list[Any]
) -> None:
    here = cells(tmp_path, plan, [("you", *one[0]), *rest])
    substituted = plan.privacy.neighbours is Neighbours.SUBSTITUTE
    check_moved(plan, here, cells(tmp_path, plan, [*rest, *([("you", *two[0])] if substituted else [])]))


def test_that_a_norm_that_is_passed_is_seen(tmp_path: Path) -> None:
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("a", (AGE,)),))
    none, one, two = (cells(tmp_path, plan, [("", "1", "n")] * many) for many in range(3))
    check_moved(plan, one, none)
    with pytest.raises(AssertionError):
        check_moved(plan, two, none)
