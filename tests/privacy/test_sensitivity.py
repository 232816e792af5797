"""Sensitivities against brute force: every pair of neighbours on small tables."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from cases_in_one import cases_in_one
from hypothesis import assume, given
from hypothesis import strategies as st

from explorer.privacy.refusal import NotValid
from explorer.privacy.sensitivity import (
    Sensitivity,
    mean_sensitivity,
    sensitivity,
    sum_sensitivity,
    vector_norms,
)
from explorer.privacy.target import Neighbours

ADD, SWAP = Neighbours.ADD_REMOVE, Neighbours.SUBSTITUTE
Vector = tuple[int, ...]


def people(cells: int, rows: int | None, in_cell: int | None, used: int | None) -> list[Vector]:
    """Every way in which one person may fill the cells."""
    most = rows if rows is not None else (in_cell or 0) * (used or 0)
    return [
        vector
        for vector in product(range(min(most, in_cell or most) + 1), repeat=cells)
        if sum(vector) <= most and (used is None or sum(map(bool, vector)) <= used)
    ]


def changes(vectors: list[Vector], neighbours: Neighbours) -> Iterator[Vector]:
    if neighbours is ADD:
        yield from vectors
    else:
        yield from (tuple(a - b for a, b in zip(one, two, strict=True)) for one in vectors for two in vectors)


@cases_in_one("neighbours", [ADD, SWAP])
@cases_in_one(
    "rows, in_cell, used, cells",
    [
        *((1, None, None, 3), (2, None, None, 4), (3, None, None, 3), (3, 1, None, 6), (3, 2, None, 4)),
        *((4, 3, None, 4), (5, 2, None, 6), (None, 2, 2, 4), (None, 1, 2, 4), (None, 3, 1, 3)),
        *((3, 2, 1, 3), (3, 2, 2, 4), (2, 5, 3, 4), (3, None, 2, 4)),
    ],
)
def test_that_no_pair_of_neighbours_differs_more_and_one_differs_as_much(
    rows: int | None, in_cell: int | None, used: int | None, cells: int, neighbours: Neighbours
) -> None:
    found = sensitivity(False, neighbours, rows, in_cell, used)
    every = list(changes(people(cells, rows, in_cell, used), neighbours))
    assert max(sum(map(abs, each)) for each in every) == found.L1
    assert max(sum(part * part for part in each) for each in every) == found.L2_squared
    assert max(max(map(abs, each)) for each in every) == found.Linf
    assert max(sum(map(bool, each)) for each in every) == min(found.L0, cells)


@pytest.mark.parametrize(
    ("neighbours", "expected"), [(ADD, Sensitivity(1, 1, 1, 1)), (SWAP, Sensitivity(2, 2, 2, 1))]
)
def test_that_one_row_moves_one_or_two_cells(neighbours: Neighbours, expected: Sensitivity) -> None:
    assert sensitivity(True, neighbours) == expected


@pytest.mark.parametrize("tables", [1, 2, 5])
def test_that_tables_of_the_same_rows_accumulate(tables: int) -> None:
    row = sensitivity(True, ADD, histograms=tables)
    assert (row.L1, row.L2_squared, row.Linf) == (tables, tables, 1)
    swapped = sensitivity(True, SWAP, histograms=tables)
    assert (swapped.L1, swapped.L2_squared) == (2 * tables, 2 * tables)
    person = sensitivity(False, ADD, 3, histograms=tables)
    assert (person.L1, math.sqrt(person.L2_squared)) == (3 * tables, pytest.approx(3 * math.sqrt(tables)))
    moved = sensitivity(False, SWAP, 3, histograms=tables)
    assert (moved.L1, moved.L2_squared, moved.Linf) == (6 * tables, 18 * tables, 3)


@pytest.mark.parametrize(
    ("row", "bounds"),
    [
        *((True, (1, None, None)), (False, (None, None, None)), (False, (0, None, None))),
        *((False, (None, 2, None)), (False, (3, -1, None)), (False, (None, None, 2))),
    ],
)
def test_that_a_unit_whose_rows_nothing_bounds_is_refused(
    row: bool, bounds: tuple[int | None, int | None, int | None]
) -> None:
    with pytest.raises(NotValid):
        sensitivity(row, ADD, *bounds)


# Sums and means of clipped values


def rows_of(low: float, high: float, most: int) -> list[tuple[float, ...]]:
    """Some rows that a person may have: up to `most` of them, values at and between the bounds."""
    values = sorted({low, high, (low + high) / 2, min(max(0.0, low), high)})
    return [rows for count in range(most + 1) for rows in product(values, repeat=count)]


@pytest.mark.parametrize(("low", "high"), [(0.0, 100.0), (-20.0, 50.0), (10.0, 30.0), (-8.0, -3.0)])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_that_no_person_moves_a_sum_further_and_one_moves_it_as_far(
    low: float, high: float, most: int
) -> None:
    sums = [sum(rows) for rows in rows_of(low, high, most)]
    added = max(abs(each) for each in sums)
    swapped = max(sums) - min(sums)
    assert sum_sensitivity(low, high, False, ADD, most) == added
    assert sum_sensitivity(low, high, False, SWAP, most) == swapped


@pytest.mark.parametrize(("low", "high"), [(0.0, 100.0), (-20.0, 50.0), (10.0, 30.0)])
def test_that_a_row_that_is_substituted_is_always_there(low: float, high: float) -> None:
    assert sum_sensitivity(low, high, True, SWAP) == high - low
    assert sum_sensitivity(low, high, True, ADD) == max(abs(low), abs(high))


def test_that_a_mean_moves_by_the_sums_share() -> None:
    assert mean_sensitivity(0.0, 100.0, True, SWAP, 1, 1000) == 0.1
    assert mean_sensitivity(-20.0, 50.0, False, SWAP, 3, 10) == 21.0


def test_that_a_mean_over_an_unknown_number_of_rows_is_refused() -> None:
    with pytest.raises(NotValid, match="substitution"):
        mean_sensitivity(0.0, 1.0, True, ADD, 1, 1000)


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.0), (2.0, 1.0), (math.nan, 1.0), (0.0, math.nan)])
@pytest.mark.parametrize("neighbours", [ADD, SWAP])
def test_that_bounds_must_leave_room_between_them(low: float, high: float, neighbours: Neighbours) -> None:
    with pytest.raises(NotValid, match="below the upper"):
        sum_sensitivity(low, high, True, neighbours)


# Norms


@pytest.mark.parametrize("squared", [1, 2, 3, 18, 10**6 + 1, 2 * (10**8) ** 2 + 1])
def test_that_the_euclidean_norm_is_rounded_to_the_private_side(squared: int) -> None:
    found = Sensitivity(1, 1, squared, 1).L2
    assert Fraction(found) ** 2 >= squared
    assert Fraction(math.nextafter(math.nextafter(found, 0), 0)) ** 2 < squared


def test_that_each_norm_is_given_by_name() -> None:
    found = sensitivity(False, SWAP, 5, 2)
    assert (found.of("L1"), found.of("score")) == (10.0, 2.0)
    assert found.of("L2") == found.L2 == pytest.approx(math.sqrt(18))


@cases_in_one("bounds", list(product((1, 2, 5, 12), (None, 1, 3), (None, 1, 4), (1, 3))))
@cases_in_one("neighbours", [ADD, SWAP])
def test_that_the_norms_keep_their_order(
    bounds: tuple[int, int | None, int | None, int], neighbours: Neighbours
) -> None:
    rows, in_cell, cells, tables = bounds
    found = sensitivity(False, neighbours, rows, in_cell, cells, tables)
    assert found.Linf <= found.L2 <= found.L1
    assert found.L2_squared <= found.L1 * found.Linf  # Hölder
    assert found.L0 * found.L2_squared >= found.L1**2  # Cauchy and Schwarz


@given(
    st.floats(-1e9, 1e9),
    st.floats(-1e9, 1e9),
    st.booleans(),
    st.sampled_from(Neighbours),
    st.integers(1, 100_000),
    st.integers(1, 10**9),
)
def test_that_no_sensitivity_of_a_sum_or_mean_is_rounded_below_the_exact_one(
    one: float, other: float, row: bool, neighbours: Neighbours, rows: int, people: int
) -> None:
    assume(one != other)
    low, high = sorted((one, other))
    rows = 1 if row else rows
    bottom, top = rows * Fraction(low), rows * Fraction(high)
    exact = max(abs(bottom), abs(top))
    if neighbours is SWAP:
        exact = top - bottom if row else max(Fraction(0), top) - min(Fraction(0), bottom)
    found = sum_sensitivity(low, high, row, neighbours, rows)
    assert Fraction(math.nextafter(found, 0.0)) < exact <= Fraction(found)
    if neighbours is SWAP:
        mean = mean_sensitivity(low, high, row, neighbours, rows, people)
        assert Fraction(math.nextafter(mean, 0.0)) < exact / people <= Fraction(mean)


def test_that_rounding_to_nearest_would_have_been_below() -> None:
    exact = Fraction(0.7) - Fraction(-0.1)
    assert Fraction(0.7 - -0.1) < exact <= Fraction(sum_sensitivity(-0.1, 0.7, True, SWAP))
    assert Fraction(1.0 / 3) * 3 < 1 <= Fraction(mean_sensitivity(0.0, 1.0, True, SWAP, 1, 3)) * 3


@given(st.floats(1e-6, 1e9), st.integers(1, 1_000_000))
def test_that_a_row_moves_every_number_of_a_vector(moved: float, dimension: int) -> None:
    norms = vector_norms(moved, dimension)
    exact = Fraction(moved)
    assert Fraction(math.nextafter(norms.L1, 0.0)) < dimension * exact <= Fraction(norms.L1)
    assert dimension * exact**2 <= Fraction(norms.L2) ** 2
    assert math.isclose(norms.L2, math.sqrt(dimension) * moved, rel_tol=1e-14)
    assert (norms.Linf, norms.of("score")) == (moved, moved)
    assert (norms.of("L1"), norms.of("L2")) == (norms.L1, norms.L2)
