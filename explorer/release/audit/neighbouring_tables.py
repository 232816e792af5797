"""Two neighbouring tables of simulated people, from a plan alone: the pair that moves the counts the most.

Nobody's file is read. Each text that is written was put into its cell by the readers of the release itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.privacy.target import Neighbours
from explorer.release.audit.synthetic_rows import Row, fits
from explorer.release.columns.column import Column
from explorer.release.counting.cell_readers import reader_of
from explorer.release.plan.declarations import ReleasePlan

MOST_ROWS, MOST_CELLS = 5000, 200  # of the unit that differs: every counting reads them
_PEOPLE, _ROWS_MORE, _WHERE = 18, 12, 4
_IDS = ("p", "person-", "id", "x", "Q")


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


Offers = Mapping[str, Sequence[Offer]]


@dataclass(frozen=True, slots=True)
class Neighbouring:
    """Two tables that differ in one unit; `words` says how. Everybody else is in both.

    `rest`, `one` and `other` are rows: of all others, of the unit in the first, in the second table.
    """

    words: Sentence
    rest: tuple[Row, ...]
    one: tuple[Row, ...]
    other: tuple[Row, ...]

    def tables(self) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
        """The rows of both tables, those of the unit in the middle."""
        half = len(self.rest) // 2
        before, after = self.rest[:half], self.rest[half:]
        return (*before, *self.one, *after), (*before, *self.other, *after)


def neighbouring(plan: ReleasePlan) -> tuple[tuple[Neighbouring, ...], ...]:
    """The pairs of tables worth trying, each in one or two variants.

    The unit has as many rows as may count, in the cells where they move the counts by the L1 sensitivity,
    under substitution into cells that are all different. The first variant, where the program bounds the
    rows, has more of them than that. Everybody else is in other cells, as far as there are any. Two pairs
    where categories are unknown: the unit in a cell that is always published, and in a category of its own.

    Raises
    ------
    NotValid
        No example can be written as the plan declares its file.
    """
    offers: Offers = {name: offers_of(plan, name) for name in dict.fromkeys(c.name for c in plan.classified)}
    unknown = any(query.unknown is not None for query in plan.queries)
    return tuple(_variants(plan, offers, alone) for alone in ((False, True) if unknown else (False,)))


def _variants(plan: ReleasePlan, offers: Offers, alone: bool) -> tuple[Neighbouring, ...]:
    substitute = plan.privacy.neighbours is Neighbours.SUBSTITUTE
    levels, in_cell, most = _spread(plan)
    chosen = {name: _chosen(some, levels * (1 + substitute), alone) for name, some in offers.items()}
    person, *people = _people(plan)
    sides: list[tuple[Row, ...]] = []
    for side in range(2):
        rows: list[Row] = []
        if side == 0 or substitute:
            mine = {name: some[side :: 1 + substitute] or some for name, some in chosen.items()}
            spread = [
                {name: some[at % len(some)].text for name, some in mine.items()} for at in range(levels)
            ]
            rows = [_row(plan, spread[at // in_cell], person) for at in range(min(most, levels * in_cell))]
        sides.append(_within(plan, offers, rows))
    words = _words(substitute, alone)
    rest = _rest(plan, offers, chosen, people)
    found = [Neighbouring(words, rest, sides[0], sides[1])]
    if plan.privacy.id_column is not None:
        more = [(*side, *islice(cycle(side), _ROWS_MORE)) for side in sides]
        found.insert(0, Neighbouring(words, rest, more[0], more[1]))
    return tuple(found)


def _words(substitute: bool, alone: bool) -> Sentence:
    if substitute:
        if alone:
            return N_("the rows of one unit, in a category of its own, are other rows in the second table")
        return N_("the rows of one unit are other rows in the second table")
    if alone:
        return N_("one unit, in a category of its own, is in the first table only")
    return N_("one unit is in the first table only")


def _spread(plan: ReleasePlan) -> tuple[int, int, int]:
    """Over how many cells the rows of the unit go, how many into each, how many there are in all."""
    privacy = plan.privacy
    rows = min(privacy.rows_per_person or 1, MOST_ROWS)
    in_cell = min(rows, privacy.rows_per_cell or rows)
    cells = min(-(-rows // in_cell), privacy.cells_per_person or MOST_CELLS, MOST_CELLS)
    return cells, in_cell, rows


def _chosen(offers: Sequence[Offer], most: int, alone: bool) -> list[Offer]:
    """Texts whose cells differ from each other's in every histogram, as far as there are such cells."""
    left = sorted(offers, key=lambda offer: not offer.own) if alone else list(offers)
    used: list[set[int]] = [set() for _ in left[0].cells]
    found: list[Offer] = []
    while left and len(found) < most:
        best = max(left, key=lambda offer: _new(offer, used))  # the first of equals
        if found and not _new(best, used):
            break
        left.remove(best)
        found.append(best)
        for cells, cell in zip(used, best.cells, strict=True):
            cells.add(cell)
    return found


