"""A label whose words may change with every frame: the layout hears only of what needs other room."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontInfo,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from explorer.gui.widgets.measured_type import Type, advance, in_pixels, line_height, wrapped_size

_WRAPPED_HINT = 240  # pixels: how wide wrapped words would like to be, where nothing else says
_BAR = 20  # pixels: more than a scroll bar takes
_KEPT = (  # no line ends inside these
    (" %", "\u00a0%"),
    ("± ", "±\u00a0"),
    *((f" {sign} ", f"\u00a0{sign}\u00a0") for sign in "=≤≥≈−"),
    (" of 100", "\u00a0of\u00a0100"),
)
_COUNTED = re.compile("([0-9]) ([次个人行条项])")  # a number and what it counts, in Chinese
_FRACTION = re.compile(r"(?<![\w/])(?!\d+/\d)(\w{1,2})/(?=\w{1,4}(?![\w/]))")  # such as 3α/4, not a path
_FLOOR, _SMALLEST = 0.8, 9  # of its size, and pixels: no type is made smaller than that
_HAIR = 2  # pixels: letters reach neither the top nor the foot of their line
_SLACK = 24  # pixels: a line that needs so much less than it has gives the rest back
_WRAPPING = Qt.TextFlag.TextWordWrap.value


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
        self._type: Type | None = None
        self._fitted: tuple[str, QSize, QFont, str] | None = None  # the words and the room that it is for
        self._needed: tuple[int, object] | None = None  # the width, and what the layout knows of
        self._told = ""  # about the words
        self._placed: int | None = None  # the flags of its alignment
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
        stood = bool(self._words) and self.isVisible()  # nothing had no width to be drawn in
        before = self._needs_in(self.width()) if stood else None
        self._words, self._drawn = text, kept_together(text)
        self._heights.clear()
        self._needed = None
        self.setAccessibleName(text)
        if not stood or self._needs_in(self.width()) != before:
            self.updateGeometry()
        self._keep_tip()
        self.update()

    def _needs_in(self, width: int) -> object:
        """What the layout must know of in this width; found once for words that change with every frame."""
        if self._needed is None or self._needed[0] != width:
            self._needed = width, self._needs()
        return self._needed[1]

    @property
    def shown(self) -> str:
        """What can be read of it in the room that it has."""
        return self._in_room()[1]

    @property
    def type_used(self) -> QFont:
        """The type in which it stands there."""
        return self._in_room()[0]

    def in_type(self) -> Type:
        """The type that is meant for it, as long as nothing changes that."""
        if self._type is None:
            self._type = Type.of(self.font())
        return self._type

    def _in_room(self) -> tuple[QFont, str]:
        room = self.contentsRect().size()
        if self._fitted is None or self._fitted[0] != self._drawn or self._fitted[1] != room:
            self._fitted = (self._drawn, room, *fitted(self.in_type(), self._drawn, room, self._flags()))
        return self._fitted[2:]

    def toolTip(self) -> str:
        """What is told about the words, after all of them where not all can be read."""
        cut = bool(self._words) and self.isVisible() and self.shown != self._drawn
        if cut and self._words not in self._told:
            return "\n\n".join(each for each in (self._words, self._told) if each)
        return self._told

    def setToolTip(self, text: str) -> None:
        """What is told about the words."""
        if text != self._told:
            self._told = text
            super().setToolTip(text)
            self._keep_tip()

    def _keep_tip(self) -> None:
        """Qt is told all of it where the mouse is: nobody reads that of another label."""
        if self.underMouse():
            super().setToolTip(self.toolTip())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().setToolTip(self.toolTip())
        super().enterEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_tip()

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
        narrow, wide = self.heightForWidth(width - _BAR), self.heightForWidth(width + _BAR)
        here = narrow if narrow == wide else self.heightForWidth(width)  # no column is higher if it is wider
        return (wished, narrow, here, wide) if wished or narrow > self._line() else ""

    def _across(self) -> int:
        margins = self.contentsMargins()
        return advance(self.in_type(), self._drawn) + margins.left() + margins.right() + 1

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        """Where in its room the words stand."""
        super().setAlignment(alignment)
        self._placed = None

    def _flags(self) -> int:
        if self._placed is None:
            self._placed = self.alignment().value | (_WRAPPING if self._wrap else 0)
        return self._placed

    def heightForWidth(self, width: int) -> int:
        """How high the words are in a column so wide; not asked of a single line."""
        known = self._heights.get(width)
        if known is not None:  # as of most that are asked for: a layout asks several times
            return known
        if not self._wrap:
            return -1
        margins = self.contentsMargins()
        room = width - margins.left() - margins.right()
        high = wrapped_size(self.in_type(), self._drawn, room, self._flags())[1]
        self._heights[width] = needed = high + margins.top() + margins.bottom()
        return needed

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
        return line_height(self.in_type()) + margins.top() + margins.bottom()

    def changeEvent(self, event: QEvent) -> None:
        """Another font or style, mostly: whatever it is, what was measured is measured again."""
        self._heights.clear()
        self._type = self._fitted = self._needed = None
        super().changeEvent(event)

    def paintEvent(self, _: QPaintEvent) -> None:
        font, text = self._in_room()
        painter = QPainter(self)
        if font is not self.in_type().font:  # which a painter of the label begins with
            painter.setFont(font)
        if self._ink is not None:  # else that of its role, as a painter begins
            painter.setPen(self._ink)
        painter.drawText(self.contentsRect(), self._flags(), text)


def fitted(meant: Type, text: str, room: QSize, flags: int) -> tuple[QFont, str]:
    """The largest type, from what is meant down to the floor, in which the words fit, and what of them does.

    All of them, or as long a beginning as there is room for, with "…" at its end.
    """
    if fits(meant, text, room, flags):
        return meant.font, text
    font = meant.font
    pixels = font.pixelSize() if font.pixelSize() > 0 else QFontInfo(font).pixelSize()
    floor = max(round(_FLOOR * pixels), min(pixels, _SMALLEST))
    for size in range(pixels - 1, floor - 1, -1):
        smaller = in_pixels(font, size)
        if fits(smaller, text, room, flags):
            return smaller.font, text
    smaller = in_pixels(font, min(floor, pixels))
    low, high = 0, max(len(text) - 1, 0)
    while low < high:
        middle = (low + high + 1) // 2
        fit = fits(smaller, text[:middle].rstrip() + "…", room, flags)
        low, high = (middle, high) if fit else (low, middle - 1)
    return smaller.font, text[:low].rstrip() + "…"


def fits(in_type: Type, text: str, room: QSize, flags: int) -> bool:
    """Whether words in this type have the room that they need; a hair beyond it is never seen."""
    if flags & _WRAPPING:
        wide, high = wrapped_size(in_type, text, room.width(), flags)
    else:
        wide, high = advance(in_type, text), line_height(in_type)
    return wide <= room.width() + _HAIR and high <= room.height() + _HAIR


def kept_together(text: str) -> str:
    """With the signs that belong to a number kept in its line."""
    if " " not in text:  # as in a number by itself: some thirty are set with every frame
        return text
    for loose, kept in _KEPT:
        text = text.replace(loose, kept)
    text = _FRACTION.sub("\\1/\u2060", text)
    return _COUNTED.sub("\\1\u00a0\\2", text)
