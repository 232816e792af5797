"""The types that columns of a typed table may have, what each is called, and the text of a value.

Whatever cells a plan declares, a value is in the cell of its text: whole numbers and decimals in full, a
double by the shortest decimals that are that double, a boolean as `true` or `false`, dates and times as
ISO 8601 writes them. NULL is missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotATable
from explorer.release.columns.column import Column
from explorer.release.columns.quick import Numbers
from explorer.release.plan.sections import Input
from explorer.release.sources.duckdb_column import quoted

EXACT = 15  # significant digits with which no two decimals share a double


class Values(Enum):
    """What the values of a column are."""

    TEXT = "text"
    BOOLEAN = "boolean"
    INTEGER = "integer"
    DECIMAL = "decimal"
    DOUBLE = "double"
    DATE = "date"
    TIME = "time"
    DATE_AND_TIME = "date and time"
    MOMENT = "date and time with zone"
    OTHER = "other"


NAMES: dict[Values, Sentence] = {
    Values.TEXT: N_("text"),
    Values.BOOLEAN: N_("true or false"),
    Values.INTEGER: N_("whole numbers"),
    Values.DECIMAL: N_("decimals"),
    Values.DOUBLE: N_("floating-point numbers"),
    Values.DATE: N_("dates"),
    Values.TIME: N_("times of day"),
    Values.DATE_AND_TIME: N_("dates with times"),
    Values.MOMENT: N_("dates with times and a time zone"),
    Values.OTHER: N_("cannot be counted"),
}
SUITS: dict[Values, str] = {
    **dict.fromkeys((Values.INTEGER, Values.DECIMAL, Values.DOUBLE), "numeric"),
    **dict.fromkeys((Values.DATE, Values.DATE_AND_TIME, Values.MOMENT), "date"),
    Values.BOOLEAN: "category",
    Values.OTHER: "skip",
}
"""The kind of column of a plan that suits a type; of text and times of day the name tells."""

_OF_NAMES = {
    **dict.fromkeys(("VARCHAR", "UUID"), Values.TEXT),
    "BOOLEAN": Values.BOOLEAN,
    **{sign + size: Values.INTEGER for sign in ("", "U") for size in ("TINYINT", "SMALLINT", "INTEGER")},
    **dict.fromkeys(("BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT"), Values.INTEGER),
    **dict.fromkeys(("FLOAT", "DOUBLE"), Values.DOUBLE),
    "DATE": Values.DATE,
    **dict.fromkeys(("TIME", "TIME_NS"), Values.TIME),
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), Values.DATE_AND_TIME),
    "TIMESTAMP WITH TIME ZONE": Values.MOMENT,
}
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
_WITHIN = frozenset(each for each, kind in _OF_NAMES.items() if kind is Values.INTEGER) - {
    *("UBIGINT", "HUGEINT", "UHUGEINT")
}


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a column by its name in DuckDB."""

    name: str

    @property
    def values(self) -> Values:
        """What its values are."""
        return Values.DECIMAL if _DECIMAL.fullmatch(self.name) else _OF_NAMES.get(self.name, Values.OTHER)

    @property
    def is_short(self) -> bool:
        """Every number of the type has a double of its own, which DuckDB finds without its text."""
        if found := _DECIMAL.fullmatch(self.name):
            return int(found[1]) <= EXACT
        return self.name == "DOUBLE" or (self.name in _WITHIN and self.name != "BIGINT")

    @property
    def is_number(self) -> bool:
        """A double tells a number of the type, but for whole ones of more than 15 digits."""
        return self.is_short or self.name == "BIGINT"

    def native(self, name: str, declared: Input) -> str:
        """The value as SQL; a time with a zone is taken in the declared one."""
        return f"timezone({quoted(declared.time_zone)}, {name})" if self.values is Values.MOMENT else name

    def text(self, name: str, declared: Input) -> str:
        """The text of a value as SQL; numbers with the declared decimal mark."""
        if self.name == "VARCHAR":
            return name
        whole = f"CAST({self.native(name, declared)} AS VARCHAR)"
        fraction = self.values in (Values.DECIMAL, Values.DOUBLE)
        return f"replace({whole}, '.', ',')" if fraction and declared.decimal == "," else whole


def check_countable(column: Column | None, name: str, type_: ValueType, declared: Input) -> None:
    """Whether a column of this type can be counted as declared, or hold ids (`column` None).

    Raises
    ------
    NotATable
    """
    if type_.values is Values.OTHER:
        raise NotATable(
            N_("the column “{name}” has the type {type}, which cannot be counted", name=name, type=type_.name)
        )
    quick = None if column is None or column.found else column.quick(declared)
    edges = quick.edges if type_.values is Values.DOUBLE and isinstance(quick, Numbers) else ()
    if any(len(edge.normalize().as_tuple().digits) > EXACT for edge in edges):
        raise NotATable(
            N_(
                "the column “{name}” holds floating-point numbers: its edges may have at most {most:plain} "
                "{most:digit|digits}",
                name=name,
                most=EXACT,
            )
        )
