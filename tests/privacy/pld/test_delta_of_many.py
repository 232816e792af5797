"""δ(ε) of k releases: the truth lies between both bounds; their loss becomes normal."""

import functools
import itertools
import math
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np
import pytest
import scipy.stats
from hypothesis import example, given, settings
from hypothesis import strategies as st
from thoroughness import THOROUGH, combined, some, tries

from explorer.privacy.accounting.optimal_profile import lattice_of_totals, least_misses, optimal_delta
from explorer.privacy.mechanism import Loss, every_mechanism
from explorer.privacy.mechanisms.catastrophe import Catastrophe, catastrophes
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.compose import composed_curve
from explorer.privacy.pld.composed_distribution import ACCURACY, composed_distribution, reach_of
from explorer.privacy.pld.contour_transform import EpsilonQuery, noised
from explorer.privacy.pld.contour_values import deltas
from explorer.privacy.pld.delta_of_many import composed_delta
from explorer.privacy.pld.loss_of_release import on_a_sample, spectrum_of, turned
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.subsampling.poisson import Subsampled
from tests.privacy.golden_rows import golden

COUNTS = (1, 2, 3, 10, 47, 1000, 1_000_000)
ROUGH = 1e-3  # relative: where bounds are only compared, they need not be as narrow as they can be


def guarantees():
    """Each mechanism at ε = 1, on everybody and on a tenth."""
    for name, kind in every_mechanism().items():
        made = kind.calibrated(1.0, 1e-5, 1.0)
        yield pytest.param(made, id=name)
        if kind.norm:
            yield pytest.param(Subsampled(made, 0.1), id=f"{name}-sampled")


every = pytest.mark.parametrize("guarantee", list(guarantees()))


def every_at(counts):
    """Each of these mechanisms after each number of releases."""
    cases = combined(guarantees(), counts)
    named = [pytest.param(*each.values, count, id=f"{each.id}-{count}") for each, count in cases]
    return pytest.mark.parametrize(("guarantee", "count"), named)


def totals_of(guarantee, count, number=15):
    reach = reach_of(guarantee)
    furthest = count * reach.mean + 7 * math.sqrt(count) * reach.deviation
    return np.linspace(0.0, max(0.1, min(furthest, 1.05 * count * reach.top)), number)


# δ between two bounds


@golden("optimal", "kov_optimal_delta")
def test_that_the_optimums_delta_is_that_of_the_reference(inputs, row, value):
    found = optimal_delta(inputs["eps"], 0.0, int(inputs["k"]), np.array([inputs["eps_total"]]))[0]
    assert found == pytest.approx(value, rel=1e-9)


@golden("optimal", "kov_optimal_delta")
def test_that_randomised_response_lies_around_the_reference(inputs, row, value):
    mechanism = DiscreteLaplace(1 / inputs["eps"], 1.0)
    low, high = composed_delta(mechanism, int(inputs["k"]), np.array([inputs["eps_total"]]), width=ROUGH)
    assert low[0] <= value * (1 + 1e-12)
    assert high[0] >= value * (1 - 1e-12)
    if value > 1e-12:
        assert high[0] <= value * 1.01 + 1e-12


@golden("laplace_exact", "laplace_k_fold_epsilon")
def test_that_the_delta_of_laplace_noise_is_the_reference_s(inputs, row, value):
    mechanism, delta = Laplace(1 / inputs["eps"], 1.0), inputs["delta"]
    around = np.array([value * (1 - 1e-9), value * (1 + 1e-9)])
    low, high = composed_delta(mechanism, int(inputs["k"]), around)
    assert low[1] <= delta <= high[0]


@pytest.mark.parametrize("count", COUNTS)
def test_that_normal_noise_is_exact(count):
    sigma = 2.0 * math.sqrt(count)
    epsilons = np.linspace(0, 4, 9)
    low, high = composed_delta(Gaussian(sigma, 1.0), count, epsilons)
    exact = np.exp(Gaussian(2.0, 1.0).log_delta(epsilons))
    assert np.all((low <= exact) & (exact <= high))
    assert np.all(high - low <= 1e-8 * exact)


