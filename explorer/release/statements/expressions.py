"""Parts of a statement, in one tree for all engines; what engines have no common name for is marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache

from sqlglot import exp

HEX_SHA256 = "HEX_SHA256"  # of a text in UTF-8: 64 digits
FOUR_BYTES = "FOUR_BYTES"  # of the SHA-256 of a text in UTF-8, of this number from 0
BYTES_OF = "BYTES_OF"  # the length of a text in UTF-8
VERBATIM = "VERBATIM"  # a text that compares by code points
FLOOR_OF_DOUBLE = "FLOOR_OF_DOUBLE"  # as floating point, in which it may be larger than any integer type
QUOTIENT = "QUOTIENT"  # of whole numbers, the remainder left out
STEPS_OF = "STEPS_OF"  # the quotient of whole numbers of 64 bits, none of them negative
SCALED = "SCALED"  # a decimal times 10^places, exactly
IN_ZONE = "IN_ZONE"  # a moment as a date and time of a time zone
BEYOND_NUMBERS = "BEYOND_NUMBERS"  # whether a decimal is NaN, infinite, or too large for a double

Expression = exp.Expr
_WHOLE = {
    "kind": "ROWS",
    "start": "UNBOUNDED",
    "start_side": "PRECEDING",
    "end": "UNBOUNDED",
    "end_side": "FOLLOWING",
}


@dataclass
class Parameters:
    """The values that travel beside a statement, numbered from 1; none stands in its text."""

    numbers: dict[str, int] = field(default_factory=dict, repr=False)

    def text(self, value: str) -> Expression:
        """A text, where it is compared."""
        number = self.numbers.setdefault(value, len(self.numbers) + 1)
        return cast(exp.Parameter(this=exp.Literal.number(number)), "text")


def cast(part: Expression, kind: str) -> Expression:
    """A part in another type, by a name of it that all engines' printers know."""
    return exp.Cast(this=part, to=_data_type(kind).copy())


@cache
def _data_type(kind: str) -> exp.DataType:
    """Read once: reading takes longer than everything else about a cast."""
    return exp.DataType.build(kind)


def marked(name: str, *parts: Expression) -> Expression:
    """What `dialects` gives each engine its own words for."""
    return exp.Anonymous(this=name, expressions=list(parts))


def named(name: str) -> Expression:
    """A column of an inner part of the statement."""
    return exp.column(name, quoted=True)


def called(part: Expression, name: str) -> Expression:
    """A part under a name."""
    return exp.alias_(part, name, quoted=True)


def number(value: int | Decimal) -> Expression:
    """A whole number or a decimal, without an exponent."""
    text = str(value) if isinstance(value, int) else format(value, "f")
    literal = exp.Literal.number(text.removeprefix("-"))
    return exp.Paren(this=exp.Neg(this=literal)) if text.startswith("-") else literal


def text(value: str) -> Expression:
    """A fixed text of the program's own, in the statement."""
    return exp.Literal.string(value)


def compared(kind: type[exp.Binary], left: Expression, right: Expression) -> Expression:
    """Two parts, compared or calculated with."""
    return kind(this=left.copy(), expression=right.copy())


def calculated(kind: type[exp.Binary], left: Expression, right: Expression) -> Expression:
    """The same in parentheses."""
    return exp.Paren(this=compared(kind, left, right))


def any_of(conditions: Sequence[Expression]) -> Expression:
    """Whether one of them holds."""
    return exp.or_(*conditions, copy=False)


def case(branches: Sequence[tuple[Expression, Expression]], otherwise: Expression) -> Expression:
    """The value of the first condition that holds; without a condition the last one."""
    if not branches:
        return otherwise
    chosen = exp.Case(default=otherwise)
    for condition, value in branches:
        chosen.append("ifs", exp.If(this=condition, true=value))
    return chosen


def tree(
    value: Expression, edges: Sequence[Expression], leaf: Callable[[int], Expression], first: int = 0
) -> Expression:
    """How many of the rising `edges` a value is not below, as `leaf` tells it: found by halves."""
    if not edges:
        return leaf(first)
    middle = len(edges) // 2
    below = tree(value, edges[:middle], leaf, first)
    above = tree(value, edges[middle + 1 :], leaf, first + middle + 1)
    is_below = exp.LT(this=value.copy(), expression=edges[middle])  # each edge stands here alone
    return case([(is_below, below)], above)


def window(
    counted: Expression,
    within: Sequence[Expression],
    order: Sequence[Expression] = (),
    framed: bool = False,
) -> Expression:
    """A count over the rows that agree in all of `within`, in this order.

    `framed` : over all of them, whatever the order: what is alike but for that is told in one pass then
    """
    ordered = exp.Order(expressions=[exp.Ordered(this=each.copy(), nulls_first=False) for each in order])
    found = exp.Window(
        this=counted, partition_by=[each.copy() for each in within], **({"order": ordered} if order else {})
    )
    if framed:
        found.set("spec", exp.WindowSpec(**_WHOLE))
    return found
