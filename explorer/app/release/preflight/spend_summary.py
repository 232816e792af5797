"""What a release would cost its account, in sentences that a person agrees to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from explorer.app.core import wording
from explorer.app.core.state import Releasing
from explorer.app.ledger.ledger_view import Ledger, balance, short
from explorer.app.release.plan.plan_draft import judged
from explorer.mark import N_, Sentence, at_least, at_most, verbatim
from explorer.release.drawn import Drawn
from explorer.release.ledger.accounts import DEFAULT, RHO, Account
from explorer.release.ledger.authorization import cost_of
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import missing_signer


@dataclass(frozen=True)
class Outlay:
    """`line` stands among what is settled before the release, `rows` are agreed to.

    `rows` : what is spent, of which account, what is left then, who vouches for the bound, who signed the
    plan off; each with its name. `title` : the plan's. `account` : the name of the account that is charged.
    `further` : it would be opened beside others, so that somebody must state that nobody is in two.
    """

    line: Sentence
    rows: tuple[tuple[Sentence, Sentence], ...]
    title: Sentence
    over: bool = False  # more than is left: the ledger will refuse
    account: str = DEFAULT
    further: bool = False


def outlay(plan: ReleasePlan, account: str | None, ledger: Path | None = None) -> Outlay:
    """What a ledger says about a release of `plan` on `account`.

    `ledger` is the temporary one of a demonstration; None for this computer's own.

    Raises
    ------
    LedgerRefused
        The ledger is damaged, rolled back or not readable.
    """
    name = account or DEFAULT
    accounts = read_books(ledger_folder(ledger)).accounts
    found = outlay_of(plan, name, accounts.get(name))
    return replace(found, further=bool(accounts) and name not in accounts)


def outlay_in(plan: ReleasePlan, account: str | None, ledger: Ledger) -> Outlay:
    """The same of a ledger as it was read before."""
    name = account or DEFAULT
    held = next((each for each in ledger.accounts if each.name == name), None)
    found = outlay_of(plan, name, held)
    return replace(found, further=bool(ledger.accounts) and held is None)


def outlay_of(plan: ReleasePlan, name: str, held: Account | None) -> Outlay:
    """The same of one account; `held` is None where it is not opened yet."""
    if held is None:
        line = N_(
            "Spends {asked} and opens the account “{account}” with that as its limit; {unit}.",
            asked=asked(plan),
            unit=wording.plan_unit(plan),
            account=name,
        )
    else:
        line = _line(held, plan)
    over = held is not None and not _allowed(held, plan)
    title = verbatim(plan.title or plan.queries[0].name)
    return Outlay(line, _rows(plan, name, held, over), title, over, name)


def account_line(name: str, held: Account | None, example: bool = False) -> Sentence:
    """An account, and what it has; of an `example`, that it is no real one."""
    account = (
        N_("Account “{account}” of a temporary ledger", account=name)
        if example
        else N_("Account “{account}”", account=name)
    )
    if held is None:
        return N_("{account}: not opened yet", account=account)
    return N_("{account}: {left}", account=account, left=balance(held))


def _rows(
    plan: ReleasePlan, name: str, held: Account | None, over: bool
) -> tuple[tuple[Sentence, Sentence], ...]:
    spent = N_("{asked}, never returned; {unit}", asked=_charged(plan, held), unit=wording.plan_unit(plan))
    if held is None:
        account, left = N_("“{account}”, opened with exactly that limit", account=name), N_("nothing")
    else:
        account = N_("“{account}”, now {left}", account=name, left=balance(held))
        left = N_("more than is left: it will be refused") if over else balance(held.after(cost_of(plan)))
    signed_off = "; ".join(plan.privacy.signers)
    signed = N_("signed off by {signed_off}", signed_off=signed_off) if signed_off else N_("by nobody")
    if signed_off and plan.privacy.locked:
        signed = N_("signed off by {signed_off}; locked", signed_off=signed_off)
    signed = missing_signer(plan) or signed
    return (
        (N_("spends"), spent),
        (N_("of the account"), account),
        (N_("left afterwards"), left),
        (N_("contribution limit"), vouched(plan)),
        (N_("plan signed off"), signed),
    )


def _charged(plan: ReleasePlan, held: Account | None) -> Sentence:
    """What is asked; pure ε in an account of ρ with what it is charged as."""
    cost, said = cost_of(plan), asked(plan)
    if held is None or held.currency != RHO or cost.rho is not None or cost.delta:
        return said
    return N_("{asked}, charged as ρ = {rho}", asked=said, rho=at_most(float(held.charge(cost).rho or 0)))


def drawn_of(releasing: Releasing) -> tuple[Drawn, ...]:
    """The releases of this window by the plan that is open now, whoever signed it off and whatever its title.

    Another plan has none: its first draw is no second one.
    """
    plan = judged(releasing.plan)[0] if releasing.plan else None
    if plan is None or not releasing.drawn:
        return ()
    return tuple(each for each in releasing.drawn if _counted(each.plan) == _counted(plan))


def _counted(plan: ReleasePlan) -> ReleasePlan:
    """A plan without what changes no number."""
    privacy = replace(plan.privacy, signed_off="", locked=False, signed_digest="")
    return replace(plan, title="", privacy=privacy)


def again(drawn: tuple[Drawn, ...]) -> Sentence | None:
    """What a further draw means once there is one."""
    if not drawn:
        return None
    return N_(
        "Release {sequence:plain} is drawn already. This draws once more and spends a second time; exporting "
        "what was drawn is free.",
        sequence=drawn[-1].sequence,
    )


def _allowed(held: Account, plan: ReleasePlan) -> bool:
    """Whether the account has enough, in a currency that the plan can pay."""
    cost = cost_of(plan)
    payable = held.currency != RHO or cost.rho is not None or not cost.delta
    return payable and held.affords(cost)


def asked(plan: ReleasePlan) -> Sentence:
    """What a plan spends: δ only where there is one, and the ρ of Gaussian noise."""
    cost = cost_of(plan)
    if cost.rho is not None:
        return N_(
            "ε = {epsilon}, δ = {delta} as ρ = {rho}",
            epsilon=short(cost.epsilon),
            delta=short(cost.delta),
            rho=at_most(float(cost.rho)),
        )
    if cost.delta:
        return N_("ε = {epsilon}, δ = {delta}", epsilon=short(cost.epsilon), delta=short(cost.delta))
    return N_("ε = {epsilon}", epsilon=short(cost.epsilon))


def _line(held: Account, plan: ReleasePlan) -> Sentence:
    cost, said = cost_of(plan), asked(plan)
    if held.currency == RHO and cost.rho is None:
        if cost.delta:
            return N_("The account “{account}” counts ρ, but a threshold has no ρ.", account=held.name)
        said = _charged(plan, held)
    if not held.affords(cost):
        return N_(
            "{asked} is more than “{account}” has ({left}): raise its limit on purpose, or choose another",
            asked=said,
            account=held.name,
            left=balance(held),
        )
    after = held.after(cost)
    if held.currency == RHO:
        return N_(
            "Spends {asked} ({unit}) of “{account}”; afterwards {left}, which gives about ε = {epsilon} "
            "at δ = {delta}.",
            asked=said,
            unit=wording.plan_unit(plan),
            account=held.name,
            left=balance(after),
            epsilon=at_least(float(after.remaining.epsilon)),
            delta=short(held.limit.delta),
        )
    return N_(
        "Spends {asked} ({unit}) of “{account}”; afterwards {left}.",
        asked=said,
        unit=wording.plan_unit(plan),
        account=held.name,
        left=balance(after),
    )


def vouched(plan: ReleasePlan) -> Sentence:
    """Who vouches for the bound on contributions."""
    privacy = plan.privacy
    if privacy.unit == "row":
        return N_("It protects one record, not a person who has several.")
    if privacy.rows_per_person == 1:
        return _vouched_for_one(privacy.id_column)
    if privacy.id_column is None:
        return N_(
            "You state that nobody has more than {rows} {rows:row|rows}; the program doesn't enforce it.",
            rows=privacy.rows_per_person,
        )
    return N_(
        "At most {rows} {rows:row|rows} per person are kept, enforced by the column “{column}”.",
        rows=privacy.rows_per_person,
        column=privacy.id_column,
    )


def _vouched_for_one(id_column: str | None) -> Sentence:
    if id_column is None:
        return N_("You state that nobody has more than 1 row; the program doesn't enforce it.")
    return N_("At most 1 row per person is kept, enforced by the column “{column}”.", column=id_column)


def paid(drawn: Drawn) -> Sentence:
    """What a release that is paid for still allows."""
    return N_(
        "spent and drawn as release {sequence:plain}; exporting is free, later also in Ledger",
        sequence=drawn.sequence,
    )
