"""What a release means for a person: reference values, ranges, groups, and what the numbers do not say."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from states import ANYWHERE, settled, states

from explorer.app.core.state import guarantee_of
from explorer.app.explore.risk_summary import (
    belief_after,
    found_out,
    group_of,
    limits,
    of_hundred,
    predictive_value,
    promise,
    risk_summary,
)
from explorer.language import Language
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind
from explorer.privacy.target import Target

# epsilon, best guess in %, advantage, most true alarms at 1 % and at 0.1 % of false ones, and how often an
# alarm can be right at most where 1 % of people are in the data; pure epsilon at sensitivity 1.
VECTORS = [
    (0.1, 52.5, 0.050, 0.0111, 0.0011, 0.0110),
    (0.5, 62.2, 0.245, 0.0165, 0.0016, 0.0164),
    (1.0, 73.1, 0.462, 0.0272, 0.0027, 0.0267),
    (2.0, 88.1, 0.762, 0.0739, 0.0074, 0.0695),
    (3.0, 95.3, 0.905, 0.201, 0.020, 0.169),
    (5.0, 99.3, 0.987, 0.993, 0.148, 0.600),
]


def looking(state, **reading):
    """The same release, looked at otherwise."""
    return replace(state, reading=replace(state.reading, **reading))


@pytest.mark.parametrize(("epsilon", "guess", "advantage", "at_percent", "at_permille", "right"), VECTORS)
def test_that_the_worst_pure_mechanism_gives_the_reference_values(
    epsilon, guess, advantage, at_percent, at_permille, right
):
    state = looking(settled("discrete-laplace", epsilon=epsilon), prior=0.01, false_alarm=0.01)
    told = risk_summary(state)
    assert 100 * told.best_guess.value == pytest.approx(guess, abs=0.05)
    assert told.advantage.value == pytest.approx(advantage, abs=5e-4)
    assert told.true_alarms.value == pytest.approx(at_percent, rel=6e-3)
    assert belief_after(state).high == pytest.approx(right, rel=6e-3)
    assert told.alarm_right.value <= belief_after(state).high * (1 + 1e-12)
    own, worst = found_out(looking(state, false_alarm=0.001))
    assert worst == pytest.approx(at_permille, rel=0.05)
    assert own == pytest.approx(worst, rel=1e-9)  # it is the worst there is


def test_that_continuous_noise_is_milder_than_the_worst():
    without, with_you = 50 * math.exp(-0.5), 100 - 50 * math.exp(-0.5)
    assert Language().say(risk_summary(settled("laplace", epsilon=1.0)).odds) == (
        f"Without you, {without:.1f} of 100 results look as if you were in the data; with you, "
        f"{with_you:.1f} of 100"
    )
    own, worst = found_out(looking(settled("laplace", epsilon=1.0), false_alarm=0.3))
    assert own < worst


def test_that_a_pure_release_limits_every_belief():
    found = belief_after(looking(settled("laplace", epsilon=math.log(3)), prior=0.5))
    assert (found.low, found.high) == pytest.approx((0.25, 0.75))
    assert risk_summary(settled("laplace")).belief.kind is Kind.UPPER


@pytest.mark.parametrize("mechanism", ["gaussian", "gaussian-classical", "discrete-gaussian"])
def test_that_with_delta_no_single_result_has_a_limit_and_that_is_said(mechanism):
    state = settled(mechanism, epsilon=0.5, delta=1e-5)
    assert belief_after(state) is None
    told = risk_summary(state)
    assert told.belief.value is None
    assert Language().say(told.belief.text) == "no limit"
    assert "10⁻⁵ there is no limit for every single result" in Language().say(told.limits[0])


def test_that_it_is_always_said_what_the_numbers_are_not_about():
    for mechanism in ("laplace", "gaussian"):
        last = Language().say(limits(settled(mechanism))[-1])
        assert "other people's data" in last
        assert "repeated" in last
    assert len(limits(settled("laplace"))) == 1


def test_that_a_broken_formula_is_told_with_what_it_delivers():
    state = settled("gaussian-classical", epsilon=20.0, delta=1e-5)
    epsilon, delta = promise(state)
    assert epsilon == 20
    assert delta == pytest.approx(153e-5, rel=0.01)  # 153 times the one that is claimed
    assert len(limits(state)) == 3


# Groups


def test_that_a_group_multiplies_pure_epsilon():
    state = settled("laplace", epsilon=0.5)
    group = group_of(state, 4)
    assert (group.epsilon, group.delta) == (2.0, 0.0)
    assert group.rho == pytest.approx(16 * group_of(state, 1).rho)


def test_that_a_groups_delta_grows_by_the_geometric_sum():
    group = group_of(settled("gaussian", epsilon=1.0, delta=1e-6), 3)
    assert group.epsilon == 3
    assert group.delta == pytest.approx(1e-6 * (1 + math.e + math.e**2), rel=1e-12)


def test_that_a_gaussian_group_is_exactly_a_wider_gaussian():
    state = settled("gaussian", epsilon=1.0, delta=1e-6)
    one, three = group_of(state, 1), group_of(state, 3)
    assert three.mu == pytest.approx(3 * one.mu)
    assert three.rho == pytest.approx(9 * one.rho)
    assert three.rho == pytest.approx(three.mu**2 / 2)
    assert "exact: μ" in Language().say(risk_summary(looking(state, group=3)).group.more)


def test_that_a_large_group_has_no_guarantee_left():
    told = risk_summary(looking(settled("gaussian", epsilon=2.0, delta=1e-3), group=1000)).group
    assert told.value is None
    assert Language().say(told.text) == "no guarantee"


def test_that_a_sample_has_no_gaussian_of_its_own():
    state = settled("gaussian", epsilon=0.5, delta=1e-6)
    state = replace(state, shape=replace(state.shape, sampling_rate=0.1))
    group = group_of(state, 2)
    assert (group.mu, group.rho) == (None, None)
    assert group.epsilon == 1.0


# Anything


@given(states(sliders=True), ANYWHERE)
def test_that_every_number_is_a_probability_below_the_worst_case(state, position):
    state = replace(state, target=replace(state.target, neighbours=Target().neighbours))
    state = looking(state, false_alarm=max(1e-6, min(position, 1 - 1e-6)))
    told = risk_summary(state)
    own, worst = found_out(state)
    for each in (told.best_guess, told.advantage, told.true_alarms, told.alarm_right):
        assert 0 <= each.value <= 1
    assert own <= worst
    assert told.best_guess.value >= 0.5
    distance = of_mechanism(guarantee_of(state)).advantage
    assert own - state.reading.false_alarm <= distance + 1e-9
    assert len(Language().say(told.odds)) > 20


def test_that_the_precision_without_evidence_is_the_prior():
    assert predictive_value(0.3, 0.3, 0.2) == pytest.approx(0.2)


def test_that_less_than_all_is_never_said_to_be_all():
    assert of_hundred(np.nextafter(100.0, 0.0)) == 99.9
    assert of_hundred(100.0) == 99.9
    assert of_hundred(73.105) == 73.105


def test_that_a_hidden_answer_is_told_as_an_answer():
    odds = Language().say(risk_summary(settled("randomized-response", epsilon=math.log(3))).odds)
    assert odds == "Of 100 answers, 25 point to the other one, 75 to yours"


def test_that_an_upper_bound_is_said_to_be_one(monkeypatch):
    monkeypatch.setattr(every_mechanism()["laplace"], "profile_kind", Kind.UPPER)
    told = risk_summary(settled("laplace"))
    assert "at most" in Language().say(told.odds)
    assert Language().say(told.best_guess.why).startswith("at most")


def test_that_no_number_of_the_risk_card_reads_as_certain():
    for mechanism in ("discrete-laplace", "laplace", "randomized-response"):
        told = risk_summary(looking(settled(mechanism, epsilon=50.0), prior=0.5))
        for number in (told.best_guess, told.advantage, told.true_alarms, told.belief):
            assert number.value < 1
            assert "100" not in Language().say(number.text).replace("of 100", "")
            assert Language().say(number.text) != "1"
        assert "100 " not in Language().say(told.odds).replace("Of 100", "").replace("of 100", "")
