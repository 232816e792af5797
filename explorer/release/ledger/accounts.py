"""What the rows of a ledger add up to: accounts, what they have spent, and whether a release may spend."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.accounting.rho import epsilon_of_rho, rho_of_pure
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.values.amount import Amount

DEFAULT = "default"
EPSILON_DELTA, RHO = "epsilon-delta", "rho"
NOTHING = Amount()


@dataclass(frozen=True, slots=True)
class Entry:
    """One release that was paid. `drawn` is False where the program stopped before the draw was kept.

    `noise` holds the exact parameters of each histogram; empty in ledgers of version 0.1.
    """

    sequence: int
    release: str
    date: str
    account: str
    mechanism: str
    cost: Amount
    head: str
    drawn: bool = False
    noise: tuple[Mapping[str, object], ...] = ()

    def answer(self) -> dict[str, object]:
        """As `ledger show` tells it."""
        named = {"sequence": self.sequence, "release": self.release, "date": self.date}
        return {
            **named,
            "mechanism": self.mechanism,
            **self.cost.text(),
            "head": self.head,
            "drawn": self.drawn,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A limit as it was set once: when ("" in ledgers of version 0.1), and why, where somebody said so."""

    limit: Amount
    date: str = ""
    reason: str = ""

    def answer(self) -> dict[str, object]:
        """As `ledger show` tells it."""
        return {"limit": self.limit.text(), "date": self.date or None, "reason": self.reason or None}


@dataclass(frozen=True, slots=True)
class Account:
    """Some people, and what may be and has been spent on them.

    `unit` and `neighbours` are fixed by the first release and empty before it. `fingerprints` recognise
    the files attached. `total` is what has been charged, in the account's currency: ε and δ, or ρ alone,
    which is shown as the ε that it comes to at the δ of `limit`.
    """

    name: str
    limit: Amount
    currency: str = EPSILON_DELTA
    total: Amount = NOTHING
    unit: str = ""
    neighbours: str = ""
    apart: bool = False
    fingerprints: frozenset[str] = field(default=frozenset(), repr=False)
    entries: tuple[Entry, ...] = ()
    changes: tuple[Change, ...] = ()  # of the limit, the first one at the opening

    @property
    def spent(self) -> Amount:
        """What has been spent; a ρ converted, rounded up."""
        return self._shown(self.total.rho, True) if self.currency == RHO else self.total

    @property
    def remaining(self) -> Amount:
        """What may still be spent; a ρ converted, rounded down, so that it may be asked for."""
        if self.currency != RHO:
            return self.limit - self.total
        if self.total.rho is None:
            return self.limit
        return self._shown((self.limit.rho or Fraction(0)) - self.total.rho, False)

    def _shown(self, rho: Fraction | None, up: bool) -> Amount:
        if not rho:
            return Amount(rho=Fraction(0))
        return Amount(epsilon_of_rho(rho, self.limit.delta, up), self.limit.delta, rho)

    def charge(self, cost: Amount) -> Amount:
        """What a release of this cost adds to `total`: pure ε enters an account of ρ as ε²/2, rounded up."""
        if self.currency == RHO:
            return Amount(rho=rho_of_pure(cost.epsilon) if cost.rho is None else cost.rho)
        return Amount(cost.epsilon, cost.delta)

    def after(self, cost: Amount) -> Account:
        """The same account once a release of this cost is paid."""
        return replace(self, total=self.total + self.charge(cost))

    def total_of(self, costs: Mapping[Amount, int]) -> Amount:
        """What releases of these costs, each so many times, add up to in the account's currency."""
        total = NOTHING
        for cost, times in costs.items():
            each = self.charge(cost)
            rho = None if each.rho is None else each.rho * times
            total += Amount(each.epsilon * times, each.delta * times, rho)
        return total

    def affords(self, cost: Amount) -> bool:
        """Whether a release of this cost stays within the limit."""
        return self.after(cost).total.within(self.limit)

    def answer(self) -> dict[str, object]:
        """As `ledger list` tells it."""
        return {
            "account": self.name,
            "currency": self.currency,
            "limit": self.limit.text(),
            "spent": self.spent.text(),
            "remaining": self.remaining.text(),
            "unit": self.unit or None,
            "neighbours": self.neighbours or None,
        }


@dataclass(frozen=True, slots=True)
class Restart:
    """An earlier ledger of this folder was missing, and a new one was started on purpose: when, and why."""

    date: str
    reason: str

    def answer(self) -> dict[str, object]:
        """As `ledger verify` tells it."""
        return {"date": self.date, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Books:
    """A ledger as it stands: accounts by name in the order of their opening, and what was drawn.

    `plans` holds the plan of each release by its sequence number, `drawn` the number of the row that keeps
    what was drawn. `rows` and `head` are the number of the last row and its hash; `identity` is empty where
    there is no ledger.
    """

    accounts: Mapping[str, Account]
    plans: Mapping[int, str]
    drawn: Mapping[int, int]
    key: bytes = field(default=b"", repr=False)
    identity: str = ""
    rows: int = 0
    head: str = ""
    restarts: tuple[Restart, ...] = ()

    @property
    def releases(self) -> int:
        """How many releases were paid."""
        return len(self.plans)

    def fingerprint(self, digest: bytes) -> str:
        """The keyed fingerprint of a file with this SHA-256: equal files are recognised here only."""
        return hashlib.blake2b(digest, key=self.key, digest_size=32).hexdigest()

    def entry(self, sequence: int) -> Entry:
        """One release.

        Raises
        ------
        NotValid
            There is none of this number.
        """
        for account in self.accounts.values():
            for entry in account.entries:
                if entry.sequence == sequence:
                    return entry
        raise NotValid(N_("the ledger has no release {sequence:plain}", sequence=sequence), "sequence")


@dataclass(frozen=True, slots=True)
class Spending:
    """What a release asks for. `account` is None where nobody named one.

    `act` is what a person says of it, `signers` who signed its plan off: both are logged.
    """

    cost: Amount
    mechanism: str
    unit: str
    neighbours: str
    plan: str
    account: str | None = None
    apart: bool = False
    noise: tuple[Mapping[str, object], ...] = ()
    act: Act = UNSAID
    signers: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The account that is asked."""
        return DEFAULT if self.account is None else self.account


EMPTY = Books({}, {}, {})
