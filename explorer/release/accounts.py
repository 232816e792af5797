"""What the rows of a ledger add up to: accounts, what they have spent, and whether a release may spend."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, OverBudget
from explorer.release.amount import Amount, amount
from explorer.release.chain import Chain, Row

DEFAULT = "default"
NOTHING = Amount()
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Entry:
    """One release that was paid. `drawn` is False where the program stopped before the draw was kept."""

    sequence: int
    release: str
    date: str
    account: str
    mechanism: str
    cost: Amount
    head: str
    drawn: bool = False

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
class Account:
    """Some people, and what may be and has been spent on them.

    `unit` and `neighbours` are fixed by the first release and empty before it. `fingerprints` recognise
    the files attached.
    """

    name: str
    limit: Amount
    currency: str = "epsilon-delta"
    spent: Amount = NOTHING
    unit: str = ""
    neighbours: str = ""
    apart: bool = False
    fingerprints: frozenset[str] = field(default=frozenset(), repr=False)
    entries: tuple[Entry, ...] = ()

    @property
    def remaining(self) -> Amount:
        """What may still be spent."""
        return self.limit - self.spent

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
        return Account(name, _amount(body["limit"]), str(body["currency"]), apart=bool(body["apart"]))
    if account is None:
        raise ValueError("a row before its account")
    if row.kind == "limit":
        return replace(account, limit=_amount(body["limit"]))
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
    )
    return replace(
        account,
        spent=account.spent + entry.cost,
        unit=str(body["unit"]),
        neighbours=str(body["neighbours"]),
        entries=(*account.entries, entry),
    )


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
            sentence = N_("this file belongs to the account “{name}”: spend from that one", name=other.name)
            raise NotValid(sentence, "account")
    if account is None:
        if books.accounts and not spending.apart:
            sentence = N_("a further account needs --apart: nobody in this file is in any other account")
            raise NotValid(sentence, "account")
        return
    if account.unit and (account.unit, account.neighbours) != (spending.unit, spending.neighbours):
        sentence = N_(
            "the account “{name}” protects the unit “{unit}” under {neighbours}: declare the same",
            name=account.name,
            unit=account.unit,
            neighbours=account.neighbours,
        )
        raise NotValid(sentence, "privacy.unit")
    unknown = fingerprint is not None and fingerprint not in account.fingerprints
    if unknown and account.fingerprints and spending.account is None:
        sentence = N_("this file is new or edited: say with --account whose people are in it")
        raise NotValid(sentence, "account")


def check_budget(books: Books, spending: Spending) -> None:
    """Whether the account has enough left; an account that is opened now has exactly enough.

    Raises
    ------
    OverBudget
    """
    account = books.accounts.get(spending.name)
    if account is None or (account.spent + spending.cost).within(account.limit):
        return
    short = account.remaining
    sentence = N_(
        "over budget: {asked} asked, {left} left in the account “{name}”; "
        "`ledger open` raises a limit on purpose",
        asked=_said(spending.cost),
        left=_said(Amount(max(short.epsilon, Fraction(0)), max(short.delta, Fraction(0)))),
        name=account.name,
    )
    raise OverBudget(sentence, "privacy.epsilon")


def _said(some: Amount) -> Sentence:
    """An amount in a sentence; a delta of nothing is not spoken of."""
    if some.delta:
        return N_("ε = {epsilon}, δ = {delta}", epsilon=some.epsilon, delta=some.delta)
    return N_("ε = {epsilon}", epsilon=some.epsilon)
