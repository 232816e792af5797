"""Opening an account, or changing its limit: what may be opened, and in which currency."""

from __future__ import annotations

from dataclasses import replace

from explorer.mark import N_
from explorer.privacy.accounting.rho import largest_rho
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.accounts import EPSILON_DELTA, RHO, Account, Books
from explorer.release.values.amount import Amount, adds_up

_LARGEST = 10**6
LONGEST_REASON = 400


def check_limit(limit: Amount) -> None:
    """Whether so much may be a limit at all.

    Raises
    ------
    NotValid
    """
    if not 0 < limit.epsilon <= _LARGEST or not 0 <= limit.delta < 1:
        sentence = N_("the limit needs an ε above 0 and at most {most}, and a δ in [0, 1)", most=_LARGEST)
        raise NotValid(sentence, "limit-epsilon")
    if not (adds_up(limit.epsilon) and adds_up(limit.delta)):
        raise NotValid(N_("a limit must be a decimal, or p/q with q at most 1000"), "limit-epsilon")


def check_reason(reason: str) -> None:
    """Whether a reason can be logged: it stands in the ledger for good.

    Raises
    ------
    NotValid
    """
    if not reason.isprintable() or len(reason) > LONGEST_REASON:
        sentence = N_("a reason is one line of at most {most:plain} characters", most=LONGEST_REASON)
        raise NotValid(sentence, "reason")


def limited(books: Books, name: str, limit: Amount, apart: bool, currency: str | None) -> Account:
    """The account with its new limit.

    Raises
    ------
    NotValid
        A further account without `apart`; a limit below what is spent; another currency, or another δ.
    """
    held = books.accounts.get(name)
    if held is None and books.accounts and not apart:
        sentence = N_("a further account needs the statement that nobody in it is in any other account")
        raise NotValid(sentence, "account", hint=N_("--apart states it"))
    account = held or Account(name, limit, currency or EPSILON_DELTA, apart=apart)
    if currency not in (None, account.currency):
        sentence = N_(
            "the account “{name}” always counts in {currency}", name=name, currency=account.currency
        )
        raise NotValid(sentence, "currency")
    if account.currency == RHO:
        limit = _limit_of_rho(held, limit)
    if not account.total.within(limit):
        raise NotValid(N_("the limit is below what “{name}” has spent", name=name), "limit-epsilon")
    return replace(account, limit=limit)


def _limit_of_rho(held: Account | None, limit: Amount) -> Amount:
    """The same limit with its ρ; the δ that ρ is converted at never changes."""
    delta = held.limit.delta if held is not None and not limit.delta else limit.delta
    if not delta:
        sentence = N_("an account of ρ needs a limit of δ, at which ρ is converted")
        raise NotValid(sentence, "limit-delta", hint=N_("--limit-delta gives it"))
    if held is not None and delta != held.limit.delta:
        sentence = N_(
            "the account “{name}” always converts ρ at δ = {delta}", name=held.name, delta=held.limit.delta
        )
        raise NotValid(sentence, "limit-delta")
    return Amount(limit.epsilon, delta, largest_rho(limit.epsilon, delta))


def opening_body(account: Account, reason: str, date: str) -> dict[str, object]:
    """What the ledger writes down of an account that is opened."""
    return {
        "account": account.name,
        "currency": account.currency,
        "limit": account.limit.text(),
        "apart": account.apart,
        **_said(reason, date),
    }


def limit_body(account: Account, reason: str, date: str) -> dict[str, object]:
    """What the ledger writes down of a limit that is changed."""
    return {"account": account.name, "limit": account.limit.text(), **_said(reason, date)}


def _said(reason: str, date: str) -> dict[str, object]:
    return {"date": date, **({"reason": reason.strip()} if reason.strip() else {})}
