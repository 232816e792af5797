r"""What a privacy loss is composed from: atoms and a density, and points that stand for that.

What eight Gauss points miss of an integral over a panel of length h is h^17 (8!)^4/(17 (16!)^3) f^(16)(ξ)
(Abramowitz & Stegun 25.4.30), 1.7e-23 h^17 f^(16). Every density here is a sum of those of one loss, under D'
and under D, times what does not change in a panel, and these are of two kinds.

- f = e^(±m/2): f^(16) = 2^-16 f, and all of the panel holds at least h e^(−h/2) f: missed is, of each,
  1.7e-23 h^16 2^-16 e^(h/2), below 0.1 units of 2^-53 for h <= 4.
- f = φ(z), z = m/μ ± μ/2: |f^(16)| = |He_16(z)| φ(z), |He_16(z)| = |E (z+iN)^16| <= E (z²+N²)^8 for a
  standard normal N. Where h(3+|z|) <= 2 in the unit of z, |z| that of the further end, 1.7e-23 h^16 times
  this times the largest φ of the panel over the least is below 0.1 units.

`Spectrum.longest` says how long such a panel may be, `short_enough` cuts longer ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.numerics.quadrature import gauss_legendre

_UNIT = 2.0**-53
_ROUNDING = 1e-14  # relative, of a probability, besides that of its exponent (`rounding_of`)
NODES, WEIGHTS = gauss_legendre(8)
_EVEN = 96  # panels of a density
_MOST_PANELS = 256
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
    # The longest panel with an end so far from 0, in the coordinate, of which eight points miss nothing.
    longest: Callable[[Floats], Floats] | None = None

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

    def short_enough(self, edges: Floats) -> Floats:
        """Such edges (E,), and more where a panel is longer than eight points are proven to be good for."""
        if self.longest is None or self.density_at is None:
            return edges
        most = self.longest(np.maximum(np.abs(edges[:-1]), np.abs(edges[1:])))
        parts = np.ceil(np.diff(edges) / most).astype(np.int64)
        if parts.max(initial=1) <= 1:
            return edges
        first = np.repeat(np.cumsum(parts) - parts, parts)
        share = (np.arange(len(first)) - first) / np.repeat(parts, parts)
        return np.append(np.repeat(edges[:-1], parts) + share * np.repeat(np.diff(edges), parts), edges[-1])

    @cached_property
    def held(self) -> float:
        """The probability of all finite losses that it has."""
        if self.density_at is None:
            return float(self.mass.sum())
        closely = quadrature(self, self.short_enough(self.even.edges))
        return float(self.mass.sum()) + float(closely.mass.sum())

    @property
    def bottom(self) -> float:
        """The least finite loss."""
        return float(min([self.low] * (self.density_at is not None) + list(self.where[:1])))

    @property
    def top(self) -> float:
        """The largest finite loss."""
        return float(max([self.high] * (self.density_at is not None) + list(self.where[-1:])))


def rounding_of(mass: Floats) -> float:
    """Relative, of probabilities that are e^x: 4 units of the largest |x|, and 90 units for all else.

    x is a sum of a few terms, rounded by less than 4 units of it. All else is at most three calls of exp, 4
    units each, ten products and quotients, and a Gauss weight and node, whose 4 units are held by a law
    against 60 digits.
    """
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


def panels(spectrum: Spectrum) -> tuple[Floats, Floats]:
    """Points and probabilities for the distribution where no guarantee depends on them: a few hundred."""
    where, mass = spectrum.where, spectrum.mass
    if where.size > _MOST_PANELS:
        where, mass = _grouped(where, mass)
    even = spectrum.even
    return np.concatenate((where, even.places)), np.concatenate((mass, even.mass))


def _grouped(where: Floats, mass: Floats) -> tuple[Floats, Floats]:
    """Neighbouring atoms as two points a deviation beside their mean, equally many in each group."""
    first = np.linspace(0, len(where), _MOST_PANELS // 2, endpoint=False).astype(np.int64)
    share = np.add.reduceat(mass, first)
    centre = np.add.reduceat(mass * where, first) / np.maximum(share, 1e-300)
    sizes = np.diff(np.append(first, len(where)))
    beside = where - np.repeat(centre, sizes)
    apart = np.sqrt(np.add.reduceat(mass * beside * beside, first) / np.maximum(share, 1e-300))
    seen = share > 0
    places = np.stack((centre - apart, centre + apart), axis=1)[seen].ravel()
    return places, np.repeat(share[seen] / 2, 2)
