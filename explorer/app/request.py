"""Long questions, as frozen values: a request is its own key in the cache, so no answer can be stale."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from explorer.app.state import Setting, State, mechanism_for
from explorer.privacy.composition import Bound, Counts, Crossing, Release, every_composition


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

    def __call__(self) -> Bound:
        release = release_of(self.setting)
        counts: Counts = np.array(self.counts, dtype=np.int64)
        return every_composition()[self.bound]().total(release, counts, self.total_delta)


@dataclass(frozen=True, slots=True)
class Crossed(Request):
    """Where a bound that follows the mechanism's own loss starts to undercut adding up: found by search."""

    bound: str
    setting: Setting
    total_delta: float

    def __call__(self) -> Crossing:
        return every_composition()[self.bound]().crossing(release_of(self.setting), self.total_delta)


def searched(state: State) -> tuple[Crossed, ...]:
    """The crossings that take longer than a frame."""
    known = every_composition().items()
    long = [bound for bound, entry in known if entry.own_loss and not entry.closed]
    return tuple(Crossed(bound, state.setting, state.composing.total_delta) for bound in long)


def release_of(setting: Setting) -> Release:
    """The release that is repeated: a pure mechanism has no delta of its own."""
    built = mechanism_for(setting)
    delta = 0.0 if built.pure else setting.target.delta
    return Release(setting.target.epsilon, delta, built, setting.shape.sampling_rate)


@lru_cache(maxsize=16)
def drawn_counts(horizon: int) -> tuple[int, ...]:
    """At most 200 values of k from 1 to `horizon`, at which curves are drawn."""
    return tuple(int(k) for k in np.unique(np.linspace(1, horizon, min(horizon, 200)).round()))


def composed(state: State, bound: str, counts: tuple[int, ...] | None = None) -> Composed:
    """The question about one bound for the release and the total of `state`, at the drawn counts."""
    return Composed(
        bound,
        state.setting,
        counts or drawn_counts(state.composing.horizon),
        state.composing.total_delta,
    )
