"""What a person did with the year's releases; lines are numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScheduleLineAdded:
    """The release of the left column was added to the plan, under a name and of some people."""

    name: str
    people: str = ""


@dataclass(frozen=True, slots=True)
class ExampleScheduled:
    """The example year is shown: three names, and the label of two groups of people."""

    names: tuple[str, str, str]
    people: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ScheduleLineEdited:
    """One cell of a line: "name", "people", "mechanism", "epsilon", "delta", "often" or "first"."""

    row: int
    cell: str
    text: str


@dataclass(frozen=True, slots=True)
class ScheduleReset:
    """A line takes over the release of the left column."""

    row: int


@dataclass(frozen=True, slots=True)
class ScheduleLineDuplicated:
    """A line was copied to the place below it."""

    row: int


@dataclass(frozen=True, slots=True)
class ScheduleLineRemoved:
    """A line was taken out."""

    row: int


@dataclass(frozen=True, slots=True)
class ScheduleLineMoved:
    """A line was moved down by `steps`; up where that is negative."""

    row: int
    steps: int


@dataclass(frozen=True, slots=True)
class ScheduleLineSelected:
    """A line was taken in hand."""

    row: int


@dataclass(frozen=True, slots=True)
class DisjointStated:
    """The person states, or takes back, that nobody is in two of the groups."""

    stated: bool


ScheduleMessage = (
    ScheduleLineAdded
    | ExampleScheduled
    | ScheduleLineEdited
    | ScheduleReset
    | ScheduleLineDuplicated
    | ScheduleLineRemoved
    | ScheduleLineMoved
    | ScheduleLineSelected
    | DisjointStated
)
