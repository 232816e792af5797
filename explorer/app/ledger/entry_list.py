"""The entries of a ledger as they are listed: in words, filtered, sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from explorer.app.core.state import EntryListing
from explorer.app.ledger.ledger_view import said, short
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.mechanism import every_mechanism
from explorer.release.ledger.accounts import EPSILON_DELTA
from explorer.release.ledger.journal import EntryKind, JournalEntry

KINDS: Mapping[EntryKind, Sentence] = {
    EntryKind.CREATED: N_("ledger created"),
    EntryKind.OPENED: N_("account opened"),
    EntryKind.APART: N_("account opened, stated apart"),
    EntryKind.ATTACHED: N_("file attached"),
    EntryKind.LIMIT: N_("limit changed"),
    EntryKind.SIGNED: N_("plan signed off"),
    EntryKind.SPENT: N_("spent"),
    EntryKind.DRAWN: N_("draw saved"),
    EntryKind.EXPORTED: N_("exported"),
    EntryKind.RESTARTED: N_("ledger restarted"),
}
FORMS: Mapping[str, Sentence] = {
    "tables": N_("tables"),
    "crosstab": N_("rows by columns"),
    "consistent": N_("fitted tables"),
    "report": N_("report"),
    "picture": N_("picture"),
    "differences": N_("differences"),
    "statement": N_("account statement"),
}
"""What an exported file holds; what its name ends in stands beside it."""
APART = N_("Stated when it was opened: nobody in this account is in any other account.")
NOTHING = verbatim("–")


def lets(through: EntryListing, entry: JournalEntry) -> bool:
    """Whether an entry is listed. A listing's `file` is a `file_key`, its `kind` an `EntryKind`'s."""
    return (
        through.account in ("", entry.account)
        and through.file in ("", file_key(entry))
        and through.year in ("", entry.year)
        and through.kind in ("", entry.kind.value)
    )


def file_key(entry: JournalEntry) -> str:
    """By what the dataset of an entry is found again: what somebody called it, else its number; "" for none.

    Files of the same label are one dataset: an edited file is called as it was before.
    """
    return entry.file or ("" if entry.file_number is None else f"#{entry.file_number}")


def file_words(entry: JournalEntry) -> Sentence | None:
    """What a dataset is called; None where an entry is about none. A file's own name is never kept."""
    if entry.file:
        return verbatim(entry.file)
    return None if entry.file_number is None else N_("file {number:plain}", number=entry.file_number)


def when(entry: JournalEntry) -> str:
    """Day and time of an entry, UTC, as the clock of the computer said.

    >>> when(JournalEntry(1, EntryKind.CREATED, "2026-11-23T01:50:44+00:00", ""))
    '2026-11-23 01:50:44'
    """
    return entry.moment[:19].replace("T", " ")


def form_words(entry: JournalEntry) -> Sentence | None:
    """Which kinds of files were written; None where an entry says none."""
    found = []
    for each in entry.forms:
        kind, _, ending = each.partition(".")
        found.append(N_("{what} ({format})", what=FORMS.get(kind, verbatim(kind)), format=ending.upper()))
    return N_("{kinds}", kinds=tuple(found)) if found else None


def amount_words(entry: JournalEntry) -> Sentence | None:
    """What was spent, or the limit that was set, as exact as it can be read."""
    if entry.amount is None:
        return None
    if entry.amount.rho is None:
        return said(entry.amount, EPSILON_DELTA)
    values = {"rho": short(entry.amount.rho), "rest": said(entry.amount, EPSILON_DELTA)}
    return N_("{rest}, ρ {rho}", **values)


def about(entry: JournalEntry) -> Sentence | None:
    """Why: the reason or purpose that was given, or the title of the plan; who signed that off, or what kinds
    of files were written.
    """
    if entry.kind is EntryKind.SPENT and entry.signer:
        signed = N_("signed off by {signed_off}", signed_off=entry.signer)
        return N_("{purpose}; {signed}", purpose=entry.purpose, signed=signed) if entry.purpose else signed
    forms = form_words(entry)
    if forms is not None:
        return N_("{purpose}; {forms}", purpose=entry.purpose, forms=forms) if entry.purpose else forms
    return _text(_why(entry))


def _why(entry: JournalEntry) -> str:
    return entry.signer if entry.kind is EntryKind.SIGNED else entry.purpose


