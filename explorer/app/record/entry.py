"""The parts of a decision record: what every writer sets, whatever the record is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from explorer.app.core.state import State
from explorer.mark import N_, Sentence

_WHOLE = 2**53  # below it every whole number is a double
NOT_STATED = N_("not stated")


class Source(Enum):
    """Where a value comes from."""

    SET = "set"
    DEFAULT = "default"
    FOLLOWS = "follows"
    NONE = "none"


SOURCES: Mapping[Source, Sentence] = MappingProxyType(
    {
        Source.SET: N_("set"),
        Source.DEFAULT: N_("default of the program, set by nobody"),
        Source.FOLLOWS: N_("follows from the other values"),
        Source.NONE: N_("nobody set it"),
    }
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a section: what it is, what it says, and where that comes from.

    `text` is a sentence, or words exactly as somebody wrote them; None where nothing is stated. `value` is
    the number itself, for programs: a JSON value. `note` stands beside the text instead of the `source`.
    """

    id: str
    label: Sentence
    text: Sentence | str | None
    source: Source | None = None
    value: float | int | str | None = None
    note: Sentence | str | None = None

    @property
    def said(self) -> Sentence | str:
        """The text, or that there is none."""
        return NOT_STATED if self.text is None else self.text

    @property
    def beside(self) -> Sentence | str | None:
        """What stands beside the text."""
        if self.note is not None:
            return self.note
        return None if self.source is None else SOURCES[self.source]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the record: its entries, then sentences below them.

    `headings` stand over the three columns where each entry has something beside its text.
    """

    id: str
    title: Sentence
    entries: tuple[Entry, ...] = ()
    told: tuple[Sentence, ...] = ()
    headings: tuple[Sentence, Sentence, Sentence] | None = None


VALUES = (N_("quantity"), N_("value"), N_("where it comes from"))


def number_entry(
    identity: str, label: Sentence, value: float, source: Source, note: Sentence | None = None
) -> Entry:
    """A number with all the digits that it was set with."""
    whole = int(value) if float(value).is_integer() and abs(value) < _WHOLE else float(value)
    return Entry(identity, label, N_("{value:full}", value=whole), source, whole, note)


def decimal(value: float) -> Fraction:
    """The decimal that was meant by a double: its shortest one.

    >>> decimal(0.7032) * 3
    Fraction(5274, 2500)
    """
    return Fraction(repr(float(value)))


def source_of(state: State, path: str) -> Source:
    """Where the value at a path comes from: set by somebody, found from something else, or a default."""
    origin = state.start.origin
    if origin is not None and (
        path == "target.epsilon" or (path == "target.delta" and origin.kind.value == "total")
    ):
        return Source.FOLLOWS
    if path == "target.sensitivity" and state.sensitivity_inputs.followed:
        return Source.FOLLOWS
    return Source.SET if path in state.given else Source.DEFAULT
