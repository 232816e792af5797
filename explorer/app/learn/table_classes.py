"""k, ℓ and t of a table: what was measured, and which classes miss a limit.

None of it is part of the state: it is neither kept in a session nor taken back by undo, for the table may be
private. Its values show nothing of the rows where they are printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from explorer.app.learn.ground_distance import Ground, distance_named, grounded
from explorer.mark import N_, Sentence
from explorer.privacy.anonymity import class_sizes, closeness, distinct_values, entropy_diversity
from explorer.privacy.notation import read
from explorer.privacy.parameter import Parameter, Scale, param, parameters
from explorer.privacy.refusal import NotANumber, Refusal
from explorer.release.counting.equivalence_classes import ClassesOfFile

MOST_LISTED = 200  # classes that miss a limit: the worst first
_EDGES = (1, 2, 5, 10, 20, 50, 100)  # of the sizes that are told together
_HAIR = 1e-9  # what floating point leaves of a distance that is at its limit

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClassLimits:
    """What a person wants every class to keep."""

    k: int = param(
        3,
        symbol="k",
        title=N_("rows per class, at least"),
        low=1,
        high=1_000_000,
        scale=Scale.LOG,
        integer=True,
        private_side=1,
    )
    l: int = param(  # noqa: E741 - ℓ, as everybody calls it
        2,
        symbol="ℓ",
        title=N_("sensitive values per class, at least"),
        low=1,
        high=10_000,
        scale=Scale.LOG,
        integer=True,
        private_side=1,
    )
    t: float = param(
        0.3,
        symbol="t",
        title=N_("distance from the whole table, at most"),
        low=0.0,
        high=1.0,
        private_side=-1,
    )


LIMITS: Mapping[str, Parameter] = parameters(ClassLimits)


def limit_of(name: str, text: str) -> float:
    """A limit as typed, in any notation.

    Raises
    ------
    NotANumber, OutOfRange
    """
    declared = LIMITS[name]
    refusal: Refusal
    try:
        value = read(text)
    except NotANumber as fault:
        refusal = fault
    else:
        checked = declared.check(value)
        return round(checked) if declared.integer else checked
    sentence = N_(
        "{why}; {name} lies between {low} and {high}",
        why=refusal.sentence,
        name=declared.symbol,
        low=declared.low,
        high=declared.high,
    )
    raise NotANumber(sentence, name)


@dataclass(frozen=True, eq=False)
class MeasuredClasses:
    """What was measured of each class, (classes,) each.

    `distinct`, `entropy` and `distances` are None where no column is sensitive.
    """

    found: ClassesOfFile = field(repr=False)
    sizes: Whole = field(repr=False)
    distinct: Whole | None = field(repr=False)
    entropy: Floats | None = field(repr=False)
    distances: Floats | None = field(repr=False)
    distance: Sentence = field(repr=False)

    @property
    def k(self) -> int:
        """The rows of the smallest class."""
        return int(self.sizes.min())


def measured(found: ClassesOfFile, ground: Ground, words: str) -> MeasuredClasses:
    """k, ℓ and t of every class.

    Raises
    ------
    NotValid
        The order or the groups do not fit the values.
    """
    sizes = class_sizes(found.table)
    if not found.columns.sensitive:
        return MeasuredClasses(found, sizes, None, None, None, N_("no column is sensitive"))
    table, distance = grounded(found.table, found.sensitive, ground, words)
    return MeasuredClasses(
        found,
        sizes,
        distinct_values(table),
        entropy_diversity(table),
        closeness(table, distance),
        distance_named(ground, found.numeric, words),
    )


@dataclass(frozen=True)
class FailingClass:
    """A class that misses a limit: its name by the values of the quasi-identifiers, and what it has."""

    name: tuple[Sentence, ...] = field(repr=False)
    rows: int = field(repr=False)
    distinct: int | None = field(repr=False)
    distance: float | None = field(repr=False)
    misses: tuple[str, ...]  # "k", "l", "t"


@dataclass(frozen=True)
class SizeRange:
    """Classes of about one size: from so many rows to so many (None: and more)."""

    low: int
    high: int | None
    classes: int = field(repr=False)
    rows: int = field(repr=False)


@dataclass(frozen=True)
class Judgement:
    """The classes against the limits; `failing` are the worst of all `count` that miss one."""

    count: int
    rows: int
    failing: tuple[FailingClass, ...]


def judged(of: MeasuredClasses, limits: ClassLimits) -> Judgement:
    """Which classes miss a limit: the smallest first, then those with the fewest values, the farthest."""
    small = of.sizes < limits.k
    few = np.zeros_like(small) if of.distinct is None else of.distinct < limits.l
    far = np.zeros_like(small) if of.distances is None else of.distances > limits.t + _HAIR
    missing = np.flatnonzero(small | few | far)
    keys: list[Whole | Floats] = [of.sizes[missing]]
    if of.distinct is not None and of.distances is not None:
        keys = [-of.distances[missing], of.distinct[missing], of.sizes[missing]]
    order = missing[np.lexsort(keys)][:MOST_LISTED]
    marks = {"k": small, "l": few, "t": far}
    failing = tuple(
        FailingClass(
            class_name(of.found, place),
            int(of.sizes[place]),
            None if of.distinct is None else int(of.distinct[place]),
            None if of.distances is None else float(of.distances[place]),
            tuple(name for name, mark in marks.items() if mark[place]),
        )
        for place in order.tolist()
    )
    return Judgement(len(missing), int(of.sizes[missing].sum()), failing)


def class_name(found: ClassesOfFile, place: int) -> tuple[Sentence, ...]:
    """A class by the values of its quasi-identifiers."""
    return tuple(
        N_("{column} missing", column=column)
        if value is None
        else N_("{column} = {value}", column=column, value=value)
        for column, value in zip(found.columns.quasi, found.name(place), strict=True)
    )


def size_ranges(sizes: Whole, k: int = 1) -> tuple[SizeRange, ...]:
    """How many classes of which size there are, from the smallest up; a range begins at the limit `k`."""
    edges = sorted({*_EDGES, k})
    place = np.searchsorted(edges, sizes, side="right") - 1
    classes = np.bincount(place, minlength=len(edges))
    rows = np.bincount(place, weights=sizes, minlength=len(edges))
    highs = (*(edge - 1 for edge in edges[1:]), None)
    return tuple(
        SizeRange(low, high, int(count), int(total))
        for low, high, count, total in zip(edges, highs, classes, rows, strict=True)
    )
