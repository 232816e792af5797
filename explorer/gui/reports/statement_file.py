"""Asks where the statement of an account goes, makes it, and says what became of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from explorer.gui.reports.logged_exports import with_log
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import RECORDS, ask_new_file, kinds_of
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotWritten
from explorer.release.ledger.act import UNSAID, Act
from explorer.release.ledger.export_log import form, log_statement


def ask_statement_path(context: Context, parent: QWidget, account: str) -> Path | None:
    """Where the statement of an account goes, and as which kind."""
    from explorer.export.reports.account_statement import FORMATS

    title = N_("Write the statement of “{name}”", name=account)
    safe = "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in account)
    name = f"statement-{safe}.{FORMATS[0]}"
    return ask_new_file(context, parent, title, RECORDS, name, kinds_of(FORMATS))


def write_statement(
    path: Path, ledger: Path, account: str, date: str, language: Language, act: Act = UNSAID
) -> Sentence:
    """Write the statement as what its name ends in, and log that by whom it was; what to say of it then.

    Raises
    ------
    Unsupported, NotValid, LedgerRefused, NotWritten
    """
    from explorer.export.files import extension_of
    from explorer.export.reports import account_statement as made
    from explorer.export.reports.statement_sources import asked_statement
    from explorer.release.values.atomic_file import write_whole
    from explorer.release.values.write_faults import why_not_written

    extension = extension_of(path, made.FORMATS)
    statement = asked_statement(ledger, account, path, True, date)
    if extension == "pdf":
        from explorer.gui.reports.report_pdf import report_pdf  # paints: only where it is asked for

        content = report_pdf(made.statement_report(statement, language))
    elif extension == "csv":
        content = made.statement_csv(statement).encode()
    else:
        content = made.statement_json(statement).encode()
    why: Sentence | None = None
    try:
        write_whole(path, content)
    except OSError as fault:
        why = why_not_written(fault, path)
    if why is not None:
        raise NotWritten(why, "out")
    status = N_("{name} written to {folder}; nothing was spent", name=path.name, folder=str(path.parent))
    return with_log(status, log_statement(ledger, account, Act(act.actor), (form("statement", path),)))
