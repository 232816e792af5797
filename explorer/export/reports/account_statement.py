"""The statement of one account for an auditor: every entry, totals by kind, and the head of the ledger.

It is made of the ledger alone. It holds what published files never do: who acted, when, and the hash that
the whole ledger ends with. It is for whoever audits, not for publication, and says so.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.app.ledger import entry_list, ledger_view
from explorer.export.reports.blocks import Block, Facts, Grid, Heading, Paragraph, Report
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text
from explorer.release.ledger.accounts import RHO, Account
from explorer.release.ledger.journal import EntryKind, JournalEntry
from explorer.release.ledger.verification import Verified
from explorer.release.values.amount import Amount

FORMATS = ("pdf", "csv", "json")
NOT_PUBLIC = N_(
    "For an auditor, not for publication: it says who acted and when. Its hashes allow the ledger to be "
    "compared, entry by entry, with what is stated here."
)
_COLUMNS = (
    *("record", "entry", "moment", "kind", "account", "logged_as", "purpose", "file", "file_number"),
    *(
        "release",
        "release_id",
        "signed_off_by",
        "mechanism",
        "epsilon",
        "delta",
        "rho",
        "entries",
        "hash",
        "forms",
    ),
)
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Statement:
    """What is stated: the account as the ledger had it on `date`, its entries and those of the ledger as a
    whole (created, restarted), which nobody's account may leave out.
    """

    account: Account
    entries: tuple[JournalEntry, ...]
    verified: Verified
    date: str

    @property
    def totals(self) -> Mapping[EntryKind, tuple[int, Amount | None]]:
        """How many entries of each kind there are, and what those that spent come to."""
        counted = {
            kind: count for kind in EntryKind if (count := sum(entry.kind is kind for entry in self.entries))
        }
        spent = self.account.spent
        return {kind: (count, spent if kind is EntryKind.SPENT else None) for kind, count in counted.items()}


def statement_of(
    account: Account, entries: tuple[JournalEntry, ...], verified: Verified, date: str
) -> Statement:
    """The statement of an account, from all entries of its ledger."""
    return Statement(
        account, tuple(entry for entry in entries if entry.account in ("", account.name)), verified, date
    )


def statement_json(statement: Statement) -> str:
    """As JSON: exact amounts as text, what is not there null."""
    totals = [
        {"kind": kind.value, "entries": count, "spent": None if spent is None else spent.text()}
        for kind, (count, spent) in statement.totals.items()
    ]
    data = {
        "schema": 1,
        "date": statement.date,
        **statement.account.answer(),
        "ledger": {"entries": statement.verified.rows, "head": statement.verified.head},
        "totals": totals,
        "entries": [entry.answer() for entry in statement.entries],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def statement_csv(statement: Statement) -> str:
    """As CSV: one row a record, which is an `entry`, a `total` of a kind, the `limit`, what is `spent` and
    `remaining`, or the `head` of the ledger.
    """
    held = io.StringIO()
    writer = csv.DictWriter(held, _COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for record in _records(statement):
        writer.writerow({key: _plain(value) for key, value in record.items()})
    return held.getvalue()


def _plain(value: object) -> str:
    """Text that a spreadsheet takes for a formula gets a mark before it; numbers stay as they are."""
    text = "" if value is None else str(value)
    number = isinstance(value, int | Fraction)
    return f"'{text}" if not number and text.startswith(_FORMULAS) else text


def _records(statement: Statement) -> Iterator[dict[str, object]]:
    account = statement.account
    for entry in statement.entries:
        yield {
            "record": "entry",
            "entry": entry.number,
            "moment": entry.moment,
            "kind": entry.kind.value,
            "account": entry.account,
            "logged_as": entry.actor,
            "purpose": entry.purpose,
            "file": entry.file,
            "file_number": entry.file_number,
            "release": entry.sequence,
            "release_id": entry.release,
            "signed_off_by": entry.signer,
            "mechanism": entry.mechanism,
            **(_parts(entry.amount) if entry.amount is not None else {}),
            "hash": entry.head,
            "forms": " ".join(entry.forms),
        }
    for kind, (count, spent) in statement.totals.items():
        parts = {} if spent is None else _parts(spent)
        yield {"record": "total", "kind": kind.value, "account": account.name, **parts, "entries": count}
    for name, some in (("limit", account.limit), ("spent", account.spent), ("remaining", account.remaining)):
        yield {"record": name, "account": account.name, **_parts(some)}
    last = statement.verified
    yield {"record": "head", "entry": last.rows, "hash": last.head}


def _parts(some: Amount) -> dict[str, object]:
    return dict(some.text())


def statement_report(statement: Statement, language: Language) -> Report:
    """As a report, from which the PDF is made."""
    say, account, last = language.say, statement.account, statement.verified
    title = say(N_("Statement of the account “{name}”", name=account.name))
    values = {"name": account.name, "date": statement.date, "head": last.head[:16]}
    foot = say(N_("“{name}”, {date}; head of the ledger {head}…", **values))
    return Report(title, statement.date, last.head, language, tuple(_blocks(statement, language)), foot)


def _blocks(statement: Statement, language: Language) -> Iterator[Block]:
    say, account, last = language.say, statement.account, statement.verified
    values = {"date": statement.date, "rows": last.rows}
    made = N_("Made on {date} with Privacy Explorer from entries 1 to {rows:plain} of the ledger", **values)
    yield Paragraph(say(made), "muted")
    yield Paragraph(say(NOT_PUBLIC))
    yield Heading(say(N_("The account")))
    yield Facts(
        (
            (say(N_("protected")), say(ledger_view.protects(account))),
            (say(N_("currency of the account")), say(ledger_view.currency(account))),
            (say(N_("limit")), _exact(account.limit, account.currency)),
            (say(N_("spent")), _exact(account.spent, account.currency)),
            (say(N_("left")), _exact(account.remaining, account.currency)),
            (say(N_("newest entry of the ledger")), str(last.rows)),
            (say(N_("its hash, the head")), last.head),
        )
    )
    yield Heading(say(N_("Totals by kind of entry")))
    rows = tuple(
        (say(entry_list.KINDS[kind]), "" if spent is None else _exact(spent, account.currency), str(count))
        for kind, (count, spent) in statement.totals.items()
    )
    yield Grid((say(N_("what")), say(N_("cost")), say(N_("entries"))), rows, 1)
    yield Heading(say(N_("Every entry")))
    yield _grid(statement, language)


def _grid(statement: Statement, language: Language) -> Grid:
    """The account is the same all along: it is left out."""
    shown = tuple(place for place in range(len(entry_list.COLUMNS)) if place != entry_list.ACCOUNT)
    headings = tuple(language.say(entry_list.COLUMNS[place][0]) for place in shown)
    rows = tuple(
        tuple(_said(entry_list.cells(entry)[place], language) for place in shown)
        for entry in statement.entries
    )
    return Grid(headings, rows, 0)


def _said(words: Sentence | None, language: Language) -> str:
    return "" if words is None else language.say(words)


def _exact(some: Amount, currency: str) -> str:
    """All parts in full: what an auditor adds up again."""
    parts = [f"ε {exact_text(some.epsilon)}"]
    if some.delta:
        parts.append(f"δ {exact_text(some.delta)}")
    if currency == RHO and some.rho is not None:
        parts.append(f"ρ {exact_text(some.rho)}")
    return ", ".join(parts)
