"""The privacy loss of one release as it is composed: atoms and an exact density."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats, Guarantee, Loss, Mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.subsampling import Subsampled, only_without

NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)
_PANELS = 48
_REACH = 9.0
_FAR = 12.0
_BEYOND = 1e-18  # probability of what lies further out than _REACH
_OF_DELTA = 1e-6  # the share of the total δ that may be left out
_LEAST = 1e-220  # farther out densities have no double any more
_MOST_ATOMS = 300_000
_ROUNDING = 1e-14  # of a sum of probabilities
_SAME = 1e-12


@dataclass(frozen=True)
class Unfolded:
    """A density in a coordinate m in which it is smoother than in the loss: probability `law`(m) dm.

    `into` takes losses to m, `out` takes m to losses.
    """

    law: Callable[[Floats], Floats]
    into: Callable[[Floats], Floats]
    out: Callable[[Floats], Floats]


@dataclass(frozen=True)
class Spectrum:
    """ln p/q for an output drawn with you: (n,) finite atoms, rising, and a density on [low, high].

    `infinite` is the probability of an infinite loss, `missing` a bound on the probability that the
    atoms and the density leave out; `law` is None where there is no density.
    """

    where: Floats
    mass: Floats
    infinite: float
    missing: float
    low: float
    high: float
    law: Callable[[Floats], Floats] | None
    missing_without: float = math.inf  # as `missing`, under the law without you
    unfolded: Unfolded | None = None

    @property
    def bottom(self) -> float:
        """The least finite loss."""
        return float(min([self.low] * (self.law is not None) + list(self.where[:1])))

    @property
    def top(self) -> float:
        """The largest finite loss."""
        return float(max([self.high] * (self.law is not None) + list(self.where[-1:])))


def truncation(delta: float, count: float) -> float:
    """The probability that a law may leave out where `count` releases are composed at a total of `delta`."""
    return min(_BEYOND, max(_OF_DELTA * delta / max(count, 1.0), _LEAST))


def spectrum_of(guarantee: Guarantee, left_out: float = _BEYOND) -> Spectrum | None:
    """The loss of a guarantee; None where its density is known only at some points.

    A law without end is cut off where at most `left_out` (<= 1e-18) lies beyond.
    """
    if isinstance(guarantee, Subsampled):
        inner = spectrum_of(guarantee.inner, left_out)
        return (
            None
            if inner is None
            else on_a_sample(inner, guarantee.rate, only_without(guarantee.inner.pair()))
        )
    if isinstance(guarantee, Mechanism) and guarantee.mu is not None:
        return _normal(guarantee.mu, left_out)
    if isinstance(guarantee, DiscreteGaussian):
        return _whole_numbers(guarantee, left_out)
    return _plain(guarantee.loss(), guarantee.pure_epsilon is not None)


def _reach(left_out: float) -> float:
    """How many standard deviations hold all but `left_out`: P(|Z| > x) <= e^(−x²/2)."""
    return _REACH if left_out >= _BEYOND else math.sqrt(-2 * math.log(left_out))


def _normal(mu: float, left_out: float) -> Spectrum:
    """Normal with mean μ²/2 under D', −μ²/2 under D; 9 standard deviations of both hold all but 2e-19."""
    end = mu * mu / 2 + _reach(left_out) * mu

    def law(loss: Floats) -> Floats:
        return np.asarray(np.exp(-((loss / mu - mu / 2) ** 2) / 2) / (math.sqrt(2 * math.pi) * mu))

    return Spectrum(np.empty(0), np.empty(0), 0.0, left_out, -end, end, law, left_out)


