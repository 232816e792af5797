"""How a query's cells stand side by side: groups for the first column, colours for the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod

import numpy as np

from explorer.app.plotting.figure import Axis, Figure, Floats, Table, read_only
from explorer.app.plotting.layers import Bars, Layer, Note, Rule
from explorer.app.plotting.ticks import round_step, round_up, ticks
from explorer.app.plotting.told import Told
from explorer.app.release.cell_labels import Names, label_columns, label_headings, names_below, names_of
from explorer.mark import N_, Sentence, verbatim
from explorer.release.queries.query import Query

SERIES = ("without", "orange", "exact", "pink", "sky", "indigo")
SPECIAL_SERIES = ("slate", "brown")
MOST_GROUPS, MOST_SERIES = (
    120,
    24,
)  # that are drawn: nobody tells more apart, and a frame has no time for more
_COUNT = N_("count")
_LITTLE = 0.1, 0.25  # of a step of the axis: below zero where noise reaches no further
_GROUP = 0.82  # of the distance between groups is filled with bars


@dataclass(frozen=True)
class Cells:
    """The places of a query's cells: (groups, series) many, in the order of the released table.

    Of a very large table the first ones; the axis says so, and the table has them all.
    """

    declared: Query
    groups: tuple[Sentence, ...]
    series: tuple[Sentence, ...]
    special_series: tuple[bool, ...]
    places: tuple[int, ...]  # of the series, among all joint cells of the further columns
    whole: bool = True  # whether special cells have a place too

    @property
    def x(self) -> Floats:
        """Where each cell's bar stands, (groups, series)."""
        count = len(self.series)
        offsets = (np.arange(count) + 0.5) / count * _GROUP - _GROUP / 2
        return np.arange(len(self.groups))[:, None] + offsets[None, :]

    @property
    def width(self) -> float:
        """Of a bar."""
        return 0.86 * _GROUP / len(self.series)

    def series_name(self, index: int) -> Sentence:
        """What a series is called where one of its marks is asked."""
        alone = N_("count") if self.declared.counts_cells else N_("sum")
        return alone if len(self.series) == 1 else self.series[index]

    def group_name(self) -> Sentence:
        """What says which group a mark is of, once its `group` is filled in."""
        if not self.declared.columns:
            return self.groups[0]
        return N_("{column}: {group}", column=self.declared.columns[0].name)

    def axis(self) -> Axis:
        """The groups' names below their bars, or as many of them as stand apart."""
        if not self.declared.columns:
            return Axis(verbatim(""), -0.6, 0.6, (0.0,), self.groups)
        named = names_below(self.declared.columns[0], len(self.groups))
        label = verbatim(self.declared.columns[0].name)
        if any(place % 1 for place, _ in named):  # edges stand between the bars
            label = N_("{column}, lower edges included", column=label)
        if not self.whole:
            label = N_("{column}; special cells are not shown", column=label)
        if self.drawn < (cells := self._cells):
            label = N_(
                "{column}: the first {drawn} of {cells} {cells:cell|cells}",
                column=label,
                drawn=self.drawn,
                cells=cells,
            )
        wholes = tuple((at, self.groups[int(at)]) for at, _ in named if at == int(at))
        return Axis(label, -0.6, len(self.groups) - 0.4, *_places_and_names(named), whole_names=wholes)

    @property
    def _cells(self) -> int:
        """How many cells could have a place."""
        left_out = (0 if self.whole else len(column.special) for column in self.declared.columns)
        return prod(many - few for many, few in zip(self.declared.shape, left_out, strict=True))

    @property
    def drawn(self) -> int:
        """How many cells have a place."""
        return len(self.groups) * len(self.series)

    def shaped(self, counts: Sequence[float] | Floats) -> Floats:
        """Counts in the order of the table as (groups, series)."""
        many = self.declared.shape[0] if self.declared.shape else 1
        whole = np.array(counts, dtype=float).reshape(many, -1)
        return whole[: len(self.groups), list(self.places)]


def cells_of(query: Query, whole: bool = True) -> Cells:
    """The first column makes groups; the joint cells of the others make series.

    `whole` : with the special cells, which stand last in every column
    """
    if not query.columns:
        return Cells(query, (N_("all rows"),), (N_("all"),), (False,), (0,), whole)
    first, *others = query.columns
    series: list[Sentence] = [N_("all")]
    special = [False]
    places: tuple[int, ...] = (0,)
    groups = names_of(first)[: None if whole else -len(first.special)][:MOST_GROUPS]
    if others:
        names = [tuple(names_of(column)) for column in others]
        shown = [
            range(len(labels) - (0 if whole else len(column.special)))
            for labels, column in zip(names, others, strict=True)
        ]
        joint = list(islice(product(*shown), MOST_SERIES))
        places = tuple(_place(each, query.shape[1:]) for each in joint)
        series = [_joined([names[axis][place] for axis, place in enumerate(each)]) for each in joint]
        special = [
            any(
                place >= len(column.labels) - len(column.special)
                for column, place in zip(others, each, strict=True)
            )
            for each in joint
        ]
    return Cells(query, tuple(groups), tuple(series), tuple(special), places, whole)


def _place(cell: Sequence[int], shape: Sequence[int]) -> int:
    """The place of a joint cell, the last column fastest."""
    place = 0
    for at, many in zip(cell, shape, strict=True):
        place = place * many + at
    return place


