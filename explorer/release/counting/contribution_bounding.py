"""Which rows of a person count: a function of that person's own rows and a secret key, and of nothing else.

The rows of a person are numbered r = 0, 1, ... by what the plan makes of them (their cells, column after
column, categories that were found by their code points); rows of equal cells are interchangeable. They stand
in the order of H(key; id, r), 32 bits of SHA-256 whose message any database can put together, so that a table
of a server keeps the same rows under the same key (`explorer.release.statements`). Where two rows of a person
share them, their numbers decide, so that the file's order never does. A person is identified by full equality
of the id: a hash sorts, and where two ids share a hash they are told apart by all their words.

The key is drawn for this one release: without it the kept rows cannot be foretold. The guarantee does not
rest on the hash: for every key what is kept is a function of each person's own rows. What only puts equal
rows together or parts the work (`person_words`, `arranged`) is a quick mixer, exact by comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256

import numpy as np

from explorer.release.counting.identity import spellings_of
from explorer.release.counting.layout import Integers, Layout, Words
from explorer.release.counting.row_groups import Flags, arranged, changes, digits, mixed, stably
from explorer.release.counting.rows_within_bounds import leading, taken_rows
from explorer.release.plan.sections import Privacy

IN_A_BLOCK = 8  # rows of a person that one hash orders
_LAST = np.uint64(0xFFFFFFFFFFFFFFFF)
_NARROW = 1 << 12  # joint numbers so few that rows are sorted by them at once with their people
_FEW = 6  # rows a person, up to which looking for the least ones is quicker than sorting all


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the secret key becomes: a word for the mixer, and a text that every hash begins with."""

    parting: np.uint64
    order: str = field(repr=False)


def seeds_of(key: bytes) -> Seeds:
    """What the secret key puts into the order of persons and of their rows."""
    drawn = blake2b(b"rows that count", key=key, digest_size=40).digest()
    return Seeds(np.uint64(int.from_bytes(drawn[:8], "big")), drawn[8:].hex())


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


def row_words(order: str, person: bytes, rows: int, begin: int = 0) -> bytes:
    """H(key; id, r) of the rows 0, 1, ... of a person, four bytes each, at least as many as there are `rows`;
    those before `begin`, a multiple of eight, are left out.

    Eight rows share one SHA-256, of `order` (`Seeds.order`), a colon, r // 8, a colon, and the id as
    `identity.spellings_of` gives it; each has its own four bytes, the first row the first ones.
    """
    blocks = range(begin // IN_A_BLOCK, -(-rows // IN_A_BLOCK))
    return b"".join(sha256(f"{order}:{block}:".encode() + person).digest() for block in blocks)


def row_orders(people: Sequence[bytes], many: Integers, order: str) -> Words:
    """The order of each row, 64 bits: H(key; id, r), then r; of persons one after the other.

    Parameters
    ----------
    people : what each of them is hashed by
    many : (n,) the rows of each
    """
    short = many <= IN_A_BLOCK
    first = sha256(f"{order}:0:".encode())
    hashed = []
    for person, rows in zip(people, np.where(short, 0, many).tolist(), strict=True):
        if rows:
            hashed.append(row_words(order, person, rows))
        else:
            found = first.copy()
            found.update(person)
            hashed.append(found.digest())
    lengths = np.where(short, IN_A_BLOCK, -(-many // IN_A_BLOCK) * IN_A_BLOCK)
    words = np.frombuffer(b"".join(hashed), ">u4").astype(np.uint64)
    starts = np.cumsum(many) - many
    rank = np.arange(int(many.sum())) - np.repeat(starts, many)
    mine: Words = words[np.repeat(np.cumsum(lengths) - lengths, many) + rank]
    return (mine << np.uint64(32)) | rank.astype(np.uint64)


def kept_rows(
    words: Sequence[Words],
    joint: Sequence[Integers],
    privacy: Privacy,
    layout: Layout,
    seeds: Seeds,
    check: Callable[[], None],
) -> list[tuple[Integers, ...]]:
    """The joint numbers of the rows that count, of all persons that have a row among these.

    Parameters
    ----------
    words, joint : of all rows of these persons; the joint numbers rise with the cells of each column
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
        keys = [digit for numbers in (*reversed(mine), person) for digit in digits(numbers)]
        again = stably(keys)  # the rows of a person together, in the order of their cells
        order, person, mine = order[again], person[again], [numbers[again] for numbers in mine]
    check()
    starts = np.flatnonzero(changes((person,)))
    people = spellings_of([word[order[starts]] for word in words])
    check()
    orders = row_orders(people, np.diff(starts, append=len(order)), seeds.order)
    check()
    chosen = _chosen(person, orders, mine, privacy, layout, check)
    return [*kept, tuple(numbers[chosen] for numbers in mine)]


def _chosen(
    person: Integers,
    orders: Words,
    joint: Sequence[Integers],
    privacy: Privacy,
    layout: Layout,
    check: Callable[[], None],
) -> Flags:
    """Which rows of persons that have too many are kept."""
    bound = privacy.rows_per_person if set(privacy.bounds) == {"rows_per_person"} else None
    if bound is not None:
        first = least_rows(orders, np.flatnonzero(changes((person,))), bound)
        if first is not None:
            return first
    order = in_order(person, orders)
    check()
    people = person[order]
    if bound is not None:
        taken = leading(people, bound)
    else:
        alike = (np.cumsum(changes((person, *joint))) - 1)[order]
        flats = layout.flats(layout.parted([numbers[order] for numbers in joint]))
        taken = taken_rows(people, alike, flats, privacy, check)
    chosen = np.zeros(len(order), dtype=np.bool_)
    chosen[order[taken]] = True
    return chosen


def least_rows(orders: Words, starts: Integers, most: int) -> Flags | None:
    """Which rows are the `most` of each person with the least hashes, found without sorting.

    `orders` (n,) holds the rows' hashes, person after person; `starts` where each person's rows begin, of
    whom each has more than `most`. None where sorting is quicker, or two of a person's hashes are the same.
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


def in_order(person: Integers, orders: Words) -> Integers:
    """The order (n,) of rows by person, then by their own order."""
    (tops,) = digits(orders >> np.uint64(48))
    order = stably([tops, *digits(person)])
    of, top = person[order], tops[order]
    same = np.concatenate(([False], (of[1:] == of[:-1]) & (top[1:] == top[:-1]), [False]))
    tied = np.flatnonzero(same[1:] | same[:-1])
    if len(tied):
        rows_tied = order[tied]
        order[tied] = rows_tied[np.lexsort((orders[rows_tied], person[rows_tied]))]
    return order
