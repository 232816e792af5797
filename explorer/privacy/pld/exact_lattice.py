"""Atoms that one lattice goes through: their sums are known as closely as doubles hold them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.discretise import between
from explorer.privacy.pld.initial_guess import FEW, MANY, InitialGuess, atom_step
from explorer.privacy.pld.lattice_inversion import totals
from explorer.privacy.pld.lattice_transform import LatticeQuery
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import panels

_MOST_POINTS = 1 << 16  # of a lattice, in a standard deviation of the sum
_DEEP = 1e-60  # δ, at which tilts are so steep that a lattice has no digits left


def totals_through(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    foreseen: InitialGuess,
    tolerance: Floats,
) -> tuple[Floats, Floats] | None:
    """Lower and upper total ε of each row; None where no lattice goes through all atoms.

    Parameters
    ----------
    tolerance : (R,) by how much of ε the bracket may be wide: so far an atom may lie beside the lattice
    """
    if delta < _DEEP or any(each.density_at is not None for each in spectra):
        return None
    below = np.concatenate([each.where - each.where[-1] for each in spectra])  # each has its own top
    allowed = float(np.min(tolerance / counts.sum(axis=1)))
    deviation = max(
        _deviation(each) * math.sqrt(float(n)) for each, n in zip(spectra, counts.max(axis=0), strict=True)
    )
    few = FEW if len(spectra) == 1 else MANY
    through = atom_step(np.sort(below), allowed, deviation / _MOST_POINTS, few)
    if through is None:
        return None
    both = [between(each, *through) for each in spectra]
    theta = math.exp(float(np.log(foreseen.theta).mean()))
    asked = LatticeQuery(counts, np.full(len(counts), delta), foreseen.epsilon)
    lower = totals([each[0] for each in both], asked, theta, False)
    near = np.where(np.isfinite(lower) & (lower > 0), lower, asked.guess)
    return lower, totals([each[1] for each in both], replace(asked, guess=near), theta, True)


def _deviation(spectrum: Spectrum) -> float:
    places, mass = panels(spectrum)
    mean = float(mass @ places) / float(mass.sum())
    return math.sqrt(max(0.0, float(mass @ (places - mean) ** 2)))
