"""The words on a picture but the numbers of its axes: names of curves, notes, what a handle marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.label_places import (
    EndPlace,
    Sizes,
    label_places,
    named_inside,
    speaking_handle,
)
from explorer.app.plotting.layers import Line, Note
from explorer.app.plotting.note_places import NotePlace, Size
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import Box, FreeArea, named_lines
from explorer.export.figures.frame_clipping import Frame, Point
from explorer.export.figures.marks import Colours
from explorer.export.figures.rows import GAP, LABEL, ROW, rows_of_words
from explorer.export.figures.ruler import ASCENT, width, wrapped
from explorer.export.markup import Look, element, path
from explorer.language import Language
from explorer.mark import verbatim

_PADDING = 10.0
_STRONG = 2.2  # pixels: the name of a curve that is wider, the exact one, is bold


@dataclass(frozen=True)
class End:
    """The name of one curve, in rows; `inside` the picture or at its right edge."""

    line: Line
    rows: tuple[str, ...]
    inside: bool

    @property
    def strong(self) -> bool:
        """The exact curve is the thickest, and its name is bold."""
        return self.line.width > _STRONG

    @property
    def size(self) -> Size:
        """Pixels across and down."""
        return max(width(row, LABEL, self.strong) for row in self.rows), len(self.rows) * ROW


def ends_of(figure: Figure, language: Language, room: float) -> list[End]:
    """The names of all curves that have one, in rows no wider than `room`."""
    ends = []
    for line, at in named_lines(figure):
        rows = wrapped(language.say(line.label or verbatim("")), LABEL, room, line.width > _STRONG)
        if rows:
            ends.append(End(line, tuple(rows), named_inside(figure, line, at)))
    return ends


def lettering(
    figure: Figure,
    ends: Sequence[End],
    frame: Frame,
    colours: Colours,
    language: Language,
    within: tuple[float, float, float],
) -> list[str]:
    """All words inside, above and beside the frame.

    `within` is where the name of the y axis begins, how far left and how far right words may reach.
    """
    corner, start, edge = within
    notes = [layer for layer in figure.layers if isinstance(layer, Note)]
    wordings = {note.id: _wordings(note, language) for note in notes}
    handle, named = speaking_handle(figure), language.say(figure.y.label)
    said = "" if handle is None else language.say(handle.title)
    top = frame.top - 12 - ASCENT * LABEL
    sizes = Sizes(
        ends={end.line.id: end.size for end in ends},
        notes={note.id: [_size(note, rows) for rows in wordings[note.id]] for note in notes},
        handle=(width(said, LABEL, strong=True), ROW) if said else None,
        corner=Box(corner, top, corner + width(named, LABEL), top + ROW),
    )
    places = label_places(figure, sizes, FreeArea(frame.box, edge, GAP, frame.far_pixel, start))
    drawn = []
    if places.corner:
        drawn += rows_of_words((named,), corner, top, colours["muted"])
    if places.handle is not None:
        drawn += rows_of_words((said,), places.handle.left, top, colours["ink"], strong=True)
    for end in ends:
        if (end_at := places.ends.get(end.line.id)) is not None:
            drawn += _end(end, end_at, colours)
    for note in notes:
        if (place := places.notes.get(note.id)) is not None:
            point = frame.pixel(note.x, note.y)
            drawn += _note(note, wordings[note.id][place.wording], place, point, colours)
    return drawn


def _end(end: End, place: EndPlace, colours: Colours) -> list[str]:
    """A name in the colour of its curve; one that stands apart from it is joined to it."""
    drawn, box, colour = [], place.box, colours[ink_of(end.line.colour)]
    if place.lead is not None:
        x, y = place.lead
        start = (min(max(x, box.left), box.right), min(max(y, box.top), box.bottom))
        lead = path([[place.lead, start]])
        drawn.append(element("path", d=lead, fill="none", stroke=colour, stroke_width=0.7))
    halo = colours["card"] if end.inside else None
    return drawn + rows_of_words(end.rows, box.left, box.top, colour, strong=end.strong, halo=halo)


def _wordings(note: Note, language: Language) -> list[tuple[str, ...]]:
    """What a note says, whole and, where it can, in brief."""
    return [tuple(language.say(line) for line in lines) for lines in note.wordings]


def _size(note: Note, rows: tuple[str, ...]) -> Size:
    pad = _PADDING if note.boxed else 0.0
    across = max(width(row, LABEL, index == note.stressed) for index, row in enumerate(rows))
    return across + 2 * pad, len(rows) * ROW + 1.4 * pad


def _note(note: Note, rows: tuple[str, ...], place: NotePlace, point: Point, colours: Colours) -> list[str]:
    at, colour, pad = place.box, colours[ink_of(note.colour)], _PADDING if note.boxed else 0.0
    drawn: list[str] = []
    if place.led:
        start = (min(max(point[0], at.left), at.right), at.bottom if point[1] > at.top else at.top)
        drawn.append(element("path", d=path([[start, point]]), stroke=colour, stroke_width=1, fill="none"))
    if note.boxed:
        box: Look = {
            "x": at.left + 0.5,
            "y": at.top + 0.5,
            "width": at.right - at.left - 1,
            "height": at.bottom - at.top - 1,
            "rx": 6,
        }
        look: Look = {
            "fill": colours["card"],
            "fill_opacity": 0.94,
            "stroke": colours["line"],
            "stroke_width": 1,
        }
        drawn.append(element("rect", **box, **look))
    halo = None if note.boxed else colours["card"]
    return drawn + rows_of_words(rows, at.left + pad, at.top + 0.7 * pad, colour, note.stressed, halo=halo)
