"""The session of the last time: taken up again when the window opens."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from explorer.app.session import loaded
from explorer.app.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal


def recovered(path: Path) -> tuple[State, Refusal | None]:
    """The state that was kept, or a new one; with what to tell where one was kept but does not read."""
    if not path.exists():
        return State(), None
    try:
        return loaded(path.read_text("utf-8")), None
    except Refusal as refusal:
        return State(), NotValid(_kept_aside(path, refusal.sentence))
    except (OSError, UnicodeError):
        return State(), NotValid(N_("The session of last time cannot be read; this is a new one"))


def _kept_aside(path: Path, why: Sentence) -> Sentence:
    """What does not read is not written over when the window closes: a newer program may read it."""
    beside = path.with_name(path.name + ".kept")
    with suppress(OSError):
        path.replace(beside)
    return N_(
        "The session of last time is not taken up, and kept as {name}: {why}", name=beside.name, why=why
    )
