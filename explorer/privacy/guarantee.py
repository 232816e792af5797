"""What is asked of one release: its loss, and everything that follows from the hardest two neighbours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.pairs.pair import DominatingPair, FinitePair
from explorer.privacy.status import Kind

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Loss:
    """The privacy-loss distribution: ln p(x)/q(x) for x drawn with you.

    `atoms` is (n, 2): where, with what probability; an infinite loss (what only D' can give) is an atom
    at +inf. The continuous part has `density` on `support` (both empty where there is none).
    `density_at`, where the mechanism gives it, is that density at any losses of [support[0], support[-1]],
    whose ends are exact then: all that is not in an atom lies between them, and the density is smooth there.
    `exponential` says that it is proportional to e^(l/2): then its integrals by a few points are proven.
    """

    atoms: Floats
    support: Floats
    density: Floats
    density_at: Callable[[Floats], Floats] | None = None
    exponential: bool = False


class Guarantee(Protocol):
    """What is asked of one release, whether it comes from a mechanism or from one run on a sample."""

    @property
    def pure_epsilon(self) -> float | None:
        """The epsilon at which delta is exactly 0, or None where there is none."""

    @property
    def profile_kind(self) -> Kind:
        """Whether `log_delta`, `epsilon_at`, `trade_off` and `renyi` are exact or proven upper bounds."""

    def pair(self) -> DominatingPair | FinitePair:
        """The two distributions that are hardest to tell apart."""

    def log_delta(self, epsilon: Floats, /) -> Floats:
        """Natural logarithm of the smallest delta at each epsilon >= 0."""

    def epsilon_at(self, delta: float) -> float:
        """The smallest epsilon >= 0 at a delta."""

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """Least miss rate at each false-alarm rate."""

    def loss(self) -> Loss:
        """The privacy-loss distribution."""

    def renyi(self, order: Floats, /) -> Floats:
        """Rényi divergence of the pair at each order > 1."""