@pytest.mark.parametrize("count", [2, 40, 3000])
def test_that_points_of_normal_losses_lie_around_the_closed_form(count):
    mu = 1 / math.sqrt(count)
    spectrum = spectrum_of(Gaussian(1 / mu, 1.0))
    epsilons = np.linspace(0.0, 4.0, 9)
    exact = np.exp(Gaussian(1.0, 1.0).log_delta(epsilons))
    counts, close = np.array([[float(count)]]), np.full(9, 1e-4)
    for theta in (1.5, 4.0):
        better, worse = scattered([spectrum], counts[0], theta, theta, 4.0, 3e-5)[0]
        sought = EpsilonQuery(counts, epsilons, close, theta, np.full(9, theta))
        low, high = (
            deltas(noised([distribution], exact, sought), np.zeros(9, dtype=np.int64), epsilons, highest)
            for distribution, highest in ((better, False), (worse, True))
        )
        assert np.all((low <= exact) & (exact <= high))
        assert np.all(high - low <= 1e-3 * exact)


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.7])
@pytest.mark.parametrize("sigma", [0.8, 3.0])
def test_that_two_releases_of_sampled_normal_noise_are_an_integral(rate, sigma):
    """What is left for the second release, in closed form, integrated over the output of the first."""

    def loss(x):
        return np.log1p(rate * np.expm1((2 * x - 1) / (2 * sigma**2)))

    def told(epsilon, back):
        """δ of one release at any ε: outputs above a threshold, or below where neighbours are exchanged."""
        share = np.expm1(-epsilon if back else epsilon) / rate
        with np.errstate(divide="ignore"):
            edge = np.where(share > -1, sigma**2 * np.log1p(np.maximum(share, -1.0)) + 0.5, -math.inf)
        cut = scipy.stats.norm.cdf if back else scipy.stats.norm.sf
        plain = cut(edge / sigma)
        mixed = (1 - rate) * plain + rate * cut((edge - 1) / sigma)
        return plain - np.exp(epsilon) * mixed if back else mixed - np.exp(epsilon) * plain

    nodes, weights = np.polynomial.legendre.leggauss(40)
    edges = np.linspace(-11 * sigma, 1 + 11 * sigma, 301)
    half = np.diff(edges)[:, None] / 2
    x, dx = (edges[:-1, None] + half * (1 + nodes)).ravel(), (half * weights).ravel()
    plain = scipy.stats.norm.pdf(x, 0, sigma) * dx
    mixed = (1 - rate) * plain + rate * scipy.stats.norm.pdf(x, 1, sigma) * dx
    epsilons = np.linspace(0.0, 3 * rate / sigma, 13)
    truth = np.array(
        [max(mixed @ told(e - loss(x), False), plain @ told(e + loss(x), True)) for e in epsilons]
    )
    low, high = composed_delta(Subsampled(Gaussian(sigma, 1.0), rate), 2, epsilons)
    assert np.all(low <= truth * (1 + 1e-6) + 1e-13)
    assert np.all(high >= truth * (1 - 1e-6) - 1e-13)
    assert np.all(high - low <= 1e-3 * truth + 1e-13)


@dataclass(frozen=True)
class Outputs:
    """A mechanism of a few outputs, with these probabilities with you and without; some may betray you."""

    there: tuple[float, ...]
    gone: tuple[float, ...]
    pure_epsilon = None

    def loss(self):
        betrayed = 1 - math.fsum(self.there)
        atoms = [(math.log(p / q), p) for p, q in zip(self.there, self.gone, strict=True)]
        atoms += [(math.inf, betrayed)] if betrayed > 1e-9 else []
        return Loss(np.array(atoms), np.empty(0), np.empty(0))

    def delta(self, count, epsilons):
        """Over all lists of outputs, in both directions."""
        p, q = (np.array(each, dtype=np.longdouble) for each in (self.there, self.gone))
        many = [functools.reduce(np.multiply.outer, [each] * count).ravel() for each in (p, q)]
        ratio = np.exp(np.asarray(epsilons, dtype=np.longdouble))[:, None]
        found = np.maximum(many[0] - ratio * many[1], 0).sum(axis=1) + 1 - many[0].sum()
        return np.maximum(found, np.maximum(many[1] - ratio * many[0], 0).sum(axis=1)).astype(float)


