"""Dates and times, in one declared format, in the intervals between declared edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar

from explorer.mark import N_, Sentence, english, verbatim
from explorer.release.columns.date_pattern import UNITS, DatePattern, faults
from explorer.release.columns.intervals import IntervalColumn, ends_first
from explorer.release.columns.periods import (
    MOST_PERIODS,
    PERIODS,
    SEVERAL,
    edges_of,
    has_time,
    iso,
    iso_text,
    name_of,
    period_of,
    short_name,
    too_many,
)
from explorer.release.columns.quick import Moments
from explorer.release.plan.key import Kind, key
from explorer.release.plan.sections import Input

ISO_DATE = "YYYY-MM-DD"
_KEYS = {"edges": "edges", "every": "every", "start": "from", "end": "to"}
Wrong = Iterator[Sentence]


def _format(pattern: str, _: DateColumn) -> Wrong:
    yield from faults(pattern)


def _edges(edges: Sequence[str], column: DateColumn) -> Wrong:
    if column.every is not None:
        if edges:
            yield N_("declare {edges}, or {every} with {start} and {end}, not both", **_KEYS)
        return
    moments = [iso(edge) for edge in edges]
    if any(moment is None for moment in moments):
        yield N_("edges of dates are ISO dates, like 2025-01-31 or 2025-01-31T18:00")
    elif len(edges) < 2:
        yield N_("at least two edges make an interval")
    elif any(low >= high for low, high in pairwise(each for each in moments if each is not None)):
        yield N_("edges must rise: each one later than the one before it")
    elif not column.is_told:
        yield _too_fine(column)


def _every(every: str | None, column: DateColumn) -> Wrong:
    if every is not None and column.ends and not column.is_told:
        yield _too_fine(column)


def _too_fine(column: DateColumn) -> Sentence:
    return N_(
        "the format “{format}” does not tell these edges apart: choose coarser ones", format=column.format
    )


def _end(text: str | None, column: DateColumn, named: str) -> Wrong:
    if column.every is None:
        if text is not None:
            yield N_(
                "{key} belongs to {every}: declare that too, or {edges} instead", **{**_KEYS, "key": named}
            )
        return
    moment = None if text is None else iso(text)
    if not column.edges and (moment is None or has_time(moment)):
        yield N_("this must be a date, like 2025-01-31")


def _start(start: str | None, column: DateColumn) -> Wrong:
    yield from _end(start, column, "from")


def _stop(stop: str | None, column: DateColumn) -> Wrong:
    wrong = tuple(_end(stop, column, "to"))
    yield from wrong
    start, end = iso(column.start or ""), iso(column.end or "")
    if wrong or column.edges or column.every is None or start is None or end is None:
        return
    if start >= end:
        yield N_("this day must be later than the first one: it is the first that is not counted any more")
    elif too_many(start, end, column.every):
        yield N_("these are more than {most} intervals: choose longer ones", most=MOST_PERIODS)


@dataclass(frozen=True, slots=True)
class DateColumn(IntervalColumn):
    """A column of dates or times, each written in one `format` and taken as it is written.

    Its intervals are declared by `edges`, or as `every` day, week, month, quarter or year from `start` to
    `end`, which is not counted any more.
    """

    id: ClassVar[str] = "date"
    kind: ClassVar[str] = id
    order: ClassVar[int] = 4
    title: ClassVar[Sentence] = N_("dates")
    has_distances: ClassVar[bool] = False
    help: ClassVar[Sentence | None] = N_(
        "Dates or times in one format, counted by day, week, month, quarter, year or between your own edges. "
        "Times are taken as written: no time zone is read"
    )
    special_described: ClassVar[Sentence] = N_(
        "Of dates: (below) and (above) the edges, (missing), (unreadable) as a date in the declared format."
    )
    format: str = key(Kind.TEXT, ISO_DATE, rule=_format, title=N_("format"), shown=1)
    every: str | None = key(
        Kind.CHOICE, None, optional=True, choices=PERIODS, rule=_every, title=N_("counted by"), shown=2
    )
    start: str | None = key(
        Kind.TEXT, None, optional=True, rule=_start, called="from", title=N_("from"), shown=3
    )
    end: str | None = key(
        Kind.TEXT, None, optional=True, rule=_stop, called="to", title=N_("before"), shown=4
    )
    edges: tuple[str, ...] = key(Kind.TEXTS, (), optional=True, rule=_edges, title=N_("edges"), shown=5)

    def typed_edge(self, text: str) -> int | None:
        """An ISO date or time."""
        return iso(text)

    def between(self, edge: int, share: float) -> str:
        """A day, or a minute where edges are told to the minute."""
        low, high = (datetime.fromisoformat(each) for each in self.edge_names[edge : edge + 2])
        moment = low + (high - low) * share
        return moment.isoformat(timespec="minutes") if self.has_time else moment.date().isoformat()

    @property
    def ends(self) -> tuple[int, ...]:
        """The edges as dates; none where they are not declared right."""
        return _ends(self.every, self.start, self.end, self.edges)

    @property
    def unread(self) -> tuple[str, ...]:
        """What is declared for its edges and is no date."""
        declared = self.edges if self.every is None else (self.start or "", self.end or "")
        return tuple(each for each in declared if iso(each) is None)

    @property
    def has_time(self) -> bool:
        """Whether an edge lies within a day."""
        return any(map(has_time, self.ends))

    @property
    def is_told(self) -> bool:
        """Whether its format tells every edge in full: a coarser one would put values on the wrong side."""
        if any(faults(self.format)):
            return True  # said elsewhere
        pattern = DatePattern(self.format)
        return all(map(pattern.tells, self.ends))

    @property
    def edge_names(self) -> tuple[str, ...]:
        """The edges as ISO 8601 writes them: all as dates, or all with their time."""
        return _texts(self.ends)

    @property
    def declared_labels(self) -> tuple[str, ...]:
        """As `names` has it, in English: a file reads the same whatever the language of the window."""
        return _labels(self.ends)

    @property
    def names(self) -> tuple[Sentence | str, ...]:
        """A whole year, quarter, month, week or day is called so."""
        return (*_names(self.ends), *self.special)

    def in_words(self, low: str, high: str) -> str:
        """Of time it is said otherwise."""
        return f"on or after {low} and before {high}" if low else ""

    def range_name(self, low: int, high: int) -> Sentence:
        """By its name where it is one whole period."""
        return name_of(self.ends[low], self.ends[high]) or super(DateColumn, self).range_name(low, high)

    @property
    def short_names(self) -> tuple[str, ...]:
        """Where all are of one period: its name in short."""
        periods = {period_of(*ends) for ends in pairwise(self.ends)}
        period = periods.pop() if len(periods) == 1 else None
        return () if period is None else tuple(short_name(each, period) for each in self.ends)

    @property
    def described(self) -> Sentence:
        """What it holds; periods are not told one by one."""
        if self.every is not None and self.ends:
            told = {"periods": SEVERAL[self.every], "start": self.edge_names[0], "end": self.edge_names[-1]}
            return N_("dates, taken as written, in {periods}: from {start} on, before {end}", **told)
        edges = tuple(map(verbatim, self.edge_names))
        return N_("dates, taken as written, in intervals that include their lower edge: {edges}", edges=edges)

    @property
    def datatypes(self) -> tuple[str, ...]:
        """The ends are dates, or times where an edge lies within a day."""
        end = "dateTime" if self.has_time else "date"
        return ("string", end, end)

    @classmethod
    def draft(cls) -> dict[str, object]:
        """By month, as most tables of dates are."""
        return {"format": ISO_DATE, "every": "month", "from": "", "to": ""}

    def reader(self, declared: Input) -> Callable[[str], int | None]:
        """Dates in the declared format alone."""
        return DatePattern(self.format).read

    def written_date(self) -> Callable[[int], str]:
        """In the declared format."""
        return DatePattern(self.format).spelled

    def quick(self, declared: Input) -> Moments:
        """Dates between edges."""
        pattern = DatePattern(self.format)
        return Moments(pattern, self.ends, tuple(filter(pattern.fits, sorted(declared.missing_values))))

    def examples(self, declared: Input) -> Iterator[str]:
        """The first moment of each interval, then what lies beyond, and what is no date."""
        pattern = DatePattern(self.format)
        for moment in ends_first(self.ends[:-1]):
            yield pattern.spelled(moment)
        year = self.ends[0] // UNITS["YYYY"]
        if year > 1:
            yield pattern.spelled((year - 1) * UNITS["YYYY"] + UNITS["MM"] + UNITS["DD"])
        yield pattern.spelled(self.ends[-1])
        yield from ("x", "?", "no date")
        yield from declared.missing

    def literal(self) -> dict[str, object]:
        """Its edges one by one, and what the intervals between them are called."""
        told = {"edges": list(self.edge_names), "labels": list(self.declared_labels)}
        return {"name": self.name, "kind": self.id, "format": self.format, **told}


@lru_cache(maxsize=256)
def _ends(every: str | None, start: str | None, end: str | None, edges: tuple[str, ...]) -> tuple[int, ...]:
    if every is None:
        moments = [iso(edge) for edge in edges]
        return tuple(each for each in moments if each is not None)
    first, last = iso(start or ""), iso(end or "")
    if every not in PERIODS or first is None or last is None or has_time(first) or has_time(last):
        return ()
    if first >= last or too_many(first, last, every):
        return ()
    return tuple(edges_of(first, last, every))


@lru_cache(maxsize=256)
def _texts(ends: tuple[int, ...]) -> tuple[str, ...]:
    with_time = any(map(has_time, ends))
    return tuple(iso_text(each, with_time) for each in ends)


@lru_cache(maxsize=64)
def _labels(ends: tuple[int, ...]) -> tuple[str, ...]:
    intervals = zip(pairwise(ends), pairwise(_texts(ends)), strict=True)
    named = ((name_of(*moments), told) for moments, told in intervals)
    return tuple(english(name) if name else f"from {low} to {high}" for name, (low, high) in named)


@lru_cache(maxsize=64)
def _names(ends: tuple[int, ...]) -> tuple[Sentence, ...]:
    intervals = zip(pairwise(ends), pairwise(_texts(ends)), strict=True)
    return tuple(
        name_of(*moments) or N_("{low} to <{high}", low=low, high=high) for moments, (low, high) in intervals
    )
