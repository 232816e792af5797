"""What is shown before any data is touched."""

from dataclasses import replace
from fractions import Fraction

import pytest
from count_cases import AGE, REGION

from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.resources import resource

PLAN = ReleasePlan(
    Privacy("row", Fraction(1)), (Histogram("a", (AGE,)), Histogram("b", (AGE, REGION), Fraction(3)))
)


def test_that_cells_scales_and_margins_are_known_beforehand() -> None:
    first, second = expected(PLAN)
    assert (first.cells, first.epsilon, first.scale) == (7, Fraction(1, 4), 4)
    assert (second.cells, second.epsilon) == (28, Fraction(3, 4))
    assert first.margins.each < first.margins.joint


def test_that_simulated_counts_hang_on_plan_and_seed_alone() -> None:
    assert simulate(PLAN, 4) == simulate(PLAN, 4)
    assert simulate(PLAN, 4) != simulate(PLAN, 5)
    assert simulate(PLAN, 4)[1].counts == simulate(PLAN, 5)[1].counts


@pytest.mark.parametrize("rows", [100, 1000, 50_000])
def test_that_simulated_counts_sum_to_as_many_rows_as_are_stated(rows: int) -> None:
    for table in simulate(PLAN, 1, rows):
        assert len(table.counts) == table.declared.cells
        assert sum(table.counts) == rows
        assert min(table.counts) >= 0


def test_that_noise_of_any_size_can_be_shown() -> None:
    tiny = replace(PLAN, privacy=replace(PLAN.privacy, epsilon=Fraction(1, 10**9)))
    assert max(abs(each) for each in simulate(tiny, 2)[0].noised) > 10**8


@pytest.mark.parametrize("name", ["people", "visits"])
def test_that_the_shipped_examples_fit_their_plans(name: str) -> None:
    plan = read_plan(resource("examples", f"{name}.toml").read_text("utf-8"))
    header = resource("examples", f"{name}.csv").read_text("utf-8").splitlines()[0].split(",")
    assert {column.name for column in plan.columns} <= set(header)
    assert expected(plan)