@given(
    weights=st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), min_size=2, max_size=4),
    count=st.integers(2, 5),
    betrayed=st.sampled_from([0.0, 1e-3, 0.2]),
)
@example(weights=[(1, 1), (1, 2)], count=2, betrayed=0.0)  # not its own mirror image
@settings(max_examples=tries(60))
def test_that_a_few_outputs_are_their_enumeration(weights, count, betrayed):
    there, gone = np.array(weights, dtype=float).T
    guarantee = Outputs(tuple(there / there.sum() * (1 - betrayed)), tuple(gone / gone.sum()))
    top = max(float(np.abs(np.log(there / gone)).max()), 0.1)
    at = [count * top, (count - 1) * top]  # where a list of outputs lies
    epsilons = np.unique(np.concatenate((np.linspace(0.0, count * top, 14), at)))
    truth = guarantee.delta(count, epsilons)
    low, high = composed_delta(guarantee, count, epsilons)
    assert np.all(low <= truth * (1 + 1e-12) + 1e-17)
    assert np.all(high >= truth * (1 - 1e-12) - 1e-17)
    assert np.all(high - low <= 1e-3 * truth + 1e-10)


@pytest.mark.parametrize("count", [2, 5, 60])
def test_that_a_sampled_randomised_response_is_the_sum_over_its_outcomes(count):
    inner = DiscreteLaplace(1.0, 1.0)
    guarantee = Subsampled(inner, 0.2)
    epsilons = np.linspace(0, 1, 7)
    truth = np.zeros(len(epsilons))
    there = on_a_sample(spectrum_of(inner), 0.2)
    for spectrum in (there, turned(there)):
        ups = np.arange(count + 1)
        losses = ups * spectrum.where[1] + (count - ups) * spectrum.where[0]
        mass = scipy.stats.binom.pmf(ups, count, spectrum.mass[1] / spectrum.mass.sum())
        beyond = np.maximum(0.0, -np.expm1(epsilons[:, None] - losses))
        truth = np.maximum(truth, beyond @ mass)
    low, high = composed_delta(guarantee, count, epsilons)
    assert np.all(low <= truth * (1 + 1e-10) + 1e-15)
    assert np.all(high >= truth * (1 - 1e-10))
    assert np.all(high - low <= 1e-3 * truth + 1e-9)


@pytest.mark.parametrize("count", [2, 100])
def test_that_infinite_losses_count_as_delta_at_every_epsilon(count):
    mechanism = Catastrophe(1.0, 1e-3, 1.0)
    low, high = composed_delta(mechanism, count, np.array([0.0, 1.0, 3.0 * count]))
    own = catastrophes(1e-3, count)
    assert np.all(low >= own * (1 - 1e-9))
    assert high[-1] == pytest.approx(own, rel=1e-9)


@every_at(COUNTS)
def test_that_both_bounds_fall_and_enclose(guarantee, count):
    epsilons = totals_of(guarantee, count)
    low, high = composed_delta(guarantee, count, epsilons, 1e-12, 1e-4 if count == 10 else ROUGH)
    assert np.all((low >= 0) & (low <= high) & (high <= 1))
    assert np.all(np.diff(low) <= 0)
    assert np.all(np.diff(high) <= 0)


@every_at([2, 10, 200])
def test_that_delta_agrees_with_the_total_epsilon(guarantee, count):
    """No proven lower bound of one is above a proven upper bound of the other."""
    delta = 1e-3
    bracket = composed_curve(guarantee, np.array([count]), delta)
    ends = np.array([bracket.lower[0] * (1 - 1e-12), bracket.upper[0] * (1 + 1e-12)])
    if not np.isfinite(ends).all():
        return
    low, high = composed_delta(guarantee, count, ends)
    assert low[1] <= delta
    assert high[0] >= delta


@every
def test_that_more_releases_never_have_less_delta(guarantee):
    epsilons = np.linspace(0.0, 5.0, 11)
    found = [composed_delta(guarantee, count, epsilons, width=ROUGH) for count in some((1, 2, 5, 30), 2)]
    for fewer, more in itertools.pairwise(found):
        assert np.all(fewer[0] <= more[1])


