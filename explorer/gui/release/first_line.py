"""What the first line of the chosen file looks like beside what the plan declares: a suggestion."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from explorer.app.core.release_messages import PlanEdited
from explorer.app.core.state import State
from explorer.app.release.dialect_suggestion import Advice, FirstLook, advice, looked
from explorer.app.release.plan_draft import judged
from explorer.app.release.plan_sign_off import standing
from explorer.gui.release.column_names import asked_names
from explorer.gui.shell.context import Context
from explorer.jobs import Answered
from explorer.mark import N_

_TAKE_OVER = N_("use this in the plan")
_LOCKED = N_("the plan is locked: make an unlocked copy first")


class FirstLine(QWidget):
    """One line, and a link that takes what is suggested over into the plan: never unasked."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._seen: object = None
        self._advice: Advice | None = None
        self._shown: object = None
        self.wanted: tuple[FirstLook, ...] = ()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self._words = context.label(None, "muted", self, wrap=True)
        self._adopt = QToolButton(self)
        self._adopt.setObjectName("link")
        self._adopt.clicked.connect(self._adopted)
        row.addWidget(self._words, 1)
        row.addWidget(self._adopt)
        self.setVisible(False)

    def _adopted(self) -> None:
        """The steward confirms what the first line suggests: one step of history."""
        if self._advice is not None and self._advice.edits:
            *also, (path, value) = self._advice.edits
            self._context.store.dispatch(PlanEdited(path, value, tuple(also)))

    def follow(self, state: State, answers: Answered) -> None:
        """Say how the first line and the plan agree, once it has been looked at."""
        if state.releasing is not self._seen:  # the same file chosen again is looked at again
            self._seen = state.releasing
            self.wanted = asked_names(state)
        plan, _ = judged(state.releasing.plan) if state.releasing.plan else (None, ())
        look = looked(self.wanted[0], answers) if self.wanted else None
        found = advice(plan, look) if plan is not None and look is not None else None
        held = standing(state.releasing.plan).locked
        if (found, held) == self._shown:
            return
        self._shown = found, held
        self._advice = found
        self.setVisible(found is not None)
        if found is not None:
            self._words.setText(self._context.say(found.sentence))
            self._words.setObjectName("muted" if found.fits else "body")
            self._words.style().polish(self._words)
            self._adopt.setVisible(bool(found.edits))
            self._adopt.setEnabled(not held)
            self._adopt.setText(self._context.say(_LOCKED if held else _TAKE_OVER))
