"""A report as a row of blocks, already in the reader's language: what HTML and PDF both are made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.app.plotting.figure import Figure
from explorer.language import Language


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; `kind` is "" or one of "lead", "key", "muted"."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """Short statements, one a line."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is asked, and its answer, side by side."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading over each column; the last `numbers` columns hold numbers."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture; `text` tells in words what is seen."""

    figure: Figure
    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text of another format, line by line as it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on: of each person some places side by side, what it is for and what stands there."""

    people: tuple[tuple[tuple[str, str], ...], ...]


Block = Heading | Paragraph | Points | Facts | Grid | Drawing | Verbatim | Signatures


@dataclass(frozen=True, slots=True)
class Report:
    """All of a report. `date` is the day of the release, `identity` its random id.

    `foot` stands at the foot of every page; where it is empty, which release it is.
    """

    title: str
    date: str
    identity: str
    language: Language
    blocks: tuple[Block, ...] = field(repr=False)
    foot: str = ""
