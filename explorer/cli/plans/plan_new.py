"""The verb that writes a plan to start from."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from explorer.app.release.plan.plan_skeleton import skeleton
from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.plans.plan_files import write_plan
from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.queries.query import every_query


def _new(arguments: argparse.Namespace) -> Answer:
    out: Path = arguments.out
    if os.path.lexists(out):
        raise NotValid(N_("{path} is there already: choose another name", path=str(out)), "out")
    write_plan(out, skeleton(Language(arguments.language).say, arguments.kind).encode())
    return Answer({"written": [str(out)]}, (N_("a plan to start from: {path}", path=str(out)),))


def _declare_new(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the file to create; an existing file is never replaced"))
    parser.add_argument("--out", type=Path, required=True, metavar="PLAN", help=text)
    kinds = tuple(every_query())
    words = N_(
        "its kinds of query: {kinds}; if left out, a histogram, and the others as comments",
        kinds=kinds,
    )
    text = help_text(parser, words)
    parser.add_argument(
        "--kind", choices=kinds, nargs="+", action="extend", default=[], metavar="KIND", help=text
    )


VERBS = (
    Verb("plan new", N_("a plan to start from"), _declare_new, _new, example="plan new --out plan.toml"),
)
