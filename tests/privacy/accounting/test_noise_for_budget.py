"""How little noise each of k releases may have: never over the budget, hardly more than needed."""

import math

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import THOROUGH, some

from explorer.privacy.accounting.calibration import calibrate
from explorer.privacy.accounting.noise_for_budget import (
    DRAWN,
    EXACT,
    best_noise,
    first_smaller,
    is_smaller,
    margin_per_deviation,
    noise_for_budget,
)
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanism import every_additive
from explorer.privacy.progress import listening
from explorer.privacy.shape import Shape
from explorer.privacy.status import Status

KNOWN = every_composition()
COUNTS = (1, 2, 5, 30, 400, 1_000_000)
PROMPT = ["sequential", "advanced", "advanced-tanh", "kov-closed", "optimal", "zcdp", "gaussian-dp"]


def again(name, bound, found, total_delta, place):
    """The total at one count, from the noise alone, and the ε of each release."""
    kind, count = every_additive()[name], np.array([found.counts[place]], dtype=np.int64)
    bound = KNOWN[bound]()
    mechanism = kind(**{kind.noise_parameter: float(found.noise[place])})
    if bound.own_loss:
        release = Release(mechanism.pure_epsilon, 0.0, mechanism)
    else:
        delta = 0.0 if kind.pure else total_delta / (2 * found.counts[place])
        release = Release(mechanism.epsilon_at(delta), delta)
    return float(bound.total(release, count, total_delta).upper[0]), release.epsilon


@pytest.mark.parametrize("bound", [*PROMPT, "renyi", "numerical"])
@pytest.mark.parametrize("name", ["laplace", "gaussian"])
@settings(max_examples=4 if THOROUGH else 2)
@given(total_epsilon=st.floats(0.01, 50), power=st.floats(-12, -2))
def test_that_no_count_costs_more_than_the_budget_nor_much_less(name, bound, total_epsilon, power):
    found = noise_for_budget(every_additive()[name], KNOWN[bound](), total_epsilon, 10**power, COUNTS, 1.0)
    for place in np.flatnonzero(np.isfinite(found.noise)):
        total, epsilon = again(name, bound, found, 10**power, place)
        assert total <= total_epsilon * (1 + 1e-12)  # ε back from the noise is rounded
        if epsilon is None or epsilon < 49.99:  # more is offered to nobody
            assert total >= total_epsilon * (1 - 2e-5)


@cases_in_one("bound", PROMPT)
@cases_in_one("name", ["laplace", "gaussian", "discrete-laplace", "staircase"])
def test_that_more_releases_never_need_less_noise(name, bound):
    found = noise_for_budget(
        every_additive()[name], KNOWN[bound](), 3.0, 1e-6, (1, 2, 3, 8, 50, 999, 10**6), 1.0
    )
    noise = found.noise[np.isfinite(found.noise)]
    assert len(noise) in (0, 6, 7)  # none, or all but one: a million releases may be too many for adding up
    assert np.all(np.diff(noise) >= -EXACT * noise[1:])


@pytest.mark.parametrize(
    ("name", "bound"), [("laplace", "optimal"), ("gaussian", "zcdp"), ("laplace", "renyi")]
)
def test_that_the_curve_is_what_one_count_alone_gives(name, bound):
    kind, counts = every_additive()[name], (1, 7, 90, 2000)
    found = noise_for_budget(kind, KNOWN[bound](), 1.5, 1e-7, counts, 3.0, tolerance=DRAWN)
    for place, count in enumerate(counts):
        alone = calibrate(kind, KNOWN[bound](), 1.5, 1e-7, count, 3.0).mechanism
        assert alone.noise * (1 - 1e-9) <= found.noise[place] <= alone.noise * (1 + 2 * DRAWN)
        assert found.deviation[place] == pytest.approx(alone.standard_deviation, rel=2 * DRAWN)


def test_that_what_is_only_checked_numerically_is_no_noise_to_rely_on():
    kind, textbook = every_additive()["laplace"], KNOWN["advanced-textbook"]()
    assert calibrate(kind, textbook, 100.0, 1e-4, 100, 1.0).status is not Status.PROVEN
    found = noise_for_budget(kind, textbook, 100.0, 1e-4, (10, 100), 1.0)
    assert math.isnan(found.deviation[1])


def test_that_the_classical_calibration_is_left_out_where_it_does_not_keep_its_word():
    kind = every_additive()["gaussian-classical"]
    found = noise_for_budget(kind, KNOWN["sequential"](), 20.0, 1e-6, (1, 100), 1.0)
    assert math.isnan(found.deviation[0])  # ε = 20 each is far outside of its proof
    assert found.deviation[1] > 0


def test_that_an_impossible_budget_has_no_noise():
    laplace, gaussian = every_additive()["laplace"], every_additive()["gaussian"]
    assert np.isnan(noise_for_budget(laplace, KNOWN["sequential"](), 1e-6, 1e-6, (2,), 1.0).noise).all()
    assert np.isnan(noise_for_budget(laplace, KNOWN["gaussian-dp"](), 1.0, 1e-6, (2, 3), 1.0).noise).all()
    assert np.isnan(noise_for_budget(gaussian, KNOWN["zcdp"](), 1e-6, 1e-300, (10**6,), 1e6).noise).all()


