"""Numbers of lessons as they are read: shares in per cent, whole numbers, what is simulated."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.scene import Number
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.status import Kind


def simulated(runs: int) -> Sentence:
    """The kind of a number that was counted in so many runs."""
    return N_("simulated, {runs} {runs:run|runs}", runs=runs)


def share(
    identity: str, label: Sentence, value: float, kind: Kind | Sentence = Kind.EXACT, source: str = ""
) -> Number:
    """A share from 0 to 1, read in per cent; rounded up where it is a proven upper bound."""
    shown = at_most(value) if kind is Kind.UPPER else value
    return Number(identity, label, float(value), N_("{share:percent}", share=shown), kind, source)


def plain(
    identity: str, label: Sentence, value: float, kind: Kind | Sentence = Kind.EXACT, source: str = ""
) -> Number:
    """A number without a unit; rounded up where it is a proven upper bound."""
    shown = at_most(value) if kind is Kind.UPPER else value
    return Number(identity, label, value, N_("{value}", value=shown), kind, source)


def margin(identity: str, label: Sentence, value: float, kind: Kind | Sentence = Kind.EXACT) -> Number:
    """A noise margin in the unit of the answer."""
    return Number(identity, label, float(value), N_("±{margin}", margin=value), kind)


def scatter(probability: NDArray[np.float64], runs: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where 95 of 100 shares counted in so many runs lie, about: p ± 1.96 √(p(1−p)/n), within [0, 1]."""
    wide = 1.96 * np.sqrt(probability * (1 - probability) / runs)
    return np.maximum(probability - wide, 0.0), np.minimum(probability + wide, 1.0)
