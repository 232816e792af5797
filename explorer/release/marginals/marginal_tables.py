"""Which tables of a wide one are wanted, which cells a row falls into, and what their files are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, prod

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.iterative_construction.table_fit import MOST_JOINT
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber
from explorer.release.columns.column import Column
from explorer.release.plan.sections import SMALLEST
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.simulated_rows import simulated_tables

Axes = tuple[int, ...]
Listed = str | tuple[tuple[str, ...], ...]

Fixed = tuple[tuple[str, ...], ...]  # the columns of a table, and its part

CHECK = "-check"  # what is added to a name for the file of the check
ONES, PAIRS, TRIPLES = "ones", "pairs", "triples"
SIZES = {ONES: 1, PAIRS: 2, TRIPLES: 3}
MOST_TABLES = 500
_LONGEST_PART, _LONGEST_NAME = 40, 160  # characters of a column's name, and of all of them, in a file's name
_UNFIT = re.compile(r"[^A-Za-z0-9_-]+", re.ASCII)


@dataclass(frozen=True)
class MarginalTables:
    """The wanted tables of some columns: all of one, two or three of them, or those that are listed."""

    columns: tuple[Column, ...]
    listed: Listed

    @cached_property
    def axes(self) -> tuple[Axes, ...]:
        """The columns of each table, by their place; in a list as they are listed there. None while the
        wanted tables are refused.
        """
        if any(unfit_tables(self.columns, self.listed)):
            return ()
        if isinstance(self.listed, str):
            return tuple(combinations(range(len(self.columns)), SIZES[self.listed]))
        names = [column.name for column in self.columns]
        return tuple(tuple(names.index(name) for name in table) for table in self.listed)

    @cached_property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column of each table."""
        return tuple(tuple(self.columns[axis].size for axis in table) for table in self.axes)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of cells of each table."""
        return tuple(map(prod, self.shapes))

    @cached_property
    def begins(self) -> tuple[int, ...]:
        """Where the cells of each table begin among all of them, and where the last ones end."""
        return (0, *np.cumsum(self.sizes).tolist())

    @property
    def joint_shape(self) -> tuple[int, ...]:
        """The cells of all columns."""
        return tuple(column.size for column in self.columns)

    @property
    def joint_cells(self) -> int:
        """How many cells all columns have together."""
        return prod(self.joint_shape)

    def declared(self, table: int) -> tuple[Column, ...]:
        """The columns of one table."""
        return tuple(self.columns[axis] for axis in self.axes[table])

    def title(self, table: int) -> str:
        """What one table is called: its columns."""
        return " × ".join(column.name for column in self.declared(table))

    def place_named(self, columns: Sequence[str]) -> int | None:
        """The place of the table of these columns, in whatever order; None where it is not wanted."""
        names = [{self.columns[axis].name for axis in table} for table in self.axes]
        wanted = set(columns)
        return names.index(wanted) if len(wanted) == len(columns) and wanted in names else None

    def fixed_parts(self, fixed: Fixed) -> Mapping[int, Fraction] | None:
        """Parts by the place of their table; None where they do not fit the tables, or leave nothing for the
        others (`marginal_rules.py` says what is wrong).
        """
        found: dict[int, Fraction] = {}
        for *columns, text in fixed:
            place, part = self.place_named(columns), part_of(text)
            if place is None or place in found or part is None:
                return None
            found[place] = part
        whole = sum(found.values(), Fraction(0))
        fits = whole == 1 if len(found) == len(self.axes) else whole < 1
        return found if fits else None

    def places(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The cell of each row in each table, numbered through all of them."""
        return tuple(self._places(cells))

    def _places(self, cells: Sequence[Integers]) -> Iterator[Integers]:
        for table, shape, begin in zip(self.axes, self.shapes, self.begins, strict=False):
            flat = cells[table[0]]
            for axis, size in zip(table[1:], shape[1:], strict=True):
                flat = flat * size + cells[axis]
            yield flat + begin

    def place_of(self, cell: int) -> tuple[int, int]:
        """Which table a cell is of, and its place there."""
        table = int(np.searchsorted(self.begins, cell, side="right")) - 1
        return table, cell - self.begins[table]

    def file_names(self, name: str, joint: bool) -> tuple[str, ...]:
        """What the file of each table is called, without an ending: the name and its columns; that of the
        joint table, where it is wanted, last.

        Letters that not every system takes become _; two that would be alike get a number.
        """
        whole = f"{name}-joint"
        taken = {whole.casefold(), f"{name}{CHECK}".casefold()}
        found = []
        for table in self.axes:
            parts = (_UNFIT.sub("_", self.columns[axis].name)[:_LONGEST_PART] for axis in table)
            wish = "-".join((name, *parts))[:_LONGEST_NAME]
            chosen, number = wish, 2
            while chosen.casefold() in taken:
                chosen, number = f"{wish}-{number}", number + 1
            taken.add(chosen.casefold())
            found.append(chosen)
        return (*found, whole) if joint else tuple(found)

    def simulated(self, rows: int) -> Integers:
        """Counts of so many simulated rows in all tables; their columns hang together."""
        return np.concatenate(simulated_tables(self.columns, self.axes, rows))


def part_of(text: str) -> Fraction | None:
    """A part from `SMALLEST` to 1, exactly; None where the text is none."""
    try:
        part = read_exact(text) if len(text) <= _LONGEST_PART else Fraction(0)
    except NotANumber:
        return None
    return part if SMALLEST <= part <= 1 else None


def unfit_tables(columns: Sequence[Column], listed: Listed) -> Iterator[Sentence]:
    """What is wrong with the wanted tables."""
    if isinstance(listed, str):
        if listed not in SIZES:
            yield N_("choose {known}, or list tables of column names", known=tuple(SIZES))
        elif len(columns) < SIZES[listed]:
            yield N_("these tables join more columns than there are: add a column")
        elif comb(len(columns), SIZES[listed]) > MOST_TABLES:
            yield _too_many()
        return
    names = {column.name for column in columns}
    unknown = next((name for table in listed for name in table if name not in names), None)
    if not listed or not all(listed):
        yield N_("list at least one table, each of at least one column")
    elif unknown is not None:
        yield N_("there is no column “{name}” here: declare it, or take it from the list", name=unknown)
    elif any(len(set(table)) < len(table) for table in listed):
        yield N_("a table lists a column twice: remove one")
    elif len({frozenset(table) for table in listed}) < len(listed):
        yield N_("a table is listed twice: remove one")
    elif len(listed) > MOST_TABLES:
        yield _too_many()


def _too_many() -> Sentence:
    return N_(
        "at most {most} {most:table|tables} are released at once: list the ones that matter", most=MOST_TABLES
    )


def too_wide(tables: MarginalTables) -> Sentence | None:
    """Why no joint table is fitted to them; None where one is."""
    if tables.joint_cells <= MOST_JOINT:
        return None
    return N_(
        "all columns together have {cells} {cells:cell|cells}; a fit holds {most} at most: choose fewer or "
        "coarser columns, or switch the fit off",
        cells=tables.joint_cells,
        most=MOST_JOINT,
    )