def release_words(entry: JournalEntry) -> Sentence | None:
    """The release that an entry is about, by its number."""
    return None if entry.sequence is None else N_("release {sequence:plain}", sequence=entry.sequence)


def details(entry: JournalEntry) -> tuple[tuple[Sentence, Sentence], ...]:
    """Everything that one entry says, each under its name; what it does not say is left out."""
    mechanism = every_mechanism().get(entry.mechanism)
    rows: tuple[tuple[Sentence, Sentence | None], ...] = (
        (N_("what"), KINDS[entry.kind]),
        (N_("time (UTC)"), verbatim(when(entry))),
        (N_("logged as"), verbatim(entry.actor) if entry.actor else None),
        (N_("account"), verbatim(entry.account) if entry.account else None),
        (N_("file"), file_words(entry)),
        (N_("purpose"), verbatim(entry.purpose) if entry.purpose else None),
        (N_("cost") if entry.kind is EntryKind.SPENT else N_("limit"), amount_words(entry)),
        (N_("files"), form_words(entry)),
        (N_("mechanism"), mechanism.title if mechanism else _text(entry.mechanism)),
        (N_("release"), _release(entry)),
        (N_("signed off by"), _text(entry.signer)),
        (N_("statement"), APART if entry.kind is EntryKind.APART else None),
        (N_("hash"), verbatim(entry.head)),
    )
    return tuple((name, value) for name, value in rows if value is not None)


def _text(text: str) -> Sentence | None:
    return verbatim(text) if text else None


def _release(entry: JournalEntry) -> Sentence | None:
    """Its number, and the random id that its published files carry."""
    if entry.sequence is None:
        return None
    return N_("{sequence:plain}, id {release} in its files", sequence=entry.sequence, release=entry.release)


COLUMNS: tuple[tuple[Sentence, Callable[[JournalEntry], object]], ...] = (
    (N_("entry"), lambda entry: entry.number),
    (N_("time (UTC)"), when),
    (N_("what"), lambda entry: tuple(EntryKind).index(entry.kind)),
    (N_("purpose"), lambda entry: _why(entry).casefold()),
    (N_("amount"), lambda entry: Fraction(-1) if entry.amount is None else entry.amount.epsilon),
    (N_("file"), lambda entry: (entry.file.casefold(), entry.file_number or 0)),
    (N_("account"), lambda entry: entry.account.casefold()),
    (N_("logged as"), lambda entry: entry.actor.casefold()),
)
PURPOSE, ACCOUNT = 3, 6  # of the columns
"""What is listed of each entry, and by what it is sorted."""


def cells(entry: JournalEntry) -> tuple[Sentence | None, ...]:
    """The same columns in words; of the time the minute, the second stands in the details."""
    return (
        N_("{number:plain}", number=entry.number),
        verbatim(when(entry)[:16]),
        what(entry),
        about(entry),
        amount_words(entry),
        file_words(entry),
        _text(entry.account),
        _text(entry.actor),
    )


def what(entry: JournalEntry) -> Sentence:
    """The kind of an entry, and which release it is about."""
    release = release_words(entry)
    return (
        KINDS[entry.kind]
        if release is None
        else N_("{what}: {release}", what=KINDS[entry.kind], release=release)
    )


def listed(entries: Iterable[JournalEntry], through: EntryListing) -> tuple[JournalEntry, ...]:
    """Those that the listing lets through, in its order; equal ones by their number."""
    found = [entry for entry in entries if lets(through, entry)]
    by: Callable[[JournalEntry], object] = COLUMNS[through.column][1]
    found.sort(key=lambda entry: (by(entry), entry.number), reverse=through.falling)
    return tuple(found)


def choices(entries: Iterable[JournalEntry]) -> dict[str, dict[str, Sentence]]:
    """What there is to filter by: accounts, files, years and kinds, in the order of their first entry."""
    found: dict[str, dict[str, Sentence]] = {"account": {}, "file": {}, "year": {}, "kind": {}}
    for entry in entries:
        if entry.account:
            found["account"].setdefault(entry.account, verbatim(entry.account))
        if (words := file_words(entry)) is not None:
            found["file"].setdefault(file_key(entry), words)
        found["year"].setdefault(entry.year, verbatim(entry.year))
        found["kind"].setdefault(entry.kind.value, KINDS[entry.kind])
    return found
