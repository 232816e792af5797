"""How many rows of simulated people the preview counts: typed by a person, never counted from a file."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.message import Mended
from explorer.app.core.release_messages import SimulatedTyped
from explorer.app.core.state import SIMULATED, State
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import refusal_line, show_refusal
from explorer.gui.shell.context import Context
from explorer.language import editable
from explorer.mark import N_

_FIELD, _HIGH, _DIGITS = 84, 24, 9  # pixels; digits of the largest number
_STEPS = 72  # nine from 10 to 100, so that a key adds about a third
_PATH = "preview.simulated"


class SimulatedPeople(QWidget):
    """The number, and where it comes from."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        size, say = context.theme.size, context.say
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(size(6))
        name = context.label(N_("simulated rows"), "muted", self)
        self._field = NumberField(context.theme, self, edged=True)
        self._field.write_small()
        self._field.hold(size(_FIELD), size(_HIGH))
        self._field.setAccessibleName(say(SIMULATED.title))
        words = N_(
            "Type about as many rows as the file has: it is never counted for this, and only the picture "
            "depends on it"
        )
        self._field.setToolTip(say(words))
        self._field.typed.connect(self._typed)
        self._field.mended.connect(self._mended)
        self._field.stepped.connect(self._stepped)
        name.setBuddy(self._field)
        self._whence = context.label(N_("typed by you, never counted from the file"), "muted", self)
        self._whence.setMinimumWidth(1)
        for widget in (name, self._field, self._whence):
            row.addWidget(widget)
        row.addStretch(1)
        lines.addLayout(row)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def stand(self, low: bool, line: QBoxLayout, column: QBoxLayout) -> None:
        """In a low card at the end of a line that is there already, in brief; else first in its column."""
        self._whence.setVisible(not low)  # the tooltip says it too
        (line if low else column).insertWidget(line.count() - 2 if low else 0, self)

    def _typed(self, text: str) -> None:
        self._context.store.dispatch(SimulatedTyped(text))

    def _mended(self) -> None:
        self._context.store.dispatch(Mended(_PATH))

    def _stepped(self, steps: int) -> None:
        at = SIMULATED.position(self._context.store.state.releasing.simulated)
        self._typed(f"{SIMULATED.value(at + steps / _STEPS):.0f}")

    def show_rows(self, state: State, shown: bool) -> None:
        """The number in force; the line is there only while the preview counts simulated people."""
        self.setVisible(shown)
        refused = _PATH in state.refused
        self._field.show_text(editable(state.releasing.simulated, _DIGITS), refused)
        self._field.refuse(refused)
        show_refusal(self._context, self._refusal, state, _PATH)
