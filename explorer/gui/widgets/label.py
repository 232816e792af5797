"""A label whose words may change with every frame: the layout hears only of what needs other room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

_WRAPPED_HINT = 240  # pixels: how wide wrapped words would like to be, where nothing else says
_BAR = 20  # pixels: more than a scroll bar takes
_KEPT = (  # no line ends inside these
    (" %", "\u00a0%"),
    ("± ", "±\u00a0"),
    (" = ", "\u00a0=\u00a0"),
    (" of 100", "\u00a0of\u00a0100"),
)
_FLOOR, _SMALLEST = 0.8, 9  # of its size, and pixels: no type is made smaller than that
_HAIR = 2  # pixels: letters reach neither the top nor the foot of their line
_SLACK = 24  # pixels: a line that needs so much less than it has gives the rest back


class Label(QLabel):
    """Plain words, in one line or wrapped.

    It draws them itself. Qt's own label has the whole window laid out anew for every other text, which is
    a tenth of a frame while a slider moves. Words that have less room than they need are set in smaller type,
    down to a floor, and end in "…" where even that is too large; the whole is then in the tooltip.
    """

    def __init__(self, text: str, parent: QWidget, wrap: bool = False) -> None:
        super().__init__(parent)
        self._words, self._drawn, self._wrap = text, kept_together(text), wrap
        self._heights: dict[int, int] = {}
        self._fitted: tuple[str, QSize, QFont, str] | None = None  # the words and the room that it is for
        self._told = ""
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
        before, empty = self._needs(), not self._words
        self._words, self._drawn = text, kept_together(text)
        self._heights.clear()
        self.setAccessibleName(text)
        if self._needs() != before or empty or not self.isVisible():  # nothing had no width to be drawn in
            self.updateGeometry()
        self._tell_whole()
        self.update()

    @property
    def shown(self) -> str:
        """What can be read of it in the room that it has."""
        return self._in_room()[1]

    @property
    def type_used(self) -> QFont:
        """The type in which it stands there."""
        return self._in_room()[0]

    def _in_room(self) -> tuple[QFont, str]:
        room = self.contentsRect().size()
        if self._fitted is None or self._fitted[0] != self._drawn or self._fitted[1] != room:
            self._fitted = (self._drawn, room, *fitted(self.font(), self._drawn, room, self._flags()))
        return self._fitted[2:]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_whole()

    def setToolTip(self, text: str) -> None:
        """What is told about the words, after all of them where not all can be read."""
        self._told = text
        self._tell_whole()

    def _tell_whole(self) -> None:
        """The tooltip begins with the words, where not all of them can be read."""
        cut = bool(self._words) and self.isVisible() and self.shown != self._drawn
        told = self._told
        if cut and self._words not in told:
            told = "\n\n".join(each for each in (self._words, told) if each)
        if told != self.toolTip():
            super().setToolTip(told)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell_whole()

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
        wished = min(across, _WRAPPED_HINT) if across > width else 0  # one long word is as high in any width
        return wished, *(self.heightForWidth(width + more) for more in (-_BAR, 0, _BAR))

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
            self._fitted = None
        super().changeEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        font, text = self._in_room()
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self._ink or self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self._flags(), text)


def fitted(font: QFont, text: str, room: QSize, flags: int) -> tuple[QFont, str]:
    """The largest type from that of `font` down to the floor in which the words fit, and what of them does.

    All of them, or as long a beginning as there is room for, with "…" at its end.
    """
    if fits(font, text, room, flags):
        return font, text
    smaller = QFont(font)
    pixels = font.pixelSize() if font.pixelSize() > 0 else QFontInfo(font).pixelSize()
    floor = max(round(_FLOOR * pixels), min(pixels, _SMALLEST))
    for size in range(pixels - 1, floor - 1, -1):
        smaller.setPixelSize(size)
        if fits(smaller, text, room, flags):
            return smaller, text
    low, high = 0, max(len(text) - 1, 0)
    while low < high:
        middle = (low + high + 1) // 2
        fit = fits(smaller, text[:middle].rstrip() + "…", room, flags)
        low, high = (middle, high) if fit else (low, middle - 1)
    return smaller, text[:low].rstrip() + "…"


def fits(font: QFont, text: str, room: QSize, flags: int) -> bool:
    """Whether words in this type have the room that they need; a hair beyond it is never seen."""
    metrics = QFontMetrics(font)
    if flags & Qt.TextFlag.TextWordWrap.value:
        needed = metrics.boundingRect(QRect(0, 0, max(room.width(), 1), 100_000), flags, text or " ").size()
    else:
        needed = QSize(metrics.horizontalAdvance(text), metrics.height())
    return needed.width() <= room.width() + _HAIR and needed.height() <= room.height() + _HAIR


def kept_together(text: str) -> str:
    """With the signs that belong to a number kept in its line."""
    for loose, kept in _KEPT:
        text = text.replace(loose, kept)
    return text
