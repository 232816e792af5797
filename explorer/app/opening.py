"""A plan that becomes an account of the ledger: what would be opened, in sentences that are agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.app import yearly
from explorer.app.state import State
from explorer.app.yearly import Group
from explorer.app.yearly_record import amount_of
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid
from explorer.privacy.status import Status
from explorer.release.accounts import DEFAULT, Account
from explorer.release.amount import Amount
from explorer.release.asking import check_name
from explorer.release.ledger import open_account, read_books
from explorer.release.places import ledger_folder


@dataclass(frozen=True, slots=True)
class Opening:
    """An account that is not opened yet. `further`: the ledger has others, so that nobody may be in both."""

    name: str
    limit: Amount
    releases: int
    summary: Sentence
    further: bool


def group_named(state: State, people: str) -> Group | None:
    """The group of a label; the first where none is named so."""
    every = yearly.groups(state)
    return next((each for each in every if each.people == people), every[0] if every else None)


def opening(state: State, people: str, name: str, ledger: Path | None = None) -> Opening:
    """What the account `name` (the default one where empty) would be, for the releases of one group.

    Its limit is Σε and Σδ of all releases, exact and rounded up, so that they just fit. Currency: ε and δ.

    Raises
    ------
    NotValid
        Nothing to open, a line whose (ε, δ) is not proven, no name of an account, or there is such an
        account already.
    LedgerRefused
        The ledger is damaged, rolled back or not readable.
    """
    group = group_named(state, people)
    if group is None or yearly.conflicts(state):
        raise NotValid(N_("there is no total to open an account for: mend the plan first"), "planning")
    _check_kept(state, group)
    name = name.strip() or DEFAULT
    check_name(name)
    books = read_books(ledger_folder(ledger))
    if name in books.accounts:
        sentence = N_(
            "there is an account “{name}” already: choose another name, or raise its limit on purpose with "
            "`ledger open`",
            name=name,
        )
        raise NotValid(sentence, "account")
    limit = amount_of(state, group)
    count = sum(state.planning.releases[row].count for row in group.rows)
    return Opening(name, limit, count, _summary(name, limit, count), bool(books.accounts))


def _check_kept(state: State, group: Group) -> None:
    """A ledger adds up what releases promise: only what is proven to be kept may become a limit."""
    found = yearly.unkept(state, group)
    if found is None:
        return
    line, claim = found
    if claim.status is Status.FALSE:
        sentence = N_(
            "no account: “{name}” does not keep the ε and δ that it promises: {reason}",
            name=line.name,
            reason=claim.reason or N_("not a guarantee"),
        )
    else:
        sentence = N_(
            "no account: that “{name}” keeps its ε and δ is not proven: {reason}",
            name=line.name,
            reason=claim.reason or N_("not a guarantee"),
        )
    raise NotValid(sentence, "planning")


def _summary(name: str, limit: Amount, count: int) -> Sentence:
    values = {"name": name, "epsilon": limit.epsilon, "delta": limit.delta}
    if count == 1:
        return N_(
            "The account “{name}” may then spend ε = {epsilon} and δ = {delta} in all: what the one planned "
            "release costs. It fixes its unit and neighbours with that release.",
            **values,
        )
    return N_(
        "The account “{name}” may then spend ε = {epsilon} and δ = {delta} in all: what the {count} planned "
        "releases add up to. It fixes its unit and neighbours with its first release.",
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
    return open_account(ledger_folder(ledger), asked.name, asked.limit, apart)
