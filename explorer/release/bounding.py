"""Which rows of a person count: a function of that person's own rows and a secret key, and of nothing else.

Rows stand in the order of H(key; id, content, j), where content is what the plan makes of the row (its
cells) and j numbers rows of one person that are alike. Rows of equal cells are interchangeable, so nothing
else of the row could matter. A person is identified by full equality of the id: a hash sorts, and where two
ids share a hash they are told apart by all their words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.release.declared import Privacy
from explorer.release.identity import LongIds, words_of
from explorer.release.layout import Integers, Layout, Words

Flags = NDArray[np.bool_]
Digits = NDArray[np.uint16]
Seeds = tuple[np.uint64, np.uint64, np.uint64]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(33)
SHARED = 9  # leading bits of the hash that the rows of one part share (`explorer.release.spill`)
_NARROW = 1 << 12  # joint numbers so few that rows are sorted by them at once with their people


def seeds_of(key: bytes) -> Seeds:
    """What the secret key puts into the order of persons, contents and copies."""
    drawn = hashlib.blake2b(b"rows that count", key=key, digest_size=24).digest()
    first, second, third = (np.uint64(int.from_bytes(drawn[at : at + 8], "big")) for at in (0, 8, 16))
    return first, second, third


def _mixed(words: Words) -> Words:
    """A bijection of 64-bit words in which every bit depends on all (the finaliser of MurmurHash3)."""
    words = words ^ (words >> _SHIFT)
    words *= _FIRST
    words ^= words >> _SHIFT
    words *= _SECOND
    words ^= words >> _SHIFT
    return words


def person_words(words: Sequence[Words], seeds: Seeds) -> Words:
    """One word a row that depends on the id and the key alone; the same whatever zero words follow."""
    found = _mixed(words[0] ^ seeds[0])
    if len(words) > 2:  # the number of a long id depends on who came before: its hash alone may count
        words = (words[0], np.where(words[0] == 0, np.uint64(0), words[1]), *words[2:])
    for word in words[1:]:
        found = np.where(word == 0, found, _mixed(found ^ word))
    return found


def row_orders(people: Words, content: Sequence[Words], copies: Integers, seeds: Seeds) -> Words:
    """H(key; id, content, j) of each row, 64 bits, from `person_words`, words of the content, and j >= 1."""
    whole = np.full(len(people), seeds[1])
    for words in content:
        whole = _mixed(whole ^ words)
    return _mixed(_mixed(people ^ whole) + copies.astype(np.uint64) * _GOLDEN + seeds[2])


def row_order(key: bytes, person: str, content: Sequence[int], j: int) -> int:
    """H(key; id, content, j) of one row: `row_orders` for a single one."""
    seeds = seeds_of(key)
    people = person_words(words_of([person], LongIds()), seeds)
    words = [np.array([word], dtype=np.uint64) for word in content]
    return int(row_orders(people, words, np.array([j], dtype=np.int64), seeds)[0])


def arranged(columns: Sequence[NDArray[Any]], seed: np.uint64, within: Integers | None = None) -> Integers:
    """An order of rows in which those equal in all `columns` stand together, by `within` among themselves.

    They stand by 32 bits of a hash. Then the columns themselves are compared, and where two different rows
    share the bits of the hash, those rows are sorted by the columns: exact in every case.
    """
    hashed = _mixed(columns[0].astype(np.uint64) ^ seed)
    for column in columns[1:]:
        hashed = _mixed(hashed ^ column.astype(np.uint64))
    hashed <<= np.uint64(SHARED)
    short = (hashed >> np.uint64(32)).astype(np.uint32)
    order = _stably([*(() if within is None else _digits(within)), *_digits(short)])
    short = short[order]
    same = short[1:] == short[:-1]
    mixed = np.flatnonzero(same & changes(columns, order)[1:])
    if len(mixed):
        runs = np.concatenate(([0], np.cumsum(~same)))
        places = np.flatnonzero(np.isin(runs, runs[mixed]))
        here = order[places]
        inner = () if within is None else (within[here],)
        order[places] = here[np.lexsort((*inner, *(column[here] for column in columns), runs[places]))]
    return order


def _stably(digits: Sequence[Digits]) -> Integers:
    """Rows by the last digit, among themselves by the one before, ..., at last as they stand.

    Digits of 16 bits are sorted by counting, in linear time.
    """
    order = np.argsort(digits[0], kind="stable")
    for digit in digits[1:]:
        order = order[np.argsort(digit[order], kind="stable")]
    return order


def _digits(numbers: NDArray[Any]) -> list[Digits]:
    """As many digits of 16 bits as the largest number has, the last one first."""
    most = int(numbers.max(initial=0)).bit_length()
    return [(numbers >> shift).astype(np.uint16) for shift in range(0, max(most, 1), 16)]


def changes(columns: Sequence[NDArray[Any]], order: Integers) -> Flags:
    """Where, in this order, a row differs from the one before it in any column; the first one does."""
    found = np.zeros(len(order), dtype=np.bool_)
    found[:1] = True
    for column in columns:
        ordered = column[order]
        found[1:] |= ordered[1:] != ordered[:-1]
    return found


def _since(begins: Flags) -> Integers:
    """How far each row is from the beginning of its group."""
    here = np.arange(len(begins))
    return here - np.maximum.accumulate(np.where(begins, here, 0))


def kept_rows(
    words: Sequence[Words],
    joint: Sequence[Integers],
    privacy: Privacy,
    layout: Layout,
    seeds: Seeds,
    content: Callable[[Sequence[Integers]], Sequence[Words]],
    check: Callable[[], None],
) -> list[tuple[Integers, ...]]:
    """The joint numbers of the rows that count, of all persons that have a row among these.

    Parameters
    ----------
    words, joint : of all rows of these persons
    content : what of the joint numbers goes into the order of the rows (`Tally.content`)
    check : called every now and then; may raise

    Guarantee
    ---------
    Of no person more rows, rows a cell or cells than declared, in any histogram; exact whatever the
    hashes are. What is kept of a person depends on that person's rows and the seeds alone.
    """
    bounds = (privacy.rows_per_person, privacy.rows_per_cell, privacy.cells_per_person)
    least = min((bound for bound in bounds if bound is not None), default=len(words[0]))
    narrow = len(joint) == 1 and int(joint[0].max()) < _NARROW
    order = arranged(words, seeds[0], joint[0] if narrow else None)
    begins = changes(words, order)
    check()
    person = np.cumsum(begins) - 1
    over = (np.bincount(person) > least)[person]
    whole, some = np.flatnonzero(~over), np.flatnonzero(over)
    kept = [tuple(numbers[order[whole]] for numbers in joint)]
    if not len(some):
        return kept
    order, person = order[some], person[some]
    mine = [numbers[order] for numbers in joint]
    if not narrow:
        again = arranged((person, *mine), seeds[1])
        order, person, mine = order[again], person[again], [numbers[again] for numbers in mine]
    check()
    begins = changes((person, *mine), np.arange(len(order)))
    people = person_words([word[order] for word in words], seeds)
    order = _in_order(person, row_orders(people, content(mine), _since(begins) + 1, seeds), mine)
    check()
    person, mine = person[order], [numbers[order] for numbers in mine]
    if privacy.rows_per_cell is None and privacy.cells_per_person is None:
        chosen = _leading(person, least)
    else:
        alike = (np.cumsum(begins) - 1)[order]
        chosen = _taken(person, alike, layout.flats(layout.parted(mine)), privacy, check)
    kept.append(tuple(numbers[chosen] for numbers in mine))
    return kept


def _in_order(person: Integers, orders: Words, joint: Sequence[Integers]) -> Integers:
    """Rows by person, then by hash; rows of one person with one hash by their content."""
    (tops,) = _digits(orders >> np.uint64(48))
    order = _stably([tops, *_digits(person)])
    of, top = person[order], tops[order]
    same = np.concatenate(([False], (of[1:] == of[:-1]) & (top[1:] == top[:-1]), [False]))
    tied = np.flatnonzero(same[1:] | same[:-1])
    if len(tied):
        rows_tied = order[tied]
        by = (*(numbers[rows_tied] for numbers in joint), orders[rows_tied], person[rows_tied])
        order[tied] = rows_tied[np.lexsort(by)]
    return order


def _leading(person: Integers, most: int) -> Flags:
    """The first `most` rows of each person, whose rows stand together."""
    found = np.ones(len(person), dtype=np.bool_)
    found[most:] = person[most:] != person[:-most]
    return found


def _taken(
    person: Integers,
    alike: Integers,
    flats: Sequence[Integers],
    privacy: Privacy,
    check: Callable[[], None],
) -> Flags:
    """Rows taken one after the other, of all persons at once, as long as every bound in every histogram
    allows. What is refused once is refused for ever: counts only grow.
    """
    most = len(person)
    rows_most, in_cell, cells_most = (
        most if bound is None else bound
        for bound in (privacy.rows_per_person, privacy.rows_per_cell, privacy.cells_per_person)
    )
    people = int(person[-1]) + 1
    places = [_numbered((person, flat)) for flat in flats]
    in_place = [np.zeros(most, dtype=np.int64) for _ in flats]
    known = [np.zeros(people, dtype=np.int64) for _ in flats]
    kept, refused = np.zeros(people, dtype=np.int64), np.zeros(most, dtype=np.bool_)
    taken = np.zeros(most, dtype=np.bool_)
    rows = np.arange(most)
    while len(rows):
        check()
        lead = np.concatenate(([True], person[rows[1:]] != person[rows[:-1]]))
        now = rows[lead]
        allowed = kept[person[now]] < rows_most
        for place, counts, cells in zip(places, in_place, known, strict=True):
            there = counts[place[now]]
            allowed &= (there < in_cell) & ((there > 0) | (cells[person[now]] < cells_most))
        refused[alike[now[~allowed]]] = True
        now = now[allowed]
        taken[now] = True
        kept[person[now]] += 1
        for place, counts, cells in zip(places, in_place, known, strict=True):
            cells[person[now]] += counts[place[now]] == 0
            counts[place[now]] += 1
        rows = rows[~lead]
        rows = rows[(kept[person[rows]] < rows_most) & ~refused[alike[rows]]]
    return taken


def _numbered(columns: Sequence[NDArray[Any]]) -> Integers:
    """One number a group of equal rows, from 0."""
    order = arranged(columns, _GOLDEN)
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.cumsum(changes(columns, order)) - 1
    return numbers
