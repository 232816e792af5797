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

    `typed(text)` when a person has entered something else, `stepped(count)` for arrows and wheel.
    """

    typed = Signal(str)
    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None, edged: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._refused, self._edged = theme, False, edged
        self._told = ""
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
        if refused and self._told:
            return
        self._told = ""
        if not self.lineEdit().isModified() or not self.hasFocus():
            self.lineEdit().setText(text)

    def refuse(self, refused: bool) -> None:
        """Draw the edge of a refused field, or not."""
        if refused != self._refused:
            self._refused = refused
            self.update()

    def _finished(self) -> None:
        text = self.lineEdit().text().strip()
        # By text alone: Return has already cleared the line's own mark of being modified.
        if text not in (self._shown, self._told):
            self._told = text
            self.lineEdit().setModified(False)
            self.typed.emit(text)

    def event(self, event: QEvent) -> bool:
        """Undo is the program's, unless letters are being typed."""
        if asks_undo(event) and self.lineEdit().text() == self._shown:
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.lineEdit().text() != self._shown:
            self._told = ""
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
