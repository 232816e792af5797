"""The privacy loss of one release as it is composed: atoms and an exact density."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from explorer.privacy.mechanism import Floats, Guarantee, Loss, Mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.pld.loss_distribution import Spectrum, Unfolded, rounding_of
from explorer.privacy.pld.loss_without_replacement import on_a_fixed_sample
from explorer.privacy.subsampling.poisson import Subsampled, only_without
from explorer.privacy.subsampling.without_replacement import WithoutReplacement

_REACH = 9.0
_FAR = 12.0
_BEYOND = 1e-18  # probability of what lies further out than _REACH
_OF_DELTA = 1e-6  # the share of the total δ that may be left out
_LEAST = 2.3e-308  # less has no double of its full length
_MOST_ATOMS = 300_000
_ROUNDING = 1e-14  # of a sum of probabilities added in pairs (`loss_distribution`), and of a difference


def truncation(delta: float, count: float) -> float:
    """The probability that may be left out where `count` releases are composed at a total of `delta`."""
    return min(_BEYOND, max(_OF_DELTA * delta / max(count, 1.0), _LEAST))


def spectrum_of(guarantee: Guarantee, left_out: float = _BEYOND) -> Spectrum | None:
    """The loss of a guarantee; None where its density is known only at some points.

    A distribution without end is cut off where at most `left_out` (<= 1e-18) lies beyond.
    """
    if isinstance(guarantee, Subsampled):
        inner, unseen = spectrum_of(guarantee.inner, left_out), only_without(guarantee.inner.pair())
        if inner is None:
            return None
        if isinstance(guarantee, WithoutReplacement):
            return on_a_fixed_sample(inner, guarantee.rate, guarantee.unlike, unseen)
        return on_a_sample(inner, guarantee.rate, unseen)
    if isinstance(guarantee, Mechanism) and guarantee.mu is not None:
        return _normal(guarantee.mu, left_out)
    if isinstance(guarantee, DiscreteGaussian):
        return _whole_numbers(guarantee, left_out)
    if isinstance(guarantee, Tables):
        return _of_tables(guarantee)
    mirrored = isinstance(guarantee, Mechanism) and guarantee.mirrored
    return _plain(guarantee.loss(), guarantee.pure_epsilon is not None, mirrored)


def _reach(left_out: float) -> float:
    """How many standard deviations hold all but `left_out`: P(|Z| > x) <= e^(−x²/2)."""
    return _REACH if left_out >= _BEYOND else math.sqrt(-2 * math.log(left_out))


def _normal(mu: float, left_out: float) -> Spectrum:
    """Normal with mean μ²/2 under D', −μ²/2 under D; 9 standard deviations of both hold all but 2e-19."""
    end = mu * mu / 2 + _reach(left_out) * mu

    def longest(size: Floats) -> Floats:
        return np.asarray(2 * mu / (3 + mu / 2 + size / mu))

    def density_at(loss: Floats) -> Floats:
        return np.asarray(np.exp(-((loss / mu - mu / 2) ** 2) / 2) / (math.sqrt(2 * math.pi) * mu))

    return Spectrum(
        np.empty(0),
        np.empty(0),
        0.0,
        left_out,
        -end,
        end,
        density_at,
        left_out,
        mirrored=True,
        longest=longest,
    )


def _whole_numbers(mechanism: DiscreteGaussian, left_out: float) -> Spectrum | None:
    """Whole numbers within 12 σ of both distributions, symmetric; e^(−72) is left out, or less if asked."""
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
        other=mechanism.density(x + sensitivity),
        mirrored=True,
    )


def _of_tables(tables: Tables) -> Spectrum:
    """All outcomes, and for each table what it alone gives: nothing is left out.

    Nothing but equal numbers makes two tables each other's mirror.
    """
    found = tables.forward
    where, mass, other = found.loss[::-1], found.mass[::-1], found.other[::-1]
    same = np.array_equal(where, -found.loss) and np.array_equal(mass, found.other)
    return Spectrum(
        where,
        mass,
        found.alone,
        0.0,
        0.0,
        0.0,
        None,
        0.0,
        other=other,
        mirrored=same and found.alone == found.unseen,
        infinite_without=found.unseen,
    )


def _plain(loss: Loss, complete: bool, mirrored: bool) -> Spectrum | None:
    if loss.support.size and loss.density_at is None:
        return None
    order = np.argsort(loss.atoms[:, 0])
    where, mass = loss.atoms[order, 0], loss.atoms[order, 1]
    finite, infinite = np.isfinite(where), float(mass[where == math.inf].sum())
    low, high = (float(loss.support[0]), float(loss.support[-1])) if loss.support.size else (0.0, 0.0)
    longest = _longest_of_exponentials if loss.exponential else None
    found = Spectrum(
        where[finite],
        mass[finite],
        infinite,
        0.0,
        low,
        high,
        loss.density_at,
        mirrored=mirrored,
        longest=longest,
    )
    if complete:
        return found
    places, held = np.append(found.where, found.even.places), np.append(found.mass, found.even.mass)
    doubt = rounding_of(held) + _ROUNDING
    # All that is in no atom lies in the density.
    missing = 0.0 if loss.density_at is not None else max(0.0, 1.0 - infinite - float(held.sum())) + doubt
    there = held > 0  # in logarithms: the other distribution's share of a point is its mass times e^(−loss)
    other = np.exp(np.minimum(np.log(held[there]) - places[there], 0.0))
    without = max(0.0, 1.0 - float(other.sum())) + doubt
    return replace(found, missing=missing, missing_without=without)


