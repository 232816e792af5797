"""A ledger that is read: whole, as far as its witness has seen it, and the one that was last used there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger import hash_chain as chained
from explorer.release.ledger.accounts import Books
from explorer.release.ledger.balances import books_of
from explorer.release.ledger.disk_faults import failing_as_refusal
from explorer.release.ledger.lock import locked_to_read
from explorer.release.ledger.witness import Witness, is_another, missing_ledger, read_witness

Seen = Callable[[chained.Row], None]
ROLLED_BACK = N_("the ledger was rolled back to an old copy: bring the newest one back")
RESTART_HINT = N_("`ledger restart` states that")


@contextmanager
def reading(
    folder: Path, pages: bool = False, seen: Seen | None = None
) -> Iterator[tuple[sqlite3.Connection, Books]]:
    """A ledger that exists, checked, and its file, in which nothing changes meanwhile.

    `pages` : the structure of the file is checked as well (`hash_chain.rows_of`); `seen` is called with every
    row as it is read.

    Raises
    ------
    LedgerRefused
    """
    with (
        failing_as_refusal(folder),
        locked_to_read(folder, chained.WAIT),
        closing(chained.connect(folder)) as connection,
    ):
        connection.execute("BEGIN")  # nobody commits between the chain and its witness
        yield connection, checked_books(connection, folder, pages, seen)


def check_not_missing(folder: Path) -> None:
    """Whether a folder without a ledger has never held one that this computer knows of.

    Raises
    ------
    LedgerRefused
        It has: a new ledger would forget what was spent.
    """
    if missing_ledger(folder) is not None:
        sentence = N_(
            "the ledger that was in {folder} is gone, and with it what was spent: put its file "
            "back; or, if it is permanently lost, start a new one on purpose",
            folder=str(folder),
        )
        raise LedgerRefused(sentence, hint=RESTART_HINT)


def checked_books(
    connection: sqlite3.Connection, folder: Path | None, pages: bool = True, seen: Seen | None = None
) -> Books:
    """The ledger, whole and as far as its witness; in a `folder` no other one than was last used there."""
    rows = chained.rows_of(connection, pages)
    first = next(rows)
    identity, key = chained.named_by(connection, first)
    books = books_of(_shown(chain([first], rows), seen), identity, key)
    check_witness(connection, identity, books.rows)
    if folder is not None and is_another(folder, identity):
        raise LedgerRefused(_another(folder), hint=RESTART_HINT)
    return books


def _shown(rows: Iterator[chained.Row], seen: Seen | None) -> Iterator[chained.Row]:
    """The same rows, each shown first to whoever wants to see it; one that makes no sense is damaged."""
    for row in rows:
        if seen is not None:
            try:
                seen(row)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise chained.Damaged(row.number) from None
        yield row


def _another(folder: Path) -> Sentence:
    return N_(
        "the ledger in {folder} is not the one that was last used there, whose spends it does not know: put "
        "that one back; or, if this one is right, state so",
        folder=str(folder),
    )


def is_replaced(folder: Path) -> bool:
    """Whether a whole ledger lies in a folder where this computer last used another one.

    Raises
    ------
    LedgerRefused
        Damaged, rolled back or not readable.
    """
    with failing_as_refusal(folder), closing(chained.connect(folder)) as connection:
        connection.execute("BEGIN")
        return is_another(folder, checked_books(connection, None).identity)


def check_witness(connection: sqlite3.Connection, identity: str, last: int) -> None:
    if contradicts(read_witness(identity), connection, last):
        raise LedgerRefused(ROLLED_BACK)


def contradicts(witness: Witness | None, connection: sqlite3.Connection, last: int) -> bool:
    """Whether the witness has seen a row that a ledger of `last` rows does not hold."""
    if witness is None:
        return False
    return not 0 < witness.row <= last or chained.hash_at(connection, witness.row) != witness.head
