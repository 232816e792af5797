"""Where advanced composition overtakes, where a formula is false, and what Example 3.7 truly costs."""

import math

import numpy as np
import pytest

from explorer.language import Language
from explorer.lessons.composition_race import CompositionRace
from explorer.lessons.parts.picture import Sheet
from explorer.lessons.simulations import bounds_race
from explorer.privacy.composition import Release
from explorer.privacy.compositions.advanced_textbook import AdvancedTextbook
from explorer.privacy.compositions.optimal import Optimal


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


def test_that_the_race_is_won_at_63_67_and_73_68_and_never():
    scene = CompositionRace().scene("race")
    assert number(scene, "tight").value == pytest.approx(63.67, abs=0.005)
    assert number(scene, "shortcut").value == pytest.approx(8 * math.log(1e4))
    assert number(scene, "theorem").value is None
    assert Language().say(number(scene, "theorem").said) == "never"


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("delta", [1e-12, 1e-5, 1e-4])
def test_that_the_shortcut_crosses_where_delta_says_whatever_epsilon_is(epsilon, delta):
    scene = CompositionRace(epsilon=epsilon, delta=delta).scene("drag")
    assert number(scene, "shortcut").value == pytest.approx(8 * math.log(1 / delta))


@pytest.mark.parametrize(
    ("epsilon", "crosses"), [(0.69, True), (math.log(2), False), (0.7, False), (2.0, False)]
)
def test_that_the_theorem_never_crosses_from_ln_2_on(epsilon, crosses):
    assert (number(CompositionRace(epsilon=epsilon).scene("drag"), "theorem").value is not None) == crosses


@pytest.mark.parametrize(
    ("epsilon", "shortcut", "theorem", "tight"),
    [(0.1, 92.1, 28.8, 25.5), (0.5, 92.1, 186.6, 40.4), (0.6, 92.1, 727.7, 45.8)],
)
def test_that_the_crossings_at_one_hundred_thousandth_are_those_of_the_table(
    epsilon, shortcut, theorem, tight
):
    scene = CompositionRace(epsilon=epsilon, delta=1e-5).scene("drag")
    for name, value in (("shortcut", shortcut), ("theorem", theorem), ("tight", tight)):
        assert number(scene, name).value == pytest.approx(value, abs=0.06)


def test_that_the_race_stays_that_of_the_guess_wherever_it_was_dragged():
    assert number(CompositionRace(epsilon=0.1, delta=1e-9).scene("race"), "tight").value == pytest.approx(
        63.67, abs=0.005
    )


def test_that_the_shortcut_is_false_from_176_on():
    assert number(CompositionRace().scene("fails"), "first").value == 176
    for count, false in ((107, False), (175, False), (176, True), (1000, True)):
        scene = CompositionRace(count=count).scene("fails")
        told = number(scene, "formula"), number(scene, "exact")
        assert (told[0].value < told[1].value) == false
        assert ("not a guarantee" in Language().say(told[0].label)) == false


@pytest.mark.parametrize(("epsilon", "first"), [(0.1, 11762), (0.2, 2983), (0.5, 525), (1.0, 176), (2.0, 97)])
def test_that_the_first_false_k_is_found(epsilon, first):
    assert AdvancedTextbook().first_false(Release(epsilon), 1e-5) == first


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0])
def test_that_no_earlier_k_is_false(epsilon):
    counts = np.arange(1, 600)
    formula = AdvancedTextbook().formula_epsilon(Release(epsilon), counts, 1e-5)
    exact = Optimal().total(Release(epsilon), counts, 1e-5).value
    assert counts[formula < exact][0] == AdvancedTextbook().first_false(Release(epsilon), 1e-5)


def test_that_a_search_may_end_without_a_false_k():
    assert AdvancedTextbook().first_false(Release(0.01), 1e-5) is None
    assert AdvancedTextbook().first_false(Release(1.0), 1e-5, most=150) is None
    assert AdvancedTextbook().first_false(Release(1.0), 0.0) is None


def test_that_example_3_7_costs_0_89_and_is_not_proven_by_its_theorem():
    scene = CompositionRace().scene("example")
    assert number(scene, "theorem").value == pytest.approx(1.0143, abs=1e-4)
    assert number(scene, "tight").value == pytest.approx(1.0065, abs=1e-4)
    assert number(scene, "optimal").value == pytest.approx(0.8905, abs=1e-4)
    (sheet,) = (each for each in scene.pictures if isinstance(each, Sheet))
    said = [[Language().say(cell) for cell in row] for row in sheet.rows]
    assert ["KOV closed-form bound", "0.9736"] in said
    assert ["Dwork–Roth Theorem 3.20", "1.015"] in said


@pytest.mark.parametrize(
    ("epsilon", "delta", "count"), [(0.05, 1e-12, 1), (1.0, 1e-4, 300), (2.0, 0.01, 1000)]
)
def test_that_every_proven_bound_lies_above_the_exact_total(epsilon, delta, count):
    at = np.array([count], dtype=np.int64)
    exact = bounds_race.totals(bounds_race.OPTIMAL, epsilon, delta, at)[0]
    for name in (bounds_race.BASIC, bounds_race.THEOREM, bounds_race.TIGHT, bounds_race.CLOSED):
        assert bounds_race.totals(name, epsilon, delta, at)[0] >= exact * (1 - 1e-9)
    scene = CompositionRace(epsilon=epsilon, delta=delta, count=count).scene("cost")
    assert number(scene, "optimal").value == pytest.approx(exact)
    assert number(scene, "basic").value == pytest.approx(count * epsilon)


def test_that_the_table_says_where_the_shortcut_is_no_guarantee():
    said = Language().say(CompositionRace(count=300).scene("cost").pictures[1].rows[-1][1])
    assert said == "148.7, not a guarantee"
    assert "guarantee" not in Language().say(CompositionRace(count=50).scene("cost").pictures[1].rows[-1][1])
