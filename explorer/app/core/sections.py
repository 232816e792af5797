"""The parts of the state that are declared numbers, beside the release itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from explorer.app.core.rhythm import Rhythm
from explorer.mark import N_
from explorer.privacy.parameter import Scale, param

MOST_VALUES = 1000  # scores or public values that a person may type
EXAMPLE_SCORES = (30.0, 27.0, 20.0, 12.0, 5.0)  # made up: votes for five candidates


def as_many(scores: tuple[float, ...], count: int) -> tuple[float, ...]:
    """The first `count` scores, with zeros for those that are new; no more than can be shown."""
    count = min(count, MOST_VALUES)
    return (*scores[:count], *(0.0 for _ in range(count - len(scores))))


class Counted(Enum):
    """What is computed from the rows before noise is added."""

    HISTOGRAM = "histogram"
    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class SensitivityInputs:
    """What the sensitivity follows from; unit and neighbours are the target's.

    `followed`: the target's sensitivity is computed from these; else a person typed it.
    """

    counted: Counted = Counted.HISTOGRAM
    followed: bool = True
    rows_per_person: int = param(
        1,
        symbol="m",
        title=N_("rows per person, at most"),
        low=1,
        high=100_000,
        slider=(1, 100),
        scale=Scale.LOG,
        integer=True,
        private_side=0,
        help=N_("How many rows of one person count at most, in all."),
    )
    rows_per_cell: int = param(
        0,
        symbol="c",
        title=N_("rows per person and bin, at most"),
        low=0,
        high=100_000,
        slider=(0, 100),
        integer=True,
        help=N_("How many rows of one person count at most in one bin; 0: no limit."),
    )
    cells_per_person: int = param(
        0,
        symbol="l",
        title=N_("bins per person, at most"),
        low=0,
        high=100_000,
        slider=(0, 100),
        integer=True,
        help=N_("In how many bins one person counts at most; 0: no limit."),
    )
    histograms: int = param(
        1,
        symbol="d",
        title=N_("histograms of the same rows"),
        low=1,
        high=1000,
        slider=(1, 100),
        scale=Scale.LOG,
        integer=True,
        help=N_("How many histograms count the same rows and share this ε."),
    )
    low: float = param(
        0.0,
        symbol="low",
        title=N_("values below count as"),
        low=-1e9,
        high=1e9,
        slider=(-100.0, 100.0),
        help=N_("A smaller value is clipped to this one before it is summed."),
    )
    high: float = param(
        100.0,
        symbol="high",
        title=N_("values above count as"),
        low=-1e9,
        high=1e9,
        slider=(0.0, 1000.0),
        help=N_("A larger value is clipped to this one before it is summed."),
    )
    people: int = param(
        1000,
        symbol="n",
        title=N_("public number of rows"),
        low=1,
        high=1_000_000_000,
        slider=(1, 1_000_000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of rows that a mean divides by: public, never counted from the data."),
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """The simulated or public values on which clipping is tried; never the private rows.

    `kind` names a simulated distribution, or "public" for `values` that a person has typed.
    """

    kind: str = "skewed"
    values: tuple[float, ...] = ()
    rows: int = param(
        1000,
        symbol="n",
        title=N_("simulated rows"),
        low=10,
        high=100_000,
        slider=(10, 10_000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of simulated values in the picture."),
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """What the person looks at in the pictures of one release."""

    observed: float = param(
        101.7, symbol="x", title=N_("released value"), low=-1e9, high=1e9, slider=(0.0, 200.0)
    )
    threshold: float = param(
        101.25, symbol="t", title=N_("threshold"), low=-1e9, high=1e9, slider=(0.0, 200.0)
    )
    confidence: float = param(
        0.95,
        symbol="1−β",
        title=N_("confidence"),
        low=0.5,
        high=0.9999,
        help=N_("The probability that the noise stays within the margin."),
    )
    bins: int = param(
        20,
        symbol="B",
        title=N_("bins"),
        low=1,
        high=100_000,
        slider=(1, 1000),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of counts released together."),
    )
    prior: float = param(
        0.5,
        symbol="π",
        title=N_("prior belief"),
        low=1e-6,
        high=1 - 1e-6,
        slider=(0.01, 0.99),
        help=N_(
            "The probability that an attacker assigns to you being in the data, before anything is released."
        ),
    )
    limit: float = param(
        0.6,
        symbol="q",
        title=N_("largest acceptable belief"),
        low=1e-6,
        high=1 - 1e-6,
        slider=(0.01, 0.99),
        help=N_("The largest acceptable posterior belief of an attacker who knows everybody else's data."),
    )
    false_alarm: float = param(
        0.01,
        symbol="α",
        title=N_("false-positive rate"),
        low=1e-6,
        high=1 - 1e-6,
        slider=(0.001, 0.5),
        scale=Scale.LOG,
        help=N_("How often an attacker wrongly says that you are in the data."),
    )
    group: int = param(
        1,
        symbol="g",
        title=N_("people in a group (a household)"),
        low=1,
        high=1000,
        slider=(1, 100),
        scale=Scale.LOG,
        integer=True,
        help=N_("The number of units that change together, such as a household."),
    )
    relative_error: float = param(
        0.1,
        symbol="r",
        title=N_("relative error"),
        low=1e-6,
        high=1.0,
        slider=(0.001, 1.0),
        scale=Scale.LOG,
        help=N_("The largest acceptable noise, as a share of the count."),
    )
    draw: int = param(
        0,
        symbol="n",
        title=N_("simulated draw"),
        low=0,
        high=1_000_000,
        integer=True,
        help=N_("Which simulated release is shown."),
    )


@dataclass(frozen=True, slots=True)
class Composing:
    """What the person asks about many releases."""

    count: int = param(
        100,
        symbol="k",
        title=N_("releases"),
        low=1,
        high=1_000_000,
        slider=(1, 1_000_000),
        scale=Scale.LOG,
        integer=True,
        low_end=N_("one release"),
        high_end=N_("many releases"),
        help=N_("The number of such releases about the same people."),
    )
    total_delta: float = param(
        1e-4,
        symbol="δ",
        title=N_("in total"),
        low=1e-300,
        high=0.5,
        slider=(1e-12, 1e-2),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("rarely"),
        high_end=N_("too often"),
        help=N_("The total δ of all releases; basic composition of pure ε needs none."),
    )
    horizon: int = param(
        200,
        symbol="k max",
        title=N_("drawn up to"),
        low=10,
        high=1_000_000,
        scale=Scale.LOG,
        integer=True,
        help=N_("The largest k in the picture."),
    )
    total_epsilon: float = param(
        10.0,
        symbol="ε",
        title=N_("in total, at most"),
        low=1e-6,
        high=1e6,
        slider=(0.1, 100.0),
        scale=Scale.LOG,
        private_side=-1,
        low_end=N_("more privacy"),
        high_end=N_("less privacy"),
        help=N_("The total ε of all releases: the budget."),
    )
    logarithmic: bool = False  # each power of ten as long as the next, on both axes
    rhythm: Rhythm | None = None  # how often there is a release, where that is regular
