"""First guesses, on which no guarantee hangs: the answer, its tilt, and how fine a lattice it needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.discretise import Places
from explorer.privacy.numerical.spectrum import Spectrum, panels

_TILTS = 160
_ANCHORS = 40
_MOST_CELLS = 4096
_FEW = 64
_EXACT = 1e-12
_ALLOWED = 0.15  # of the bracket, for atoms that lie beside the lattice


@dataclass(frozen=True)
class Foreseen:
    """Per row: ε, the tilt θ of its saddle point, and k times the tilted probability of the density."""

    epsilon: Floats
    theta: Floats
    spread: Floats


def foresee(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Foreseen:
    r"""Saddle-point approximation of δ(ε): kK(θ) − θε − ln θ(1+θ) − ½ ln 2πV at ε = kK' − 1/θ − 1/(1+θ).

    Parameters
    ----------
    counts : (R, L), rows in rising order
    """
    width = max(each.top - each.bottom for each in spectra) or max(abs(each.top) for each in spectra) or 1.0
    many = float(counts.sum(axis=1).max())
    theta = np.geomspace(1e-3 / (width * math.sqrt(many)), 1e7 / width, _TILTS)
    table = np.array([_cumulants(each, theta) for each in spectra])  # (L, 4, G)
    chosen = np.arange(len(counts))
    if len(chosen) > _ANCHORS:
        spaced = np.geomspace(1, len(chosen), _ANCHORS) - 1
        chosen = np.flatnonzero(np.bincount(np.rint(spaced).astype(np.int64), minlength=len(counts)))
    whole, mean, variance, dense = np.moveaxis(np.tensordot(counts[chosen], table, axes=1), 1, 0)
    epsilon = mean - 1 / theta - 1 / (1 + theta)
    scale = variance + 1 / theta**2 + 1 / (1 + theta) ** 2
    log_delta = whole - theta * epsilon - np.log(theta * (1 + theta)) - np.log(2 * math.pi * scale) / 2
    falling = -np.minimum.accumulate(log_delta, axis=1)
    where = [np.interp(-math.log(delta), row, np.arange(_TILTS)) for row in falling]
    positions = np.arange(_TILTS)
    read = np.array(
        [
            (np.interp(w, positions, e), np.interp(w, positions, np.log(theta)), np.interp(w, positions, d))
            for w, e, d in zip(where, epsilon, dense, strict=True)
        ]
    )
    rows = np.arange(len(counts))
    if len(chosen) < len(counts):  # between the anchors all three are nearly linear in √k
        size = np.sqrt(counts.sum(axis=1))
        read = np.stack([np.interp(size, size[chosen], column) for column in read.T], axis=1)
    return Foreseen(np.maximum(read[rows, 0], 0.0), np.exp(read[rows, 1]), read[rows, 2])


def _cumulants(spectrum: Spectrum, theta: Floats) -> Floats:
    """K, K', K'' of a law, and the tilted probability of its density: (4, G)."""
    places, mass = panels(spectrum)
    exponent = theta[:, None] * places
    exponent -= exponent.max(axis=1, keepdims=True)
    weight = mass * np.exp(exponent)
    whole = weight.sum(axis=1)
    weight /= whole[:, None]
    mean = weight @ places
    variance = weight @ (places * places) - mean**2
    dense = weight[:, len(spectrum.where) :].sum(axis=1) if spectrum.law else np.ones(len(theta))
    highest = np.maximum(theta * places.max(), theta * places.min())
    return np.stack((np.log(whole) + highest, mean, np.maximum(variance, 0.0), dense))


def fine_step(
    spectra: Sequence[Spectrum], foreseen: Foreseen, rows: Places, tolerance: Floats, finer: float
) -> float:
    """A lattice step h for which the bracket, k(1+θ)h²/8 times the density's share, is what is asked.

    `finer` times as long; a whole number of steps fits into the law where there is one only.
    """
    widths = [each.top - each.bottom for each in spectra]
    width = max(widths)
    theta = np.minimum(foreseen.theta[rows], 8 / width)
    need = float(np.min(tolerance / np.maximum((1 + theta) * foreseen.spread[rows], 1e-300)))
    shortest = min(each for each in widths if each > 0)
    step = min(math.sqrt(6 * need), shortest / 4) * finer
    return width / math.ceil(width / step) if len(spectra) == 1 else step


def atom_step(where: Floats, allowed: float, shortest: float) -> tuple[float, float] | None:
    """The step of a lattice through all atoms, or past them by at most `allowed`; and by how much it is.

    None where no step of at least `shortest` is one.
    """
    width = float(where[-1] - where[0])
    if width <= 0:
        return max(1.0, abs(float(where[0]))), 0.0
    gaps = np.diff(where)
    fewest = max(1, round(width / float(gaps[gaps > _EXACT * width].min())))
    several = np.arange(1, _MOST_CELLS + 1) if len(where) <= _FEW else fewest * np.arange(1, 5)
    table = np.outer(several, (where[-1] - where) / width)
    beside = np.abs(table - np.rint(table)).max(axis=1) / several
    exact = np.flatnonzero(beside <= _EXACT)
    near = exact if exact.size else np.flatnonzero(beside * width <= _ALLOWED * allowed)
    if not near.size or width / float(several[near[0]]) < shortest:
        return None
    return width / float(several[near[0]]), float(beside[near[0]]) * width * 1.001
