"""A label whose words may change with every frame: the layout hears only of what needs other room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_WRAPPED_HINT = 240  # pixels: how wide wrapped words would like to be, where nothing else says
_BAR = 20  # pixels: more than a scroll bar takes
_KEPT = ((" %", "\u00a0%"), ("± ", "±\u00a0"), (" = ", "\u00a0=\u00a0"))  # no line ends inside these
_SLACK = 24  # pixels: a line that needs so much less than it has gives the rest back


class Label(QLabel):
    """Plain words, in one line or wrapped.

    It draws them itself. Qt's own label has the whole window laid out anew for every other text, which is
    a tenth of a frame while a slider moves.
    """

    def __init__(self, text: str, parent: QWidget, wrap: bool = False) -> None:
        super().__init__(parent)
        self._words, self._drawn, self._wrap = text, _kept(text), wrap
        self._heights: dict[int, int] = {}
        self._ink: QColor | None = None
        self.setAccessibleName(text)
        self.setWordWrap(wrap)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """What is said."""
        return self._words

    def setText(self, text: str) -> None:
        """Say something else."""
        if text == self._words:
            return
        before = self._needs()
        self._words, self._drawn = text, _kept(text)
        self._heights.clear()
        self.setAccessibleName(text)
        if self._needs() != before or not self.isVisible():
            self.updateGeometry()
        self.update()

    def tint(self, ink: QColor) -> None:
        """A colour of its own: a style sheet for one label is slow to read."""
        if ink != self._ink:
            self._ink = ink
            self.update()

    def _needs(self) -> object:
        """What the layout must know of: the height of wrapped words; of a line whether it fits.

        The column may be about to get or to lose a scroll bar: the heights then count too, for the layout
        keeps what it was told of them.
        """
        across, width = self._across(), self.width()
        if not self._wrap:
            return None if width - _SLACK <= across <= width else across
        if across < width - _BAR:
            return ""
        return tuple(self.heightForWidth(width + more) for more in (-_BAR, 0, _BAR))

    def _across(self) -> int:
        margins = self.contentsMargins()
        return self.fontMetrics().horizontalAdvance(self._drawn) + margins.left() + margins.right() + 1

    def _flags(self) -> int:
        wrapping = Qt.TextFlag.TextWordWrap.value if self._wrap else 0
        return self.alignment().value | wrapping

    def heightForWidth(self, width: int) -> int:
        """How high the words are in a column so wide; not asked of a single line."""
        if not self._wrap:
            return -1
        if width not in self._heights:
            margins = self.contentsMargins()
            room = QRect(0, 0, max(width - margins.left() - margins.right(), 1), 100_000)
            wrapped = self.fontMetrics().boundingRect(room, self._flags(), self._drawn or " ")
            self._heights[width] = wrapped.height() + margins.top() + margins.bottom()
        return self._heights[width]

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        across = self._across()
        if not self._wrap:
            return QSize(across, self._line())
        across = min(across, _WRAPPED_HINT)
        return QSize(across, self.heightForWidth(across))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(0 if self._wrap else hint.width(), self._line())

    def _line(self) -> int:
        margins = self.contentsMargins()
        return self.fontMetrics().height() + margins.top() + margins.bottom()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._heights.clear()
        super().changeEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self._ink or self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self._flags(), self._drawn)


def _kept(text: str) -> str:
    """With the signs that belong to a number kept in its line."""
    for loose, kept in _KEPT:
        text = text.replace(loose, kept)
    return text
