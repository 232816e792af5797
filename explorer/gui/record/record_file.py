"""Makes the record of the present state, and writes it where a person asked for it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from explorer.app.core.state import State
from explorer.app.figures import picture_of
from explorer.app.record.decision_record import DecisionRecord, record
from explorer.app.record.pictures import shown_picture
from explorer.gui.shell.context import Context
from explorer.jobs import Answered
from explorer.language import LANGUAGES, Language
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.ledger.accounts import Account


def made(state: State, answers: Answered, account: Account | None, pictured: bool = True) -> DecisionRecord:
    """The record as it stands today; without its picture where only the words are looked at."""
    picture = shown_picture(state) if pictured else None
    figure = picture_of(picture).draw(state, answers) if picture is not None else None
    return record(state, answers, account, date.today().isoformat(), figure)


def language_of(context: Context, state: State) -> Language:
    """The language that was chosen for the record, else the window's."""
    code = state.decision.language
    return Language(code if code in LANGUAGES else context.language.code)


def write_record(context: Context, path: Path, account: Account | None) -> DecisionRecord:
    """Write the record as the kind of file that `path` names, whole or not at all; and what was written.

    Raises
    ------
    NotValid
        A number is still being computed, a date is none, or nothing can be written there.
    Unsupported
        Another kind of file; or no font here has its characters, for a PDF.
    """
    from explorer.export.files import extension_of, write_atomically
    from explorer.export.reports.decision_file import FORMATS, decision_json, decision_report
    from explorer.export.reports.report_html import report_html

    state, answers = context.store.state, context.store.jobs.answers
    kind = extension_of(path, FORMATS)
    for field, refusal in state.refused.items():
        if field.startswith("decision.") and field != "decision.rejected":
            raise refusal
    found = made(state, answers, account)
    if found.pending:
        raise NotValid(N_("a number is still being computed: try again in a moment"), "decision")
    language = language_of(context, state)
    if kind == "json":
        content = decision_json(found, state, language).encode()
    elif kind == "html":
        content = report_html(decision_report(found, language)).encode()
    else:
        from explorer.gui.reports.report_pdf import report_pdf  # paints: only where it is asked for

        content = report_pdf(decision_report(found, language))
    write_atomically(path, content)
    return found
