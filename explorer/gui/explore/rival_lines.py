"""Beneath the mechanism: within the total, from which k on Gaussian noise has the smaller margin."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.compose.rival_margins import questions, rivals
from explorer.app.core.refusals import outdated
from explorer.app.core.state import State
from explorer.gui.fields.number_rows import ExplainedLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.jobs import Answered
from explorer.mark import N_


class RivalLines(QWidget):
    """The k at which one overtakes the other, and the margins of both at the k that is set.

    What explains them knows all bounds, for which no start waits: it is made when they are shown first.
    """

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._crossing: ExplainedLine | None = None
        self._margins = context.label(None, "label", self, wrap=True)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self._lines.addWidget(self._margins)
        self.setVisible(False)

    def show_state(self, state: State, answers: Answered) -> None:
        """Show both; dimmed while they are those of an older question."""
        asked = bool(questions(state))
        self.setVisible(asked)
        if not asked:
            return
        if self._crossing is None:
            self._crossing = ExplainedLine(self._context, "laplace-or-gaussian", self)
            self._lines.insertWidget(0, self._crossing)
        found = rivals(state, answers)
        self._crossing.say(N_("comparing Laplace and Gaussian noise …") if found is None else found.crossing)
        self._margins.setText("" if found is None else self._context.say(found.margins))
        older = found is None or not found.current or outdated(state)
        self._crossing.dim(older)
        dim((self._margins,), older)
