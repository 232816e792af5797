"""Long questions, as frozen values: a request is its own key in the cache, so no answer can be stale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from explorer.app.core.setting import Setting
from explorer.app.core.state import State, mechanism_for
from explorer.privacy.accounting.composition_common import sums_within
from explorer.privacy.composition import Bound, Counts, Crossing, Kind, Release, every_composition

_EVERY = 200  # up to so many, each k is drawn
_EVEN, _GROWING = 90, 36  # values of k as far apart on a plain, on a logarithmic axis; small k take longest


class Request(ABC):
    """A question whose answer may take longer than a frame. Pure: the same request, the same answer."""

    @abstractmethod
    def __call__(self) -> object:
        """The answer."""


@dataclass(frozen=True, slots=True)
class Composed(Request):
    """What one bound says about each count of releases."""

    bound: str
    setting: Setting
    counts: tuple[int, ...]
    total_delta: float

    def __hash__(self) -> int:
        """Without going through all counts: questions are looked up many times a frame."""
        return hash((self.bound, self.setting, len(self.counts), self.counts[-1], self.total_delta))

    @property
    def sort(self) -> Hashable:
        """Of what it is the question; a number does not stand in for a curve."""
        return Composed, self.bound, len(self.counts) == 1

    def __call__(self) -> Bound:
        release = release_of(self.setting)
        return every_composition()[self.bound]().total(release, _array_of(self.counts), self.total_delta)


@dataclass(frozen=True, slots=True)
class Crossed(Request):
    """Where a bound that follows the mechanism's own loss starts to beat basic composition."""

    bound: str
    setting: Setting
    total_delta: float

    @property
    def sort(self) -> Hashable:
        """Of which bound it is the question."""
        return Crossed, self.bound

    def __call__(self) -> Crossing:
        return every_composition()[self.bound]().crossing(release_of(self.setting), self.total_delta)


def searched(state: State) -> tuple[Crossed, ...]:
    """The crossings that take longer than a frame has: each step of the search asks the loss itself."""
    setting, total = state.setting, state.composing.total_delta
    return tuple(Crossed(bound, setting, total) for bound in long_searches())


@cache
def long_searches() -> tuple[str, ...]:
    """The bounds whose crossing is searched in the background."""
    return tuple(
        bound
        for bound, entry in every_composition().items()
        if entry.own_loss and (not entry.closed or entry.kind is Kind.EXACT)
    )


@lru_cache(maxsize=64)
def _array_of(counts: tuple[int, ...]) -> Counts:
    """The same as an array, locked: the curves of all bounds share it, and it stays while ε moves."""
    found = np.array(counts, dtype=np.int64)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=64)
def release_of(setting: Setting) -> Release:
    """The release that is repeated: a pure mechanism has no delta of its own."""
    built = mechanism_for(setting)
    delta = 0.0 if built.pure else setting.target.delta
    return Release(setting.target.epsilon, delta, built, setting.shape.sampling_rate, setting.shape.sampling)


@lru_cache(maxsize=16)
def drawn_counts(horizon: int) -> tuple[int, ...]:
    """At most 200 values of k from 1 to `horizon`, at which curves are drawn, on plain and logarithmic axes.

    Every one up to 200; beyond, some as far apart on the one kind of axis, some on the other: no curve has
    corners on either (a chord of what bends from k to √k lies within 0.3 %), and other axes ask nothing anew.
    """
    if horizon <= _EVERY:
        return tuple(range(1, horizon + 1))
    even = np.linspace(1, horizon, _EVEN).round()
    growing = np.geomspace(1, horizon, _GROWING).round()
    return tuple(sorted({int(k) for k in (*even, *growing)}))


def last_within(delta: float, total: float, horizon: int) -> int:
    """The largest k up to `horizon` whose kδ is within the total; 0 where not even one release is."""
    if delta * horizon <= total:
        return horizon
    near = int(total / delta) + np.arange(-1, 2)  # a quotient of decimals may be one beside the whole number
    return min(horizon, int(near[sums_within(delta, near, total)].max()))


def curve_counts(state: State) -> tuple[int, ...]:
    """`drawn_counts`, and the last k whose own δ is within the total: there the curves end that add it up."""
    composing = state.composing
    delta = release_of(state.setting).delta
    return _counts_until(delta, composing.total_delta, composing.horizon)


@lru_cache(maxsize=16)
def _counts_until(delta: float, total: float, horizon: int) -> tuple[int, ...]:
    """The drawn counts, with the last one that is within the total: made once a frame for all bounds."""
    counts = drawn_counts(horizon)
    last = last_within(delta, total, horizon)
    place = bisect_left(counts, last)
    return counts if last < 1 or counts[place] == last else (*counts[:place], last, *counts[place:])


def composed(state: State, bound: str, counts: tuple[int, ...] | None = None) -> Composed:
    """The question about one bound for the release and the total of `state`, at the drawn counts."""
    return Composed(
        bound,
        state.setting,
        counts or curve_counts(state),
        state.composing.total_delta,
    )
