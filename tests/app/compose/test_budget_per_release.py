"""From the budget to what each release may have: what the card says, and what its button does."""

import math
from dataclasses import replace

import pytest
from answering_once import answer_to
from hypothesis import example, given, settings
from hypothesis import strategies as st
from states import MECHANISMS
from thoroughness import some

from explorer.app.compose import budget_per_release, share_requests
from explorer.app.compose.bounds_at_k import questions, readings
from explorer.app.core.message import Moved, PresetChosen, ShareTaken
from explorer.app.core.request import composed
from explorer.app.core.state import State, mechanism_for, mechanism_of, within_sample
from explorer.app.explore.presets import EXAMPLE
from explorer.app.update import update
from explorer.language import Language, full, number
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.status import Status

SAY = Language("en").say


def asked(state, **composing):
    return replace(state, composing=replace(state.composing, **composing))


def answered(state):
    return {
        question: answer_to(question) for question in (*share_requests.questions(state), *questions(state))
    }


def told(state):
    """The rows of the card, by bound."""
    answers = answered(state)
    return {row.bound: row for row in budget_per_release.rows(state, answers, readings(state, answers))}


def words(state):
    return {bound: SAY(row.words) for bound, row in told(state).items()}


@pytest.mark.parametrize("mechanism", some(MECHANISMS, 6))
def test_that_every_bound_has_its_row_the_least_noise_first(mechanism):
    state = State(mechanism=mechanism)
    rows = list(told(state).values())
    assert {row.bound for row in rows} == set(every_composition()) - {share_requests.COROLLARY}
    good = [row.noise for row in rows if row.valid]
    assert good == sorted(good)
    assert all(row.valid for row in rows[: len(good)])
    for row in rows:
        assert SAY(row.words)
        assert "nan" not in SAY(row.words)
        assert row.current
        assert math.isnan(row.number) == (row.again is None)


@example("gaussian", 4.0, -6.0, 1)
@example("laplace", 0.5, -9.0, 300)
@settings(max_examples=5)
@given(
    mechanism=st.sampled_from(("laplace", "gaussian", "discrete-laplace", "exponential")),
    total_epsilon=st.floats(0.5, 20),
    power=st.floats(-9, -3),
    count=st.sampled_from((1, 12, 300)),
)
def test_that_what_the_button_sets_keeps_the_budget_by_that_bound(mechanism, total_epsilon, power, count):
    before = asked(
        State(mechanism=mechanism),
        total_epsilon=total_epsilon,
        total_delta=10**power,
        count=count,
        horizon=500,
    )
    answers = {question: answer_to(question) for question in share_requests.questions(before)}
    for row in budget_per_release.rows(before, answers, readings(before, {})):
        if row.take is None:
            continue
        after = update(before, ShareTaken(*row.take))
        assert not after.refused
        total = composed(after, row.bound, (count,))()
        assert total.upper[0] <= total_epsilon
        assert total.upper[0] >= total_epsilon * (1 - 1e-3) or after.target.epsilon > 49.9


def test_that_the_epsilon_that_is_set_is_the_one_that_was_read():
    state = asked(State(), total_epsilon=120.0, count=52, total_delta=1e-4)
    for row in told(state).values():
        if row.take is not None:
            after = update(state, ShareTaken(*row.take, row.bound))
            assert number(after.target.epsilon) == full(after.target.epsilon) == number(row.rounded)


def test_that_a_share_taken_sets_the_delta_only_where_the_mechanism_needs_one():
    pure = update(State(), ShareTaken(0.25, 1e-9))
    assert (pure.target.epsilon, pure.target.delta) == (0.25, State().target.delta)
    assert pure.framed == pure.setting
    gaussian = update(State(mechanism="gaussian"), ShareTaken(0.25, 1e-9))
    assert (gaussian.target.epsilon, gaussian.target.delta) == (0.25, 1e-9)


def test_that_a_share_that_nothing_can_have_is_refused_and_changes_nothing():
    for share in (ShareTaken(1e-9, 1e-9), ShareTaken(400.0, 1e-9)):
        after = update(State(), share)
        assert after.setting == State().setting
        assert "target.epsilon" in after.refused


def test_that_a_normal_distribution_is_described_by_its_noise_and_by_its_epsilon_where_a_bound_reads_that():
    state = asked(State(mechanism="gaussian"), total_epsilon=1.0, count=12, total_delta=1e-6)
    rows, said = told(state), words(state)
    assert SAY(budget_per_release.heading(state)) == "σ per release, at least"
    assert next(iter(rows)) in ("gaussian-dp", "numerical")
    assert said["gaussian-dp"] == "exact"
    assert "δ = 4.166·10⁻⁸" in said["optimal"]
    assert rows["gaussian-dp"].number < rows["zcdp"].number < rows["optimal"].number
    taken = update(state, ShareTaken(*rows["gaussian-dp"].take))
    assert mechanism_of(taken).noise == pytest.approx(rows["gaussian-dp"].number, rel=1e-8)
    assert mechanism_of(taken).noise >= rows["gaussian-dp"].number


@pytest.mark.parametrize(
    ("rate", "total", "status"), [(0.1, 8.0, Status.CONFIRMED), (1e-3, 16.0, Status.FALSE)]
)
def test_that_a_share_is_no_better_than_what_its_noise_claims_within_the_sample(rate, total, status):
    state = State(mechanism="gaussian-classical", shape=Shape(sampling_rate=rate))
    asked_of = asked(state, total_epsilon=total, total_delta=1e-5, count=10)
    closed = next(each for each in share_requests.questions(asked_of) if "sequential" in each.bounds)
    (share,) = (each for each in closed() if each.bound == "sequential")
    within = replace(
        asked_of.setting, target=replace(state.target, epsilon=share.take[0], delta=share.take[1])
    )
    assert share.mechanism == mechanism_for(within)
    assert share.mechanism.claim(*within_sample(within)).status is share.status is status


