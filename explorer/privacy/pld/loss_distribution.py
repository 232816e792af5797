"""What a privacy loss is composed from: atoms and a density, and points that stand for that."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerics.quadrature import gauss_legendre

_UNIT = 2.0**-53
_ROUNDING = 1e-14  # relative, of a probability, besides that of its exponent: a margin, not a proof
NODES, WEIGHTS = gauss_legendre(8)
_EVEN = 96  # panels of a density
_HALVED = 24  # times, the uppermost


@dataclass(frozen=True)
class Unfolded:
    """A density in a coordinate m in which it is smoother than in the loss: probability `density_at`(m) dm.

    `into` takes losses to m, `out` takes m to losses, `slope` is |d loss/dm|; m lies in [low, high].
    It is not smooth at the `corners`, which are edges of panels.
    """

    density_at: Callable[[Floats], Floats]
    into: Callable[[Floats], Floats]
    out: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]
    low: float
    high: float
    corners: tuple[float, ...] = ()

    @property
    def even(self) -> Floats:
        """Edges of equal panels, and the corners among them."""
        inner = [each for each in self.corners if self.low < each < self.high]
        return np.union1d(np.linspace(self.low, self.high, _EVEN + 1), inner)


@dataclass(frozen=True)
class Quadrature:
    """Eight Gauss points in each panel of a density: their losses, probabilities and the density of the loss.

    `edges` (P+1,) in the coordinate in which the density is smoothest; `wide` (P,) the panels, in losses.
    """

    edges: Floats
    wide: Floats
    places: Floats
    mass: Floats
    height: Floats


@dataclass(frozen=True)
class Spectrum:
    """ln p/q for an output drawn with you: (n,) finite atoms, rising, and a density on [low, high].

    `infinite` is the probability of an infinite loss, `missing` a bound on the probability that the
    atoms and the density leave out, `aside` of losses that are looked at elsewhere; `density_at` is None
    where there is no density.
    """

    where: Floats
    mass: Floats
    infinite: float
    missing: float
    low: float
    high: float
    density_at: Callable[[Floats], Floats] | None
    missing_without: float = math.inf  # as `missing`, under the distribution without you
    unfolded: Unfolded | None = None
    other: Floats | None = None  # the atoms' probabilities without you, where a mass may have no double
    aside: float = 0.0
    mirrored: bool = False  # its finite part is the same with D and D' exchanged: so by its kind
    infinite_without: float | None = None  # of what only D gives; None where it counts as missing without you

    @property
    def without(self) -> Floats:
        """The atoms' probabilities without you: (n,)."""
        return self.mass * np.exp(-self.where) if self.other is None else self.other

    @cached_property
    def even(self) -> Quadrature:
        """The density in equal panels; one that ends at its top in ever shorter ones up to there."""
        if self.density_at is None:
            return quadrature(self, np.zeros(1))
        if self.unfolded is not None:
            return quadrature(self, self.unfolded.even)
        edges = np.linspace(self.low, self.high, _EVEN + 1)
        halves = self.high - (self.high - edges[-2]) * 0.5 ** np.arange(1, _HALVED + 1)
        return quadrature(self, np.unique(np.concatenate((edges, halves))))

    def widths(self, edges: Floats) -> Floats:
        """How long panels between such edges are in losses."""
        return np.abs(np.diff(edges if self.unfolded is None else self.unfolded.out(edges)))

    @property
    def held(self) -> float:
        """The probability of all finite losses that it has."""
        return float(self.mass.sum()) + float(self.even.mass.sum())

    @property
    def bottom(self) -> float:
        """The least finite loss."""
        return float(min([self.low] * (self.density_at is not None) + list(self.where[:1])))

    @property
    def top(self) -> float:
        """The largest finite loss."""
        return float(max([self.high] * (self.density_at is not None) + list(self.where[-1:])))


def rounding_of(mass: Floats) -> float:
    """Relative, of probabilities that are e^x: 4 units of the largest |x|, and a little for all else."""
    seen = mass[mass > 0]
    most = (
        float(np.abs(np.log(seen[[int(np.argmin(seen)), int(np.argmax(seen))]])).max()) if seen.size else 0.0
    )
    return _ROUNDING + 4 * _UNIT * most


def quadrature(spectrum: Spectrum, edges: Floats) -> Quadrature:
    """The density at Gauss points between such edges."""
    if spectrum.density_at is None:
        return Quadrature(np.zeros(1), np.empty(0), np.empty(0), np.empty(0), np.empty(0))
    half, unfolded = np.diff(edges)[:, None] / 2, spectrum.unfolded
    inner = (edges[:-1, None] + half * (1 + NODES)).ravel()
    density = (spectrum.density_at if unfolded is None else unfolded.density_at)(inner)
    inside = (density.reshape(-1, len(NODES)) * (half * WEIGHTS)).ravel()
    if unfolded is None:
        return Quadrature(edges, spectrum.widths(edges), inner, inside, density)
    places = unfolded.out(inner)
    return Quadrature(
        edges, spectrum.widths(edges), places, inside, density / np.maximum(unfolded.slope(inner), 1e-290)
    )
