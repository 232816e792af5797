"""All words of a picture: axis names, names at the ends of curves, notes; placed in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from explorer.app.plotting.figure import Figure, Handle, Note
from explorer.app.plotting.note_places import Size, note_places
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import Box, FreeArea, named_lines, stacked
from explorer.gui.canvas.plot_area import Plot
from explorer.gui.canvas.words import Look, Words, box_of, size_of, smaller, within
from explorer.gui.widgets.theme import LABEL, Theme
from explorer.language import Language
from explorer.mark import verbatim

Variants = tuple[tuple[tuple[str, ...], Look], ...]  # what a note says: whole, and in brief
Pixel = Callable[[float, float], QPointF]
_ENDS = 0.45  # of the plot's width, at most, for the names at the ends of curves
_LAID_OUT = 40  # pixels: a plot that is narrower has no size yet
_STRIP = ("axis-x", "axis-y", "handle")  # words above and below the picture


class Lettering:
    """The words on one plot. `say` changes what is said, `place` where it stands."""

    def __init__(self, plot: Plot, theme: Theme, language: Language) -> None:
        self._plot, self._theme, self._language = plot, theme, language
        self._words: dict[str, Words] = {}
        self._variants: dict[str, Variants] = {}
        self._said: dict[str, tuple[tuple[str, ...], Look]] = {}
        self._width = 0.0  # of all the plot, for which the words are set
        self._margin = (0.0, 0.0, 0.0, 0.0)
        self._looks: dict[tuple[str, bool, int, bool], Look] = {}

    def say(self, figure: Figure) -> None:
        """Say what this figure says; margins make room for names at the right edge."""
        said: dict[str, tuple[tuple[str, ...], Look]] = {
            "axis-x": ((self._language.say(figure.x.label),), self._look("muted")),
            "axis-y": ((self._language.say(figure.y.label),), self._look("muted")),
        }
        self._width = self._plot.size().width()
        self._variants = {note.id: self._lines_of(note) for note in figure.layers if isinstance(note, Note)}
        free = {note.id for note in figure.layers if isinstance(note, Note) and note.free}
        said.update({note: variants[0] for note, variants in self._variants.items() if note not in free})
        for line, _ in named_lines(figure):
            look = self._look(line.colour, stressed=0 if line.width > 2.2 else -1, halo=True)
            said[f"end-{line.id}"] = ((self._language.say(line.label or verbatim("")),), look)
        if (handle := _speaking(figure)) is not None:
            look = self._look("ink", stressed=0, halo=True)
            said["handle"] = ((self._language.say(handle.title),), look)
        for gone in [key for key in self._words if key not in said and key not in free]:
            self._plot.scene().removeItem(self._words.pop(gone))
        for note in free - self._words.keys():  # where it stands tells whether it is whole or in brief
            self._words[note] = Words(self._plot, note)
        self._said = said
        self._set()
        self._make_room(figure)

    def _set(self) -> None:
        """All words but the free notes, no wider than there is room; what is cut is whole in its tooltip."""
        for key, (whole, look) in self._said.items():
            words = self._words.get(key) or self._words.setdefault(key, Words(self._plot, key))
            if key in _STRIP:
                line, used = smaller(whole[0], look, self._room(1.0))
                lines: tuple[str, ...] = (line,)
            else:
                room = self._room(_ENDS if key.startswith("end-") else 1.0) - 2 * look.padding
                lines, used = within(whole, look, room), look
            words.show_lines(lines, used)
            words.setToolTip("\n".join(whole) if any(line.endswith("…") for line in lines) else "")

    def _room(self, share: float) -> float:
        """Pixels that words may take; before anything is laid out, any number."""
        return (
            share * self._width - self._theme.size(8)
            if self._width > self._theme.size(_LAID_OUT)
            else math.inf
        )

    def _lines_of(self, note: Note) -> Variants:
        """What a note says, whole and, where it can, in brief."""
        look = self._look(note.colour, note.boxed, note.stressed, note.halo)
        said = [note.lines, note.brief] if note.brief else [note.lines]
        room = self._room(1.0) - 2 * look.padding
        told = (tuple(self._language.say(line) for line in lines) for lines in said)
        return tuple((within(lines, look, room) if note.free else lines, look) for lines in told)

    def _look(self, colour: str, boxed: bool = False, stressed: int = -1, halo: bool = False) -> Look:
        key = (colour, boxed, stressed, halo)
        if key not in self._looks:  # fonts and colours are slow to make, and there are few looks
            theme = self._theme
            card: QColor | None = theme.colour("card", 0.94) if boxed else None
            edge = theme.colour("line") if boxed else None
            plain, strong = theme.font(LABEL), theme.font(LABEL, strong=True)
            behind = theme.colour("card", 0.94) if halo else None
            ink = theme.colour(ink_of(colour))
            self._looks[key] = Look(plain, strong, ink, card, edge, stressed, behind)
        return self._looks[key]

    def _make_room(self, figure: Figure) -> None:
        edge = 0.9 * figure.x.high + 0.1 * figure.x.low
        ends = [
            self._words[f"end-{line.id}"].size.width() for line, at in named_lines(figure) if at[0] >= edge
        ]
        right = max(ends, default=0.0) + self._theme.size(14 if ends else 12)
        below = self._theme.size(20) if self._words["axis-x"].size.width() > 1 else 8
        margins = (0.0, float(self._theme.size(24)), float(right), float(below))
        if margins != self._margin:
            self._margin = margins
            self._plot.set_margins(*margins)

    def place(self, figure: Figure, frame: QRectF, pixel: Pixel) -> None:
        """Stand where the data are: `frame` is the picture's area, `pixel` maps data to the plot's pixels."""
        if self._plot.size().width() != self._width:
            self.say(figure)
        corner, across = self._words["axis-y"], self._width
        left = max(0.0, frame.left() - self._theme.size(34))
        corner.setPos(max(0.0, min(left, across - corner.size.width())), 0.0)
        below = self._words["axis-x"]
        left = max(frame.right() - below.size.width(), 0.0)
        below.setPos(left, frame.bottom() + self._theme.size(24))
        corner.setVisible(True)
        if (handle := _speaking(figure)) is not None:
            words = self._words["handle"]
            foot = min(max(pixel(handle.at, 0.0).x(), frame.left()), frame.right())
            furthest = frame.right() + self._margin[2] - words.size.width()
            nearest = corner.x() + corner.size.width() + self._theme.size(8)
            corner.setVisible(nearest <= furthest)  # what the handle says, says what is counted too
            wanted = max(foot - words.size.width() / 2, nearest if nearest <= furthest else frame.left())
            words.setPos(max(min(wanted, furthest), 0.0), 0.0)
        edges = Box(frame.left(), frame.top(), frame.right(), frame.bottom())

        def point(x: float, y: float) -> tuple[float, float]:
            found = pixel(x, y)
            return found.x(), found.y()

        ground = FreeArea(edges, frame.right() + self._margin[2], float(self._theme.size(8)), point)
        self._place_ends(figure, ground)
        strip = [box_of(each) for key, each in self._words.items() if key in _STRIP and each.isVisible()]
        shown = [each for key, each in self._words.items() if key.startswith("end-") and each.isVisible()]
        names = [box_of(each) for each in shown]
        self._place_notes(figure, ground, [*strip, *names])

    def _place_notes(self, figure: Figure, ground: FreeArea, taken: list[Box]) -> None:
        """Each note where it covers nothing of the rest; one without room is hidden."""
        notes = [layer for layer in figure.layers if isinstance(layer, Note)]
        places = note_places(figure, {note.id: self._sizes(note) for note in notes}, ground, taken)
        for note in notes:
            words, place = self._words[note.id], places.get(note.id)
            words.setVisible(place is not None)
            if place is None:
                continue
            if note.free:
                words.show_lines(*self._variants[note.id][place.wording])
            words.setPos(place.box.left, place.box.top)
            if note.words_at is not None:
                words.lead_to(QPointF(*ground.point(note.x, note.y)) - words.pos())

    def _sizes(self, note: Note) -> tuple[Size, ...]:
        """What is said of most notes is known, and its size; a free one may say it in brief."""
        if note.free:
            return tuple(size_of(*each) for each in self._variants[note.id])
        size = self._words[note.id].size
        return ((size.width(), size.height()),)

    def curve_at(self, point: QPointF) -> str:
        """The id of the curve whose name stands at a place, in pixels of the plot; empty where none does."""
        for key, words in self._words.items():
            name = key.removeprefix("end-")
            if name != key and words.isVisible() and words.size.translated(words.pos()).contains(point):
                return name
        return ""

    def _place_ends(self, figure: Figure, ground: FreeArea) -> None:
        """Each name beside the visible end of its curve; names that end side by side are pushed apart.

        Where so many don't fit, those of the thinnest curves are left out.
        """
        frame, ends = ground.frame, []
        handle = next((each for each in figure.layers if isinstance(each, Handle)), None)
        held = math.nan if handle is None else ground.point(handle.at, 0.0)[0]
        for line, at in named_lines(figure):
            words, (x, y) = self._words[f"end-{line.id}"], ground.point(*at)
            left, across = min(x + ground.gap, ground.furthest - words.size.width()), words.size.width()
            other = x - ground.gap - across
            if line.label_at and left < held < left + across and other >= frame.left:
                left = other  # off the line that is dragged
            ends.append(_End(left, y, line.width, words))
        for group in _side_by_side(ends):
            heights = [end.words.size.height() + 1 for end in group]
            centres = stacked([end.y for end in group], heights, [end.width for end in group], frame)
            for place, end in enumerate(group):
                end.words.setVisible(place in centres)
                if place in centres:
                    end.words.setPos(end.left, centres[place] - end.words.size.height() / 2)


class _End(NamedTuple):
    """The name of a curve: where it would stand, and how wide its curve is drawn."""

    left: float
    y: float
    width: float
    words: Words


def _speaking(figure: Figure) -> Handle | None:
    """The handle whose own words stand at its top: one where no boxed note speaks for it already."""
    if any(isinstance(layer, Note) and layer.boxed for layer in figure.layers):
        return None
    return next((layer for layer in figure.layers if isinstance(layer, Handle)), None)


def _side_by_side(ends: list[_End]) -> list[list[_End]]:
    """The names in groups that overlap from left to right: only those can cover each other."""
    groups: list[list[_End]] = []
    reach = -math.inf
    for end in sorted(ends, key=lambda each: each.left):
        if end.left > reach or not groups:
            groups.append([])
        groups[-1].append(end)
        reach = max(reach, end.left + end.words.size.width())
    return groups
