"""That files were made of what was drawn: logged, free, and never in the way of the files themselves.

An entry is one act. It says which kinds of files were written and never where. It comes after the files are
whole: a program that is killed in between leaves files without an entry, and no entry without files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path, PurePath

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotValid
from explorer.release.drawn import Drawn
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.disk_faults import exists
from explorer.release.ledger.spends import read_books
from explorer.release.ledger.transaction import LedgerTransaction, writing

TABLES = "tables.csv"
_FORM = re.compile(r"[a-z][a-z-]{0,31}\.[a-z]{1,8}")


def form(kind: str, path: PurePath) -> str:
    """A kind of file as it is logged: what it holds, and what its name ends in.

    >>> form("report", PurePath("Wards 2026.PDF"))
    'report.pdf'
    """
    return f"{kind}{path.suffix.lower()}"


def forms_of(further: Iterable[str]) -> tuple[str, ...]:
    """The kinds of the files of one export: the long tables, and `further` ones by their names.

    >>> forms_of(["age.crosstab.csv", "sex.crosstab.csv", "tables.xlsx"])
    ('tables.csv', 'crosstab.csv', 'tables.xlsx')
    """
    return tuple(dict.fromkeys((TABLES, *(".".join(name.split(".")[-2:]) for name in further))))


def log_export(
    folder: Path, sequence: int, act: Act = UNSAID, forms: Iterable[str] = (), identity: str | None = None
) -> Sentence | None:
    """Log that files were made of release `sequence`; why that could not be logged, else None.

    It comes after the files, which are free and stay so: a ledger that can only be read, or whose disk is
    full, says so here and refuses nothing.

    Parameters
    ----------
    forms : kinds of files, as `form` names them
    identity : of the release that they were made of; None for whichever has the number

    Raises
    ------
    NotValid
        There is no such release, or what is said of the act cannot be logged.
    """
    act.check()
    listed = _checked(forms)
    why: Sentence
    if not exists(folder):  # none is made for it
        read_books(folder).entry(sequence)
    try:
        with writing(folder) as pen:
            entry = pen.books.entry(sequence)
            if identity not in (None, entry.release):
                raise NotValid(_ANOTHER, "sequence")
            _append(pen, {"account": entry.account, "sequence": sequence}, act, listed)
        return None
    except LedgerRefused as refusal:
        why = refusal.sentence
    return why


_ANOTHER = N_("another release has this number in the ledger")


def logged(
    folder: Path, drawn: Drawn, forms: Iterable[str], act: Act = UNSAID, purpose: bool = True
) -> Sentence | None:
    """As `log_export`, for files that are written already: nothing is raised, whatever the ledger is now.

    `purpose` : False where that of `act` was given for another act.
    """
    said = act if purpose else Act(act.actor)
    why: Sentence
    try:
        return log_export(folder, drawn.sequence, said, forms, drawn.identity)
    except (NotValid, LedgerRefused) as refusal:
        why = refusal.sentence
    return why


def log_statement(folder: Path, account: str, act: Act, forms: Iterable[str]) -> Sentence | None:
    """Log that the statement of an account was written; why it could not be logged, else None.

    It states the ledger as it was before this entry.

    Raises
    ------
    NotValid
        What is said of the act cannot be logged.
    """
    act.check()
    listed = _checked(forms)
    why: Sentence
    try:
        with writing(folder) as pen:
            if account not in pen.books.accounts:
                raise NotValid(N_("the ledger has no account “{name}”", name=account), "account")
            _append(pen, {"account": account}, act, listed)
        return None
    except LedgerRefused as refusal:
        why = refusal.sentence
    return why


def _checked(forms: Iterable[str]) -> list[str]:
    """Kinds of files in their order, each once; a name of a file is none of them."""
    listed = list(dict.fromkeys(forms))
    if not all(_FORM.fullmatch(each) for each in listed):
        raise ValueError("no kind of file")
    return listed


def _append(pen: LedgerTransaction, about: dict[str, object], act: Act, forms: list[str]) -> None:
    kinds = {"forms": forms} if forms else {}
    pen.append("export", {**about, "date": datetime.now(UTC).date().isoformat(), **kinds, **act.body()})
