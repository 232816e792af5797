"""Where a report comes from and goes to: from the ledger, to the file that a person names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from explorer.app.core.publication import TEXTS, Publication, tidied
from explorer.export.files import extension_of
from explorer.export.reports.blocks import Report
from explorer.export.reports.report import report
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, NotWritten
from explorer.release.drawn import Drawn
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.locations import ledger_folder
from explorer.release.values.atomic_file import PRIVATE, SHARED, can_write_into, write_whole
from explorer.release.values.write_faults import why_not_writable, write_fault

REPORTS = ("html", "pdf")


def check_place(path: Path, overwrite: bool) -> None:
    """Whether a file can be written there, as far as can be told beforehand.

    Raises
    ------
    Unsupported, NotValid
        Its name ends otherwise; it is there already; its folder is not there, or cannot be written.
    """
    extension_of(path, REPORTS)
    check_free(path, overwrite)


def check_free(path: Path, overwrite: bool) -> None:
    """Whether a file of any kind can be written there. Raises `NotValid` where it cannot."""
    folder = path.absolute().parent
    if path.is_dir() or (os.path.lexists(path) and not overwrite):
        sentence = N_("{path} is there already: choose another name", path=str(path))
        raise NotValid(sentence, "out", hint=N_("--overwrite replaces it"))
    if not folder.is_dir() or not can_write_into(folder):
        raise NotValid(why_not_writable(folder, made=False), "out")


def asked_report(
    sequence: int, ledger: Path | None, language: Language, worded: Publication | None = None
) -> tuple[Drawn, Report]:
    """The release of a sequence number and its report; spends nothing.

    Raises
    ------
    NotValid, LedgerRefused
        As `drawn_again`.
    """
    drawn = drawn_again(sequence, ledger_folder(ledger))
    return drawn, report(drawn, language, worded)


def worded_by(options: Mapping[str, Any]) -> Publication:
    """What the steward says beside the numbers, by the options of the command line."""
    texts = {name: str(options[name]) for name in TEXTS}
    return tidied(Publication(**texts, special=options["special"], account=options["name_account"]))


def write_kept(path: Path, content: bytes, drawn: Drawn, shared: bool = False) -> None:
    """Write what was made of a release, whole or not at all; `shared` with the user's group.

    Raises
    ------
    NotWritten
        The system refuses: what was drawn is kept, and writing it again costs nothing.
    """
    try:
        write_whole(path, content, SHARED if shared else PRIVATE)
        return
    except OSError as fault:
        why = write_fault(fault, path)
    sentence = N_(
        "spent, but not written: {why}. The ledger keeps release {sequence:plain}, and exporting it again "
        "is free",
        why=why,
        sequence=drawn.sequence,
    )
    raise NotWritten(sentence, "out")
