"""Margins of fitted sums, and quantiles with their intervals."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import room

from explorer.privacy.strategies.answer_margins import AnswerMargins
from explorer.privacy.strategies.fit_error import FitError, fit_error, least_rounds, simulated_noise
from explorer.privacy.strategies.quantiles import monotone, quantile_places
from explorer.privacy.strategies.square_root import square_root
from explorer.privacy.strategies.tree import Identity, Tree

KINDS = [(Tree(24, (1, 4), (3, 2)), False), (square_root(24), True)]


@pytest.mark.parametrize(("strategy", "gaussian"), KINDS)
def test_that_margins_cover_as_often_as_they_say(strategy, gaussian):
    width = Fraction(strategy.l2_squared * 9 if gaussian else strategy.l1 * 3)
    found = fit_error(strategy, gaussian, width, rounds=8000)
    generator = np.random.default_rng(5)
    length = strategy.measure(np.zeros(24, dtype=np.int64)).size
    errors = strategy.fit(simulated_noise(generator, gaussian, width, (4000, length)))
    running = np.concatenate([np.zeros((4000, 1)), np.cumsum(errors, axis=1)], axis=1)
    for low, high in ((0, 24), (3, 4), (5, 17)):
        within = np.abs(running[:, high] - running[:, low]) <= found.margin(low, high, 0.95)
        assert 0.94 <= within.mean() <= 0.98
    assert 0.94 <= (np.abs(running).max(axis=1) <= found.joint_margin(0.95)).mean() <= 0.98
    each = (np.abs(errors) <= found.margins(0.95)).mean(axis=0)
    assert each.min() >= 0.935
    assert each.max() <= 0.98
    assert found.margin(3, 4, 0.95) == pytest.approx(found.margins(0.95)[3])


@pytest.mark.parametrize("bins", [1, 7, 300, 1024])
def test_that_margins_are_read_a_few_rounds_at_a_time_and_are_those_of_all_at_once(bins):
    rounds = 2000
    running = np.random.default_rng(bins).normal(size=(rounds, bins + 1)).cumsum(axis=1)
    found, whole = FitError(running), np.abs(np.diff(running, axis=1))

    one = np.sort(whole, axis=0)
    rank = int(np.searchsorted(one[:, 0], found.margins(0.9)[0]))
    assert found.margins(0.9).tolist() == one[rank].tolist()
    assert found.bins_margin(0.9) == np.sort(whole.max(axis=1))[rank]
    assert found.joint_margin(0.9) == np.sort(np.abs(running).max(axis=1))[rank]
    assert room(lambda: found.margins(0.9)) < 1.2 * whole.nbytes + 2**20
    assert room(lambda: (found.bins_margin(0.9), found.joint_margin(0.9))) < 2**20


def test_that_a_margin_of_one_measurement_is_the_exact_one():
    """Discrete Laplace noise of scale 2: P(|N| <= m) = 1 − 2a^(m+1)/(1+a), a = e^(−1/2)."""
    found = fit_error(Identity(3), False, Fraction(2))
    a = np.exp(-0.5)
    exact = next(m for m in range(100) if 1 - 2 * a ** (m + 1) / (1 + a) >= 0.95)
    assert found.margin(1, 2, 0.95) in (exact, exact + 1)


def test_that_too_few_rounds_certify_nothing():
    rounds = least_rounds(0.95)
    strategy = Identity(2)
    assert fit_error(strategy, False, Fraction(2), rounds).margin(0, 1, 0.95) > 0
    with pytest.raises(ValueError, match="rounds"):
        fit_error(strategy, False, Fraction(2), rounds - 1).margin(0, 1, 0.95)


WIDTHS = [(False, "3", 17.834), (True, "9", 9.0), (True, "1/4", 0.2151), (True, "1000000", 1e6)]


@pytest.mark.parametrize(("gaussian", "width", "variance"), WIDTHS)
def test_that_simulated_noise_has_the_variance_of_the_noise(gaussian, width, variance):
    drawn = simulated_noise(np.random.default_rng(2), gaussian, Fraction(width), (200_000,))
    assert drawn.mean() == pytest.approx(0, abs=0.02 * variance**0.5)
    assert drawn.var() == pytest.approx(variance, rel=0.02)


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=40))
def test_that_monotone_sums_begin_at_0_and_never_fall(fitted):
    rising = monotone(np.array(fitted))
    assert rising[0] == 0
    assert np.all(np.diff(rising) >= 0)
    if min(fitted) >= 0:
        assert np.allclose(rising[1:], np.cumsum(fitted))


@given(st.integers(0, 10**6), st.lists(st.floats(0.01, 0.99), min_size=1, max_size=5, unique=True))
def test_that_the_intervals_cover_wherever_the_margin_holds(seed, shares):
    generator = np.random.default_rng(seed)
    counts = generator.integers(0, 40, 30)
    noise = generator.normal(0, 5, 30)
    truth = np.concatenate([[0], np.cumsum(counts)])
    margin = float(np.abs(np.cumsum(noise)).max())
    for found in quantile_places(counts + noise, shares, margin):
        assert found.low <= found.place <= found.high
        assert truth[found.low] <= found.share * truth[-1] <= truth[found.high]


def test_that_quantiles_without_noise_are_exact():
    counts = np.array([10.0, 0.0, 10.0])
    first, middle, last = quantile_places(counts, (0.25, 0.5, 0.75), 0.0)
    assert (first.place, last.place) == (0.5, 2.5)
    assert middle.place == 1.0
    assert (first.low, first.high, last.low, last.high) == (0, 1, 2, 3)


def test_that_the_noise_of_very_many_bins_is_drawn_few_rounds_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shapes = []

    def drawn(
        generator: np.random.Generator, gaussian: bool, width: Fraction, shape: tuple[int, ...]
    ) -> object:
        shapes.append(shape)
        return simulated_noise(generator, gaussian, width, shape)

    monkeypatch.setattr("explorer.privacy.strategies.fit_error.simulated_noise", drawn)
    found = fit_error(Identity(50_000), gaussian=False, width=Fraction(1), rounds=200)
    assert found.running.shape == (200, 50_001)
    assert sum(rounds for rounds, _ in shapes) == 200
    assert max(rounds * length for rounds, length in shapes) <= 4_000_000


@pytest.mark.parametrize("power", [3, 9, 20, 40])
def test_that_the_margins_of_noise_of_any_width_are_finite_and_grow_with_it(power):
    scale = Fraction(10**power)
    margin = AnswerMargins(Identity(4), gaussian=False, width=scale).of_range(0, 2, 0.999999999)
    assert 1 < margin / float(scale) < 100
    more = AnswerMargins(Identity(4), gaussian=False, width=2 * scale).of_range(0, 2, 0.999999999)
    assert more == pytest.approx(2 * margin, rel=0.01)
