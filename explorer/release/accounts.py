"""What the rows of a ledger add up to: accounts, what they have spent, and whether a release may spend."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.privacy.rho import epsilon_of_rho, rho_of_pure
from explorer.release.amount import Amount, amount
from explorer.release.chain import Chain, Row

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
class Books:
    """A ledger as it stands: accounts by name in the order of their opening, and what was drawn."""

    accounts: Mapping[str, Account]
    plans: Mapping[int, str]
    drawn: Mapping[int, Mapping[str, object]] = field(repr=False)
    key: bytes = field(default=b"", repr=False)

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
    """What a release asks for. `account` is None where nobody named one."""

    cost: Amount
    mechanism: str
    unit: str
    neighbours: str
    plan: str
    account: str | None = None
    apart: bool = False
    noise: tuple[Mapping[str, object], ...] = ()

    @property
    def name(self) -> str:
        """The account that is asked."""
        return DEFAULT if self.account is None else self.account


EMPTY = Books({}, {}, {})


def books_of(chain: Chain) -> Books:
    """The sum of all rows.

    Raises
    ------
    ValueError, KeyError, TypeError
        A row does not hold what its kind says.
    """
    accounts: dict[str, Account] = {}
    plans: dict[int, str] = {}
    drawn: dict[int, Mapping[str, object]] = {}
    for row in chain.rows[1:]:
        if row.kind == "drawn":
            sequence = int(str(row.body["sequence"]))
            drawn[sequence] = row.body
            accounts.update(_drawn(accounts.values(), sequence))
            continue
        name = str(row.body["account"])
        accounts[name] = _after(accounts.get(name), name, row)
        if row.kind == "spend":
            plans[int(str(row.body["sequence"]))] = str(row.body["plan"])
    return Books(accounts, plans, drawn, chain.key)


def _after(account: Account | None, name: str, row: Row) -> Account:
    body = row.body
    if row.kind == "open" and account is None:
        limit, apart = _amount(body["limit"]), bool(body["apart"])
        return Account(name, limit, str(body["currency"]), apart=apart, changes=(_change(body),))
    if account is None:
        raise ValueError("a row before its account")
    if row.kind == "limit":
        return replace(account, limit=_amount(body["limit"]), changes=(*account.changes, _change(body)))
    if row.kind == "attach":
        return replace(account, fingerprints=account.fingerprints | {row.fingerprint})
    if row.kind != "spend":
        raise ValueError("an unknown kind of row")
    entry = Entry(
        sequence=int(str(body["sequence"])),
        release=str(body["release"]),
        date=str(body["date"]),
        account=name,
        mechanism=str(body["mechanism"]),
        cost=amount(body),
        head=row.hash,
        noise=_noise(body.get("noise", [])),
    )
    return replace(
        account.after(entry.cost),
        unit=str(body["unit"]),
        neighbours=str(body["neighbours"]),
        entries=(*account.entries, entry),
    )


def _change(body: Mapping[str, object]) -> Change:
    return Change(_amount(body["limit"]), str(body.get("date", "")), str(body.get("reason", "")))


def _noise(kept: object) -> tuple[Mapping[str, object], ...]:
    if not isinstance(kept, list) or not all(isinstance(each, Mapping) for each in kept):
        raise ValueError("no noise")
    return tuple(kept)


def _amount(text: object) -> Amount:
    if not isinstance(text, Mapping):
        raise ValueError("no amount")
    return amount(text)


def _drawn(accounts: Iterable[Account], sequence: int) -> dict[str, Account]:
    return {
        account.name: replace(
            account,
            entries=tuple(
                replace(entry, drawn=entry.drawn or entry.sequence == sequence) for entry in account.entries
            ),
        )
        for account in accounts
    }
