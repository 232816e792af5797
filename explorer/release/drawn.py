"""What a release gives: noised counts with everything that may stand beside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from explorer.privacy.notation import exact_text
from explorer.release.partition_selection import Threshold, threshold_of
from explorer.release.plan.declarations import Histogram, ReleasePlan
from explorer.release.plan.gaussian_margin import gaussian_margin
from explorer.release.plan.margin import margin
from explorer.release.values.amount import Amount
from explorer.release.values.noise_law import Noise


@dataclass(frozen=True, slots=True)
class Margins:
    """Noise margins of one histogram: of each cell by itself, and of all its cells together."""

    each: int
    joint: int


@dataclass(frozen=True, slots=True)
class NoisedHistogram:
    """One table as it may be published. `counts` follow `declared.labels()`, one number a cell.

    Categories that were found and kept stand in `declared`. `epsilon` and `delta` hold for this table, or,
    for Gaussian noise, for all tables together.
    """

    declared: Histogram
    counts: tuple[int, ...]
    margins: Margins
    epsilon: Fraction
    delta: Fraction
    noise: Noise
    threshold: Threshold | None = None

    @property
    def scale(self) -> Fraction:
        """The width of its noise: L1/ε, or σ² for Gaussian noise."""
        return self.noise.width

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
        rho = self.drawn.plan.privacy.rho
        return {
            "written": [str(path) for path in self.written],
            "spent": self.drawn.spent.text(),
            "remaining": self.drawn.remaining.text(),
            **({} if rho is None else {"rho": exact_text(rho)}),
            "sequence": self.drawn.sequence,
            "account": self.drawn.account,
            "release": self.drawn.identity,
        }


def margins_of(plan: ReleasePlan, index: int, cells: int | None = None) -> Margins:
    """The margins of one histogram of a plan, before any data is touched.

    `cells` : how many there are in all; None for those that are declared.
    """
    noise, confidence = plan.noise_of(index), plan.output.confidence
    least = gaussian_margin if noise.is_gaussian else margin
    count = plan.histograms[index].cells if cells is None else cells
    return Margins(least(noise.width, confidence), least(noise.width, confidence, count))


def noised(
    plan: ReleasePlan, index: int, counts: tuple[int, ...], found: tuple[str, ...] = ()
) -> NoisedHistogram:
    """One histogram of a plan with its noised counts, and the categories that were found and kept."""
    declared = plan.histograms[index]
    if (column := declared.unknown) is not None:
        declared = replace(declared, columns=(replace(column, categories=found),))
    return NoisedHistogram(
        declared=declared,
        counts=counts,
        margins=margins_of(plan, index, declared.cells),
        epsilon=plan.epsilon_of(index),
        delta=plan.delta_of(index),
        noise=plan.noise_of(index),
        threshold=threshold_of(plan, index),
    )
