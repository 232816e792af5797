"""Two releases side by side: what differs beyond both margins, and what is not compared at all."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from explorer.export.layouts import comma_separated
from explorer.privacy.refusal import NotValid
from explorer.release.comparison import compared, comparison_lines
from explorer.release.differences import NAMES
from explorer.release.drawn import Drawn, noised
from explorer.release.marginals.marginal_answers import Drawn as Measured
from explorer.release.noise import privatize
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import Query
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from tests.released import drawn_of, small


def with_counts(drawn: Drawn, *counts: int, sequence: int = 9) -> Drawn:
    first, *others = drawn.queries
    return replace(drawn, sequence=sequence, queries=(replace(first, counts=counts), *others))


def test_that_only_what_exceeds_the_sum_of_both_margins_is_called_different() -> None:
    earlier = with_counts(drawn_of(small()), 10, 10, 10, 10, sequence=3)
    margin = earlier.queries[0].margins.joint
    later = with_counts(drawn_of(small()), 10, 10 + 2 * margin, 10 - 2 * margin - 1, 11 + 2 * margin)
    first = compared(earlier, later)[0]
    assert first.margin == 2 * margin
    assert first.differences == (0, 2 * margin, -2 * margin - 1, 2 * margin + 1)
    assert first.beyond == (False, False, True, True)
    assert first.confidence == Fraction(9, 10)


def test_that_margins_of_another_budget_are_each_releases_own() -> None:
    earlier, later = drawn_of(small(epsilon=Fraction(1, 10))), drawn_of(small())
    assert compared(earlier, later)[0].margin == sum(
        each.queries[0].margins.joint for each in (earlier, later)
    )


def test_that_the_same_counts_are_called_different_no_more_often_than_is_said() -> None:
    """Of 400 pairs of releases of the same counts; 40 would be expected at most."""
    drawn = drawn_of(small())
    noise, true = drawn.queries[0].noise, np.array([50, 0, 3, 1000])
    alarms = 0
    for _ in range(400):
        pair = [with_counts(drawn, *privatize(true, noise.sensitivity, noise.parameter)) for _ in range(2)]
        alarms += any(compared(*pair)[0].beyond)
    assert alarms <= 40


def test_that_other_tables_other_units_and_found_categories_are_not_compared() -> None:
    drawn = drawn_of(small())
    other = drawn_of(small("north", "east"))
    assert [each.later.name for each in compared(drawn, other)] == ["ages"]
    with pytest.raises(NotValid):
        compared(drawn, drawn_of(small(unit="person", rows_per_person=2)))
    plan = small(delta=Fraction(1, 10**6))
    found = drawn_of(replace(plan, queries=(Histogram("towns", (UnknownColumn("city"),)),)), ("a",))
    with pytest.raises(NotValid):
        compared(found, found)


def test_that_the_differences_are_written_cell_by_cell() -> None:
    earlier = with_counts(drawn_of(small("=n", "s")), 1, 2, 3, 4, sequence=3)
    later = with_counts(drawn_of(small("=n", "s")), 5, 2, -60, 4)
    text = comma_separated(comparison_lines(compared(earlier, later)[0], earlier, later))
    head, first, _, third, *_ = text.splitlines()
    assert head == ",".join(("city", *NAMES))
    margin = 2 * earlier.queries[0].margins.joint
    assert first == f"'=n,1,5,4,{margin},0"
    assert third == f"(other),3,-60,-63,{margin},1"
    assert "bounding" not in text
    bounded = drawn_of(small(unit="person", id_column="id", rows_per_person=2))
    assert "chosen anew" in comma_separated(comparison_lines(compared(bounded, bounded)[0], bounded, bounded))


RANGES = Ranges("ages", (NumericColumn("age", tuple(map(str, range(9)))), CategoryColumn("city", ("n", "s"))))
INCOME = Sum(
    "income",
    (CategoryColumn("city", ("n", "s")),),
    value="pay",
    low=Fraction(0),
    high=Fraction(90),
    step=Fraction(1, 2),
)


def of_kind(query: Query, first: int, sequence: int) -> Drawn:
    plan = replace(small(), queries=(query,))
    granted = plan.terms_of(0)
    blank = noised(plan, 0, ())
    true = query.simulated(400) + first * (np.arange(len(query.simulated(400))) == 0)
    measured = tuple(query.measured(true, granted).tolist())
    return replace(
        drawn_of(small()), plan=plan, sequence=sequence, queries=(replace(blank, counts=measured),)
    )


@pytest.mark.parametrize("query", [RANGES, INCOME, replace(INCOME, mean=True)])
def test_that_fitted_counts_and_sums_are_compared_with_their_own_margins(query: Query) -> None:
    earlier, later = of_kind(query, 0, 3), of_kind(query, 10_000, 9)
    [found] = compared(earlier, later)
    both = [float(each.queries[0].margins.amounts[1]) for each in (earlier, later)]
    assert found.margin == pytest.approx(sum(both))
    assert sum(found.beyond) == 1
    assert len(found.differences) == len(tuple(query.labels()))
    far = [each for each, beyond in zip(found.differences, found.beyond, strict=True) if beyond]
    assert far == [10_000 if query is RANGES else 10_000 * query.step]
    head = comma_separated(comparison_lines(found, earlier, later)).splitlines()[0]
    assert ("earlier_noised_count" in head) == (query is RANGES)
    assert compared(earlier, earlier)[0].beyond == (False,) * len(found.beyond)


CENSUS = Marginals(
    "census",
    (
        NumericColumn("age", ("0", "30", "60")),
        CategoryColumn("sex", ("f", "m")),
        CategoryColumn("region", ("n", "s")),
    ),
)


def measured(query: Marginals, tables: tuple[int, ...], first: int, sequence: int) -> Drawn:
    """A release whose measured counts are all 5 but the first one."""
    size = sum(query.wanted.sizes[table] for table in tables)
    declared = replace(query, found=Measured(tables))
    plan = replace(small(), queries=(declared,))
    blank = noised(plan, 0, ())
    counts = (first, *(5,) * (size - 1))
    queries = (replace(blank, declared=declared, counts=counts),)
    return replace(drawn_of(small()), plan=plan, sequence=sequence, queries=queries)


def test_that_each_measured_table_is_compared_with_its_own_margin() -> None:
    earlier, later = measured(CENSUS, (0, 1, 2), 5, 3), measured(CENSUS, (0, 1, 2), 500, 9)
    found = compared(earlier, later)
    margins = [2 * each.joint for each in CENSUS.table_margins(earlier.plan.terms_of(0))]
    assert [each.later.name for each in found] == ["census-age-sex", "census-age-region", "census-sex-region"]
    assert [each.margin for each in found] == margins
    assert len(set(margins)) > 1
    assert [sum(each.beyond) for each in found] == [1, 0, 0]
    assert found[2].later.columns == ("sex", "region")
    head, first, *_ = comma_separated(comparison_lines(found[0], earlier, later)).splitlines()
    assert head == ",".join(("age", "sex", *NAMES))
    assert first == f"from 0 to 30,f,5,500,495,{margins[0]},1"


def test_that_only_tables_measured_in_both_releases_are_compared() -> None:
    chosen = replace(CENSUS, rounds=1)
    earlier, later = measured(chosen, (0, 2), 5, 3), measured(chosen, (1, 2), 5, 9)
    assert [each.later.name for each in compared(earlier, later)] == ["census-sex-region"]
    with pytest.raises(NotValid, match="only measured counts have a noise margin"):
        compared(measured(chosen, (0,), 5, 3), measured(chosen, (1,), 5, 9))
    regions = replace(CENSUS, columns=(*CENSUS.columns[:2], CategoryColumn("region", ("n", "e"))))
    assert [each.later.name for each in compared(earlier, measured(regions, (0, 1), 5, 9))] == [
        "census-age-sex"
    ]


def test_that_sums_of_other_bounds_are_not_compared() -> None:
    with pytest.raises(NotValid):
        compared(of_kind(INCOME, 0, 3), of_kind(replace(INCOME, high=Fraction(80)), 0, 9))
