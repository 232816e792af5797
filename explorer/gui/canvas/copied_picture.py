"""Which picture Ctrl+C copies: the one in focus, the one under the mouse, else the largest in sight."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from explorer.gui.canvas.figure_canvas import Canvas
from explorer.gui.widgets.card import Card


def copied(window: QWidget) -> Canvas | None:
    """The picture that a person means; None where none is in sight."""
    seen = [each for each in window.findChildren(Canvas) if _in_sight(each)]
    focused = QApplication.focusWidget()
    in_focus = [
        each for each in seen if focused is not None and (each is focused or each.isAncestorOf(focused))
    ]
    meant = [*in_focus, *(each for each in seen if each.underMouse())]
    if meant:
        return meant[0]
    return max(seen, key=lambda each: each.width() * each.height(), default=None)


def _in_sight(canvas: Canvas) -> bool:
    """Whether it is seen: it is neither closed nor behind another tab, and it has a picture."""
    holder: QWidget | None = canvas
    while holder is not None and not isinstance(holder, Card):
        holder = holder.parentWidget()
    return canvas.isVisible() and canvas.whole is not None and not (holder is not None and holder.behind)


def copy_picture(window: QWidget, *_: object) -> None:
    """Put it on the clipboard, as large as it is exported; where a table is in focus, its selected cells."""
    focused = QApplication.focusWidget()
    if isinstance(focused, QAbstractItemView):
        control = Qt.KeyboardModifier.ControlModifier
        QApplication.sendEvent(focused, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, control))
        return
    canvas = copied(window)
    if canvas is not None:
        canvas.copy_wanted.emit()