def _places_and_names(named: Names) -> tuple[tuple[float, ...], tuple[Sentence, ...]]:
    return tuple(place for place, _ in named), tuple(name for _, name in named)


def _joined(parts: list[Sentence]) -> Sentence:
    joined = parts[0]
    for part in parts[1:]:
        joined = N_("{first} · {second}", first=joined, second=part)
    return joined


def colour_of(cells: Cells, series: int) -> str:
    """Declared series take the hues in turn; special ones are greys, two of them that differ."""
    if cells.special_series[series]:
        return SPECIAL_SERIES[sum(cells.special_series[:series]) % len(SPECIAL_SERIES)]
    return SERIES[series % len(SERIES)]


def bars(
    cells: Cells, counts: Floats, margin: float, kind: Sentence, said: Sentence | None = None
) -> list[Layer]:
    """One layer of bars a series, with the noise margin as whiskers; asked, each tells its cell and both.

    `said` : what a bar tells where it is no count
    """
    x = cells.x
    return [
        Bars(
            f"series-{index}",
            read_only(x[:, index].copy()),
            read_only(counts[:, index].copy()),
            cells.width,
            colour_of(cells, index),
            0.85,
            margin or None,
            name=cells.series_name(index),
            kind=kind,
            told=_told(cells, counts[:, index], margin, said),
        )
        for index in range(len(cells.series))
    ]


def _told(cells: Cells, counts: Floats, margin: float, said: Sentence | None) -> Told:
    """Each count with its margin, and the group that it is of."""
    count = N_("count = {count:full} ± {margin:full}", margin=margin)
    columns = ("count", read_only(counts.copy())), ("group", cells.groups)
    return Told((said or count, cells.group_name()), columns)


def legend(cells: Cells, top: float) -> list[Layer]:
    """The series' names in their colours, above the bars; none for a single series or very many."""
    count = len(cells.series)
    if count == 1 or count > 2 * len(SERIES):
        return []
    width = len(cells.groups) / max(count, 9)
    return [
        Note(
            f"name-{index}",
            -0.55 + width * index,
            0.97 * top,
            (name,),
            colour_of(cells, index),
            stressed=0,
            halo=True,  # where bars are as high as the picture
        )
        for index, name in enumerate(cells.series)
    ]


def count_axis(counts: Floats, each: float = 0.0, most: float = 0.0, label: Sentence = _COUNT) -> Axis:
    """From as far below zero as noise may lead to a round number; all counts are inside, `each` away too.

    Small noise has a small part of a step below zero, so that the bars keep the picture. The many that are
    small are so `most` away. A preview passes the room that its axis was chosen for (`app.framing`), so that
    it rests while ε moves.
    """
    highest = max(float(np.max(counts)) + each, float(np.median(counts)) + most, 1.0)
    top = round_up(1.18 * highest, 4)
    step = round_step(top, 4)
    reach = max(each, most) - float(np.min(counts))
    parts = next((part for part in _LITTLE if reach <= part * step), math.ceil(reach / step))
    marked = math.floor(parts)  # steps below zero
    return Axis(label, -step * parts, top, ticks(-step * marked, top, 4 + min(marked, 1)))


def zero() -> Rule:
    """The line at nobody."""
    return Rule("zero", 0.0, "faint", dashed=False)


def table(cells: Cells, counts: Sequence[int], each: float, joint: float) -> Table:
    """The name of each cell, its count and margins."""
    declared, count = cells.declared.columns, prod(cells.declared.shape)
    names = tuple(column.name for column in declared)
    return Table(
        (*label_headings(declared), N_("noised count"), N_("margin, each"), N_("margin, simultaneous")),
        (*names, "noised_count", "margin_each", "margin_joint"),
        (*label_columns(declared), tuple(counts), (each,) * count, (joint,) * count),
    )


def no_counts(identity: str, title: Sentence, query: Query) -> Figure:
    """The empty picture of a query that is no table of counts."""
    why = N_("“{name}” has no picture: its numbers are in its table and its files", name=query.name)
    return nothing(identity, title, why)


MOST_PICTURED = 20_000
"""The most cells of a plan that are simulated and drawn before a release."""


def too_many(query: Query) -> bool:
    """Whether these are more cells than are simulated and drawn."""
    return query.counts_cells and query.cells > MOST_PICTURED


def too_many_cells(identity: str, title: Sentence, query: Query, margins: Sentence) -> Figure:
    """The empty picture of a query whose cells would take seconds each time that anything is moved.

    Their margins, which need no simulated people, are said all the same.
    """
    why = N_(
        "“{name}” has {count} {count:cell|cells}, too many for a picture of simulated people. {margins}",
        name=query.name,
        count=query.cells,
        margins=margins,
    )
    return nothing(identity, title, why)


def nothing(identity: str, title: Sentence, why: Sentence, pending: bool = False) -> Figure:
    """An empty picture that says what to do next, or, where it is `pending`, what is being computed."""
    axis = Axis(verbatim(""), 0.0, 1.0, ())
    table = Table((N_("noised count"),), ("noised_count",), ((),))
    return Figure(identity, title, verbatim(""), why, axis, axis, (), table, pending, why)
