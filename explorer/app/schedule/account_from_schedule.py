"""A plan that becomes an account of the ledger: what would be opened, in sentences that are agreed to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from explorer.app.core.request import release_of
from explorer.app.core.state import State
from explorer.app.schedule import year_totals
from explorer.app.schedule.year_record import amount_of, exact_amount, promised
from explorer.app.schedule.year_totals import Group
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.concentrated import release_rho
from explorer.privacy.accounting.rho import DIGITS, epsilon_of_rho, largest_rho, rho_of_pure
from explorer.privacy.refusal import NotValid
from explorer.privacy.status import Status
from explorer.release.ledger.accounts import DEFAULT, EPSILON_DELTA, Account
from explorer.release.ledger.authorization import check_name
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.values.amount import Amount


@dataclass(frozen=True, slots=True)
class Opening:
    """An account that is not opened yet. `further`: the ledger has others, so that nobody may be in both.

    `limit` : with its ρ where the `currency` is that.
    """

    name: str
    limit: Amount
    releases: int
    summary: Sentence
    further: bool
    currency: str = EPSILON_DELTA


def group_named(state: State, people: str) -> Group | None:
    """The group of a label; the first where none is named so."""
    every = year_totals.groups(state)
    return next((each for each in every if each.people == people), every[0] if every else None)


def opening(
    state: State, people: str, name: str, ledger: Path | None = None, currency: str = EPSILON_DELTA
) -> Opening:
    """What the account `name` (the default one where empty) would be, for the releases of one group.

    Its limit is Σε and Σδ of all releases, exact and rounded up, so that they just fit; in the currency ρ
    the least ε, at the δ that the group may spend, whose ρ holds the Σρ that the ledger counts for them.

    Raises
    ------
    NotValid
        Nothing to open, a line whose (ε, δ) is not proven or that has no ρ where that is counted, no name
        of an account, or there is such an account already.
    LedgerRefused
        The ledger is damaged, rolled back or not readable.
    """
    group = group_named(state, people)
    if group is None or year_totals.conflicts(state):
        raise NotValid(N_("there is no total to open an account for: correct the plan first"), "schedule")
    _check_kept(state, group)
    name = name.strip() or DEFAULT
    check_name(name)
    books = read_books(ledger_folder(ledger))
    if name in books.accounts:
        sentence = N_(
            "there is an account “{name}” already: choose another name, or raise its limit on purpose",
            name=name,
        )
        raise NotValid(sentence, "account")
    limit = amount_of(state, group) if currency == EPSILON_DELTA else _limit_in_rho(state, group)
    count = sum(state.schedule.releases[row].count for row in group.rows)
    summary = (
        _summary(name, limit, count) if currency == EPSILON_DELTA else _summary_in_rho(name, limit, count)
    )
    return Opening(name, limit, count, summary, bool(books.accounts), currency)


def rho_of(state: State, group: Group) -> Fraction:
    """Σρ as a ledger counts it: ε²/2 of a pure release, of another the largest ρ that gives its (ε, δ).

    So much the program's own releases of these (ε, δ) are charged, exactly.

    Raises
    ------
    NotValid
        A line has a δ and no ρ.

    Source
    ------
    Bun & Steinke (2016), Proposition 1.4; Canonne, Kamath & Steinke (2020), Proposition 12.
    """
    total = Fraction(0)
    for row in group.rows:
        line = state.schedule.releases[row]
        epsilon, delta = promised(line)
        if delta and release_rho(release_of(line.setting)) is None:
            sentence = N_(
                "no account in ρ: “{name}” has a δ and no ρ, as only Gaussian noise without a sample has; "
                "count in ε and δ",
                name=line.name,
            )
            raise NotValid(sentence, "currency")
        asked = exact_amount(epsilon)
        total += line.count * (largest_rho(asked, exact_amount(delta)) if delta else rho_of_pure(asked))
    return total


def _limit_in_rho(state: State, group: Group) -> Amount:
    """The limit as a ledger takes it, an ε at a δ, of which it makes the ρ."""
    if not 0 < group.delta < 1:
        raise NotValid(N_("an account in ρ converts it at the total δ: set a total δ above 0"), "currency")
    spent, delta = rho_of(state, group), exact_amount(group.delta)
    epsilon = max(epsilon_of_rho(spent, delta), Fraction(1, 10**DIGITS))  # a large δ alone may hold it
    while (held := largest_rho(epsilon, delta)) < spent:  # both have 12 digits: the next ε may be the first
        epsilon += Fraction(10) ** (math.floor(math.log10(epsilon)) - DIGITS + 1)
    return Amount(epsilon, delta, held)


def _check_kept(state: State, group: Group) -> None:
    """A ledger adds up what releases promise: only what is proven to be kept may become a limit."""
    found = year_totals.unkept(state, group)
    if found is None:
        return
    line, claim = found
    if claim.status is Status.FALSE:
        sentence = N_(
            "no account: “{name}” does not reach the ε and δ that it claims: {reason}",
            name=line.name,
            reason=claim.reason or N_("not a guarantee"),
        )
    else:
        sentence = N_(
            "no account: the ε and δ of “{name}” are not proven: {reason}",
            name=line.name,
            reason=claim.reason or N_("not a guarantee"),
        )
    raise NotValid(sentence, "schedule")


def _summary(name: str, limit: Amount, count: int) -> Sentence:
    values = {"name": name, "epsilon": limit.epsilon, "delta": limit.delta}
    if count == 1:
        return N_(
            "The account “{name}” may then spend a total of ε = {epsilon} and δ = {delta}: the "
            "cost of the planned release. That release sets its unit and neighbours.",
            **values,
        )
    return N_(
        "The account “{name}” may then spend a total of ε = {epsilon} and δ = {delta}: the sum "
        "over the {count} planned releases. Its first release sets its unit and neighbours.",
        count=count,
        **values,
    )


def _summary_in_rho(name: str, limit: Amount, count: int) -> Sentence:
    values = {"name": name, "rho": limit.rho, "epsilon": limit.epsilon, "delta": limit.delta}
    if count == 1:
        return N_(
            "The account “{name}” may then spend a total of ρ = {rho}, converted to ε = {epsilon} "
            "at δ = {delta}: the cost of the planned release. That release sets its unit and "
            "neighbours.",
            **values,
        )
    return N_(
        "The account “{name}” may then spend a total of ρ = {rho}, converted to ε = {epsilon} at δ "
        "= {delta}: the sum over the {count} planned releases. Its first release sets its unit and "
        "neighbours.",
        count=count,
        **values,
    )


def open_planned(asked: Opening, apart: bool, ledger: Path | None = None) -> Account:
    """Open it; logged in the ledger.

    Raises
    ------
    NotValid
        A further account without the statement that nobody in it is in any other, or a limit that cannot be.
    LedgerRefused
    """
    if asked.further and not apart:
        sentence = N_("the ledger has other accounts: state that nobody in this one is in any of them")
        raise NotValid(sentence, "apart")
    limit = Amount(asked.limit.epsilon, asked.limit.delta)  # of which the ledger makes the ρ itself
    return open_account(ledger_folder(ledger), asked.name, limit, apart, asked.currency)
