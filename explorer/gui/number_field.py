"""A field for a number in any notation, stepped with arrow keys and wheel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSpinBox, QSizePolicy, QWidget

from explorer.gui.theme import VALUE, Theme
from explorer.gui.typed_line import asks_undo


class NumberField(QAbstractSpinBox):
    """A number that can be typed in any of the notations, or stepped with the arrow keys.

    `typed(text)` when a person has entered something else, `mended` when in place of what was refused the
    value in force stands again, `stepped(count)` for arrows and wheel.
    """

    typed = Signal(str)
    mended = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None, edged: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._refused, self._edged = theme, False, edged
        self._told: str | None = None  # what was entered last, until it is shown or mended
        self.setMouseTracking(True)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setFrame(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font(VALUE, strong=True))
        line = self.lineEdit()
        line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.setFrame(False)
        line.setStyleSheet("QLineEdit { background: transparent; border: none; padding: 0 4px; }")
        self._shown = ""
        self.editingFinished.connect(self._finished)

    def show_text(self, text: str, refused: bool = False) -> None:
        """Show a value; text that a person is still typing, or that was refused, is left to be mended."""
        self._shown = text
        if refused and self._told is not None:
            return
        self._told = None
        if not self.lineEdit().isModified() or not self.hasFocus():
            self.lineEdit().setText(text)

    def refuse(self, refused: bool) -> None:
        """Draw the edge of a refused field, or not."""
        if refused != self._refused:
            self._refused = refused
            self.update()

    def _finished(self) -> None:
        # By text alone: Return has already cleared the line's own mark of being modified.
        text = self.lineEdit().text().strip()
        if text == self._shown and self._refused:
            self._restore()
        elif text != (self._shown if self._told is None else self._told):
            self._told = text
            self.lineEdit().setModified(False)
            self.typed.emit(text)

    def _restore(self) -> None:
        """The value in force stands again, and whatever was refused of another is no longer said."""
        self.lineEdit().setText(self._shown)
        self.lineEdit().setModified(False)
        self._told = None
        self.mended.emit()

    def event(self, event: QEvent) -> bool:
        """Undo is the program's, unless letters are being typed."""
        if asks_undo(event) and self.lineEdit().text().strip() in (self._shown, self._told):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        given_up = self.lineEdit().text() != self._shown or self._refused
        if event.key() == Qt.Key.Key_Escape and given_up:
            self._restore()
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
        """A quiet field: its edge shows only under the hand, in focus, or when it was refused.

        An `edged` one, small among numbers that cannot be typed, shows it always.
        """
        if not self.isEnabled():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse() or self._refused or self._edged:
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

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Anything may be typed; what it means is decided when it is entered."""
        return (QValidator.State.Acceptable, text, position)

    def stepBy(self, steps: int) -> None:
        self.stepped.emit(steps)

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        return (
            QAbstractSpinBox.StepEnabledFlag.StepUpEnabled | QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        )
