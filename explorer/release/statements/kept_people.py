"""Which rows of a person are kept, by window functions: as `counting.contribution_bounding` keeps them.

A person's rows are numbered by their cells from 0 and stand in the order of SHA-256 of the key's text, the
number's block and the id, four bytes a row, eight rows a block; only people above the least bound are hashed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from explorer.release.counting.contribution_bounding import IN_A_BLOCK
from explorer.release.counting.identity import LONGEST
from explorer.release.plan.labels import CATEGORY_SPECIAL
from explorer.release.plan.sections import Privacy
from explorer.release.statements.expressions import (
    BYTES_OF,
    FOUR_BYTES,
    HEX_SHA256,
    Expression,
    calculated,
    called,
    case,
    cast,
    compared,
    marked,
    named,
    number,
    text,
    window,
)

PERSON, RANK, MANY, HASH, PLACE = "person", "rank", "many", "hash", "place"
_NTH, _OPENED, _CELL, _TAKEN = "nth", "opened", "cell", "taken"
_BLOCK_BITS = (IN_A_BLOCK - 1).bit_length()
_SHORTENED = 16  # digits of the hash that stands for a long id


def layer(inner: exp.Select, *more: Expression) -> exp.Select:
    """All columns of an inner part, and some more."""
    return exp.select(exp.Star(), *more, copy=False).from_(inner.subquery("rows", copy=False), copy=False)


def kept(
    rows: exp.Select,
    order: Expression,
    cells: Sequence[str],
    found: Sequence[str],
    bounded: Sequence[str],
    privacy: Privacy,
    id_is_short: bool,
) -> exp.Select:
    """The rows that count.

    Parameters
    ----------
    rows : of each row `PERSON` and its cells, those of people alone
    order : the text that every hash begins with (`Seeds.order`)
    cells : the names of all cells, in the order in which they order rows; `found` are those that are texts
    id_is_short : no id has more than 64 bytes
    bounded : the cells that make one cell of the plan's bounds on rows a cell and on cells
    """
    by_cells = [part for name in cells for part in _in_order(name, name in found)]
    person = [named(PERSON)]
    rank = calculated(exp.Sub, window(exp.RowNumber(), person, by_cells, framed=True), number(1))
    many = window(exp.Count(this=exp.Star()), person, by_cells, framed=True)
    numbered = layer(rows, called(rank, RANK), called(many, MANY))
    hashed = layer(numbered, called(_hash(order, min(privacy.bounds.values()), id_is_short), HASH))
    placed = layer(hashed, called(window(exp.RowNumber(), person, [named(HASH), named(RANK)]), PLACE))
    last, place = placed, PLACE
    if set(privacy.bounds) != {"rows_per_person"}:
        last, place = _within_cells(placed, bounded, privacy), _TAKEN
    return layer(last).where(compared(exp.LTE, named(place), number(privacy.bounds["rows_per_person"])))


def _in_order(name: str, is_found: bool) -> list[Expression]:
    """Numbers as they are; texts after the special cells, by code points."""
    if not is_found:
        return [named(name)]
    special = [
        (compared(exp.EQ, named(name), text(each)), number(at)) for at, each in enumerate(CATEGORY_SPECIAL)
    ]
    return [case(special, number(len(special))), named(name)]


def _hash(order: Expression, least: int, id_is_short: bool) -> Expression:
    """The four bytes of a row; nothing for people who have no more rows than are kept anyway."""
    person = cast(named(PERSON), "text")
    spelled: Expression = person
    if not id_is_short:
        shortened = exp.Substring(
            this=marked(HEX_SHA256, person.copy()), start=number(1), length=number(_SHORTENED)
        )
        is_long = compared(exp.GT, marked(BYTES_OF, person.copy()), number(LONGEST))
        spelled = exp.Paren(this=case([(is_long, shortened)], person))
    block = exp.BitwiseRightShift(this=named(RANK), expression=number(_BLOCK_BITS))
    message: Expression = order
    for part in (text(":"), cast(exp.Paren(this=block), "text"), text(":"), spelled):
        message = exp.DPipe(this=message, expression=part)
    place = exp.Paren(this=exp.BitwiseAnd(this=named(RANK), expression=number(IN_A_BLOCK - 1)))
    hashed = marked(FOUR_BYTES, message, place)
    return case([(compared(exp.GT, named(MANY), number(least)), hashed)], exp.Null())


def _within_cells(placed: exp.Select, bounded: Sequence[str], privacy: Privacy) -> exp.Select:
    """Rows that are among the first of their cell, in one of the first cells of their person, numbered."""
    person, bounds = named(PERSON), privacy.bounds
    mine = [person, *map(named, bounded)]
    nth = window(exp.RowNumber(), mine, [named(PLACE)], framed=True)
    opened = window(exp.Min(this=named(PLACE)), mine, [named(PLACE)], framed=True)
    last = layer(placed, called(nth, _NTH), called(opened, _OPENED))
    conditions = []
    if "rows_per_cell" in bounds:
        conditions.append(compared(exp.LTE, named(_NTH), number(bounds["rows_per_cell"])))
    if "cells_per_person" in bounds:
        last = layer(
            last, called(window(exp.Anonymous(this="DENSE_RANK"), [person], [named(_OPENED)]), _CELL)
        )
        conditions.append(compared(exp.LTE, named(_CELL), number(bounds["cells_per_person"])))
    taken = layer(last).where(*conditions)
    return layer(taken, called(window(exp.RowNumber(), [person], [named(PLACE)]), _TAKEN))
