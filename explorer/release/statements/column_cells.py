"""From a typed value to the number of its cell: what `Column.classifier` tells of the same value's text.

A missing value is NULL, or what the plan lists as missing: a text that is spelled so, a number or a date
that equals it. Numbers and dates are compared as such, in the type of the column: an edge that lies between
two values which the type can hold is moved up to the next of them, and floating point compares with the
number next to the edge, which is the same as comparing its shortest decimal text with an edge of 15 digits
at most. The dialect's other keys (delimiter, quote, decimal mark) are of files alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal, localcontext
from itertools import pairwise

from sqlglot import exp

from explorer.mark import N_
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.columns.column import Column
from explorer.release.columns.date_pattern import DatePattern
from explorer.release.columns.periods import iso_text
from explorer.release.columns.quick import Listed, Moments, Numbers, Steps
from explorer.release.partition_selection import LONGEST, SPECIAL
from explorer.release.plan.labels import FORMULA, MISSING, OTHER
from explorer.release.plan.sections import Input
from explorer.release.statements.column_types import DATES, DIGITS, NUMBERS, TEXTS, Family, TableColumn
from explorer.release.statements.expressions import (
    BEYOND_NUMBERS,
    FLOOR_OF_DOUBLE,
    STEPS_OF,
    Expression,
    Parameters,
    any_of,
    calculated,
    case,
    cast,
    compared,
    marked,
    number,
    text,
    tree,
)
from explorer.release.statements.stepped_cells import stepped

MOST_PLACES = 10_000  # edges or categories that one column of a statement has at most
_MOMENTS = "timestampntz"  # without a zone, by a name that is not another type in some engine
_FEW = 4  # edges, which are found as quickly one by one
_WIDEST = 1 << 62  # an edge, so that a number is less than 2^63 above another one
_DAY = 10**6  # what a date's number is a multiple of, where it is the beginning of a day
_FIRST, _LAST = "0001-01-01", "9999-12-31"
_LAST_MOMENT = "9999-12-31 23:59:59.999999"


@dataclass(frozen=True)
class Cells:
    """The cell of each value of one column: a number, or the text of a category that was found."""

    column: Column
    cell: Expression
    found: bool = False


def is_text(column: Column, declared: Input) -> bool:
    """Whether its cells are told by texts, not by numbers or dates."""
    return column.found or isinstance(column.quick(declared), Listed)


def check_counted(column: Column, source: TableColumn, declared: Input) -> None:
    """Whether a column of the plan can be counted in one of the table.

    Raises
    ------
    NotATable, NotValid
        Its type cannot be counted so; or the plan declares more than a statement holds.
    """
    quick, many = None if column.found else column.quick(declared), 0
    if column.found:
        source.check(TEXTS, N_("categories"))
    elif isinstance(quick, Listed):
        source.check(TEXTS, N_("categories"))
        many = len(quick.texts)
    elif isinstance(quick, Moments):
        source.check(DATES, N_("dates"))
        many = len(quick.edges)
    elif isinstance(quick, Steps):
        source.check(NUMBERS - {Family.SINGLE}, N_("sums"))
    elif isinstance(quick, Numbers):
        source.check(NUMBERS, N_("numbers"))
        _check_edges(quick, source)
        many = len(quick.edges)
    else:
        raise NotValid(N_("the steps of “{name}” are too fine for a database", name=column.name), column.name)
    if many > MOST_PLACES:
        sentence = N_(
            "column “{name}” declares more than the {most:plain} cells that a database is asked for",
            name=column.name,
            most=MOST_PLACES,
        )
        raise NotValid(sentence, column.name)


def _check_edges(quick: Numbers, source: TableColumn) -> None:
    digits = DIGITS.get(source.family)
    if digits is not None and any(len(edge.normalize().as_tuple().digits) > digits for edge in quick.edges):
        raise NotATable(
            N_(
                "column “{name}” has the type {type}: round its edges, "
                "the most digits it tells apart are {digits}",
                name=source.name,
                type=source.type,
                digits=digits,
            ),
            source.name,
        )


def cell_of(
    column: Column, source: TableColumn, value: Expression, declared: Input, parameters: Parameters
) -> Cells:
    """The cell of a value, where `check_counted` found nothing wrong.

    Parameters
    ----------
    value : of the table's column; where `is_text`, its text, trimmed where the plan trims
    """
    if column.found:
        return Cells(column, _found(value, declared, parameters), True)
    quick = column.quick(declared)
    if isinstance(quick, Listed):
        return Cells(column, _listed(quick, value, parameters))
    if isinstance(quick, Steps):
        nothing = any_of([*_absent(quick.tokens, source, value), *unreadable(source, value)])
        return Cells(column, case([(nothing, number(column.size - 1))], stepped(quick, source, value)))
    if isinstance(quick, Numbers):
        return Cells(column, _numeric(quick, source, value))
    if isinstance(quick, Moments):
        return Cells(column, _dated(quick, source, value))
    raise TypeError("no part of a statement tells this column's cells")


def _found(value: Expression, declared: Input, parameters: Parameters) -> Expression:
    """The text of a category, as `partition_selection.category_of` has it."""
    first, second = (exp.Substring(this=value.copy(), start=number(at), length=number(1)) for at in (1, 2))
    formulas = [compared(exp.EQ, second, parameters.text(sign)) for sign in FORMULA]
    hidden = exp.And(this=compared(exp.EQ, first, text("'")), expression=exp.Paren(this=any_of(formulas)))
    odd = [
        compared(exp.EQ, value, text("")),
        compared(exp.GT, exp.Length(this=value.copy()), number(LONGEST)),
        *(compared(exp.EQ, value, text(each)) for each in sorted(SPECIAL)),
        hidden,
    ]
    missing = _missing_text(sorted(declared.missing_values), value, parameters)
    return case([(missing, text(MISSING)), (any_of(odd), text(OTHER))], value.copy())


def _missing_text(tokens: Sequence[str], value: Expression, parameters: Parameters) -> Expression:
    known = [compared(exp.EQ, value, parameters.text(each)) for each in tokens if "\0" not in each]
    return any_of([_is_null(value), *known])


def _is_null(value: Expression) -> Expression:
    return exp.Is(this=value.copy(), expression=exp.Null())


def _listed(quick: Listed, value: Expression, parameters: Parameters) -> Expression:
    """Texts found by halves, in the order of their code points."""
    others = number(quick.others)
    missing = quick.others + 1
    cells = {each: at if at < quick.others else missing for at, each in enumerate(quick.texts)}
    texts = sorted(each for each in cells if "\0" not in each)
    places = [parameters.text(each) for each in texts]

    def leaf(place: int) -> Expression:
        if place == 0:
            return others.copy()
        same = compared(exp.EQ, value, places[place - 1])
        return case([(same, number(cells[texts[place - 1]]))], others.copy())

    return case([(_is_null(value), number(missing))], tree(value, [each.copy() for each in places], leaf))


def _intervals(
    value: Expression, edges: Sequence[Expression], absent: Expression, odd: Expression | None
) -> Expression:
    """The interval between two edges, below or above all, missing or unreadable."""
    bins = len(edges) - 1
    below, above, missing, unread = range(bins, bins + 4)

    def leaf(place: int) -> Expression:
        return number(below if place == 0 else above if place > bins else place - 1)

    special = [(absent, number(missing)), *(() if odd is None else ((odd, number(unread)),))]
    return case(special, tree(value, edges, leaf))


def _even_step(edges: Sequence[Decimal]) -> int | None:
    """How far each of these whole edges is from the next, where that is the same and they are many enough."""
    whole = [int(edge) for edge in edges]
    steps = {high - low for low, high in pairwise(whole)}
    if len(steps) != 1 or len(whole) <= _FEW or max(map(abs, whole)) > _WIDEST:
        return None
    (step,) = steps
    return step if step > 0 else None


def _stepwise(value: Expression, low: Decimal, high: Decimal, step: int, absent: Expression) -> Expression:
    """The interval of a whole number between edges that lie evenly, by one division."""
    bins = int(high - low) // step
    beyond = calculated(exp.Sub, cast(value.copy(), "bigint"), number(low))
    special = [
        (absent, number(bins + 2)),
        (compared(exp.LT, value, number(low)), number(bins)),
        (compared(exp.GTE, value, number(high)), number(bins + 1)),
    ]
    return case(special, beyond if step == 1 else marked(STEPS_OF, beyond, number(step)))


def _numeric(quick: Numbers, source: TableColumn, value: Expression) -> Expression:
    absent = any_of(list(_absent(quick.tokens, source, value)))
    if source.family is Family.INTEGER:
        whole = [held(edge, source) for edge in quick.edges]
        if (step := _even_step(whole)) is not None:
            return _stepwise(value, whole[0], whole[-1], step, absent)
    edges = [typed(edge, source) for edge in quick.edges]
    odd = list(unreadable(source, value))
    if quick.whole and source.family is not Family.INTEGER:
        odd.append(compared(exp.NEQ, value, _floor(source, value)))
    return _intervals(value, edges, absent, any_of(odd) if odd else None)


def _floor(source: TableColumn, value: Expression) -> Expression:
    return marked(FLOOR_OF_DOUBLE, value.copy()) if source.family in DIGITS else exp.Floor(this=value.copy())


def _absent(tokens: Sequence[Decimal], source: TableColumn, value: Expression) -> Iterator[Expression]:
    yield _is_null(value)
    for token in tokens:
        if source.family in DIGITS or held(token, source) == token:
            yield compared(exp.EQ, value, typed(token, source))


def unreadable(source: TableColumn, value: Expression) -> Iterator[Expression]:
    """What is no number, or too large for one, in any form of the table."""
    if source.family is Family.DECIMAL:
        yield marked(BEYOND_NUMBERS, value.copy())
    elif source.family in DIGITS:
        for each in ("NaN", "Infinity", "-Infinity"):
            yield compared(exp.EQ, value, cast(text(each), _floating(source)))


def _floating(source: TableColumn) -> str:
    return "float" if source.family is Family.SINGLE else "double"


def typed(edge: Decimal, source: TableColumn) -> Expression:
    """A number in the type of a column: an exact type gets what `held` gives."""
    if source.family in DIGITS:
        return cast(text(str(edge)), _floating(source))
    return number(held(edge, source))


def held(edge: Decimal, source: TableColumn) -> Decimal:
    """The least number that an exact type holds and that is not below an edge."""
    places = 0 if source.family is Family.INTEGER else source.scale
    if places is None or -int(edge.as_tuple().exponent) <= places:
        return edge
    with localcontext() as context:
        context.prec = 300
        return edge.quantize(Decimal(1).scaleb(-places), ROUND_CEILING)


def _dated(quick: Moments, source: TableColumn, value: Expression) -> Expression:
    last = text(_LAST if source.family is Family.DATE else _LAST_MOMENT)
    first = text(_FIRST if source.family is Family.DATE else f"{_FIRST} 00:00:00")
    kind = _MOMENTS if source.family is Family.TIMESTAMP else "date"
    odd = exp.Or(
        this=compared(exp.LT, value, cast(first, kind)),
        expression=compared(exp.GT, value, cast(last, kind)),
    )
    moments = [quick.pattern.read(token) for token in quick.tokens]
    known = [each for each in moments if each is not None]
    if source.family is Family.DATE:
        known = [each for each in known if each % _DAY == 0]
    absent = [compared(exp.EQ, value, _moment(each, source)) for each in known]
    edges = [_moment(edge, source) for edge in quick.edges]
    return _intervals(value, edges, any_of([_is_null(value), *absent]), odd)


def _moment(moment: int, source: TableColumn) -> Expression:
    """A date by its number; a time of day among dates becomes the next day."""
    if source.family is Family.TIMESTAMP:
        return cast(text(iso_text(moment, True).replace("T", " ")), _MOMENTS)
    day = cast(text(DatePattern("YYYY-MM-DD").spelled(moment)), "date")
    return day if moment % _DAY == 0 else exp.Paren(this=exp.Add(this=day, expression=number(1)))
