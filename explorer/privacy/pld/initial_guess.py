"""First guesses, on which no guarantee hangs: the answer, its tilt, and the lattice of some atoms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.loss_distribution import Spectrum, panels

_TILTS = 180
_HIGHEST = 1e9  # a tilt that is looked at, over the width of a distribution
_ANCHORS = 40
_NARROWEST = 1e-100
_MOST_CELLS = 6144
FEW = 64  # atoms, for which every number of cells is tried
MANY = 200  # the same for a list, which is asked once
_EXACT = 1e-12
_NONE = 1e-12
_ALLOWED = 0.15  # of the bracket, for atoms that lie beside the lattice


@dataclass(frozen=True)
class InitialGuess:
    """Per row: ε and the tilt θ of its saddle point."""

    epsilon: Floats
    theta: Floats

    def among(self, rows: Places) -> InitialGuess:
        """That of some rows."""
        return InitialGuess(self.epsilon[rows], self.theta[rows])


def _widest(spectra: Sequence[Spectrum]) -> float:
    """By which tilts are measured."""
    width = max(each.top - each.bottom for each in spectra) or max(abs(each.top) for each in spectra) or 1.0
    return max(width, _NARROWEST)


def initial_guess(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> InitialGuess:
    r"""Saddle-point approximation of δ(ε): kK(θ) − θε − ln θ(1+θ) − ½ ln 2πV at ε = kK' − 1/θ − 1/(1+θ).

    Parameters
    ----------
    counts : (R, L), rows in rising order
    """
    width = _widest(spectra)
    many = float(counts.sum(axis=1).max())
    theta = np.geomspace(1e-3 / (width * math.sqrt(many)), _HIGHEST / width, _TILTS)
    table = np.array([cumulants(each, theta) for each in spectra])  # (L, 3, G)
    chosen, size = np.arange(len(counts)), counts.sum(axis=1)
    if len(chosen) > _ANCHORS:
        spaced = np.searchsorted(size, np.geomspace(size[0], size[-1], _ANCHORS) * (1 - 1e-9))
        spaced[-1] = len(counts) - 1
        chosen = np.flatnonzero(np.bincount(spaced, minlength=len(counts)))
    whole, mean, variance = np.moveaxis(np.tensordot(counts[chosen], table, axes=1), 1, 0)
    epsilon = mean - 1 / theta - 1 / (1 + theta)
    scale = variance + 1 / theta**2 + 1 / (1 + theta) ** 2
    log_delta = whole - theta * epsilon - np.log(theta * (1 + theta)) - np.log(2 * math.pi * scale) / 2
    falling = -np.minimum.accumulate(log_delta, axis=1)
    where = [np.interp(-math.log(delta), row, np.arange(_TILTS)) for row in falling]
    positions = np.arange(_TILTS)
    near = np.array([np.interp(w, positions, row) for w, row in zip(where, epsilon, strict=True)])
    tilts = np.interp(where, positions, np.log(theta))
    if len(chosen) < len(counts):  # between the anchors both are nearly powers of k
        size = np.log(size)
        near = np.exp(np.interp(size, size[chosen], np.log(np.maximum(near, _NONE))))
        tilts = np.interp(size, size[chosen], tilts)
    return InitialGuess(np.maximum(near, 0.0), np.exp(tilts))


def saddles(spectra: Sequence[Spectrum], counts: Floats, epsilon: Floats) -> Floats:
    """The tilt θ of each row's saddle point for a known ε: (R,)."""
    width = _widest(spectra)
    theta = np.geomspace(
        1e-3 / (width * math.sqrt(float(counts.sum(axis=1).max()))), _HIGHEST / width, _TILTS
    )
    means = np.array([cumulants(each, theta)[1] for each in spectra])
    places = np.maximum.accumulate(counts @ means - 1 / theta - 1 / (1 + theta), axis=1)
    found = [float(np.interp(at, row, np.log(theta))) for at, row in zip(epsilon, places, strict=True)]
    return np.asarray(np.exp(np.array(found)), dtype=np.float64)


def cumulants(spectrum: Spectrum, theta: Floats) -> Floats:
    """K, K', K'' of a distribution: (3, G)."""
    places, mass = panels(spectrum)
    exponent = theta[:, None] * places
    exponent -= exponent.max(axis=1, keepdims=True)
    weight = np.exp(exponent, out=exponent)  # in place: it is by far the largest array of a guess
    weight *= mass
    whole = np.maximum(weight.sum(axis=1), 1e-300)  # probabilities at the end may have no double
    weight /= whole[:, None]
    mean = weight @ places
    variance = weight @ (places * places) - mean**2
    highest = np.maximum(theta * places.max(), theta * places.min())
    return np.stack((np.log(whole) + highest, mean, np.maximum(variance, 0.0)))


def atom_step(where: Floats, allowed: float, shortest: float, few: int = FEW) -> tuple[float, float] | None:
    """The step of a lattice through all atoms, or past them by at most `allowed`; and by how much it is.

    None where no step of at least `shortest` is one.
    """
    width = float(where[-1] - where[0])
    if width <= 0:
        return max(1.0, abs(float(where[0]))), 0.0
    gaps = np.diff(where)
    fewest = max(1, round(width / float(gaps[gaps > _EXACT * width].min())))
    several = np.arange(1, _MOST_CELLS + 1) if len(where) <= few else fewest * np.arange(1, 5)
    table = np.outer(several, (where[-1] - where) / width)
    beside = np.abs(table - np.rint(table)).max(axis=1) / several
    exact = np.flatnonzero(beside <= _EXACT)
    near = exact if exact.size else np.flatnonzero(beside * width <= _ALLOWED * allowed)
    if not near.size or width / float(several[near[0]]) < shortest:
        return None
    return width / float(several[near[0]]), float(beside[near[0]]) * width * 1.001
