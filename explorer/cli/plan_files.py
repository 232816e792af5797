"""Plans as files: read, or refused in one line that names the key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan import ReleasePlan, read_plan


def plan_text(path: Path) -> str:
    """What a plan's file holds.

    Raises
    ------
    NotValid
    """
    if not path.exists():
        raise NotValid(N_("there is no plan {path}; check its path", path=str(path)), "plan")
    with suppress(OSError, UnicodeError):
        return path.read_text("utf-8-sig")
    raise NotValid(N_("the plan {path} cannot be read as UTF-8 text", path=str(path)), "plan")


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


def naming_its_key(refusal: Refusal) -> Refusal:
    """A line that stands beside no field says which one it is about."""
    named = dict(refusal.sentence.values).get("key") == refusal.field
    if named or not refusal.field:
        return refusal
    sentence = N_("{key}: {reason}", key=refusal.field, reason=refusal.sentence)
    return type(refusal)(sentence, refusal.field)
