"""Where notes of one row stand: side by side in the order of their points, pushed apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from explorer.app.plotting.layers import Note
from explorer.app.plotting.placement import Box, FreeArea, spread

_MOST_ROWS = 2  # with more of them lines to the points would cross other words: notes are left out
_STILL = 0.5  # of the gap: words that have moved no further stand at their point without a line to it

Size = tuple[float, float]


class InRow(NamedTuple):
    """Where a note of a row stands, which wording it says, and whether a line leads to its point."""

    box: Box
    wording: int
    led: bool


def row_places(
    notes: Sequence[Note], sizes: Mapping[str, Sequence[Size]], ground: FreeArea
) -> dict[str, InRow]:
    """The places of all notes in rows, by id; all notes of one row say the same wording.

    The whole one is said where all of them have room side by side, else the brief one, in one row or in two:
    each note in the other row, so that neighbours are the furthest apart. Where there is no room for all,
    some are left out, evenly.
    """
    found: dict[str, InRow] = {}
    for name in dict.fromkeys(note.row for note in notes):
        together = sorted((note for note in notes if note.row == name), key=lambda note: note.x)
        found |= dict(_row(together, sizes, ground))
    return found


def _row(
    notes: Sequence[Note], sizes: Mapping[str, Sequence[Size]], ground: FreeArea
) -> Iterator[tuple[str, InRow]]:
    room = ground.furthest - ground.frame.left
    least = min(len(sizes[note.id]) for note in notes)
    taken = [sum(_width(sizes[note.id][each], ground) for note in notes) for each in range(least)]
    wording = next((each for each in range(least) if taken[each] <= room), least - 1)
    rows = 1 if taken[wording] <= room else _MOST_ROWS
    for each in range(rows):
        yield from _one_row(notes[each::rows], each, wording, sizes, ground)


def _width(size: Size, ground: FreeArea) -> float:
    return size[0] + ground.gap


def _overfull(
    notes: Sequence[Note], sizes: Mapping[str, Sequence[Size]], wording: int, ground: FreeArea
) -> bool:
    needed = sum(_width(sizes[note.id][wording], ground) for note in notes)
    return needed > ground.furthest - ground.frame.left


def _one_row(
    notes: Sequence[Note],
    row: int,
    wording: int,
    sizes: Mapping[str, Sequence[Size]],
    ground: FreeArea,
) -> Iterator[tuple[str, InRow]]:
    """The notes of one row, so many rows below the first: every how manyth of them where not all fit."""
    every = 1
    while len(notes[::every]) > 1 and _overfull(notes[::every], sizes, wording, ground):
        every += 1
    kept = notes[::every]
    widths = [_width(sizes[note.id][wording], ground) for note in kept]
    points = [ground.point(note.x, note.y)[0] for note in kept]
    half = ground.gap / 2
    centres = spread(points, widths, ground.frame.left - half, ground.furthest + half)
    for note, centre, point in zip(kept, centres, points, strict=True):
        across, high = sizes[note.id][wording]
        middle = ground.point(*(note.words_at or (note.x, note.y)))[1] + row * high
        box = Box(centre - across / 2, middle - high / 2, centre + across / 2, middle + high / 2)
        yield note.id, InRow(box, wording, row > 0 or abs(centre - point) > _STILL * ground.gap)
