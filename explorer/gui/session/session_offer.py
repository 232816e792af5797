"""What a killed program, or another window, left behind is offered at the next start."""

from __future__ import annotations

import tomllib
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.app.core.state import State
from explorer.app.session import loaded
from explorer.gui.session.session_keeper import RUNNING, SAFE, LeftSession
from explorer.gui.session.session_recovery import kept_aside, session_text
from explorer.gui.shell.notices import tell
from explorer.gui.widgets.question import Question
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

if TYPE_CHECKING:
    from explorer.gui.shell.main_controller import MainController

_WIDTH = 460
_MOST = 60  # characters of a plan's title


def offer(controller: MainController, left: list[LeftSession]) -> None:
    """Ask about the first of these sessions, then about the next; what does not read is told."""
    context = controller.context
    for place, each in enumerate(left):
        try:
            state = loaded(session_text(each.path))
        except Refusal as refusal:
            tell(context.window, context.say(kept_aside(each.path, refusal.sentence)))
            continue
        SessionOffer(controller, each, state, left[place + 1 :]).open()
        return


class SessionOffer(Question):
    """Take it up, delete it, or be asked again at the next start."""

    def __init__(
        self, controller: MainController, left: LeftSession, state: State, more: list[LeftSession]
    ) -> None:
        context = controller.context
        super().__init__(context, _WIDTH)
        self._controller, self._path, self._state, self._more = controller, left.path, state, more
        self.setWindowTitle("Privacy Explorer")
        undo = N_("Undo brings back the session that is open now.")
        title = N_("Restore the session that was left?")
        self.lines.addWidget(context.label(title, "section", self, wrap=True))
        for words in (_why(left.path), _what(left, state), undo):
            self.lines.addWidget(context.label(words, "body", self, wrap=True))
        row = QHBoxLayout()
        delete = QPushButton(context.say(N_("Delete it")), self)
        delete.clicked.connect(self._delete)
        row.addWidget(delete)
        row.addStretch(1)
        later = QPushButton(context.say(N_("Not now")), self)
        later.clicked.connect(self.reject)
        restore = QPushButton(context.say(N_("Restore it")), self)
        restore.setProperty("primary", True)
        restore.clicked.connect(self._restore)
        for button in (later, restore):
            row.addWidget(button)
        for button in (delete, later, restore):
            button.setAutoDefault(False)
        self.lines.addLayout(row)
        restore.setFocus()

    def _restore(self) -> None:
        self._controller.store.replace(self._state)
        self._controller.keeper.adopt(self._state, self._path)
        self.accept()

    def _delete(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            context = self._controller.context
            words = N_("{path} can't be deleted: delete it by hand", path=str(self._path))
            tell(context.window, context.say(words))
        self.accept()

    def done(self, result: int) -> None:
        """What else was left is asked about next."""
        super().done(result)
        if self._more:
            offer(self._controller, self._more)


def _why(path: Path) -> Sentence:
    if path.name.startswith(RUNNING):
        return N_("Privacy Explorer ended without being closed. What you were working on has been kept.")
    if path.name.startswith(SAFE):
        return N_("The program was ended after a safe start. What you were working on has been kept.")
    return N_("Two windows were open at once, and both had changes. The session of the other is kept too.")


def _what(left: LeftSession, state: State) -> Sentence:
    """When it was changed last, and its plan by its title."""
    when = datetime.fromtimestamp(left.changed).strftime("%Y-%m-%d %H:%M")
    title = _title(state.releasing.plan)
    if not state.releasing.plan:
        return N_("Last changed: {when}. It has no plan.", when=when)
    if not title:
        return N_("Last changed: {when}. Its plan has no title yet.", when=when)
    return N_("Last changed: {when}. Its plan: “{title}”.", when=when, title=title)


def _title(plan: str) -> str:
    title = str(tomllib.loads(plan).get("title", "")).strip() if plan else ""
    return title if len(title) <= _MOST else title[: _MOST - 1] + "…"
