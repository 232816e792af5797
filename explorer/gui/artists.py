"""One artist a kind of layer: makes its pyqtgraph items once, then only changes their data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QTransform

from explorer.app.figure import Area, Bars, Dash, Layer, Line, Points, Rule
from explorer.gui.theme import Theme

_STYLES = {
    Dash.EXACT: None,
    Dash.UPPER: [5.0, 3.0],
    Dash.ESTIMATE: [6.0, 3.0, 1.5, 3.0],
    Dash.UNPROVEN: [1.2, 2.2],
}


class Artist(ABC):
    """Shows one layer of one id in a view box."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        self._box = box
        self._theme = theme
        self._ratio = ratio

    @abstractmethod
    def show(self, layer: Any) -> None:
        """Change what is drawn."""

    @abstractmethod
    def items(self) -> tuple[Any, ...]:
        """The graphics items, to be removed with the layer."""

    def resized(self, per_x: float, per_y: float) -> None:
        """The view box now has so many pixels a unit of x and of y."""
        _ = per_x, per_y

    def remove(self) -> None:
        """Take the items off the picture."""
        for item in self.items():
            self._box.removeItem(item)

    def pen(self, colour: str, width: float, dash: Dash = Dash.EXACT, opacity: float = 1.0) -> QPen:
        """A cosmetic pen that is as wide on a dense screen as on a coarse one."""
        pen = QPen(self._theme.colour(colour, opacity), width * self._theme.scale * self._ratio)
        pen.setCosmetic(True)
        pattern = _STYLES[dash]
        if pattern:
            pen.setDashPattern(pattern)
            if dash is Dash.UNPROVEN:
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        else:
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen


class LineArtist(Artist):
    """A curve."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        super().__init__(box, theme, ratio)
        self._curve = pg.PlotCurveItem(antialias=True, connect="finite")
        self._curve.setZValue(10)
        self._look: object = None
        box.addItem(self._curve, ignoreBounds=True)

    def items(self) -> tuple[Any, ...]:
        return (self._curve,)

    def show(self, layer: Line) -> None:
        look = (layer.colour, layer.width, layer.dash, layer.dimmed)
        if look != self._look:
            self._look = look
            opacity = 0.35 if layer.dimmed else 1.0
            self._curve.setPen(self.pen(layer.colour, layer.width, layer.dash, opacity))
            self._curve.setZValue(10 + layer.width)
        self._curve.setData(layer.x, layer.y)


class _Region(pg.GraphicsObject):  # type: ignore[misc]
    """A filled outline; hatching keeps its width on the screen whatever the axes."""

    def __init__(self) -> None:
        super().__init__()
        self.path = QPainterPath()
        self.brush = QBrush()

    def boundingRect(self) -> QRectF:
        return self.path.boundingRect()

    def paint(self, painter: QPainter, *_: object) -> None:
        if self.brush.style() != Qt.BrushStyle.SolidPattern:
            inverse, _ok = painter.worldTransform().inverted()
            ratio = painter.device().devicePixelRatio()
            self.brush.setTransform(QTransform.fromScale(ratio, ratio) * inverse)
        # The edges of these faint fills lie under curves or are not seen: smoothing costs a tenth of a frame.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(self.path, self.brush)


class AreaArtist(Artist):
    """What lies between two curves."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        super().__init__(box, theme, ratio)
        self._region = _Region()
        self._region.setZValue(1)
        box.addItem(self._region, ignoreBounds=True)

    def items(self) -> tuple[Any, ...]:
        return (self._region,)

    def show(self, layer: Area) -> None:
        style = Qt.BrushStyle.BDiagPattern if layer.hatched else Qt.BrushStyle.SolidPattern
        self._region.brush = QBrush(self._theme.colour(layer.colour, layer.opacity), style)
        self._region.prepareGeometryChange()
        around_x = np.concatenate([layer.x, layer.x[::-1]])
        around_y = np.concatenate([layer.low, layer.high[::-1]])
        self._region.path = pg.arrayToQPath(around_x, around_y, connect="all")
        self._region.update()