@given(log_epsilon=st.floats(math.log(1e-2), math.log(8)), count=st.integers(1, 5000))
@settings(max_examples=tries(25) if THOROUGH else 8)
def test_that_no_mechanism_is_worse_than_the_worst(log_epsilon, count):
    epsilon = math.exp(log_epsilon)
    totals = np.linspace(0.0, np.nextafter(count * epsilon, np.inf), 12)
    worst = optimal_delta(epsilon, 0.0, count, totals)
    low, _ = composed_delta(Laplace(1 / epsilon, 1.0), count, totals, 1e-12)
    assert np.all(low <= worst * (1 + 1e-9))
    assert np.all(np.diff(worst) <= 1e-12)
    assert worst[-1] == 0


def test_that_the_releases_own_delta_never_leaves_the_optimum():
    found = optimal_delta(0.5, 1e-3, 20, np.array([0.0, 5.0, 10.0, 50.0]))
    assert found[-1] == found[-2] == pytest.approx(-math.expm1(20 * math.log1p(-1e-3)))
    assert optimal_delta(0.5, 1e-3, 1, np.array([0.5]))[0] == pytest.approx(1e-3)


# Regions


@pytest.mark.parametrize("count", [1, 2, 7, 30])
def test_that_false_negatives_of_the_worst_case_are_those_of_randomised_response(count):
    epsilon, rates = 0.4, np.linspace(0, 1, 41)
    corners = lattice_of_totals(epsilon, count, 500)
    found = least_misses(corners, optimal_delta(epsilon, 0.0, count, corners), rates)
    plus = np.arange(count, -1, -1)
    share = 1 / (1 + math.exp(-epsilon))
    hits = np.append(0.0, np.cumsum(scipy.stats.binom.pmf(plus, count, share)))
    alarms = np.append(0.0, np.cumsum(scipy.stats.binom.pmf(plus, count, 1 - share)))
    assert found == pytest.approx(1 - np.interp(rates, alarms, hits), abs=1e-9)


def test_that_false_negatives_are_convex_fall_and_are_their_own_mirror_image():
    epsilons = np.linspace(0, 3, 200)
    deltas_there = np.exp(Gaussian(1.0, 1.0).log_delta(epsilons))
    rates = np.linspace(0, 1, 201)
    found = least_misses(epsilons, deltas_there, rates)
    exact = scipy.stats.norm.cdf(scipy.stats.norm.isf(rates) - 1.0)
    assert np.all(found <= exact + 1e-12)
    assert np.max(exact - found) < 2e-3
    assert np.all(np.diff(found) <= 0)
    assert np.all(np.diff(found, 2) >= -1e-12)
    assert np.interp(found[20:], rates, found) == pytest.approx(rates[20:], abs=1e-2)


# The distribution of the loss


@every_at(COUNTS)
def test_that_all_probabilities_make_one(guarantee, count):
    distribution = composed_distribution(guarantee, count)
    step = np.diff(distribution.at[:2]).sum()
    whole = distribution.mass.sum() + distribution.density.sum() * step + distribution.infinite
    spectrum = spectrum_of(guarantee)
    assert whole == pytest.approx(1, abs=ACCURACY + count * (spectrum.missing + 1e-10))
    assert np.all(distribution.density >= 0)
    assert np.all(np.diff(distribution.at) > 0)
    assert len(distribution.at) <= 1000
    assert len(distribution.where) <= 60


@every
def test_that_a_thousand_losses_have_the_mean_and_deviation_of_one(guarantee):
    distribution, reach = composed_distribution(guarantee, 1000), reach_of(guarantee)
    weight = distribution.density / distribution.density.sum()
    mean = float(weight @ distribution.at)
    deviation = math.sqrt(float(weight @ (distribution.at - mean) ** 2))
    assert mean == pytest.approx(1000 * reach.mean, abs=0.01 * distribution.deviation)
    assert deviation == pytest.approx(math.sqrt(1000) * reach.deviation, rel=0.02)


def test_that_randomised_response_has_binomial_atoms():
    distribution = composed_distribution(DiscreteLaplace(1.0, 1.0), 12)
    assert distribution.where == pytest.approx(np.arange(-12.0, 13.0, 2.0))
    assert distribution.mass == pytest.approx(
        scipy.stats.binom.pmf(np.arange(13), 12, 1 / (1 + math.exp(-1)))
    )
    assert not len(distribution.at)


