"""One artist a kind of layer: keeps what it paints, and paints it in data coordinates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from explorer.app.plotting.figure import Floats
from explorer.app.plotting.layers import Area, Bars, Dash, Level, Line, Points, Rule
from explorer.gui.widgets.theme import Theme

STYLES = {
    Dash.EXACT: None,
    Dash.UPPER: [5.0, 3.0],
    Dash.ESTIMATE: [6.0, 3.0, 1.5, 3.0],
    Dash.UNPROVEN: [1.2, 2.2],
}
_FEW_CORNERS = 24  # corners, of which there is nothing to be gained
_THINNED_TIMES = 2  # that each second corner is left out
_OFF_LINE = 0.1  # pixels that such a corner may lie off the line between its neighbours, each time


class Artist(ABC):
    """Paints one layer of one id. `depth` says what it stands before: larger is nearer to the eye."""

    depth: ClassVar[float]

    def __init__(self, theme: Theme, ratio: float) -> None:
        self._theme = theme
        self._ratio = ratio
        self.over = 0.0  # within its depth

    @abstractmethod
    def show(self, layer: Any) -> None:
        """Change what is painted."""

    @abstractmethod
    def paint(self, painter: QPainter, frame: QRectF) -> None:
        """Paint it; `frame` is what can be seen, in data coordinates."""

    def resized(self, per_x: float, per_y: float) -> None:
        """There are now so many pixels a unit of x and of y."""
        _ = per_x, per_y

    def pen(self, colour: str, width: float, dash: Dash = Dash.EXACT, opacity: float = 1.0) -> QPen:
        """A cosmetic pen that is as wide on a dense screen as on a coarse one."""
        pen = QPen(self._theme.colour(colour, opacity), width * self._theme.scale * self._ratio)
        pen.setCosmetic(True)
        pattern = STYLES[dash]
        if pattern:
            pen.setDashPattern(pattern)
            if dash is Dash.UNPROVEN:
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        else:
            pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
        return pen


class LineArtist(Artist):
    """A curve."""

    depth = 10.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self._look: object = None
        self._pen = QPen()
        self._layer: Line | None = None
        self._per_unit = (1.0, 1.0)
        self.path = QPainterPath()

    @property
    def pen_alpha(self) -> float:
        """How strongly it is painted: 1 where nothing shines through."""
        return self._pen.color().alphaF()

    def show(self, layer: Line) -> None:
        look = (layer.colour, layer.width, layer.dash, layer.dimmed)
        if look != self._look:
            self._look = look
            opacity = 0.35 if layer.dimmed else 1.0
            self._pen = self.pen(layer.colour, layer.width, layer.dash, opacity)
            self.over = layer.width
        self._layer = layer
        self.path = pg.arrayToQPath(*thinned(layer.x, layer.y, self._per_unit), connect="finite")

    def resized(self, per_x: float, per_y: float) -> None:
        if (per_x, per_y) != self._per_unit:
            self._per_unit = (per_x, per_y)
            if self._layer is not None:
                self.show(self._layer)

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(self._pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self.path)


class AreaArtist(Artist):
    """What lies between two curves; hatching keeps its width on the screen whatever the axes."""

    depth = 1.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self.path = QPainterPath()
        self._brush = QBrush()

    def show(self, layer: Area) -> None:
        style = Qt.BrushStyle.BDiagPattern if layer.hatched else Qt.BrushStyle.SolidPattern
        self._brush = QBrush(self._theme.colour(layer.colour, layer.opacity), style)
        around_x = np.concatenate([layer.x, layer.x[::-1]])
        around_y = np.concatenate([layer.low, layer.high[::-1]])
        self.path = pg.arrayToQPath(around_x, around_y, connect="all")

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        if self._brush.style() != Qt.BrushStyle.SolidPattern:
            inverse, _ok = painter.worldTransform().inverted()
            ratio = painter.device().devicePixelRatio()
            self._brush.setTransform(QTransform.fromScale(ratio, ratio) * inverse)
        # The edges of these faint fills lie under curves or are not seen: smoothing costs a tenth of a frame.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(self.path, self._brush)


class BarsArtist(Artist):
    """Bars, with whiskers where the layer has them."""

    depth = 5.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self._layer: Bars | None = None
        self._rectangles: list[QRectF] = []
        self._within: QRectF | None = None  # for which they were made
        self._whiskers = QPainterPath()
        self._brush, self._pen = QBrush(), QPen(Qt.PenStyle.NoPen)
        self._whisker_pen = self.pen("ink", 1.2)

    def show(self, layer: Bars) -> None:
        self._brush = QBrush(self._theme.colour(layer.colour, 0.22 if layer.outlined else layer.opacity))
        self._pen = self.pen(layer.colour, 1.4, Dash.UPPER) if layer.outlined else QPen(Qt.PenStyle.NoPen)
        self._layer, self._within = layer, None
        self._whiskers = _whiskers(layer) if layer.whiskers is not None else QPainterPath()

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._pen)
        painter.setBrush(self._brush)
        if self._within != frame and self._layer is not None:
            self._rectangles, self._within = rectangles(self._layer, frame), QRectF(frame)
        if self._rectangles:  # as one path sixty bars would take forty times as long
            painter.drawRects(self._rectangles)
        if not self._whiskers.isEmpty():
            painter.setPen(self._whisker_pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(self._whiskers)


def rectangles(layer: Bars, frame: QRectF) -> list[QRectF]:
    """Each bar from 0 on, in data; what lies far outside of the frame is cut: Qt counts pixels in 32 bits."""
    least, most = frame.top() - frame.height(), frame.bottom() + frame.height()
    there = np.isfinite(layer.height)
    lefts, heights = (layer.x - 0.5 * layer.width)[there], np.clip(layer.height, least, most)[there]
    return [
        QRectF(left, 0.0, layer.width, high)
        for left, high in zip(lefts.tolist(), heights.tolist(), strict=True)
    ]


def _whiskers(layer: Bars) -> QPainterPath:
    """Upright lines as far as they reach from the top of each bar, with a beam at both ends."""
    reach, beam = layer.whiskers or 0.0, 0.15 * layer.width
    low, high, x = layer.height - reach, layer.height + reach, layer.x
    xs = np.stack([x, x, x - beam, x + beam, x - beam, x + beam], axis=1).ravel()
    ys = np.stack([low, high, low, low, high, high], axis=1).ravel()
    path: QPainterPath = pg.arrayToQPath(xs, ys, connect="pairs")
    return path


class PointsArtist(Artist):
    """Discs."""

    depth = 20.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self._layer: Points | None = None
        self._per_unit = (1.0, 1.0)
        self._pen = QPen()
        self.places = QPolygonF()

    def show(self, layer: Points) -> None:
        self._layer = layer
        size = layer.size * self._theme.scale
        if layer.in_data:  # never larger than its place: neither its column nor its row
            size = max(2.0, min(layer.size * self._per_unit[0], 0.92 * self._per_unit[1]))
        # A point of a round pen is a disc of its width.
        self._pen = QPen(self._theme.colour(layer.colour, layer.opacity), size * self._ratio)
        self._pen.setCosmetic(True)
        self._pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.places = pg.functions.arrayToQPolygonF(layer.x, layer.y) if len(layer.x) else QPolygonF()

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(self._pen)
        # Qt strokes a hundredth of a unit for a point: in pixels that is nothing, and the disc is round.
        to_pixels = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        painter.drawPoints(to_pixels.map(self.places))
        painter.setWorldTransform(to_pixels)

    def resized(self, per_x: float, per_y: float) -> None:
        if (per_x, per_y) == self._per_unit:
            return
        self._per_unit = (per_x, per_y)
        if self._layer is not None and self._layer.in_data:
            self.show(self._layer)


class RuleArtist(Artist):
    """A thin straight line across the picture."""

    depth = 3.0

    def __init__(self, theme: Theme, ratio: float) -> None:
        super().__init__(theme, ratio)
        self._pen = QPen()
        self._at, self._upright = 0.0, False

    def show(self, layer: Rule) -> None:
        self._at, self._upright = layer.at, layer.upright
        self._pen = self.pen(layer.colour, 1.0, Dash.UPPER if layer.dashed else Dash.EXACT)

    def paint(self, painter: QPainter, frame: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._pen)
        ends = QLineF(frame.left(), self._at, frame.right(), self._at)
        if self._upright:
            ends = QLineF(QPointF(self._at, frame.top()), QPointF(self._at, frame.bottom()))
        painter.drawLine(ends)


class LevelArtist(RuleArtist):
    """The level line that a person drags; its knob is a widget of the canvas."""

    def show(self, layer: Level) -> None:  # type: ignore[override]
        super().show(Rule(layer.id, layer.at, "ink"))


def thinned(x: Floats, y: Floats, per_unit: tuple[float, float]) -> tuple[Floats, Floats]:
    """A curve without those of each four corners that lie on the line between what stays.

    Parameters
    ----------
    x, y : (n,) data; corners beside a gap (NaN) stay, and both ends
    per_unit : pixels a unit of x and of y

    Guarantee
    ---------
    Nowhere further than 0.2 pixels off the whole curve.
    """
    for _ in range(_THINNED_TIMES):
        if len(x) < _FEW_CORNERS:
            break
        kept = np.ones(len(x), dtype=bool)
        kept[1:-1:2] = _off(x * per_unit[0], y * per_unit[1])
        x, y = x[kept], y[kept]
    return x, y


def _off(across: Floats, down: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Whether each second corner lies off the line between its neighbours, or is a gap or beside one."""
    wide, high = across[2::2] - across[:-2:2], down[2::2] - down[:-2:2]
    area = (across[1:-1:2] - across[:-2:2]) * high - (down[1:-1:2] - down[:-2:2]) * wide
    return np.asarray(~(area * area <= _OFF_LINE * _OFF_LINE * (wide * wide + high * high)))
