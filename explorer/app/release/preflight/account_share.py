"""How much of an account's limit is spent, and what a plan would spend: for a bar, not for a decision."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.ledger.ledger_view import Ledger
from explorer.release.ledger.accounts import DEFAULT, RHO
from explorer.release.ledger.authorization import cost_of
from explorer.release.plan.declarations import ReleasePlan


@dataclass(frozen=True, slots=True)
class AccountShare:
    """Parts of the limit, in [0, 1]; `over` where the plan asks for more than is left."""

    spent: float
    this: float
    over: bool


def account_share(plan: ReleasePlan, account: str | None, ledger: Ledger) -> AccountShare | None:
    """The parts of the account that is charged; None where it is not open, or the plan can't pay in it."""
    held = next((each for each in ledger.accounts if each.name == (account or DEFAULT)), None)
    cost = cost_of(plan)
    if held is None:
        return None
    if held.currency == RHO:
        amounts = (
            held.limit.rho,
            held.spent.rho,
            held.charge(cost).rho if not cost.delta or cost.rho else None,
        )
    else:
        amounts = held.limit.epsilon, held.spent.epsilon, cost.epsilon
    limit, spent, this = (None if each is None else float(each) for each in amounts)
    if not limit or spent is None or this is None:
        return None
    before = min(spent / limit, 1.0)
    return AccountShare(before, min(this / limit, 1.0 - before), not held.affords(cost))
