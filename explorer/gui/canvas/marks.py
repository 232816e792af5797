"""All marks of one picture as one graphics item: an item a curve would cost each of them a dozen calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.app.plotting.figure import Axis, Figure
from explorer.app.plotting.layers import Area, Bars, Handle, Layer, Level, Line, Note, Points, Rule
from explorer.app.plotting.squares import Squares
from explorer.gui.canvas.artists import (
    AreaArtist,
    Artist,
    BarsArtist,
    LevelArtist,
    LineArtist,
    PointsArtist,
    RuleArtist,
)
from explorer.gui.canvas.squares_artist import SquaresArtist
from explorer.gui.widgets.theme import Theme

ARTISTS: dict[type, type[Artist]] = {
    Line: LineArtist,
    Area: AreaArtist,
    Bars: BarsArtist,
    Points: PointsArtist,
    Rule: RuleArtist,
    Level: LevelArtist,
    Squares: SquaresArtist,
}


def artist_for(layer: Layer, theme: Theme, ratio: float) -> Artist | None:
    """A new artist for a layer; None for words and handles, which the canvas places in pixels."""
    kind = ARTISTS.get(type(layer))
    return None if kind is None else kind(theme, ratio)


class Marks(QGraphicsItem):
    """Curves, areas, bars, points and rules in data coordinates, over a grid at the numbers of y."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kept: dict[str, tuple[type, Artist]] = {}
        self._in_order: list[Artist] = []
        self._frame = QRectF()
        self._grid = QPainterPath()
        self._grid_pen = QPen(theme.colour("grid"), 1.0)
        self._grid_pen.setCosmetic(True)
        self._per_unit = (1.0, 1.0)

    @property
    def artists(self) -> dict[str, Artist]:
        """Who paints each layer, by its id."""
        return {layer: artist for layer, (_, artist) in self._kept.items()}

    def stretch(self, x: Axis, y: Axis) -> None:
        """Other axes: what can be seen, and where the grid is."""
        self.prepareGeometryChange()
        self._frame = QRectF(x.low, y.low, x.high - x.low, y.high - y.low)
        ys = np.repeat(np.array(y.ticks, dtype=float), 2)
        xs = np.tile(np.array([x.low, x.high]), len(y.ticks))
        self._grid = pg.arrayToQPath(xs, ys, connect="pairs")

    def show_figure(self, figure: Figure, ratio: float) -> None:
        """Paint what `figure` has; an artist lives as long as the layer of its id."""
        present = {layer.id for layer in figure.layers}
        for gone in [layer for layer in self._kept if layer not in present]:
            del self._kept[gone]
        self._in_order = []
        for layer in figure.layers:
            if not isinstance(layer, Handle | Note):
                artist = self._artist(layer, ratio)
                artist.show(layer)
                self._in_order.append(artist)
        self._in_order.sort(key=_nearness)  # of one depth, the later layer is over the earlier
        self.update()

    def _artist(self, layer: Any, ratio: float) -> Artist:
        known = self._kept.get(layer.id)
        if known is not None and known[0] is type(layer):
            return known[1]
        artist = artist_for(layer, self._theme, ratio)
        if artist is None:
            raise TypeError(f"no artist for {type(layer).__name__}")
        artist.resized(*self._per_unit)
        self._kept[layer.id] = (type(layer), artist)
        return artist

    def resized(self, per_x: float, per_y: float) -> None:
        """There are now so many pixels a unit of x and of y."""
        if (per_x, per_y) != self._per_unit:
            self._per_unit = (per_x, per_y)
            for artist in self._in_order:
                artist.resized(per_x, per_y)

    def boundingRect(self) -> QRectF:
        return self._frame

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._grid_pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._grid)
        for artist in self._in_order:
            artist.paint(painter, self._frame)


def _nearness(artist: Artist) -> float:
    return artist.depth + artist.over
