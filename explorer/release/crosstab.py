"""A released table laid out for people: rows by columns, one block for each cell of further columns, totals.

Beside the long table, which stays as it is. Totals are sums of noised counts, with margins of their own.
Everything here is post-processing of noised counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.notation import exact_text
from explorer.release.columns.column import Column
from explorer.release.columns.intervals import half_open_notes
from explorer.release.drawn import Drawn
from explorer.release.plan.counted import counted_text
from explorer.release.plan.labels import COUNT, MARGIN_EACH, MARGIN_JOINT, spelled
from explorer.release.plan.sum_margin import SumMargin, sum_margin
from explorer.release.queries.query import NoisedQuery

SUM, SUM_MARGIN, CONSISTENT = "sum_of_noised_counts", "margin_of_sum", "consistent_nonnegative_count"
CONSISTENT_SUM = f"sum_of_{CONSISTENT}s"

Part = float | str
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `kind` is "title", "head", "body", "total", "note" or "" for an empty one."""

    kind: str
    parts: tuple[Part, ...] = ()


def crosstab(drawn: Drawn, query: NoisedQuery, consistent: bool = False) -> tuple[Line, ...]:
    """The lines of one released table, with totals.

    Parameters
    ----------
    consistent : whole numbers from 0 on that sum to the noised total (`consistent_counts`), instead of the
        noised counts; without margins, for there are none that are proven

    Where categories were found in the file there are no totals: rare categories are absent from them.
    """
    counts = consistent_counts(query.counts) if consistent else query.counts
    table = np.array(counts, dtype=object).reshape(query.declared.shape)
    layout = _Layout(query, consistent, query.threshold is None)
    return (*layout.blocks(table), Line(""), *_notes(drawn, query, consistent))


