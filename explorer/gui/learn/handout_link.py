"""The link for the handout of the lesson in hand, with what was guessed and played."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from explorer.app.core.lesson_place import in_hand, place_of
from explorer.gui.reports.handout_file import ask_handout_path, write_handout
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.mark import N_
from explorer.privacy.refusal import Refusal


def handout_action(context: Context, parent: QWidget) -> QAction:
    """Writes the handout as HTML or PDF; what became of it is told, and announced."""
    action = QAction(context.say(N_("handout …")), parent)
    words = N_(
        "Write this lesson as HTML or PDF: its pictures as played, your guesses, questions without answers"
    )
    action.setToolTip(context.say(words))
    action.triggered.connect(partial(_write, context, parent))
    return action


def _write(context: Context, parent: QWidget, *_: object) -> None:
    lessons = context.store.state.lessons
    lesson, guesses = in_hand(lessons), dict(place_of(lessons).guesses)
    path = ask_handout_path(context, parent, lesson)
    if path is None:
        return
    try:
        said = write_handout(path, lesson, guesses, context.language)
    except Refusal as refusal:
        said = refusal.sentence
    tell(context.window, context.say(said))
