"""Two releases side by side: what differs beyond both margins, and what is not compared at all."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from explorer.export.layouts import comma_separated
from explorer.privacy.refusal import NotValid
from explorer.release.comparison import NAMES, compared, comparison_lines
from explorer.release.drawn import Drawn
from explorer.release.noise import privatize
from explorer.release.plan.columns import UnknownColumn
from explorer.release.queries.histogram import Histogram
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
