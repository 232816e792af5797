"""Ranges of many bins are told of once their strategies are searched in the background, and not before."""

import pytest

from explorer.app.core import release_messages as said
from explorer.app.core.state import State
from explorer.app.record.chosen_plan import plan_entries, plan_questions
from explorer.app.release.figures.expected_counts import ExpectedCounts
from explorer.app.release.figures.noise_alone import NoiseAlone
from explorer.app.release.plan.range_search import SEARCHING, question_of, wanted
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.progress import Cancelled, listening
from explorer.release.plan.plan_file import read_plan
from explorer.release.queries import range_strategy


def plan_text(bins, epsilon="1", more=""):
    edges = ", ".join(f'"{edge}"' for edge in range(bins + 1))
    return f"""schema = 1
[privacy]
unit = "row"
epsilon = "{epsilon}"
[[ranges]]
name = "ages"
[[ranges.column]]
name = "age"
kind = "numeric"
edges = [{edges}]
{more}"""


@pytest.fixture
def none_searched(monkeypatch):
    """Whatever searches a strategy is caught."""

    def searched(*_):
        raise AssertionError("a strategy was searched where nobody may wait")

    monkeypatch.setattr(range_strategy, "strategies", searched)


def test_that_opening_and_drawing_many_bins_searches_nothing(none_searched):
    state = update(State(), said.PlanOpened(plan_text(31)))
    state = update(state, said.PlanEdited("privacy.epsilon", "2"))
    for picture in (ExpectedCounts, NoiseAlone):
        figure = picture.draw(state, {})
        assert figure.pending
        assert figure.empty == SEARCHING
        assert set(wanted(state.releasing.plan)) <= set(picture.wanted(state))
    assert plan_questions(state) == wanted(state.releasing.plan)
    assert SEARCHING in [each.text for each in plan_entries(state, {})]


def test_that_the_answer_brings_pictures_and_entries():
    state = update(State(), said.PlanOpened(plan_text(31)))
    [question] = wanted(state.releasing.plan)
    answers = {question: question()}
    for picture in (ExpectedCounts, NoiseAlone):
        figure = picture.draw(state, answers)
        assert not figure.pending
        assert figure.empty is None
        assert "A range is off by" in Language("en").say(figure.description)
    assert SEARCHING not in [each.text for each in plan_entries(state, answers)]


def test_that_one_search_serves_every_epsilon_and_other_bins_are_another():
    [one], [other] = wanted(plan_text(31)), wanted(plan_text(31, "0.5"))
    assert one == other
    assert wanted(plan_text(32)) != (one,)
    assert wanted(plan_text(8)) == ()
    assert wanted("") == wanted("no plan") == ()


def test_that_a_search_tells_how_far_it_is_and_can_be_cancelled():
    question = question_of(read_plan(plan_text(37)))
    shares = []
    with listening(shares.append):
        question()
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1

    def stop(share):
        raise Cancelled

    with listening(stop), pytest.raises(Cancelled):
        question()
