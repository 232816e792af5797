"""Sessions as files that a person opens and saves, and the one that is kept for the next start."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog

from explorer.app import session
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.gui.shell.session_recovery import session_text
from explorer.mark import N_
from explorer.privacy.refusal import Refusal
from explorer.release.values.atomic_writing import make_folder, write_whole


def choose_session(context: Context, *_: object) -> None:
    """Ask for a session file and open it."""
    title = context.say(N_("Open a session"))
    path, _kind = QFileDialog.getOpenFileName(context.window, title, "", "JSON (*.json)")
    if path:
        open_session(context, Path(path))


def open_session(context: Context, path: Path) -> None:
    """Take over what a session file says; the present state is one undo away."""
    try:
        context.store.replace(session.loaded(session_text(path)))
    except Refusal as refusal:
        tell(context.window, context.say(N_("The session was not opened: {why}", why=refusal.sentence)))


def choose_where_to_save(context: Context, *_: object) -> None:
    """Ask where the session is to be saved, and save it."""
    title = context.say(N_("Save the session"))
    path, _kind = QFileDialog.getSaveFileName(context.window, title, "session.json", "JSON (*.json)")
    if path:
        save_session(context, Path(path))


def save_session(context: Context, path: Path) -> None:
    """Write the session; nothing of a file's rows is in it."""
    try:
        write_whole(path, session.saved(context.store.state).encode())
    except OSError:
        words = N_("{path} cannot be written; choose another folder", path=str(path))
        tell(context.window, context.say(words))


def keep_session(context: Context) -> None:
    """For the next start."""
    path = context.window.settings.session_path
    try:
        make_folder(path.parent)
        write_whole(path, session.saved(context.store.state).encode())
    except OSError:
        QApplication.beep()  # the window is closing: there is no field left to say it beside
