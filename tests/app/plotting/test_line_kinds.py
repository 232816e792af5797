"""The key of a picture: what its dashes mean, and only those that occur."""

import numpy as np

from explorer.app.core.message import Moved
from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.plotting.figure import Axis, Figure, Table
from explorer.app.plotting.layers import Area, Dash, Line
from explorer.app.plotting.line_kinds import line_kinds
from explorer.app.update import update
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.status import Kind

ENDS = np.array([0.0, 1.0])
AXIS = Axis(N_("ε"), 0.0, 1.0, ())


def line(dash, **given):
    return Line(f"{dash.value}-{len(given)}", ENDS, ENDS, "ink", dash, label=N_("curve"), **given)


def key(*layers, **settings):
    said = N_("a picture")
    figure = Figure("own", said, said, said, AXIS, AXIS, layers, Table((), (), ()), settings=settings)
    return [(each.dash, Language("en").say(each.words)) for each in line_kinds(figure)]


def test_that_only_the_kinds_that_occur_are_explained_the_surest_first():
    hatched = Area("false", ENDS, ENDS, ENDS + 1, "unproven", hatched=True)
    assert key(line(Dash.UNPROVEN), hatched, line(Dash.ESTIMATE), line(Dash.UPPER), line(Dash.EXACT)) == [
        (Dash.EXACT, "exact"),
        (Dash.UPPER, "proven bound"),
        (Dash.ESTIMATE, "estimate"),
        (Dash.UNPROVEN, "not proven"),
        (None, "not a guarantee"),
    ]
    assert key(line(Dash.EXACT), line(Dash.UPPER)) == [(Dash.EXACT, "exact"), (Dash.UPPER, "proven bound")]


def test_that_lines_of_one_kind_need_no_key():
    assert key(line(Dash.EXACT), line(Dash.EXACT)) == []
    assert key(line(Dash.UPPER)) == []
    assert key() == []


def test_that_a_proven_interval_is_not_called_exact():
    interval = line(Dash.EXACT, kind=Kind.BRACKET)
    assert key(interval, line(Dash.UPPER))[0] == (Dash.EXACT, "proven interval")
    assert key(interval, line(Dash.EXACT), line(Dash.UPPER))[0][1] == "exact, or a proven interval"


def test_that_a_dash_that_says_who_explains_no_kind():
    with_you = line(Dash.UPPER, kind=Kind.EXACT)
    assert key(line(Dash.EXACT), with_you) == []
    assert key(line(Dash.EXACT), line(Dash.UPPER), numbers=1) != []
    assert key(line(Dash.EXACT), line(Dash.UPPER), kind=N_("estimate")) == []


def test_that_the_composition_picture_explains_its_lines_and_the_first_of_explore_needs_none():
    state = update(State(), Moved("composing.count", 50.0))
    picture = picture_of("composition")
    drawn = picture.draw(state, {question: question() for question in picture.wanted(state)})
    assert [each.dash for each in line_kinds(drawn)] == [Dash.EXACT, Dash.UPPER, Dash.UNPROVEN, None]
    assert line_kinds(picture_of("released-value").draw(state, {})) == ()
