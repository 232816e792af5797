"""Which rows of a person count: a function of that person's own rows and a secret key, and of nothing else.

Rows stand in the order of H(key; id, content, j), where content is what the plan makes of the row (its
cells) and j numbers rows of one person that are alike. Rows of equal cells are interchangeable, so nothing
else of the row could matter. A person is identified by full equality of the id: a hash sorts, and where two
ids share a hash they are told apart by all their words.

H is SipHash under a key drawn for this one release: without it the kept rows cannot be foretold. It has 64
bits; where two rows of a person share them, their cells decide, so that the file's order never does. The
guarantee rests on neither: for every key what is kept is a function of each person's own rows. What only puts
equal rows together or parts the work (`person_words`, `arranged`) is a quick mixer, exact by comparison.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Integers, Layout, Words
from explorer.release.counting.row_groups import Flags, arranged, changes, digits, mixed, since, stably
from explorer.release.counting.rows_within_bounds import leading, taken_rows
from explorer.release.counting.siphash import Key, siphash
from explorer.release.plan.sections import Privacy

_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)
_NARROW = 1 << 12  # joint numbers so few that rows are sorted by them at once with their people
_FEW = 6  # rows a person, up to which looking for the least ones is quicker than sorting all


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the secret key of a release becomes: two words for the mixer, two keys for SipHash."""

    parting: np.uint64
    likeness: np.uint64
    people: Key
    rows: Key


def seeds_of(key: bytes) -> Seeds:
    """What the secret key puts into the order of persons, contents and copies."""
    drawn = hashlib.blake2b(b"rows that count", key=key, digest_size=48).digest()
    words = [np.uint64(int.from_bytes(drawn[at : at + 8], "big")) for at in range(0, 48, 8)]
    return Seeds(words[0], words[1], (words[2], words[3]), (words[4], words[5]))


def person_words(words: Sequence[Words], seeds: Seeds) -> Words:
    """One word a row that depends on the id and the key alone; the same whatever zero words follow."""
    found = mixed(words[0] ^ seeds.parting)
    for word in _hashed(words)[1:]:
        found = np.where(word == 0, found, mixed(found ^ word))
    return found


def _hashed(words: Sequence[Words]) -> Sequence[Words]:
    """The words without the number of a long id, which depends on who came before: only its hash counts."""
    if len(words) < 3:
        return words
    return (words[0], np.where(words[0] == 0, np.uint64(0), words[1]), *words[2:])


def keyed_people(words: Sequence[Words], seeds: Seeds) -> Words:
    """The id of each row under the key: SipHash of its words, without the zero words that follow them."""
    hashed = _hashed(words)
    if len(hashed) == 1:
        return siphash(hashed, seeds.people)
    lengths = np.ones(len(hashed[0]), dtype=np.int64)
    for at, word in enumerate(hashed[1:], 2):
        lengths[word != 0] = at
    found = np.empty(len(lengths), dtype=np.uint64)
    for length in np.flatnonzero(np.bincount(lengths)).tolist():
        rows = np.flatnonzero(lengths == length)
        found[rows] = siphash([word[rows] for word in hashed[:length]], seeds.people)
    return found


def row_orders(people: Words, content: Sequence[Words], copies: Integers, seeds: Seeds) -> Words:
    """H(key; id, content, j) of each row, 64 bits, from `keyed_people`, words of the content, and j >= 1."""
    return siphash([people, *content], seeds.rows, copies.astype(np.uint64))


def row_order(key: bytes, person: str, content: Sequence[int], j: int) -> int:
    """H(key; id, content, j) of one row: `row_orders` for a single one."""
    seeds = seeds_of(key)
    people = keyed_people(words_of([person], LongIds()), seeds)
    words = [np.array([word], dtype=np.uint64) for word in content]
    return int(row_orders(people, words, np.array([j], dtype=np.int64), seeds)[0])


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
    least = min(privacy.bounds.values(), default=len(words[0]))
    narrow = len(joint) == 1 and int(joint[0].max()) < _NARROW
    order = arranged(words, seeds.parting, joint[0] if narrow else None)
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
        again = arranged(mine, seeds.likeness)
        again = again[stably(digits(person[again]))]  # the rows of a person together, alike ones among them
        order, person, mine = order[again], person[again], [numbers[again] for numbers in mine]
    check()
    starts = np.flatnonzero(changes((person,)))
    people = keyed_people([word[order[starts]] for word in words], seeds)
    people = np.repeat(people, np.diff(starts, append=len(order)))
    check()
    begins = changes((person, *mine))
    orders = row_orders(people, content(mine), since(begins) + 1, seeds)
    check()
    chosen = _chosen(person, orders, begins, mine, privacy, layout, check)
    return [*kept, tuple(numbers[chosen] for numbers in mine)]


def _chosen(
    person: Integers,
    orders: Words,
    begins: Flags,
    joint: Sequence[Integers],
    privacy: Privacy,
    layout: Layout,
    check: Callable[[], None],
) -> Flags:
    """Which rows of persons that have too many are kept; `begins`: where a row is not like the one before."""
    bound = privacy.rows_per_person if set(privacy.bounds) == {"rows_per_person"} else None
    if bound is not None:
        first = least_rows(orders, np.flatnonzero(changes((person,))), bound)
        if first is not None:
            return first
    order = in_order(person, orders, joint)
    check()
    people = person[order]
    if bound is not None:
        taken = leading(people, bound)
    else:
        alike = (np.cumsum(begins) - 1)[order]
        flats = layout.flats(layout.parted([numbers[order] for numbers in joint]))
        taken = taken_rows(people, alike, flats, privacy, check)
    chosen = np.zeros(len(order), dtype=np.bool_)
    chosen[order[taken]] = True
    return chosen


def least_rows(orders: Words, starts: Integers, most: int) -> Flags | None:
    """Which rows are the `most` of each person with the least hashes, found without sorting.

    `orders` (n,) holds the rows' hashes, person after person; `starts` where each person's rows begin, of
    whom each has more than `most`. None where sorting is quicker, or must decide a tie.
    """
    if most > _FEW:
        return None
    lengths = np.diff(starts, append=len(orders))
    left, chosen = orders.copy(), np.zeros(len(orders), dtype=np.bool_)
    for _ in range(most):
        now = left == np.repeat(np.minimum.reduceat(left, starts), lengths)
        if np.count_nonzero(now) != len(starts):
            return None
        chosen |= now
        left[now] = _LAST
    return chosen


def in_order(person: Integers, orders: Words, joint: Sequence[Integers]) -> Integers:
    """The order (n,) of rows by person, then by hash; rows of one person with one hash by their content."""
    (tops,) = digits(orders >> np.uint64(48))
    order = stably([tops, *digits(person)])
    of, top = person[order], tops[order]
    same = np.concatenate(([False], (of[1:] == of[:-1]) & (top[1:] == top[:-1]), [False]))
    tied = np.flatnonzero(same[1:] | same[:-1])
    if len(tied):
        rows_tied = order[tied]
        by = (*(numbers[rows_tied] for numbers in joint), orders[rows_tied], person[rows_tied])
        order[tied] = rows_tied[np.lexsort(by)]
    return order
