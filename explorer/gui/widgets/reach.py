"""Small things that are large enough for a hand: a layout gives them little room, they take more."""

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
