"""The verbs that release a file and write a release again."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.ledger.ledger_options import (
    act_of,
    declare_act,
    declare_apart,
    declare_export_act,
    declare_folder,
    declare_group,
    declare_ledger,
    export_act_of,
    unlogged_lines,
)
from explorer.cli.plans.plan_files import declare_plan, read_plan_file
from explorer.cli.sources import declare_source
from explorer.cli.table_places import with_password
from explorer.export.forms import Forms
from explorer.language import Language
from explorer.mark import N_, Sentence
from explorer.release.drawn import Released, logging_answer
from explorer.release.ledger.export_log import forms_of, logged
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.locations import ledger_folder
from explorer.release.publish import export, release


def _release(arguments: argparse.Namespace) -> Answer:
    plan, forms = read_plan_file(arguments.plan), _forms(arguments)
    place = with_password(arguments.source, Language(arguments.language))
    with _paying() as paying:
        released = release(
            plan,
            place,
            arguments.out,
            arguments.ledger,
            arguments.account,
            arguments.apart,
            arguments.overwrite,
            paying=paying,
            act=act_of(arguments),
            further_names=forms.names(plan),
            further=forms.files,
            shared=arguments.group,
            sheet=arguments.sheet,
        )
    drawn, files = released.drawn, (*_written(released), *unlogged_lines(released.unlogged))
    if drawn.spent.rho is not None:
        spent = N_(
            "spent ε {spent} at δ {delta}, ρ {rho:full}, of the account “{account}”; "
            "release {sequence:plain}",
            spent=drawn.spent.epsilon,
            delta=drawn.spent.delta,
            rho=drawn.spent.rho,
            account=drawn.account,
            sequence=drawn.sequence,
        )
        return Answer(released.answer(), (*files, spent))
    spent = N_(
        "spent ε {spent} of the account “{account}”, {left} left; release {sequence:plain}",
        spent=drawn.spent.epsilon,
        account=drawn.account,
        left=drawn.remaining.epsilon,
        sequence=drawn.sequence,
    )
    return Answer(released.answer(), (*files, spent))


@contextmanager
def _paying() -> Iterator[Callable[[], bool]]:
    """Ctrl-C cancels until it is paid, as do SIGTERM and SIGHUP. From then on they are held off: what is paid
    is drawn, kept and told.
    """
    ending = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before: dict[int, object] = {}

    def paying() -> bool:
        if threading.current_thread() is threading.main_thread():
            before.update((number, signal.signal(number, signal.SIG_IGN)) for number in ending)
        return True

    try:
        yield paying
    finally:
        for number, handler in before.items():
            if callable(handler) or isinstance(handler, signal.Handlers):
                signal.signal(number, handler)


def _written(released: Released) -> tuple[Sentence, ...]:
    return tuple(N_("written: {path}", path=str(path)) for path in released.written)


def _export(arguments: argparse.Namespace) -> Answer:
    act = export_act_of(arguments)
    folder = ledger_folder(arguments.ledger)
    drawn = drawn_again(arguments.sequence, folder)
    further = _forms(arguments).files(drawn)
    released = export(drawn, arguments.out, arguments.overwrite, further, arguments.group)
    unlogged = logged(folder, drawn, forms_of(name for name, _ in further), act)
    written = [str(path) for path in released.written]
    data = {"written": written, "sequence": drawn.sequence, **logging_answer(unlogged)}
    return Answer(data, (*_written(released), *unlogged_lines(unlogged)))


def _forms(arguments: argparse.Namespace) -> Forms:
    return Forms(arguments.crosstab, arguments.consistent, arguments.xlsx)


def _declare_release(parser: argparse.ArgumentParser) -> None:
    declare_plan(parser)
    declare_source(parser)
    _declare_out(parser)
    declare_ledger(parser)
    declare_apart(parser)
    declare_act(parser)


def _declare_out(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the folder for the released files; created if absent"))
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=text)
    text = help_text(parser, N_("replace files of the same names"))
    parser.add_argument("--overwrite", action="store_true", help=text)
    for option, words in (
        ("--crosstab", N_("also write each table as rows by columns, with totals")),
        ("--consistent", N_("also write each table fitted: no count below 0, all sum to the noised total")),
        ("--xlsx", N_("also write an Excel workbook of all tables")),
    ):
        parser.add_argument(option, action="store_true", help=help_text(parser, words))
    declare_group(parser)


def _declare_export(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the number of the release in the ledger"))
    parser.add_argument("sequence", type=int, metavar="SEQUENCE", help=text)
    _declare_out(parser)
    declare_export_act(parser)
    declare_folder(parser)


VERBS = (
    Verb(
        "release",
        N_("release the noised tables of a plan, counted in a file or table"),
        _declare_release,
        _release,
        example="release plan.toml people.csv --out released",
    ),
    Verb(
        "ledger export",
        N_("write a drawn release again; spends nothing"),
        _declare_export,
        _export,
        example="ledger export 3 --out released-again",
    ),
)
