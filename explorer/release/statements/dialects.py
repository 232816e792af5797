"""What each engine calls the parts of a statement that have no common name, and how its text is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sqlglot import exp

from explorer.release.statements.expressions import (
    BEYOND_NUMBERS,
    BYTES_OF,
    FLOOR_OF_DOUBLE,
    FOUR_BYTES,
    HEX_SHA256,
    IN_ZONE,
    QUOTIENT,
    SCALED,
    STEPS_OF,
    VERBATIM,
    Expression,
    case,
    cast,
    number,
    text,
)

Wording = Callable[..., Expression]

TOO_LARGE = 2**1024 - 2**970
"""The least number that rounds to infinity as a double: from here on it is unreadable in every form."""


def _function(name: str) -> Wording:
    return lambda *parts: exp.Anonymous(this=name, expressions=list(parts))


def _times(value: Expression, places: Expression, kind: str) -> Expression:
    power = 10 ** int(places.name)
    return exp.Paren(this=exp.Mul(this=cast(value, kind), expression=number(power)))


def _postgres_bytes(value: Expression) -> Expression:
    spelled = exp.Anonymous(this="CONVERT_TO", expressions=[value, text("UTF8")])
    return exp.Anonymous(this="SHA256", expressions=[spelled])


def _postgres_sha256(value: Expression) -> Expression:
    return exp.Anonymous(this="ENCODE", expressions=[_postgres_bytes(value), text("hex")])


def _part(hashed: Expression, place: Expression, size: int) -> Expression:
    """So many bytes or digits, as many times from the first one on."""
    start = exp.Add(this=exp.Mul(this=place, expression=number(size)), expression=number(1))
    return exp.Substring(this=hashed, start=cast(start, "int"), length=number(size))


def _four_bytes(value: Expression, place: Expression) -> Expression:
    return _part(_postgres_bytes(value), place, 4)


def _eight_digits(sha256: Wording) -> Wording:
    return lambda value, place: _part(sha256(value), place, 8)


def _spark_sha256(value: Expression) -> Expression:
    return exp.Anonymous(this="SHA2", expressions=[value, number(256)])


def _collated(value: Expression) -> Expression:
    return exp.Paren(
        this=exp.Collate(this=exp.Paren(this=value), expression=exp.Identifier(this="C", quoted=True))
    )


def _beyond(value: Expression) -> Expression:
    return exp.GTE(this=exp.Abs(this=cast(value, "decimal")), expression=number(TOO_LARGE))


def _digits_of(value: Expression, places: Expression) -> Expression:
    """DuckDB has no decimals of more than 38 digits to multiply in, but whole numbers of 128 bits."""
    spelled = cast(cast(value, f"decimal(38, {places.name})"), "text")
    digits = exp.Anonymous(this="REPLACE", expressions=[spelled, text("."), text("")])
    return cast(digits, "int128")


def _spark_floor(value: Expression) -> Expression:
    """Its FLOOR gives a whole number of 64 bits; RINT rounds half to even and stays floating point."""
    nearest = exp.Anonymous(this="RINT", expressions=[value])
    less = exp.Sub(this=nearest.copy(), expression=cast(number(1), "double"))
    return case([(exp.GT(this=nearest, expression=value.copy()), exp.Paren(this=less))], nearest.copy())


def _spark_zone(value: Expression, zone: Expression) -> Expression:
    """In a session whose own time zone is UTC."""
    local = cast(value, "timestampntz")
    return exp.Anonymous(this="CONVERT_TIMEZONE", expressions=[text("UTC"), zone, local])


def _whole_quotient(value: Expression, divisor: Expression) -> Expression:
    return exp.Paren(this=exp.IntDiv(this=value, expression=divisor))


def _without_frame(node: exp.Window) -> exp.Window:
    if isinstance(node.this, exp.RowNumber):
        node.set("spec", None)
    return node


@dataclass(frozen=True)
class Dialect:
    """One engine's words."""

    name: str  # as sqlglot calls it
    words: Mapping[str, Wording]
    names_parameters: bool = False  # :p1, where others have $1
    numbers_up_to_the_row: bool = False  # takes no number of a row with a frame, which others do not look at

    def printed(self, statement: Expression) -> str:
        """The text of a statement; its parameters are numbered."""

        def worded(node: Expression) -> Expression:
            if isinstance(node, exp.Parameter) and self.names_parameters:
                return exp.Placeholder(this=f"p{node.name}")
            if self.numbers_up_to_the_row and isinstance(node, exp.Window):
                return _without_frame(node)
            if isinstance(node, exp.Anonymous) and (wording := self.words.get(str(node.this))) is not None:
                return wording(*(each.transform(worded) for each in node.expressions))
            return node

        return statement.transform(worded).sql(self.name, identify=True, comments=False, copy=False)


def _plain(value: Expression) -> Expression:
    return value


POSTGRES = Dialect(
    "postgres",
    MappingProxyType(
        {
            HEX_SHA256: _postgres_sha256,
            FOUR_BYTES: _four_bytes,
            BYTES_OF: _function("OCTET_LENGTH"),
            VERBATIM: _collated,
            FLOOR_OF_DOUBLE: _function("FLOOR"),
            QUOTIENT: _function("DIV"),
            STEPS_OF: lambda value, step: exp.Paren(
                this=exp.Div(this=value, expression=step, typed=True, safe=False)
            ),
            SCALED: lambda value, places: _times(value, places, "decimal"),
            BEYOND_NUMBERS: _beyond,
            IN_ZONE: lambda value, zone: exp.Anonymous(this="TIMEZONE", expressions=[zone, value]),
        }
    ),
)
DUCKDB = Dialect(
    "duckdb",
    MappingProxyType(
        {
            HEX_SHA256: _function("SHA256"),
            FOUR_BYTES: _eight_digits(_function("SHA256")),
            BYTES_OF: _function("STRLEN"),
            VERBATIM: _plain,
            FLOOR_OF_DOUBLE: _function("FLOOR"),
            QUOTIENT: _whole_quotient,
            STEPS_OF: _whole_quotient,
            SCALED: _digits_of,
            IN_ZONE: lambda value, zone: exp.Anonymous(this="TIMEZONE", expressions=[zone, value]),
            BEYOND_NUMBERS: lambda _: exp.false(),
        }
    ),
)
SPARK = Dialect(
    "spark",
    MappingProxyType(
        {
            HEX_SHA256: _spark_sha256,
            FOUR_BYTES: _eight_digits(_spark_sha256),
            BYTES_OF: _function("OCTET_LENGTH"),
            VERBATIM: _plain,
            FLOOR_OF_DOUBLE: _spark_floor,
            QUOTIENT: _whole_quotient,
            STEPS_OF: _whole_quotient,
            SCALED: lambda value, places: cast(
                _times(value, places, f"decimal(38, {places.name})"), "decimal(38, 0)"
            ),
            IN_ZONE: _spark_zone,
            BEYOND_NUMBERS: lambda _: exp.false(),
        }
    ),
    names_parameters=True,
    numbers_up_to_the_row=True,
)
DIALECTS: Sequence[Dialect] = (POSTGRES, DUCKDB, SPARK)
