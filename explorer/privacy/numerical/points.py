"""A tilted loss as points: its transform at a few frequencies, and a bound on it at all higher ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.characteristic import Complexes
from explorer.privacy.numerical.spectrum import Spectrum, density_points

_ROUNDING = 1e-14
_UNIT = 2.0**-53
_PANELS = 96
_MOST_PANELS = 2048
_PHASE = 2.0  # radians of a panel at the last node, which eight points resolve to 1e-15
_GROWTH = 1.25
_ALONG = 0.5  # standard deviations, in radians, from sample to sample
_MOST_SAMPLES = 20_000
_ROUGH_PHASE = 6.0  # the same for samples of |M|, to 1e-10
_ROUGHLY = 1e-7
_MOST_WORK = 4_000_000  # samples by points
_DENSE = 1 - 1e-6  # a larger probability of the atoms is as good as all
_MARGIN = 1.5  # on the variation of a density that is known at its points


@dataclass(frozen=True)
class Points:
    """Places and tilted probabilities, sum 1; ln E e^(θ(L − mean)); how its transform dies away.

    `alone` is the probability of the atoms, `variation` of the density: |M(t)| <= alone + variation/t.
    `slack` is relative, of each mass; `error` absolute, of the transform.
    """

    places: Floats
    mass: Floats
    mean: float
    log_whole: float
    variance: float
    alone: float
    variation: float
    widest: float  # a panel of the density, in losses
    slack: float
    error: float

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    def transform(self, angle: Floats) -> Complexes:
        """E e^(it(L − mean)) at each t."""
        turn = np.outer(angle, self.places - self.mean)
        return np.asarray(np.cos(turn) @ self.mass + 1j * (np.sin(turn) @ self.mass))

    def evenly(self, first: float, apart: float, number: int) -> Complexes:
        """E e^(it(L − mean)) at so many equidistant t: each phase is a product of two from small tables."""
        columns = max(1, math.isqrt(number))
        rows = -(-number // columns)
        where = self.places - self.mean
        along = np.exp(1j * np.outer(apart * np.arange(columns), where))
        across = np.exp(1j * np.outer(first + apart * columns * np.arange(rows), where)) * self.mass
        return np.asarray((across @ along.T).ravel()[:number])

    def log_moments(self, tilts: Floats) -> Floats:
        """ln E e^(s(L − mean)) at each s; masses too small to be held are allowed for."""
        exponent = np.outer(tilts, self.places - self.mean)
        highest = exponent.max(axis=1)
        return np.asarray(highest + np.log(np.exp(exponent - highest[:, None]) @ self.mass + 1e-300))


def pointed(spectrum: Spectrum, theta: float, finest: float) -> Points:
    """The law tilted by e^(θl), its density cut so that no panel is longer than `finest`, if not 0."""
    panels = _PANELS
    places, mass, density, widest = density_points(spectrum, panels)
    if finest and widest > finest:
        panels = min(_MOST_PANELS, math.ceil(panels * widest / finest))
        places, mass, density, widest = density_points(spectrum, panels)
    whole = float(mass.sum() + spectrum.mass.sum()) + spectrum.infinite
    slack = _ROUNDING + 8 * max(0.0, abs(whole - 1) - spectrum.missing - _ROUNDING)
    every = np.concatenate((spectrum.where, places))
    exponent = theta * every
    highest = float(exponent.max())
    weight = np.concatenate((spectrum.mass, mass)) * np.exp(exponent - highest)
    total = float(weight.sum())
    tilted = weight / total
    mean = float(tilted @ every)
    height = density * np.exp(theta * places - highest) / total
    ordered = height if not len(places) or places[0] <= places[-1] else height[::-1]
    turns = float(np.abs(np.diff(np.concatenate(([0.0], ordered, [0.0])))).sum()) if len(places) else 0.0
    reach = float(np.abs(exponent).max()) + 16
    return Points(
        places=every,
        mass=tilted,
        mean=mean,
        log_whole=highest + math.log(total) - theta * mean,
        variance=float(tilted @ (every - mean) ** 2),
        alone=float(tilted[: len(spectrum.where)].sum()),
        variation=_MARGIN * turns,
        widest=widest,
        slack=slack + _UNIT * reach,
        error=4 * _UNIT * 16 + slack,
    )


def dense_points(spectrum: Spectrum, theta: float, law: Points, last: float, phase: float = _PHASE) -> Points:
    """The same law with a density fine enough for frequencies up to `last`."""
    return law if law.widest * last <= phase else pointed(spectrum, theta, phase / last)


def faded(
    spectra: Sequence[Spectrum],
    laws: Sequence[Points],
    counts: Floats,
    theta: float,
    allowed: float,
) -> tuple[float, float] | None:
    r"""A frequency a and a bound on (1/π) ∫ ∏|M|^k /t² dt over t >= a; None where it stays above `allowed`.

    f = |M|² is E cos(t(L−L')) of two independent losses, |f''| <= 2σ²: between samples s apart it is at
    most the larger of the two plus σ²s²/4. A density's part of |M| is at most its variation over t.
    """
    ends = [2 * law.variation / (1 - law.alone) for law in laws if law.alone < _DENSE]
    for end in [max(ends), 8 * max(ends)] if ends else [1 / (math.pi * allowed)]:
        beyond = [min(1.0, law.alone + law.variation / end) if end > 0 else 1.0 for law in laws]
        tail = math.exp(float(counts @ np.log(beyond))) / (math.pi * end) if end > 0 else math.inf
        if tail <= 1.01 * allowed:
            found = _highest(spectra, laws, counts, theta, end)
            if found is None:
                return None
            places, total = found  # of each interval, a bound on all from there on
            enough = np.flatnonzero(np.exp(total) <= math.pi * allowed * places[:-1])
            if not enough.size:
                return float(places[-1]), tail
            first = int(enough[0])
            return float(places[first]), tail + math.exp(total[first]) / (math.pi * float(places[first]))
    return None


def _highest(
    spectra: Sequence[Spectrum], laws: Sequence[Points], counts: Floats, theta: float, end: float
) -> tuple[Floats, Floats] | None:
    """Samples up to `end`, and of each a bound on Σ k ln |M| from there on; None where there are too many."""
    variances = np.array([law.variance for law in laws])
    first = min(1 / math.sqrt(float(counts @ variances)), end / 2)
    longest = _ALONG / math.sqrt(float(variances.max()))
    near = max(1, math.ceil(math.log(max(longest / (first * (_GROWTH - 1)), 1.0)) / math.log(_GROWTH)))
    start = first * _GROWTH**near
    far = math.ceil(max(0.0, end - start) / longest)
    if near + far > _MOST_SAMPLES:
        return None
    places = np.concatenate((first * _GROWTH ** np.arange(near), start + longest * np.arange(far + 1)))
    total = np.zeros(len(places) - 1)
    work = 0
    for spectrum, law, count in zip(spectra, laws, counts, strict=True):
        beside = dense_points(spectrum, theta, law, start, _ROUGH_PHASE)
        dense = dense_points(spectrum, theta, law, float(places[-1]), _ROUGH_PHASE)
        work += len(dense.places) * len(places)
        if work > _MOST_WORK:
            return None
        values = (beside.transform(places[:near]), dense.evenly(start, longest, far + 1))
        power = np.abs(np.concatenate(values)) ** 2
        bound = np.maximum(power[:-1], power[1:]) + law.variance * np.diff(places) ** 2 / 4 + _ROUGHLY
        total += count / 2 * np.log(np.minimum(bound, 1.0))
    return places, np.maximum.accumulate(total[::-1])[::-1]
