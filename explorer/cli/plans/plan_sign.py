"""The verb that signs a plan off and locks it."""

from __future__ import annotations

import argparse
import os
import tomllib
from contextlib import suppress
from datetime import date
from pathlib import Path

import tomli_w

from explorer.app.release.plan.plan_sign_off import AWAITED, HONEST, signed
from explorer.cli.answer import Answer
from explorer.cli.command import Verb, help_text
from explorer.cli.plans.plan_files import naming_its_key, plan_text, write_plan
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.signatures import KEYS, SECOND, SignOff


def _sign(arguments: argparse.Namespace) -> Answer:
    text = plan_text(arguments.plan)
    who = SignOff(arguments.by, date.today().isoformat(), arguments.role, arguments.statement)
    out: Path = arguments.plan if arguments.out is None else arguments.out
    if arguments.out is not None and os.path.lexists(out):
        raise NotValid(N_("{path} is there already: choose another name", path=str(out)), "out")
    refused: Refusal | None = None
    try:
        content = in_its_spelling(text, signed(text, who, arguments.two_signers))
    except Refusal as refusal:
        refused = naming_its_key(refusal) if refusal.field.partition(".")[0] != "by" else refusal
    if refused is not None:
        raise refused
    write_plan(out, content.encode())
    privacy = tomllib.loads(content)["privacy"]
    line = N_("signed off by {signed_off}, and locked: {path}", signed_off=who.text(), path=str(out))
    told = {"two_signers": privacy.get("two_signers", False), SECOND: privacy.get(SECOND)}
    lines = (line, HONEST, AWAITED) if told["two_signers"] and not told[SECOND] else (line, HONEST)
    return Answer({"written": [str(out)], **{key: privacy[key] for key in KEYS}, **told}, lines)


def in_its_spelling(before: str, after: str) -> str:
    """The signed plan `after`, with the lines and remarks of the file `before` where that can be."""
    privacy = tomllib.loads(after)["privacy"]
    names = (*KEYS, SECOND, "two_signers")
    keys = tomli_w.dumps({key: privacy[key] for key in names if key in privacy}).splitlines()
    lines = [line for line in before.splitlines() if line.partition("=")[0].strip() not in names]
    heads = [at for at, line in enumerate(lines) if line.partition("#")[0].strip() == "[privacy]"]
    if len(heads) == 1:
        whole = "\n".join([*lines[: heads[0] + 1], *keys, *lines[heads[0] + 1 :]]) + "\n"
        with suppress(ValueError):
            if tomllib.loads(whole) == tomllib.loads(after):
                return whole
    return after


def _declare(parser: argparse.ArgumentParser) -> None:
    text = help_text(parser, N_("the plan to be signed off, as TOML"))
    parser.add_argument("plan", type=Path, metavar="PLAN", help=text)
    text = help_text(parser, N_("name of the responsible person"))
    parser.add_argument("--by", required=True, metavar="NAME", help=text)
    text = help_text(parser, N_("role of the signer"))
    parser.add_argument("--role", default="", metavar="TEXT", help=text)
    text = help_text(parser, N_("statement, in one line"))
    parser.add_argument("--statement", default="", metavar="TEXT", help=text)
    text = help_text(parser, N_("a second, different person must sign it too before it is released"))
    parser.add_argument("--two-signers", action="store_true", help=text)
    text = help_text(parser, N_("write the signed plan there; without it PLAN itself is signed"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=text)


VERBS = (
    Verb(
        "plan sign",
        N_("sign a plan off and lock it, so that a changed plan doesn't run"),
        _declare,
        _sign,
        example="plan sign plan.toml --by Amara --statement approved",
    ),
)
