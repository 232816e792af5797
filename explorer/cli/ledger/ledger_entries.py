"""The verbs for an auditor: every entry of the ledger, and the statement of an account."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

from explorer.app.core.state import EntryListing
from explorer.app.ledger import entry_list
from explorer.cli.answer import Answer, Row
from explorer.cli.command import Painter, Verb, help_text
from explorer.cli.ledger.ledger_options import (
    declare_export_act,
    declare_folder,
    declare_ledger,
    export_act_of,
)
from explorer.cli.ledger.reports import written_and_logged
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Unsupported
from explorer.release.ledger.accounts import DEFAULT
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import form, log_statement
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.verification import verified


def _log(arguments: argparse.Namespace) -> Answer:
    journal = Journal()
    _, how = verified(ledger_folder(arguments.ledger), journal)
    through = EntryListing(
        account=arguments.account or "",
        file=_file(arguments.file, journal),
        year=arguments.year or "",
        kind=arguments.kind or "",
        falling=False,
    )
    found = entry_list.listed(journal.entries, through)
    data = {
        "entries": [entry.answer() for entry in found],
        "ledger": None if how is None else {"entries": how.rows, "head": how.head},
    }
    if how is None:
        return Answer(data, (N_("there is no ledger yet"),))
    if not found:
        return Answer(data, (N_("no entry of the ledger is like that"),))
    headings = tuple(words for words, _ in entry_list.COLUMNS)
    rows = (Row(tuple(cell or "" for cell in entry_list.cells(entry))) for entry in found)
    head = N_("head of the ledger after entry {rows:plain}: {head}", rows=how.rows, head=how.head)
    return Answer(data, (Row(headings), *rows, head))


def _file(asked: str | None, journal: Journal) -> str:
    """What a person calls a dataset: its label, or the number of a file that has none."""
    if asked is None:
        return ""
    labels = {entry.file for entry in journal.entries if entry.file}
    return asked if asked in labels or not asked.isdecimal() else f"#{int(asked)}"


def _statement(arguments: argparse.Namespace) -> Answer:
    """As CSV or JSON; a PDF never comes here, unless Qt was not asked for in time."""
    from explorer.export.files import extension_of, write_atomically
    from explorer.export.reports.account_statement import FORMATS, statement_csv, statement_json
    from explorer.export.reports.statement_sources import asked_statement

    out: Path = arguments.out
    extension = extension_of(out, FORMATS)
    if extension == "pdf":
        sentence = N_("only the window's part makes a PDF; let the command begin with “ledger statement”")
        raise Unsupported(sentence, "out")
    act, account = export_act_of(arguments), arguments.account or DEFAULT
    statement = asked_statement(arguments.ledger, account, out, arguments.overwrite, date.today().isoformat())
    text = statement_json(statement) if extension == "json" else statement_csv(statement)
    write_atomically(out, text.encode())
    return written_and_logged(out, _logged(arguments, act), account=account, head=statement.verified.head)


def _logged(arguments: argparse.Namespace, act: Act) -> Sentence | None:
    ledger, forms = ledger_folder(arguments.ledger), (form("statement", arguments.out),)
    return log_statement(ledger, arguments.account or DEFAULT, act, forms)


def _painted(arguments: argparse.Namespace, painter: Painter) -> Answer | int:
    """As PDF."""
    act = export_act_of(arguments)
    found = painter(arguments)
    return found if isinstance(found, int) else written_and_logged(arguments.out, _logged(arguments, act))


def _declare_log(parser: argparse.ArgumentParser) -> None:
    declare_ledger(parser)
    text = help_text(parser, N_("only entries about this dataset: its label, or the number of its file"))
    parser.add_argument("--file", metavar="LABEL", help=text)
    text = help_text(parser, N_("only entries of this year"))
    parser.add_argument("--year", metavar="YYYY", help=text)
    kinds = ", ".join(kind.value for kind in EntryKind)
    text = help_text(parser, N_("only entries of this kind: {kinds}", kinds=kinds))
    choices = [kind.value for kind in EntryKind]
    parser.add_argument("--kind", choices=choices, metavar="KIND", help=text)


def _declare_statement(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(verb="ledger statement")
    text = help_text(parser, N_("the account that is stated"))
    parser.add_argument("--account", metavar="NAME", help=text)
    text = help_text(parser, N_("a name that ends in .pdf, .csv or .json"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text)
    text = help_text(parser, N_("replace a file of that name"))
    parser.add_argument("--overwrite", action="store_true", help=text)
    declare_folder(parser)
    declare_export_act(parser)


VERBS = (
    Verb(
        "ledger log",
        N_("every entry of the ledger, filtered"),
        _declare_log,
        _log,
        example="ledger log --account registry --year 2026 --kind spent",
    ),
    Verb(
        "ledger statement",
        N_("write the statement of an account for an auditor: PDF, CSV or JSON"),
        _declare_statement,
        _statement,
        _painted,
        example="ledger statement --account registry --out statement.pdf",
    ),
)
