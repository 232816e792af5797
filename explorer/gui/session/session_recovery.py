"""The session of the last time: taken up again when the window opens."""

from __future__ import annotations

import os
from pathlib import Path

from explorer.app.core.state import State
from explorer.app.session import loaded
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.values.bounded_files import (
    MOST_OF_A_SESSION,
    NotOrdinary,
    TooLarge,
    read_bounded,
    set_aside,
)


def recovered(path: Path) -> tuple[State, Refusal | None]:
    """The state that was kept, or a new one; with what to tell where one was kept but does not read."""
    if not os.path.lexists(path):
        return State(), None
    try:
        return loaded(session_text(path)), None
    except Refusal as refusal:
        return State(), NotValid(kept_aside(path, refusal.sentence))


def session_text(path: Path) -> str:
    """What the file of a session holds.

    Raises
    ------
    NotValid
        It is no ordinary file, too large, not readable, or no UTF-8 text.
    """
    try:
        return read_bounded(path, MOST_OF_A_SESSION).decode()
    except NotOrdinary:
        why = N_("there is a folder, a device or a pipe in place of a file")
    except TooLarge:
        why = N_("it is larger than {most:plain} MB", most=MOST_OF_A_SESSION // 2**20)
    except OSError:
        why = N_("it cannot be opened")
    except UnicodeError:
        why = N_("it is not UTF-8 text")
    raise NotValid(why)


def kept_aside(path: Path, why: Sentence) -> Sentence:
    """What does not read is not written over when the window closes: a newer program may read it."""
    beside = set_aside(path)
    if beside is None:
        return N_(
            "Couldn't restore your last session: {why}. {path} can't be set aside: move it away",
            why=why,
            path=str(path),
        )
    return N_("Couldn't restore your last session, which is kept as {name}: {why}", name=beside.name, why=why)
