"""The Rényi divergence of a sample is never below the truth, and no proven end below another one."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate, repeat
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thoroughness import combined, tries

from explorer.privacy.accounting.concentrated import order_cost
from explorer.privacy.accounting.heterogeneous_totals import Total, by_own_loss, no_more_than
from explorer.privacy.composition import Release
from explorer.privacy.compositions import numerical
from explorer.privacy.compositions.numerical import Numerical, other_ends
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.compose import Bracket
from explorer.privacy.pld.delta_of_many import composed_delta
from explorer.privacy.shape import PLAIN
from explorer.privacy.status import Kind, Status
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.sample import sampled

SAMPLED = sorted(name for name, kind in every_mechanism().items() if kind.norm)
CLOSE = 1e-6  # relative: how far above the truth a divergence may lie


def divergence_of_atoms(atoms: list[tuple[Decimal, Decimal]], rate: Decimal, order: Decimal) -> Decimal:
    """ln Σ Q (1−q+q e^l)^α/(α−1) of losses l with probabilities Q."""
    mixed = [(1 - rate + rate * loss.exp()).ln() * order for loss, _ in atoms]
    most = max(mixed)
    summed = sum(mass * (power - most).exp() for (_, mass), power in zip(atoms, mixed, strict=True))
    return (most + summed.ln()) / (order - 1)


def losses_of(mechanism: DiscreteLaplace) -> list[tuple[Decimal, Decimal]]:
    """Each loss of discrete Laplace noise with its probability without you."""
    scale, last = Decimal(mechanism.scale), int(mechanism.sensitivity)
    ratio = (-1 / scale).exp()
    ends = [(-last / scale, 1 / (1 + ratio)), (last / scale, ratio**last / (1 + ratio))]
    between = (1 - ratio) / (1 + ratio)
    return ends + [((2 * x - last) / scale, between * ratio**x) for x in range(1, last)]


@settings(max_examples=tries(40))
@given(
    st.sampled_from([1, 2, 7]),
    st.floats(math.log(0.01), math.log(12)),
    st.floats(math.log(1e-6), math.log(0.99)),
    st.floats(math.log(1e-6), math.log(1e8)),
)
def test_that_the_divergence_of_sampled_atoms_is_not_below_the_truth(
    width: int, log_epsilon: float, log_rate: float, log_excess: float
) -> None:
    mechanism = DiscreteLaplace(width / math.exp(log_epsilon), float(width))
    rate, order = math.exp(log_rate), 1 + math.exp(log_excess)
    with localcontext(prec=60):
        truth = divergence_of_atoms(losses_of(mechanism), Decimal(rate), Decimal(order))
        found = Decimal(float(Subsampled(mechanism, rate).renyi(np.array([order]))[0]))
        assert truth <= found <= truth * (1 + Decimal(CLOSE))


def powers(base: Decimal, most: int) -> list[Decimal]:
    """From the zeroth on, each the one before times `base`: of 60 digits, 57 are right."""
    return list(accumulate(repeat(base, most), mul, initial=Decimal(1)))


@pytest.mark.parametrize(("epsilon", "rate"), combined([0.05, 1.0, 4.68, 11.0], [1e-5, 0.03, 0.5, 0.97]))
def test_that_the_divergence_of_sampled_laplace_noise_is_not_below_its_whole_moments(
    epsilon: float, rate: float
) -> None:
    """E_Q (1−q+q e^L)^n = Σ C(n,j)(1−q)^(n−j) q^j E_Q e^(jL).

    The last is (j e^((j−1)ε) + (j−1) e^(−jε))/(2j−1).
    """
    mechanism = Laplace(1 / epsilon, 1.0)
    with localcontext(prec=60):
        pure, share = Decimal(mechanism.sensitivity) / Decimal(mechanism.scale), Decimal(rate)
        for order in (2, 3, 17, 300):
            up, down = powers(pure.exp(), order), powers((-pure).exp(), order)
            inner = [1] + [(j * up[j - 1] + (j - 1) * down[j]) / (2 * j - 1) for j in range(1, order + 1)]
            kept, taken = powers(1 - share, order), powers(share, order)
            terms = [math.comb(order, j) * kept[order - j] * taken[j] * inner[j] for j in range(order + 1)]
            truth = sum(terms).ln() / (order - 1)
            found = Decimal(float(Subsampled(mechanism, rate).renyi(np.array([float(order)]))[0]))
            assert truth <= found <= truth * (1 + Decimal(CLOSE))


@pytest.mark.parametrize(("epsilon", "rate"), combined([0.05, 1.0, 4.68, 11.0], [1e-5, 0.03, 0.5, 0.97]))
def test_that_the_divergence_of_a_large_order_is_not_below_that_of_its_largest_loss(
    epsilon: float, rate: float
) -> None:
    """At a large order the integrand lies in the last 1e-9 of the losses; half of all are the largest."""
    mechanism, orders = Laplace(1 / epsilon, 1.0), np.geomspace(1e3, 1e18, 31)
    found = Subsampled(mechanism, rate).renyi(orders)
    with localcontext(prec=60):
        pure = Decimal(mechanism.sensitivity) / Decimal(mechanism.scale)
        largest = (1 - Decimal(rate) + Decimal(rate) * pure.exp()).ln()
        for order, value in zip(orders.tolist(), found.tolist(), strict=True):
            least = (Decimal(order) * largest - pure - Decimal(2).ln()) / (Decimal(order) - 1)
            assert least <= Decimal(value) <= largest * (1 + Decimal("1e-14"))


@pytest.mark.parametrize(("sigma", "moved"), [(101.0, 1), (150.0, 90), (700.0, 20)])
def test_that_wide_noise_on_whole_numbers_has_the_divergence_of_its_sums(sigma: float, moved: int) -> None:
    orders = np.array([1.1, 2.0, 11.0, 51.0, 401.0])
    distribution = Subsampled(DiscreteGaussian(sigma, moved), 0.1)
    x = np.arange(-40 * int(sigma), 40 * int(sigma) + 401 * moved, dtype=np.float64)
    log_q = -x * x / (2 * sigma * sigma)
    log_q -= math.log(float(np.exp(log_q).sum()))
    loss = np.logaddexp(math.log(0.9), math.log(0.1) + (2 * x - moved) * (moved / sigma / sigma / 2))
    for order, found in zip(orders.tolist(), distribution.renyi(orders).tolist(), strict=True):
        logs = log_q + order * loss
        summed = float(logs.max()) + math.log(float(np.exp(logs - logs.max()).sum()))
        assert found == pytest.approx(summed / (order - 1), rel=1e-9, abs=1e-12)


def release_of(name: str, epsilon: float, rate: float) -> Release:
    kind: type[Mechanism] = every_mechanism()[name]
    mechanism = kind.calibrated(epsilon, 1e-13, 1.0, PLAIN)
    own = sampled(mechanism, rate)
    pure = own.pure_epsilon
    return Release(own.epsilon_at(1e-13) if pure is None else pure, 0.0 if pure else 1e-13, mechanism, rate)


@pytest.mark.parametrize(("name", "epsilon", "rate"), combined(SAMPLED, [0.4, 4.0], [0.02, 0.5]))
def test_that_no_proven_upper_end_of_a_sample_lies_below_the_lower_one(
    name: str, epsilon: float, rate: float
) -> None:
    """Before anything is narrowed: each end that enters, and the Rényi form at every order up to 1e8."""
    release, counts = release_of(name, epsilon, rate), np.array([1, 7], dtype=np.int64)
    own = release.guarantee
    assert own is not None
    excess = (1 + np.geomspace(1e-3, 1e8, 34)) - 1
    divergences = own.renyi(1 + excess)
    for delta in (1e-4, 1e-12):
        found = numerical.brackets(own, counts, delta)
        assert found is not None
        assert not found.contradictory.any()
        for rows, proven in other_ends(release, counts, delta, found):
            assert np.all(found.lower[rows] <= proven)
        for row, count in enumerate(counts):
            assert np.all(found.lower[row] <= np.maximum(count * divergences + order_cost(excess, delta), 0))


@pytest.mark.parametrize(
    ("mechanism", "count"), [(DiscreteLaplace(1 / 4.683947170506889), 2), (Laplace(1 / 4.683947170506889), 1)]
)
def test_that_a_sample_at_a_tiny_delta_costs_what_it_costs(mechanism: Mechanism, count: int) -> None:
    """Two releases at 7.99998: their δ there is 4.85e-6, not 1e-12."""
    release = Release(4.0, 0.0, mechanism, 0.5)
    own = Numerical().total(release, np.array([count], dtype=np.int64), 1e-12)
    assert own.lower[0] < own.upper[0]
    assert own.upper[0] > 4 * count - 1e-9
    found = composed_delta(sampled(mechanism, 0.5), count, np.array([own.upper[0] - 1e-4]))
    assert found is not None
    assert found[0][0] > 1e-12


def test_that_ends_that_contradict_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = np.array([1, 10], dtype=np.int64)
    release = Release(1.0, 0.0, Laplace(1.0, 1.0))
    right = Numerical().total(release, counts, 1e-5)
    ends = [(np.array([1]), right.lower[1:] * 0.99)]
    monkeypatch.setattr(numerical, "other_ends", lambda *asked: iter(ends))
    found = Numerical().total(release, counts, 1e-5)
    assert np.isfinite(found.upper[0])
    assert [np.isnan(end[1]) for end in (found.lower, found.estimate, found.upper)] == [True] * 3
    assert (found.statuses[1], found.valid[1]) == (Status.FALSE, False)
    assert "fault of the program" in str(found.reasons[1].text)


def test_that_a_list_whose_ends_contradict_each_other_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Total("numerical", 2.0, 2.5, 1e-5, Kind.BRACKET)
    less = Total("heterogeneous", 1.5, 1.9, 1e-5, Kind.BRACKET)
    refused = no_more_than(own, [less])
    assert not refused.valid
    assert math.isnan(refused.epsilon)
    assert math.isnan(refused.lower)
    assert "fault of the program" in str(refused.reason.text)
    wrong = Bracket(np.array([2.0]), np.array([1.0]))
    monkeypatch.setattr(
        "explorer.privacy.accounting.heterogeneous_totals.composed_epsilon", lambda *asked: wrong
    )
    monkeypatch.setattr(
        "explorer.privacy.accounting.heterogeneous_totals.narrowed",
        lambda distributions, delta, between: between,
    )
    refused = by_own_loss([(Laplace(1.0, 1.0), 3), (Gaussian(2.0, 1.0), 1)], 1e-5)
    assert not refused.valid
    assert "fault of the program" in str(refused.reason.text)


def test_that_an_order_is_the_double_that_its_cost_is_read_at() -> None:
    from explorer.privacy.compositions.renyi import order_excess

    for excess in order_excess(np.linspace(-20.7, 18.0, 50)).tolist():
        assert Fraction(1 + excess) - 1 == Fraction(excess)
