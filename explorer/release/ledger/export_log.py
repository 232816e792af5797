"""That what was drawn once was written again: logged, free, and never in the way of the export itself."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from explorer.mark import Sentence
from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.transaction import writing


def log_export(folder: Path, sequence: int, act: Act = UNSAID) -> Sentence | None:
    """Log that release `sequence` was written again; why it could not be logged, else None.

    It comes after the export, which is free and stays so: a ledger that can only be read, or whose disk is
    full, says so here and refuses nothing.

    Raises
    ------
    NotValid
        There is no release of this number, or what is said of the act cannot be logged.
    """
    act.check()
    why: Sentence
    try:
        with writing(folder) as pen:
            entry = pen.books.entry(sequence)
            body = {"account": entry.account, "sequence": sequence, "date": _today(), **act.body()}
            pen.append("export", body)
        return None
    except LedgerRefused as refusal:
        why = refusal.sentence
    return why


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
