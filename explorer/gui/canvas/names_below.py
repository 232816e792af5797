"""The names of categories below a picture: as large as has room, then cut; each cut one whole on demand.

Numbers and dates are never cut, as what is left would read as another.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem

from explorer.gui.canvas.plot_area import Plot
from explorer.gui.widgets.theme import LABEL, Theme

_FLOOR = 0.8  # of its size: no smaller are names set
_FIGURES = re.compile(r"[-−<≥]?\d[\d.,:T-]*")

Names = list[tuple[float, str]]  # where on the axis, and what stands there


class NamesBelow:
    """What stands below one picture. `shown` is as it stands there, in the type `font`."""

    def __init__(self, plot: Plot, theme: Theme) -> None:
        self._plot, self._theme = plot, theme
        self.font = theme.font(LABEL)
        self.shown: Names = []
        self.over: list[tuple[float, QGraphicsRectItem]] = []  # the ground of each name that is cut

    def shortened(self, names: Names) -> Names:
        """Names no wider than the place of each: in smaller type, else ending in "…".

        Where there is no room even for that, only every how manyth stands there. The table has all.
        """
        font = self._theme.font(LABEL)
        if len(names) < 2:
            return names
        apart = min(second[0] - first[0] for first, second in pairwise(names)) * self._plot.per_unit()[0]
        room, floor = apart - self._theme.size(4), round(_FLOOR * font.pixelSize())
        while _widest(names, font) > room and font.pixelSize() > floor:
            font.setPixelSize(font.pixelSize() - 1)
        self.font = font
        self._plot.axis("bottom").setTickFont(font)
        metrics = QFontMetricsF(font)
        figures = [metrics.horizontalAdvance(name) for _, name in names if _FIGURES.fullmatch(name)]
        least = max([metrics.horizontalAdvance("mm…"), *figures]) + self._theme.size(4)
        every = max(1, math.ceil(least / max(apart, 1.0)))
        room += (every - 1) * apart
        at_end = Qt.TextElideMode.ElideRight
        return [(at, metrics.elidedText(name, at_end, room)) for at, name in names[::every]]

    def show_names(self, shown: Names, wholes: dict[float, str]) -> None:
        """These names stand there now; a cut one tells the whole where the mouse rests on it."""
        self.shown = shown
        for _, ground in self.over:
            ground.scene().removeItem(ground)
        cut = [(at, wholes[at]) for at, text in shown if wholes[at] != text]
        self.over = [(at, self._ground(whole)) for at, whole in cut]

    def _ground(self, whole: str) -> QGraphicsRectItem:
        ground = QGraphicsRectItem(self._plot)
        ground.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        ground.setZValue(1.0)  # over the axis that draws the names
        ground.setToolTip(whole)
        return ground

    def place(self) -> None:
        """Where the names are: below the frame, each as wide as it is."""
        if not self.over:
            return
        texts, metrics, frame = dict(self.shown), QFontMetricsF(self.font), self._plot.frame()
        for at, ground in self.over:
            wide = max(metrics.horizontalAdvance(texts[at]), float(self._theme.size(24)))
            left = self._plot.pixel(at, 0.0).x() - wide / 2
            ground.setRect(QRectF(left, frame.bottom(), wide, self._theme.size(26)))


def _widest(names: Names, font: QFont) -> float:
    metrics = QFontMetricsF(font)
    return max(metrics.horizontalAdvance(name) for _, name in names)
