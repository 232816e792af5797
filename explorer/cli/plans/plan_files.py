"""Plans as files: named by an option, read, or refused in one line that names the key."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.cli.command import help_text
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan
from explorer.release.values.atomic_file import write_whole
from explorer.release.values.bounded_files import MOST_OF_A_PLAN, NotOrdinary, TooLarge, read_bounded
from explorer.release.values.write_faults import why_not_written


def declare_plan(parser: argparse.ArgumentParser) -> None:
    """The plan that a verb is about."""
    parser.add_argument("plan", type=Path, metavar="PLAN", help=help_text(parser, N_("a plan, as TOML")))


def plan_text(path: Path) -> str:
    """What a plan's file, or a pipe, holds.

    Raises
    ------
    NotValid
    """
    try:
        return read_bounded(path, MOST_OF_A_PLAN, pipe=True).decode("utf-8-sig")
    except FileNotFoundError:
        sentence = N_("there is no plan {path}; check its path", path=str(path))
    except NotOrdinary:
        sentence = N_("the plan {path} is a folder or a device: give a file", path=str(path))
    except TooLarge:
        most = MOST_OF_A_PLAN // 2**20
        sentence = N_("the plan {path} is larger than {most:plain} MB", path=str(path), most=most)
    except PermissionError:
        sentence = N_("the plan {path} cannot be read; check its permissions", path=str(path))
    except (OSError, UnicodeError):
        sentence = N_("the plan {path} cannot be read as UTF-8 text", path=str(path))
    raise NotValid(sentence, "plan")


def read_plan_file(path: Path) -> ReleasePlan:
    """The plan in a file.

    Raises
    ------
    Refusal
        There is no such file, or no valid plan in it.
    """
    text = plan_text(path)
    try:
        return read_plan(text)
    except Refusal as refusal:
        refused = refusal
    raise naming_its_key(refused)


def write_plan(path: Path, content: bytes) -> None:
    """Write the file of a plan, whole or not at all.

    Raises
    ------
    NotValid
        It cannot be written there.
    """
    try:
        write_whole(path, content)
        return
    except OSError as fault:
        why = why_not_written(fault, path)
    raise NotValid(why, "out")


def naming_its_key(refusal: Refusal) -> Refusal:
    """A line that stands beside no field says which one it is about."""
    named = dict(refusal.sentence.values).get("key") == refusal.field
    if named or not refusal.field:
        return refusal
    sentence = N_("{key}: {reason}", key=refusal.field, reason=refusal.sentence)
    return type(refusal)(sentence, refusal.field, refusal.hint)
