"""Words on a picture, placed in pixels so that they are as sharp and as large as the rest of the window."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


@dataclass(frozen=True)
class Look:
    """How a group of words is drawn."""

    font: QFont
    strong: QFont
    colour: QColor
    box: QColor | None = None
    edge: QColor | None = None
    stressed: int = -1
    halo: QColor | None = None


class Words(QGraphicsItem):
    """Some lines of text, with a box behind them or a thin line that leads to their point."""

    PADDING = 10.0

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self._look: Look | None = None
        self._size = QRectF()
        self._lead: QPointF | None = None
        self.setZValue(50)

    def show_lines(self, lines: tuple[str, ...], look: Look) -> None:
        """Change what is said and how; the place stays."""
        if lines == self._lines and look == self._look:
            return
        self.prepareGeometryChange()
        self._lines, self._look = lines, look
        pad = self.PADDING if look.box is not None else 0.0
        widths = [QFontMetricsF(self._font(i)).horizontalAdvance(line) for i, line in enumerate(lines)]
        height = sum(QFontMetricsF(self._font(i)).height() for i in range(len(lines)))
        self._size = QRectF(0, 0, max(widths, default=0.0) + 2 * pad, height + 1.4 * pad)
        self.update()

    def lead_to(self, point: QPointF | None) -> None:
        """Draw a thin line to a point of this item's own coordinates."""
        if point != self._lead:
            self.prepareGeometryChange()
            self._lead = point
            self.update()

    @property
    def size(self) -> QRectF:
        """The rectangle that the words fill, from (0, 0)."""
        return self._size

    def _font(self, line: int) -> QFont:
        look = self._look
        if look is None:
            return QFont()
        return look.strong if line == look.stressed else look.font

    def boundingRect(self) -> QRectF:
        bounds = self._size.adjusted(-2, -2, 2, 2)
        if self._lead is not None:
            bounds = bounds.united(QRectF(self._lead, self._lead).adjusted(-2, -2, 2, 2))
        return bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        look = self._look
        if look is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._lead is not None:
            painter.setPen(QPen(look.colour, 1.0))
            start = QPointF(min(max(self._lead.x(), 0.0), self._size.width()), 0.0)
            if self._lead.y() > 0:
                start.setY(self._size.height())
            painter.drawLine(start, self._lead)
        pad = 0.0
        if look.box is not None:
            pad = self.PADDING
            painter.setPen(QPen(look.edge or look.colour, 1.0))
            painter.setBrush(look.box)
            painter.drawRoundedRect(self._size.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        elif look.halo is not None:
            painter.fillRect(self._size.adjusted(-2, 0, 2, 0), look.halo)
        self._draw_lines(painter, look, pad)

    def _draw_lines(self, painter: QPainter, look: Look, pad: float) -> None:
        painter.setPen(look.colour)
        top = 0.7 * pad
        for index, line in enumerate(self._lines):
            font = self._font(index)
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            area = QRectF(pad, top, self._size.width() - 2 * pad + 1, metrics.height())
            painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip), line)
            top += metrics.height()
