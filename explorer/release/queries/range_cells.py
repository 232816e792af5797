"""The cells of ranges: one column of intervals, the others as groups; and which declarations are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber
from explorer.privacy.spelling import Ambiguous
from explorer.release.columns.column import Column
from explorer.release.columns.intervals import IntervalColumn
from explorer.release.plan.sections import Privacy
from explorer.release.queries.range_strategy import AUTO, bins_allowed
from explorer.release.values.noise_distribution import GAUSSIAN

MOST_QUANTILES = 1000
MOST_CELLS = 100_000  # bins, in all groups together


def quantile_share(text: str) -> Fraction | None:
    """A quantile as it is typed, exactly; None where it does not lie between 0 and 1.

    >>> quantile_share("0.25"), quantile_share("1"), quantile_share("half")
    (Fraction(1, 4), None, None)
    """
    try:
        share = read_exact(text) if len(text) <= 40 else Fraction(0)
    except (NotANumber, Ambiguous):
        return None
    return share if 0 < share < 1 else None


def quantiles_rule(texts: Sequence[str], _: object) -> Iterator[Sentence]:
    """What is wrong with a list of quantiles."""
    wrong = [text for text in texts if quantile_share(text) is None]
    if wrong:
        yield N_("a quantile lies above 0 and below 1, like 0.5 for the median: not “{text}”", text=wrong[0])
    elif len({quantile_share(text) for text in texts}) < len(texts):
        yield N_("a quantile is listed twice: remove one")
    elif len(texts) > MOST_QUANTILES:
        yield N_("at most {most:plain} quantiles are released", most=MOST_QUANTILES)


@dataclass(frozen=True, slots=True)
class RangeCells:
    """Columns of which one has intervals."""

    columns: tuple[Column, ...]

    @property
    def place(self) -> int:
        """Which of the columns has the intervals."""
        return next(place for place, column in enumerate(self.columns) if column.is_ordered)

    @property
    def axis(self) -> IntervalColumn:
        """The column of intervals."""
        return cast(IntervalColumn, self.columns[self.place])

    @property
    def grouping(self) -> tuple[Column, ...]:
        """The other columns."""
        return (*self.columns[: self.place], *self.columns[self.place + 1 :])

    @property
    def bins(self) -> int:
        """The number of intervals."""
        return max(0, len(self.axis.edge_names) - 1)

    @property
    def special(self) -> int:
        """The number of special cells in each group."""
        return len(self.axis.special)

    @property
    def groups(self) -> int:
        """The number of groups, those of special cells included; 1 where there is no other column."""
        return prod(len(column.labels) for column in self.grouping)

    def grouped(self, flat: NDArray[Any]) -> NDArray[Any]:
        """(groups, bins + special) values, from values along all cells."""
        shape = tuple(len(column.labels) for column in self.columns)
        return np.moveaxis(np.asarray(flat).reshape(shape), self.place, -1).reshape(self.groups, -1)

    def flat(self, grouped: NDArray[Any]) -> NDArray[Any]:
        """Values along all cells, the last column fastest, from (groups, bins + special) values."""
        shape = (*(len(column.labels) for column in self.grouping), self.bins + self.special)
        return np.moveaxis(grouped.reshape(shape), -1, self.place).ravel()

    def unfit(self, strategy: str, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with it: one column has intervals, the others are declared categories, and there are
        neither too many nor too few of them.
        """
        ordered = [place for place, column in enumerate(self.columns, 1) if column.is_ordered]
        if not ordered:
            yield "column.1.kind", N_("ranges need a column of numbers or dates: declare one with edges")
        for place in ordered[1:]:
            sentence = N_("ranges have one column of numbers or dates: the other columns are categories")
            yield f"column.{place}.kind", sentence
        for place, column in enumerate(self.columns, 1):
            if column.found:
                sentence = N_("the groups of ranges are declared categories: list them")
                yield f"column.{place}.kind", sentence
        if len(ordered) == 1:
            yield from self._miscounted(f"column.{ordered[0]}.{self._key}", strategy, privacy)

    @property
    def _key(self) -> str:
        """The key that declares the intervals."""
        return "every" if getattr(self.axis, "every", None) else "edges"

    def too_large(self) -> tuple[str, Sentence] | None:
        """Which key declares more intervals, in all groups together, than are answered."""
        ordered = [place for place, column in enumerate(self.columns, 1) if column.is_ordered]
        if len(ordered) != 1 or any(column.found for column in self.columns):
            return None
        bins, groups = self.bins, self.groups
        if bins < 2 or bins * groups <= MOST_CELLS:
            return None
        sentence = N_(
            "{bins} × {groups} (intervals × groups) is over the limit of {most}: declare fewer",
            bins=bins,
            groups=groups,
            most=MOST_CELLS,
        )
        return f"column.{ordered[0]}.{self._key}", sentence

    def _miscounted(
        self, path: str, strategy: str, privacy: Privacy | None
    ) -> Iterator[tuple[str, Sentence]]:
        bins = self.bins
        if bins == 1:
            yield path, N_("ranges need at least two intervals: count a single one as a histogram")
        elif privacy is not None and bins > 1:
            fewest, most = bins_allowed(strategy, privacy.mechanism == GAUSSIAN)
            if bins < fewest or (most is not None and bins > most):
                sentence = N_(
                    "this strategy is not built for {bins:plain} intervals: choose “{auto}”",
                    bins=bins,
                    auto=AUTO,
                )
                yield "strategy", sentence
