"""What has been spent, on disk, before anything is drawn.

Order of every release: check, commit the spend, draw, commit what was drawn, export. A crash after the
spend loses budget and never under-counts. One transaction at a time; every one checks the whole chain
and the witness first.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid, NotWritten
from explorer.release.ledger import hash_chain as chained
from explorer.release.ledger.accounts import EMPTY, Account, Books, Spending
from explorer.release.ledger.act import Act
from explorer.release.ledger.authorization import check_account, check_budget, check_name
from explorer.release.ledger.disk_faults import exists, failing_as_refusal, not_writable, read_only
from explorer.release.ledger.disk_room import give_back, take_room
from explorer.release.ledger.locations import state_folder
from explorer.release.ledger.lock import locked
from explorer.release.ledger.new_account import (
    check_limit,
    check_reason,
    limit_body,
    limited,
    opening_body,
)
from explorer.release.ledger.reader import check_not_missing, is_replaced, reading
from explorer.release.ledger.transaction import CommitFailed, LedgerTransaction, transaction, writing
from explorer.release.ledger.witness import missing_ledger
from explorer.release.values.amount import Amount
from explorer.release.values.atomic_file import can_write_into


@dataclass(frozen=True, slots=True)
class Paid:
    """A spend that is durably written: what the draw may now use.

    `row` and `head` are its place in the ledger; `room` is the file that holds the disk's room for what will
    be drawn.
    """

    sequence: int
    release: str
    date: str
    account: str
    remaining: Amount
    row: int = 0
    head: str = ""
    room: Path | None = None


def read_books(folder: Path) -> Books:
    """The ledger in a folder, checked; empty where there is none. Nothing is written.

    Raises
    ------
    LedgerRefused
        Damaged, rolled back, missing or not readable.
    """
    if not exists(folder):
        check_not_missing(folder)
        return EMPTY
    with reading(folder) as (_, books):
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
        if not os.access(folder / chained.FILE_NAME, os.W_OK):  # SQLite would begin to read
            raise LedgerRefused(read_only(folder))
        with (
            failing_as_refusal(folder),
            locked(folder, chained.WAIT),
            closing(chained.connect(folder)) as connection,
        ):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")


def open_account(
    folder: Path,
    name: str,
    limit: Amount,
    apart: bool = False,
    currency: str | None = None,
    reason: str = "",
    actor: str | None = None,
) -> Account:
    """Open an account, or change the limit of one that is there; either is logged, with its `reason`.

    `actor` : who does it; None for the system's user name.

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
    act = Act(actor)
    act.check()
    limited(read_books(folder), name, limit, apart, currency)
    check_writable(folder)
    with writing(folder) as pen:
        account = limited(pen.books, name, limit, apart, currency)
        if name in pen.books.accounts:
            pen.append("limit", {**limit_body(account, reason, _today()), **act.body()})
        else:
            pen.append("open", {**opening_body(account, reason, _today()), **act.body()})
    return read_books(folder).accounts[name]


def restart(folder: Path, reason: str, actor: str | None = None) -> Books:
    """Start a new ledger where the one that this computer knows of is gone; logged with its `reason`, and as
    done by `actor` (None: the system's user name).

    Where another ledger took its place, go on with that one.

    Raises
    ------
    NotValid
        No ledger is missing here, or the reason is empty or no line.
    LedgerRefused
    """
    check_reason(reason)
    act = Act(actor)
    act.check()
    if not reason.strip():
        raise NotValid(
            N_("state why the earlier ledger is gone, in one line: it is logged permanently"), "reason"
        )
    known = exists(folder)
    if not is_replaced(folder) if known else missing_ledger(folder) is None:
        sentence = N_("no ledger is missing in {folder}: there is nothing to restart", folder=str(folder))
        raise NotValid(sentence, "ledger")
    body = {"date": _today(), "reason": reason.strip(), **act.body()}
    with writing(folder, anew=body) as pen:
        if known:
            pen.append("restart", body)
    return read_books(folder)


def spend(folder: Path, spending: Spending, digest: bytes, room: int = 0) -> Paid:
    """Write down the cost of a release, durably, before anything is drawn.

    `digest` is the SHA-256 of the file that was counted, `room` the bytes that `keep` will write at most (0
    where nothing will be kept): they are set aside on the disk with the spend. The account is opened with the
    cost as its limit where there is none, and the file attached where it is new.

    Raises
    ------
    NotValid, OverBudget
        Nothing is written then.
    LedgerRefused
        Nothing is written then, either.
    NotWritten
        The disk failed in the midst of it: it is charged, or may be, and nothing may be drawn.
    """
    held: Path | None = None
    paid: Paid | None = None
    try:
        with transaction(folder) as pen:
            paid = _spend(pen, spending, digest)
            held = take_room(folder, room) if room else None
        return replace(paid, room=held)
    except CommitFailed as failed:
        give_back(held)
        reason, stands = failed.reason, failed.stands
    except BaseException:
        give_back(held)
        raise
    if stands is False or paid is None:
        raise LedgerRefused(reason)
    hint = None if stands else N_("`ledger show` tells what is charged")
    raise NotWritten(_charged(paid, stands, reason), "ledger", hint)


def _charged(paid: Paid, stands: bool | None, reason: Sentence) -> Sentence:
    if stands:
        return N_(
            "release {sequence:plain} is charged, but nothing was drawn: the disk reported an error "
            "({reason})",
            sequence=paid.sequence,
            reason=reason,
        )
    return N_(
        "release {sequence:plain} may be charged, and nothing was drawn: the disk reported an error "
        "({reason}); look into the ledger",
        sequence=paid.sequence,
        reason=reason,
    )


def _spend(pen: LedgerTransaction, spending: Spending, digest: bytes) -> Paid:
    books = pen.books
    fingerprint = books.fingerprint(digest)
    check_account(books, spending, fingerprint)
    check_budget(books, spending)
    account = books.accounts.get(spending.name)
    said = spending.act.body()
    done = {key: value for key, value in said.items() if key == "actor"}
    if account is None:
        limit = Amount(spending.cost.epsilon, spending.cost.delta)
        account = Account(spending.name, limit, apart=spending.apart)
        pen.append("open", {**opening_body(account, "", _today()), **done})
    if fingerprint not in account.fingerprints:
        pen.append("attach", {"account": spending.name, **said}, fingerprint)
    paid = Paid(
        sequence=books.releases + 1,
        release=secrets.token_hex(16),
        date=_today(),
        account=spending.name,
        remaining=account.after(spending.cost).remaining,
    )
    for signer in spending.signers:
        body = {"account": paid.account, "sequence": paid.sequence, "signed_off": signer, "date": paid.date}
        pen.append("sign", {**body, **done})
    pen.append("spend", {**_spend_body(spending, paid), **said}, fingerprint)
    return replace(paid, row=pen.last, head=pen.head)


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
    give_back(paid.room)
    try:
        with transaction(folder, after=paid) as pen:
            pen.append("drawn", body)
    except CommitFailed as failed:
        if not failed.stands:
            raise LedgerRefused(failed.reason) from None
