"""Where a report comes from and goes to: from the ledger, to the file that a person names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from explorer.app.core.publication import TEXTS, Publication, tidied
from explorer.app.release.kept_publication import keep_publication, kept_publication
from explorer.export.files import extension_of
from explorer.export.reports.blocks import Report
from explorer.export.reports.report import report
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, NotWritten
from explorer.release.drawn import Drawn
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.locations import ledger_folder
from explorer.release.values.atomic_file import PRIVATE, SHARED, can_write_into, is_folder, write_whole
from explorer.release.values.write_faults import why_not_writable, write_fault

REPORTS = ("html", "pdf")
_UNSAID: Mapping[str, Any] = MappingProxyType({})


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
    if is_folder(path) or (os.path.lexists(path) and not overwrite):
        sentence = N_("{path} is there already: choose another name", path=str(path))
        raise NotValid(sentence, "out", hint=N_("--overwrite replaces it"))
    if not is_folder(folder) or not can_write_into(folder):
        raise NotValid(why_not_writable(folder, made=False), "out")


def asked_report(
    sequence: int, ledger: Path | None, language: Language, options: Mapping[str, Any] = _UNSAID
) -> tuple[Drawn, Report]:
    """The release of a sequence number and its report; spends nothing.

    `options` : words beside the numbers, as the command line has them; what is not said there is as it was
    kept with the release.

    Raises
    ------
    NotValid, LedgerRefused
        As `drawn_again`.
    """
    folder = ledger_folder(ledger)
    drawn = drawn_again(sequence, folder)
    return drawn, report(drawn, language, _worded(options, kept_publication(folder, drawn.identity)))


def _worded(options: Mapping[str, Any], kept: Publication) -> Publication:
    texts = {name: getattr(kept, name) if (said := options.get(name)) is None else said for name in TEXTS}
    special, account = options.get("special"), options.get("name_account")
    return tidied(
        Publication(
            **texts,
            special=kept.special if special is None else bool(special),
            account=kept.account if account is None else bool(account),
        )
    )


def keep_said(drawn: Drawn, ledger: Path | None, options: Mapping[str, Any]) -> Sentence | None:
    """Keep the words of the command line with the release; why that cannot be done, else None."""
    folder = ledger_folder(ledger)
    worded = _worded(options, kept_publication(folder, drawn.identity))
    return keep_publication(folder, drawn.identity, worded)


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
