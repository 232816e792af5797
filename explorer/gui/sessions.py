"""The session of the last time: taken up again when the window opens."""

from __future__ import annotations

from pathlib import Path

from explorer.app.session import loaded
from explorer.app.state import State
from explorer.mark import N_
from explorer.privacy.refusal import NotValid, Refusal


def recovered(path: Path) -> tuple[State, Refusal | None]:
    """The state that was kept, or a new one; with what to tell where one was kept but does not read."""
    if not path.exists():
        return State(), None
    try:
        return loaded(path.read_text("utf-8")), None
    except Refusal as refusal:
        why = N_("The session of last time is not taken up: {why}", why=refusal.sentence)
        return State(), NotValid(why)
    except (OSError, UnicodeError):
        return State(), NotValid(N_("The session of last time cannot be read; this is a new one"))
