"""A parameter as a person meets it: slider, typed number, both ends in words, one line of refusal."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.access.tab_order import tab_before
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.shared_line import SharedLine
from explorer.gui.fields.slider import Slider, Tick
from explorer.gui.widgets.theme import Theme
from explorer.language import Language, editable
from explorer.mark import N_, Sentence
from explorer.privacy.parameter import Parameter

_FIELD = 112
_BETWEEN = 12  # pixels at least between the words of both ends


class ParameterRow(QWidget):
    """One declared parameter: its name, its number, its slider, its ends, its refusal.

    Emits `moved(value)` while the hand moves, `typed(text)`, `mended` when what was refused was taken back,
    `let_go`; once `seen`, after its first paint.
    """

    moved = Signal(float)
    typed = Signal(str)
    mended = Signal()
    let_go = Signal()
    seen = Signal()

    def __init__(
        self,
        parameter: Parameter,
        theme: Theme,
        language: Language,
        parent: QWidget | None = None,
        ends: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setMinimumWidth(1)  # the field's width follows the row's, and is no reason to keep an older one
        self._showing: tuple[object, ...] = ()
        self._parameter, self._language, self._ends = parameter, language, ends
        self._value = parameter.default
        title = language.say(parameter.title)
        help_text = language.say(parameter.help) if parameter.help else title
        self._name = QLabel(f"{parameter.symbol}  {title}", self)
        self._name.setObjectName("body")
        self._field = NumberField(theme, self)
        self._field.setAccessibleName(f"{parameter.symbol} {title}")
        self._slider = Slider(theme, self)
        self._slider.setAccessibleName(f"{parameter.symbol} {title}")
        self._low, self._high, self._reason = QLabel(self), QLabel(self), QLabel(self)
        for widget in (self._name, self._field, self._slider):
            widget.setToolTip(help_text)
            widget.setAccessibleDescription(help_text)
        self._arrange(theme)
        self._slider.moved.connect(self._slid)
        self._slider.let_go.connect(self.let_go)
        self._slider.seen.connect(self.seen, Qt.ConnectionType.QueuedConnection)
        self._in_use: QToolButton | None = None
        self._field.typed.connect(self.typed)
        self._field.mended.connect(self.mended)
        self._field.stepped.connect(self._stepped)

    def _arrange(self, theme: Theme) -> None:
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self._top = row = QHBoxLayout()
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self._name, 1)
        self._name.setWordWrap(True)
        self._line = SharedLine(row, self._name, self._field, theme.size(_FIELD))
        self._field.setFixedSize(theme.size(_FIELD), theme.size(28))
        row.addWidget(self._field)
        lines.addLayout(row)
        lines.addWidget(self._slider)
        ends = QGridLayout()
        ends.setContentsMargins(0, 0, 0, 0)
        ends.setHorizontalSpacing(theme.size(_BETWEEN))
        for label, column in ((self._low, 0), (self._high, 1)):
            label.setObjectName("label")
            label.setWordWrap(theme.scale > 1)
            ends.addWidget(label, 0, column)
        self._high.setAlignment(Qt.AlignmentFlag.AlignRight)
        lines.addLayout(ends)
        self._reason.setObjectName("refusal")
        self._reason.setWordWrap(True)
        self._reason.setVisible(False)
        lines.addWidget(self._reason)
        for label, end in ((self._low, self._parameter.low_end), (self._high, self._parameter.high_end)):
            label.setText(self._language.say(end) if end else "")
            label.setVisible(self._ends and end is not None)

    def show_value(self, parameter: Parameter, value: float, refusal: Sentence | None) -> None:
        """Show a value and what was last refused beside it."""
        showing = parameter, value, refusal
        if showing == self._showing and self._field.shows(editable(value)):
            return  # of all rows one moves under the hand
        self._showing = showing
        self._parameter, self._value = parameter, value
        self._slider.setEnabled(True)
        self._field.setEnabled(True)
        words = f"{parameter.symbol} {editable(value)}"
        self._slider.tell(words, value, *parameter.walk, parameter.position)
        self._slider.place(parameter.position(value))
        self._field.show_text(editable(value), refusal is not None)
        self._line.divide(self.width())
        self._field.refuse(refusal is not None)
        self._low.setVisible(self._ends and parameter.low_end is not None)
        self._high.setVisible(self._ends and parameter.high_end is not None)
        self._low.setText(self._language.say(parameter.low_end) if parameter.low_end else "")
        self._reason.setVisible(refusal is not None)
        if refusal is not None:
            self._reason.setText(self._language.say(refusal))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the number gets what the name leaves, or a line of its own."""
        super().resizeEvent(event)
        self._line.divide(self.width())

    def show_context(self, ticks: tuple[Tick, ...], opened: Callable[[], None]) -> None:
        """Ticks under the slider for what others use, and a link that opens all of it, for keys and ears."""
        self._slider.show_ticks(ticks)
        if self._in_use is not None:
            return
        self._in_use = link = QToolButton(self)
        link.setObjectName("link")
        link.setText(self._language.say(N_("in use")))
        link.setToolTip(self._language.say(N_("Published values of ε, with unit, model, δ and source")))
        link.setAccessibleName(link.text())
        link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        link.clicked.connect(opened)
        self._top.insertWidget(1, link)
        self._line.divide(self.width())
        tab_before(self._field, [link])

    def show_unused(self, shown: Sentence, why: Sentence) -> None:
        """The parameter does not apply: it stays in its place and says why."""
        unused = shown, why
        if unused == self._showing:
            return
        self._showing = unused
        self._field.lineEdit().setModified(False)
        self._field.show_text(self._language.say(shown))
        self._line.divide(self.width())
        self._field.refuse(False)
        self._field.setEnabled(False)
        words = f"{self._parameter.symbol} {self._language.say(shown)}"
        low, high = self._parameter.walk
        self._slider.tell(words, low, low, high, self._parameter.position)
        self._slider.place(0.0)
        self._slider.setEnabled(False)
        self._low.setText(self._language.say(why))
        self._low.setVisible(True)
        self._high.setVisible(False)
        self._reason.setVisible(False)

    def _slid(self, position: float) -> None:
        self.moved.emit(self._parameter.value(position))

    def _stepped(self, steps: int) -> None:
        """An arrow key: one hundredth of the slider's way, or one where only whole numbers are."""
        if self._parameter.integer:
            value = self._value + steps
        else:
            value = self._parameter.value(self._parameter.position(self._value) + steps / 100)
        if not math.isclose(value, self._value):
            self.moved.emit(value)
            self.let_go.emit()
