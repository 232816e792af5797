"""The key of line kinds at the foot of a picture: one thin row, only what occurs."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.app.plotting.line_kinds import LineKind
from explorer.gui.canvas.artists import STYLES
from explorer.gui.canvas.squares_artist import paint_squares
from explorer.gui.widgets.theme import LABEL, Theme
from explorer.language import Language

_SWATCH, _GAP, _BETWEEN = 30, 8, 24  # pixels: a piece of line, from it to its words, to the next
_HIGH = 28
_LOWEST = 260  # pixels of a card in which it still stands
_BOX = 12  # pixels: how high what is hatched is shown


class LineKey(QWidget):
    """Pieces of line with their words. Gone where the card is low, or too narrow for all of them."""

    def __init__(self, theme: Theme, language: Language, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._language = theme, language
        self._kinds: tuple[LineKind, ...] = ()
        self.words: tuple[str, ...] = ()
        self._room = (0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_kinds(self, kinds: tuple[LineKind, ...]) -> None:
        """Explain these; nothing where there are none."""
        if kinds != self._kinds:
            self._kinds = kinds
            self.words = tuple(self._language.say(each.words) for each in kinds)
            self.setAccessibleName(self._language.listed(self.words))
            self._stand()
            self.update()

    def fit(self, width: int, height: int) -> None:
        """Stand in a picture of this size, or yield to it."""
        self._room = width, height
        self._stand()

    def _stand(self) -> None:
        size, (width, height) = self._theme.size, self._room
        self.setVisible(bool(self._kinds) and height >= size(_LOWEST) and self._needed() <= width)

    def _needed(self) -> float:
        metrics, size = QFontMetricsF(self._theme.font(LABEL)), self._theme.size
        words = sum(metrics.horizontalAdvance(text) for text in self.words)
        return words + len(self.words) * size(_SWATCH + _GAP) + (len(self.words) - 1) * size(_BETWEEN)

    def sizeHint(self) -> QSize:
        return QSize(0, self._theme.size(_HIGH))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, size = self._theme, self._theme.size
        painter, font = QPainter(self), theme.font(LABEL)
        metrics, middle = QFontMetricsF(font), size(_HIGH) / 2 + 1
        painter.setPen(QPen(theme.colour("line"), 1.0))
        painter.drawLine(QLineF(0, 0.5, self.width(), 0.5))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font)
        left = 0.0
        for kind, words in zip(self._kinds, self.words, strict=True):
            self._paint_swatch(painter, kind, left, middle)
            left += size(_SWATCH + _GAP)
            painter.setPen(theme.colour("muted"))
            baseline = middle + (metrics.ascent() - metrics.descent()) / 2
            painter.drawText(round(left), round(baseline), words)
            left += metrics.horizontalAdvance(words) + size(_BETWEEN)
        painter.end()

    def _paint_swatch(self, painter: QPainter, kind: LineKind, left: float, middle: float) -> None:
        theme, wide = self._theme, self._theme.size(_SWATCH)
        if kind.swatch is not None:
            side = theme.size(_BOX)
            paint_squares(painter, theme, kind.swatch, [(left + wide - side, middle - side / 2)], side)
            return
        if kind.dash is None:
            high = theme.size(_BOX)
            box = QRectF(left + 2, middle - high / 2, wide - 4, high)
            painter.fillRect(box, QBrush(theme.colour("unproven"), Qt.BrushStyle.BDiagPattern))
            return
        pen = QPen(theme.colour("ink"), 2.0 * theme.scale)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if (pattern := STYLES[kind.dash]) is not None:
            pen.setDashPattern(pattern)
        painter.setPen(pen)
        painter.drawLine(QLineF(left, middle, left + wide, middle))
