"""The words on a picture but the axes': names of curves, notes, what a handle marks."""

from __future__ import annotations

from explorer.app.plotting.figure import Figure, Handle, Note
from explorer.app.plotting.note_places import Size, note_places
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import Box, FreeArea
from explorer.export.figures.ends import End, names_at_ends
from explorer.export.figures.frame_clipping import Frame, Point
from explorer.export.figures.marks import Colours
from explorer.export.figures.rows import GAP, LABEL, ROW, rows_of_words
from explorer.export.figures.ruler import width
from explorer.export.markup import Look, element, path, words
from explorer.language import Language

_PADDING = 10.0


def lettering(
    figure: Figure, ends: list[End], frame: Frame, colours: Colours, language: Language, edge: float
) -> list[str]:
    """All words inside and beside the frame; none goes beyond `edge` on the right."""
    drawn, taken = names_at_ends(ends, figure, frame, colours)
    for layer in figure.layers:
        if isinstance(layer, Handle):
            drawn += _handle_words(layer, figure, frame, colours, language)
    notes = [layer for layer in figure.layers if isinstance(layer, Note)]
    wordings = {note.id: _wordings(note, language) for note in notes}
    sizes = {note.id: [_size(note, rows) for rows in wordings[note.id]] for note in notes}
    ground = FreeArea(frame.box, edge, GAP, frame.far_pixel)
    places = note_places(figure, sizes, ground, taken)
    for note in notes:
        if (place := places.get(note.id)) is not None:
            point = frame.pixel(note.x, note.y)
            drawn += _note(note, wordings[note.id][place.wording], place.box, point, colours)
    return drawn


def _wordings(note: Note, language: Language) -> list[tuple[str, ...]]:
    """What a note says, whole and, where it can, in brief."""
    said = [note.lines, note.brief] if note.brief else [note.lines]
    return [tuple(language.say(line) for line in lines) for lines in said]


def _size(note: Note, rows: tuple[str, ...]) -> Size:
    pad = _PADDING if note.boxed else 0.0
    across = max(width(row, LABEL, index == note.stressed) for index, row in enumerate(rows))
    return across + 2 * pad, len(rows) * ROW + 1.4 * pad


def _note(note: Note, rows: tuple[str, ...], at: Box, point: Point, colours: Colours) -> list[str]:
    colour, pad = colours[ink_of(note.colour)], _PADDING if note.boxed else 0.0
    drawn: list[str] = []
    if note.words_at is not None:
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


def _handle_words(
    handle: Handle, figure: Figure, frame: Frame, colours: Colours, language: Language
) -> list[str]:
    """What the line marks, above it; not where a note at the line says so already."""
    x = frame.pixel(handle.at, frame.y.low)[0]
    said = any(isinstance(layer, Note) and layer.x == handle.at for layer in figure.layers)
    if said or not frame.left <= x <= frame.right:
        return []
    text = language.say(handle.title)
    across = width(text, LABEL, strong=True)
    # The quantity of the y axis is named at the left of the same strip.
    taken = frame.left + width(language.say(figure.y.label), LABEL) + GAP
    left = max(taken, min(x - across / 2, frame.right - across))
    return [words(text, left, frame.top - 7, LABEL, colours["ink"], strong=True)]