class BarsArtist(Artist):
    """Bars, with whiskers where the layer has them."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        super().__init__(box, theme, ratio)
        self._bars = pg.BarGraphItem(x=[], height=[], width=1.0)
        self._whiskers = pg.ErrorBarItem(x=np.zeros(1), y=np.zeros(1), top=0.0, bottom=0.0)
        self._whiskers.setZValue(12)
        self._whiskers.setVisible(False)
        for item in self.items():
            box.addItem(item, ignoreBounds=True)

    def items(self) -> tuple[Any, ...]:
        return (self._bars, self._whiskers)

    def show(self, layer: Bars) -> None:
        fill = self._theme.colour(layer.colour, 0.22 if layer.outlined else layer.opacity)
        pen = self.pen(layer.colour, 1.4, Dash.UPPER) if layer.outlined else QPen(Qt.PenStyle.NoPen)
        self._bars.setOpts(x=layer.x, height=layer.height, width=layer.width, brush=fill, pen=pen)
        self._bars.setZValue(5)
        self._whiskers.setVisible(layer.whiskers is not None and len(layer.x) > 0)
        if layer.whiskers is not None and len(layer.x):
            reach = np.full(len(layer.x), layer.whiskers)
            pen = self.pen("ink", 1.2)
            beam = 0.3 * layer.width
            self._whiskers.setData(x=layer.x, y=layer.height, top=reach, bottom=reach, beam=beam, pen=pen)


class PointsArtist(Artist):
    """Discs."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        super().__init__(box, theme, ratio)
        self._scatter = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._scatter.setZValue(20)
        self._layer: Points | None = None
        self._per_unit = (1.0, 1.0)
        box.addItem(self._scatter, ignoreBounds=True)

    def items(self) -> tuple[Any, ...]:
        return (self._scatter,)

    def show(self, layer: Points) -> None:
        self._layer = layer
        size = layer.size * self._theme.scale
        if layer.in_data:  # never larger than its place: neither its column nor its row
            size = max(2.0, min(layer.size * self._per_unit[0], 0.92 * self._per_unit[1]))
        brush = self._theme.colour(layer.colour, layer.opacity)
        self._scatter.setData(x=layer.x, y=layer.y, size=size, brush=brush, pen=QPen(Qt.PenStyle.NoPen))

    def resized(self, per_x: float, per_y: float) -> None:
        if (per_x, per_y) == self._per_unit:
            return
        self._per_unit = (per_x, per_y)
        if self._layer is not None and self._layer.in_data:
            self.show(self._layer)


class RuleArtist(Artist):
    """A thin straight line across the picture."""

    def __init__(self, box: pg.ViewBox, theme: Theme, ratio: float) -> None:
        super().__init__(box, theme, ratio)
        self._line = pg.InfiniteLine(movable=False)
        self._line.setZValue(3)
        box.addItem(self._line, ignoreBounds=True)

    def items(self) -> tuple[Any, ...]:
        return (self._line,)

    def show(self, layer: Rule) -> None:
        self._line.setAngle(90 if layer.upright else 0)
        self._line.setPen(self.pen(layer.colour, 1.0, Dash.UPPER if layer.dashed else Dash.EXACT))
        self._line.setValue(layer.at)


ARTISTS: dict[type, type[Artist]] = {
    Line: LineArtist,
    Area: AreaArtist,
    Bars: BarsArtist,
    Points: PointsArtist,
    Rule: RuleArtist,
}


def artist_for(layer: Layer, box: pg.ViewBox, theme: Theme, ratio: float) -> Artist | None:
    """A new artist for a layer; None for words and handles, which the canvas places in pixels."""
    kind = ARTISTS.get(type(layer))
    return None if kind is None else kind(box, theme, ratio)
