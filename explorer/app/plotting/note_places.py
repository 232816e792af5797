"""Where the notes of a picture stand: at their points, off all other words, or where nothing is covered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np

from explorer.app.plotting.covered_cells import CoveredCells, crossed, strokes_on
from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Bars, Handle, Level, Note, Points, Rule
from explorer.app.plotting.note_rows import row_places
from explorer.app.plotting.placement import Box, FreeArea, around, beside, first_free

_DOTS = 3  # marks of up to so many points are dots that no words should stand on
_DOT = 5.0  # pixels from the middle of a dot that are kept clear
_PIECE = 6.0  # pixels of a line that leads from a note to its point, less than words are high
_LED = 70.0  # pixels from where it wants to stand, from which on no line leads from a note to its point
_CLOSE = 2.0  # times its height: how far up or down a note goes from its own place to cover no curve

Size = tuple[float, float]


class NotePlace(NamedTuple):
    """Where a note stands, and which of its wordings: 0 is the whole one, 1 the brief one, 2 the least.

    `led`: a thin line leads from it to its point, as it does for one that says itself where it stands.
    """

    box: Box
    wording: int = 0
    led: bool = False


def note_places(
    figure: Figure,
    sizes: Mapping[str, Sequence[Size]],
    ground: FreeArea,
    taken: Sequence[Box],
    curves: CoveredCells | None = None,
) -> dict[str, NotePlace]:
    """The places of all notes about `taken`, by id, the more important first; those without room are absent.

    Only a stressed or boxed note that finds no room stays where it would stand in an empty picture.

    Parameters
    ----------
    sizes : pixels across and down of each note, by id: whole and, of one that `looks_for_room`, in brief; one
        that is not among them stands elsewhere
    taken : what is covered already: names of curves, of axes, words of a handle
    curves : what the curves cover of the frame, where that is known already
    """
    notes = [layer for layer in figure.layers if isinstance(layer, Note) and layer.id in sizes]
    taken, upright = [*taken, *_dots(figure, ground), *_levels(figure, ground)], _rules(figure, ground)
    room = _FreeRoom(figure, ground, curves)
    rows = row_places([note for note in notes if note.row], sizes, ground)
    found = {name: NotePlace(*place) for name, place in rows.items()}
    taken += [place.box for place in found.values()]
    for note in sorted((note for note in notes if not note.row), key=_importance):
        if note.free:
            place = room.place(note, sizes[note.id], [*taken, *upright])
        elif note.near:
            place = room.nearest(note, sizes[note.id], taken)
        else:
            apart = [_with_room(each, ground.gap / 2) for each in taken]
            about = [*apart, *upright] if note.optional else taken
            place = _at_its_point(note, sizes[note.id], _clear_of_bars(note, figure, ground), about)
        if place is not None and note.optional and not note.halo and crossed(figure, ground, place.box):
            place = None  # on a curve it could hardly be read
        if place is not None:
            found[note.id] = place
            taken += [place.box, *(_lead(place.box, ground.point(note.x, note.y)) if place.led else ())]
    return found


def _lead(box: Box, point: tuple[float, float]) -> Iterator[Box]:
    """The thin line from a note to its point, in pieces: other words stand on none of them."""
    (left, top, right, bottom), (x, y) = box, point
    start = min(max(x, left), right), min(max(y, top), bottom)
    pieces = math.ceil(math.dist(start, point) / _PIECE)
    for piece in range(1, pieces):
        at = [one + (other - one) * piece / pieces for one, other in zip(start, point, strict=True)]
        yield Box(at[0] - 1, at[1] - 1, at[0] + 1, at[1] + 1)


def _importance(note: Note) -> tuple[bool, bool, bool, bool]:
    """A box comes before names of curves, these before what looks for room in all of the picture.

    Other words beside a line come after that, and last what may be left out.
    """
    beside_line = note.near and not note.boxed and note.stressed < 0
    return note.optional, beside_line, note.free, not note.boxed


def _clear_of_bars(note: Note, figure: Figure, ground: FreeArea) -> FreeArea:
    """At the side of its point a note stands clear of the bar whose head that is."""
    widths = [each.width for each in figure.layers if isinstance(each, Bars) and note.x in each.x]
    if not widths or note.place in ("above", "below"):
        return ground
    per_unit = ground.point(note.x + 1.0, note.y)[0] - ground.point(note.x, note.y)[0]
    return replace(ground, gap=ground.gap + max(widths) / 2 * per_unit)


def _at_its_point(note: Note, sizes: Sequence[Size], ground: FreeArea, taken: list[Box]) -> NotePlace | None:
    """At its point; what may be left out is said in brief where the whole of it has no room."""
    for wording, size in enumerate(sizes if note.optional else sizes[:1]):
        if (box := _anchored(note, size, ground, taken)) is not None:
            return NotePlace(box, wording, led=note.words_at is not None)
    return None


def _anchored(note: Note, size: Size, ground: FreeArea, taken: list[Box]) -> Box | None:
    """At its point: on its side, else on another, else a little further off."""
    wanted, moved = _wanted(note, size, ground)
    if not moved and not any(wanted.touches(each) for each in taken):
        return wanted
    places = around(ground.point(note.x, note.y), size, ground.gap, note.place)
    if note.words_at is not None:
        places = _shifted(wanted)
    elif note.optional:  # it says nothing where it does not stand at its point
        places = islice(places, 0 if note.place in ("right", "left") else 3)
    if (found := first_free(places, ground.area, taken)) is not None:
        return found
    if not any(wanted.touches(each) for each in taken) or note.boxed:
        return wanted
    return wanted if note.stressed >= 0 and not note.optional else None


def _wanted(note: Note, size: Size, ground: FreeArea) -> tuple[Box, bool]:
    """Where a note stands in an empty picture, and whether that is upon its own point, for want of room."""
    box = ground.own_place(note, size)
    kept = box.kept_in(ground.area)
    if note.words_at is not None:
        return kept, False
    moved = note.place in ("right", "left") and not note.boxed and abs(kept.left - box.left) > ground.gap
    return kept, moved


def _shifted(box: Box) -> Iterator[Box]:
    """The same words higher and lower."""
    high = box.bottom - box.top
    for step in range(1, 9):
        for shift in (-step * high / 2, step * high / 2):
            yield box._replace(top=box.top + shift, bottom=box.bottom + shift)


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def _apart(one: Box, other: Box) -> float:
    """Pixels between the middles of two places."""
    return math.dist(_middle(one), _middle(other))


def _with_room(box: Box, gap: float) -> Box:
    """The room that words take from others in the same line, which else would read on from them."""
    left, top, right, bottom = box
    return Box(left - gap, top, right + gap, bottom)


class _FreeRoom:
    """Where notes of no one point cover nothing: in the picture, else among the names at its edge too."""

    def __init__(self, figure: Figure, ground: FreeArea, curves: CoveredCells | None) -> None:
        self._figure, self._ground = figure, ground
        self._held = held_line(figure, ground)
        self._curves = {} if curves is None else {curves.frame: curves}
        self._strokes = None if curves is None else curves.strokes

    def place(self, note: Note, sizes: Sequence[Size], taken: Sequence[Box]) -> NotePlace | None:
        """Off the line that is dragged before across it, whole before in brief."""
        wanted, _ = _wanted(note, sizes[0], self._ground)
        if wanted.within(self._ground.frame) and self._clear(wanted, [*taken, *self._held]):
            return NotePlace(wanted, led=note.words_at is not None)
        names = range(len(sizes))
        for some in (names[:2], names[2:]):  # the least one only where the others have no place at all
            if (found := self._free(note, sizes, some, taken)) is not None:
                return found
        return None

    def _free(
        self, note: Note, sizes: Sequence[Size], wordings: Sequence[int], taken: Sequence[Box]
    ) -> NotePlace | None:
        """The first place that covers nothing for one of these wordings."""
        for within in (self._ground.frame, self._ground.area) if wordings else ():
            apart = [_with_room(each, self._ground.gap) for each in taken]
            about = self._on(within).covering([*apart, *self._held[1:]])
            for cells in (about.covering(self._held[:1]), about) if self._held else (about,):
                for wording in wordings:
                    wanted, _ = _wanted(note, sizes[wording], self._ground)
                    if (box := cells.room(sizes[wording], _middle(wanted))) is not None:
                        led = note.words_at is not None and _apart(box, wanted) < _LED
                        return NotePlace(box, wording, led)
        return None

    def _on(self, within: Box) -> CoveredCells:
        """What the curves cover there; found once for all notes."""
        if within not in self._curves:
            if self._strokes is None:
                self._strokes = strokes_on(self._figure, self._ground)
            self._curves[within] = CoveredCells(within, self._strokes)
        return self._curves[within]

    def _clear(self, box: Box, about: Sequence[Box]) -> bool:
        """Whether words there would cover nothing."""
        return not any(box.touches(each) for each in about) and not crossed(self._figure, self._ground, box)

    def nearest(self, note: Note, sizes: Sequence[Size], taken: Sequence[Box]) -> NotePlace:
        """Its own place, else one close by where it covers nothing, in brief before further off.

        Else one where it covers no words at least; else it stays where it would stand in an empty picture. A
        box, which hides what lies behind it, says the least where it can't but lie on curves.
        """
        frame = self._ground.frame
        about = [*taken, *self._held] if note.boxed else taken
        own = [_wanted(note, size, self._ground)[0] for size in sizes]
        if self._clear(own[0], about):
            return NotePlace(self._off_held(note, own[0], about))
        clear = self._on(frame).covering(about)
        for wording, (size, wanted) in enumerate(zip(sizes, own, strict=True)):
            box = clear.room(size, _middle(wanted))
            if box is not None and abs(box.top - wanted.top) <= _CLOSE * size[1]:
                return NotePlace(box, wording)
        kept = len(sizes) - 1 if note.boxed else 0
        if not any(own[kept].touches(each) for each in about):
            return NotePlace(own[kept], kept)
        off_words = CoveredCells(frame, np.zeros((0, 2))).covering(about)
        box = off_words.room(sizes[-1], _middle(own[-1]))
        return NotePlace(own[kept], kept) if box is None else NotePlace(box, len(sizes) - 1)

    def _off_held(self, note: Note, own: Box, about: Sequence[Box]) -> Box:
        """Its own place, or the nearest beside it where the dragged line does not cross it.

        Words of a level line may stand anywhere along it, those of an upright one on both of its sides.
        """
        if not any(own.touches(each) for each in self._held[:1]):
            return own
        across, high, gap = own.right - own.left, own.bottom - own.top, self._ground.gap
        if note.place == "left":
            line = self._held[0]
            lefts = (line.right + gap / 2, line.left - gap / 2 - across)
            found = [own._replace(left=left, right=left + across) for left in lefts]
        elif note.place == "right":
            found = [beside(self._ground.point(note.x, note.y), (across, high), gap, "left")]
        else:
            found = []
        free = (each for each in found if each.within(self._ground.frame))
        return next((each for each in free if self._clear(each, [*about, *self._held])), own)


def _levels(figure: Figure, ground: FreeArea) -> list[Box]:
    """Level lines that are dragged, to the knob at their right end."""
    frame = ground.frame
    found = [ground.point(0.0, each.at)[1] for each in figure.layers if isinstance(each, Level)]
    at = [min(max(each, frame.top), frame.bottom) for each in found]
    return [
        box
        for y in at
        for box in (
            Box(frame.left, y - 1, frame.right, y + 1),
            Box(frame.right - ground.gap, y - ground.gap, frame.right + ground.gap, y + ground.gap),
        )
    ]


def held_line(figure: Figure, ground: FreeArea) -> tuple[Box, ...]:
    """The line that is dragged, and the knob at its foot; nothing where none is."""
    handle = next((each for each in figure.layers if isinstance(each, Handle)), None)
    if handle is None:
        return ()
    frame = ground.frame
    at = min(max(ground.point(handle.at, 0.0)[0], frame.left), frame.right)
    return (
        Box(at - 2, frame.top, at + 2, frame.bottom),
        Box(at - ground.gap, frame.bottom - ground.gap, at + ground.gap, frame.bottom),
    )


def _rules(figure: Figure, ground: FreeArea) -> list[Box]:
    """Upright lines: what may be left out stands on none."""
    found = [each.at for each in figure.layers if isinstance(each, Rule) and each.upright]
    at = [ground.point(each, 0.0)[0] for each in found]
    return [Box(x - 2, ground.frame.top, x + 2, ground.frame.bottom) for x in at]


def _dots(figure: Figure, ground: FreeArea) -> list[Box]:
    marks = [each for each in figure.layers if isinstance(each, Points) and not each.in_data]
    found = [
        ground.point(float(x), float(y))
        for each in marks
        if len(each.x) <= _DOTS
        for x, y in zip(each.x, each.y, strict=True)
    ]
    return [Box(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in found]
