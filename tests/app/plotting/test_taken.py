"""What a point of a picture gives for the parameter of its x axis: a k rounded up, an ε as it is read."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.compose.figures.composition import CompositionCost
from explorer.app.core import message as said
from explorer.app.core.state import State
from explorer.app.explore.figures.delta_profile import DeltaProfile
from explorer.app.plotting.read_out import Place, again, read_out, readable
from explorer.app.plotting.taken import take_words, taken
from explorer.app.update import update
from explorer.language import LANGUAGES, Language

TEXTBOOK = update(State(), said.PresetChosen("textbook"))
LOGARITHMIC = update(TEXTBOOK, said.AxesChosen(True))


def line(figure, name):
    return next(each for each in readable(figure) if each.id == name)


def at(figure, name, value):
    """The computed place of a curve nearest to a value of x."""
    curve = line(figure, name)
    drawn = np.log10(value) if figure.x.logarithmic else value
    return again(figure, Place(curve, float(drawn), 0.0))


@pytest.mark.parametrize("state", [TEXTBOOK, LOGARITHMIC], ids=["plain", "logarithmic"])
@pytest.mark.parametrize("count", [3, 64, 100, 125])
def test_that_a_point_of_a_curve_gives_its_own_k(state, count):
    figure = CompositionCost.draw(state, {})
    assert figure.takes.path == "composing.count"
    assert taken(figure, at(figure, "sequential", count)) == count


@pytest.mark.parametrize("state", [TEXTBOOK, LOGARITHMIC], ids=["plain", "logarithmic"])
def test_that_a_crossing_gives_its_k_rounded_up(state):
    figure = CompositionCost.draw(state, {})
    crossing = line(figure, "crossing-advanced-textbook")
    assert taken(figure, Place(crossing, float(crossing.x[0]), float(crossing.y[0]))) == 74


def test_that_a_point_of_the_profile_gives_the_epsilon_that_is_said_there():
    figure = DeltaProfile.draw(State(), {})
    place = Place(line(figure, "own"), 0.123456789, -2.0, computed=False)
    assert figure.takes.path == "target.epsilon"
    assert taken(figure, place) == 0.12346
    assert "0.12346" in " ".join(map(Language("en").say, read_out(figure, place).numbers))


def test_that_a_point_outside_of_the_range_of_the_parameter_gives_nothing():
    figure = DeltaProfile.draw(State(), {})
    assert taken(figure, Place(line(figure, "own"), 0.0, -1.0)) is None
    assert take_words(figure, Place(line(figure, "own"), 0.0, -1.0), by_keyboard=False) is None


def test_that_a_curve_of_other_settings_and_a_picture_that_sets_nothing_give_nothing():
    figure = CompositionCost.draw(TEXTBOOK, {})
    place = at(figure, "sequential", 64)
    assert taken(figure, replace(place, line=replace(place.line, dimmed=True))) is None
    assert taken(replace(figure, takes=None), place) is None


def test_that_what_is_taken_is_said_for_the_hand_in_use_in_both_languages():
    figure = CompositionCost.draw(TEXTBOOK, {})
    place = at(figure, "sequential", 64)
    spoken = {
        name: [Language(name).say(take_words(figure, place, by_keyboard)) for by_keyboard in (False, True)]
        for name in LANGUAGES
    }
    assert spoken["en"] == ["double-click: take k = 64", "Enter: take k = 64"]
    assert spoken["zh_CN"] == ["双击：取 k = 64", "按 Enter：取 k = 64"]
