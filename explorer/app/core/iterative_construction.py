"""What is chosen where a table is learned from its mistakes (`explorer.privacy.iterative_construction`)."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import N_
from explorer.privacy.parameter import Scale, param


@dataclass(frozen=True, slots=True)
class IterativeConstruction:
    """The simulated people whose ages are learned by iterative construction, and in how many rounds."""

    rounds: int = param(
        20,
        symbol="T",
        title=N_("rounds"),
        low=1,
        high=60,
        integer=True,
        help=N_("In each round one range is chosen and measured; all rounds share the ε."),
    )
    people: int = param(
        48_842,
        symbol="n",
        title=N_("simulated people"),
        low=100,
        high=10_000_000,
        slider=(100, 1_000_000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of simulated people whose ages are learned."),
    )
    run: int = param(
        1,
        symbol="№",
        title=N_("simulated run"),
        low=1,
        high=1_000_000,
        integer=True,
        help=N_("Which simulated run is shown: each has noise and choices of its own."),
    )