@pytest.mark.parametrize("count", [1, 4, 90])
def test_that_normal_losses_stay_normal_with_you_and_without(count):
    for without, sign in ((False, 1), (True, -1)):
        distribution = composed_distribution(Gaussian(2.0, 1.0), count, without)
        mean, deviation = sign * count / 8, math.sqrt(count) / 2
        exact = scipy.stats.norm.pdf(distribution.at, mean, deviation)
        assert distribution.density == pytest.approx(exact, abs=2e-3 * exact.max())


@pytest.mark.parametrize("count", [2, 30, 400])
def test_that_beyond_the_total_lies_more_than_delta(count):
    mechanism, delta = Laplace(1.0, 1.0), 1e-4
    total = composed_curve(mechanism, np.array([count]), delta).upper[0]
    distribution = composed_distribution(mechanism, count)
    assert delta < distribution.beyond(total)
    assert (
        distribution.beyond(total)
        < distribution.beyond(0.9 * total)
        < distribution.beyond(-2.0 * count)
        <= 1 + 1e-6
    )


def test_that_k_distributions_of_two_are_two_distributions_of_k():
    """By their moments: the third and fourth of a sum follow from one release's."""
    one, many = composed_distribution(Laplace(1.0, 1.0), 1), composed_distribution(Laplace(1.0, 1.0), 8)

    def central(distribution, power):
        where = np.concatenate((distribution.where, distribution.at))
        step = np.diff(distribution.at[:2]).sum()
        mass = np.concatenate((distribution.mass, distribution.density * step))
        mean = float(mass @ where)
        return float(mass @ (where - mean) ** power)

    assert central(many, 2) == pytest.approx(8 * central(one, 2), rel=1e-3)
    assert central(many, 3) == pytest.approx(8 * central(one, 3), rel=1e-2)


def test_that_a_loss_too_large_for_a_double_is_not_composed():
    wide = replace(Gaussian(1.0, 1.0), sigma=0.02)
    assert composed_distribution(wide, 3) is None
    assert reach_of(wide) is None
    assert composed_delta(wide, 3, np.array([1.0])) is not None  # in closed form all the same
    assert composed_delta(Subsampled(wide, 0.5), 3, np.array([1.0])) is None


@pytest.mark.parametrize("below", [1e-3, 1e-9, 1.3e-12, 1e-15, 1e-17])
def test_that_one_release_is_bracketed_up_to_where_its_loss_ends(below):
    scale, sensitivity = 192.36203583240257, 3
    mechanism = DiscreteLaplace(scale, sensitivity)
    epsilon = mechanism.pure_epsilon - below
    # Outcomes from the shifted answer on have the whole loss Δ/b; the others' lies below ε here.
    gap = (Decimal(epsilon) - sensitivity / Decimal(scale)).exp()
    exact = max(Decimal(0), (1 - gap) / (1 + (-1 / Decimal(scale)).exp()))
    low, high = composed_delta(mechanism, 1, np.array([epsilon]))
    assert Decimal(float(low[0])) <= exact <= Decimal(float(high[0]))


@pytest.mark.parametrize(("epsilon", "count"), [(1.5993e-6, 2), (2e-7, 1), (1e-6, 7), (0.3, 50)])
def test_that_the_optimum_is_as_exact_as_it_says(epsilon, count):
    for share in (0.1, 0.6, 0.999, 0.9999999):
        total = share * count * epsilon
        exact = Decimal(0)
        for minus in range(count + 1):
            place = (count - 2 * minus) * Decimal(epsilon)
            if place > Decimal(total):
                weight = math.comb(count, minus) * ((count - minus) * Decimal(epsilon)).exp()
                exact += weight * (1 - (Decimal(total) - place).exp())
        exact /= (1 + Decimal(epsilon).exp()) ** count
        off = abs(optimal_delta(epsilon, 0.0, count, np.array([total]))[0] - float(exact))
        assert off <= 1e-9 * float(exact) + 4e-16 * math.sqrt(count)
