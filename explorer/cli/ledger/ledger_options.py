"""What verbs are told about the ledger: where it is, whose account, who acts and what for."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from explorer.cli.command import help_text
from explorer.mark import N_, Sentence
from explorer.release.ledger.act import Act


def declare_folder(parser: argparse.ArgumentParser) -> None:
    """--ledger."""
    text = help_text(parser, N_("the ledger's folder; without it this computer's own ledger"))
    parser.add_argument("--ledger", type=Path, metavar="DIR", help=text)


def declare_ledger(parser: argparse.ArgumentParser) -> None:
    """--ledger and --account."""
    declare_folder(parser)
    parser.add_argument("--account", metavar="NAME", help=help_text(parser, N_("the account of the people")))


def declare_actor(parser: argparse.ArgumentParser) -> None:
    """--actor."""
    text = help_text(parser, N_("who does it, as it is logged; without it the system's user name"))
    parser.add_argument("--actor", metavar="NAME", help=text)


def declare_act(parser: argparse.ArgumentParser) -> None:
    """--actor, --purpose and --label."""
    declare_export_act(parser)
    text = help_text(parser, N_("what the file is called in the ledger; its own name is not kept"))
    parser.add_argument("--label", default="", metavar="TEXT", help=text)


def declare_export_act(parser: argparse.ArgumentParser) -> None:
    """--actor and --purpose: what the file is called stands in the ledger already."""
    declare_actor(parser)
    text = help_text(parser, N_("what for, in one line: logged permanently"))
    parser.add_argument("--purpose", default="", metavar="TEXT", help=text)


def export_act_of(arguments: argparse.Namespace) -> Act:
    """What is logged of an export, checked before anything is written.

    Raises
    ------
    NotValid
    """
    act = Act(arguments.actor, arguments.purpose)
    act.check()
    return act


def unlogged_lines(unlogged: Sentence | None) -> tuple[Sentence, ...]:
    """What is said where files are written, but not logged."""
    return () if unlogged is None else (N_("the export is not logged: {why}", why=unlogged),)


def act_of(arguments: argparse.Namespace) -> Act:
    """What is logged of the act itself."""
    return Act(arguments.actor, arguments.purpose, arguments.label)


def declare_apart(parser: argparse.ArgumentParser) -> None:
    """--apart."""
    text = help_text(parser, N_("open a further account: nobody in it is in any other account"))
    parser.add_argument("--apart", action="store_true", help=text)


def declare_group(parser: argparse.ArgumentParser) -> None:
    """--group-readable, where the system has groups of users."""
    parser.set_defaults(group=False)
    if sys.platform != "win32":
        text = help_text(parser, N_("let your group read the files; else only you can"))
        parser.add_argument("--group-readable", dest="group", action="store_true", help=text)
