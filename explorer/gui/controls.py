"""A parameter as a person meets it: slider, typed number, both ends in words, one line of refusal."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.theme import VALUE, Theme
from explorer.language import Language, number
from explorer.mark import Sentence
from explorer.privacy.parameter import Parameter

STEPS = 1000


class Slider(QSlider):
    """A flat slider. `moved(position in [0, 1])` only when a person moves it; a click jumps there."""

    moved = Signal(float)
    let_go = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._ticks: tuple[float, ...] = ()
        self.setRange(0, STEPS)
        self.setSingleStep(STEPS // 100)
        self.setPageStep(STEPS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.actionTriggered.connect(self._acted)
        self.sliderReleased.connect(self.let_go)

    def place(self, position: float) -> None:
        """Stand at a position; this is not a person's doing and emits nothing."""
        if not self.isSliderDown():
            self.setValue(round(position * STEPS))

    def _acted(self, action: int) -> None:
        if action == QAbstractSlider.SliderAction.SliderNoAction.value:
            return
        self.moved.emit(self.sliderPosition() / STEPS)
        if not self.isSliderDown():
            self.let_go.emit()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(160), self._theme.size(22))

    def _radius(self) -> float:
        return float(self._theme.size(8))

    def _x(self, position: float) -> float:
        radius = self._radius()
        return radius + position * (self.width() - 2 * radius)

    def _position_at(self, x: float) -> int:
        radius = self._radius()
        share = (x - radius) / max(self.width() - 2 * radius, 1.0)
        return round(min(max(share, 0.0), 1.0) * STEPS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isEnabled():
            self.setSliderDown(True)
            self.setSliderPosition(self._position_at(event.position().x()))
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderPosition(self._position_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only a slider in focus follows the wheel: scrolling past must not change a guarantee."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        at = self._x(self.sliderPosition() / STEPS)
        groove = self._theme.size(2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("quiet"))
        painter.drawRoundedRect(QRectF(0, middle - groove, self.width(), 2 * groove), groove, groove)
        active = self.isEnabled()
        painter.setBrush(self._theme.colour("accent" if active else "faint"))
        if active:
            painter.drawRoundedRect(QRectF(0, middle - groove, at, 2 * groove), groove, groove)
        radius = self._radius() if active else 0.7 * self._radius()
        painter.drawEllipse(QPointF(at, middle), radius, radius)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("ink"), 2))
            painter.drawEllipse(QPointF(at, middle), radius, radius)


