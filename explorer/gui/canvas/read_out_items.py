"""What stands on a picture where it is asked: a ring on the curve, thin lines to both axes, a box of words.

Each is a small item of its own: where one moves, only the pixels under it are painted anew.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsLineItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from explorer.app.plotting.palette import ink_of
from explorer.gui.widgets.theme import LABEL, Theme

_ABOVE = 60.0  # words and the handle
_WIDEST = 180  # pixels of a line of the box; what is longer is wrapped
_AWAY = 22  # pixels from the ring to the box
_RING = 5.0


class Row(NamedTuple):
    """One line of words, and how it is set."""

    text: str
    font: QFont
    colour: QColor


class TextBox(QGraphicsItem):
    """Some rows of words in a box."""

    def __init__(self, parent: QGraphicsItem, ground: QColor, edge: QColor, padding: float) -> None:
        super().__init__(parent)
        self._ground, self._edge, self._padding = ground, edge, padding
        self._rows: list[Row] = []
        self.size = QRectF()
        self.setZValue(_ABOVE + 2)

    @property
    def lines(self) -> list[str]:
        """What is said."""
        return [row.text for row in self._rows]

    def say(self, rows: list[Row]) -> None:
        """Change the words; the place stays."""
        if rows == self._rows:
            return
        self.prepareGeometryChange()
        self._rows = rows
        metrics = [QFontMetricsF(row.font) for row in rows]
        wide = max(
            (each.horizontalAdvance(row.text) for each, row in zip(metrics, rows, strict=True)), default=0
        )
        high = sum(each.height() for each in metrics)
        self.size = QRectF(0, 0, wide + 2 * self._padding, high + 1.4 * self._padding)
        self.update()

    def boundingRect(self) -> QRectF:
        return self.size.adjusted(-1, -1, 1, 1)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge, 1.0))
        painter.setBrush(self._ground)
        rounding = min(6.0, self._padding)
        painter.drawRoundedRect(self.size.adjusted(0.5, 0.5, -0.5, -0.5), rounding, rounding)
        top = 0.7 * self._padding
        for row in self._rows:
            metrics = QFontMetricsF(row.font)
            painter.setFont(row.font)
            painter.setPen(row.colour)
            painter.drawText(QPointF(self._padding, top + metrics.ascent()), row.text)
            top += metrics.height()


class ReadOutItems:
    """The ring, the lines, the numbers at the axes and the box of one picture."""

    def __init__(self, plot: QGraphicsItem, theme: Theme) -> None:
        self._theme = theme
        thin = QPen(theme.colour("faint", 0.7), 1.0)
        self._across, self._upright, self._lead = (QGraphicsLineItem(plot) for _ in range(3))
        for line in (self._across, self._upright, self._lead):
            line.setPen(thin)
            line.setZValue(_ABOVE)
        self.ring = QGraphicsEllipseItem(plot)
        radius = _RING * theme.scale
        self.ring.setRect(-radius, -radius, 2 * radius, 2 * radius)
        self.ring.setBrush(theme.colour("card"))
        self.ring.setZValue(_ABOVE + 1)
        self.box = TextBox(plot, theme.colour("card", 0.97), theme.colour("faint"), theme.size(9))
        self.at_x, self.at_y = (
            TextBox(plot, theme.colour("field"), theme.colour("line"), theme.size(4)) for _ in range(2)
        )

    @property
    def _all(self) -> tuple[QGraphicsItem, ...]:
        return self._across, self._upright, self._lead, self.ring, self.box, self.at_x, self.at_y

    def hide(self) -> None:
        """Nothing is asked."""
        for item in self._all:
            item.setVisible(False)

    def rows(self, head: tuple[str, ...], name: str, rest: tuple[str, ...], colour: str) -> list[Row]:
        """The words of the box: the number bold, the curve's name in its colour, the rest quieter."""
        theme = self._theme
        plain, strong = theme.font(LABEL), theme.font(LABEL, strong=True)
        said = [
            Row(text, strong if place == 0 else plain, theme.colour("ink")) for place, text in enumerate(head)
        ]
        said.append(Row(name, plain if head else strong, theme.colour(ink_of(colour))))
        said += [Row(text, plain, theme.colour("muted")) for text in rest]
        widest = theme.size(_WIDEST)
        return [
            Row(part, row.font, row.colour) for row in said for part in _wrapped(row.text, row.font, widest)
        ]

    def stand(self, point: QPointF, colour: str, rows: list[Row], frame: QRectF, area: QRectF) -> None:
        """Say `rows` of a point, in pixels of the plot; the box keeps within `area`."""
        self.ring.setPen(QPen(self._theme.colour(colour), 2.0 * self._theme.scale))
        self.ring.setPos(point)
        self._across.setLine(QLineF(frame.left(), point.y(), point.x(), point.y()))
        self._upright.setLine(QLineF(point.x(), point.y(), point.x(), frame.bottom()))
        self.box.say(rows)
        corner = _corner(point, self.box.size, area, self._theme.size(_AWAY))
        self.box.setPos(corner)
        self._lead.setLine(QLineF(point, _nearest(self.box.size.translated(corner), point)))
        for item in self._all:
            item.setVisible(True)

    def tell_axes(self, x: str, y: str, point: QPointF, frame: QRectF, area: QRectF) -> None:
        """The numbers at the foot of both lines; an empty one is left out."""
        font, ink = self._theme.font(LABEL), self._theme.colour("ink")
        for item, text in ((self.at_x, x), (self.at_y, y)):
            item.setVisible(bool(text))
            item.say([Row(text, font, ink)])
        left = point.x() - self.at_x.size.width() / 2
        left = min(max(left, area.left()), area.right() - self.at_x.size.width())
        self.at_x.setPos(left, frame.bottom() + self._theme.size(6))
        left = max(area.left(), frame.left() - self.at_y.size.width() - self._theme.size(2))
        self.at_y.setPos(left, point.y() - self.at_y.size.height() / 2)


def _corner(point: QPointF, size: QRectF, area: QRectF, away: float) -> QPointF:
    """Where the box stands: above on the right, where there is room, off its point and within the area."""
    wide, high = size.width(), size.height()
    tops = (point.y() - away - high, point.y() + away)
    top = tops[0] if tops[0] >= area.top() else min(tops[1], area.bottom() - high)
    lefts = (point.x() - away - wide, point.x() + away)
    left = lefts[1] if lefts[1] + wide <= area.right() else max(lefts[0], area.left())
    return QPointF(left, max(top, area.top()))


def _nearest(box: QRectF, point: QPointF) -> QPointF:
    """The point of a box's edge that is nearest to a point outside of it."""
    x, y = min(max(point.x(), box.left()), box.right()), min(max(point.y(), box.top()), box.bottom())
    return QPointF(x, y)


def _wrapped(text: str, font: QFont, widest: float) -> list[str]:
    """The text in lines of at most a width, broken between words where there are any."""
    metrics, lines = QFontMetricsF(font), [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and metrics.horizontalAdvance(longer) > widest:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
