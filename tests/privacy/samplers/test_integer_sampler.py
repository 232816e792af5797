"""The exact sampler: each layer against the bits below it, then the whole against its distribution."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import ModuleType

import numpy as np
import pytest
from enumeration import ALPHA, CHECKS, Branching, distribution
from scipy import stats

from explorer.privacy.refusal import OutOfRange
from explorer.privacy.samplers import integer_sampler
from explorer.privacy.samplers.integer_sampler import (
    RandomBytes,
    bernoulli_exp,
    discrete_laplace,
    geometric_exp,
    proposals,
)


def scripted(*chunks: bytes) -> Callable[[int], bytes]:
    """A source that gives these bytes, one chunk a call."""
    left = list(chunks)

    def source(count: int) -> bytes:
        assert len(left[0]) == count
        return left.pop(0)

    return source


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_that_the_sampler_passes_each_check_of_layer_1(check: Callable[[ModuleType], None]) -> None:
    check(integer_sampler)


@pytest.mark.parametrize("bound", [2, 3, 5, 8, 200, 256])
def test_that_every_number_below_a_bound_has_as_many_bytes(bound: int) -> None:
    first: Counter[int] = Counter()
    for byte in range(256):
        try:
            first[int(RandomBytes(scripted(bytes([byte]))).below(bound, 1)[0])] += 1
        except IndexError:  # drawn again: not a number below the bound
            first[-1] += 1
    rejected = first.pop(-1, 0)
    assert set(first) == set(range(bound))
    assert len(set(first.values())) == 1
    assert rejected < 128


def test_that_wide_bounds_take_all_their_bits_and_stay_exact() -> None:
    bound = 10**30
    low, high = 123456789012345678901234567890, bound
    drawn = RandomBytes(
        scripted(low.to_bytes(13, "little") + high.to_bytes(13, "little"), (7).to_bytes(13, "little"))
    ).below(bound, 2)
    assert drawn.dtype == object
    assert drawn.tolist() == [low, 7]


def test_that_a_bound_of_one_takes_no_bits() -> None:
    assert RandomBytes(scripted()).below(1, 3).tolist() == [0, 0, 0]


@pytest.mark.parametrize("bits", [8, 9, 16, 17, 32, 33, 62, 63, 64, 65])
def test_that_every_width_of_word_is_uniform(bits: int) -> None:
    drawn = RandomBytes(np.random.default_rng(bits).bytes).below((1 << bits) - 1, 8000)
    octiles = np.bincount([int(each) * 8 >> bits for each in drawn], minlength=8)
    assert stats.chisquare(octiles).pvalue > ALPHA
    assert stats.chisquare(np.bincount([int(each) & 7 for each in drawn], minlength=8)).pvalue > ALPHA


@pytest.mark.parametrize("first", [1, 3])
@pytest.mark.parametrize(("top", "bottom"), [(0, 1), (1, 1), (1, 2), (2, 3), (3, 3), (1, 7)])
def test_that_a_coin_falls_with_probability_e_to_the_minus_ratio(
    top: int, bottom: int, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integer_sampler, "FIRST_BITS", first)
    found, lost = distribution(lambda bits: bool(bernoulli_exp(bits, np.array([top]), bottom)[0]), 2e-5)
    true = found.get(True, 0.0)
    assert true - 1e-12 <= math.exp(-top / bottom) <= true + lost + 1e-12
    assert lost < 0.1


def test_that_runs_of_coins_are_geometric(monkeypatch: pytest.MonkeyPatch) -> None:
    falls = math.exp(-1)

    def coin(bits: Branching, tops: np.ndarray, bottom: int) -> np.ndarray:
        assert tops.tolist() == [1] * tops.size
        assert bottom == 1
        return np.array([bits.choose([1 - falls, falls]) == 1 for _ in tops])

    monkeypatch.setattr(integer_sampler, "bernoulli_exp", coin)
    found, lost = distribution(lambda bits: int(geometric_exp(bits, 1)[0]), 1e-9)
    for value in range(8):
        exact = (1 - falls) * falls**value
        assert found[value] - 1e-12 <= exact <= found[value] + lost + 1e-12


@pytest.mark.parametrize("scale", ["1", "3", "1/3", "5/2", "2/5", "7/3"])
def test_that_proposals_follow_the_distribution_given_exact_pieces(
    scale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def coin(bits: Branching, tops: np.ndarray, bottom: int) -> np.ndarray:
        masses = [math.exp(-int(top) / bottom) for top in tops]
        return np.array([bits.choose([1 - mass, mass]) == 1 for mass in masses], dtype=bool)

    def runs(bits: Branching, count: int) -> np.ndarray:
        masses = [(1 - math.exp(-1)) * math.exp(-value) for value in range(30)]
        return np.array([bits.choose(masses) for _ in range(count)], dtype=np.int64)

    monkeypatch.setattr(integer_sampler, "bernoulli_exp", coin)
    monkeypatch.setattr(integer_sampler, "geometric_exp", runs)
    found, lost = distribution(lambda bits: tuple(proposals(bits, Fraction(scale), 1).tolist()), 1e-8)
    kept = 1 - found.pop((), 0.0) - lost
    for value in range(-6, 7):
        exact = mass_at(value, float(Fraction(scale)))
        assert found.get((value,), 0.0) / kept == pytest.approx(exact, abs=3e-5 + 2 * lost)


def mass_at(value: int, scale: float) -> float:
    a = math.exp(-1 / scale)
    return (1 - a) / (1 + a) * a ** abs(value)


def below_or_at(value: int, scale: float) -> float:
    a = math.exp(-1 / scale)
    return 1 - a ** (value + 1) / (1 + a) if value >= 0 else a**-value / (1 + a)


def fit(drawn: Sequence[int], scale: float) -> float:
    """The p-value of drawn noise under discrete Laplace: some twenty cells, each of them expecting 20."""
    width = max(1, round(scale / 3))
    ends = [each * width for each in range(-12, 12)]
    ends = [each for each in ends if 20 < len(drawn) * below_or_at(each, scale) < len(drawn) - 20]
    masses = np.diff([0, *(below_or_at(each, scale) for each in ends), 1])
    observed = np.bincount(np.searchsorted(ends, drawn), minlength=masses.size)
    return float(stats.chisquare(observed, masses * len(drawn)).pvalue)


@pytest.mark.parametrize(
    ("scale", "count"),
    [
        *(("1", 60_000), ("7/3", 60_000), ("3/10", 60_000), ("1000", 60_000), ("0.1", 600_000)),
        *(("2.123456789012345678901234567891", 40_000), ("7/3000000000000000000000000", 1000)),
    ],
)
def test_that_noise_fits_its_distribution_and_not_one_of_another_scale(scale: str, count: int) -> None:
    exact = Fraction(scale)
    drawn = discrete_laplace(RandomBytes(np.random.default_rng(11).bytes), exact, count)
    assert drawn.size == count
    if exact < Fraction(1, 10):
        assert not drawn.any()
        return
    values = [int(each) for each in drawn]
    assert fit(values, float(exact)) > ALPHA
    if exact > Fraction(1, 5):
        assert fit(values, float(exact) * 1.1) < ALPHA
        assert fit(values, float(exact) / 1.1) < ALPHA


@pytest.mark.parametrize("scale", [Fraction(10**30 + 57, 10**3), Fraction(2**61 + 1), Fraction(2**61 + 1, 3)])
def test_that_scales_of_many_digits_are_neither_rounded_nor_wrapped(scale: Fraction) -> None:
    drawn = discrete_laplace(RandomBytes(np.random.default_rng(5).bytes), scale, 4000)
    assert drawn.dtype == object
    folded = [abs(int(each)) / float(scale) for each in drawn]
    assert stats.kstest(folded, "expon").pvalue > ALPHA
    assert stats.kstest([1.1 * each for each in folded], "expon").pvalue < 1e-2
    assert len({int(each) % 1000 for each in drawn}) > 900


def scalar_laplace(top: int, bottom: int, below: Callable[[int], int]) -> int:
    """Canonne, Kamath & Steinke (2020), Algorithm 2, line by line."""

    def bernoulli(numerator: int, denominator: int) -> bool:
        step = 1
        while below(denominator * step) < numerator:
            step += 1
        return step % 2 == 1

    while True:
        uniform = below(top)
        if not bernoulli(uniform, top):
            continue
        whole = 0
        while bernoulli(1, 1):
            whole += 1
        size = (uniform + top * whole) // bottom
        negative = below(2) == 1
        if not (negative and size == 0):
            return -size if negative else size


def test_that_many_draws_at_once_follow_the_paper_line_by_line() -> None:
    generator = np.random.default_rng(3)
    one_by_one = [scalar_laplace(5, 2, lambda bound: int(generator.integers(bound))) for _ in range(15_000)]
    together = discrete_laplace(RandomBytes(generator.bytes), Fraction(5, 2), 15_000).tolist()
    cells = range(-8, 9)
    table = [
        [Counter(np.clip(each, -8, 8).tolist())[cell] for cell in cells] for each in (one_by_one, together)
    ]
    assert stats.chi2_contingency(table).pvalue > ALPHA


def test_that_equal_seeds_give_equal_noise() -> None:
    first, again = (
        discrete_laplace(RandomBytes(np.random.default_rng(8).bytes), Fraction(3), 50) for _ in range(2)
    )
    assert first.tolist() == again.tolist()
    assert discrete_laplace(RandomBytes(np.random.default_rng(8).bytes), Fraction(3), 0).size == 0


@pytest.mark.parametrize("scale", [0, -1])
def test_that_a_scale_must_be_positive(scale: int) -> None:
    with pytest.raises(OutOfRange):
        discrete_laplace(RandomBytes(np.random.default_rng(1).bytes), Fraction(scale), 1)
