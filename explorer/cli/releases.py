"""The verbs that plan, release and read the ledger."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from explorer.cli.command import Answer, Verb, help_text
from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotValid, Refusal, Unsupported
from explorer.release.accounts import DEFAULT, Account, Books
from explorer.release.amount import Amount
from explorer.release.drawn import Released
from explorer.release.ledger import open_account, read_books
from explorer.release.places import ledger_folder
from explorer.release.plan import ReleasePlan, read_plan
from explorer.release.preview import Expected, expected
from explorer.release.publish import drawn_again, export, release
from explorer.release.writing import write_whole
from explorer.resources import resource


def read_plan_file(path: Path) -> ReleasePlan:
    """The plan in a file.

    Raises
    ------
    Refusal
        There is no such file, or no valid plan in it.
    """
    text = None
    with suppress(OSError, UnicodeError):
        text = path.read_text("utf-8-sig")
    if text is None:
        raise NotValid(N_("the plan {path} cannot be read as UTF-8 text", path=str(path)), "plan")
    try:
        return read_plan(text)
    except Refusal as refusal:
        refused = refusal
    raise _naming_its_key(refused)


def _naming_its_key(refusal: Refusal) -> Refusal:
    """A line that stands beside no field says which one it is about."""
    named = dict(refusal.sentence.values).get("key") == refusal.field
    if named or not refusal.field:
        return refusal
    sentence = N_("{key}: {reason}", key=refusal.field, reason=refusal.sentence)
    return type(refusal)(sentence, refusal.field)


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
        "signed_off": privacy.signed_off or None,
        "locked": privacy.locked,
        "histograms": [_expected_data(table) for table in tables],
    }
    lines = [
        N_("the plan is valid: ε {epsilon}, unit {unit}", epsilon=privacy.epsilon, unit=privacy.protected)
    ]
    if privacy.id_column is not None:
        lines.append(N_("rows without an id in “{column}” are not counted", column=privacy.id_column))
        lines.append(N_("ids are compared letter by letter: “Ann” and “ann ” are two"))
    elif not privacy.unit_is_row:
        rows = privacy.rows_per_person
        lines.append(
            N_("without an id column, at most {rows:plain} rows of one unit is your statement", rows=rows)
        )
    return Answer(data, (*lines, *map(_expected_line, tables)))


def _expected_data(table: Expected) -> dict[str, object]:
    return {
        "name": table.name,
        "cells": table.cells,
        "epsilon": exact_text(table.epsilon),
        "scale": exact_text(table.scale),
        "margin_each": table.margins.each,
        "margin_joint": table.margins.joint,
    }


def _expected_line(table: Expected) -> Sentence:
    return N_(
        "{name}: {cells:plain} cells, noise margin ±{each:plain} each, ±{joint:plain} all together",
        name=table.name,
        cells=table.cells,
        each=table.margins.each,
        joint=table.margins.joint,
    )


def _new(arguments: argparse.Namespace) -> Answer:
    out: Path = arguments.out
    if os.path.lexists(out):
        raise NotValid(N_("{path} is there already: choose another name", path=str(out)), "out")
    failed = True
    with suppress(OSError):
        write_whole(out, resource("examples", "people.toml").read_bytes())
        failed = False
    if failed:
        raise NotValid(N_("{path} cannot be written: choose another place", path=str(out)), "out")
    return Answer({"written": [str(out)]}, (N_("a plan to start from: {path}", path=str(out)),))


def _release(arguments: argparse.Namespace) -> Answer:
    released = release(
        read_plan_file(arguments.plan),
        arguments.csv,
        arguments.out,
        arguments.ledger,
        arguments.account,
        arguments.apart,
        arguments.overwrite,
    )
    drawn = released.drawn
    spent = N_(
        "spent ε {spent} of the account “{account}”, {left} left; release {sequence:plain}",
        spent=drawn.spent.epsilon,
        account=drawn.account,
        left=drawn.remaining.epsilon,
        sequence=drawn.sequence,
    )
    return Answer(released.answer(), (*_written(released), spent))


def _written(released: Released) -> tuple[Sentence, ...]:
    return tuple(N_("written: {path}", path=str(path)) for path in released.written)


def _list(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    held = tuple(books.accounts.values() if arguments.account is None else [_held(books, arguments.account)])
    lines = tuple(_line(account) for account in held) or (N_("the ledger has no accounts yet"),)
    return Answer({"results": [account.answer() for account in held]}, lines)


def _held(books: Books, name: str) -> Account:
    if name not in books.accounts:
        raise NotValid(N_("the ledger has no account “{name}”", name=name), "account")
    return books.accounts[name]


def _line(account: Account) -> Sentence:
    return N_(
        "{name}: ε {spent} of {limit} spent, {left} left",
        name=account.name,
        spent=account.spent.epsilon,
        limit=account.limit.epsilon,
        left=account.remaining.epsilon,
    )


def _show(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    account = _held(books, DEFAULT if arguments.account is None else arguments.account)
    entries = tuple(
        N_(
            "release {sequence:plain}, {date}: {mechanism}, ε {epsilon}",
            sequence=entry.sequence,
            date=entry.date,
            mechanism=entry.mechanism,
            epsilon=entry.cost.epsilon,
        )
        for entry in account.entries
    )
    data = {**account.answer(), "entries": [entry.answer() for entry in account.entries]}
    return Answer(data, (_line(account), *entries))


def _verify(arguments: argparse.Namespace) -> Answer:
    books = read_books(ledger_folder(arguments.ledger))
    data = {"verified": True, "accounts": len(books.accounts), "releases": books.releases}
    line = N_(
        "the ledger is whole: accounts {accounts:plain}, releases {releases:plain}",
        accounts=len(books.accounts),
        releases=books.releases,
    )
    return Answer(data, (line,))


def _open(arguments: argparse.Namespace) -> Answer:
    if arguments.currency != "epsilon-delta":
        raise Unsupported(N_("the currency rho is not in this version"), "currency")
    limit = Amount(
        _exact(arguments.limit_epsilon, "limit-epsilon"), _exact(arguments.limit_delta, "limit-delta")
    )
    account = open_account(ledger_folder(arguments.ledger), arguments.account, limit, arguments.apart)
    return Answer(account.answer(), (_line(account),))


def _exact(text: str, option: str) -> Fraction:
    refused: Refusal | None = None
    try:
        return read_exact(text)
    except Refusal as refusal:
        refused = refusal.at(option)
    raise refused


def _export(arguments: argparse.Namespace) -> Answer:
    drawn = drawn_again(arguments.sequence, ledger_folder(arguments.ledger))
    released = export(drawn, arguments.out, arguments.overwrite)
    data = {"written": [str(path) for path in released.written], "sequence": drawn.sequence}
    return Answer(data, _written(released))


def _declare_plan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("plan", type=Path, metavar="PLAN", help=help_text(parser, N_("a plan, as TOML")))


def _declare_new(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the file to make; one that is there is never replaced"))
    parser.add_argument("--out", type=Path, required=True, metavar="PLAN", help=text)


def _declare_folder(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the ledger's folder; without it this computer's own ledger"))
    parser.add_argument("--ledger", type=Path, metavar="DIR", help=text)


def _declare_ledger(parser: argparse.ArgumentParser) -> None:
    _declare_folder(parser)
    parser.add_argument("--account", metavar="NAME", help=help_text(parser, N_("the account of the people")))


def _declare_apart(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("open a further account: nobody in it is in any other account"))
    parser.add_argument("--apart", action="store_true", help=text)


def _declare_release(parser: argparse.ArgumentParser) -> None:
    _declare_plan(parser)
    text = help_text(parser, N_("the file to be counted"))
    parser.add_argument("csv", type=Path, metavar="CSV", help=text)
    _declare_out(parser)
    _declare_ledger(parser)
    _declare_apart(parser)


def _declare_out(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the folder of the released files; made where absent"))
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=text)
    text = help_text(parser, N_("replace files of the same names"))
    parser.add_argument("--overwrite", action="store_true", help=text)


def _declare_open(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the account to open, or whose limit to change"))
    parser.add_argument("--account", required=True, metavar="NAME", help=text)
    text = help_text(parser, N_("how much ε all releases of the account may spend together"))
    parser.add_argument("--limit-epsilon", required=True, metavar="E", help=text)
    text = help_text(parser, N_("how much δ all releases of the account may spend together"))
    parser.add_argument("--limit-delta", default="0", metavar="D", help=text)
    text = help_text(parser, N_("what adds up in the account"))
    choices = ("epsilon-delta", "rho")
    parser.add_argument("--currency", choices=choices, default="epsilon-delta", help=text)
    _declare_apart(parser)
    _declare_folder(parser)


def _declare_export(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the number of the release in the ledger"))
    parser.add_argument("sequence", type=int, metavar="SEQUENCE", help=text)
    _declare_out(parser)
    _declare_folder(parser)


VERBS = (
    Verb("plan check", N_("whether a plan is valid, and how much noise it gives"), _declare_plan, _check),
    Verb("plan new", N_("a plan to start from"), _declare_new, _new),
    Verb("release", N_("count a CSV, spend, draw and write noised histograms"), _declare_release, _release),
    Verb("ledger list", N_("all accounts"), _declare_ledger, _list),
    Verb("ledger show", N_("one account and its releases"), _declare_ledger, _show),
    Verb("ledger verify", N_("whether the ledger is whole"), _declare_ledger, _verify),
    Verb("ledger open", N_("open an account, or change its limit"), _declare_open, _open),
    Verb("ledger export", N_("write again what was drawn; spends nothing"), _declare_export, _export),
)
