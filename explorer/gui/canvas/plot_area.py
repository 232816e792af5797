"""A picture's area with an axis at its left and one below, in a view that holds nothing else."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QTimer
from PySide6.QtGui import QColor, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsGridLayout, QGraphicsItem, QSizePolicy, QWidget


class Plot(pg.GraphicsWidget):  # type: ignore[misc]
    """The parts of `pyqtgraph.PlotItem` that a canvas shows.

    A `PlotItem` builds two further axes, a title, a button, and menus with some sixty controls even where
    none of them can be opened: ten milliseconds a plot, which a person waits for at the start.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.right_margin = 0.0
        self._grid = QGraphicsGridLayout()
        self._grid.setSpacing(0)
        self.setLayout(self._grid)
        self.box = pg.ViewBox(parent=self, enableMenu=False)
        self.box.setMinimumSize(1.0, 1.0)  # also where words take all room: no transform is singular
        self._grid.addItem(self.box, 0, 1)
        self._axes = {side: pg.AxisItem(side, parent=self) for side in ("left", "bottom")}
        self._grid.addItem(self._axes["left"], 0, 0)
        self._grid.addItem(self._axes["bottom"], 1, 1)
        for axis in self._axes.values():
            axis.linkToView(self.box)
            axis.setZValue(0.5)  # over the picture's own items, under the words
            axis.setFlag(QGraphicsItem.GraphicsItemFlag.ItemNegativeZStacksBehindParent)

    def axis(self, side: str) -> pg.AxisItem:
        """The axis at the `left` or the `bottom`."""
        return self._axes[side]

    def pixel(self, x: float, y: float) -> QPointF:
        """A data point in this item's own coordinates."""
        return QPointF(self.mapFromItem(self.box, self.box.mapFromView(QPointF(x, y))))

    def data(self, point: QPointF) -> tuple[float, float]:
        """The data point at a place in this item's own coordinates."""
        found = self.box.mapToView(self.mapToItem(self.box, point))
        return float(found.x()), float(found.y())

    def frame(self) -> QRectF:
        """The area in which data are drawn, in this item's own coordinates."""
        return QRectF(self.mapRectFromItem(self.box, self.box.boundingRect()))

    def per_unit(self) -> tuple[float, float]:
        """Pixels a unit of x and of y."""
        frame = self.frame()
        (x_low, x_high), (y_low, y_high) = self.box.viewRange()
        return frame.width() / (x_high - x_low), frame.height() / (y_high - y_low)

    def set_margins(self, left: float, top: float, right: float, bottom: float) -> None:
        """The room around the picture and its axes, in pixels."""
        self.right_margin = right
        self._grid.setContentsMargins(left, top, right, bottom)
        self._grid.activate()


class PlotView(pg.GraphicsView):  # type: ignore[misc]
    """A widget that shows one plot. It moves and scales nothing by itself."""

    def __init__(self, background: QColor, parent: QWidget | None = None) -> None:
        self._resized = False  # and the picture not yet
        super().__init__(parent, background=background)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.enableMouse(False)
        # One rectangle about all that changed: while a slider moves that is the whole picture in any case.
        self.setViewportUpdateMode(self.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.plot = Plot()
        self.setCentralItem(self.plot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A layout tries several sizes: the picture takes the last one, before it is painted."""
        if not self._resized:
            self._resized = True
            QTimer.singleShot(0, self, self.take_size)

    def take_size(self) -> None:
        """Fill the widget as large as it is now."""
        if self._resized:
            self._resized = False
            super().resizeEvent(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.take_size()
        super().paintEvent(event)
