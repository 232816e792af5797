"""Shows one figure: keeps its items, changes their data, and never emits while it renders."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPen
from PySide6.QtWidgets import QLabel, QWidget

from explorer.app.plotting.figure import Axis, Figure
from explorer.app.plotting.figure_view import Extent, enlarged_figure, isolated
from explorer.app.plotting.layers import Level
from explorer.app.plotting.read_out import Place
from explorer.app.plotting.taken import taken
from explorer.export.figures.tick_numbers import tick_texts
from explorer.gui.canvas.handle_drag import HandleDrag
from explorer.gui.canvas.level_knob import LevelKnob
from explorer.gui.canvas.marks import Marks
from explorer.gui.canvas.names_below import NamesBelow
from explorer.gui.canvas.picture_labels import Lettering
from explorer.gui.canvas.plot_area import PlotView
from explorer.gui.canvas.pointer_readout import Pointing
from explorer.gui.widgets.dimmed_numbers import DIMMED
from explorer.gui.widgets.theme import LABEL, Theme
from explorer.language import Language


class PictureView(PlotView):
    """One picture, shown. `dragged(path, value)` while a person moves a handle, `let_go` when they stop.

    `enlarged(whether)` once a part of the picture is shown, or all of it again; `copy_wanted` on Ctrl+C.
    `taken(path, value)` once a person takes the x of a point for the parameter that the picture declares.
    """

    dragged = Signal(str, float)
    let_go = Signal()
    enlarged = Signal(bool)
    copy_wanted = Signal()
    taken = Signal(str, float)

    def __init__(self, theme: Theme, language: Language, parent: QWidget | None = None) -> None:
        super().__init__(theme.colour("card"), parent)
        self._theme, self._language = theme, language
        self.marks = Marks(theme)
        self.whole: Figure | None = None  # as it was given
        self._figure: Figure | None = None  # as it is seen: perhaps a part, one curve before the others
        self.extent: Extent | None = None
        self.isolated = ""  # the id of a curve
        self._axes: tuple[Axis, ...] = ()
        self._strides = (0, 0)
        self.names_below = NamesBelow(self.plot, theme)
        self._thinned: tuple[object, ...] = ()  # what the numbers were thinned out for
        self._box: pg.ViewBox = self.plot.box
        self.handle = HandleDrag(theme, self.plot)
        self._level = LevelKnob(theme, language, self)
        self._level.dragged.connect(self.dragged)
        self._level.let_go.connect(self.let_go)
        self.pointing = Pointing(self, self.plot, theme, language)
        self.lettering = Lettering(self.plot, theme, language)
        self._instead: QLabel | None = None
        self._prepare()

    def _prepare(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setMinimumHeight(self._theme.size(72))
        self._box.setMouseEnabled(x=False, y=False)
        self._box.setDefaultPadding(0.0)
        self._box.disableAutoRange()
        font = self._theme.font(LABEL)
        for side in ("left", "bottom"):
            axis = self.plot.axis(side)
            axis.setTickFont(font)
            axis.setTextPen(self._theme.colour("muted"))
            axis.setPen(QPen(Qt.PenStyle.NoPen))
            axis.setStyle(
                tickLength=0,
                tickTextOffset=self._theme.size(9 if side == "bottom" else 5),
                autoExpandTextSpace=False,
            )
            # How far a number may reach beyond its axis: half of its height, or it is left out.
            axis.setStyle(hideOverlappingLabels=max(15, self._theme.size(LABEL)), tickAlpha=0)
            axis.enableAutoSIPrefix(False)
        self._axis_pen = QPen(self._theme.colour("faint"), self._theme.scale)
        self._axis_pen.setCosmetic(True)
        self._box.addItem(self.marks, ignoreBounds=True)
        self._box.sigResized.connect(self._place)

    def show_figure(self, figure: Figure) -> None:
        """Show `figure`; only what differs from the one before is touched.

        A part that was enlarged stays so on the same axes; another picture, or other axes, are shown whole.
        """
        before, self.whole = self.whole, figure
        if figure is before:
            return
        if before is None or (before.id, before.x, before.y) != (figure.id, figure.x, figure.y):
            self._enlarge(None)
            if before is not None and before.id != figure.id:
                self.isolated = ""
                self.pointing.leave()
        self._show_seen()

    def enlarge(self, extent: Extent | None) -> None:
        """Show a part of the picture, or all of it."""
        if extent != self.extent:
            self._enlarge(extent)
            self._show_seen()

    def _enlarge(self, extent: Extent | None) -> None:
        before, self.extent = self.extent, extent
        if (before is None) != (extent is None):
            self.enlarged.emit(extent is not None)

    def isolate(self, line: str) -> None:
        """Show one curve before all others; all alike where `line` is empty, or already so shown."""
        self.isolated = "" if line == self.isolated else line
        self._show_seen()

    def _show_seen(self) -> None:
        """Show what is to be seen of the figure."""
        figure = self.whole
        if figure is None:
            return
        self.take_size()
        if self.extent is not None:
            figure = enlarged_figure(figure, self.extent)
        self.pointing.show_figure(figure)
        if self.isolated:
            figure = isolated(figure, self.isolated)
        self._figure = figure
        axes = (figure.x, figure.y)
        if axes != self._axes:
            self._axes = axes
            self._show_axes(figure)
        self.marks.show_figure(figure, self.devicePixelRatioF())
        self.handle.show_figure(figure)
        level = next((layer for layer in figure.layers if isinstance(layer, Level)), None)
        self._level.show_level(level, figure.y.low, figure.y.high)
        self.show_cursor()
        self._say_instead(figure)
        self.lettering.say(figure)
        self._let_numbers_reach()
        self._place()

    def take(self, place: Place | None) -> bool:
        """Take the x of a place; whether it gives anything."""
        figure = self.whole
        value = None if figure is None or place is None else taken(figure, place)
        if figure is None or figure.takes is None or value is None:
            return False
        self.taken.emit(figure.takes.path, value)
        return True

    def show_cursor(self, on_curve: bool = False) -> None:
        """What a press would do here."""
        shape = Qt.CursorShape.SizeHorCursor if self.handle.handle else Qt.CursorShape.ArrowCursor
        shape = Qt.CursorShape.PointingHandCursor if on_curve else shape
        if shape is not self.cursor().shape():
            self.setCursor(shape)

    def _say_instead(self, figure: Figure) -> None:
        """Why there is nothing to see, in the middle of where it would be."""
        if figure.empty is None:
            if self._instead is not None:
                self._instead.hide()
            return
        if self._instead is None:
            self._instead = QLabel(self)
            self._instead.setObjectName("muted")
            self._instead.setWordWrap(True)
            self._instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._instead.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._instead.setText(self._language.say(figure.empty))
        self._instead.show()

    def dim(self, dimmed: bool) -> None:
        """Whether this is an older picture that stands in for one that there cannot be; nothing moves."""
        self.plot.setOpacity(DIMMED if dimmed else 1.0)

    # Axes

    def _show_axes(self, figure: Figure) -> None:
        self._box.setRange(
            xRange=(figure.x.low, figure.x.high), yRange=(figure.y.low, figure.y.high), padding=0
        )
        self._strides, self._thinned = (0, 0), ()
        self.plot.axis("bottom").setTickFont(self._theme.font(LABEL))
        left = self._ticks(figure.y)
        metrics = QFontMetricsF(self._theme.font(LABEL))
        widest = max((metrics.horizontalAdvance(text) for _, text in left), default=0.0)
        self.plot.axis("left").setWidth(widest + self._theme.size(12) if left else self._theme.size(14))
        self.plot.axis("bottom").setPen(self._axis_pen if figure.x.ticks else QPen(Qt.PenStyle.NoPen))
        self.plot.axis("bottom").setHeight(self._theme.size(26) if figure.x.ticks else 2)
        self.marks.stretch(figure.x, figure.y)

    def _let_numbers_reach(self) -> None:
        """The last number below may reach as far beyond the picture as names at its right edge do."""
        below, room = self.plot.axis("bottom"), max(15, int(self.plot.right_margin))
        if below.style["hideOverlappingLabels"] != room:
            below.setStyle(hideOverlappingLabels=room)

    def _ticks(self, axis: Axis) -> list[tuple[float, str]]:
        return list(zip(axis.ticks, tick_texts(axis, self._language), strict=True))

    def _wholes(self, axis: Axis) -> dict[float, str]:
        """The whole name of each category that is named."""
        return dict(self._ticks(axis)) | {at: self._language.say(name) for at, name in axis.whole_names}

    def _thin_out(self, figure: Figure, frame: QRectF) -> None:
        """Leave out numbers that would stand on each other in a small card; names of categories stay."""
        thinned = (self._axes, frame.width(), frame.height())
        if thinned == self._thinned:
            return
        self._thinned = thinned
        metrics = QFontMetricsF(self._theme.font(LABEL))
        below, left = self._ticks(figure.x), self._ticks(figure.y)
        if figure.x.names:
            below = self.names_below.shortened(below)
        widest = max((metrics.horizontalAdvance(text) for _, text in below), default=0.0) + 8
        strides = (
            _stride(len(below), widest if not figure.x.names else 0.0, frame.width()),
            _stride(len(left), 1.1 * metrics.height(), frame.height()),
        )
        if figure.x.names:
            self._strides = (0, 0)  # the names may be others
        if strides != self._strides:
            self._strides = strides
            below = below[:: strides[0]]
            self.names_below.show_names(below if figure.x.names else [], self._wholes(figure.x))
            self.plot.axis("bottom").setTicks([below])
            self.plot.axis("left").setTicks([left[:: strides[1]]])

    def _place(self, *_: object) -> None:
        figure = self._figure
        if figure is None:
            return
        self.marks.resized(*self.plot.per_unit())
        frame = self.plot.frame()
        self._thin_out(figure, frame)
        self.lettering.place(figure, frame, self.plot.pixel)
        self.names_below.place()
        self.handle.place()
        self._level.place(self.plot.mapRectToScene(frame), self._on_view, figure.x.high)
        self.pointing.placed()
        if self._instead is not None:
            edge = self._theme.size(24)
            self._instead.setGeometry(self.viewport().rect().adjusted(edge, 0, -edge, 0))

    def _on_view(self, x: float, y: float) -> QPointF:
        """A data point in pixels of this widget."""
        return QPointF(self.plot.mapToScene(self.plot.pixel(x, y)))

    def in_plot(self, point: QPointF) -> QPointF:
        """A place of this widget, in pixels of the plot."""
        return QPointF(self.plot.mapFromScene(self.mapToScene(point.toPoint())))


def _stride(count: int, size: float, room: float) -> int:
    """Every how manyth of `count` labels of this size fits into the room; if few are lost, the last too."""
    least = max(1, math.ceil(count * size / max(room, 1.0)))
    return next((each for each in range(least, int(1.5 * least) + 1) if (count - 1) % each == 0), least)
