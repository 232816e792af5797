"""Widgets one after the other like words: what has no room goes on in the next line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Flow(QWidget):
    """Holds pieces in reading order, each with so many pixels of air after it; as high as its lines need.

    `spread`: the pieces of a line share what room it has left.
    """

    def __init__(self, parent: QWidget, between_lines: int, edge: int = 0, spread: bool = False) -> None:
        super().__init__(parent)
        self._pieces: list[tuple[QWidget, int]] = []
        self._between, self._edge, self._spread = between_lines, edge, spread
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hold(self, pieces: Sequence[tuple[QWidget, int]]) -> None:
        """The pieces to show, each with the air after it."""
        self._pieces = list(pieces)
        self._fit()

    def width_in_one_line(self) -> int:
        """How wide all of it is where nothing wraps."""
        shown = [(each.sizeHint().width(), after) for each, after in self._pieces if not each.isHidden()]
        return 2 * self._edge + sum(wide + after for wide, after in shown) - (shown[-1][1] if shown else 0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._placed(width)[1]

    def sizeHint(self) -> QSize:
        return QSize(self.width_in_one_line(), self.heightForWidth(max(self.width(), 1)))

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest piece, as high as the lines are now."""
        widest = max((each.sizeHint().width() for each, _ in self._pieces if not each.isHidden()), default=0)
        return QSize(widest + 2 * self._edge, self.heightForWidth(max(self.width(), 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """A piece that needs more or less room moves those after it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        places, height = self._placed(self.width())
        for piece, place in places:
            piece.setGeometry(place)
        if height != self.height():
            self.setFixedHeight(max(height, 1))
        self.updateGeometry()

    def _placed(self, width: int) -> tuple[list[tuple[QWidget, QRect]], int]:
        """Where each piece stands in so much width, and the height of all."""
        lines: list[list[tuple[QWidget, int, QSize]]] = [[]]
        room, left = width - 2 * self._edge, 0
        for piece, after in self._pieces:
            if piece.isHidden():
                continue
            size = piece.sizeHint()
            if lines[-1] and left + size.width() > room:
                lines.append([])
                left = 0
            lines[-1].append((piece, left, size))
            left += size.width() + after
        places: list[tuple[QWidget, QRect]] = []
        top = self._edge
        for line in lines:
            height = max((size.height() for _, _, size in line), default=0)
            over = room - (line[-1][1] + line[-1][2].width()) if line and self._spread else 0
            for place, (piece, x, size) in enumerate(line):
                begin, end = (max(over, 0) * each // len(line) for each in (place, place + 1))
                corner = QPoint(self._edge + x + begin, top + (height - size.height()) // 2)
                wide = min(size.width() + end - begin, room)
                places.append((piece, QRect(corner, QSize(wide, size.height()))))
            top += height + self._between
        return places, top - self._between + self._edge
