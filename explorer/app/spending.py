"""What a release would cost its account, in sentences that a person agrees to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.app import wording
from explorer.app.ledgers import balance, short
from explorer.mark import N_, Sentence, verbatim
from explorer.release.accounts import DEFAULT, RHO, Account
from explorer.release.asking import cost_of
from explorer.release.declared import ReleasePlan
from explorer.release.drawn import Drawn
from explorer.release.ledger import read_books
from explorer.release.places import ledger_folder


@dataclass(frozen=True)
class Outlay:
    """`line` stands beside the button, `summary` and `vouched` are agreed to, `account_line` in the head."""

    line: Sentence
    summary: Sentence
    vouched: Sentence
    account_line: Sentence
    title: Sentence
    over: bool = False  # more than is left: the ledger will refuse


def outlay(plan: ReleasePlan, account: str | None, ledger: Path | None = None) -> Outlay:
    """What a ledger says about a release of `plan` on `account`.

    `ledger` is the temporary one of a demonstration; None for this computer's own.

    Raises
    ------
    LedgerRefused
        The ledger is damaged, rolled back or not readable.
    """
    name = account or DEFAULT
    held = read_books(ledger_folder(ledger)).accounts.get(name)
    if held is None:
        line = N_(
            "Spends {asked} ({unit}) and opens the account “{account}” with that as its limit.",
            asked=_asked(plan),
            unit=wording.plan_unit(plan),
            account=name,
        )
        head = N_("account “{account}”: not opened yet", account=name)
    else:
        line = _line(held, plan)
        head = N_("account “{account}”: {left}", account=name, left=balance(held))
    if ledger is not None:
        head = N_("a shipped example: charged to a temporary ledger; {account}", account=head)
    over = held is not None and not _allowed(held, plan)
    title = verbatim(plan.title or plan.histograms[0].name)
    summary = N_("{line} What is spent never comes back.", line=line)
    return Outlay(line, summary, _vouched(plan), head, title, over)


def _allowed(held: Account, plan: ReleasePlan) -> bool:
    """Whether the account has enough, in a currency that the plan can pay."""
    cost = cost_of(plan)
    payable = held.currency != RHO or cost.rho is not None or not cost.delta
    return payable and held.affords(cost)


def _asked(plan: ReleasePlan) -> Sentence:
    """What a plan spends: δ only where there is one, and the ρ of Gaussian noise."""
    cost = cost_of(plan)
    if cost.rho is not None:
        return N_(
            "ε = {epsilon}, δ = {delta} as ρ = {rho:4}",
            epsilon=short(cost.epsilon),
            delta=short(cost.delta),
            rho=float(cost.rho),
        )
    if cost.delta:
        return N_("ε = {epsilon}, δ = {delta}", epsilon=short(cost.epsilon), delta=short(cost.delta))
    return N_("ε = {epsilon}", epsilon=short(cost.epsilon))


def _line(held: Account, plan: ReleasePlan) -> Sentence:
    cost, asked = cost_of(plan), _asked(plan)
    if held.currency == RHO and cost.rho is None:
        if cost.delta:
            return N_("The account “{account}” counts ρ, which a threshold has none of.", account=held.name)
        asked = N_("{asked}, charged as ρ = {rho:4}", asked=asked, rho=float(held.charge(cost).rho or 0))
    if not held.affords(cost):
        return N_(
            "{asked} is more than “{account}” has ({left}); `ledger open` raises a limit on purpose",
            asked=asked,
            account=held.name,
            left=balance(held),
        )
    after = held.after(cost)
    if held.currency == RHO:
        return N_(
            "Spends {asked} ({unit}) of “{account}”; afterwards {left}, which gives about ε = {epsilon:4} "
            "at δ = {delta}.",
            asked=asked,
            unit=wording.plan_unit(plan),
            account=held.name,
            left=balance(after),
            epsilon=float(after.remaining.epsilon),
            delta=short(held.limit.delta),
        )
    return N_(
        "Spends {asked} ({unit}) of “{account}”; afterwards {left}.",
        asked=asked,
        unit=wording.plan_unit(plan),
        account=held.name,
        left=balance(after),
    )


def _vouched(plan: ReleasePlan) -> Sentence:
    """Who vouches for the bound on contributions."""
    privacy = plan.privacy
    if privacy.unit == "row":
        return N_("It protects one row, not one person who has several.")
    if privacy.id_column is None:
        return N_(
            "That nobody has more than {rows} rows is your word: nothing enforces it.",
            rows=privacy.rows_per_person,
        )
    return N_(
        "At most {rows} rows a person are kept, enforced by the column “{column}”.",
        rows=privacy.rows_per_person,
        column=privacy.id_column,
    )


def paid(drawn: Drawn) -> Sentence:
    """What a release that is paid for still allows."""
    return N_(
        "paid and drawn as release {sequence:plain}; exporting is free, later too with `ledger export`",
        sequence=drawn.sequence,
    )
