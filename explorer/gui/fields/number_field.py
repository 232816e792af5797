"""A field for a number in any notation, stepped with arrow keys and wheel."""

from __future__ import annotations

import math
from fractions import Fraction

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
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

from explorer.gui.fields.typed_line import WholeOnClick, asks_undo
from explorer.gui.widgets.theme import BODY, VALUE, Theme
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber

_MARGIN = 14  # pixels beside the text: the line's own, its padding, and the caret
_TIGHT = 16  # the same of a field that is as narrow as its number lets it
_WIDER = 1.8  # times its usual width: so far a field grows for a long number
_LINE = "QLineEdit {{ background: transparent; border: none; padding: 0 4px;{more} }}"


class NumberField(QAbstractSpinBox):
    """A number that can be typed in any of the notations, or stepped with the arrow keys.

    Its type has one size. A number that is too long for the field ends in "…", and scrolls once it has the
    focus: one that is cut with no sign reads as another number. The tooltip then begins with all of it.

    `typed(text)` when a person has entered something else, `mended` when in place of what was refused the
    value in force stands again, `stepped(count)` for arrows and wheel.
    """

    typed = Signal(str)
    mended = Signal()
    stepped = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None, edged: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._refused, self._edged = theme, False, edged
        self._entered: str | None = None  # what was entered last, until it is shown or mended
        self.setMouseTracking(True)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setFrame(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._usual, self._help, self._tip, self._cut = 0, "", "", False
        line = self.lineEdit()
        self._write(BODY if edged else VALUE)
        line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line.setFrame(False)
        line.setStyleSheet(_LINE.format(more=""))
        self._shown, self._whole = "", WholeOnClick(line)
        line.textChanged.connect(self._fit)
        self.editingFinished.connect(self._finished)

    def show_text(self, text: str, refused: bool = False) -> None:
        """Show a value; text that a person is still typing, or that was refused, is left to be mended."""
        self._shown = text
        if refused and self._entered is not None:
            return
        self._entered = None
        line = self.lineEdit()
        modified = line.isModified()
        if (modified and not self.hasFocus()) or (not modified and line.text() != text):
            line.setText(text)
        self._grow()

    def shows(self, text: str) -> bool:
        """Whether it shows a value as this text, and nothing that was typed since."""
        line = self.lineEdit()
        return self._shown == text == line.text() and not line.isModified() and self._entered is None

    def write_small(self) -> None:
        """Type no larger than that of words."""
        self._write(BODY)
        self._fit()

    def fit_within(self, width: int, least: float) -> None:
        """Its type as large as lets the whole number stand in so many pixels, down to a share of its size."""
        self._write(VALUE)
        share = (width - _TIGHT) / max(self.needed_width() - _TIGHT, 1)
        if share < 1:
            self._write(math.floor(max(share, least) * VALUE))
        self._fit()

    def hold(self, width: int, height: int) -> None:
        """So many pixels, for usual numbers; for a long one it is wider, as far as that goes."""
        self._usual = width
        self.setFixedHeight(height)
        self._grow()

    def setToolTip(self, text: str) -> None:
        """What the number is; a number that is cut comes before that."""
        self._help = text
        self._tell()

    def needed_width(self) -> int:
        """The width in which the whole number is seen."""
        return self.lineEdit().fontMetrics().horizontalAdvance(self.lineEdit().text()) + _TIGHT

    def _grow(self) -> None:
        if self._usual:
            self.setFixedWidth(max(self._usual, min(self.needed_width(), round(_WIDER * self._usual))))

    def _write(self, pixels: int) -> None:
        font = self._theme.font(pixels, strong=True)
        self.setFont(font)
        self.lineEdit().setFont(font)  # it has a style of its own and follows nobody

    def _fit(self) -> None:
        """Whether the number is cut: then its line shows nothing, and the field paints what has room."""
        line = self.lineEdit()
        wide = line.fontMetrics().horizontalAdvance(line.text())
        cut = wide > self.width() - _MARGIN and not self.hasFocus()
        if cut != self._cut:
            self._cut = cut
            line.setStyleSheet(_LINE.format(more=" color: transparent;" if cut else ""))
        self._tell()
        self.update()

    def _tell(self) -> None:
        told = [self.lineEdit().text(), self._help] if self._cut else [self._help]
        tip = "\n".join(filter(None, told))
        if tip != self._tip:
            self._tip = tip
            super().setToolTip(tip)

    @property
    def shown(self) -> str:
        """What can be read: all of it, or its beginning with "…" at the end."""
        line = self.lineEdit()
        if not self._cut:
            return line.text()
        room = self.width() - _MARGIN
        return line.fontMetrics().elidedText(line.text(), Qt.TextElideMode.ElideRight, room)

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
        elif text != (self._shown if self._entered is None else self._entered):
            self._entered = text
            self.lineEdit().setModified(False)
            self.typed.emit(text)
            if _exact(text) == _exact(self._shown) is not None:  # nothing changes that would show it anew
                self._entered = None
                self.lineEdit().setText(self._shown)

    def _restore(self) -> None:
        """The value in force stands again, and whatever was refused of another is no longer said."""
        self.lineEdit().setText(self._shown)
        self.lineEdit().setModified(False)
        self._entered = None
        self.mended.emit()

    def event(self, event: QEvent) -> bool:
        """Undo is the program's, unless letters are being typed."""
        if asks_undo(event) and self.lineEdit().text().strip() in (self._shown, self._entered):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        given_up = self.lineEdit().text() != self._shown or self._refused
        if event.key() == Qt.Key.Key_Escape and given_up:
            self._restore()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._whole.entered(event.reason())
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text has the whole field: there are no buttons, and styles disagree about the room for them."""
        super().resizeEvent(event)
        self.lineEdit().setGeometry(self.rect())
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.lineEdit().setGeometry(self.rect())

    def paintEvent(self, _: QPaintEvent) -> None:
        """A quiet field: its edge shows only under the hand, in focus, or when it was refused.

        An `edged` one, small among numbers that cannot be typed, shows it always.
        """
        if not (self.isEnabled() or self._cut):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self.isEnabled():
            pass  # an edge would promise that it can be typed in
        elif self.hasFocus() or self.underMouse() or self._refused or self._edged:
            edge = "refused" if self._refused else ("accent" if self.hasFocus() else "faint")
            painter.setPen(QPen(self._theme.colour(edge), 1.0))
            painter.setBrush(self._theme.colour("field"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if self._cut:
            painter.setFont(self.lineEdit().font())
            painter.setPen(self._theme.colour("ink" if self.isEnabled() else "faint"))
            room = self.rect().adjusted(_MARGIN // 2, 0, -_MARGIN // 2, 0)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.shown)

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


def _exact(text: str) -> Fraction | None:
    """The number that a text means; None where it is none, or more than one."""
    try:
        return read_exact(text)
    except NotANumber:
        return None