def _new(offer: Offer, used: Sequence[set[int]]) -> int:
    """In how many ways of counting the column this text is in a cell that is not used yet."""
    return sum(cell not in cells for cell, cells in zip(offer.cells, used, strict=True))


def _row(plan: ReleasePlan, values: Mapping[str, str], person: str) -> Row:
    identity = plan.privacy.id_column
    return {**values} if identity is None else {identity: person, **values}


def _within(plan: ReleasePlan, offers: Offers, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Those rows that the bounds allow together, one after the other: nobody else may enforce them."""
    privacy = plan.privacy
    in_cell, most = privacy.rows_per_cell or len(rows), privacy.cells_per_person or len(rows)
    cells = {name: {offer.text: offer.cells for offer in some} for name, some in offers.items()}
    counted: list[Counter[tuple[tuple[int, ...], ...]]] = [Counter() for _ in plan.queries]
    kept: list[Row] = []
    for row in rows:
        places = [
            tuple(cells[column.name][row[column.name]] for column in query.columns) for query in plan.queries
        ]
        if all(
            seen[place] < in_cell and (place in seen or len(seen) < most)
            for seen, place in zip(counted, places, strict=True)
        ):
            kept.append(row)
            for seen, place in zip(counted, places, strict=True):
                seen[place] += 1
    return tuple(kept)


def _rest(
    plan: ReleasePlan, offers: Offers, chosen: Mapping[str, Sequence[Offer]], people: Sequence[str]
) -> tuple[Row, ...]:
    """A few others, one of them with too many rows, and a row of nobody: in cells where the unit is not."""
    free: dict[str, list[str]] = {}
    for name, some in offers.items():
        used = [{offer.cells[at] for offer in chosen[name]} for at in range(len(some[0].cells))]
        there = [offer for offer in some if _new(offer, used) == len(used)]
        there = [offer for offer in there if not offer.special] or there or [some[-1]]
        each = {offer.cells: offer.text for offer in reversed(there)}
        free[name] = list(reversed(each.values()))[:_WHERE]

    def values(at: int) -> dict[str, str]:
        return {name: texts[at % len(texts)] for name, texts in free.items()}

    rows = [_row(plan, values(at), person) for at, person in enumerate(people)]
    identity = plan.privacy.id_column
    if identity is not None and identity not in offers:
        many = min((plan.privacy.rows_per_person or 1) + 3, 40)
        rows += [_row(plan, values(at), people[0]) for at in range(many)]
        rows.append(_row(plan, values(0), ""))
    return tuple(rows)


def _people(plan: ReleasePlan) -> tuple[str, ...]:
    """Ids that the file can hold and that are no missing value; the first one is the unit's."""
    for prefix in _IDS:
        people = tuple(f"{prefix}{number}" for number in range(1, _PEOPLE + 2))
        if all(fits(plan.input, each) and each not in plan.input.missing_values for each in people):
            return people
    raise NotValid(N_("no example file can be written with this delimiter and quote"), "input.delimiter")
