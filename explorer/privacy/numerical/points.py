"""A tilted loss as points: its transform at a few frequencies, and a bound on it at all higher ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.characteristic import Complexes
from explorer.privacy.numerical.law import NODES, Quadrature, Spectrum, quadrature

_ROUNDING = 1e-14
_UNIT = 2.0**-53
_PHASE = 2.0  # radians of a panel at the last node, which eight points resolve to 1e-15
_LEAST_PANEL = 1e-18  # a panel with less of the tilted law is not cut any further
_LEAST_POINT = 1e-20  # a point with less is left out of transforms
_LEAST = 1e-290
_CUTS = 12  # times, that panels are cut again where the loss is not even along them
_MOST_PANELS = 1 << 14
_GROWTH = 1.25
_ALONG = 0.5  # standard deviations, in radians, from sample to sample
_MOST_SAMPLES = (20_000, 50_000)
_FEW_NODES = 256  # are cheaper than samples that may spare some
_ROUGH_PHASE = 6.0  # the same for samples of |M|, to 1e-10
_ROUGHLY = 1e-7
_MOST_WORK = (4_000_000, 100_000_000)  # samples by points: with a density, and of atoms alone
_MARGIN = 1.5  # on the variation of a density that is known at its points


@dataclass(frozen=True)
class Points:
    """Places and tilted probabilities, sum 1; ln E e^(θ(L − mean)); how its transform dies away.

    `alone` is the probability of the atoms. `slack` is relative, of each mass; `error` absolute, of the
    transform. `panels` are those of the density; they resolve frequencies and tilts up to `resolved`.
    """

    places: Floats
    mass: Floats
    mean: float
    log_whole: float
    variance: float
    alone: float
    slack: float
    error: float
    panels: Quadrature
    resolved: float
    height: Floats  # of the tilted density at its points, in rising order of the loss

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    @cached_property
    def _seen(self) -> tuple[Floats, Floats]:
        """The points that a transform is made of: `error` allows for the others."""
        some = self.mass > _LEAST_POINT
        return self.places[some], self.mass[some]

    @property
    def work(self) -> int:
        """How many points a transform takes."""
        return len(self._seen[0])

    def below(self, angle: Floats) -> Floats:
        """A bound on |M| at each t and all higher ones, in falling order.

        Any part of the density, of probability w and variation V, has a transform of at most V/t: |M| is at
        most 1 − w + V/t. Parts of many lengths are tried.
        """
        number = len(self.height) // len(NODES)
        if not number:
            return np.ones(len(angle))
        mass = self.mass[len(self.mass) - len(self.height) :].reshape(number, -1).sum(axis=1)
        if number > 1 and self.places[-1] < self.places[-2]:
            mass = mass[::-1]
        # With the step to the next panel; sums, as differences of one long sum lose what is small.
        turns = np.abs(np.diff(self.height, append=0.0)).reshape(number, -1).sum(axis=1)
        lengths = number >> np.arange(number.bit_length())
        first = [np.arange(0, number - each + 1, max(1, each // 4)) for each in lengths]
        starts = np.concatenate(first)
        ends = starts + np.repeat(lengths, [len(each) for each in first])
        both = np.stack((starts, ends), axis=1).ravel()
        held, varies = (np.add.reduceat(np.append(each, 0.0), both)[::2] for each in (mass, turns))
        varies = varies + self.height[starts * len(NODES)] + self.height[ends * len(NODES) - 1]
        found = (1 + _ROUNDING + self.slack - held)[:, None] + _MARGIN * varies[:, None] / angle
        return np.asarray(np.minimum(found.min(axis=0), 1.0))

    def transform(self, angle: Floats) -> Complexes:
        """E e^(it(L − mean)) at each t."""
        places, mass = self._seen
        turn = np.outer(angle, places - self.mean)
        return np.asarray(np.cos(turn) @ mass + 1j * (np.sin(turn) @ mass))

    def evenly(self, first: float, apart: float, number: int) -> Complexes:
        """E e^(it(L − mean)) at so many equidistant t: each phase is a product of two from small tables."""
        columns = max(1, math.isqrt(number))
        rows = -(-number // columns)
        places, mass = self._seen
        where = places - self.mean
        along = np.exp(1j * np.outer(apart * np.arange(columns), where))
        across = np.exp(1j * np.outer(first + apart * columns * np.arange(rows), where)) * mass
        return np.asarray((across @ along.T).ravel()[:number])

    def log_moments(self, tilts: Floats) -> Floats:
        """ln E e^(s(L − mean)) at each s; masses too small to be held are allowed for."""
        exponent = np.outer(tilts, self.places - self.mean)
        highest = exponent.max(axis=1)
        return np.asarray(highest + np.log(np.exp(exponent - highest[:, None]) @ self.mass + 1e-300))


def pointed(spectrum: Spectrum, theta: float) -> Points | None:
    """The law tilted by e^(θl); None where its density would have to be cut too finely."""
    rough = _tilted(spectrum, spectrum.even, theta, 0.0, 0.0)
    return None if rough is None else _cut(spectrum, rough, theta, theta, _PHASE)


def dense_points(
    spectrum: Spectrum, theta: float, law: Points, last: float, phase: float = _PHASE
) -> Points | None:
    """The same law with a density fine enough for frequencies up to `last`."""
    return _cut(spectrum, law, theta, math.hypot(theta, last), phase)


def _cut(spectrum: Spectrum, law: Points, theta: float, steepest: float, phase: float) -> Points | None:
    """The law with its panels cut until none that matters turns by more than `phase`."""
    if spectrum.law is None or law.resolved * phase >= steepest * _PHASE:
        return law
    panels, held = law.panels, law.mass[len(spectrum.where) :].reshape(-1, len(NODES)).sum(axis=1)
    edges, matters = panels.edges, held > _LEAST_PANEL
    wide = panels.wide
    for _ in range(_CUTS):
        parts = np.where(matters, np.maximum(np.ceil(wide * (steepest / phase)), 1.0), 1.0)
        if float(parts.max()) <= 1.0:
            break
        if float(parts.sum()) > _MOST_PANELS:
            return None
        edges, matters = _split(edges, parts.astype(np.int64)), np.repeat(matters, parts.astype(np.int64))
        wide = spectrum.widths(edges)
    else:
        return None
    left_out, resolved = float(held[held <= _LEAST_PANEL].sum()), steepest * _PHASE / phase
    if len(edges) == len(panels.edges):
        return replace(law, error=law.error + 4 * left_out, resolved=resolved)
    return _tilted(spectrum, quadrature(spectrum, edges), theta, resolved, left_out)


def _split(edges: Floats, parts: NDArray[np.int64]) -> Floats:
    """Each panel in so many equal parts."""
    within = np.arange(int(parts.sum())) - np.repeat(np.cumsum(parts) - parts, parts)
    share = within / np.repeat(parts, parts)
    return np.append(np.repeat(edges[:-1], parts) + share * np.repeat(np.diff(edges), parts), edges[-1])


def _tilted(
    spectrum: Spectrum, panels: Quadrature, theta: float, resolved: float, left_out: float
) -> Points | None:
    places, mass, density = panels.places, panels.mass, panels.height
    whole = float(mass.sum() + spectrum.mass.sum()) + spectrum.infinite
    slack = _ROUNDING + 8 * max(0.0, abs(whole - 1) - spectrum.missing - _ROUNDING)
    every = np.concatenate((spectrum.where, places))
    exponent = theta * every
    highest = float(exponent.max())
    weight = np.concatenate((spectrum.mass, mass)) * np.exp(exponent - highest)
    total = float(weight.sum())
    if not total > _LEAST:  # the tilt leaves probabilities that have no double
        return None
    tilted = weight / total
    mean = float(tilted @ every)
    height = density * np.exp(theta * places - highest) / total
    ordered = height if not len(places) or places[0] <= places[-1] else height[::-1]
    reach = float(np.abs(exponent).max()) + 16
    return Points(
        places=every,
        mass=tilted,
        mean=mean,
        log_whole=highest + math.log(total) - theta * mean,
        variance=float(tilted @ (every - mean) ** 2),
        alone=float(tilted[: len(spectrum.where)].sum()),
        slack=slack + _UNIT * reach,
        error=4 * _UNIT * 16 + slack + 4 * left_out + _LEAST_POINT * len(every),
        panels=panels,
        resolved=resolved,
        height=ordered,
    )


def faded(
    spectra: Sequence[Spectrum],
    laws: Sequence[Points],
    counts: Floats,
    theta: float,
    allowed: float,
    period: float,
    smoothing: float,
) -> tuple[float, float, float]:
    r"""A frequency a, a bound on (1/π) ∫ ∏|M|^k |Û|/t² dt over t >= a, and how far the sum is smoothed.

    The variation of the densities tells it (`Points.below`), and where that takes more than a few nodes of
    this `period`, samples do: not as far where the sum is smoothed by U (`smoothed`), of the width
    `smoothing`, as |Û| <= 4cosh²(θη/2)/(ηt)².
    """
    surely = 1.01 / (math.pi * allowed)  # no |M| is above 1
    first = 1 / math.sqrt(float(counts @ np.array([law.variance for law in laws])))
    if surely <= first or surely * period < 2 * math.pi * _FEW_NODES:
        return surely, allowed, 0.0
    number = math.ceil(math.log(surely / first) / math.log(_GROWTH))
    places = np.append(first * _GROWTH ** np.arange(number), surely)
    total = sum(count * np.log(law.below(places)) for count, law in zip(counts, laws, strict=True))
    tail = np.exp(total) / (math.pi * places)
    last = int(np.argmax(tail <= allowed)) if tail[-1] > allowed or np.any(tail <= allowed) else number
    end, beyond, smooth, most_of_it = float(places[last]), float(tail[last]), 0.0, 1.0
    if end * period < 2 * math.pi * _FEW_NODES:
        return end, beyond, 0.0
    if theta * smoothing <= 1:
        most_of_it = math.cosh(theta * smoothing / 2) ** 2
        sooner = (4 * most_of_it / (3 * math.pi * smoothing**2 * allowed)) ** (1 / 3)
        if first < sooner < end:
            end, beyond, smooth = sooner, allowed, smoothing
    found = _highest(spectra, laws, counts, theta, end)
    if found is None:
        return end, beyond, smooth
    sampled, most = found  # of each interval, a bound on all from there on, up to the end
    enough = np.flatnonzero(np.exp(most) <= math.pi * allowed * sampled[:-1])
    if not enough.size:
        return end, beyond, smooth
    place = float(sampled[enough[0]])
    return place, beyond + most_of_it * math.exp(most[enough[0]]) / (math.pi * place), smooth


def smoothed(at: Complexes, width: float) -> Complexes:
    """E e^(zU) at each z, (sinh(zη/2)/(zη/2))²: U in [−η, η] has a triangle for a density."""
    if not width:
        return np.ones_like(at)
    half = at * (width / 2)
    return np.asarray((np.sinh(half) / half) ** 2)


def _highest(
    spectra: Sequence[Spectrum], laws: Sequence[Points], counts: Floats, theta: float, end: float
) -> tuple[Floats, Floats] | None:
    """Samples up to `end`, and of each a bound on Σ k ln |M| from there to the end; None where too many.

    f = |M|² is E cos(t(L−L')) of two independent losses, |f''| <= 2σ²: between samples s apart it is at
    most the larger of the two plus σ²s²/4.
    """
    variances = np.array([law.variance for law in laws])
    first = min(1 / math.sqrt(float(counts @ variances)), end / 2)
    longest = _ALONG / math.sqrt(float(variances.max()))
    near = max(1, math.ceil(math.log(max(longest / (first * (_GROWTH - 1)), 1.0)) / math.log(_GROWTH)))
    near = max(1, min(near, math.ceil(math.log(end / first) / math.log(_GROWTH))))
    start = first * _GROWTH**near
    far = math.ceil(max(0.0, end - start) / longest)
    atoms_alone = all(each.law is None for each in spectra)
    if near + far > _MOST_SAMPLES[atoms_alone]:
        return None
    places = np.concatenate((first * _GROWTH ** np.arange(near), start + longest * np.arange(far + 1)))
    total = np.zeros(len(places) - 1)
    work = 0
    for spectrum, law, count in zip(spectra, laws, counts, strict=True):
        beside = dense_points(spectrum, theta, law, start, _ROUGH_PHASE)
        dense = dense_points(spectrum, theta, law, float(places[-1]), _ROUGH_PHASE)
        if beside is None or dense is None:
            return None
        work += dense.work * len(places)
        if work > _MOST_WORK[atoms_alone]:
            return None
        values = (beside.transform(places[:near]), dense.evenly(start, longest, far + 1))
        power = np.abs(np.concatenate(values)) ** 2
        bound = np.maximum(power[:-1], power[1:]) + law.variance * np.diff(places) ** 2 / 4 + _ROUGHLY
        total += count / 2 * np.log(np.minimum(bound, 1.0))
    return places, np.maximum.accumulate(total[::-1])[::-1]
