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

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release import chain as chained
from explorer.release.accounts import (
    EMPTY,
    Account,
    Books,
    Entry,
    Spending,
    books_of,
    check_account,
    check_budget,
    check_name,
)
from explorer.release.amount import Amount, adds_up
from explorer.release.chain import Chain, Damaged
from explorer.release.places import state_folder
from explorer.release.witness import Witness, read_witness, write_witness
from explorer.release.writing import can_write_into

_LARGEST = 10**6
_DAMAGED = (Damaged, ValueError, KeyError, TypeError)


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
    if _exists(folder):
        with _failing_as_refusal(folder), closing(chained.connect(folder)) as connection:
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
            raise LedgerRefused(_not_writable(place))
    if _exists(folder):
        with _failing_as_refusal(folder), closing(chained.connect(folder)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")


def open_account(folder: Path, name: str, limit: Amount, apart: bool = False) -> Account:
    """Open an account, or change the limit of one that is there; either is logged.

    Raises
    ------
    NotValid
        A further account without `apart`; a limit below what is spent or not positive.
    LedgerRefused
    """
    check_name(name)
    if not 0 < limit.epsilon <= _LARGEST or not 0 <= limit.delta < 1:
        sentence = N_("the limit needs an ε above 0 and at most {most}, and a δ in [0, 1)", most=_LARGEST)
        raise NotValid(sentence, "limit-epsilon")
    if not (adds_up(limit.epsilon) and adds_up(limit.delta)):
        raise NotValid(N_("a limit must be a decimal, or p/q with q at most 1000"), "limit-epsilon")
    _check_opening(read_books(folder), name, limit, apart)
    check_writable(folder)
    with _writing(folder) as pen:
        _check_opening(pen.books, name, limit, apart)
        if name in pen.books.accounts:
            pen.append("limit", {"account": name, "limit": limit.text()})
        else:
            pen.append("open", _opening(name, limit, apart))
    return read_books(folder).accounts[name]


def _check_opening(books: Books, name: str, limit: Amount, apart: bool) -> None:
    account = books.accounts.get(name)
    if account is None and books.accounts and not apart:
        sentence = N_("a further account needs --apart: nobody in it is in any other account")
        raise NotValid(sentence, "account")
    if account is not None and not account.spent.within(limit):
        raise NotValid(N_("the limit is below what “{name}” has spent", name=name), "limit-epsilon")


def _opening(name: str, limit: Amount, apart: bool) -> dict[str, object]:
    return {"account": name, "currency": "epsilon-delta", "limit": limit.text(), "apart": apart}


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
    with _writing(folder) as pen:
        books = pen.books
        fingerprint = books.fingerprint(digest)
        check_account(books, spending, fingerprint)
        check_budget(books, spending)
        account = books.accounts.get(spending.name)
        if account is None:
            account = Account(spending.name, spending.cost)
            pen.append("open", _opening(spending.name, spending.cost, spending.apart))
        if fingerprint not in account.fingerprints:
            pen.append("attach", {"account": spending.name}, fingerprint)
        paid = Paid(
            sequence=books.releases + 1,
            release=secrets.token_hex(16),
            date=datetime.now(UTC).date().isoformat(),
            account=spending.name,
            remaining=account.remaining - spending.cost,
        )
        pen.append("spend", _spend_body(spending, paid), fingerprint)
    return paid


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
        "plan": spending.plan,
    }


def keep(folder: Path, paid: Paid, counts: Sequence[Sequence[int]], files: Sequence[tuple[str, str]]) -> None:
    """Keep what was drawn, so that exporting it again is free.

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
    }
    with _writing(folder) as pen:
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


class _Pen:
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
def _writing(folder: Path) -> Iterator[_Pen]:
    """A transaction: committed and witnessed at the end, rolled back on any exception."""
    with _failing_as_refusal(folder):
        chained.create(folder)
        with closing(chained.connect(folder)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                chain = _checked(connection)
                _witness(chain)  # before the commit: a folder that cannot be written refuses, unspent
                yield _Pen(connection, chain)
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


def _exists(folder: Path) -> bool:
    """Whether there is a ledger (or something in its place, which will be refused)."""
    try:
        (folder / chained.FILE_NAME).lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


@contextmanager
def _failing_as_refusal(folder: Path) -> Iterator[None]:
    """What SQLite and the operating system say becomes one of two refusals."""
    try:
        yield
        return
    except sqlite3.OperationalError as error:
        sentence = _operational(folder, getattr(error, "sqlite_errorcode", 0) & 0xFF)
    except OSError:
        sentence = _not_writable(folder)
    except (sqlite3.Error, *_DAMAGED):
        sentence = _damaged(folder)
    raise LedgerRefused(sentence)


def _operational(folder: Path, code: int) -> Sentence:
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return N_("the ledger in {folder} is in use by another program: try again", folder=str(folder))
    return _damaged(folder) if code == sqlite3.SQLITE_ERROR else _not_writable(folder)


def _not_writable(folder: Path) -> Sentence:
    return N_("the ledger in {folder} cannot be written: make the folder writable", folder=str(folder))


def _damaged(folder: Path) -> Sentence:
    return N_("the ledger in {folder} is damaged: bring a whole copy back", folder=str(folder))
