"""Squares that are counted, on the canvas: as large as all of them have room, square in every picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QTransform

from explorer.app.plotting.squares import Squares, Swatch, corners_in
from explorer.gui.canvas.artists import Artist
from explorer.gui.widgets.theme import Theme

_ROUND = 0.18  # of the side: the corners
_CROSS = 0.3  # of the side: from an edge to the end of a cross
_SMALL = 6.0  # pixels of a side: smaller ones have neither round corners nor crosses


class SquaresArtist(Artist):
    """The squares of one kind."""

    depth = 5.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self._layer: Squares | None = None
        self._within: tuple[float, float] = (0.0, 0.0)
        self._corners: list[tuple[float, float]] = []
        self._side = 0.0
        self._stamp, self._made = QPixmap(), (Swatch("", False), 0.0, 0.0)

    def show(self, layer: Squares) -> None:
        self._layer, self._within = layer, (0.0, 0.0)

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        if self._layer is None:
            return
        to_pixels = painter.worldTransform()
        room = to_pixels.mapRect(frame)
        if (room.width(), room.height()) != self._within:
            self._within = room.width(), room.height()
            self._corners, self._side = corners_in(self._layer, *self._within, self._theme.scale)
        painter.setWorldTransform(QTransform.fromTranslate(room.left(), room.top()))
        stamp = self._stamped(painter.device().devicePixelRatioF())
        for x, y in self._corners:
            painter.drawPixmap(QPointF(x, y), stamp)
        painter.setWorldTransform(to_pixels)

    def _stamped(self, density: float) -> QPixmap:
        """One square, painted once: some hundred rounded ones would take a third of a frame."""
        if self._layer is None:
            raise TypeError("squares are shown before they are painted")
        swatch = Swatch(self._layer.colour, self._layer.crossed)
        made = (swatch, self._side, density)
        if made != self._made:
            self._made = made
            pixels = max(math.ceil(self._side * density), 1)
            self._stamp = QPixmap(pixels, pixels)
            self._stamp.setDevicePixelRatio(density)
            self._stamp.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._stamp)
            paint_squares(painter, self._theme, swatch, [(0.0, 0.0)], self._side)
            painter.end()
        return self._stamp


def paint_squares(
    painter: QPainter, theme: Theme, swatch: Swatch, corners: Sequence[tuple[float, float]], side: float
) -> None:
    """Squares of one kind with these upper left corners, in pixels of the painter."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("quiet" if swatch.crossed else swatch.colour))
    if side < _SMALL:
        painter.drawRects([QRectF(x, y, side, side) for x, y in corners])
        return
    for x, y in corners:
        painter.drawRoundedRect(QRectF(x, y, side, side), _ROUND * side, _ROUND * side)
    if swatch.crossed:
        painter.setPen(QPen(theme.colour(swatch.colour), max(1.0, 0.09 * side)))
        near, far = _CROSS * side, (1 - _CROSS) * side
        painter.drawLines(
            [
                QLineF(x + a, y + near, x + b, y + far)
                for x, y in corners
                for a, b in ((near, far), (far, near))
            ]
        )
