"""What rounding and quadrature do, against 60 digits: never more than is allowed for."""

import mpmath
import numpy as np
import pytest
from mpmath import mp, mpf

from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.pld.loss_distribution import NODES, WEIGHTS, quadrature, rounding_of
from explorer.privacy.pld.loss_of_release import spectrum_of, turned
from explorer.privacy.pld.off_lattice import Scattered
from explorer.privacy.pld.point_transform import tilted
from explorer.privacy.subsampling.poisson import Subsampled
from explorer.privacy.subsampling.without_replacement import WithoutReplacement

UNIT = mpf(2) ** -53
MANY = 200_000_001  # points by nodes, from which on points are moved to a grid


@pytest.fixture(autouse=True)
def sixty_digits():
    with mp.workdps(60):
        yield


def test_that_gauss_points_and_weights_are_those_of_legendre():
    for node, weight in zip(NODES.tolist(), WEIGHTS.tolist(), strict=True):
        exact = mpmath.findroot(lambda x: mpmath.legendre(8, x), mpf(node))
        slope = 8 * mpmath.legendre(7, exact) / (1 - exact**2)  # P8′ at a root of P8
        assert abs(exact - mpf(node)) <= UNIT
        assert abs(2 / ((1 - exact**2) * slope**2) / mpf(weight) - 1) <= UNIT


def of_panel(inner, low: float, high: float, side: int):
    """The probability of a panel of the inner loss under D' (side 1) and D (side −1)."""
    a, b = mpf(low), mpf(high)
    if isinstance(inner, Laplace):
        top = mpf(inner.pure_epsilon)
        return (mpmath.exp(side * b / 2) - mpmath.exp(side * a / 2)) * side * mpmath.exp(-top / 2) / 2
    mu = mpf(inner.mu)
    one, two = ((m / mu - side * mu / 2) / mpmath.sqrt(2) for m in (a, b))
    one, two = (one, two) if one + two > 0 else (-two, -one)  # in the tail where nothing cancels
    return (mpmath.erfc(one) - mpmath.erfc(two)) / 2


@pytest.mark.parametrize("wide", [Laplace(0.01, 1.0), Gaussian(0.06, 1.0), Gaussian(3.0, 1.0)], ids=repr)
def test_that_eight_points_miss_less_of_a_panel_than_rounding(wide):
    for guarantee in (wide, Subsampled(wide, 0.01), WithoutReplacement(wide, 0.2)):
        for spectrum in (spectrum_of(guarantee, 1e-60), turned(spectrum_of(guarantee, 1e-60))):
            edges = spectrum.short_enough(spectrum.even.edges)
            points = quadrature(spectrum, edges)
            with_you = points.mass.reshape(-1, 8).sum(axis=1)
            without = (points.mass * np.exp(-points.places)).reshape(-1, 8).sum(axis=1)
            for at in range(0, len(with_you), max(1, len(with_you) // 5)):
                p, q = (of_panel(wide, edges[at], edges[at + 1], side) for side in (1, -1))
                p, q = both_of(guarantee, p, q)
                if spectrum.longest is not None and reversed_by(spectrum, guarantee):
                    p, q = (q, p) if guarantee is not wide else (p, q)
                allowed = mpf(rounding_of(with_you[with_you > 0])) + 8 * UNIT * abs(mpf(float(edges[at])))
                assert abs(mpf(float(with_you[at])) / p - 1) <= allowed
                assert abs(mpf(float(without[at])) / q - 1) <= allowed + 8 * UNIT * abs(mpmath.log(p / q))


def both_of(guarantee, p, q):
    if isinstance(guarantee, Subsampled) and not isinstance(guarantee, WithoutReplacement):
        return guarantee.rate * p + (1 - guarantee.rate) * q, q
    if isinstance(guarantee, WithoutReplacement):
        rate = mpf(guarantee.rate)
        return rate * p + (1 - rate) * min(p, q), rate * q + (1 - rate) * min(p, q)
    return p, q


def reversed_by(spectrum, guarantee) -> bool:
    """Whether D and D' are exchanged, with the coordinate as it was."""
    there = spectrum.unfolded
    return there is not None and bool(np.diff(there.out(np.array([there.low, there.high])))[0] < 0)


@pytest.mark.parametrize("loss", [-1e-7, 1e-7])
def test_that_a_crowd_of_small_losses_keeps_its_digits_on_a_grid(loss):
    number, crowd = 100_001, MANY // 100_001 + 2
    near = loss * (1 + 1e-3 * np.linspace(-1, 1, crowd - 1))
    mass = np.append(np.full(crowd - 1, (1 - 1e-12) / (crowd - 1)), 1e-12)
    points = tilted(Scattered(np.append(near, 0.5), mass, 0.0), 1e-9)
    found, off = points.evenly(np.pi / 30_000, number, 1.0)
    assert abs(found[-1] - exactly(points, np.pi / 30_000, number - 1)) <= off[-1]


def test_that_sums_of_points_err_by_less_than_is_allowed():
    draw = np.random.default_rng(14)
    where, mass = draw.normal(0.0, 1.0, 600), draw.dirichlet(np.full(600, 0.3)) + 1e-18
    points = tilted(Scattered(where, mass, 0.0), 0.7)
    found, off = points.evenly(0.37, 400, 0.0)
    for node in (1, 57, 399):
        assert abs(found[node] - exactly(points, 0.37, node)) <= off[node] < 1e-12


def exactly(points, apart: float, node: int) -> complex:
    """Σ p (e^(itx) − 1)."""
    turn, total = mpf(float(apart)) * node, mpmath.mpc(0)
    for place, mass in zip(points.places.tolist(), points.mass.tolist(), strict=True):
        total += mpf(mass) * (mpmath.expj(turn * mpf(place)) - 1)
    return complex(total)