def test_that_curves_cannot_be_written_on():
    found = best_noise(every_additive()["gaussian"], 1.0, 1e-6, (1, 2), 1.0)
    for numbers in (found.noise, found.deviation):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 0.0


def best(name, count, total_epsilon=1.0, total_delta=1e-6):
    """The smallest standard deviation that any bound proves, one count at a time."""
    kind = every_additive()[name]
    tried = [KNOWN[bound]() for bound in ("sequential", "optimal", "renyi", "gaussian-dp", "numerical")]
    found = [calibrate(kind, bound, total_epsilon, total_delta, count, 1.0).mechanism for bound in tried]
    return min(each.standard_deviation for each in found if each is not None)


def test_that_gaussian_noise_wins_from_nine_releases_on_at_one_and_a_millionth():
    counts = (1, 3, 6, 12, 24)
    curves = [best_noise(every_additive()[name], 1.0, 1e-6, counts, 1.0) for name in ("laplace", "gaussian")]
    assert first_smaller(1.0, 1e-6, 1.0, *curves) == 9
    assert best("gaussian", 9) < best("laplace", 9)
    assert best("gaussian", 8) > best("laplace", 8)


@pytest.mark.parametrize("confidence", some([0.8, 0.999], 1))
def test_that_margins_are_compared_as_the_mechanisms_say_them(confidence):
    kinds = [every_additive()[name] for name in ("laplace", "gaussian")]
    margins = tuple(margin_per_deviation(kind, confidence) for kind in kinds)
    for kind, factor in zip(kinds, margins, strict=True):
        made = kind.calibrated(0.3, 1e-7, 2.0)
        assert made.margin(confidence) == pytest.approx(factor * made.standard_deviation)
    counts = (1, 3, 6, 12, 24)
    curves = [best_noise(kind, 1.0, 1e-6, counts, 1.0) for kind in kinds]
    first = first_smaller(1.0, 1e-6, 1.0, *curves, margins)
    assert margins[1] * best("gaussian", first) < margins[0] * best("laplace", first)
    assert margins[1] * best("gaussian", first - 1) > margins[0] * best("laplace", first - 1)


def test_that_gaussian_noise_may_win_never_or_always():
    few = [best_noise(every_additive()[name], 1.0, 1e-6, (1, 4), 1.0) for name in ("laplace", "gaussian")]
    assert first_smaller(1.0, 1e-6, 1.0, *few) is None
    many = [best_noise(every_additive()[name], 1.0, 1e-6, (20, 40), 1.0) for name in ("laplace", "gaussian")]
    assert first_smaller(1.0, 1e-6, 1.0, *many) == 20


@pytest.mark.parametrize("margins", [(1.0, 1.0), (2.118, 1.96)])
def test_that_one_total_tells_what_a_search_of_both_finds(margins):
    counts = (1, 6, 7, 8, 9, 12, 1000)
    one, other = (
        best_noise(every_additive()[name], 1.0, 1e-6, counts, 1.0).deviation
        for name in ("laplace", "gaussian")
    )
    told = [is_smaller(1.0, 1e-6, 1.0, count, margins) for count in counts]
    assert told == (margins[1] * other < margins[0] * one).tolist()
    assert len(set(told)) == 2


def test_that_nothing_is_smaller_where_one_of_them_has_no_noise():
    assert is_smaller(0.002, 1e-6, 1.0, 100_000, (1.0, 1.0))
    assert is_smaller(0.002, 1e-6, 1.0, 1_000_000, (1.0, 1.0)) is None
    assert np.isnan(best_noise(every_additive()["laplace"], 0.002, 1e-6, (1_000_000,), 1.0).deviation[0])


@pytest.mark.parametrize("bound", ["renyi", "numerical"])
def test_that_what_is_said_of_the_search_on_its_way_is_a_share(bound):
    told = []
    with listening(told.append):
        found = calibrate(
            every_additive()["gaussian"], KNOWN[bound](), 1.0, 1e-6, 30, 1.0, Shape(sampling_rate=0.2)
        )
    assert 0 < found.total_epsilon <= 1.0
    assert told[0] == min(told) == 0
    assert 0.3 < max(told) <= 1


def test_that_each_count_is_sought_from_what_its_neighbours_had(monkeypatch):
    asked, counts = [], tuple(range(10, 200, 10))
    whole = KNOWN["zcdp"].total

    def total(bound, release, at, delta):
        asked.extend(at.tolist())
        return whole(bound, release, at, delta)

    monkeypatch.setattr(KNOWN["zcdp"], "total", total)
    found = noise_for_budget(every_additive()["laplace"], KNOWN["zcdp"](), 1.0, 1e-6, counts, 1.0)
    assert np.all(np.isfinite(found.noise))
    assert len(asked) < 4 * len(counts)
