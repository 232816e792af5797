"""Whether a release may ask an account: whose people they are, which unit and currency, and how much."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid, OverBudget
from explorer.release.ledger.accounts import DEFAULT, RHO, Account, Books, Spending
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import write_plan
from explorer.release.values.amount import Amount

_LONGEST_NAME = 80


class FileOfAnother(NotValid):
    """The file has been released or attached before, by an account of its own. `owner` : its name."""

    def __init__(self, owner: str, field: str = "account") -> None:
        super().__init__(
            N_("this file belongs to the account “{name}”: spend from that one", name=owner), field
        )
        self.owner = owner

    def at(self, field: str) -> FileOfAnother:
        return type(self)(self.owner, field)


def spending_of(
    plan: ReleasePlan, account: str | None = None, apart: bool = False, act: Act = UNSAID
) -> Spending:
    """What a plan asks an account for: its whole epsilon and delta. `act` is logged with it.

    Raises
    ------
    NotValid
        The account's name is none, or what is said of the act is no line.
    """
    privacy = plan.privacy
    check_name(DEFAULT if account is None else account)
    act.check()
    return Spending(
        cost=cost_of(plan),
        mechanism=privacy.mechanism,
        unit=privacy.protected,
        neighbours=privacy.neighbours.value,
        plan=_written(plan),
        account=account,
        apart=apart,
        act=act,
        signers=privacy.signers,
        noise=tuple(
            {
                "histogram": each.name,
                "epsilon": exact_text(privacy.epsilon if privacy.rho is not None else part.parameter),
                **part.described(),
            }
            for index, each in enumerate(plan.queries)
            for part in each.charges(plan.terms_of(index))
        ),
    )


@lru_cache(maxsize=4)  # a long list is written for a second, and each look before a release asks for it
def _written(plan: ReleasePlan) -> str:
    return write_plan(plan)


def cost_of(plan: ReleasePlan) -> Amount:
    """What a plan spends: its ε and δ, and for Gaussian noise the ρ that gives them."""
    return Amount(plan.privacy.epsilon, plan.privacy.delta, plan.privacy.rho)


def check_name(name: str) -> None:
    """An account's name is one line of printable characters.

    Raises
    ------
    NotValid
    """
    if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST_NAME:
        sentence = N_(
            "an account's name has 1 to {most:plain} printable characters, no blanks around it",
            most=_LONGEST_NAME,
        )
        raise NotValid(sentence, "account")


def check_account(books: Books, spending: Spending, fingerprint: str | None) -> None:
    """Whether this account may be asked at all for this plan and this file (None: not known yet).

    Raises
    ------
    NotValid
        Another account has the file; the file is new and nobody says whose; another unit.
    """
    account = books.accounts.get(spending.name)
    for other in books.accounts.values():
        if fingerprint in other.fingerprints and other.name != spending.name:
            raise FileOfAnother(other.name)
    if account is None:
        if books.accounts and not spending.apart:
            sentence = N_(
                "a further account needs the statement that nobody in this file is in any other account"
            )
            raise NotValid(sentence, "account", hint=N_("--apart states it"))
        return
    if account.unit and (account.unit, account.neighbours) != (spending.unit, spending.neighbours):
        sentence = N_(
            "the account “{name}” protects the unit “{unit}” under {neighbours}: declare the same",
            name=account.name,
            unit=account.unit,
            neighbours=account.neighbours,
        )
        raise NotValid(sentence, "privacy.unit")
    if account.currency == RHO and spending.cost.delta and spending.cost.rho is None:
        sentence = N_("the account “{name}” counts ρ, but a threshold has no ρ", name=account.name)
        raise NotValid(sentence, "account")
    unknown = fingerprint is not None and fingerprint not in account.fingerprints
    if unknown and account.fingerprints and spending.account is None:
        sentence = N_("this file is new or edited: name the account of the people in it")
        raise NotValid(sentence, "account", hint=N_("--account names it"))


def check_budget(books: Books, spending: Spending) -> None:
    """Whether the account has enough left; an account that is opened now has exactly enough.

    Raises
    ------
    OverBudget
    """
    account = books.accounts.get(spending.name)
    if account is None or account.affords(spending.cost):
        return
    sentence = N_(
        "over budget: {asked} asked, {left} left in the account “{name}”",
        asked=_said(account, account.charge(spending.cost)),
        left=_said(account, account.limit - account.total),
        name=account.name,
    )
    raise OverBudget(sentence, "privacy.epsilon", hint=N_("`ledger open` raises a limit on purpose"))


def _said(account: Account, some: Amount) -> Sentence:
    """An amount in the account's currency; a delta of nothing is not spoken of."""
    if account.currency == RHO:
        return N_("ρ = {rho}", rho=some.rho)
    epsilon, delta = max(some.epsilon, Fraction(0)), max(some.delta, Fraction(0))
    if delta:
        return N_("ε = {epsilon}, δ = {delta}", epsilon=epsilon, delta=delta)
    return N_("ε = {epsilon}", epsilon=epsilon)
