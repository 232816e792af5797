"""What a release gives: noised counts with everything that may stand beside them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from explorer.release.amount import Amount
from explorer.release.declared import Histogram, ReleasePlan
from explorer.release.margin import margin


@dataclass(frozen=True, slots=True)
class Margins:
    """Noise margins of one histogram: of each cell by itself, and of all its cells together."""

    each: int
    joint: int


@dataclass(frozen=True, slots=True)
class NoisedHistogram:
    """One table as it may be published. `counts` follow `declared.labels()`, one number a cell."""

    declared: Histogram
    counts: tuple[int, ...]
    margins: Margins
    epsilon: Fraction
    scale: Fraction

    @property
    def name(self) -> str:
        """The name of the table and of its files."""
        return self.declared.name

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The label of each cell in each column, one entry a count."""
        return tuple(self.declared.labels())


@dataclass(frozen=True, slots=True)
class Drawn:
    """A release that is paid and drawn: everything in it may be shown and exported, again and again.

    `sequence` counts the releases of the ledger, `identity` is random, `date` has no time. `files` are
    the names and texts of all files that `export` writes, kept in the ledger byte by byte.
    """

    sequence: int
    identity: str
    date: str
    account: str
    plan: ReleasePlan
    spent: Amount
    remaining: Amount
    histograms: tuple[NoisedHistogram, ...]
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Released:
    """A release whose files are written."""

    drawn: Drawn
    written: tuple[Path, ...]

    def answer(self) -> dict[str, object]:
        """What the command line answers; nothing about the rows."""
        return {
            "written": [str(path) for path in self.written],
            "spent": self.drawn.spent.text(),
            "remaining": self.drawn.remaining.text(),
            "sequence": self.drawn.sequence,
            "account": self.drawn.account,
            "release": self.drawn.identity,
        }


def margins_of(plan: ReleasePlan, index: int) -> Margins:
    """The margins of one histogram of a plan, before any data is touched."""
    scale, confidence = plan.scale_of(index), plan.output.confidence
    return Margins(margin(scale, confidence), margin(scale, confidence, plan.histograms[index].cells))


def noised(plan: ReleasePlan, index: int, counts: tuple[int, ...]) -> NoisedHistogram:
    """One histogram of a plan with its noised counts."""
    return NoisedHistogram(
        declared=plan.histograms[index],
        counts=counts,
        margins=margins_of(plan, index),
        epsilon=plan.epsilon_of(index),
        scale=plan.scale_of(index),
    )
