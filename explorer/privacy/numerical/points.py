"""Points of a loss, tilted: moments and the Fourier transform of their law."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.characteristic import Complexes
from explorer.privacy.numerical.scattered import Scattered
from explorer.privacy.progress import progress

_UNIT = 2.0**-53
_LEAST_POINT = 1e-20  # a point with less is left out of transforms
_SUMMED = 64 * _UNIT  # rounding of a sum of probabilities times phases
_AT_ONCE = 2_000_000  # phases that are held


@dataclass(frozen=True)
class Points:
    """Losses about their mean with tilted probabilities, sum 1, in no order; ln E e^(θ(L − mean)).

    `logs` are those of the probabilities, also where these have no double; `slack` is relative, of each.
    """

    places: Floats
    mass: Floats
    logs: Floats
    mean: float
    log_whole: float
    variance: float
    slack: float
    furthest: float  # the largest |loss|

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    def error(self, angle: Floats) -> Floats:
        """How far the transform may be off at each t, by rounding of phases and what is left out."""
        return np.asarray(_SUMMED + _LEAST_POINT * len(self.mass) + 4 * _UNIT * self.deviation * angle)

    def evenly(self, apart: float, number: int) -> Complexes:
        """E e^(it(L − mean)) at t = 0, apart, 2·apart, …: each phase a product of two from small tables."""
        seen = self.mass > _LEAST_POINT
        where, mass = self.places[seen], self.mass[seen]
        columns = max(1, math.isqrt(number))
        rows, at_once = -(-number // columns), max(1, _AT_ONCE // max(1, len(where)))
        found: Complexes = np.empty((rows, columns), dtype=np.complex128)
        for left in range(0, columns, at_once):
            right = min(columns, left + at_once)
            along = np.exp(1j * apart * np.outer(where, np.arange(left, right)))
            for top in range(0, rows, at_once):
                progress(0.0)
                below = min(rows, top + at_once)
                across = np.exp(1j * apart * columns * np.outer(np.arange(top, below), where)) * mass
                found[top:below, left:right] = across @ along
        return found.ravel()[:number]

    def log_moments(self, tilts: Floats) -> Floats:
        """ln E e^(s(L − mean)) at each s."""
        exponent = np.outer(tilts, self.places) + self.logs
        highest = exponent.max(axis=1)
        return np.asarray(highest + np.log(np.exp(exponent - highest[:, None]).sum(axis=1)))


def tilted(law: Scattered, theta: float) -> Points:
    """The law of density e^(θl)/E e^(θL)."""
    seen = law.mass > 0
    law = law if seen.all() else replace(law, places=law.places[seen], mass=law.mass[seen])
    exponent = np.log(law.mass) + theta * law.places
    highest = float(exponent.max())
    weight = np.exp(exponent - highest)
    total = float(weight.sum())
    mass = weight / total
    mean = float(mass @ law.places)
    about = law.places - mean
    reach = float(np.abs(exponent).max()) + float(theta * np.abs(law.places).max()) + 32
    return Points(
        places=about,
        mass=mass,
        logs=exponent - highest - math.log(total),
        mean=mean,
        log_whole=highest + math.log(total) - theta * mean,
        variance=float(mass @ (about * about)),
        slack=law.slack + _UNIT * reach,
        furthest=float(np.abs(law.places).max()),
    )
