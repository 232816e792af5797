"""Published ranges, read again from their files alone: any range or quantile with its margin, for nothing.

The files are post-processing of noised integers, and so is every answer: no ledger and no data are asked.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotATable, NotValid, Refusal
from explorer.privacy.strategies.answer_margins import AnswerMargins
from explorer.privacy.strategies.rebuilt import strategy_of
from explorer.release.columns.column import read_column
from explorer.release.plan.key import broken_keys
from explorer.release.plan.labels import FITTED
from explorer.release.plan.toml_reader import Table
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.range_cells import MOST_CELLS, RangeCells
from explorer.release.queries.range_measurement import answer_margins, rounded_up
from explorer.release.queries.range_quantiles import Quantile, quantiles
from explorer.release.queries.ranges import Ranges
from explorer.release.record import METADATA
from explorer.release.values.bounded_files import read_bounded
from explorer.release.values.decimal_text import DIGITS
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE

_NARROWEST, _WIDEST = Fraction(1, 10**9), 10**60  # the scale of noise, or its σ²
_MOST_METADATA, _MOST_TABLE = 64 << 20, 1 << 28  # bytes


@dataclass(frozen=True, slots=True)
class RangeAnswer:
    """The answer to one range: `value` lies within `margin` of the truth with the confidence asked for."""

    value: float
    margin: float

    @property
    def low(self) -> float:
        """The least that is likely."""
        return round(self.value - self.margin, DIGITS)

    @property
    def high(self) -> float:
        """The most."""
        return round(self.value + self.margin, DIGITS)


@dataclass(frozen=True, eq=False)
class PublishedRanges:
    """The fitted counts of a release, and what their margins follow from.

    Attributes
    ----------
    fitted : (groups, bins + special)
    confidence : that of the plan
    """

    cells: RangeCells
    fitted: NDArray[np.float64]
    margins: AnswerMargins
    confidence: Fraction

    def of_range(self, low: str, high: str, group: Sequence[str], confidence: Fraction) -> RangeAnswer:
        """The rows from one edge to another, the upper one excluded.

        Raises
        ------
        NotValid
            One of them is no edge, they do not rise, or there is no such group.
        """
        first, last = self.span(low, high)
        value = float(self.fitted[self._group(group), first:last].sum())
        margin = self.margins.of_range(first, last, float(confidence))
        return RangeAnswer(round(value, DIGITS), rounded_up(margin))

    def span(self, low: str, high: str) -> tuple[int, int]:
        """The places of both edges among all of them. Raises NotValid as `of_range`."""
        first, last = self._edge(low, "from"), self._edge(high, "to")
        if first >= last:
            raise NotValid(N_("a range ends above the edge at which it begins"), "to")
        return first, last

    def range_name(self, low: str, high: str) -> Sentence:
        """What a range is called that `of_range` answers."""
        return self.cells.axis.range_name(self._edge(low, "from"), self._edge(high, "to"))

    def quantile(self, share: Fraction, group: Sequence[str], confidence: Fraction) -> Quantile:
        """A quantile of the rows in the bins of a group, between two edges. Raises NotValid."""
        fitted = self.fitted[self._group(group), : self.cells.bins]
        sums = self.margins.sums_together(float(confidence))
        return next(iter(quantiles(self.cells.axis, fitted, [share], sums)))

    def _edge(self, text: str, field: str) -> int:
        axis = self.cells.axis
        value = axis.typed_edge(text)
        if value in axis.ends:
            return axis.ends.index(value)
        names = axis.edge_names
        sentence = N_(
            "“{value}” is no edge of the published intervals: choose one from {edges}",
            value=text,
            edges=names if len(names) <= _FEW + 1 else (*names[:_FEW], "…", names[-1]),
        )
        raise NotValid(sentence, field)

    def _group(self, group: Sequence[str]) -> int:
        names = tuple(column.name for column in self.cells.grouping)
        known = list(product(*(column.labels for column in self.cells.grouping)))
        if tuple(group) in known:
            return known.index(tuple(group))
        if not names:
            raise NotValid(N_("these ranges have no groups: leave the group out"), "group")
        sentence = N_(
            "name one of the groups, by its {columns}; there are: {groups}",
            columns=names,
            groups=tuple(" ".join(each) for each in known[:_FEW]),
        )
        raise NotValid(sentence, "group")


_FEW = 12


def ranges_of(noised: NoisedQuery) -> PublishedRanges:
    """The same of what was drawn and lies in memory, before it is read from a file again."""
    declared, terms = cast(Ranges, noised.declared), noised.terms
    fitted = declared.fitted(noised)
    margins = answer_margins(fitted.measurement.strategy, terms.noise)
    return PublishedRanges(fitted.cells, fitted.fitted, margins, terms.output.confidence)


def read_ranges(path: Path) -> PublishedRanges:
    """The ranges of a published `NAME.csv`, with the metadata beside it.

    Raises
    ------
    NotValid
        There are no metadata of ranges beside it.
    NotATable
        The table is missing, or is not as it was published.
    """
    described = path.with_name(f"{path.name.removesuffix('.csv')}{METADATA}")
    try:
        metadata = json.loads(read_bounded(described, _MOST_METADATA))
        said, written = metadata["privacy"], metadata["tables"][0]
        titles = [each["titles"] for each in written["tableSchema"]["columns"]]
        if written["url"] != path.name or FITTED not in titles:
            raise ValueError("another table")
        cells, margins, confidence = _declared(said)
        digest = str(said["sha256"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        pass
    else:
        return PublishedRanges(cells, _fitted(path, digest, cells), margins, confidence)
    sentence = N_("{path} is no table of fitted ranges with its metadata beside it", path=str(path))
    raise NotValid(sentence, "table")


def _declared(said: Mapping[str, Any]) -> tuple[RangeCells, AnswerMargins, Fraction]:
    """What was declared and measured. Raises what values of another kind raise."""
    found: list[Refusal] = []
    columns = [read_column(Table(each, "", found)) for each in said["columns"]]
    cells = RangeCells(tuple(each for each in columns if each is not None))
    if found or len(cells.columns) < len(columns) or any(True for _ in cells.unfit("auto", None)):
        raise ValueError("no columns of ranges")
    if cells.bins < 2 or cells.bins * cells.groups > MOST_CELLS:
        raise ValueError("too few or too many intervals")
    if any(True for each in cells.columns for _ in broken_keys(each, "column")):
        raise ValueError("edges or categories that no plan may have")
    strategy = strategy_of(said["strategy"])
    if strategy.bins != cells.bins:
        raise ValueError("a strategy for other bins")
    gaussian = {GAUSSIAN: True, LAPLACE: False}[said["mechanism"]]
    width, confidence = (
        _positive(each)
        for each in (said["sigma_squared" if gaussian else "scale"], said["margins"]["confidence"])
    )
    if confidence >= 1 or not _NARROWEST < width < _WIDEST:
        raise ValueError("no confidence, or noise that no release has")
    return cells, AnswerMargins(strategy, gaussian, width), confidence


def _positive(text: object) -> Fraction:
    try:
        found = read_exact(text) if isinstance(text, str) else Fraction(0)
    except Refusal:
        found = Fraction(0)
    if found <= 0:
        raise ValueError("no positive number")
    return found


def _fitted(path: Path, digest: str, cells: RangeCells) -> NDArray[np.float64]:
    why: Sentence = N_("{path} is missing, or cannot be read", path=str(path))
    try:
        content = read_bounded(path, _MOST_TABLE)
        if hashlib.sha256(content).hexdigest() == digest:
            rows = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
            return np.asarray(cells.grouped(np.array(list(_values(rows)))), dtype=np.float64)
        why = N_("{path} was changed since it was published: its SHA-256 is another", path=str(path))
    except OSError:
        pass
    except (ValueError, IndexError, ArithmeticError, csv.Error):
        why = N_("{path} is no table that this program released", path=str(path))
    raise NotATable(why, "table")


def _values(rows: Iterator[list[str]]) -> Iterator[float]:
    at = next(rows, []).index(FITTED)
    for row in rows:
        value = Decimal(row[at])
        if not value.is_finite():
            raise ValueError("no number")
        yield float(value)
