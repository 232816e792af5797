"""What k releases cost together: one file of `compositions/` holds one bound.

All bounds answer for many k at once, with the kind of each number, whether it is proven there, and why
not where it is not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence
from explorer.privacy import compositions
from explorer.privacy.mechanism import Guarantee, Mechanism
from explorer.privacy.registry import walk
from explorer.privacy.shape import Sampling
from explorer.privacy.status import Kind as Kind
from explorer.privacy.status import Status as Status

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


class Family(Enum):
    """Bounds that follow from the same kind of argument."""

    BASIC = "basic"  # of any mechanism: its ε and δ alone
    MOMENTS = "moments"  # of the moments of the privacy loss
    OPTIMAL = "optimal"  # of the whole privacy loss, or of the worst one that ε and δ allow


@dataclass(frozen=True)
class Release:
    """The release that is repeated: (epsilon, delta)-DP, by a mechanism where one is known.

    `epsilon` is None where only a noise parameter was given and no (epsilon, delta) was fixed. Where a
    secret sample is drawn, (epsilon, delta) is that of the whole and `mechanism` runs on the sample.
    """

    epsilon: float | None
    delta: float = 0.0
    mechanism: Mechanism | None = None
    sampling_rate: float = 1.0
    sampling: Sampling = Sampling.POISSON

    @property
    def whole_mechanism(self) -> Mechanism | None:
        """The mechanism where it runs on everybody."""
        return self.mechanism if self.sampling_rate >= 1 else None

    @property
    def attained(self) -> bool:
        """Whether two datasets have all that the dominating pair has; on fixed samples none have."""
        if self.sampling_rate < 1 and self.sampling is not Sampling.POISSON:
            return False
        return self.mechanism is None or self.mechanism.attained

    @property
    def guarantee(self) -> Guarantee | None:
        """What its own loss is asked of: the mechanism, run on the sample."""
        if self.mechanism is None:
            return None
        from explorer.privacy.subsampling.sample import sampled

        return sampled(self.mechanism, self.sampling_rate, self.sampling)


@dataclass(frozen=True)
class Bound:
    """The total epsilon of k releases at a total delta, for each k of `counts`.

    `lower`, `estimate` and `upper` are (n,) arrays with NaN where there is no value; `kind` says which
    are filled: exact fills all three alike, upper only `upper`. `statuses` and `reasons` are of length n;
    a reason is given for anything but a proven number.

    A theorem is proven for real numbers; the value of a closed form here is the nearest that double
    precision gives, to some units in the last place. Brackets and the optimum are rounded outward: the
    exact value of the latter is at least the truth, and the same to 1e-9 relative and 1e-10 absolute (for
    ε >= 1e-5 and a total δ from 1e-200 to 0.99).
    """

    counts: Counts
    lower: Floats
    estimate: Floats
    upper: Floats
    kind: Kind
    statuses: tuple[Status, ...]
    reasons: tuple[Sentence | None, ...]
    source: str

    @property
    def value(self) -> Floats:
        """The number to quote and to draw: what is proven, the upper end of a bracket; else the estimate."""
        return self.estimate if self.kind is Kind.ESTIMATE else self.upper

    @property
    def valid(self) -> NDArray[np.bool_]:
        """Where there is a number and it is a guarantee."""
        there = np.isfinite(self.value)
        if Status.FALSE not in self.statuses:  # found by identity: most bounds are guarantees throughout
            return np.asarray(there)
        trusted = np.array([status is not Status.FALSE for status in self.statuses])
        return trusted & there


@dataclass(frozen=True)
class Crossing:
    """Where a bound falls below sequential composition, for good.

    `real` is the least real k above which it stays below, `first_count` the least such integer,
    `epsilon` the total there; all None with a `reason` where it never does or does from k = 1.
    `between` are the real k from which on and up to which it is below where it does not stay there.
    """

    real: float | None
    first_count: int | None
    epsilon: float | None
    reason: Sentence | None = None
    between: tuple[float, float] | None = None


class Composition(ABC):
    """One composition bound. A frozen dataclass without fields."""

    id: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[Sentence]
    short: ClassVar[Sentence | None] = None  # its name where there is no room for the title
    source: ClassVar[str]
    formula: ClassVar[str]  # in plain mathematical notation
    latex: ClassVar[str]  # the same, to be typeset
    holds: ClassVar[Sentence]  # for whom, and over which range: every bound says it in its own file
    about: ClassVar[Sentence | None] = None  # what it is, to somebody who never read of it
    kind: ClassVar[Kind]
    closed: ClassVar[bool]  # cheap enough for every frame; else it is asked in the background
    family: ClassVar[Family]
    own_loss: ClassVar[bool] = False  # follows from the mechanism's own loss, not from its (epsilon, delta)

    @abstractmethod
    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """The total epsilon of each count of releases at `total_delta` (at most).

        Additive forms spend kδ₀ of the total delta on the releases themselves and δ' = total − kδ₀ on
        the theorem; where that leaves nothing there is no value, and the reason says so.
        """

    @abstractmethod
    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """Where this bound falls below sequential composition."""

    @abstractmethod
    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """The largest epsilon of each of `count` releases of (epsilon, delta) whose total this bound
        puts at most at (total_epsilon, total_delta); rounded to the private side. NaN where there is none,
        as for a bound that needs to know the mechanism.
        """

    def delta_spent(self, delta: float, count: int, total_delta: float) -> float:
        """The part of `total_delta` that `count` releases of `delta` use: all of it where there is a δ'."""
        return total_delta


@cache
def every_composition() -> Mapping[str, type[Composition]]:
    """All composition bounds, by id, in the order in which they are shown."""
    return MappingProxyType(walk(compositions, base=Composition))  # type: ignore[type-abstract]
