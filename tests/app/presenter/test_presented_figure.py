"""Pictures for a large room: four curves at most, none thin, and nothing of a curve that is left out."""

import pytest
from answering_once import answer_to
from cases_in_one import cases_in_one
from states import planned

from explorer.app.core.state import State
from explorer.app.figures import every_picture, picture_of
from explorer.app.plotting.layers import Line, Note, Points
from explorer.app.presenter.presented_figure import (
    MOST_CURVES,
    THINNEST,
    presented,
    remark,
    series_of,
    simulated,
)
from explorer.language import Language

SCALES = (1.6, 2.2, 3.3)


def drawn(identity):
    state = planned("people") if identity in ("expected-counts", "noise-alone") else State()
    picture = picture_of(identity)
    return picture.draw(state, {question: answer_to(question) for question in picture.wanted(state)})


@cases_in_one("identity", every_picture())
@cases_in_one("scale", SCALES)
def test_that_every_picture_has_at_most_four_curves_none_of_them_thin(identity, scale):
    found = presented(drawn(identity), scale)
    lines = [each for each in found.figure.layers if isinstance(each, Line)]
    assert len({series_of(each) for each in lines} - {""}) == found.shown <= MOST_CURVES
    assert all(each.width * scale >= THINNEST - 1e-9 for each in lines)
    assert found.all >= found.shown


def test_that_what_belongs_to_a_curve_goes_with_it_and_basic_composition_stays():
    whole = drawn("composition")
    found = presented(whole, 2.2)
    assert found.shown == MOST_CURVES < found.all
    kept = {each.colour for each in found.figure.layers if isinstance(each, Line)}
    gone = {each.colour for each in whole.layers if isinstance(each, Line)} - kept
    assert gone
    marks = [each for each in found.figure.layers if isinstance(each, Note | Points)]
    assert not {each.colour for each in marks} & gone
    assert "sequential" in {each.id for each in found.figure.layers}
    assert found.figure.table is whole.table


def test_that_the_widest_curve_stays():
    whole = drawn("composition")
    widest = max((each for each in whole.layers if isinstance(each, Line)), key=lambda each: each.width)
    assert widest.id in {each.id for each in presented(whole, 2.2).figure.layers}


@pytest.mark.parametrize(
    ("identity", "made_up"),
    [
        *(("released-value", True), ("equally-likely", True), ("clipping", True), ("expected-counts", True)),
        *(("trade-off", False), ("composition", False), ("table-profile", False)),
    ],
)
def test_that_simulated_data_are_said_to_be(identity, made_up):
    state = planned("people") if identity == "expected-counts" else State()
    shown = presented(drawn(identity), 2.2)
    assert simulated(state, shown.figure) == made_up
    assert ("simulated" in Language("en").say(remark(state, shown, False))) == made_up


def test_that_a_frozen_screen_and_missing_curves_are_told():
    shown = presented(drawn("composition"), 2.2)
    told = Language("en").say(remark(State(), shown, True))
    assert told == f"frozen; 4 of {shown.all} curves"
    assert Language("en").say(remark(State(), presented(drawn("trade-off"), 2.2), False)) == ""
