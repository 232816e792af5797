"""From a typed number to the step of a sum that it counts as: clipped, then rounded half to even, exactly."""

from __future__ import annotations

from decimal import Decimal, localcontext

from sqlglot import exp

from explorer.release.columns.quick import Steps
from explorer.release.statements.column_types import EXACT, Family, TableColumn
from explorer.release.statements.expressions import (
    QUOTIENT,
    SCALED,
    Expression,
    calculated,
    case,
    cast,
    compared,
    marked,
    number,
    text,
)

_PREC = 400


def stepped(quick: Steps, source: TableColumn, value: Expression) -> Expression:
    """The multiple of the step that a readable number counts as, numbered from 0 at the lowest one."""
    low, high = (_steps(quick, each) for each in (quick.first, quick.last))
    exact = source.family in EXACT
    limits = [_plain(each) if exact else _double(each) for each in (low, high)]
    return case(
        [
            (compared(exp.LTE, value, limits[0]), number(0)),
            (compared(exp.GTE, value, limits[1]), number(quick.last - quick.first)),
        ],
        _rounded_exactly(quick, source, value) if exact else _rounded_double(quick, value),
    )


def _steps(quick: Steps, steps: int) -> Decimal:
    """So many steps."""
    with localcontext() as context:
        context.prec = _PREC
        return Decimal(2 * steps * quick.half).scaleb(-quick.places)


def _plain(value: Decimal) -> Expression:
    return number(value)


def _double(value: Decimal) -> Expression:
    return cast(text(str(value)), "double")


def _rounded_exactly(quick: Steps, source: TableColumn, value: Expression) -> Expression:
    """In whole numbers: of 10^−places, the finer of the column and half a step."""
    places = max(quick.places, 0 if source.family is Family.INTEGER else source.scale or 0)
    finer = 10 ** (places - quick.places)
    step, low = 2 * quick.half * finer, 2 * quick.first * quick.half * finer
    beyond = calculated(exp.Sub, marked(SCALED, value.copy(), number(places)), number(low))
    rest = exp.Anonymous(this="MOD", expressions=[beyond.copy(), number(step)])
    steps = marked(QUOTIENT, beyond.copy(), number(step))
    twice = calculated(exp.Mul, rest, number(2))
    is_odd = compared(
        exp.NEQ,
        exp.Anonymous(this="MOD", expressions=[calculated(exp.Add, steps, number(quick.first)), number(2)]),
        number(0),
    )
    up = exp.Or(
        this=compared(exp.GT, twice, number(step)),
        expression=exp.Paren(this=exp.And(this=compared(exp.EQ, twice, number(step)), expression=is_odd)),
    )
    cell = case([(up, calculated(exp.Add, steps, number(1)))], steps.copy())
    return cast(cell, "bigint")


def _rounded_double(quick: Steps, value: Expression) -> Expression:
    """The nearest step by floating point, then moved where the middle between two steps says so: middles
    have 15 digits at most, so that comparing with the double next to them is exact.
    """
    step = _double(_steps(quick, 1))
    half = cast(text("0.5"), "double")
    steps = calculated(exp.Add, calculated(exp.Div, value, step), half)
    near = cast(exp.Floor(this=steps), "bigint")
    below, above = (_middle(quick, near, each) for each in (-1, 1))
    is_odd = compared(exp.NEQ, exp.Anonymous(this="MOD", expressions=[near.copy(), number(2)]), number(0))

    def beyond(strictly: type[exp.Binary], middle: Expression) -> Expression:
        tied = exp.And(this=compared(exp.EQ, value, middle), expression=is_odd.copy())
        return exp.Or(this=compared(strictly, value, middle), expression=exp.Paren(this=tied))

    place = calculated(exp.Sub, near, number(quick.first))
    return case(
        [
            (beyond(exp.LT, below), calculated(exp.Sub, place, number(1))),
            (beyond(exp.GT, above), calculated(exp.Add, place, number(1))),
        ],
        place,
    )


def _middle(quick: Steps, near: Expression, side: int) -> Expression:
    """Half a step from `near`, on one side of it: a quotient of two whole numbers below 10^15 and 10^22."""
    halves = calculated(exp.Mul, near, number(2))
    whole = calculated(exp.Mul, calculated(exp.Add, halves, number(side)), number(quick.half))
    power = cast(text(str(10**quick.places)), "double")
    return calculated(exp.Div, cast(whole, "double"), power)
