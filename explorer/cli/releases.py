"""The verbs that plan, release and read the ledger."""

from __future__ import annotations

import argparse
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.app.release.plan.plan_skeleton import skeleton
from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.ledgers import (
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
from explorer.cli.plan_files import read_plan_file, write_plan
from explorer.export.forms import Forms
from explorer.language import Language
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid
from explorer.release.drawn import Released, logging_answer, noised
from explorer.release.ledger.export_log import forms_of, logged
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.locations import ledger_folder
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_preview import Expected, expected
from explorer.release.plan.sections import Privacy
from explorer.release.publish import export, release
from explorer.release.queries.terms import noise_described


def _check(arguments: argparse.Namespace) -> Answer:
    plan = read_plan_file(arguments.plan)
    privacy, tables = plan.privacy, expected(plan)
    data = {
        "valid": True,
        "title": plan.title,
        "unit": privacy.unit,
        "neighbours": privacy.neighbours.value,
        "mechanism": privacy.mechanism,
        "epsilon": exact_text(privacy.epsilon),
        "delta": exact_text(privacy.delta),
        **({} if privacy.rho is None else {"rho": exact_text(privacy.rho)}),
        "signed_off": privacy.signed_off or None,
        "locked": privacy.locked,
        "signed_digest": privacy.signed_digest or None,
        "two_signers": privacy.two_signers,
        "second_signed_off": privacy.second_signed_off or None,
        "histograms": [_expected_data(table) for table in tables],
    }
    lines = [_valid_line(privacy)]
    if privacy.id_column is not None:
        lines.append(N_("rows without an id in “{column}” are not counted", column=privacy.id_column))
        lines.append(N_("ids are compared letter by letter: “Ann” and “ann ” are two"))
    elif not privacy.unit_is_row:
        rows = privacy.rows_per_person
        lines.append(
            N_(
                "without an id column, at most {rows:plain} {rows:row|rows} of one unit is your statement",
                rows=rows,
            )
        )
    return Answer(data, (*lines, *expected_lines(plan)))


def _valid_line(privacy: Privacy) -> Sentence:
    if privacy.rho is not None:
        return N_(
            "the plan is valid: ε {epsilon} at δ {delta}, ρ {rho:full}, unit {unit}",
            epsilon=privacy.epsilon,
            delta=privacy.delta,
            rho=privacy.rho,
            unit=privacy.protected,
        )
    if privacy.delta:
        return N_(
            "the plan is valid: ε {epsilon}, δ {delta}, unit {unit}",
            epsilon=privacy.epsilon,
            delta=privacy.delta,
            unit=privacy.protected,
        )
    return N_("the plan is valid: ε {epsilon}, unit {unit}", epsilon=privacy.epsilon, unit=privacy.protected)


def _expected_data(table: Expected) -> dict[str, object]:
    """Where categories are unknown, so are the number of cells and their joint margin."""
    known, margins = table.threshold is None, table.margins.described()
    data: dict[str, object] = {
        "name": table.name,
        "cells": table.cells if known else None,
        "epsilon": exact_text(table.epsilon),
        "delta": exact_text(table.delta),
        **noise_described(table.parts),
        "margin_each": margins["each"],
        "margin_joint": margins["joint"] if known else None,
    }
    if table.threshold is not None:
        least, spent = table.threshold.least, exact_text(table.threshold.delta)
        data["threshold"] = {"least": least, "delta": spent}
    return data


def expected_lines(plan: ReleasePlan) -> tuple[Sentence, ...]:
    """What each query of a plan will be like, whatever the rows."""
    return tuple(_expected_line(plan, index, table) for index, table in enumerate(expected(plan)))


def _expected_line(plan: ReleasePlan, index: int, table: Expected) -> Sentence:
    declared = plan.queries[index]
    if not declared.counts_cells:
        margins = declared.margins_sentence(noised(plan, index, ()))
        return N_("{name}: {margins}", name=table.name, margins=margins)
    if table.threshold is not None:
        return N_(
            "{name}: a category is published if its noised count is at least {least:plain}, so a "
            "category of a single unit is published with probability at most {delta}; noise margin "
            "±{each:plain} each",
            name=table.name,
            least=table.threshold.least,
            delta=at_most(float(table.threshold.delta)),
            each=table.margins.each,
        )
    return N_(
        "{name}: {cells:plain} {cells:cell|cells}, noise margin ±{each:plain} each, ±{joint:plain} "
        "simultaneously",
        name=table.name,
        cells=table.cells,
        each=table.margins.each,
        joint=table.margins.joint,
    )


def _new(arguments: argparse.Namespace) -> Answer:
    out: Path = arguments.out
    if os.path.lexists(out):
        raise NotValid(N_("{path} is there already: choose another name", path=str(out)), "out")
    write_plan(out, skeleton(Language(arguments.language).say).encode())
    return Answer({"written": [str(out)]}, (N_("a plan to start from: {path}", path=str(out)),))


def _release(arguments: argparse.Namespace) -> Answer:
    plan, forms = read_plan_file(arguments.plan), _forms(arguments)
    with _paying() as paying:
        released = release(
            plan,
            arguments.csv,
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


def declare_plan(parser: argparse.ArgumentParser) -> None:
    """The plan that a verb is about."""
    parser.add_argument("plan", type=Path, metavar="PLAN", help=help_text(parser, N_("a plan, as TOML")))


def _declare_new(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the file to create; an existing file is never replaced"))
    parser.add_argument("--out", type=Path, required=True, metavar="PLAN", help=text)


def _declare_release(parser: argparse.ArgumentParser) -> None:
    declare_plan(parser)
    text = help_text(parser, N_("the file to be counted"))
    parser.add_argument("csv", type=Path, metavar="CSV", help=text)
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
    Verb("plan check", N_("whether a plan is valid, and its noise margins"), declare_plan, _check),
    Verb("plan new", N_("a plan to start from"), _declare_new, _new),
    Verb("release", N_("release noised histograms of a CSV file"), _declare_release, _release),
    Verb("ledger export", N_("write a drawn release again; spends nothing"), _declare_export, _export),
)
