"""Linkage: who is unique by which columns, as often as chance says; then noised cells tell little."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from explorer.lessons.linkage import Linkage
from explorer.lessons.simulations.town import (
    COLUMNS,
    PEOPLE,
    TARGETS,
    birth_date,
    each_cell,
    noised,
    right,
    shares_of,
    targets,
    town,
    unique_share,
)
from explorer.privacy.risk import of_mechanism, worst_case

SEEDS = range(20)
SETS = [frozenset(each) for count in range(5) for each in combinations(COLUMNS, count)]


def values(scene):
    return {each.id: each.value for each in scene.all_numbers}


def expected_share(chosen):
    """The chance that nobody else has the same values: Σ p (1 − p)^(n − 1) over all combinations."""
    chances = np.ones(1)
    for column in chosen:
        chances = np.outer(chances, shares_of(column)).ravel()
    return float((chances * (1 - chances) ** (PEOPLE - 1)).sum())


def named(chosen):
    """The columns in one order in every process: workers must collect the same tests."""
    return "+".join(sorted(chosen))


@pytest.mark.parametrize("chosen", SETS, ids=named)
def test_that_uniqueness_is_counted_by_comparing_people(chosen):
    columns = town(3).columns
    seen = list(zip(*(columns[name].tolist() for name in sorted(chosen)), strict=True)) or [()] * PEOPLE
    counts = Counter(seen)
    expected = sum(counts[each] == 1 for each in seen)
    assert unique_share(3, chosen) == expected / PEOPLE


@pytest.mark.parametrize("chosen", [*SETS[-5:], frozenset(("year", "day"))], ids=named)
def test_that_people_are_unique_as_often_as_chance_says(chosen):
    measured = np.mean([unique_share(seed, chosen) for seed in SEEDS])
    expected = expected_share(chosen)
    # two who share a combination are both not unique, so counts scatter up to twice as far as coins
    band = 3 * math.sqrt(2 * expected * (1 - expected) / (PEOPLE * len(SEEDS)))
    assert abs(measured - expected) < band


def test_that_the_figures_of_a_given_seed_stay():
    assert values(Linkage(seed=1).scene("attack"))["unique_all"] == pytest.approx(0.943, abs=5e-4)
    without_day = Linkage(seed=1).demonstrated()
    assert without_day.chosen == {"sex", "year", "postcode"}
    assert values(without_day.scene("columns"))["unique"] == pytest.approx(0.00155)


def test_that_columns_are_put_in_and_out():
    assert Linkage().chosen == set(COLUMNS)
    assert Linkage(moves=("sex", "year", "sex")).chosen == {"sex", "day", "postcode"}
    assert values(Linkage(moves=tuple(COLUMNS)).scene("columns")) == {"unique": 0.0, "columns": 0}


def test_that_the_targets_are_unique_and_their_cells_hold_nobody_else():
    chosen = targets(2)
    assert len(set(chosen.tolist())) == TARGETS
    assert town(2).unique(COLUMNS)[chosen].all()
    numbers = town(2).combinations(COLUMNS)
    truly = np.bincount(numbers[town(2).ill], minlength=numbers.max() + 1)[numbers[chosen]]
    assert (truly == town(2).ill[chosen]).all()
    assert noised(2, 50.0).tolist() == truly.tolist()


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_that_attacks_are_right_as_often_as_the_risk_says(epsilon):
    measured = float(np.mean([right(seed, epsilon).mean() for seed in SEEDS]))
    expected = of_mechanism(each_cell(epsilon)).best_guess
    assert expected == pytest.approx(worst_case(epsilon, 0.0).best_guess, rel=1e-12)
    assert abs(measured - expected) < 3 * math.sqrt(expected * (1 - expected) / (TARGETS * len(SEEDS)))


def test_that_the_squares_are_the_share_that_is_said():
    scene = Linkage(epsilon=0.5).scene("drag")
    squares = next(each for each in scene.pictures if each.id == "targets")
    assert float(np.mean(squares.cells == 0)) == scene.key.value


def test_that_birth_dates_are_dates():
    assert [birth_date(0, 0), birth_date(40, 58), birth_date(40, 59), birth_date(79, 364)] == [
        *("1935-01-01", "1975-02-28", "1975-03-01", "2014-12-31"),
    ]