class NumberField(QAbstractSpinBox):
    """A number that can be typed in any of the notations, or stepped with the arrow keys.

    `typed(text)` when a person has entered something else, `stepped(count)` for arrows and wheel.
    """

    typed = Signal(str)
    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._refused = theme, False
        self.setMouseTracking(True)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setFrame(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = self.lineEdit()
        line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.setFrame(False)
        line.setStyleSheet(
            "QLineEdit { background: transparent; border: none; padding: 0 4px;"
            f" font-size: {theme.size(VALUE)}px; font-weight: 600; }}"
        )
        self._shown = ""
        self.editingFinished.connect(self._finished)

    def show_text(self, text: str) -> None:
        """Show a value; text that a person is still typing is left alone."""
        self._shown = text
        if not self.lineEdit().isModified() or not self.hasFocus():
            self.lineEdit().setText(text)

    def refuse(self, refused: bool) -> None:
        """Draw the edge of a refused field, or not."""
        if refused != self._refused:
            self._refused = refused
            self.update()

    def _finished(self) -> None:
        text = self.lineEdit().text().strip()
        if self.lineEdit().isModified() and text != self._shown:
            self.lineEdit().setModified(False)
            self.typed.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.lineEdit().isModified():
            self.lineEdit().setText(self._shown)
            self.lineEdit().setModified(False)
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text has the whole field: there are no buttons, and styles disagree about the room for them."""
        super().resizeEvent(event)
        self.lineEdit().setGeometry(self.rect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.lineEdit().setGeometry(self.rect())

    def paintEvent(self, _: QPaintEvent) -> None:
        """A quiet field: its edge shows only under the hand, in focus, or when it was refused."""
        if not self.isEnabled():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse() or self._refused:
            edge = "refused" if self._refused else ("accent" if self.hasFocus() else "line")
            painter.setPen(QPen(self._theme.colour(edge), 1.0))
            painter.setBrush(self._theme.colour("field"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def validate(self, text: str, position: int) -> object:
        """Anything may be typed; what it means is decided when it is entered."""
        return (QValidator.State.Acceptable, text, position)

    def stepBy(self, steps: int) -> None:
        self.stepped.emit(steps)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        return (
            QAbstractSpinBox.StepEnabledFlag.StepUpEnabled | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        )


class ParameterRow(QWidget):
    """One declared parameter: its name, its number, its slider, its ends, its refusal.

    Emits `moved(value)` while the hand moves, `typed(text)`, and `let_go`.
    """

    moved = Signal(float)
    typed = Signal(str)
    let_go = Signal()

    def __init__(
        self, parameter: Parameter, theme: Theme, language: Language, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._parameter, self._language = parameter, language
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
        self._field.typed.connect(self.typed)
        self._field.stepped.connect(self._stepped)

    def _arrange(self, theme: Theme) -> None:
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self._name, 1)
        self._field.setFixedSize(theme.size(112), theme.size(28))
        row.addWidget(self._field)
        lines.addLayout(row)
        lines.addWidget(self._slider)
        ends = QGridLayout()
        ends.setContentsMargins(0, 0, 0, 0)
        for label, column in ((self._low, 0), (self._high, 1)):
            label.setObjectName("label")
            ends.addWidget(label, 0, column)
        self._high.setAlignment(Qt.AlignmentFlag.AlignRight)
        lines.addLayout(ends)
        self._reason.setObjectName("refusal")
        self._reason.setWordWrap(True)
        self._reason.setVisible(False)
        lines.addWidget(self._reason)
        for label, end in ((self._low, self._parameter.low_end), (self._high, self._parameter.high_end)):
            label.setText(self._language.say(end) if end else "")
            label.setVisible(end is not None)

    def show_value(self, parameter: Parameter, value: float, refusal: Sentence | None) -> None:
        """Show a value and what was last refused beside it."""
        self._parameter, self._value = parameter, value
        self._slider.setEnabled(True)
        self._field.setEnabled(True)
        self._slider.place(parameter.position(value))
        self._field.show_text(number(value))
        self._field.refuse(refusal is not None)
        self._low.setVisible(parameter.low_end is not None)
        self._high.setVisible(parameter.high_end is not None)
        self._low.setText(self._language.say(parameter.low_end) if parameter.low_end else "")
        self._reason.setVisible(refusal is not None)
        if refusal is not None:
            self._reason.setText(self._language.say(refusal))

    def show_unused(self, shown: Sentence, why: Sentence) -> None:
        """The parameter does not apply: it stays in its place and says why."""
        self._field.lineEdit().setModified(False)
        self._field.show_text(self._language.say(shown))
        self._field.refuse(False)
        self._field.setEnabled(False)
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


class IconArray(QWidget):
    """`count` of 100 squares filled: a chance that can be counted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._count = theme, 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_count(self, count: int, sentence: str) -> None:
        """Fill so many."""
        if count != self._count:
            self._count = count
            self.update()
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.size(250), self._theme.size(44))

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        pitch = min(self.width() / 25, self.height() / 4)
        side = 0.74 * pitch
        for index in range(100):
            role = "with" if index < self._count else "quiet"
            painter.setBrush(self._theme.colour(role))
            row, column = divmod(index, 25)
            painter.drawRoundedRect(QRectF(column * pitch, row * pitch, side, side), 2, 2)
