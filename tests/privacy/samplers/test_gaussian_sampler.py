"""The exact sampler of discrete Gaussian noise: each piece by enumeration, and the distribution."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from enumeration import ALPHA, Branching, distribution, exact_coin, exact_runs
from scipy import stats

from explorer.privacy.refusal import OutOfRange
from explorer.privacy.samplers import integer_sampler
from explorer.privacy.samplers.integer_sampler import (
    RandomBytes,
    bernoulli_exp_beyond,
    discrete_gaussian,
    gaussian_proposals,
)


@pytest.mark.parametrize(("top", "bottom"), [(0, 1), (1, 2), (2, 2), (3, 2), (7, 3), (12, 4)])
def test_that_a_coin_beyond_one_falls_with_its_probability_given_exact_coins(
    top: int, bottom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integer_sampler, "bernoulli_exp", exact_coin)
    monkeypatch.setattr(integer_sampler, "geometric_exp", exact_runs)
    found, lost = distribution(
        lambda bits: bool(bernoulli_exp_beyond(bits, np.array([top]), bottom)[0]), 1e-12
    )
    assert lost < 1e-9
    assert found[True] == pytest.approx(math.exp(-top / bottom), rel=1e-9)


@pytest.mark.parametrize("wide", [False, True])
def test_that_coins_tossed_together_fall_apart_as_they_should(wide: bool) -> None:
    tops = np.tile(np.array([0, 1, 3, 8, 40], dtype=object if wide else np.int64), 20_000)
    fallen = bernoulli_exp_beyond(RandomBytes(np.random.default_rng(2).bytes), tops, 3)
    for top in (0, 1, 3, 8, 40):
        chance = math.exp(-top / 3)
        seen = int(np.count_nonzero(fallen[tops == top]))
        assert stats.binomtest(seen, 20_000, chance).pvalue > ALPHA


def masses_of(sigma: float, reach: int) -> np.ndarray:
    weights = np.exp(-((np.arange(-reach, reach + 1) / sigma) ** 2) / 2)
    return np.asarray(weights / weights.sum())


@pytest.mark.parametrize("sigma_squared", ["1/100", "1/4", "1", "3/2", "4", "23/3"])
def test_that_proposals_follow_the_distribution_given_exact_pieces(
    sigma_squared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = Fraction(sigma_squared)
    places = np.arange(-60, 61)

    def two_sided(bits: Branching, scale: Fraction, count: int) -> np.ndarray:
        assert scale == math.isqrt(math.floor(exact)) + 1
        weights = np.exp(-np.abs(places) / float(scale))
        return np.array([places[bits.choose((weights / weights.sum()).tolist())] for _ in range(count)])

    monkeypatch.setattr(integer_sampler, "discrete_laplace", two_sided)
    monkeypatch.setattr(integer_sampler, "bernoulli_exp", exact_coin)
    monkeypatch.setattr(integer_sampler, "geometric_exp", exact_runs)
    found, lost = distribution(lambda bits: tuple(gaussian_proposals(bits, exact, 1).tolist()), 1e-11)
    kept = 1 - found.pop((), 0.0) - lost
    assert kept > 0.3
    reach = 100
    expected = masses_of(math.sqrt(exact), reach)
    for value in range(-6, 7):
        assert found.get((value,), 0.0) / kept == pytest.approx(expected[value + reach], abs=1e-8 + 4 * lost)


def fit(drawn: Sequence[int], sigma: float) -> float:
    """The p-value of drawn discrete Gaussian noise: cells of 20 or more expected draws."""
    reach = math.ceil(12 * sigma) + 3
    below = np.cumsum(masses_of(sigma, reach))
    width = max(1, round(sigma / 4))
    ends = np.arange(-16, 17) * width
    ends = ends[np.abs(ends) < reach]
    share = below[ends + reach]
    rich = (len(drawn) * share > 20) & (len(drawn) * (1 - share) > 20)
    ends, share = ends[rich], share[rich]
    cells = np.diff(np.concatenate(([0.0], share, [1.0])))
    observed = np.bincount(np.searchsorted(ends, drawn), minlength=cells.size)
    return float(stats.chisquare(observed, cells * len(drawn)).pvalue)


@pytest.mark.parametrize(
    ("sigma_squared", "count"),
    [
        *(("1/4", 60_000), ("1", 60_000), ("9/4", 60_000), ("25", 60_000), ("1000000", 60_000)),
        *(("1234567890123/400000000000", 40_000), ("7000000000000000000001/1000000000000000000000", 20_000)),
    ],
)
def test_that_noise_fits_its_distribution_and_not_one_of_another_width(
    sigma_squared: str, count: int
) -> None:
    exact = Fraction(sigma_squared)
    drawn = discrete_gaussian(RandomBytes(np.random.default_rng(7).bytes), exact, count)
    assert drawn.size == count
    values, sigma = [int(each) for each in drawn], math.sqrt(exact)
    assert fit(values, sigma) > ALPHA
    assert fit(values, sigma * 1.1) < ALPHA
    assert fit(values, sigma / 1.1) < ALPHA


def test_that_narrow_noise_is_none() -> None:
    drawn = discrete_gaussian(RandomBytes(np.random.default_rng(4).bytes), Fraction(1, 10**12), 2000)
    assert not drawn.any()


@pytest.mark.parametrize("sigma_squared", [Fraction(10**40 + 57, 10**3), Fraction(2**80 + 1, 3)])
def test_that_widths_of_many_digits_are_neither_rounded_nor_wrapped(sigma_squared: Fraction) -> None:
    drawn = discrete_gaussian(RandomBytes(np.random.default_rng(5).bytes), sigma_squared, 3000)
    folded = [int(each) / math.sqrt(sigma_squared) for each in drawn]
    assert stats.kstest(folded, "norm").pvalue > ALPHA
    power = sum(each**2 for each in folded)
    assert ALPHA < stats.chi2.cdf(power, 3000) < 1 - ALPHA
    assert stats.chi2.sf(1.1**2 * power, 3000) < ALPHA
    assert stats.chi2.cdf(power / 1.1**2, 3000) < ALPHA
    assert len({int(each) % 1000 for each in drawn}) > 900


Below = Callable[[int], int]


def scalar_coin(gamma: Fraction, below: Below) -> bool:
    """Canonne, Kamath & Steinke (2020), Algorithm 1, line by line."""
    while gamma > 1:
        if not scalar_coin(Fraction(1), below):
            return False
        gamma -= 1
    step = 1
    while below(gamma.denominator * step) < gamma.numerator:
        step += 1
    return step % 2 == 1


def scalar_laplace(scale: int, below: Below) -> int:
    """Algorithm 2 for a whole scale."""
    while True:
        uniform, whole = below(scale), 0
        if not scalar_coin(Fraction(uniform, scale), below):
            continue
        while scalar_coin(Fraction(1), below):
            whole += 1
        size, negative = uniform + scale * whole, below(2) == 1
        if not (negative and size == 0):
            return -size if negative else size


def scalar_gaussian(square: Fraction, below: Below) -> int:
    """Algorithm 3."""
    scale = math.isqrt(math.floor(square)) + 1
    while True:
        value = scalar_laplace(scale, below)
        if scalar_coin((abs(value) - square / scale) ** 2 / (2 * square), below):
            return value


def test_that_many_draws_at_once_follow_the_paper_line_by_line() -> None:
    generator = np.random.default_rng(3)
    square = Fraction(11, 2)
    one_by_one = [scalar_gaussian(square, lambda bound: int(generator.integers(bound))) for _ in range(6000)]
    together = discrete_gaussian(RandomBytes(generator.bytes), square, 6000).tolist()
    cells = range(-6, 7)
    table = [
        [Counter(np.clip(each, -6, 6).tolist())[cell] for cell in cells] for each in (one_by_one, together)
    ]
    assert stats.chi2_contingency(table).pvalue > ALPHA


def test_that_equal_seeds_give_equal_noise_and_no_draws_none() -> None:
    first, again = (
        discrete_gaussian(RandomBytes(np.random.default_rng(8).bytes), Fraction(30), 50) for _ in range(2)
    )
    assert first.tolist() == again.tolist()
    assert discrete_gaussian(RandomBytes(np.random.default_rng(8).bytes), Fraction(3), 0).size == 0


@pytest.mark.parametrize("sigma_squared", [0, -1])
def test_that_a_width_must_be_positive(sigma_squared: int) -> None:
    with pytest.raises(OutOfRange):
        discrete_gaussian(RandomBytes(np.random.default_rng(1).bytes), Fraction(sigma_squared), 1)
