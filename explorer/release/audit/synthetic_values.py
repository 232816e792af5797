"""Texts for each cell of a column, made up from the plan, and the cells that they are counted in."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.audit.synthetic_rows import fits
from explorer.release.columns.column import Column
from explorer.release.counting.cell_readers import reader_of
from explorer.release.plan.declarations import ReleasePlan


@dataclass(frozen=True, slots=True)
class Offer:
    """A text of the file; `cells` is its cell each time that its column is counted.

    `own` : it is a category that nobody declared; `special` : it is in a special cell each time.
    """

    text: str
    cells: tuple[int, ...]
    own: bool = False
    special: bool = False


def offers_of(plan: ReleasePlan, name: str) -> tuple[Offer, ...]:
    """Texts for a column of the file: the last and the first declared cell, the others, the special ones.

    Of a column of unknown categories those that are always published come first.

    Raises
    ------
    NotValid
        The file, as declared, cannot hold any.
    """
    counted = [column for column in dict.fromkeys(plan.classified) if column.name == name]
    readers = [reader_of(column, plan.input) for column in counted]
    width = len({column.name for column in plan.classified} | {plan.privacy.id_column} - {None})
    found: dict[str, Offer] = {}
    for column in counted:
        for text in column.examples(plan.input):
            if text not in found and fits(plan.input, text, min(width, 2)):
                cells = tuple(reader.cells[text] for reader in readers)
                own = column.found and cells[counted.index(column)] > 1
                special = all(map(_is_special, counted, cells))
                found[text] = Offer(text, cells, own, special)
    if not found:
        sentence = N_("no example file can be written: it could hold no value of “{column}”", column=name)
        raise NotValid(sentence, "input")
    return tuple(found.values())


def _is_special(column: Column, cell: int) -> bool:
    """Cells of unknown categories are numbered after the special ones, others before."""
    declared = column.size - len(column.special)
    return cell < len(column.special) if column.found else cell >= declared
