"""Words on a picture, placed in pixels so that they are as sharp and as large as the rest of the window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt, QTextBoundaryFinder
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QStaticText
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.app.plotting.placement import Box
from explorer.gui.widgets.label import kept_together

_PADDING = 10.0
_NO_BREAK_HYPHEN = "\u2011"  # no line ends after it, as one may after a dash
_FLOOR = 0.8  # of its size: no smaller is a line set that has too little room
_MEASURED = 128  # lines whose width is known: more than a picture says


class Face:
    """A font with what is measured in it: a line once, whoever asks whether it fits and what it takes."""

    def __init__(self, font: QFont) -> None:
        self.font, self.metrics = font, QFontMetricsF(font)
        self.height = self.metrics.height()
        self.advance = lru_cache(maxsize=_MEASURED)(self.metrics.horizontalAdvance)


@dataclass(frozen=True)
class Look:
    """How a group of words is drawn."""

    font: QFont
    strong: QFont
    colour: QColor
    box: QColor | None = None
    edge: QColor | None = None
    stressed: int = -1
    halo: QColor | None = None

    @property
    def padding(self) -> float:
        """Pixels between a box and the words in it."""
        return _PADDING if self.box is not None else 0.0

    def face_of(self, line: int) -> Face:
        """How one line is set."""
        return self._strong if line == self.stressed else self._plain

    def in_type(self, pixels: int) -> Look:
        """The same in type of another size."""
        font, strong = QFont(self.font), QFont(self.strong)
        font.setPixelSize(pixels)
        strong.setPixelSize(pixels)
        return replace(self, font=font, strong=strong)

    @cached_property
    def _plain(self) -> Face:
        return Face(self.font)

    @cached_property
    def _strong(self) -> Face:
        return Face(self.strong)


class Words(QGraphicsItem):
    """Some lines of text, with a box behind them or a thin line that leads to their point.

    `name` says which words of the picture they are.
    """

    def __init__(self, parent: QGraphicsItem, name: str) -> None:
        super().__init__(parent)
        self.name = name
        self._lines: tuple[str, ...] = ()
        self._look: Look | None = None
        self._set: list[QStaticText] = []  # each line, laid out once
        self._size = self._bounds = QRectF()
        self._lead: QPointF | None = None
        self.setZValue(50)

    def show_lines(self, lines: tuple[str, ...], look: Look) -> None:
        """Change what is said and how; the place stays."""
        if lines == self._lines and look == self._look:
            return
        self.prepareGeometryChange()
        self._lines, self._look = lines, look
        self._set = [_set(line) for line in lines]
        self._size = QRectF(0, 0, *size_of(lines, look))
        self._bound()
        self.update()

    def lead_to(self, point: QPointF | None) -> None:
        """Draw a thin line to a point of this item's own coordinates."""
        if point != self._lead:
            self.prepareGeometryChange()
            self._lead = point
            self._bound()
            self.update()

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said."""
        return self._lines

    @property
    def look(self) -> Look | None:
        """How it is drawn."""
        return self._look

    @property
    def size(self) -> QRectF:
        """The rectangle that the words fill, from (0, 0)."""
        return self._size

    def _bound(self) -> None:
        self._bounds = self._size.adjusted(-2, -2, 2, 2)
        if self._lead is not None:
            self._bounds = self._bounds.united(QRectF(self._lead, self._lead).adjusted(-2, -2, 2, 2))

    def boundingRect(self) -> QRectF:
        """Kept: a scene asks for it some five times a repaint."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        look = self._look
        if look is None:
            return
        # A halo needs no smooth edge: blended at one, it would cost more than the words on it.
        smooth = look.box is not None or self._lead is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        if self._lead is not None:
            painter.setPen(QPen(look.colour, 1.0))
            across, down = (max(each, 0.0) for each in self._lead.toTuple())
            painter.drawLine(
                QPointF(min(across, self._size.width()), min(down, self._size.height())), self._lead
            )
        if look.box is not None:
            painter.setPen(QPen(look.edge or look.colour, 1.0))
            painter.setBrush(look.box)
            painter.drawRoundedRect(self._size.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        elif look.halo is not None:
            painter.fillRect(self._size.adjusted(-2, 0, 2, 0), look.halo)
        self._draw_lines(painter, look)

    def _draw_lines(self, painter: QPainter, look: Look) -> None:
        painter.setPen(look.colour)
        top = 0.7 * look.padding
        for index, line in enumerate(self._set):
            face = look.face_of(index)
            painter.setFont(face.font)
            painter.drawStaticText(QPointF(look.padding, top), line)
            top += face.height


def box_of(words: Words) -> Box:
    """The rectangle that words fill where they stand."""
    size, at = words.size, words.pos()
    return Box(at.x(), at.y(), at.x() + size.width(), at.y() + size.height())


def size_of(lines: tuple[str, ...], look: Look) -> tuple[float, float]:
    """The width and height, in pixels, that words take in a look."""
    faces = [look.face_of(index) for index in range(len(lines))]
    widths = [face.advance(line) for face, line in zip(faces, lines, strict=True)]
    height = sum(face.height for face in faces)
    return max(widths, default=0.0) + 2 * look.padding, height + 1.4 * look.padding


def within(lines: tuple[str, ...], look: Look, width: float) -> tuple[str, ...]:
    """The same words in lines no wider than that, broken between words; a word too long for one ends in …"""
    found: list[str] = []
    for index, line in enumerate(lines):
        face = look.face_of(index)
        if face.advance(line) <= width:
            found.append(line)
        elif index == look.stressed and len(lines) > 1:
            found.append(face.metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(width, 1.0)))
        else:
            found += _broken(line, face.metrics, width)
    return tuple(found)


def _broken(line: str, metrics: QFontMetricsF, width: float) -> list[str]:
    """One line as several; a number keeps its signs, and two names the dash between them."""
    whole = kept_together(line).replace("–", _NO_BREAK_HYPHEN)
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, whole)
    pieces, last = [], 0
    while (at := finder.toNextBoundary()) != -1:
        pieces.append(line[last:at])
        last = at
    found = [""]
    for piece in pieces:
        if found[-1] and metrics.horizontalAdvance((found[-1] + piece).rstrip()) > width:
            found.append(piece)
        else:
            found[-1] += piece
    return [metrics.elidedText(each.rstrip(), Qt.TextElideMode.ElideRight, max(width, 1.0)) for each in found]


def smaller(line: str, look: Look, width: float) -> tuple[str, Look]:
    """One line in type as large as has room in a width, down to a floor, where it ends in …"""
    face = look.face_of(0)
    if face.advance(line) <= width:
        return line, look
    usual = face.font.pixelSize()
    for pixels in range(usual - 1, max(1, round(_FLOOR * usual)) - 1, -1):
        look = look.in_type(pixels)
        face = look.face_of(0)
        if face.advance(line) <= width:
            return line, look
    return face.metrics.elidedText(line, Qt.TextElideMode.ElideRight, max(width, 1.0)), look


def _set(line: str) -> QStaticText:
    """A line that is laid out when it is first painted, and kept: most words stay while curves move."""
    found = QStaticText(line)
    found.setTextFormat(Qt.TextFormat.PlainText)
    return found
