"""The year at a glance: the laws of all pictures in the states that only a plan has, and its own."""

import numpy as np
import pytest
from drawn_parts import sentences
from plans_of_a_year import answered, example, line, planned
from work import work

from explorer.app.core import message
from explorer.app.core import schedule_messages as said
from explorer.app.core.schedule import TIMES
from explorer.app.core.state import State, declared
from explorer.app.plotting.layers import Bars, Dash, Handle, Line, Note, Points
from explorer.app.schedule.figures.year import Year
from explorer.app.update import update
from explorer.language import Language

HELD = update(example(), said.ScheduleLineSelected(1))
STATES = {
    "example": example(),
    "held": HELD,
    "beyond": planned(line("a", often=TIMES, times=1_000_000, epsilon=50.0)),
    "tiny": planned(line("a", epsilon=1e-6), total_delta=1e-300),
    "nothing-proven": planned(line("a", "gaussian", "daily", delta=0.1), total_delta=1e-9),
    "budget-dragged": update(example(), message.Moved("composing.total_epsilon", 90.0)),
}
every = pytest.mark.parametrize("name", STATES)


def drawn(state):
    return Year.draw(state, answered(state))


def layer(figure, name):
    return next((each for each in figure.layers if each.id == name), None)


@every
def test_that_the_year_is_sound(name):
    figure = drawn(STATES[name])
    assert not figure.pending
    assert figure.empty is None
    assert figure.y.low < 0 < figure.y.high
    assert all(figure.y.low <= tick <= figure.y.high for tick in figure.y.ticks)
    assert len({each.id for each in figure.layers}) == len(figure.layers)
    for each in figure.layers:
        if isinstance(each, Bars):
            assert np.isfinite(each.height).all()
            assert (each.height <= figure.y.high).all()
            assert not each.height.flags.writeable
        if isinstance(each, Line | Points):
            assert len(each.x) == len(each.y)
            assert (each.y <= figure.y.high).all()
        if isinstance(each, Note):
            assert np.isfinite([each.x, each.y]).all()
    for sentence in sentences(figure):
        assert not set("{}") & set(Language("en").say(sentence))


def test_that_an_empty_plan_says_what_to_do_next():
    figure = Year.draw(State(), {})
    assert figure.layers == ()
    assert "example year" in figure.empty.text
    assert Year.wanted(State()) == ()


def test_that_lines_that_do_not_add_have_no_picture():
    figure = Year.draw(planned(line("a"), line("b", unit="person")), {})
    assert "No total" in figure.empty.text


def test_that_the_budget_is_a_dashed_line_with_its_name():
    figure = drawn(example())
    budget = layer(figure, "budget")
    assert isinstance(budget, Line)
    assert budget.dash is Dash.UPPER
    assert budget.y.tolist() == [10.0, 10.0]
    assert Language("en").say(layer(figure, "budget-words").lines[0]) == "budget 10"
    assert layer(drawn(STATES["budget-dragged"]), "budget") is None  # beyond an axis that rests


def test_that_bars_and_stair_end_in_the_totals():
    figure = drawn(example())
    assert figure.table.columns[1][-1] == pytest.approx(9.2)
    assert layer(figure, "adding-up").y[-1] == pytest.approx(9.2)
    assert layer(figure, "best").height[-1] == figure.table.columns[2][-1] < 6.5


def test_that_marks_tell_when_the_line_in_hand_is_released():
    figure = drawn(HELD)
    assert layer(figure, "in-hand").x.tolist() == [1.0, 4.0, 7.0, 10.0]
    handle = next(each for each in figure.layers if isinstance(each, Handle))
    assert (handle.path, handle.at, handle.step) == ("schedule.first", 1.0, 1.0)
    assert declared(HELD, handle.path).integer
    moved = drawn(update(HELD, message.Moved(handle.path, 5.0)))
    assert layer(moved, "in-hand").x.tolist() == [5.0, 8.0, 11.0]


def test_that_the_total_moves_with_the_hand_and_the_axes_rest():
    answers = answered(HELD)
    before = Year.draw(HELD, answers)
    after = Year.draw(update(HELD, message.Moved("schedule.epsilon", 0.4)), answers)
    assert layer(after, "adding-up").y[-1] == pytest.approx(9.2 - 4 * 0.4)
    assert (after.x, after.y) == (before.x, before.y)
    assert after.pending
    assert layer(after, "best").opacity < layer(before, "best").opacity


def test_that_nothing_is_torn_at_rest_and_all_of_it_is_seen():
    state = planned(line("a", often=TIMES, times=1_000_000, epsilon=50.0))
    figure = drawn(state)
    assert figure.y.high >= 5e7
    assert layer(figure, "torn") is None
    assert layer(figure, "adding-up").y[-1] == 5e7


def test_that_what_grows_beyond_a_resting_axis_is_visibly_torn():
    moved = update(HELD, message.Moved("schedule.epsilon", 40.0))
    torn = layer(drawn(moved), "torn")
    assert isinstance(torn, Line)
    assert 0 < torn.y.min() < torn.y.max() < moved.schedule.top
    assert layer(drawn(update(moved, message.Settled())), "torn") is None


def test_that_months_bear_the_names_that_the_plan_gives_them():
    axis = drawn(example()).x
    assert [name.text for name in axis.names] == ["Jan", "Apr", "Jul", "Oct"]
    assert axis.ticks == (1.0, 4.0, 7.0, 10.0)


def test_that_a_broken_claim_has_no_stair():
    broken = planned(line("a", "gaussian-classical", epsilon=20.0, delta=1e-5), total_delta=1e-2)
    figure = drawn(broken)
    assert layer(figure, "adding-up") is None
    assert layer(figure, "added-total") is None
    assert layer(figure, "best").height[-1] > 0


def test_that_the_year_is_little_work_for_a_frame():
    answers = answered(HELD)
    Year.draw(HELD, answers)
    moved = update(HELD, message.Moved("schedule.epsilon", 0.8))
    done = work(lambda: Year.draw(moved, answers))
    assert done.calls < 6000
    assert done.bytes < 100_000
