"""What a typed column of a table holds, and which columns of a plan can be counted in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable


class Family(Enum):
    """What a type holds. Everything else (json, bytea, arrays) is not counted."""

    TEXT = "text"
    INTEGER = "integer"
    DECIMAL = "decimal"
    SINGLE = "single"  # floating point, 24 bits
    DOUBLE = "double"
    BOOLEAN = "boolean"
    DATE = "date"
    TIMESTAMP = "timestamp"  # without a zone
    ZONED = "zoned"  # a moment, taken in the plan's time zone
    OTHER = "other"


HELD: dict[Family, Sentence] = {
    Family.TEXT: N_("text"),
    Family.INTEGER: N_("whole numbers"),
    Family.DECIMAL: N_("decimals"),
    Family.SINGLE: N_("floating-point numbers"),
    Family.DOUBLE: N_("floating-point numbers"),
    Family.BOOLEAN: N_("true or false"),
    Family.DATE: N_("dates"),
    Family.TIMESTAMP: N_("dates with times"),
    Family.ZONED: N_("dates with times and a time zone"),
    Family.OTHER: N_("cannot be counted"),
}
"""What a person is told that a column holds."""

DIGITS = {Family.SINGLE: 6, Family.DOUBLE: 15}
"""Significant digits of a decimal up to which it is told from every other one by its nearest number."""

EXACT = frozenset((Family.INTEGER, Family.DECIMAL))
NUMBERS = EXACT | DIGITS.keys()
SUITS: dict[Family, str] = {
    **dict.fromkeys(NUMBERS, "numeric"),
    **dict.fromkeys((Family.DATE, Family.TIMESTAMP, Family.ZONED), "date"),
    Family.BOOLEAN: "category",
    Family.OTHER: "skip",
}
DATES = frozenset((Family.DATE, Family.TIMESTAMP, Family.ZONED))
TEXTS = frozenset((Family.TEXT, Family.INTEGER, Family.DECIMAL, Family.BOOLEAN, Family.DATE))
"""Families whose values have one spelling in every engine."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table of a server.

    `type` : as the server calls it; `scale` : places behind the point that it holds at most, if there is a
    limit
    """

    name: str
    type: str
    family: Family
    scale: int | None = None

    @property
    def suits(self) -> str:
        """The kind of column of a plan that its type suits, "skip" for none, "" where only its name tells."""
        return SUITS.get(self.family, "")

    @property
    def is_whole(self) -> bool:
        """Whether it holds whole numbers alone."""
        return self.family is Family.INTEGER

    @property
    def values(self) -> Sentence:
        """What a person is told that it holds."""
        return HELD[self.family]

    def check(self, families: frozenset[Family], counted: Sentence) -> None:
        """Whether it holds what is counted.

        Raises
        ------
        NotATable
            Names the column and its type.
        """
        if self.family in families:
            return
        raise NotATable(
            N_(
                "column “{name}” has the type {type}, in which {counted} cannot be counted: "
                "let a view cast it to another type",
                name=self.name,
                type=self.type,
                counted=counted,
            ),
            self.name,
        )

    def check_identifies(self) -> None:
        """Whether its values can be told apart by their text.

        Raises
        ------
        NotATable
        """
        if self.family in (Family.TEXT, Family.INTEGER) or (
            self.family is Family.DECIMAL and self.scale == 0
        ):
            return
        raise NotATable(
            N_(
                "column “{name}” has the type {type}: an id is a text or a whole number; let a view cast it",
                name=self.name,
                type=self.type,
            ),
            self.name,
        )


def column_named(columns: tuple[TableColumn, ...], name: str) -> TableColumn:
    """The column of this name.

    Raises
    ------
    NotATable
        It is not there.
    """
    found = next((each for each in columns if each.name == name), None)
    if found is None:
        raise NotATable(N_("the table has no column “{name}”; names are matched letter by letter", name=name))
    return found
