"""When the limit of an account was raised, and why."""

from __future__ import annotations

from explorer.app.ledger.ledger_view import said
from explorer.mark import N_, Sentence, verbatim
from explorer.release.ledger.accounts import EPSILON_DELTA, Account


def raised(account: Account) -> Sentence | None:
    """When the limit was last changed, from what, and why; None where it is the one of the opening."""
    if len(account.changes) < 2:
        return None
    before, now = account.changes[-2:]
    values = {"date": now.date or verbatim("–"), "before": said(before.limit, EPSILON_DELTA)}
    if now.reason:
        return N_("limit changed on {date}, before {before}: {reason}", **values, reason=now.reason)
    return N_("limit changed on {date}, before {before}; no reason was given", **values)
