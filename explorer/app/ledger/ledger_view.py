"""The ledger as it is looked at: read in the background, told in sentences. It decides nothing.

Everything here follows from what the ledger holds; of files it keeps fingerprints alone, and those are
left behind at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.plotting.figure import Answers
from explorer.mark import N_, RoundedBound, Rounding, Sentence, at_most, verbatim
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import LedgerRefused
from explorer.privacy.target import Neighbours
from explorer.release.ledger.accounts import RHO, Account
from explorer.release.ledger.advice import Advised, advice
from explorer.release.ledger.disk_faults import exists, what_is_damaged
from explorer.release.ledger.journal import Journal, JournalEntry
from explorer.release.ledger.reader import is_replaced
from explorer.release.ledger.verification import Verified, damage, verified
from explorer.release.queries.query import every_query
from explorer.release.values.amount import Amount

_LONGEST = 12  # characters of an exact number; what is longer is rounded, and said to be
_REMEMBERED = 8  # readings back in which an older answer stands in


@dataclass(frozen=True)
class Ledger:
    """What was read. `refused` instead of all the rest where it does not verify.

    `whole` : the rows follow from each other all the same, so that it is the witness that refuses.
    `damage` : which entry is not sound, where one can be named.
    `missing` : this computer has seen a ledger in the folder, and there is none any more.
    `replaced` : there is another one than was last used there.
    """

    accounts: tuple[Account, ...] = ()
    entries: tuple[JournalEntry, ...] = field(default=(), repr=False)
    titles: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    verified: Verified | None = None
    refused: Sentence | None = None
    whole: bool = True
    damage: Sentence | None = None
    missing: bool = False
    replaced: bool = False

    @property
    def releases(self) -> int:
        """How many were paid for."""
        return len(self.titles)


@dataclass(frozen=True, slots=True)
class LedgerRead(Request):
    """The ledger in a folder, read for the `revision`-th time; no folder, no ledger."""

    folder: Path | None
    revision: int

    def __call__(self) -> Ledger:
        if self.folder is None:
            return Ledger()
        journal = Journal()
        try:
            books, how = verified(self.folder, journal)
        except LedgerRefused as refusal:
            missing = not exists(self.folder)
            found = None if missing else damage(self.folder)
            replaced = found is None and not missing and _is_replaced(self.folder)
            named = what_is_damaged(found) if found is not None and found.row else None
            return Ledger(
                refused=refusal.sentence,
                whole=found is None,
                damage=named,
                missing=missing,
                replaced=replaced,
            )
        accounts = tuple(replace(each, fingerprints=frozenset()) for each in books.accounts.values())
        known = {plan: _title(plan) for plan in set(books.plans.values())}
        titles = {sequence: known[plan] for sequence, plan in books.plans.items()}
        return Ledger(accounts, journal.entries, MappingProxyType(titles), how)


def _is_replaced(folder: Path) -> bool:
    with suppress(LedgerRefused):
        return is_replaced(folder)
    return False


def _title(plan: str) -> str:
    """What a plan calls itself, else the name of its first table."""
    top, _, _ = plan.partition("\n[")  # `write_plan` puts what belongs to no table first
    if title := str(tomllib.loads(top).get("title", "")):
        return title
    document = tomllib.loads(plan)
    names = [str(each.get("name", "")) for kind in every_query() for each in document.get(kind, [])]
    return next(iter(names), "")


@dataclass(frozen=True, slots=True)
class Advising(Request):
    """What the spends of an account come to by tighter bounds."""

    account: Account

    def __hash__(self) -> int:
        """By its name and its newest entry: the exact parameters of the noise are not hashed."""
        account = self.account
        return hash((account.name, account.limit, *(entry.head for entry in account.entries[-1:])))

    def __call__(self) -> tuple[Advised, ...]:
        return advice(self.account)


def standing(question: LedgerRead, answers: Answers) -> tuple[Ledger | None, bool]:
    """The answer, or the newest one before it; and whether it is the answer to this very question."""
    for back in range(min(question.revision, _REMEMBERED) + 1):
        found = answers.get(replace(question, revision=question.revision - back))
        if isinstance(found, Ledger):
            return found, back == 0
    return None, False


def chosen(ledger: Ledger, *names: str) -> Account | None:
    """The first of these accounts that there is, else the first of all."""
    held = {account.name: account for account in ledger.accounts}
    return next((held[name] for name in names if name in held), next(iter(ledger.accounts), None))


# Amounts


def short(value: Fraction, towards: Rounding = Rounding.UP) -> Sentence:
    """An exact number; one that is too long to be read is rounded, and says so: up, but what is left down."""
    nearest = float(value)
    if Fraction(repr(nearest)) == value and len(repr(nearest)) <= _LONGEST:
        return N_("{value:full}", value=nearest)
    text = exact_text(value)
    return (
        verbatim(text) if len(text) <= _LONGEST else N_("≈ {value:6}", value=RoundedBound(nearest, towards))
    )


def said(some: Amount, currency: str) -> Sentence:
    """An amount in a currency; a δ of nothing is not spoken of."""
    if currency == RHO:
        return N_("ρ {rho}", rho=_rho(some))
    if some.delta:
        return N_("ε {epsilon}, δ {delta}", epsilon=short(some.epsilon), delta=short(some.delta))
    return N_("ε {epsilon}", epsilon=short(some.epsilon))


def currency(account: Account) -> Sentence:
    """What adds up in an account."""
    if account.currency == RHO:
        return N_("sum of ρ, converted at δ = {delta}", delta=short(account.limit.delta))
    return N_("sums of ε and δ")


def protects(account: Account) -> Sentence:
    """Whom an account protects, and which neighbours."""
    if not account.unit:
        return N_("set by its first release: unit and neighbours")
    named = account.unit.removeprefix("other: ")
    whom = wording.UNITS.get(account.unit) or N_("one {unit}", unit=named)
    return N_(
        "{whom} ({neighbours})", whom=whom, neighbours=wording.NEIGHBOURS[Neighbours(account.neighbours)]
    )


def share(account: Account) -> float:
    """How much of the limit is spent, in [0, 1]: of ε or of δ, whichever is nearer to its end; of ρ."""
    spent, limit = account.total, account.limit
    pairs = [(spent.epsilon, limit.epsilon), (spent.delta, limit.delta)]
    if account.currency == RHO:
        pairs = [(spent.rho or Fraction(0), limit.rho or Fraction(0))]
    return float(max((used / most for used, most in pairs if most), default=Fraction(0)))


def balance(account: Account) -> Sentence:
    """What is left, of what."""
    left, limit = account.limit - account.total, account.limit
    if account.currency == RHO:
        return N_("ρ {left} of {limit} left", left=_rho(left, Rounding.DOWN), limit=_rho(limit))
    rest = short(left.epsilon, Rounding.DOWN)
    epsilon = N_("ε {left} of {limit} left", left=rest, limit=short(limit.epsilon))
    if not limit.delta:
        return epsilon
    rest = short(left.delta, Rounding.DOWN)
    return N_("{epsilon}, δ {left} of {limit}", epsilon=epsilon, left=rest, limit=short(limit.delta))


def _rho(some: Amount, towards: Rounding = Rounding.UP) -> Sentence:
    return short(some.rho or Fraction(0), towards)


def outlays(account: Account) -> Sentence:
    """What was spent in how many releases; of ρ also what it comes to."""
    count = len(account.entries)
    if account.currency == RHO and account.entries:
        return N_(
            "{spent} spent, converted ε {epsilon} of {limit}; releases: {count:plain}",
            spent=said(account.total, RHO),
            epsilon=short(account.spent.epsilon),
            limit=short(account.limit.epsilon),
            count=count,
        )
    return N_(
        "{spent} spent; releases: {count:plain}", spent=said(account.total, account.currency), count=count
    )


# Releases


@dataclass(frozen=True)
class Spend:
    """One release in the list: `cost` and `total` (with all before) in the account's currency."""

    sequence: int
    date: str
    title: Sentence
    release: str
    mechanism: Sentence
    cost: Sentence
    total: Sentence
    drawn: bool


def spends(ledger: Ledger, account: Account) -> tuple[Spend, ...]:
    """The releases of an account, oldest first."""
    total, found = Amount(), []
    for entry in account.entries:
        charge = account.charge(entry.cost)
        total = total + charge
        mechanism = every_mechanism().get(entry.mechanism)
        title = ledger.titles.get(entry.sequence) or ""
        found.append(
            Spend(
                entry.sequence,
                entry.date,
                verbatim(title) if title else N_("no title"),
                entry.release[:8],
                mechanism.title if mechanism is not None else verbatim(entry.mechanism),
                said(charge, account.currency),
                said(total, account.currency),
                entry.drawn,
            )
        )
    return tuple(found)


# Advice

GATES = N_(
    "Advice only: what may be spent follows from the account's own currency, even if a bound here "
    "is smaller. Bounds other than the sums of ε, δ or ρ hold for releases that were all chosen "
    "beforehand."
)


def advised_value(advised: Advised) -> Sentence:
    """The ε that a bound gives, at its δ."""
    if advised.upper is None:
        return verbatim("–")
    return N_("ε {epsilon} at δ {delta}", epsilon=at_most(advised.upper), delta=short(advised.delta))
