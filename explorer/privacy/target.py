"""What one release promises: epsilon and delta, to whom, and by how much one of them can move the answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from explorer.mark import N_
from explorer.privacy.parameter import Scale, param
from explorer.privacy.shared import sensitivity_param


class Neighbours(Enum):
    """Which two datasets may not be told apart."""

    ADD_REMOVE = "add-remove"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class Target:
    """The guarantee that one release is calibrated to.

    `sensitivity` is L1 for Laplace-like and L2 for Gaussian-like mechanisms, already under `neighbours`.
    `delta` is not used by pure mechanisms.
    """

    epsilon: float = param(
        1.0,
        symbol="ε",
        title=N_("privacy loss"),
        low=1e-6,
        high=50.0,
        slider=(0.01, 10.0),
        scale=Scale.LOG,
        unit="nat",
        private_side=-1,
        low_end=N_("more privacy and noise"),
        high_end=N_("less privacy and noise"),
        help=N_("One unit changes the probability of any set of results by at most a factor of e^ε, plus δ."),
    )
    delta: float = param(
        1e-6,
        symbol="δ",
        title=N_("failure probability"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 1e-2),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("rarely"),
        high_end=N_("too often"),
        help=N_(
            "How far the probability of any set of results may exceed e^ε times its probability on "
            "a neighbouring dataset. Keep it far below 1 divided by the number of people."
        ),
    )
    sensitivity: float = sensitivity_param()
    neighbours: Neighbours = Neighbours.ADD_REMOVE
    unit: str = "row"
