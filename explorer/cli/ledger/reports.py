"""The verbs that tell others: the report of a release, and a plan as OpenDP code."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from explorer.cli.answer import Answer
from explorer.cli.command import Painter, Verb, help_text
from explorer.cli.ledger.ledger_options import (
    declare_export_act,
    declare_folder,
    declare_group,
    export_act_of,
    unlogged_lines,
)
from explorer.cli.plans.plan_files import read_plan_file
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Unsupported
from explorer.release.drawn import Drawn, logging_answer
from explorer.release.ledger.act import Act
from explorer.release.ledger.locations import ledger_folder


def _report(arguments: argparse.Namespace) -> Answer:
    """As HTML; a PDF never comes here, unless Qt was not asked for in time."""
    from explorer.export.files import extension_of
    from explorer.export.reports.report_html import report_html  # where it is asked for, as all of it
    from explorer.export.reports.report_sources import REPORTS, asked_report, check_place, write_kept

    out: Path = arguments.out
    if extension_of(out, REPORTS) == "pdf":
        sentence = N_("only the window's part makes a PDF; let the command begin with “ledger report”")
        raise Unsupported(sentence, "out")
    act = export_act_of(arguments)
    check_place(out, arguments.overwrite)
    language = Language(arguments.language)
    drawn, report = asked_report(arguments.sequence, arguments.ledger, language, vars(arguments))
    write_kept(out, report_html(report).encode(), drawn, arguments.group)
    return _recorded(arguments, drawn, act)


def _painted(arguments: argparse.Namespace, painter: Painter) -> Answer | int:
    """As PDF."""
    act = export_act_of(arguments)
    found = painter(arguments)
    if isinstance(found, int):
        return found
    from explorer.release.ledger.kept_draws import drawn_again

    return _recorded(arguments, drawn_again(arguments.sequence, ledger_folder(arguments.ledger)), act)


def _recorded(arguments: argparse.Namespace, drawn: Drawn, act: Act) -> Answer:
    """The report is written: its words are kept with the release, and it is logged."""
    from explorer.export.reports.report_sources import keep_said
    from explorer.release.ledger.export_log import form, logged

    out, unkept = arguments.out, keep_said(drawn, arguments.ledger, vars(arguments))
    unlogged = logged(ledger_folder(arguments.ledger), drawn, (form("report", out),), act)
    answer = written_and_logged(out, unlogged)
    if unkept is None:
        return answer
    line = N_("the words could not be kept with the release: {why}", why=unkept)
    return replace(answer, lines=(*answer.lines, line))


def written_and_logged(out: Path, unlogged: Sentence | None, **more: object) -> Answer:
    """The answer about one file that is written, and why it is not logged where it is not."""
    lines = (N_("written: {path}", path=str(out)), *unlogged_lines(unlogged))
    return Answer({"written": [str(out)], **more, **logging_answer(unlogged)}, lines)


def _code(arguments: argparse.Namespace) -> Answer:
    from explorer.export.files import write_atomically
    from explorer.export.opendp_code import opendp_code
    from explorer.export.reports.report_sources import check_free

    out: Path = arguments.out
    text = opendp_code(read_plan_file(arguments.plan))
    if out.suffix.lower() != ".py":
        raise Unsupported(N_("the code is Python; let “{name}” end in .py", name=out.name), "out")
    check_free(out, arguments.overwrite)
    write_atomically(out, text.encode())
    note = N_("running it is not recorded in the ledger of this program, but spends budget too")
    return Answer({"written": [str(out)]}, (N_("written: {path}", path=str(out)), note))


def _declare_report(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(verb="ledger report")
    text = help_text(parser, N_("the number of the release in the ledger"))
    parser.add_argument("sequence", type=int, metavar="SEQUENCE", help=text)
    text = help_text(parser, N_("a name that ends in .html or .pdf"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text)
    _declare_overwrite(parser)
    declare_folder(parser)
    declare_export_act(parser)
    declare_group(parser)
    for option, words in (
        ("--title", N_("a title instead of the plan's")),
        ("--note", N_("a line below the title, such as the source")),
        ("--dataset", N_("what the dataset is called")),
        ("--publisher", N_("who publishes it")),
    ):
        parser.add_argument(option, metavar="TEXT", help=help_text(parser, words))
    for option, words in (
        ("--name-account", N_("name the account")),
        ("--special", N_("show the special cells in the pictures too; the tables always have them")),
    ):
        text = help_text(parser, words)
        parser.add_argument(option, action=argparse.BooleanOptionalAction, default=None, help=text)


def _declare_code(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("plan", type=Path, metavar="PLAN", help=help_text(parser, N_("a plan, as TOML")))
    text = help_text(parser, N_("a name that ends in .py"))
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=text)
    _declare_overwrite(parser)


def _declare_overwrite(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("replace a file of that name"))
    parser.add_argument("--overwrite", action="store_true", help=text)


VERBS = (
    Verb(
        "ledger report",
        N_("write a report of a release; spends nothing"),
        _declare_report,
        _report,
        _painted,
        example="ledger report 3 --out report.pdf",
    ),
    Verb(
        "plan code",
        N_("the same plan as OpenDP code, for a notebook"),
        _declare_code,
        _code,
        example="plan code plan.toml --out plan.py",
    ),
)