def _whole_numbers(mechanism: DiscreteGaussian, left_out: float) -> Spectrum | None:
    """Every whole number within 12 σ of both laws, symmetric; e^(−72) is left out, or less where asked."""
    sigma, sensitivity = mechanism.sigma, mechanism.sensitivity
    missing = min(left_out, 1e-30)
    end = math.ceil((_FAR if left_out >= 1e-30 else _reach(left_out) + 1) * sigma)
    if end > _MOST_ATOMS:
        return None
    x = np.arange(-end - sensitivity, end + 1)
    return Spectrum(
        (2 * x + sensitivity) * (sensitivity / sigma / sigma / 2),
        mechanism.density(x),
        0.0,
        missing,
        0.0,
        0.0,
        None,
        missing,
    )


def _plain(loss: Loss, complete: bool) -> Spectrum | None:
    if loss.support.size and loss.law is None:
        return None
    order = np.argsort(loss.atoms[:, 0])
    where, mass = loss.atoms[order, 0], loss.atoms[order, 1]
    finite, infinite = np.isfinite(where), float(mass[where == math.inf].sum())
    low, high = (float(loss.support[0]), float(loss.support[-1])) if loss.support.size else (0.0, 0.0)
    found = Spectrum(where[finite], mass[finite], infinite, 0.0, low, high, loss.law)
    if complete:
        return found
    places, held = panels(found)
    missing = max(0.0, 1.0 - infinite - float(held.sum())) + _ROUNDING
    there = held > 0  # in logarithms: the other law's share of a point is its mass times e^(−loss)
    other = np.exp(np.minimum(np.log(held[there]) - places[there], 0.0))
    without = max(0.0, 1.0 - float(other.sum())) + _ROUNDING
    return Spectrum(found.where, found.mass, infinite, missing, low, high, loss.law, without)


def panels(spectrum: Spectrum) -> tuple[Floats, Floats]:
    """Points and probabilities that stand for the law where no guarantee hangs on them: a few hundred."""
    where, mass = spectrum.where, spectrum.mass
    if where.size > 256:
        cell: NDArray[np.int64] = np.minimum((where - where[0]) / (where[-1] - where[0]) * 128, 127).astype(
            np.int64
        )
        share: Floats = np.bincount(cell, mass, 128).astype(np.float64)
        centre: Floats = np.bincount(cell, mass * where, 128).astype(np.float64)
        where, mass = centre[share > 0] / share[share > 0], share[share > 0]
    places, inside, _, _ = density_points(spectrum, _PANELS)
    return np.concatenate((where, places)), np.concatenate((mass, inside))


def density_points(spectrum: Spectrum, number: int) -> tuple[Floats, Floats, Floats, float]:
    """Gauss points of the density in so many panels: places, probabilities, heights; the widest panel.

    All of equal length where the density is smoothest; the last is a length in losses.
    """
    if spectrum.law is None:
        return np.empty(0), np.empty(0), np.empty(0), 0.0
    ends, unfolded = np.array([spectrum.low, spectrum.high]), spectrum.unfolded
    low, high = (float(each) for each in (ends if unfolded is None else np.sort(unfolded.into(ends))))
    half = (high - low) / number / 2
    middles = low + half * (2 * np.arange(number) + 1)
    inner = (middles[:, None] + half * NODES).ravel()
    density = (spectrum.law if unfolded is None else unfolded.law)(inner)
    inside = (density.reshape(-1, len(NODES)) * (half * WEIGHTS)).ravel()
    if unfolded is None:
        return inner, inside, density, 2 * half
    edges = unfolded.out(np.append(middles - half, high))
    places = unfolded.out(inner)
    return places, inside, spectrum.law(places), float(np.abs(np.diff(edges)).max())


