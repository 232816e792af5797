"""A line of text that leaves undo to the program, once what was typed has been taken over."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame

_BESIDE = 2  # pixels that a line keeps free on both sides of its letters
_STILL_THERE = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
)


def asks_undo(event: QEvent) -> bool:
    """Whether a key is about to be claimed as a text field's own undo or redo."""
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
        return False
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


class WholeOnClick(QObject):
    """The click that brings the focus marks the whole line: what is typed next takes its place.

    A stretch that is marked by drawing the mouse over it stays, and a second click sets the caret.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line, self._came = line, False
        line.installEventFilter(self)

    def entered(self, reason: Qt.FocusReason) -> None:
        """The line, or the field that it stands in, has the focus now."""
        self._came = reason is Qt.FocusReason.MouseFocusReason

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.MouseButtonRelease and self._came:
            self._came = False
            if not self._line.hasSelectedText():
                self._line.selectAll()
                return True
        return False


class TypedLine(QLineEdit):
    """Ctrl+Z undoes letters while one types, and the program's last step after that.

    A text that is too long for it ends in "…" until it has the focus: cut with no sign it reads as another.
    `given_up` on Escape: what was typed is not wanted, and no refusal of it. `gone_on` when the focus goes to
    another control of the window: not to a menu, and not with the window itself.
    """

    given_up = Signal()
    gone_on = Signal()

    def event(self, event: QEvent) -> bool:
        if asks_undo(event) and not self.isModified():
            event.ignore()
            return False
        return super().event(event)

    @property
    def shown(self) -> str:
        """What can be read: all of it, or its beginning with "…" at the end."""
        if self.hasFocus():
            return self.text()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self._room().width())

    def _room(self) -> QRect:
        """Where its letters stand."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        return inside.adjusted(_BESIDE, 0, -_BESIDE, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.shown
        if shown == self.text():
            super().paintEvent(event)
            return
        option, painter = QStyleOptionFrame(), QPainter(self)
        self.initStyleOption(option)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option, painter, self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.setFont(self.font())
        painter.drawText(self._room(), Qt.AlignmentFlag.AlignVCenter, shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STILL_THERE:
            self.gone_on.emit()
