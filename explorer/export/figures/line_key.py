"""The key of line kinds at the foot of an exported picture, as the window shows it: only what occurs."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.line_kinds import LineKind, line_kinds
from explorer.export.figures.frame_clipping import hatching
from explorer.export.figures.marks import dashes_of
from explorer.export.figures.rows import LABEL, ROW
from explorer.export.figures.ruler import ASCENT, width
from explorer.export.figures.square_marks import square_marks
from explorer.export.markup import element, path, words
from explorer.language import Language

_SWATCH, _GAP, _BETWEEN = 30.0, 8.0, 24.0  # pixels: a piece of line, from it to its words, to the next
_BOX, _STROKE = 9.0, 2.0
_UNDER = 6.0  # pixels from the lowest row to the footer


def line_key(
    figure: Figure, language: Language, colours: Mapping[str, str], ends: tuple[float, float], bottom: float
) -> tuple[list[str], float]:
    """The key between two `ends` above `bottom`, in as many rows as it needs; and where it begins.

    Nothing where all lines of the figure are of one kind, or where there is nothing to see.
    """
    kinds = () if figure.empty is not None else line_kinds(figure)
    rows: list[list[tuple[LineKind, str, float]]] = []
    left = ends[1]
    for kind in kinds:
        said = language.say(kind.words)
        wide = _SWATCH + _GAP + width(said, LABEL)
        if left + wide > ends[1]:
            left = ends[0]
            rows.append([])
        rows[-1].append((kind, said, left))
        left += wide + _BETWEEN
    top = bottom - len(rows) * ROW - (_UNDER if rows else 0.0)
    drawn: list[str] = []
    for place, row in enumerate(rows):
        baseline = top + place * ROW + ASCENT * LABEL
        for kind, said, start in row:
            drawn += _swatch(kind, start, baseline - 0.36 * LABEL, colours)
            drawn.append(words(said, start + _SWATCH + _GAP, baseline, LABEL, colours["muted"]))
    return drawn, top


def _swatch(kind: LineKind, left: float, middle: float, colours: Mapping[str, str]) -> list[str]:
    if kind.swatch is not None:
        corner = (left + _SWATCH - _BOX, middle - _BOX / 2)
        return square_marks(kind.swatch, [corner], _BOX, colours)
    if kind.dash is None:
        low, high, right = middle - _BOX / 2, middle + _BOX / 2, left + _SWATCH
        lines = hatching([(left, low), (right, low), (right, high), (left, high)])
        look = {"stroke": colours["unproven"], "fill": "none"}
        return [element("path", d=path(lines), stroke_width=1.0, **look)]
    return [
        element(
            "path",
            d=path([[(left, middle), (left + _SWATCH, middle)]]),
            fill="none",
            stroke=colours["ink"],
            stroke_width=_STROKE,
            stroke_dasharray=dashes_of(kind.dash, _STROKE),
        )
    ]
