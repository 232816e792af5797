"""The privacy loss of a mechanism on a sample without replacement, as it is composed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.loss_distribution import Spectrum, Unfolded

_ROUNDING = 1e-14  # of differences and products of probabilities, all at most 1: a few units of 2^-53
_FAR = 30.0


def on_a_fixed_sample(inner: Spectrum, rate: float, unlike: float, unseen: float = 0.0) -> Spectrum:
    r"""The loss of P' = qP + (1−q)(P∧Q) against Q' = qQ + (1−q)(P∧Q), and 0 with probability `unlike`.

    A loss l > 0 becomes ln(1−q+q e^l), with (1−q)e^(−l) + q times its probability; l < 0 becomes
    −ln(1−q+q e^(−l)), as probable as it was. `unseen` is the probability of what only Q gives.
    """
    density, found = inner.density_at, _of_atoms(inner, rate, unlike, unseen)
    if density is None:
        return found

    def weighted(m: Floats) -> Floats:
        return np.asarray(density(m) * ((1 - rate) * np.exp(-np.maximum(m, 0.0)) + rate))

    def into(loss: Floats) -> Floats:
        return np.clip(_within(rate, loss), inner.low, inner.high)

    def slope(m: Floats) -> Floats:
        size = np.abs(m)
        return np.asarray(rate * np.exp(size - np.abs(_moved(rate, m))))

    def density_at(loss: Floats) -> Floats:
        m = into(loss)
        return np.asarray(weighted(m) / slope(m))

    ends = _moved(rate, np.array([inner.low, inner.high]))
    unfolded = Unfolded(
        weighted, into, lambda m: _moved(rate, m), slope, inner.low, inner.high, corners=(0.0,)
    )
    # On each side of the corner, where panels end, both probabilities are sums of those of `inner`.
    return replace(
        found,
        low=float(ends[0]),
        high=float(ends[1]),
        density_at=density_at,
        unfolded=unfolded,
        longest=inner.longest if inner.unfolded is None else None,
    )


def _moved(rate: float, losses: Floats) -> Floats:
    """±ln(1−q+q e^|l|)."""
    size = np.abs(losses)
    near = np.log1p(rate * np.expm1(np.minimum(size, 1.0)))
    far = np.logaddexp(math.log1p(-rate), math.log(rate) + size)
    return np.asarray(np.copysign(np.where(size < 1, near, far), losses))


def _within(rate: float, losses: Floats) -> Floats:
    """The inverse of `_moved`: ±ln(1+(e^|l|−1)/q)."""
    size = np.abs(losses)
    near = np.log1p(np.expm1(np.minimum(size, _FAR)) / rate)
    far = size - math.log(rate) + np.log1p(-(1 - rate) * np.exp(-np.maximum(size, 1.0)))
    return np.asarray(np.copysign(np.where(size < _FAR, near, far), losses))


def _of_atoms(inner: Spectrum, rate: float, unlike: float, unseen: float) -> Spectrum:
    """The atoms, and ⊥ among them, as probable under both distributions."""
    where, without = _moved(rate, inner.where), inner.without
    kept = (1 - rate) * np.minimum(inner.mass, without)
    at = int(np.searchsorted(where, 0.0))
    left_out = inner.missing_without
    if unseen > 0:
        left_out = max(0.0, left_out - unseen) + rate * unseen + _ROUNDING
    return Spectrum(
        np.insert(where, at, 0.0),
        np.insert(rate * inner.mass + kept, at, unlike),
        rate * inner.infinite,
        inner.missing,
        0.0,
        0.0,
        None,
        left_out,
        None,
        np.insert(rate * without + kept, at, unlike),
        mirrored=inner.mirrored,
    )
