"""The words on a picture but the axes': names of curves, notes, what a handle marks."""

from __future__ import annotations

from explorer.app.plotting.figure import Bars, Figure, Handle, Line, Note
from explorer.app.plotting.palette import ink_of
from explorer.app.plotting.placement import FreeArea
from explorer.export.ends import End, names_at_ends
from explorer.export.frame_clipping import Frame
from explorer.export.marks import Colours
from explorer.export.markup import Look, element, path, words
from explorer.export.rows import GAP, LABEL, ROW, rows_of_words
from explorer.export.ruler import width
from explorer.language import Language

_PADDING = 10.0


def lettering(
    figure: Figure, ends: list[End], frame: Frame, colours: Colours, language: Language, edge: float
) -> list[str]:
    """All words inside and beside the frame; none goes beyond `edge` on the right."""
    drawn = names_at_ends(ends, figure, frame, colours)
    for layer in figure.layers:
        if isinstance(layer, Note):
            drawn += _note(layer, figure, frame, colours, language, edge)
        elif isinstance(layer, Handle):
            drawn += _handle_words(layer, figure, frame, colours, language)
        elif isinstance(layer, Line) and layer.label is not None and layer.label_at is not None:
            name = Note(layer.id, *layer.label_at, (layer.label,), layer.colour)
            drawn += _note(name, figure, frame, colours, language, edge)
    return drawn


def _note(
    note: Note, figure: Figure, frame: Frame, colours: Colours, language: Language, edge: float
) -> list[str]:
    rows = tuple(language.say(line) for line in note.lines)
    pad = _PADDING if note.boxed else 0.0
    across = max(width(row, LABEL, index == note.stressed) for index, row in enumerate(rows)) + 2 * pad
    high = len(rows) * ROW + 1.4 * pad
    point = frame.pixel(note.x, note.y)
    gap = GAP if note.place in ("above", "below") else _gap(note, figure, frame)
    ground = FreeArea(frame.box, edge, gap, frame.pixel)
    left, top, *_ = ground.own_place(note, (across, high)).kept_in(ground.area)
    colour = colours[ink_of(note.colour)]
    drawn: list[str] = []
    if note.words_at is not None:
        start = (min(max(point[0], left), left + across), top + high if point[1] > top else top)
        drawn.append(element("path", d=path([[start, point]]), stroke=colour, stroke_width=1, fill="none"))
    if note.boxed:
        box: Look = {"x": left + 0.5, "y": top + 0.5, "width": across - 1, "height": high - 1, "rx": 6}
        look: Look = {
            "fill": colours["card"],
            "fill_opacity": 0.94,
            "stroke": colours["line"],
            "stroke_width": 1,
        }
        drawn.append(element("rect", **box, **look))
    halo = None if note.boxed else colours["card"]
    return drawn + rows_of_words(rows, left + pad, top + 0.7 * pad, colour, note.stressed, halo=halo)


def _gap(note: Note, figure: Figure, frame: Frame) -> float:
    """Pixels between a note and its point: clear of the bar whose head the point is."""
    bars = [layer for layer in figure.layers if isinstance(layer, Bars) and note.x in layer.x]
    return GAP + max((layer.width / 2 * frame.per_unit[0] for layer in bars), default=0.0)


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
