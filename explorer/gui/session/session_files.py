"""Sessions as files that a person opens and saves."""

from __future__ import annotations

from pathlib import Path

from explorer.app import session
from explorer.gui.session.session_recovery import session_text
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import SESSIONS, ask_file, ask_new_file
from explorer.gui.shell.notices import tell
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.values.atomic_file import write_whole
from explorer.release.values.write_faults import why_not_written

_JSON = "JSON (*.json)"


def choose_session(context: Context, *_: object) -> None:
    """Ask for a session file and open it."""
    path = ask_file(context, context.window, N_("Open a session"), SESSIONS, _JSON)
    if path is not None:
        open_session(context, path)


def open_session(context: Context, path: Path) -> None:
    """Take over what a session file says; the present state is one undo away."""
    try:
        context.store.replace(session.loaded(session_text(path)))
    except Refusal as refusal:
        tell(context.window, context.say(N_("The session was not opened: {why}", why=refusal.sentence)))


def choose_where_to_save(context: Context, *_: object) -> None:
    """Ask where the session is to be saved, and save it."""
    title = N_("Save the session")
    path = ask_new_file(context, context.window, title, SESSIONS, "session.json", (_JSON,))
    if path is not None:
        save_session(context, path)


def save_session(context: Context, path: Path) -> None:
    """Write the session; nothing of a file's rows is in it."""
    try:
        write_whole(path, session.saved(context.store.state).encode())
    except OSError as fault:
        why = why_not_written(fault, path)
        tell(context.window, context.say(N_("The session was not saved: {why}", why=why)))