def test_that_the_total_is_told_again_and_what_is_set_is_held_against_the_budget():
    state = asked(State(), total_epsilon=10.0, count=100)
    rows = told(state)
    assert SAY(rows["sequential"].again) == "resulting total 10; with the current settings 100: over budget"
    assert "budget: 10" in SAY(rows["optimal"].why)
    small = asked(update(State(), Moved("target.epsilon", 0.01)), total_epsilon=10.0, count=100)
    assert "with the current settings 1" in SAY(told(small)["sequential"].again)
    assert "over" not in SAY(told(small)["sequential"].again)


def test_that_a_budget_out_of_reach_is_a_sentence():
    narrow = asked(State(), total_epsilon=1e-6, count=1_000_000)
    for row in told(narrow).values():
        assert math.isnan(row.number)
        assert SAY(row.words)
        assert row.take is None
    crowded = asked(State(mechanism="gaussian"), total_delta=1e-300, count=100)
    assert "raise the total δ" in words(crowded)["sequential"]


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_that_the_loss_of_a_sample_is_counted_in_and_keeps_the_budget(mechanism):
    state = State(mechanism=mechanism, shape=replace(State().shape, sampling_rate=0.1))
    answers = answered(state)
    now = readings(state, answers)
    rows = {row.bound: row for row in budget_per_release.rows(state, answers, now)}
    for bound in ("numerical", "renyi"):
        assert rows[bound].noise < rows["optimal"].noise  # it knows how little the sample gives away
        after = update(state, ShareTaken(*rows[bound].take))
        again = composed(after, bound, (after.composing.count,))().upper[0]
        assert 0.99 * state.composing.total_epsilon < again <= state.composing.total_epsilon
        assert budget_per_release.noise_of(mechanism_of(after)) >= rows[bound].noise * (1 - 1e-12)


def test_that_the_epsilon_of_a_sample_is_that_of_everybody():
    state = State(shape=replace(State().shape, sampling_rate=0.1))
    rows = told(state)
    everybody = told(State())
    assert rows["optimal"].number == everybody["optimal"].number  # the ε of the whole is the same
    assert rows["optimal"].noise < everybody["optimal"].noise  # and less noise keeps it
    assert "10 %" in SAY(budget_per_release.assumption(state))


def test_that_an_older_answer_stands_in_only_for_the_same_mechanism():
    state = State()
    later = asked(state, total_epsilon=9.0)
    answers = {question: answer_to(question) for question in share_requests.questions(state)}
    found = budget_per_release.rows(later, answers, readings(later, {}))
    assert not any(row.current for row in found)
    assert any(row.valid for row in found)
    other = replace(later, mechanism="gaussian")
    assert not any(row.valid for row in budget_per_release.rows(other, answers, readings(other, {})))


def test_that_what_a_release_has_now_asks_nothing_anew():
    moved = update(State(), Moved("target.epsilon", 0.3))
    assert share_requests.questions(moved) == share_requests.questions(State())


# Corollary 3.21, and the book's example


def test_that_the_corollary_says_its_range_and_what_it_truly_delivers():
    state = asked(State(), total_epsilon=0.5, total_delta=1e-6, count=100)
    answers = answered(state)
    shortcut = budget_per_release.corollary(state, answers)
    assert shortcut.number == pytest.approx(0.5 / (2 * math.sqrt(200 * math.log(1e6))), rel=1e-12)
    assert "yours is in that range" in SAY(shortcut.range)
    assert shortcut.kept
    delivered = [
        share.truly
        for bound, share, _ in share_requests.shares(state, answers)
        if bound == share_requests.COROLLARY
    ]
    assert delivered[0] < 0.5
    assert SAY(shortcut.truly).startswith("the actual total, by optimal composition, is 0.1776")
    wide = asked(state, total_epsilon=3000.0, count=10_000)
    beyond = budget_per_release.corollary(wide, answered(wide))
    assert "outside" in SAY(beyond.range)
    assert "not a guarantee" in SAY(beyond.truly)
    assert not beyond.kept
    assert beyond.take is None


def test_that_the_dwork_roth_example_is_true_but_not_by_the_theorem_quoted():
    state = update(State(), PresetChosen(EXAMPLE))
    assert (state.target.epsilon, state.composing.count) == (1 / 801, 10_000)
    assert state.composing.total_delta == math.exp(-32)
    answers = answered(state)
    now = readings(state, answers)
    said = SAY(budget_per_release.example(state, now))
    for total in ("1.015", "1.007", "0.8905"):
        assert total in said
    proven = {each.bound for each in now if each.valid}
    keeping = {each.bound for each in now if each.upper <= state.composing.total_epsilon}
    assert {"numerical", "optimal", "renyi", "zcdp", "kov-closed"} <= keeping <= proven
    assert {"sequential", "advanced", "advanced-textbook"} <= proven - keeping
    assert f"{len(keeping)} of {len(proven)} bounds" in SAY(budget_per_release.verdict(state, now))
    assert budget_per_release.example(update(state, Moved("composing.count", 9999)), now) is None
    assert budget_per_release.example(state, readings(state, {})) is None  # not before the optimum is known


def test_that_no_bound_keeping_the_budget_is_said():
    state = asked(State(), total_epsilon=1.0)
    assert "no bound" in SAY(budget_per_release.verdict(state, readings(state, answered(state))))


def test_that_every_mechanism_has_a_name_for_its_number():
    for mechanism, kind in every_mechanism().items():
        said = SAY(budget_per_release.heading(State(mechanism=mechanism)))
        assert said.startswith("ε") == kind.pure
