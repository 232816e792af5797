"""Where the notes of a picture stand: at their points, off all other words, or where nothing is covered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np
from PySide6.QtCore import QPointF

from explorer.app.plotting.figure import Figure, Floats, Handle, Note, Points, Rule
from explorer.app.plotting.placement import Box, FreeArea, around, covered, first_free, room_on
from explorer.gui.canvas.words import Look, Words, size_of

_DOTS = 3  # marks of up to so many points are dots that no words should stand on
_DOT = 5.0  # pixels from the middle of a dot that are kept clear

Variants = tuple[tuple[tuple[str, ...], Look], ...]  # what a note says: whole, and in brief


def box_of(words: Words) -> Box:
    """The rectangle that words fill where they stand."""
    size, at = words.size, words.pos()
    return Box(at.x(), at.y(), at.x() + size.width(), at.y() + size.height())


def place_notes(
    figure: Figure,
    words: Mapping[str, Words],
    variants: Mapping[str, Variants],
    ground: FreeArea,
    taken: list[Box],
) -> None:
    """Place all notes about `taken`, the more important first; what finds no room is left out.

    Only a stressed or boxed note that finds none stays where it would stand in an empty picture.
    """
    notes = [layer for layer in figure.layers if isinstance(layer, Note)]
    taken, rules = [*taken, *_dots(figure, ground)], _rules(figure, ground)
    strokes = ground.strokes(figure) if any(note.free for note in notes) else np.zeros((0, 2))
    held = _held(figure, ground)
    for note in sorted(notes, key=_importance):
        about = [*taken, *rules] if note.optional or note.free else taken
        if note.free:
            box = _free(note, words[note.id], variants[note.id], ground, about, strokes, held)
        else:
            box = _anchored(note, words[note.id], ground, about)
        _stand(note, words[note.id], ground, box)
        if box is not None:
            taken.append(box)


def _importance(note: Note) -> tuple[bool, bool]:
    return note.optional, note.free


def _stand(note: Note, words: Words, ground: FreeArea, box: Box | None) -> None:
    words.setVisible(box is not None)
    if box is None:
        return
    words.setPos(box.left, box.top)
    if note.words_at is not None:
        words.lead_to(QPointF(*ground.point(note.x, note.y)) - words.pos())


def _anchored(note: Note, words: Words, ground: FreeArea, taken: list[Box]) -> Box | None:
    """At its point: on its side, else on another, else a little further off."""
    size = words.size.width(), words.size.height()
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


def _wanted(note: Note, size: tuple[float, float], ground: FreeArea) -> tuple[Box, bool]:
    """Where a note stands in an empty picture, and whether that is upon its own point, for want of room."""
    box = ground.own_place(note, size)
    if note.words_at is not None:
        return box, False
    kept = box.kept_in(ground.area)
    moved = note.place in ("right", "left") and not note.boxed and abs(kept.left - box.left) > ground.gap
    return kept, moved


def _shifted(box: Box) -> Iterator[Box]:
    """The same words higher and lower."""
    high = box.bottom - box.top
    for step in range(1, 9):
        for shift in (-step * high / 2, step * high / 2):
            yield box._replace(top=box.top + shift, bottom=box.bottom + shift)


def _free(
    note: Note,
    words: Words,
    variants: Variants,
    ground: FreeArea,
    taken: list[Box],
    strokes: Floats,
    held: tuple[Box, ...],
) -> Box | None:
    """Where it covers nothing: off the line that is dragged before across it, whole before in brief."""
    sizes = [size_of(*each) for each in variants]
    for also in (held, held[1:]) if held else ((),):
        sums = covered(ground.frame, strokes, [*taken, *also])
        for said, size in zip(variants, sizes, strict=True):
            wanted, _ = _wanted(note, size, ground)
            near = (wanted.left + wanted.right) / 2, (wanted.top + wanted.bottom) / 2
            if (box := room_on(sums, size, ground.frame, near)) is not None:
                words.show_lines(*said)
                return box
    return None


def _held(figure: Figure, ground: FreeArea) -> tuple[Box, ...]:
    """The line that is dragged, and the knob at its foot."""
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
