"""Where the plan's columns stand in a record, and how the cells of a row are numbered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotATable
from explorer.release.columns.column import Column
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import Query
from explorer.release.sources.table import Shape

Integers = NDArray[np.int64]
Words = NDArray[np.uint64]
_WIDEST = 1 << 62  # a number of joint cells that a word still holds
_WIDE = 8  # times as many columns as are needed: from here on it is quicker to look for these alone


@dataclass(frozen=True)
class Batch:
    """Some rows, each already one cell a column.

    `cells`: one (n,) array of cell numbers for each of `Layout.columns`. `people`: where persons are
    bounded, the id of each row as words (`counting.identity`), else None; rows without an id are
    not in it.
    """

    cells: tuple[Integers, ...] = field(repr=False)
    people: tuple[Words, ...] | None = field(repr=False)


@dataclass(frozen=True)
class Layout:
    """The declared columns, each once, with their places in a record of `width` fields.

    `groups`: the columns taken together into one joint number each, the last one fastest.
    """

    width: int
    columns: tuple[Column, ...]
    places: tuple[int, ...]
    queries: tuple[Query, ...]
    identity: int | None
    groups: tuple[tuple[int, ...], ...]

    @property
    def needed(self) -> tuple[int, ...]:
        """The places of all columns that are read, the person's id among them, ascending."""
        return tuple(sorted({*self.places, *(() if self.identity is None else (self.identity,))}))

    @property
    def is_wide(self) -> bool:
        """Most columns are not needed. What is declared and the first line decide, no row does."""
        return self.width >= _WIDE * max(2, len(self.needed))

    def narrowed(self) -> Layout:
        """The layout of records that hold the needed fields alone, and an empty one behind a single one."""
        place = self.needed.index
        return replace(
            self,
            width=max(2, len(self.needed)),
            places=tuple(map(place, self.places)),
            identity=None if self.identity is None else place(self.identity),
        )

    def flats(self, cells: Sequence[Integers]) -> list[Integers]:
        """The cell of each row in each table in which bounds hold, from the cells of the columns."""
        return [flat for query in self.queries for flat in query.bounded(self._classified(query, cells))]

    def cells_in(self, query: Query, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The cells of one query that each row falls into, from the cells of the columns."""
        return query.places(self._classified(query, cells))

    def weights_in(self, query: Query, cells: Sequence[Integers]) -> tuple[Integers, ...] | None:
        """What each row adds to its cells, along `cells_in`; None where every row adds one."""
        return query.weights(self._classified(query, cells))

    def _classified(self, query: Query, cells: Sequence[Integers]) -> list[Integers]:
        return [cells[self.columns.index(column)] for column in query.classified]

    def joint(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """All declared content of each row as few numbers: equal if and only if every cell is equal."""
        return tuple(
            _joint([cells[at] for at in group], [self.columns[at].size for at in group])
            for group in self.groups
        )

    def parted(self, joint: Sequence[Integers]) -> list[Integers]:
        """The cells of each column again, from `joint`."""
        found: dict[int, Integers] = {}
        for numbers, group in zip(joint, self.groups, strict=True):
            rest = numbers
            for at in reversed(group[1:]):
                rest, found[at] = np.divmod(rest, self.columns[at].size)
            found[group[0]] = rest
        return [found[at] for at in range(len(self.columns))]

    @property
    def is_plain(self) -> bool:
        """One query whose only cell of a row is the joint number itself."""
        return (
            len(self.groups) == 1
            and len(self.queries) == 1
            and self.queries[0].is_joint
            and self.queries[0].classified == self.columns
        )


def _joint(cells: Sequence[Integers], shape: Sequence[int]) -> Integers:
    flat = cells[0]
    for each, size in zip(cells[1:], shape[1:], strict=True):
        flat = flat * size + each
    return flat


def layout_of(plan: ReleasePlan, shape: Shape) -> Layout:
    """Where everything that the plan counts stands in a table of this shape.

    Raises
    ------
    NotATable
        A declared column is not there, or more than once.
    """
    columns = tuple(dict.fromkeys(plan.classified))
    places = tuple(place_in(shape, column.name) for column in columns)
    identity = plan.privacy.id_column
    return Layout(
        shape.width,
        columns,
        places,
        plan.queries,
        None if identity is None else place_in(shape, identity),
        _groups(columns),
    )


def _groups(columns: Sequence[Column]) -> tuple[tuple[int, ...], ...]:
    """As few as there may be; a column of unknown categories stands alone, as it has no last number."""
    groups: list[list[int]] = []
    size = _WIDEST
    for at, column in enumerate(columns):
        size = _WIDEST if column.found else size * column.size
        if size >= _WIDEST:
            groups.append([])
            size = _WIDEST if column.found else column.size
        groups[-1].append(at)
    return tuple(map(tuple, groups))


def place_in(shape: Shape, name: str) -> int:
    """Where the column of this name stands in a record.

    Raises
    ------
    NotATable
        It is not there, or more than once.
    """
    found = [place for place, each in enumerate(shape.names) if each == name]
    if not found:
        raise NotATable(
            N_(
                "line {line:plain}: there is no column “{name}”; check delimiter and header",
                line=1,
                name=name,
            )
        )
    if len(found) > 1:
        raise NotATable(
            N_("line {line:plain}: column “{name}” is there more than once; rename one", line=1, name=name)
        )
    return found[0]
