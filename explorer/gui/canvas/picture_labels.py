"""All words of a picture: axis names, names at the ends of curves, notes; placed in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.label_places import Places, Sizes, label_places, named_inside, speaking_handle
from explorer.app.plotting.layers import Line, Note
from explorer.app.plotting.note_places import Size
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import Box, FreeArea, named_lines
from explorer.gui.canvas.plot_area import Plot
from explorer.gui.canvas.words import Look, Words, box_of, size_of, smaller, within
from explorer.gui.widgets.theme import LABEL, Theme
from explorer.language import Language
from explorer.mark import verbatim

Variant = tuple[tuple[str, ...], Look, Size]  # what is said, how, and what that takes
Pixel = Callable[[float, float], QPointF]
_ENDS = 0.45  # of the plot's width, at most, for the names at the ends of curves
_NARROW = 560  # pixels of a plot in which notes that can be said beneath it don't look for room inside
_LAID_OUT = 40  # pixels: a plot that is narrower has no size yet
_STRIP = ("axis-x", "axis-y", "handle")  # words above and below the picture


class Lettering:
    """The words on one plot. `say` changes what is said, `place` where it stands."""

    def __init__(self, plot: Plot, theme: Theme, language: Language) -> None:
        self._plot, self._theme, self._language = plot, theme, language
        self._words: dict[str, Words] = {}
        self._named: list[tuple[Line, tuple[float, float]]] = []  # of the figure, as it is said
        self._notes: list[tuple[Note, list[Variant]]] = []
        self._fits: dict[str, tuple[object, Variant]] = {}  # what was asked last, and what was found
        self._said: dict[str, tuple[tuple[str, ...], Look]] = {}
        self._beneath = ""  # the note that stands below the picture
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
        said.update(self._say_notes(figure))
        self._named = named_lines(figure)
        for line, _ in self._named:
            look = self._look(line.colour, stressed=0 if line.width > 2.2 else -1, halo=True)
            names = [line.label or verbatim(""), *([] if line.brief is None else [line.brief])]
            said[f"end-{line.id}"] = tuple(map(self._language.say, names)), look
        if (handle := speaking_handle(figure)) is not None:
            look = self._look("ink", stressed=0, halo=True)
            said["handle"] = ((self._language.say(handle.title),), look)
        kept = said.keys() | {note.id for note, _ in self._notes}
        for gone in [key for key in self._words if key not in kept]:
            self._plot.scene().removeItem(self._words.pop(gone))
        self._said = said
        self._set()
        self._make_room(figure)

    def _set(self) -> None:
        """All words but the free notes, no wider than there is room; what is cut is whole in its tooltip."""
        for key, (whole, look) in self._said.items():
            words = self._words.get(key) or self._words.setdefault(key, Words(self._plot, key))
            lines, used, _ = self._fit(key, whole, look)
            if (lines, used) != (words.lines, words.look):
                words.show_lines(lines, used)
                cut = any(line.endswith("…") for line in lines) or lines == whole[1:]
                words.setToolTip((whole[0] if key.startswith("end-") else "\n".join(whole)) if cut else "")

    def _fit(self, key: str, whole: tuple[str, ...], look: Look) -> Variant:
        """The words in the room that they have; measured once, as most stay the same while curves move."""
        room = self._room(_ENDS if key.startswith("end-") else 1.0)
        before = self._fits.get(key)
        if before is not None and before[0] == (whole, look, room):
            return before[1]
        if key in _STRIP:
            line, used = smaller(whole[0], look, room)
            lines: tuple[str, ...] = (line,)
        elif key.startswith("end-"):
            lines, used = within(whole[:1], look, room), look
            if whole[1:] and (len(lines) > 1 or self._narrow):
                lines = within(whole[1:], look, room)
        else:
            lines, used = within(whole, look, room - 2 * look.padding), look
        found = lines, used, size_of(lines, used)
        self._fits[key] = (whole, look, room), found
        return found

    def _room(self, share: float) -> float:
        """Pixels that words may take; before anything is laid out, any number."""
        return (
            share * self._width - self._theme.size(8)
            if self._width > self._theme.size(_LAID_OUT)
            else math.inf
        )

    @property
    def _narrow(self) -> bool:
        """Whether names are brief, and what can be said beneath the picture is."""
        return self._theme.size(_LAID_OUT) < self._width < self._theme.size(_NARROW)

    def _say_notes(self, figure: Figure) -> dict[str, tuple[tuple[str, ...], Look]]:
        """What notes say; of a free one its wordings are kept, until it has a place for one of them."""
        said: dict[str, tuple[tuple[str, ...], Look]] = {}
        self._notes, self._beneath = [], ""
        for note in (layer for layer in figure.layers if isinstance(layer, Note)):
            if self._narrow and note.beneath is not None:
                said[note.id] = (self._language.say(note.beneath),), self._look(note.colour)
                self._beneath = note.id
                continue
            look = self._look(note.colour, note.boxed, note.stressed, note.halo)
            wordings = note.wordings if note.looks_for_room else (note.lines,)
            told = [tuple(self._language.say(line) for line in lines) for lines in wordings]
            variants = []
            if note.looks_for_room:
                variants = [self._fit(f"{note.id} {place}", lines, look) for place, lines in enumerate(told)]
                if note.id not in self._words:
                    self._words[note.id] = Words(self._plot, note.id)
            else:
                said[note.id] = told[0], look
            self._notes.append((note, variants))
        return said

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
        ends = [
            self._words[f"end-{line.id}"].size.width()
            for line, at in self._named
            if not named_inside(figure, line, at)
        ]
        right = max(ends, default=0.0) + self._theme.size(14 if ends else 12)
        below = float(self._theme.size(20)) if self._words["axis-x"].size.width() > 1 else 8.0
        if self._beneath:
            below += self._words[self._beneath].size.height() + self._theme.size(4)
        margins = (0.0, float(self._theme.size(24)), float(right), below)
        if margins != self._margin:
            self._margin = margins
            self._plot.set_margins(*margins)

    def place(self, figure: Figure, frame: QRectF, pixel: Pixel) -> None:
        """Stand where the data are: `frame` is the picture's area, `pixel` maps data to the plot's pixels."""
        if self._plot.size().width() != self._width:
            self.say(figure)
            frame = self._plot.frame()  # other words leave the picture another width
        corner, below = self._words["axis-y"], self._words["axis-x"]
        left = max(0.0, frame.left() - self._theme.size(34))
        corner.setPos(max(0.0, min(left, self._width - corner.size.width())), 0.0)
        left = max(frame.right() - below.size.width(), 0.0)
        below.setPos(left, frame.bottom() + self._theme.size(24))
        if self._beneath:
            words, foot = self._words[self._beneath], below.pos().y() + below.size.height()
            words.setPos(0.0, foot + self._theme.size(4))
            words.setVisible(True)
        edges = Box(frame.left(), frame.top(), frame.right(), frame.bottom())
        gap = float(self._theme.size(8))
        ground = FreeArea(edges, frame.right() + self._margin[2], gap, _straight(pixel))
        self._stand(ground, label_places(figure, self._sizes(), ground))

    def _sizes(self) -> Sizes:
        """What all words take; of a free note it is known once it has a place how much of it is said."""
        words = self._words
        return Sizes(
            ends={line.id: _size_of(words[f"end-{line.id}"]) for line, _ in self._named},
            notes={
                note.id: [size for *_, size in variants]
                if note.looks_for_room
                else [_size_of(words[note.id])]
                for note, variants in self._notes
            },
            handle=_size_of(words["handle"]) if "handle" in self._said else None,
            corner=box_of(words["axis-y"]),
            beside=[box_of(words["axis-x"])],
        )

    def _stand(self, ground: FreeArea, places: Places) -> None:
        """Go where there is room; what has none is hidden."""
        self._words["axis-y"].setVisible(places.corner)
        if places.handle is not None:
            self._words["handle"].setPos(places.handle.left, places.handle.top)
        for line, _ in self._named:
            words, end = self._words[f"end-{line.id}"], places.ends.get(line.id)
            words.setVisible(end is not None)
            if end is not None:
                words.setPos(end.box.left, end.box.top)
                words.lead_to(None if end.lead is None else QPointF(*end.lead) - words.pos())
        for note, variants in self._notes:
            words, place = self._words[note.id], places.notes.get(note.id)
            words.setVisible(place is not None)
            if place is None:
                continue
            if note.looks_for_room:
                words.show_lines(*variants[place.wording][:2])
            words.setPos(place.box.left, place.box.top)
            point = QPointF(*ground.point(note.x, note.y)) - words.pos()
            words.lead_to(point if place.led else None)

    def curve_at(self, point: QPointF) -> str:
        """The id of the curve whose name stands at a place, in pixels of the plot; empty where none does."""
        for key, words in self._words.items():
            name = key.removeprefix("end-")
            if name != key and words.isVisible() and words.size.translated(words.pos()).contains(point):
                return name
        return ""


def _size_of(words: Words) -> Size:
    return words.size.width(), words.size.height()


def _straight(pixel: Pixel) -> Callable[[float, float], tuple[float, float]]:
    """The same map, of which both axes are straight: asked twice, not for every place of every word."""
    zero, one = pixel(0.0, 0.0), pixel(1.0, 1.0)
    (left, down), (across, up) = zero.toTuple(), (one - zero).toTuple()
    return lambda x, y: (left + across * x, down + up * y)
