"""All words of a picture: axis names, names at the ends of curves, notes; placed in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from explorer.app.figure import Figure, Handle, Line, Note
from explorer.app.palette import ink_of
from explorer.app.placement import spread
from explorer.gui.theme import LABEL, Theme
from explorer.gui.words import Look, Words
from explorer.language import Language
from explorer.mark import verbatim

Pixel = Callable[[float, float], QPointF]


class Lettering:
    """The words on one plot. `say` changes what is said, `place` where it stands."""

    def __init__(self, plot: pg.PlotItem, theme: Theme, language: Language) -> None:
        self._plot, self._theme, self._language = plot, theme, language
        self._words: dict[str, Words] = {}
        self._margin = (0.0, 0.0, 0.0, 0.0)
        self._looks: dict[tuple[str, bool, int, bool], Look] = {}

    def say(self, figure: Figure) -> None:
        """Say what this figure says; margins make room for names at the right edge."""
        said: dict[str, tuple[tuple[str, ...], Look]] = {
            "axis-x": ((self._language.say(figure.x.label),), self._look("muted")),
            "axis-y": ((self._language.say(figure.y.label),), self._look("muted")),
        }
        for layer in figure.layers:
            if isinstance(layer, Note):
                lines = tuple(self._language.say(line) for line in layer.lines)
                look = self._look(layer.colour, layer.boxed, layer.stressed, layer.halo)
                said[layer.id] = (lines, look)
        for line in _named(figure):
            look = self._look(line.colour, stressed=0 if line.width > 2.2 else -1, halo=True)
            said[f"end-{line.id}"] = ((self._language.say(line.label or verbatim("")),), look)
        if (handle := _speaking(figure)) is not None:
            look = self._look("ink", stressed=0, halo=True)
            said["handle"] = ((self._language.say(handle.title),), look)
        for gone in [key for key in self._words if key not in said]:
            self._plot.scene().removeItem(self._words.pop(gone))
        for key, (lines, look) in said.items():
            words = self._words.get(key) or self._words.setdefault(key, Words(self._plot))
            words.show_lines(lines, look)
        self._make_room(figure)

    def _look(self, colour: str, boxed: bool = False, stressed: int = -1, halo: bool = False) -> Look:
        key = (colour, boxed, stressed, halo)
        if key not in self._looks:  # fonts and colours are slow to make, and there are few looks
            theme = self._theme
            card: QColor | None = theme.colour("card", 0.94) if boxed else None
            edge = theme.colour("line") if boxed else None
            plain, strong = theme.font(LABEL), theme.font(LABEL, strong=True)
            behind = theme.colour("card", 0.88) if halo else None
            ink = theme.colour(ink_of(colour))
            self._looks[key] = Look(plain, strong, ink, card, edge, stressed, behind)
        return self._looks[key]

    def _make_room(self, figure: Figure) -> None:
        edge = 0.9 * figure.x.high + 0.1 * figure.x.low
        ends = [
            self._words[f"end-{line.id}"].size.width() for line in _named(figure) if _anchor(line)[0] >= edge
        ]
        right = max(ends, default=0.0) + self._theme.size(14 if ends else 12)
        below = self._theme.size(20) if self._words["axis-x"].size.width() > 1 else 8
        margins = (0.0, float(self._theme.size(24)), float(right), float(below))
        if margins != self._margin:
            self._margin = margins
            self._plot.layout.setContentsMargins(*margins)
            self._plot.layout.activate()

    def place(self, figure: Figure, frame: QRectF, pixel: Pixel) -> None:
        """Stand where the data are: `frame` is the picture's area, `pixel` maps data to the plot's pixels."""
        corner = self._words["axis-y"]
        corner.setPos(max(0.0, frame.left() - self._theme.size(34)), 0.0)
        below = self._words["axis-x"]
        below.setPos(frame.right() - below.size.width(), frame.bottom() + self._theme.size(24))
        self._place_ends(figure, frame, pixel)
        for layer in figure.layers:
            if isinstance(layer, Note):
                self._place_note(layer, frame, pixel)
        corner.setVisible(True)
        if (handle := _speaking(figure)) is not None:
            words = self._words["handle"]
            foot = min(max(pixel(handle.at, 0.0).x(), frame.left()), frame.right())
            furthest = frame.right() + self._margin[2] - words.size.width()
            nearest = corner.x() + corner.size.width() + self._theme.size(8)
            corner.setVisible(nearest <= furthest)  # what the handle says, says what is counted too
            wanted = max(foot - words.size.width() / 2, nearest if nearest <= furthest else frame.left())
            words.setPos(min(wanted, furthest), 0.0)

    def _place_ends(self, figure: Figure, frame: QRectF, pixel: Pixel) -> None:
        """Each name beside the visible end of its curve; names that end side by side are pushed apart."""
        gap = self._theme.size(8)
        furthest = frame.right() + self._margin[2]
        ends = []
        for line in _named(figure):
            words, anchor = self._words[f"end-{line.id}"], pixel(*_anchor(line))
            ends.append((min(anchor.x() + gap, furthest - words.size.width()), anchor.y(), words))
        for group in _side_by_side(ends):
            heights = [words.size.height() + 1 for _, _, words in group]
            centres = spread([y for _, y, _ in group], heights, frame.top() - 8, frame.bottom() + 4)
            for (left, _, words), centre in zip(group, centres, strict=True):
                words.setPos(left, centre - words.size.height() / 2)

    def _place_note(self, note: Note, frame: QRectF, pixel: Pixel) -> None:
        words = self._words[note.id]
        point = pixel(note.x, note.y)
        width, height = words.size.width(), words.size.height()
        gap = self._theme.size(8)
        if note.words_at is not None:
            at = pixel(*note.words_at)
            words.setPos(at.x(), at.y() - height / 2)
            words.lead_to(point - words.pos())
            return
        left, top = point.x() + gap, point.y() - height / 2
        if note.place == "left" or (note.boxed and left + width > frame.right()):
            left = point.x() - gap - width
        elif note.place in ("above", "below"):
            left = point.x() - width / 2
            top = point.y() - height - gap if note.place == "above" else point.y() + gap
        left = max(frame.left(), min(left, frame.right() + self._margin[2] - width))
        words.setPos(left, max(frame.top(), min(top, frame.bottom() - height)))
        if note.optional:
            words.setVisible(not any(_touch(words, each) for each in self._ends()))

    def _ends(self) -> list[Words]:
        """The names of the curves."""
        return [words for key, words in self._words.items() if key.startswith("end-")]


def _touch(one: Words, other: Words) -> bool:
    """Whether two groups of words would stand on each other."""
    return one.size.translated(one.pos()).intersects(other.size.translated(other.pos()))


def _speaking(figure: Figure) -> Handle | None:
    """The handle whose own words stand at its top: one where no boxed note speaks for it already."""
    if any(isinstance(layer, Note) and layer.boxed for layer in figure.layers):
        return None
    return next((layer for layer in figure.layers if isinstance(layer, Handle)), None)


def _side_by_side(ends: list[tuple[float, float, Words]]) -> list[list[tuple[float, float, Words]]]:
    """The names in groups that overlap from left to right: only those can cover each other."""
    groups: list[list[tuple[float, float, Words]]] = []
    reach = -math.inf
    for end in sorted(ends, key=lambda each: each[0]):
        if end[0] > reach or not groups:
            groups.append([])
        groups[-1].append(end)
        reach = max(reach, end[0] + end[2].size.width())
    return groups


def _named(figure: Figure) -> list[Line]:
    """The curves whose names stand beside them."""
    lines = [each for each in figure.layers if isinstance(each, Line) and each.label is not None]
    return [line for line in lines if line.label_at is not None or np.isfinite(line.y).any()]


def _anchor(line: Line) -> tuple[float, float]:
    """The data point that a curve's name belongs to: its last visible one, unless the figure says another."""
    if line.label_at is not None:
        return line.label_at
    last = int(np.flatnonzero(np.isfinite(line.y))[-1])
    return float(line.x[last]), float(line.y[last])
