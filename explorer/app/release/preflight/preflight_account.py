"""The lines of the account that is charged: whether it may be asked, what is left, what must be stated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from explorer.app.core import wording
from explorer.app.ledger.ledger_view import Ledger, protects
from explorer.app.release.preflight.preflight_line import Known, Line, Mend, refusal_of, waiting
from explorer.app.release.preflight.spend_summary import account_line, outlay_in
from explorer.mark import N_
from explorer.release.ledger.accounts import Books
from explorer.release.ledger.authorization import (
    FileOfAnother,
    check_account,
    check_budget,
    cost_of,
    spending_of,
)
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.sources.table_address import place_name

_LONGEST = 60  # characters of a proposed name


def _held(ledger: Ledger) -> Books:
    return Books({account.name: account for account in ledger.accounts}, {}, {})


def ledger_lines(known: Known, plan: ReleasePlan) -> Iterator[Line]:
    """What the ledger has to say about a release of this plan."""
    ledger = known.ledger
    if ledger is None or (ledger.refused is None and known.ready is None):
        yield waiting("account", N_("the ledger is being read"))
        return
    if ledger.refused is not None:
        yield Line("account", ledger.refused, False, (Mend.LEDGER,))
        return
    if known.ready is not None and known.ready.first is not None:
        plans = known.ready.field.startswith("privacy.")
        mends = (Mend.FIELD if plans else Mend.LEDGER,)
        yield Line("account", known.ready.first, False, mends, field=known.ready.field)
        return
    account = _account(known, plan, ledger)
    yield account
    if account.settled or account.field == "privacy.unit":  # else nothing can be asked of it at all
        yield _budget(known, plan, ledger)
        if known.further:
            yield _statement(known)


def _account(known: Known, plan: ReleasePlan, ledger: Ledger) -> Line:
    """Whether this account may be asked for this plan at all."""

    def check() -> None:
        check_account(_held(ledger), spending_of(plan, known.account or None, apart=True), None)

    if known.owner not in ("", known.name):
        return Line("account", FileOfAnother(known.owner).sentence, False, (Mend.ACCOUNT,))
    refusal, held = refusal_of(check), _held(ledger).accounts.get(known.name)
    if refusal is None:
        affords = held is not None and held.affords(cost_of(plan))  # else it is offered beside the budget
        mends = (Mend.NEW,) if affords and known.may_open else ()
        return Line("account", account_line(known.name, held, known.example), mends=mends)
    words = refusal.sentence
    if refusal.field == "privacy.unit" and held is not None:
        words = N_(
            "The account “{account}” protects {held}, but the plan protects {declared}",
            account=known.name,
            held=protects(held),
            declared=wording.plan_unit(plan),
        )
    new = (Mend.NEW,) if known.may_open and held is not None else ()
    return Line("account", words, False, (Mend.ACCOUNT, *new), field=refusal.field, asked=bool(new))


def _budget(known: Known, plan: ReleasePlan, ledger: Ledger) -> Line:
    found = outlay_in(plan, known.account or None, ledger)
    refusal = refusal_of(lambda: check_budget(_held(ledger), spending_of(plan, known.account or None)))
    if refusal is None and not found.over:
        return Line("budget", found.line)
    new = (Mend.NEW,) if known.may_open else ()
    return Line("budget", found.line, False, (Mend.LIMIT, *new), asked=bool(new))


def _statement(known: Known) -> Line:
    if known.stated:
        return Line(
            "statement", N_("You state that nobody in {file} is in another account", file=_file_name(known))
        )
    words = N_(
        "State that nobody in {file} is in any account but “{account}”, which this release opens",
        file=_file_name(known),
        account=known.name,
    )
    new = (Mend.NEW,) if known.may_open else ()
    return Line("statement", words, False, (Mend.STATE, *new) if known.csv else (), asked=bool(new))


def proposed_account(csv: str, ledger: Ledger) -> str:
    """A name for a new account, after the file: one that the ledger does not have."""
    taken = {each.name.casefold() for each in ledger.accounts}
    name = (
        "".join(each for each in Path(place_name(csv)).stem if each.isprintable()).strip()[:_LONGEST].strip()
    )
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(each for each in names if each and each.casefold() not in taken)


def _file_name(known: Known) -> object:
    return place_name(known.csv) if known.csv else N_("the file")
