"""How DuckDB tells the cells of a column whose values have a type: by the values, where no text is needed.

A record's field of this number is there twice: `c…` is its text (`value_types`), `n…` the value itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from explorer.release.columns.date_pattern import UNITS
from explorer.release.columns.quick import Moments, Numbers
from explorer.release.counting.cell_readers import Reader
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import Place, Reading, quoted
from explorer.release.sources.duckdb_column_kinds import NumberReading, StepReading, reading_of
from explorer.release.sources.duckdb_moments import MomentReading
from explorer.release.sources.typed.value_types import EXACT, Values, ValueType

_LARGEST = 10**EXACT - 1
_STRFTIME = {"YYYY": "%Y", "MM": "%m", "DD": "%d", "hh": "%H", "mm": "%M", "ss": "%S"}
_PARTS = {"YYYY": "year", "MM": "month", "DD": "day", "hh": "hour", "mm": "minute", "ss": "second"}


def native(place: Place) -> str:
    """The value of a field that has a type."""
    return f"n{place.name.removeprefix('c')}"


class _ByValue(NumberReading):
    """Numbers whose doubles come from the values themselves."""

    type: ValueType

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """n: the value; s: its text; d: its double, zero without a sign."""
        at, name = place.at, native(place)
        number = f"CAST({name} AS DOUBLE)"
        if self.type.values is Values.DOUBLE:
            number = f"CASE WHEN {name} = 0 THEN 0.0::DOUBLE ELSE {name} END"
        return [f"{name} AS n{at}", f"{place.name} AS s{at}", f"{number} AS d{at}"]

    def outer(self, place: Place, exact: bool, worded: bool) -> list[str]:
        """As a column of text, but that a value of few digits needs no look at its text."""
        at = place.at
        far = (
            "false"
            if self.type.is_short
            else f"coalesce(n{at} NOT BETWEEN -{_LARGEST} AND {_LARGEST}, false)"
        )
        unsure = ("true" if self.vague else far) if exact else "false"
        asked = [
            f"d{at} AS v{at}" if unsure == "false" else f"CASE WHEN NOT {unsure} THEN d{at} END AS v{at}",
            f"{far} AS l{at}",
        ]
        if worded or exact:
            doubtful = [f"v{at} IS NULL", f"NOT isfinite(v{at})"]
            if self.known.tokens:
                tokens = (f"'{float(token)!r}'::DOUBLE" for token in self.known.tokens)
                doubtful.append(f"v{at} IN ({', '.join(tokens)})")
            asked.append(f"CASE WHEN {' OR '.join(doubtful)} THEN s{at} END AS o{at}")
        return asked

    @property
    def _splits_zero(self) -> bool:
        return False


@dataclass(frozen=True)
class ValueReading(_ByValue):
    """Between edges."""

    type: ValueType


@dataclass(frozen=True)
class ValueStepReading(_ByValue, StepReading):
    """Rounded to steps."""

    type: ValueType


@dataclass(frozen=True)
class DateReading(MomentReading):
    """Dates and times by themselves, whatever format is declared for text."""

    type: ValueType

    def inner(self, place: Place, declared: Input, marks: frozenset[str]) -> list[str]:
        """m: the number of a date that has one; s: it as the format writes it, or its own text."""
        at, name, pattern = place.at, native(place), self.known.pattern
        parts = [
            unit for unit in UNITS if self.type.values is not Values.DATE or unit in ("YYYY", "MM", "DD")
        ]
        number = " + ".join(f"{_PARTS[unit]}({name})::BIGINT * {UNITS[unit]}" for unit in parts)
        there = f"year({name}) BETWEEN 1 AND 9999"
        spelled = pattern.text.replace("%", "%%")
        for unit, sign in _STRFTIME.items():
            spelled = spelled.replace(unit, sign)
        text = f"CASE WHEN {there} THEN strftime({name}, {quoted(spelled)}) ELSE {place.name} END"
        if self.known.tokens:
            there += f" AND {text} NOT IN ({', '.join(map(quoted, self.known.tokens))})"
        return [f"{text} AS s{at}", f"CASE WHEN {there} THEN {number} END AS m{at}"]


def typed_reading(reader: Reader, declared: Input, type_: ValueType) -> Reading:
    """How a column of a type is read: by its values where that is possible, else by their texts."""
    found = reading_of(reader, declared)
    known = getattr(found, "known", None)
    if type_.is_number and isinstance(known, Numbers):
        if isinstance(found, StepReading):
            return ValueStepReading(found.cells, known, found.cell, found.edges, found.vague, type_)  # type: ignore[arg-type]
        if isinstance(found, NumberReading):
            return ValueReading(found.cells, known, found.cell, found.edges, found.vague, type_)
    if type_.values in _DATES and isinstance(known, Moments) and isinstance(found, MomentReading):
        return DateReading(found.cells, known, found.cell, found.edges, type_)
    return found


_DATES = (Values.DATE, Values.DATE_AND_TIME, Values.MOMENT)
