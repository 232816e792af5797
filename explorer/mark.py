"""Sentences that will be translated, marked where they are written and spoken by `explorer.language`.

A sentence is data: its English text, which is also its key in the catalogue, and the values that are
filled in after translation. No room below `language` ever makes a string for a person to read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from string import Formatter


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in English with named places, and what stands in them.

    Values may be numbers (written in the reader's language; a `RoundedBound` to its side), text (verbatim) or
    further sentences. Where a word depends on a number, both forms stand in the sentence:
    `"{count} {count:release|releases}"`. A language without such forms has one word in their place.
    """

    text: str
    values: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        """The English template: for logs and test reports, never for the window."""
        return self.text


def N_(text: str, /, **values: object) -> Sentence:
    """Mark `text` for translation; `values` fill its `{places}` when it is spoken."""
    return Sentence(text, tuple(sorted(values.items())))


class Rounding(Enum):
    """To which side a number that is a bound is rounded where it is shown."""

    UP = "up"
    DOWN = "down"


def compared(number: float) -> float | None:
    """What a number is compared by in values that may be without it: None for NaN.

    From Python 3.13 on dataclasses compare field by field, and NaN is not equal to itself.
    """
    return None if math.isnan(number) else number


@dataclass(frozen=True, slots=True, eq=False)
class RoundedBound:
    """A number that is claimed as a bound: what is shown of it is one too. Any other number is a plain float.

    Only what is shown is rounded; answers for programs hold the float itself. NaN, shown as a dash, is equal
    to NaN.
    """

    value: float
    towards: Rounding

    def __eq__(self, other: object) -> bool:
        return self._compared() == other._compared() if isinstance(other, RoundedBound) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        return compared(self.value), self.towards


def at_most(value: float) -> RoundedBound:
    """A number that nothing exceeds, such as a total ε, or the noise that is enough: shown rounded up."""
    return RoundedBound(float(value), Rounding.UP)


def at_least(value: float) -> RoundedBound:
    """A number that nothing falls below, such as what is left of a budget: shown rounded down."""
    return RoundedBound(float(value), Rounding.DOWN)


def english(sentence: Sentence) -> str:
    """A sentence in English, for files that are in English in whatever language the window is. Its values
    are texts or sentences: how numbers are written is for `explorer.language` to say.

    >>> english(N_("at most {rows} per {unit}", rows="3", unit=N_("person")))
    'at most 3 per person'
    >>> english(N_("{rows} {rows:row|rows}", rows=1))
    '1 row'
    """
    values = {
        name: english(value) if isinstance(value, Sentence) else value for name, value in sentence.values
    }
    return "".join(
        words if name is None else words + _filled(values[name], form or "")
        for words, name, form, _ in Formatter().parse(sentence.text)
    )


def _filled(value: object, form: str) -> str:
    one, _, several = form.partition("|")  # the word that agrees with a number, or no form at all
    return format(value, form) if not several else one if str(value) == "1" else several


def verbatim(text: str) -> Sentence:
    """A name that is the same in every language: a column, a category, an account."""
    return Sentence("{text}", (("text", text),))
