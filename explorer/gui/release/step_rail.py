"""The five steps of a release and how far this one has come."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from explorer.app.core.state import State
from explorer.app.release.plan_draft import judged
from explorer.app.release.spend_summary import drawn_of
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_

STEPS = (N_("Plan"), N_("Expected error"), N_("File"), N_("Release"), N_("Export"))


def reached(state: State) -> int:
    """How many of the steps are done: a valid plan shows its error at once."""
    releasing = state.releasing
    if not releasing.plan or judged(releasing.plan)[0] is None:
        return 0
    if drawn_of(releasing):
        return 5 if releasing.written else 4
    return 3 if releasing.csv else 2


class Rail(Panel):
    """A number and a word a step; what is done is filled, what comes next is bold."""

    def __init__(self, context: Context, _card: Card) -> None:
        super().__init__()
        self._context = context
        self._seen = -1
        size = context.theme.size
        row = QHBoxLayout(self)
        row.setContentsMargins(size(8), 0, size(8), size(10))
        row.setSpacing(size(8))
        self._marks: list[tuple[QLabel, QLabel]] = []
        for number, words in enumerate(STEPS, 1):
            if number > 1:
                strip = QFrame(self)
                strip.setObjectName("strip")
                strip.setFixedSize(size(32), 2)
                row.addWidget(strip)
            disc = QLabel(str(number), self)
            disc.setObjectName("disc")
            disc.setFixedSize(size(24), size(24))
            disc.setAlignment(Qt.AlignmentFlag.AlignCenter)
            word = QLabel(context.say(words), self)
            row.addWidget(disc)
            row.addWidget(word)
            self._marks.append((disc, word))
        row.addStretch(1)

    def show_state(self, state: State, answers: Answered) -> None:
        done = reached(state)
        if done == self._seen:
            return
        self._seen = done
        for number, (disc, word) in enumerate(self._marks, 1):
            standing = "done" if number <= done else ("next" if number == done + 1 else "later")
            for label in (disc, word):
                label.setProperty("standing", standing)
                label.style().polish(label)
            word.setFont(self._context.theme.font(strong=standing == "next"))
            word.setObjectName("body" if standing != "later" else "muted")
            word.style().polish(word)
