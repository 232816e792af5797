"""What has been spent, on disk, before anything is drawn.

Order of every release: check, commit the spend, draw, commit what was drawn, export. A crash after the
spend loses budget and never under-counts. One transaction at a time; every one checks the whole chain
and the witness first.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release import chain as chained
from explorer.release.accounts import (
    EMPTY,
    Account,
    Books,
    Entry,
    Spending,
    books_of,
)
from explorer.release.amount import Amount
from explorer.release.asking import check_account, check_budget, check_name
from explorer.release.chain import Chain
from explorer.release.faults import exists, failing_as_refusal, not_writable
from explorer.release.opening import check_limit, check_reason, limit_body, limited, opening_body
from explorer.release.places import state_folder
from explorer.release.witness import Witness, read_witness, write_witness
from explorer.release.writing import can_write_into


@dataclass(frozen=True, slots=True)
class Paid:
    """A spend that is durably written: what the draw may now use."""

    sequence: int
    release: str
    date: str
    account: str
    remaining: Amount


def read_books(folder: Path) -> Books:
    """The ledger in a folder, checked; empty where there is none. Nothing is written.

    Raises
    ------
    LedgerRefused
        Damaged, rolled back or not readable.
    """
    books = EMPTY
    if exists(folder):
        with failing_as_refusal(folder), closing(chained.connect(folder)) as connection:
            connection.execute("BEGIN")  # nobody commits between the chain and its witness
            books = books_of(_checked(connection))
    return books


def check_writable(folder: Path) -> None:
    """Whether a spend could be written, as far as can be told without writing.

    Raises
    ------
    LedgerRefused
    """
    for place in (folder, state_folder()):
        if not can_write_into(place):
            raise LedgerRefused(not_writable(place))
    if exists(folder):
        with failing_as_refusal(folder), closing(chained.connect(folder)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")


def open_account(
    folder: Path,
    name: str,
    limit: Amount,
    apart: bool = False,
    currency: str | None = None,
    reason: str = "",
) -> Account:
    """Open an account, or change the limit of one that is there; either is logged, with its `reason`.

    `currency` : "epsilon-delta", or "rho" for the largest ρ that gives the limit's ε at its δ, which stays
    fixed; None for the account's own, and "epsilon-delta" for a new one.

    Raises
    ------
    NotValid
        A further account without `apart`; a limit below what is spent or not positive; another currency.
    LedgerRefused
    """
    check_name(name)
    check_limit(limit)
    check_reason(reason)
    limited(read_books(folder), name, limit, apart, currency)
    check_writable(folder)
    with writing(folder) as pen:
        account = limited(pen.books, name, limit, apart, currency)
        if name in pen.books.accounts:
            pen.append("limit", limit_body(account, reason, _today()))
        else:
            pen.append("open", opening_body(account, reason, _today()))
    return read_books(folder).accounts[name]


def spend(folder: Path, spending: Spending, digest: bytes) -> Paid:
    """Write down the cost of a release, durably, before anything is drawn.

    `digest` is the SHA-256 of the file that was counted. The account is opened with the cost as its limit
    where there is none, and the file attached where it is new.

    Raises
    ------
    NotValid, OverBudget
        Nothing is written then.
    LedgerRefused
    """
    with writing(folder) as pen:
        books = pen.books
        fingerprint = books.fingerprint(digest)
        check_account(books, spending, fingerprint)
        check_budget(books, spending)
        account = books.accounts.get(spending.name)
        if account is None:
            limit = Amount(spending.cost.epsilon, spending.cost.delta)
            account = Account(spending.name, limit, apart=spending.apart)
            pen.append("open", opening_body(account, "", _today()))
        if fingerprint not in account.fingerprints:
            pen.append("attach", {"account": spending.name}, fingerprint)
        paid = Paid(
            sequence=books.releases + 1,
            release=secrets.token_hex(16),
            date=_today(),
            account=spending.name,
            remaining=account.after(spending.cost).remaining,
        )
        pen.append("spend", _spend_body(spending, paid), fingerprint)
    return paid


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _spend_body(spending: Spending, paid: Paid) -> dict[str, object]:
    return {
        "account": paid.account,
        "sequence": paid.sequence,
        "release": paid.release,
        "date": paid.date,
        "mechanism": spending.mechanism,
        "unit": spending.unit,
        "neighbours": spending.neighbours,
        **spending.cost.text(),
        "noise": [dict(each) for each in spending.noise],
        "plan": spending.plan,
    }


def keep(
    folder: Path,
    paid: Paid,
    counts: Sequence[Sequence[int]],
    files: Sequence[tuple[str, str]],
    found: Sequence[Sequence[str]] = (),
) -> None:
    """Keep what was drawn, so that exporting it again is free.

    `found` : the categories that each histogram found and published; empty where all are declared.

    Raises
    ------
    LedgerRefused
        It is paid and lost then.
    """
    body = {
        "sequence": paid.sequence,
        "remaining": paid.remaining.text(),
        "counts": [list(table) for table in counts],
        "files": [list(file) for file in files],
        "found": [list(labels) for labels in found],
    }
    with writing(folder) as pen:
        pen.append("drawn", body)


def entry_of(folder: Path, sequence: int) -> tuple[Entry, str, Mapping[str, object]]:
    """One release that was drawn: its entry, its plan as TOML, and what `keep` kept.

    Raises
    ------
    NotValid
        There is none of this number, or it was paid and never drawn.
    LedgerRefused
    """
    books = read_books(folder)
    entry = books.entry(sequence)
    if sequence not in books.drawn:
        sentence = N_(
            "release {sequence:plain} was paid but never drawn: there is nothing to write", sequence=sequence
        )
        raise NotValid(sentence, "sequence")
    return entry, books.plans[sequence], books.drawn[sequence]


class Pen:
    """One open transaction: rows are appended after those that were there."""

    def __init__(self, connection: sqlite3.Connection, chain: Chain) -> None:
        self._connection = connection
        self._last, self._head = len(chain.rows), chain.head
        self.books = books_of(chain)

    def append(self, kind: str, body: Mapping[str, object], fingerprint: str = "") -> None:
        """One more row of this transaction."""
        self._head = chained.append(self._connection, self._last, self._head, kind, body, fingerprint)
        self._last += 1


@contextmanager
def writing(folder: Path) -> Iterator[Pen]:
    """A transaction: committed and witnessed at the end, rolled back on any exception."""
    with failing_as_refusal(folder):
        chained.create(folder)
        with closing(chained.connect(folder)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                chain = _checked(connection)
                _witness(chain)  # before the commit: a folder that cannot be written refuses, unspent
                yield Pen(connection, chain)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            # It is written now: a refusal would deny that, and the next transaction witnesses it anyway
            with suppress(OSError, sqlite3.OperationalError):
                connection.execute("BEGIN IMMEDIATE")  # two windows must not witness in the wrong order
                _witness(chained.read_chain(connection))
                connection.execute("ROLLBACK")


def _witness(chain: Chain) -> None:
    write_witness(chain.identity, Witness(len(chain.rows), chain.head))


def _checked(connection: sqlite3.Connection) -> Chain:
    chain = chained.read_chain(connection)
    witness = read_witness(chain.identity)
    if witness is None:
        return chain
    if witness.row > len(chain.rows) or chain.rows[witness.row - 1].hash != witness.head:
        raise LedgerRefused(N_("the ledger was rolled back to an old copy: bring the newest one back"))
    return chain
