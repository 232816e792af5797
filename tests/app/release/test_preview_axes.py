"""The axes of the preview rest while ε moves, until a person asks; nothing leaves them unsaid."""

from dataclasses import replace

import pytest

from explorer.app.core import release_messages as said
from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.app.plotting.layers import Bars
from explorer.app.release.figures.expected_counts import ExpectedCounts
from explorer.app.release.figures.noise_alone import NoiseAlone
from explorer.app.release.plan.plan_noise import outlook
from explorer.app.release.preview_axes import beyond
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.release.counting.public_file import PublicFile
from explorer.release.plan.plan_file import read_plan
from explorer.resources import resource

TEXT = resource("examples", "people.toml").read_text("utf-8")
PUBLIC = PublicFile("census.csv", 10, 1)


def after(*messages, state=None):
    state = state or State()
    for message in messages:
        state = update(state, message)
    return state


def axes(state):
    return [picture.draw(state, {}).y for picture in (ExpectedCounts, NoiseAlone)]


OPENED = after(said.PlanOpened(TEXT))


def epsilon(text):
    return said.PlanEdited("privacy.epsilon", text)


def test_that_the_first_axes_hold_every_whisker_and_dot():
    for text in ("1", "0.1", "0.001", "50"):
        first = after(said.PlanOpened(TEXT.replace('epsilon = "1"', f'epsilon = "{text}"')))
        for shown in (0, 1):
            state = after(said.QueryShown(shown), state=first)
            assert not beyond(ExpectedCounts.draw(state, {}))
            assert not beyond(NoiseAlone.draw(state, {}))


def test_that_axes_rest_while_epsilon_moves_and_say_when_noise_leaves_them():
    before = axes(OPENED)
    for text, outside in (("2", False), ("0.9", False), ("0.1", True), ("0.01", True)):
        state = after(epsilon(text), state=OPENED)
        assert axes(state) == before
        assert beyond(ExpectedCounts.draw(state, {})) is outside
        assert beyond(NoiseAlone.draw(state, {})) is outside


def test_that_asked_they_fit_the_noise_and_rest_again():
    wide = after(epsilon("0.1"), said.Rescaled(), state=OPENED)
    assert axes(wide) != axes(OPENED)
    assert not beyond(ExpectedCounts.draw(wide, {}))
    assert axes(after(epsilon("5"), state=wide)) == axes(wide)
    plan = read_plan(wide.releasing.plan)
    told = [outlook(plan, index) for index in range(len(plan.queries))]
    assert wide.releasing.framed == tuple((each.margins.each, each.margins.joint) for each in told)


def test_that_whiskers_below_zero_are_inside():
    figure = ExpectedCounts.draw(after(epsilon("0.1"), said.Rescaled(), state=OPENED), {})
    lowest = min(float(each.height.min()) - each.whiskers for each in figure.layers if isinstance(each, Bars))
    assert figure.y.low <= lowest < 0


def test_that_a_plan_that_does_not_hold_changes_no_axis():
    broken = after(epsilon("much"), state=OPENED)
    assert broken.releasing.framed == OPENED.releasing.framed
    assert axes(after(epsilon("0.5"), state=broken)) == axes(OPENED)
    assert after(said.Rescaled(), state=broken).releasing.framed == OPENED.releasing.framed


def test_that_another_plan_has_axes_of_its_own():
    other = after(said.PlanOpened(TEXT.replace('epsilon = "1"', 'epsilon = "0.1"')), state=OPENED)
    assert axes(other) != axes(OPENED)
    fewer = after(said.PlanReduced("histogram.2"), state=OPENED)
    assert len(fewer.releasing.framed) == 1


def test_that_a_plan_from_a_session_rests_from_its_first_edit_on():
    kept = loaded(saved(OPENED))
    assert kept.releasing.framed == ()
    assert axes(kept) == axes(OPENED)
    assert axes(after(epsilon("0.1"), state=kept)) == axes(OPENED)


def test_that_rescaling_and_the_sample_can_be_undone():
    for message in (said.Rescaled(), said.PreviewSampled(PUBLIC)):
        before = after(epsilon("0.1"), state=OPENED)
        now = after(message, state=before)
        history = History().kept(before, now)
        assert history.past == (before,)
        _, back = history.undone(now)
        assert back.releasing == before.releasing


def test_that_a_public_file_is_in_no_session():
    state = after(said.PreviewSampled(PUBLIC), state=OPENED)
    assert state.releasing.public == PUBLIC
    assert "census" not in saved(state)
    assert loaded(saved(state)).releasing.public is None


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_that_a_few_dots_beyond_need_no_warning_but_many_do(share):
    figure = NoiseAlone.draw(OPENED, {})
    low, high = (0.0, 0.0) if share else (figure.y.low, figure.y.high)
    assert beyond(replace(figure, y=replace(figure.y, low=low, high=high))) is bool(share)
