"""Curves that a person hides in the picture of the total ε: the picture says so, and no number changes."""

import json

import numpy as np
import pytest
from answering_once import answer_to

from explorer.app.compose.bounds_at_k import cheapest, questions, readings
from explorer.app.compose.figures.composition import CompositionCost
from explorer.app.core import message as said
from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.app.explore.presets import PRESETS
from explorer.app.plotting.layers import Area, Line, Points
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import LANGUAGES, Language
from explorer.privacy.composition import every_composition
from explorer.privacy.refusal import NotValid

ENGLISH = Language("en")
TEXTBOOK = update(State(), said.PresetChosen("textbook"))


def without(*bounds, state=TEXTBOOK):
    for bound in bounds:
        state = update(state, said.CurveHidden(bound, True))
    return state


@pytest.fixture(scope="module")
def answers():
    known = Answered()
    for question in (*questions(TEXTBOOK), *CompositionCost.wanted(TEXTBOOK)):
        known.keep(question, answer_to(question))
    return known


def ids(figure, kind):
    return {each.id for each in figure.layers if isinstance(each, kind)}


def words(figure):
    return [
        ENGLISH.say(line)
        for layer in figure.layers
        if layer.id == "crossings"
        for line in (*layer.lines, *layer.brief)
    ]


def test_that_a_hidden_curve_is_left_out_with_its_name_and_crossing(answers):
    whole = CompositionCost.draw(TEXTBOOK, answers)
    part = CompositionCost.draw(without("advanced-tanh"), answers)
    assert ids(whole, Line) - ids(part, Line) == {"advanced-tanh"}
    assert ids(whole, Points) - ids(part, Points) == {"crossing-advanced-tanh"}
    assert any("tight drift" in each for each in words(whole))
    assert not any("tight drift" in each for each in words(part))


@pytest.mark.parametrize("bound", list(every_composition()))
def test_that_hiding_changes_no_other_curve_and_no_axis(answers, bound):
    whole = CompositionCost.draw(TEXTBOOK, answers)
    part = CompositionCost.draw(without(bound), answers)
    assert (part.x, part.y) == (whole.x, whole.y)
    before = {each.id: each for each in whole.layers if isinstance(each, Line)}
    drawn = [each for each in part.layers if isinstance(each, Line)]
    assert 0 < len(drawn) < len(before)
    for line in drawn:
        assert np.array_equal(line.y, before[line.id].y, equal_nan=True)
        assert (line.colour, line.width) == (before[line.id].colour, before[line.id].width)


def test_that_both_parts_of_the_textbook_and_what_is_false_of_it_are_left_out_together(answers):
    whole = CompositionCost.draw(TEXTBOOK, answers)
    part = CompositionCost.draw(without("advanced-textbook"), answers)
    assert ids(whole, Line) - ids(part, Line) == {
        each for each in ids(whole, Line) if each.startswith("textbook-")
    }
    assert not ids(part, Area)


def test_that_the_total_is_still_quoted_from_a_hidden_bound(answers):
    best = cheapest(readings(TEXTBOOK, answers))
    hidden = without(best.bound)
    assert cheapest(readings(hidden, answers)) == best
    whole, part = (CompositionCost.draw(each, answers) for each in (TEXTBOOK, hidden))
    handles = [next(each for each in figure.layers if each.id == "count") for figure in (whole, part)]
    assert ENGLISH.say(handles[0].title) == ENGLISH.say(handles[1].title)
    assert ENGLISH.say(best.title) in ENGLISH.say(part.description)
    for one, other in zip(whole.table.columns, part.table.columns, strict=True):
        assert np.array_equal(one, other, equal_nan=True)


def test_that_the_picture_says_how_many_curves_it_leaves_out(answers):
    whole = CompositionCost.draw(TEXTBOOK, answers)
    assert "hidden" not in ENGLISH.say(whole.assumption)
    one = CompositionCost.draw(without("optimal"), answers)
    two = CompositionCost.draw(without("optimal", "advanced"), answers)
    assert ENGLISH.say(one.assumption) == f"1 curve is hidden; {ENGLISH.say(whole.assumption)}"
    assert ENGLISH.say(two.assumption) == f"2 curves are hidden; {ENGLISH.say(whole.assumption)}"
    assert ENGLISH.say(two.description).endswith("; 2 curves are hidden")
    count = len(every_composition()) - 2
    assert f"under {count} composition bounds" in ENGLISH.say(two.description)


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_picture_without_curves_says_how_they_come_back(answers, language):
    say = Language(language).say
    empty = CompositionCost.draw(without(*every_composition()), answers)
    assert not ids(empty, Line)
    assert empty.empty is not None
    assert {"en": "Show all curves", "zh_CN": "显示所有曲线"}[language] in say(empty.empty)


def test_that_hidden_curves_come_back_one_by_one_or_all_at_once():
    two = without("optimal", "advanced")
    assert two.hidden == {"optimal", "advanced"}
    assert without("optimal", state=two) == two
    assert update(two, said.CurveHidden("optimal", False)).hidden == {"advanced"}
    assert update(two, said.AllCurvesShown()) == TEXTBOOK


def test_that_nothing_but_a_bound_is_hidden():
    assert without("none of them") == TEXTBOOK


def test_that_hiding_is_no_step_of_undo_and_outlives_one():
    before = update(update(TEXTBOOK, said.Moved("composing.count", 30)), said.Settled())
    history = History().kept(TEXTBOOK, before)
    hidden = without("optimal", state=before)
    assert history.kept(before, hidden) is history
    _, back = history.undone(hidden)
    assert (back.composing.count, back.hidden) == (TEXTBOOK.composing.count, {"optimal"})


@pytest.mark.parametrize("bounds", [(), ("optimal",), tuple(every_composition())])
def test_that_hidden_curves_come_back_with_a_session(bounds):
    state = without(*bounds, state=State())
    assert loaded(saved(state)) == state


def test_that_a_session_hides_only_bounds_that_there_are():
    session = json.loads(saved(State()))
    assert loaded(json.dumps({**session, "hidden": ["optimal", "of a later version"]})).hidden == {"optimal"}
    for broken in (3, [3], [["optimal"]], None):
        with pytest.raises(NotValid):
            loaded(json.dumps({**session, "hidden": broken}))


def test_that_a_preset_keeps_what_is_hidden():
    for preset in PRESETS:
        assert update(without("optimal"), said.PresetChosen(preset)).hidden == {"optimal"}
