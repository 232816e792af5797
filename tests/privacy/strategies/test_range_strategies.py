"""Every strategy for ranges against the plain matrix that it stands for."""

from fractions import Fraction

import numpy as np
import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.progress import Cancelled, listening
from explorer.privacy.strategies.choice import (
    QUANTILES,
    RANGES,
    noise_variance,
    options,
    strategies,
    workload_of,
)
from explorer.privacy.strategies.overlapping_sums import OverlappingSums
from explorer.privacy.strategies.overlapping_weights import overlapping_sums
from explorer.privacy.strategies.square_root import SquareRoot, square_root
from explorer.privacy.strategies.tree import Identity, Tree
from explorer.privacy.strategies.workload import every_prefix, every_range

BINS = (1, 2, 3, 5, 16, 17, 40)
MAKERS = [
    Identity,
    lambda bins: Tree(bins, (1, 3, 6), (5, 2, 7)),
    lambda bins: Tree(bins, (1, 2, 4, 64), (9, 1, 4, 3)),
    square_root,
    lambda bins: strategies(bins, gaussian=False)[-1],  # a second for all: not at collection
]


def matrix_of(strategy):
    return strategy.measure(np.eye(strategy.bins, dtype=np.int64)).T


def asked(bins, use):
    ends = [(low, high) for low in range(bins) for high in range(low + 1, bins + 1)]
    kept = [(low, high) for low, high in ends if use == RANGES or low == 0]
    return np.array([[float(low <= place < high) for place in range(bins)] for low, high in kept])


@cases_in_one("bins", BINS)
@cases_in_one("making", MAKERS)
def test_that_a_strategy_is_what_its_matrix_is(making, bins):
    strategy = making(bins)
    matrix = matrix_of(strategy)
    assert strategy.l1 == np.abs(matrix).sum(axis=0).max()
    assert strategy.l2_squared == (matrix**2).sum(axis=0).max()
    values = np.random.default_rng(bins).normal(size=(3, len(matrix))) * 50
    fitted = np.linalg.lstsq(matrix.astype(float), values.T, rcond=None)[0].T
    assert np.allclose(strategy.fit(values), fitted, atol=1e-8)
    covariance = np.linalg.inv((matrix.T @ matrix).astype(float))
    for use in (RANGES, QUANTILES):
        rows = asked(bins, use)
        each = np.einsum("ri,ij,rj->r", rows, covariance, rows)
        workload = workload_of(bins, use)
        assert strategy.total_variance(workload) == pytest.approx(each.sum(), rel=1e-9)
        assert workload.queries == len(rows)
        for row, variance in list(zip(rows, each, strict=True))[:: max(1, len(rows) // 20)]:
            low, high = int(row.argmax()), int(row.argmax() + row.sum())
            assert strategy.variance(low, high) == pytest.approx(variance, rel=1e-9)


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_that_counts_come_back_from_measurements_without_noise(bins, seed):
    counts = np.random.default_rng(seed).integers(-1000, 10**7, bins)
    for strategy in (Tree(bins, (1, 4, 8), (600, 300, 124)), square_root(bins)):
        measured = strategy.measure(counts)
        assert measured.dtype == np.int64
        assert np.allclose(strategy.fit(measured), counts, rtol=1e-9, atol=1e-3)


@given(st.integers(1, 50), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_that_a_workload_knows_its_blocks(bins, size, seed):
    vector = np.random.default_rng(seed).normal(size=bins)
    for workload in (every_range(bins), every_prefix(bins)):
        gram = workload.times(np.eye(bins))
        assert np.allclose(gram, gram.T)
        assert np.allclose(np.diag(gram), workload.diagonal)
        begins = range(0, bins, size)
        blocks = [
            vector[at : at + size] @ gram[at : at + size, at : at + size] @ vector[at : at + size]
            for at in begins
        ]
        assert np.allclose(workload.within_blocks(vector, size), blocks)


FIGURES = [  # bins, Gaussian, the most that the best may err: root mean square over all ranges, noise of one
    (85, False, 6.05),
    (256, False, 8.3),
    (1024, False, 11.5),
    (1024, True, 3.75),
]


@pytest.mark.parametrize(("bins", "gaussian", "most"), FIGURES)
def test_that_the_best_strategy_errs_no_more_than_published(bins, gaussian, most):
    best, *others = options(bins, gaussian, Fraction(1))
    assert best.strategy.id == "weighted"
    assert best.expected_rmse <= most
    assert [each.expected_rmse for each in others] == sorted(each.expected_rmse for each in others)
    identity = next(each for each in others if each.strategy.id == "identity")
    variance = noise_variance(identity.strategy, gaussian, Fraction(1))
    assert identity.expected_rmse == pytest.approx(np.sqrt(variance * (bins + 2) / 3))


def test_that_nothing_beats_the_bound_of_the_singular_values():
    """Li & Miklau (2013): no strategy for Gaussian noise has a total variance below (Σ s)²/n."""
    for bins in (2, 16, 85, 256):
        gram = every_range(bins).times(np.eye(bins))
        singular = np.sqrt(np.maximum(np.linalg.eigvalsh(gram), 0)).sum()
        least = singular / np.sqrt(bins * every_range(bins).queries)
        for each in options(bins, True, Fraction(1)):
            assert each.expected_rmse > least * (1 - 1e-9)


@pytest.mark.parametrize("gaussian", [False, True])
def test_that_the_expected_error_is_that_of_simulated_noise(gaussian):
    bins, rounds = 64, 2000
    workload, generator = every_range(bins), np.random.default_rng(7)
    for strategy in strategies(bins, gaussian):
        length = len(matrix_of(strategy))
        width = np.sqrt(strategy.l2_squared) if gaussian else strategy.l1
        draw = generator.normal if gaussian else generator.laplace
        errors = strategy.fit(draw(0, width, size=(rounds, length)))
        sums = np.concatenate([np.zeros((rounds, 1)), np.cumsum(errors, axis=1)], axis=1)
        squares = (sums[:, :, None] - sums[:, None, :]) ** 2
        found = np.sqrt(squares.sum(axis=(1, 2)).mean() / 2 / workload.queries)
        variance = width**2 * (1 if gaussian else 2)
        assert strategy.expected_rmse(workload, variance) == pytest.approx(found, rel=0.05)


def test_that_a_search_can_be_cancelled():
    def enough(share):
        raise Cancelled

    with listening(enough), pytest.raises(Cancelled):
        overlapping_sums(every_range(50))


def test_that_a_sum_beyond_64_bits_is_refused():
    counts = np.full(4, 2**60, dtype=np.int64)
    for strategy in (Identity(4), square_root(4), Tree(4, (1, 4), (3, 5)), strategies(4, gaussian=False)[-1]):
        if strategy.l1 > 1:
            with pytest.raises(OverflowError):
                strategy.measure(counts)


@pytest.mark.parametrize(
    "faulty",
    [
        lambda: Tree(4, (2, 4), (1, 1)),
        lambda: Tree(4, (1, 3, 5), (1, 1, 1)),
        lambda: Tree(4, (1, 2), (1, 0)),
        lambda: Tree(0, (1,), (1,)),
        lambda: OverlappingSums(np.array([1, 0]), np.zeros((1, 2), dtype=np.int64)),
        lambda: OverlappingSums(np.array([1, 1]), np.zeros((1, 3), dtype=np.int64)),
        lambda: SquareRoot(np.array([0, 1]), np.array([1, 1])),
    ],
)
def test_that_weights_that_are_none_are_refused(faulty):
    with pytest.raises(ValueError, match=r"tree|weights|coefficient"):
        faulty()
