"""Rényi differential privacy at the order that suits best."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import (
    bound_of,
    crossing_of,
    from_the_first,
    no_loss,
    no_mechanism,
    no_total_delta,
    too_large,
    unknown,
)
from explorer.privacy.accounting.concentrated import (
    canonne_kamath_steinke,
    order_cost,
    release_rho,
    rounding_of_cost,
)
from explorer.privacy.accounting.guarantee_ends import pure_ends
from explorer.privacy.composition import Bound, Composition, Counts, Crossing, Family, Floats, Kind, Release
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.progress import part, progress

_LEAST_EXCESS, _LARGEST_EXCESS = 1e-9, 1e18  # of the order above 1
_A_DECADE = 8  # orders of the grid
_STRIDE = 16  # of them, between those that are looked at first
_ROUNDS = 2  # each through three orders, six times as close together as before
_LOOKS = 301  # k, twenty a factor of ten: a sampled mechanism takes a while at each
OF_A_DIVERGENCE = 2.0**-45  # relative: a closed form is of positive terms, and errs by some 100 units
_CHUNK = 32  # orders from checkpoint to checkpoint


@dataclass(frozen=True)
class Renyi(Composition):
    r"""inf over real α > 1 of k D_α + ln(1/(αδ))/(α−1) + ln(1−1/α); at most kε for pure releases.

    D_α is this mechanism's own Rényi divergence. It adds up, for adaptively chosen releases too. Every
    order gives an upper bound; (α−1)D_α is convex, so that there is one best order. Where the release has
    a ρ, ρα is a divergence that holds at every order as well: the smaller one counts.

    Source
    ------
    Mironov (2017), Proposition 1; Canonne, Kamath & Steinke (2020), Proposition 12.
    """

    id: ClassVar[str] = "renyi"
    order: ClassVar[int] = 70
    title: ClassVar[Sentence] = N_("Rényi")
    source: ClassVar[str] = "Mironov 2017, Proposition 1; Canonne, Kamath & Steinke 2020, Proposition 12"
    formula: ClassVar[str] = "ε′ = inf over α > 1 of k·D_α + ln(1/(αδ))/(α − 1) + ln(1 − 1/α),  at most kε"
    latex: ClassVar[str] = (
        r"\varepsilon'=\inf_{\alpha>1}\left\{k\,D_{\alpha}+\frac{\ln\frac{1}{\alpha\delta}}{\alpha-1}"
        r"+\ln\left(1-\frac{1}{\alpha}\right)\right\}"
    )
    holds: ClassVar[Sentence] = N_(
        "Holds for adaptively chosen releases, at the best order. If their noise is chosen "
        "adaptively, the order and the limit on the sum of divergences at it must be fixed "
        "beforehand (Feldman & Zrnic 2021)."
    )
    kind: ClassVar[Kind] = Kind.UPPER
    closed: ClassVar[bool] = False
    family: ClassVar[Family] = Family.MOMENTS
    own_loss: ClassVar[bool] = True

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """Proven at every k, all of the total δ going into the conversion."""
        guarantee = release.guarantee
        if guarantee is None:
            return bound_of(self, counts, np.full(len(counts), np.nan), no_mechanism())
        ends, k = pure_ends(guarantee, counts.astype(np.float64)), counts.astype(np.float64)
        values = np.full(len(counts), math.inf)
        if total_delta > 0:
            delta, rho = min(total_delta, 1.0), release_rho(release)
            values[k > 0] = renyi_epsilon(guarantee, k[k > 0], delta)
            if rho is not None:
                values[k > 0] = np.minimum(values[k > 0], canonne_kamath_steinke(rho * k[k > 0], delta))
        values = values if ends is None else np.minimum(values, ends[1])
        values[k == 0] = 0.0
        return bound_of(self, counts, values, _missing(guarantee, total_delta))

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """Pure releases are below from the first on: at large orders D_α < ε; others by search."""
        epsilon, guarantee = release.epsilon, release.guarantee
        if guarantee is None:
            return Crossing(None, None, None, no_mechanism())
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
        if total_delta <= 0 or not np.isfinite(guarantee.renyi(np.array([2.0]))[0]):
            return Crossing(None, None, None, _missing(guarantee, total_delta))
        if guarantee.pure_epsilon is not None:
            return Crossing(None, None, None, from_the_first())

        def ahead(counts: Floats) -> Floats:
            return counts * epsilon - renyi_epsilon(guarantee, counts, min(total_delta, 1.0))

        return crossing_of(epsilon, ahead, 1e15, looks=_LOOKS)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """NaN: (ε, δ) alone has no Rényi divergence."""
        return math.nan


def renyi_epsilon(guarantee: Guarantee, counts: Floats, delta: float) -> Floats:
    """The least over all orders at each k > 0, real or whole; infinite where every divergence is.

    First the best of a logarithmic grid of α − 1, then the vertices of three parabolas, each through orders
    six times as close together. k D_α + `order_cost` is a convex function of α over α − 1, so that it falls
    up to its least and rises from there: of the grid some two dozen orders are looked at.

    Parameters
    ----------
    counts : (n,) array, > 0
    delta : in (0, 1]

    Returns
    -------
    (n,) array, nats, >= 0; an upper bound, rounding included, above the infimum by less than 1e-10 relative
    """
    grid = _grid_of(guarantee, delta)
    step = float(grid.logs[1] - grid.logs[0])

    def value(log_excess: Floats) -> Floats:
        excess = order_excess(log_excess)
        flat = _divergences(guarantee, 1 + excess.ravel()).reshape(excess.shape)
        return counts * flat + order_cost(excess, delta) + rounding_of_cost(excess, delta)

    with part(0.0, 1 / (_ROUNDS + 2)):
        best = np.clip(grid.best(counts, delta), 1, len(grid.logs) - 2)
    at = np.stack([grid.values(best + side, counts, delta) for side in (-1, 0, 1)])
    least, middle = np.min(at, axis=0), grid.logs[best]
    for turn in range(_ROUNDS):
        middle = middle + step * _vertex(*at)
        step /= 6
        with part((turn + 1) / (_ROUNDS + 2), (turn + 2) / (_ROUNDS + 2)):
            at = value(middle + step * np.array([[-1.0], [0.0], [1.0]]))
        least = np.minimum(least, np.min(at, axis=0))
    with part((_ROUNDS + 1) / (_ROUNDS + 2), 1.0):
        least = np.minimum(least, value(middle + step * _vertex(*at)))
    return np.asarray(np.maximum(least, 0.0), dtype=np.float64)


@dataclass
class _Grid:
    """Equidistant ln(α − 1), and the divergences there that were asked for: NaN elsewhere."""

    guarantee: Guarantee
    logs: Floats
    known: Floats

    def values(self, places: NDArray[np.int64], counts: Floats, delta: float) -> Floats:
        """k D_α + `order_cost` at places of the grid, any shape, for the counts of the last axis."""
        wanted = np.unique(places)
        wanted = wanted[np.isnan(self.known[wanted])]
        if wanted.size:
            self.known[wanted] = _divergences(self.guarantee, 1 + order_excess(self.logs[wanted]))
        excess = order_excess(self.logs[places])
        cost = order_cost(excess, delta) + rounding_of_cost(excess, delta)
        return np.asarray(counts * self.known[places] + cost)

    def best(self, counts: Floats, delta: float) -> NDArray[np.int64]:
        """Where on the grid each count has its least value, by halving strides."""
        last = len(self.logs) - 1
        first = np.append(np.arange(0, last, _STRIDE), last)
        found = self.values(np.repeat(first[:, None], len(counts), axis=1), counts, delta)
        best, stride = first[np.argmin(found, axis=0)], _STRIDE // 2
        while stride:
            places = np.clip(best + stride * np.array([[-1], [0], [1]]), 0, last)
            least = np.argmin(self.values(places, counts, delta), axis=0)
            best, stride = places[least, np.arange(len(counts))], stride // 2
        return np.asarray(best, dtype=np.int64)


def _grid_of(guarantee: Guarantee, delta: float) -> _Grid:
    """The same for many questions about a release."""
    decades = math.ceil(math.log10(min(max(1e3, 100 / delta), _LARGEST_EXCESS)))
    return _grid(guarantee, decades)  # type: ignore[arg-type]  # guarantees are frozen


def order_excess(logs: Floats) -> Floats:
    """α − 1, exactly, of an order α near 1 + e^x that is a double."""
    return np.asarray((1 + np.exp(logs)) - 1, dtype=np.float64)


@lru_cache(maxsize=32)
def _grid(guarantee: Guarantee, decades: int) -> _Grid:
    low, high = math.log(_LEAST_EXCESS), decades * math.log(10)
    logs = np.linspace(low, high, math.ceil((high - low) / math.log(10) * _A_DECADE))
    logs.setflags(write=False)
    return _Grid(guarantee, logs, np.full(len(logs), math.nan))


def _divergences(guarantee: Guarantee, orders: Floats) -> Floats:
    """At least D at each order, some at a time; what could not be computed counts as no bound."""
    found = np.empty(len(orders))
    for first in range(0, len(orders), _CHUNK):
        progress(first / len(orders))
        found[first : first + _CHUNK] = guarantee.renyi(orders[first : first + _CHUNK])
    return np.where(np.isnan(found), np.inf, found * (1 + OF_A_DIVERGENCE))


def _vertex(before: Floats, here: Floats, after: Floats) -> Floats:
    """Where the parabola through three equidistant values is least, in steps from the middle, at most 1."""
    with np.errstate(invalid="ignore"):
        bend = before - 2 * here + after
        usable = np.isfinite(bend) & (bend > 0)
        aimed = np.where(usable, (before - after) / np.where(usable, 2 * bend, 1.0), 0.0)
        lower = np.where(before < here, -1.0, np.where(after < here, 1.0, 0.0))
    return np.clip(np.where(usable, aimed, lower), -1.0, 1.0)


def _missing(guarantee: Guarantee, total_delta: float) -> Sentence:
    if not np.isfinite(guarantee.renyi(np.array([2.0]))[0]):
        return N_(
            "the Rényi divergence of this mechanism is infinite: its output may reveal a person "
            "with certainty"
        )
    return no_total_delta() if total_delta <= 0 else too_large()
