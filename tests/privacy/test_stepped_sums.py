"""The sensitivity of sums by group: what units that the bounds allow really do, all of them tried."""

from collections.abc import Iterator
from itertools import product

import pytest

from explorer.privacy.refusal import NotValid
from explorer.privacy.stepped_sums import stepped_sums
from explorer.privacy.target import Neighbours

Vector = tuple[int, ...]


def sums_of_one(
    least: int, most: int, groups: int, rows: int, in_group: int | None, held: int | None
) -> set[Vector]:
    """The sums of every unit whose rows are as far from 0 as they may be, on either side."""
    found: set[Vector] = set()
    ends = min(0, least), max(0, most)
    for counts in product(range(min(rows, in_group or rows) + 1), repeat=groups):
        if sum(counts) <= rows and sum(count > 0 for count in counts) <= (held or groups):
            found.update(product(*({end * count for end in ends} for count in counts)))
    return found


def cases() -> Iterator[tuple[int, int, int, int, int | None, int | None]]:
    for bounds in ((0, 1), (-1, 1), (-2, 5), (-3, 0), (1, 2), (-5, 12)):
        for groups, rows, in_group, held in product((1, 2, 3), (1, 2, 3), (None, 1, 2), (None, 1, 2)):
            yield (*bounds, groups, rows, in_group, held)


@pytest.mark.parametrize("bounds", sorted({case[:2] for case in cases()}))
def test_that_every_norm_is_attained_and_never_passed(bounds: tuple[int, int]) -> None:
    for case in (each for each in cases() if each[:2] == bounds):
        least, most, groups, *limits = case
        units = sums_of_one(*case)
        alone = stepped_sums(least, most, groups, Neighbours.ADD_REMOVE, *limits)
        assert max(sum(map(abs, unit)) for unit in units) == alone.L1, case
        assert alone.L2_squared == max(sum(each**2 for each in unit) for unit in units), case
        assert alone.Linf == max(max(map(abs, unit)) for unit in units), case
        moved = [[abs(a - b) for a, b in zip(one, other, strict=True)] for one in units for other in units]
        swapped = stepped_sums(least, most, groups, Neighbours.SUBSTITUTE, *limits)
        assert max(map(sum, moved)) == swapped.L1, case
        assert swapped.L2_squared == max(sum(each**2 for each in change) for change in moved), case
        assert swapped.Linf == max(map(max, moved)), case
        assert max(sum(each > 0 for each in change) for change in moved) <= swapped.L0, case


def test_that_two_overlapping_units_may_be_the_worst_case() -> None:
    """Neither apart (2·5²·5 = 250) nor alike (7²·5 = 245): two rows of one on one of the other, twice."""
    found = stepped_sums(-2, 5, 9, Neighbours.SUBSTITUTE, rows=3, rows_per_group=2)
    assert found.L2_squared == 2 * (5 * 2 + 2 * 1) ** 2


@pytest.mark.parametrize("wrong", [(3, 3, 1), (0, 1, 0)])
def test_that_nothing_between_the_bounds_is_refused(wrong: tuple[int, int, int]) -> None:
    with pytest.raises(NotValid):
        stepped_sums(*wrong, Neighbours.ADD_REMOVE)
