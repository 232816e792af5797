"""How a text file writes a date: a pattern of letters, each text of exactly its length.

`YYYY MM DD hh mm ss` stand for digits, every other sign for itself. A date is told as one whole number whose
digits are year, month, day, hour, minute and second, so that it rises with time: exact, and the same number
for every reader. No time zone is read: a time is the one that is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from explorer.mark import N_, Sentence

UNITS = {"YYYY": 10**10, "MM": 10**8, "DD": 10**6, "hh": 10**4, "mm": 10**2, "ss": 1}
"""The parts of a pattern, the coarsest first, with the weight of each in a date's number."""
FIRST = {"YYYY": 1, "MM": 1, "DD": 1, "hh": 0, "mm": 0, "ss": 0}
_PARTS = re.compile("|".join(UNITS))
_SIGNS = "TZ"  # letters of ISO 8601 that stand for themselves
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class DatePattern:
    """One pattern that `faults` finds nothing wrong with."""

    text: str

    @property
    def places(self) -> dict[str, int]:
        """Where each of its parts begins."""
        return {each.group(): each.start() for each in _PARTS.finditer(self.text)}

    @property
    def finest(self) -> str:
        """The finest part that it tells."""
        return [unit for unit in UNITS if unit in self.places][-1]

    @property
    def zeros(self) -> str:
        """The pattern with a 0 for each digit."""
        return _PARTS.sub(lambda part: "0" * len(part.group()), self.text)

    def fits(self, text: str) -> bool:
        """Whether a text has digits where the pattern has letters, and its signs elsewhere."""
        return _grammar(self.text).fullmatch(text) is not None

    def read(self, text: str) -> int | None:
        """The number of a date; None for what is none: the 30th of February, 24:00, a 60th second, year 0."""
        found = _grammar(self.text).fullmatch(text)
        if found is None:
            return None
        told = {**FIRST, **{unit: int(digits) for unit, digits in found.groupdict().items()}}
        year, month, day, hour, minute, second = told.values()
        try:
            datetime(year, month, day, hour, minute, second)
        except ValueError:
            return None
        return sum(UNITS[unit] * value for unit, value in told.items())

    def spelled(self, moment: int) -> str:
        """A date, by its number, as the pattern writes it."""
        return _PARTS.sub(lambda part: f"{part_of(moment, part.group()):0{len(part.group())}}", self.text)

    def tells(self, moment: int) -> bool:
        """Whether the pattern writes this date in full: nothing that is finer than its finest part."""
        finer = list(UNITS)[list(UNITS).index(self.finest) + 1 :]
        return all(part_of(moment, unit) == FIRST[unit] for unit in finer)


def part_of(moment: int, unit: str) -> int:
    """One part of a date by its number.

    >>> part_of(20250131000000, "DD")
    31
    """
    return moment // UNITS[unit] % (10**4 if unit == "YYYY" else 100)


@lru_cache(maxsize=64)
def _grammar(pattern: str) -> re.Pattern[str]:
    """Of the texts that a pattern can stand for: ASCII digits, as many as it has letters."""
    grammar, end = "", 0
    for part in _PARTS.finditer(pattern):
        unit = part.group()
        grammar += re.escape(pattern[end : part.start()]) + f"(?P<{unit}>[0-9]{{{len(unit)}}})"
        end = part.end()
    return re.compile(grammar + re.escape(pattern[end:]))


def faults(pattern: str) -> Iterator[Sentence]:
    """What is wrong with a pattern."""
    units = _PARTS.findall(pattern)
    rest, parts = _PARTS.sub("", pattern), " ".join(UNITS)
    if "YYYY" not in units or len(set(units)) < len(units):
        yield N_(
            "a date format is made of {parts}, each at most once and the first always: like {example}",
            parts=parts,
            example="YYYY-MM-DD hh:mm",
        )
    elif set(units) != set(list(UNITS)[: len(units)]):
        yield N_("a date format that tells a finer part tells the coarser ones too: year, month, day, hour")
    elif any(_stands_for_nothing(sign) for sign in rest):
        yield N_("a date format has no letters but {parts}, T and Z, and no digits", parts=parts)
    elif pattern != pattern.strip():
        yield N_("a date format neither begins nor ends with a blank")
    elif len(pattern) > _LONGEST:
        yield N_("a date format has at most {most} signs", most=_LONGEST)


def _stands_for_nothing(sign: str) -> bool:
    """A sign that somebody may have meant for a part, or that no text of a file holds."""
    letter = sign.isascii() and sign.isalpha() and sign not in _SIGNS
    return letter or sign.isnumeric() or (sign != " " and not sign.isprintable())
