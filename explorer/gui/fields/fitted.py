"""Words that are never cut: they wrap, then shrink to a floor, then end in … with the whole on demand."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from explorer.gui.widgets.label import kept_together
from explorer.gui.widgets.theme import Theme

_STEP = 0.92  # of one size of type to the next smaller one
_FAR = 100_000


class Fitted(QWidget):
    """Some words in a given rectangle, in type from `pixels` down to `floor` of this theme, in `lines` lines.

    What even the floor cannot hold ends in "…"; tooltip and accessible name always have the whole.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        pixels: float,
        floor: float,
        lines: int = 1,
        role: str = "ink",
        strong: bool = False,
    ) -> None:
        super().__init__(parent)
        self._theme, self._sizes, self._lines = theme, (pixels, floor), lines
        self._role, self._strong = role, strong
        self._whole = self._drawn = self._shown = ""
        self._flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        self._font = QFont()
        self._dimmed, self._limit = False, 0

    def align(self, flags: Qt.AlignmentFlag) -> None:
        """Where in its rectangle the words stand."""
        self._flags = flags
        self.update()

    def dim(self, dimmed: bool) -> None:
        """Whether these are words of before."""
        if dimmed != self._dimmed:
            self._dimmed = dimmed
            self.update()

    def say(self, text: str) -> None:
        """What is to be said."""
        if text != self._whole:
            self._whole, self._drawn = text, kept_together(text)
            self.setAccessibleName(text)
            self._fit()

    def text(self) -> str:
        """What is said, whole."""
        return self._whole

    @property
    def shown(self) -> str:
        """What can be read of it."""
        return self._shown

    @property
    def type_size(self) -> int:
        """The pixels of the type in which it stands."""
        return self._font.pixelSize()

    def needed(self, width: int) -> int:
        """The height that the words take in so much width, in type that fits."""
        font, text = self._set_in(width)
        return self._measured(font, text, width).height()

    def fitting(self, width: int) -> int:
        """The pixels of the type in which the words fit so much width, whatever its limit."""
        self._limit = 0
        return self._set_in(width)[0].pixelSize()

    def limit(self, pixels: int) -> None:
        """Type no larger than that: words beside each other are alike."""
        if pixels != self._limit:
            self._limit = pixels
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._font, self._shown = self._set_in(self.width(), self.height())
        self.setToolTip(self._whole if self._shown != self._drawn else "")
        self.update()

    def _in_type(self, pixels: int) -> QFont:
        font = self._theme.font(1, strong=self._strong)
        font.setPixelSize(max(pixels, 1))
        return font

    def _set_in(self, width: int, height: int = _FAR) -> tuple[QFont, str]:
        """The largest type in which the words fit, and what of them stands in it."""
        largest, floor = (self._theme.size(each) for each in self._sizes)
        pixels = max(floor, min(largest, self._limit)) if self._limit else largest
        while True:
            font = self._in_type(pixels)
            if self._fits(font, self._drawn, width, height) or pixels <= floor:
                break
            pixels = max(floor, min(int(pixels * _STEP), pixels - 1))
        return font, self._shortened(font, width, height)

    def _fits(self, font: QFont, text: str, width: int, height: int) -> bool:
        needed = self._measured(font, text, width)
        lines = round(needed.height() / max(QFontMetrics(font).lineSpacing(), 1))
        return needed.width() <= width and needed.height() <= height and lines <= self._lines

    def _measured(self, font: QFont, text: str, width: int) -> QRect:
        wrap = Qt.TextFlag.TextWordWrap.value if self._lines > 1 else Qt.TextFlag.TextSingleLine.value
        metrics = QFontMetrics(font)
        return metrics.boundingRect(QRect(0, 0, max(width, 1), _FAR), wrap, text or " ")

    def _shortened(self, font: QFont, width: int, height: int) -> str:
        """The longest beginning that fits with "…" at its end; all of it where that fits."""
        if not self._drawn or self._fits(font, self._drawn, width, height):
            return self._drawn
        low, high = 0, len(self._drawn)
        while low < high:
            middle = (low + high + 1) // 2
            fits = self._fits(font, self._drawn[:middle].rstrip() + "…", width, height)
            low, high = (middle, high) if fits else (low, middle - 1)
        return self._drawn[:low].rstrip() + "…"

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font)
        painter.setPen(self._ink())
        wrap = Qt.TextFlag.TextWordWrap if self._lines > 1 else Qt.TextFlag.TextSingleLine
        painter.drawText(self.rect(), self._flags.value | wrap.value, self._shown)

    def _ink(self) -> QColor:
        return self._theme.colour("faint" if self._dimmed else self._role)
