"""Asks where a report goes, makes it, and says what became of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from explorer.app.core.publication import Publication
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import RECORDS, ask_new_file, kinds_of
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.release.drawn import Drawn


def ask_report_path(context: Context, parent: QWidget, sequence: int) -> Path | None:
    """Where the report of a release goes, and as which kind."""
    from explorer.export.reports.report_sources import REPORTS

    title = N_("Write the report of release {sequence:plain}", sequence=sequence)
    name = f"release-{sequence}.{REPORTS[0]}"
    return ask_new_file(context, parent, title, RECORDS, name, kinds_of(REPORTS))


def write_report(path: Path, drawn: Drawn, language: Language, worded: Publication | None = None) -> Sentence:
    """Make the report of a release and write it, as what its name ends in; what to say of it then.

    Raises
    ------
    Unsupported, NotValid, NotWritten
    """
    from explorer.export.files import extension_of
    from explorer.export.reports.report import report
    from explorer.export.reports.report_sources import REPORTS, check_place, write_kept

    check_place(path, overwrite=True)
    made = report(drawn, language, worded)
    if extension_of(path, REPORTS) == "pdf":
        from explorer.gui.reports.report_pdf import report_pdf  # paints: only where it is asked for

        content = report_pdf(made)
    else:
        from explorer.export.reports.report_html import report_html

        content = report_html(made).encode()
    write_kept(path, content, drawn)
    return N_("{name} written to {folder}; nothing was spent", name=path.name, folder=str(path.parent))