def _longest_of_exponentials(size: Floats) -> Floats:
    return np.full(np.shape(size), 4.0)


def _mixed(rate: float, loss: Floats) -> Floats:
    """ln(1−q+q e^l)."""
    found = np.asarray(np.log1p(rate * np.expm1(np.minimum(loss, 1.0))), dtype=np.float64)
    far = loss >= 1  # few, if any, and the sum of two logarithms takes several times as long
    if far.any():
        found[far] = np.logaddexp(math.log1p(-rate), math.log(rate) + loss[far])
    return found


def _slope(rate: float, loss: Floats) -> Floats:
    """The derivative of that."""
    return np.asarray(rate * np.exp(loss - _mixed(rate, loss)))


def on_a_sample(inner: Spectrum, rate: float, unseen: float = 0.0) -> Spectrum:
    r"""Loss ln(1−q+q e^l) for (1−q)Q + qP against Q: probability times (1−q)e^(−l) + q.

    What only Q gives, with probability `unseen`, has no loss in P; the mixture gives it (1−q) times as often.
    """

    moved = partial(_mixed, rate)

    def within(loss: Floats) -> Floats:
        near = np.log1p(np.maximum(np.expm1(np.minimum(loss, 1.0)) / rate, -1 + 1e-16))
        far = loss - math.log(rate) + np.log1p(-(1 - rate) * np.exp(-np.maximum(loss, 1.0)))
        inside = np.clip(np.where(loss < 1, near, far), inner.low, inner.high)
        return np.where(loss > low, inside, inner.low)  # many lie so near the end that no double tells it

    def weighted(m: Floats) -> Floats:
        return np.asarray(density(m) * np.exp(moved(m) - m)) if density else np.zeros_like(m)

    def density_at(loss: Floats) -> Floats:
        m = within(loss)
        return np.asarray(weighted(m) * np.exp(loss - m) / rate)

    density, without = inner.density_at, inner.missing_without
    if unseen > 0:
        without = max(0.0, without - unseen) + _ROUNDING
    where, mass, beside = _atoms_on_a_sample(inner, rate, unseen)
    low, high, other = float(moved(np.array(inner.low))), float(moved(np.array(inner.high))), None
    if density and inner.unfolded is None:
        slope = partial(_slope, rate)
        other = Unfolded(weighted, within, moved, slope, inner.low, inner.high)
    return Spectrum(
        where,
        mass,
        rate * inner.infinite,
        max(inner.missing, min(without, 1.0)) if inner.missing else 0.0,
        low if density else 0.0,
        high if density else 0.0,
        density_at if density else None,
        without,
        other,
        beside if inner.other is not None else None,
        longest=inner.longest if inner.unfolded is None else None,
    )


def _atoms_on_a_sample(inner: Spectrum, rate: float, unseen: float) -> tuple[Floats, Floats, Floats]:
    """Their losses and probabilities in (1−q)Q + qP and in Q."""
    where, without = _mixed(rate, inner.where), inner.without
    mass = rate * inner.mass + (1 - rate) * without
    if unseen <= 0:
        return where, mass, without
    least = np.array([math.log1p(-rate)])
    return (
        np.append(least, where),
        np.append((1 - rate) * unseen, mass),
        np.append(unseen, without),
    )


def turned(spectrum: Spectrum) -> Spectrum:
    """The same pair with D and D' exchanged: each loss l becomes −l, with e^(−l) times its probability."""
    density, unfolded = spectrum.density_at, spectrum.unfolded

    def density_at(loss: Floats) -> Floats:
        return np.asarray(density(-loss) * np.exp(loss)) if density else np.zeros_like(loss)

    other = None
    if unfolded is not None:
        straight = unfolded
        other = Unfolded(
            lambda m: np.asarray(straight.density_at(m) * np.exp(-straight.out(m))),
            lambda loss: straight.into(-loss),
            lambda m: -straight.out(m),
            straight.slope,
            straight.low,
            straight.high,
            straight.corners,
        )
    bounded = spectrum.infinite == 0 and spectrum.missing == 0
    return Spectrum(
        -spectrum.where[::-1],
        spectrum.without[::-1],
        spectrum.infinite_without or 0.0,
        0.0 if bounded else min(1.0, spectrum.missing_without),
        -spectrum.high,
        -spectrum.low,
        density_at if density else None,
        spectrum.missing,
        other,
        None if spectrum.other is None else spectrum.mass[::-1],
        infinite_without=None if spectrum.infinite_without is None else spectrum.infinite,
        longest=spectrum.longest,
    )


def symmetric(spectrum: Spectrum) -> bool:
    """Whether D and D' can be exchanged without any change, by its kind: then one direction is enough."""
    return spectrum.mirrored and spectrum.infinite == 0


def finite_part(spectrum: Spectrum) -> Spectrum:
    """The distribution of the loss given that it is finite: all probabilities in proportion."""
    kept, density_at = 1 - spectrum.infinite, spectrum.density_at
    return replace(
        spectrum,
        mass=spectrum.mass / kept,
        other=None if spectrum.other is None else spectrum.other / kept,
        infinite=0.0,
        infinite_without=None,
        missing=spectrum.missing / kept,
        missing_without=spectrum.missing_without / kept,
        density_at=None if density_at is None else lambda loss: np.asarray(density_at(loss) / kept),
        unfolded=None,
    )
