"""What a hand can reach: small things made large enough, and the part of a window that is on the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def reach_out(widget: QWidget, side: int) -> QPoint | None:
    """Make `widget` a square of `side` pixels within its parent; where its own middle is in it.

    None where it is as large already, or has no parent: nothing is changed then.
    """
    holder = widget.parentWidget()
    if holder is None or (widget.width() >= side and widget.height() >= side):
        return None
    room, middle = holder.rect(), widget.geometry().center()
    reach = QRect(0, 0, side, side)
    reach.moveCenter(middle)
    reach.moveLeft(max(room.left(), min(reach.left(), room.right() - side + 1)))
    reach.moveTop(max(room.top(), min(reach.top(), room.bottom() - side + 1)))
    widget.setGeometry(reach)
    widget.raise_()
    return middle - reach.topLeft()


def on_screen(window: QWidget, least: int) -> QRect:
    """The part of a window that is on its screen, in its own pixels; all of it where that is hardly any."""
    free = window.screen().availableGeometry()
    free.moveTopLeft(window.mapFromGlobal(free.topLeft()))
    seen = free.intersected(window.rect())
    return seen if seen.width() >= least and seen.height() >= least // 2 else window.rect()
