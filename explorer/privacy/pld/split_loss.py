"""A loss in two: most of it, and a rare far end that would want many more frequencies than the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.loss_distribution import NODES, Spectrum, quadrature

_ROOM = 1 + 1e-6  # far more than the rounding of `held` (`loss_distribution`)
_PARTS = 64  # of the panel in which it begins


@dataclass(frozen=True)
class Divided:
    """Of each distribution the `near` losses, and the `far` ones: none where there are no `far`."""

    near: Sequence[Spectrum]
    far: Sequence[Spectrum] = ()

    @property
    def top(self) -> float:
        """The largest loss of any."""
        return max(each.top for each in (*self.near, *self.far) if each.held > 0)


def divided(spectra: Sequence[Spectrum], beyond: float, aside: float, shorter: float = 0.5) -> Divided:
    """Distributions without what at most `beyond` exceeds, divided where far losses are at most `aside` of δ.

    Parameters
    ----------
    beyond : a probability; what is beyond counts as `missing`
    aside : >> beyond, what far losses may make of δ at ε = 0 in one release
    shorter : times as far, what is worth a cut
    """
    kept, ends = spectra, [_end(each, beyond) for each in spectra]
    if _shorter(ends, spectra, shorter):
        kept = [_within(each, end) for each, end in zip(spectra, ends, strict=True)]
    ends = [_end(each, aside, True) for each in kept]
    if not _shorter(ends, kept, shorter) or min(ends) <= 0:
        return Divided(kept)
    both = [_apart(each, end) for each, end in zip(kept, ends, strict=True)]
    return Divided([each[0] for each in both], [each[1] for each in both])


def _shorter(ends: Sequence[float], spectra: Sequence[Spectrum], shorter: float) -> bool:
    """Whether that is worth it: for a list, of the longest distribution."""
    return max(ends) <= shorter * max(each.top for each in spectra)


def _rising(spectrum: Spectrum) -> bool:
    """Whether losses rise with the coordinate of the density."""
    if spectrum.unfolded is None:
        return True
    low, high = spectrum.unfolded.out(np.array([spectrum.unfolded.low, spectrum.unfolded.high]))
    return bool(low < high)


def _losses(spectrum: Spectrum, edges: Floats) -> Floats:
    return edges if spectrum.unfolded is None else spectrum.unfolded.out(edges)


def _downward(spectrum: Spectrum, edges: Floats, weighed: bool) -> tuple[Floats, Floats]:
    """Edges of the density by falling losses, and what lies above each: (E,) both."""
    points = quadrature(spectrum, edges)
    held = (points.mass * _weight(points.places, weighed)).reshape(-1, len(NODES)).sum(axis=1)
    if _rising(spectrum):
        edges, held = edges[::-1], held[::-1]
    return edges, np.append(0.0, np.cumsum(held))


def _weight(losses: Floats, weighed: bool) -> Floats:
    """1, or the share of a loss in δ at ε = 0."""
    return np.asarray(-np.expm1(-np.maximum(losses, 0.0))) if weighed else np.ones_like(losses)


def _end(spectrum: Spectrum, left_out: float, weighed: bool = False) -> float:
    """About the least loss that at most `left_out` exceeds; the largest one where that is all there is."""
    last, end = spectrum.where[::-1], -math.inf
    if last.size:
        held = spectrum.mass[::-1] * _weight(last, weighed)
        end = float(last[_first_over(np.append(0.0, np.cumsum(held[:-1])), left_out) - 1])
    if spectrum.density_at is None:
        return end
    edges, held = _downward(spectrum, spectrum.even.edges, weighed)
    first = _first_over(held, left_out)
    if first < len(edges):
        inner = np.sort(np.linspace(edges[first - 1], edges[first], _PARTS + 1))
        edges, more = _downward(spectrum, inner, weighed)
        first = _first_over(held[first - 1] + more, left_out)
    return max(end, float(_losses(spectrum, edges[first - 1 : first])[0]))


def _first_over(above: Floats, left_out: float) -> int:
    """Where what lies above, 0 at first, is more than half of it."""
    return int(np.argmax(np.append(above, math.inf) > left_out / 2))


def _cut(spectrum: Spectrum, seen: NDArray[np.bool_], low: float, high: float) -> Spectrum:
    """Its atoms where they are `seen`, and its density from `low` to `high`, in its coordinate."""
    unfolded = spectrum.unfolded
    if low >= high:
        spectrum, unfolded, low, high = replace(spectrum, density_at=None), None, 0.0, 0.0
    ends = np.sort(np.array([low, high]) if unfolded is None else unfolded.out(np.array([low, high])))
    return replace(
        spectrum,
        where=spectrum.where[seen],
        mass=spectrum.mass[seen],
        other=None if spectrum.other is None else spectrum.other[seen],
        low=float(ends[0]),
        high=float(ends[1]),
        unfolded=None if unfolded is None else replace(unfolded, low=low, high=high),
        mirrored=False,
    )


def _parted(spectrum: Spectrum, end: float) -> tuple[Spectrum, Spectrum]:
    """What is up to `end`, and what is above."""
    seen, unfolded = spectrum.where <= end, spectrum.unfolded
    if spectrum.density_at is None:
        return _cut(spectrum, seen, 0.0, 0.0), _cut(spectrum, ~seen, 0.0, 0.0)
    low, high = (spectrum.low, spectrum.high) if unfolded is None else (unfolded.low, unfolded.high)
    at = float(np.clip(end if unfolded is None else unfolded.into(np.array([end]))[0], low, high))
    if _rising(spectrum):
        return _cut(spectrum, seen, low, at), _cut(spectrum, ~seen, at, high)
    return _cut(spectrum, seen, at, high), _cut(spectrum, ~seen, low, at)


def _within(spectrum: Spectrum, end: float) -> Spectrum:
    near, far = _parted(spectrum, end)
    return replace(near, missing=near.missing + far.held * _ROOM)


def _apart(spectrum: Spectrum, end: float) -> tuple[Spectrum, Spectrum]:
    near, far = _parted(spectrum, end)
    beside = far.held
    return replace(near, aside=beside), replace(far, aside=1 - beside, infinite=0.0)
