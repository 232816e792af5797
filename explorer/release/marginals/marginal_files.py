"""The files of marginals: one for each table, the joint table where it is wanted, the private check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from explorer.mark import Sentence
from explorer.privacy.notation import exact_text
from explorer.release.columns.column import Column
from explorer.release.marginals.marginal_answers import MarginalAnswers
from explorer.release.marginals.marginal_tables import CHECK
from explorer.release.plan.counted import counted_text
from explorer.release.plan.labels import COUNT, FITTED, MARGIN_EACH, MARGIN_JOINT
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import ComparedTable, Margins, WrittenTable
from explorer.release.values.decimal_text import decimal_text

MEASURED, TABLE, CELL, BOUND = "measured", "table", "cell", "bound"
_LONGEST_NUMBER = "9" * 24
CHECKED = (TABLE, CELL, COUNT, FITTED, BOUND)
_FIT = "of the joint table that fits all measured ones; never negative, and all tables agree"
_CHECK_COLUMNS = (
    (TABLE, "string", "in which the checked cell lies"),
    (CELL, "string", "chosen privately among all cells: where the fit seems furthest off"),
    (COUNT, "integer", "its rows, counted once more with a noise of their own"),
    (FITTED, "decimal", "its count in the fit"),
    (BOUND, "integer", "no cell of these tables is further off in the fit"),
)


class MarginalFiles:
    """What is written of some marginals.

    Parameters
    ----------
    names : of the files of all tables, that of the joint table last where it is wanted
    margins : of each table
    has_fit : whether a joint table is fitted
    """

    def __init__(
        self,
        name: str,
        answers: MarginalAnswers,
        names: tuple[str, ...],
        margins: tuple[Margins, ...],
        has_fit: bool,
    ) -> None:
        self._name, self._answers, self._names = name, answers, names
        self._margins, self._has_fit = margins, has_fit
        self._tables = answers.tables

    def written(self, noised: NoisedQuery) -> Iterator[WrittenTable]:
        """In the order of their names; the rows are made as they are written."""
        counted = dict(self._answers.whole) if noised.counts else {}
        for table, name in zip(range(len(self._tables.axes)), self._names, strict=False):
            columns = (*_labelled(self._tables.declared(table)), *self._numbers(noised))
            yield WrittenTable(name, columns, self._rows(table, counted.get(table)))
        if len(self._names) > len(self._tables.axes):
            columns = (*_labelled(self._tables.columns), (FITTED, "decimal", _FIT))
            yield WrittenTable(self._names[-1], columns, self._joint_rows())
        if self._answers.noise.check is not None:
            confidence = f", at {exact_text(self._answers.confidence)}"
            columns = tuple(
                (name, kind, said + (confidence if name == BOUND else ""))
                for name, kind, said in _CHECK_COLUMNS
            )
            yield WrittenTable(f"{self._name}{CHECK}", columns, self._check_rows())

    def compared(self) -> Iterator[ComparedTable]:
        """The noised counts of each table that was measured, with the margin of its cells."""
        counted = dict(self._answers.whole)
        for table, name in zip(range(len(self._tables.axes)), self._names, strict=False):
            columns = self._tables.declared(table)
            yield ComparedTable(
                name,
                columns,
                counted.get(table, ()),
                self._margins[table].joint,
                ("marginals", columns),
            )

    def _numbers(self, noised: NoisedQuery) -> Iterator[tuple[str, str, str]]:
        confidence = exact_text(self._answers.confidence)
        yield COUNT, "integer", f"{counted_text(noised.terms.privacy)}, with noise; may be negative"
        yield MARGIN_EACH, "integer", f"noise margin of each noised count by itself, at {confidence}"
        said = f"noise margin of all measured cells of all these tables together, at {confidence}"
        yield MARGIN_JOINT, "integer", said
        yield MEASURED, "boolean", "whether this table was measured; else it is inferred from others"
        if self._has_fit:
            yield FITTED, "decimal", _FIT

    def _rows(self, table: int, counts: tuple[int, ...] | None) -> Iterator[tuple[object, ...]]:
        margins = self._margins[table]
        is_measured = counts is not None
        numbers = iter(counts or ())
        fitted = iter(self._answers.fitted[table].tolist() if self._has_fit and self._answers.counts else ())
        if not self._answers.counts:
            return
        for parts in _cells(self._tables.declared(table)):
            noised = (next(numbers), margins.each, margins.joint) if is_measured else ("", "", "")
            fit = (decimal_text(next(fitted)),) if self._has_fit else ()
            yield (*parts, *noised, str(is_measured).lower(), *fit)

    def _joint_rows(self) -> Iterator[tuple[object, ...]]:
        if not self._answers.counts:
            return
        values = self._answers.fit.joint.ravel().tolist()
        for parts, value in zip(_cells(self._tables.columns), values, strict=True):
            yield (*parts, decimal_text(value))

    def _check_rows(self) -> Iterator[tuple[object, ...]]:
        check = self._answers.check
        if check is None:
            return
        cell = cell_text(self._tables.declared(check.table), check.place)
        title = self._tables.title(check.table)
        yield (title, cell, check.noised, decimal_text(check.fitted), check.bound)

    def report_rows(self) -> Iterator[tuple[tuple[Sentence | str, ...], tuple[float | int | None, ...]]]:
        """Every cell of every table."""
        counted = dict(self._answers.whole)
        for table, size in enumerate(self._tables.sizes):
            columns, margins = self._tables.declared(table), self._margins[table]
            counts = counted.get(table)
            fitted = self._answers.fitted[table].tolist() if self._has_fit else None
            title = self._tables.title(table)
            for place in range(size):
                measured = (None,) * 3 if counts is None else (counts[place], margins.each, margins.joint)
                fit = () if fitted is None else (fitted[place],)
                yield (title, cell_text(columns, place)), (*measured, *fit)

    def written_size(self, measure: Callable[[str], int]) -> int:
        """What all labels and margins measure, at most."""
        size = 0
        for table, cells in enumerate(self._tables.sizes):
            labels = sum(map(_longest(measure), self._tables.declared(table)))
            margins = sum(measure(str(each)) for each in self._margins[table].amounts)
            size += cells * (labels + margins + measure("false"))
        if len(self._names) > len(self._tables.axes):
            every = sum(map(_longest(measure), self._tables.columns))
            size += self._tables.joint_cells * (every + measure(_LONGEST_NUMBER))
        return size


def cell_text(columns: tuple[Column, ...], place: int) -> str:
    """The labels of one cell of a table."""
    found = []
    for column in reversed(columns):
        place, at = divmod(place, column.size)
        found.append(column.labels[at])
    return " · ".join(reversed(found))


def _labelled(columns: tuple[Column, ...]) -> Iterator[tuple[str, str, str]]:
    for column in columns:
        yield from zip(column.written_names, column.datatypes, column.column_notes, strict=True)


def _cells(columns: tuple[Column, ...]) -> Iterator[tuple[str, ...]]:
    for cell in product(*(column.written_cells for column in columns)):
        yield tuple(part for parts in cell for part in parts)


def _longest(measure: Callable[[str], int]) -> Callable[[Column], int]:
    return lambda column: max(sum(map(measure, parts)) for parts in column.written_cells)
