"""Where the statement of an account comes from: the ledger, read whole and verified."""

from __future__ import annotations

from pathlib import Path

from explorer.export.reports.account_statement import Statement, statement_of
from explorer.export.reports.report_sources import check_free
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.journal import Journal
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.verification import verified


def asked_statement(ledger: Path | None, account: str, out: Path, overwrite: bool, date: str) -> Statement:
    """The statement of an account that is to be written to `out`. Nothing is spent.

    Raises
    ------
    NotValid
        There is no such account, or `out` cannot be written.
    LedgerRefused
    """
    check_free(out, overwrite)
    journal = Journal()
    books, how = verified(ledger_folder(ledger), journal)
    if how is None or account not in books.accounts:
        raise NotValid(N_("the ledger has no account “{name}”", name=account), "account")
    return statement_of(books.accounts[account], journal.entries, how, date)
