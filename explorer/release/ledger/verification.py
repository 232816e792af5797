"""How a ledger verifies: its rows follow from each other, and its witness has seen no more than they tell."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger import hash_chain as chained
from explorer.release.ledger.accounts import Books
from explorer.release.ledger.disk_faults import exists, failing_as_refusal
from explorer.release.ledger.journal import Journal
from explorer.release.ledger.lock import locked_to_read
from explorer.release.ledger.reader import reading
from explorer.release.ledger.spends import read_books
from explorer.release.ledger.witness import read_witness


class Witnessed(Enum):
    """What the witness of a ledger that is not refused says."""

    AGREES = "agrees"
    BEHIND = "behind"  # the program ended between a commit and its witness; the next one makes it good
    MISSING = "missing"  # brought here from another computer


@dataclass(frozen=True, slots=True)
class Verified:
    """A ledger whose chain was checked row by row: how many rows there are, and the hash of the last."""

    rows: int
    head: str
    witnessed: Witnessed


def verified(folder: Path, journal: Journal | None = None) -> tuple[Books, Verified | None]:
    """The ledger in a folder and how it verifies; None where there is no ledger. Nothing is written.

    `journal` takes every entry, as it is read.

    Raises
    ------
    LedgerRefused
        Damaged, rolled back or not readable.
    """
    if not exists(folder):
        return read_books(folder), None
    with reading(folder, True, None if journal is None else journal.note) as (_, books):
        witness = read_witness(books.identity)
    if witness is None:
        return books, Verified(books.rows, books.head, Witnessed.MISSING)
    same = (witness.row, witness.head) == (books.rows, books.head)
    return books, Verified(books.rows, books.head, Witnessed.AGREES if same else Witnessed.BEHIND)


def is_whole(folder: Path) -> bool:
    """Whether the rows follow from each other, whatever the witness says: tells damage from an old copy.

    False, too, where another program holds the ledger, so that it cannot be read: nothing is waited for.
    """
    return damage(folder) is None


def damage(folder: Path) -> chained.Damaged | None:
    """The first entry that is not sound, whatever the witness says; None where all of them are.

    One without a number (0) where that cannot be told: all entries can be read and yet the file is damaged,
    or it cannot be read at all.
    """
    found: chained.Damaged | None = None
    try:
        with (
            failing_as_refusal(folder),
            locked_to_read(folder, 0.0),
            closing(chained.connect(folder)) as connection,
        ):
            try:
                for _ in chained.rows_of(connection):
                    pass
            except chained.Damaged as damaged:
                found = damaged
    except LedgerRefused:
        return chained.Damaged()
    return found