def on_a_sample(inner: Spectrum, rate: float, unseen: float = 0.0) -> Spectrum:
    r"""Loss ln(1−q+q e^l) for (1−q)Q + qP against Q: probability times (1−q)e^(−l) + q.

    What only Q gives, with probability `unseen`, has no loss in P; the mixture gives it (1−q) times as often.
    """
    keep, lift = math.log1p(-rate), math.log(rate)

    def moved(loss: Floats) -> Floats:
        near = np.log1p(rate * np.expm1(np.minimum(loss, 1.0)))
        return np.where(loss < 1, near, np.logaddexp(keep, lift + loss))

    def within(loss: Floats) -> Floats:
        near = np.log1p(np.maximum(np.expm1(np.minimum(loss, 1.0)) / rate, -1 + 1e-16))
        far = loss - lift + np.log1p(-(1 - rate) * np.exp(-np.maximum(loss, 1.0)))
        return np.asarray(np.clip(np.where(loss < 1, near, far), inner.low, inner.high))

    def weighted(m: Floats) -> Floats:
        return np.asarray(density(m) * np.exp(moved(m) - m)) if density else np.zeros_like(m)

    def law(loss: Floats) -> Floats:
        # dl/dm = q e^(m−l)
        m = within(loss)
        return np.asarray(weighted(m) * np.exp(loss - m) / rate)

    density = inner.law
    weight = np.exp(moved(inner.where) - inner.where)
    where, mass, without = moved(inner.where), inner.mass * weight, inner.missing_without
    if unseen > 0:
        where, mass = np.append(keep, where), np.append((1 - rate) * unseen, mass)
        without = max(0.0, without - unseen) + _ROUNDING
    low, high = (float(each) for each in moved(np.array([inner.low, inner.high])))
    return Spectrum(
        where,
        mass,
        rate * inner.infinite,
        max(inner.missing, min(without, 1.0)) if inner.missing else 0.0,
        low if density else 0.0,
        high if density else 0.0,
        law if density else None,
        without,
        Unfolded(weighted, within, moved) if density and inner.unfolded is None else None,
    )


def turned(spectrum: Spectrum) -> Spectrum:
    """The same pair with D and D' exchanged: each loss l becomes −l, with e^(−l) times its probability."""
    density, unfolded = spectrum.law, spectrum.unfolded

    def law(loss: Floats) -> Floats:
        return np.asarray(density(-loss) * np.exp(loss)) if density else np.zeros_like(loss)

    other = None
    if unfolded is not None:
        straight = unfolded
        other = Unfolded(
            lambda m: np.asarray(straight.law(m) * np.exp(-straight.out(m))),
            lambda loss: straight.into(-loss),
            lambda m: -straight.out(m),
        )
    places, mass = panels(spectrum)
    bounded = spectrum.infinite == 0 and spectrum.missing == 0
    left = 0.0 if bounded else max(0.0, 1.0 - float(np.sum(mass * np.exp(-places)))) + _ROUNDING
    return Spectrum(
        -spectrum.where[::-1],
        (spectrum.mass * np.exp(-spectrum.where))[::-1],
        0.0,
        min(left, spectrum.missing_without),
        -spectrum.high,
        -spectrum.low,
        law if density else None,
        spectrum.missing,
        other,
    )


def symmetric(spectrum: Spectrum) -> bool:
    """Whether D and D' can be exchanged without any change: then one direction is enough."""
    other = turned(spectrum)
    if spectrum.infinite or not math.isclose(spectrum.low, other.low, abs_tol=_SAME):
        return False
    if not np.allclose(spectrum.where, other.where, rtol=_SAME, atol=_SAME):
        return False
    if not np.allclose(spectrum.mass, other.mass, rtol=1e-9, atol=1e-15):
        return False
    if spectrum.law is None or other.law is None:
        return True
    places = np.linspace(spectrum.low, spectrum.high, 23)[1:-1]
    return bool(np.allclose(spectrum.law(places), other.law(places), rtol=1e-9))


def finite_part(spectrum: Spectrum) -> Spectrum:
    """The law of the loss given that it is finite: all probabilities in proportion."""
    kept, law = 1 - spectrum.infinite, spectrum.law
    return replace(
        spectrum,
        mass=spectrum.mass / kept,
        infinite=0.0,
        missing=spectrum.missing / kept,
        missing_without=spectrum.missing_without / kept,
        law=None if law is None else lambda loss: np.asarray(law(loss) / kept),
        unfolded=None,
    )