def consistent_counts(counts: Sequence[int]) -> tuple[int, ...]:
    """Whole numbers from 0 on that sum to the noised total, or to 0 where that is negative.

    The nearest such table in squares: one number is taken from every count, and what would fall below 0 is 0
    (the projection onto a simplex); what is left by whole numbers goes to the first of the positive ones.
    Small counts are biased upward, large ones downward; the total is as it was drawn.

    >>> consistent_counts((5, -2, 3, 0))
    (4, 0, 2, 0)
    """
    whole = max(sum(counts), 0)
    down = sorted(counts, reverse=True)
    shift, running = 0, 0
    for many, each in enumerate(down, 1):
        running += each
        if many == 1 or each * many > running - whole:
            shift = (running - whole) // many  # rounded down: at least as much is left as is asked
    left = [max(each - shift, 0) for each in counts]
    over = sum(left) - whole
    for place, each in enumerate(left):
        if over <= 0:
            break
        if each > 0:
            left[place] -= 1
            over -= 1
    return tuple(left)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the cells of one query are laid out."""

    query: NoisedQuery
    consistent: bool
    totals: bool

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of each column, as the long table writes them."""
        columns = self.query.declared.columns
        return tuple(tuple(parts[0] for parts in column.written_cells) for column in columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each column, as the long table writes it."""
        return tuple(column.written_names[0] for column in self.query.declared.columns)

    def margin(self, draws: int) -> SumMargin:
        """Of a sum of so many cells."""
        return sum_margin(self.query.noise, draws, self.query.terms.output.confidence)

    def blocks(self, table: Integers) -> Iterator[Line]:
        """One block for each joint cell of all columns but the last two; then one of the sums over them."""
        *leading, rows = range(table.ndim) if table.ndim == 1 else range(table.ndim - 1)
        shape, columns = table.shape[: len(leading)], self.query.declared.columns
        for number, cell in enumerate(product(*map(range, shape))):
            if leading:
                if number:
                    yield Line("")
                named = (f"{columns[at].name} = {columns[at].labels[place]}" for at, place in enumerate(cell))
                yield Line("title", (spelled("; ".join(named)),))
            yield from self._block(table[cell], rows, 1)
        if leading and self.totals:
            yield Line("")
            over = ", ".join(column.name for column in columns[: len(leading)])
            yield Line("title", (f"{self._sum_name} ({over})",))
            yield from self._block(table.sum(axis=tuple(leading)), rows, prod(shape))

    @property
    def _sum_name(self) -> str:
        return CONSISTENT_SUM if self.consistent else SUM

    def _block(self, block: Integers, rows: int, draws: int) -> Iterator[Line]:
        """One table of at most two columns, each cell of `draws` draws."""
        if block.ndim == 1:
            yield from self._list(block, rows, draws)
            return
        high, wide = block.shape
        sums, columns = self._sum_names, self.query.declared.columns
        corner_name = spelled(f"{columns[rows].name} / {columns[rows + 1].name}")
        head = (corner_name, *self.labels[rows + 1])
        yield Line("head", (*head, *sums) if self.totals else head)
        for label, row in zip(self.labels[rows], block.tolist(), strict=True):
            yield Line("body", (label, *row, *(self._sum(row, draws * wide) if self.totals else ())))
        if self.totals:
            corner = self._sum(block.ravel().tolist(), draws * high * wide)
            yield Line("total", (sums[0], *block.sum(axis=0).tolist(), *corner))
            if not self.consistent:
                yield Line("total", (SUM_MARGIN, *(self.margin(draws * high).value,) * wide, "", ""))

    @property
    def _sum_names(self) -> tuple[str, ...]:
        return (self._sum_name,) if self.consistent else (SUM, SUM_MARGIN)

    def _sum(self, counts: Sequence[int], draws: int) -> tuple[int, ...]:
        """A sum and its margin."""
        return (sum(counts),) if self.consistent else (sum(counts), self.margin(draws).value)

    def _list(self, block: Integers, column: int, draws: int) -> Iterator[Line]:
        """One column: a line a cell."""
        margins = () if self.consistent else (self.margin(draws).value,)
        counted = CONSISTENT if self.consistent else COUNT
        yield Line("head", (self.names[column], counted, *((MARGIN_EACH,) if margins else ())))
        for label, count in zip(self.labels[column], block.tolist(), strict=True):
            yield Line("body", (label, count, *margins))
        if self.totals:
            yield Line("total", (self._sum_name, *self._sum(block.tolist(), draws * len(block))))


def _notes(drawn: Drawn, query: NoisedQuery, consistent: bool) -> Iterator[Line]:
    """What the numbers are, and of which release."""
    confidence = exact_text(query.terms.output.confidence)
    if consistent:
        said = (
            "whole numbers from 0 on, fitted to the noised counts so that they sum to the noised total "
            "(or to 0 where that is negative); small counts are biased upward, large ones downward"
        )
        yield Line("note", (CONSISTENT, said))
    else:
        quantity = counted_text(query.terms.privacy)
        yield Line("note", (COUNT, f"{quantity}, with noise; may be negative"))
        yield Line("note", (MARGIN_EACH, query.margins.each, f"noise margin of each count, at {confidence}"))
        if query.threshold is None:
            joint = f"noise margin of all {query.declared.cells} counts together, at {confidence}"
            yield Line("note", (MARGIN_JOINT, query.margins.joint, joint))
            yield Line("note", (SUM, "sum of noised counts, special cells included"))
            kind = "exact" if _exact(query) else "a proven upper bound"
            said = f"noise margin of each sum by itself, at {confidence}; {kind}"
            yield Line("note", (SUM_MARGIN, said))
    if query.threshold is not None:
        yield Line("note", (SUM, "none: categories that are too rare to be published are absent"))
    yield from interval_notes(query.declared.columns)
    yield Line("note", ("release", drawn.identity))
    yield Line("note", ("sequence", drawn.sequence))
    yield Line("note", ("date", drawn.date))
    yield Line("note", ("title", spelled(drawn.plan.title)))


def interval_notes(columns: Iterable[Column]) -> Iterator[Line]:
    """Which edge the intervals of each column include."""
    return (Line("note", note) for note in half_open_notes(columns))


def _exact(query: NoisedQuery) -> bool:
    """Whether every total's margin is the least one: the widest sum decides, and every narrower one."""
    shape, confidence = query.declared.shape, query.terms.output.confidence
    leading = prod(shape[:-2])
    sums = {shape[-1], prod(shape[-2:]), *shape[-2:-1], *(leading * each for each in (1, *shape[-2:]))}
    return all(sum_margin(query.noise, each, confidence).least for each in {*sums, prod(shape)})
