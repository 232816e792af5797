"""Labels: their size, and some lines of them one under the other."""

from __future__ import annotations

from explorer.export.figures.ruler import ASCENT, LINE
from explorer.export.markup import words

LABEL = 11.0
ROW = LABEL * LINE
GAP = 8.0  # pixels between words and what they name


def rows_of_words(
    rows: tuple[str, ...],
    left: float,
    top: float,
    colour: str,
    stressed: int = -1,
    strong: bool = False,
    halo: str | None = None,
) -> list[str]:
    """The rows from their upper left corner on; row number `stressed` is bold, or all where `strong`.

    A `halo` is the colour of the ground: curves that pass under the words stop short of the letters.
    """
    drawn: list[str] = []
    for index, row in enumerate(rows):
        baseline = top + index * ROW + ASCENT * LABEL
        bold = strong or index == stressed
        if halo is not None:
            drawn.append(words(row, left, baseline, LABEL, halo, bold, outline=halo))
        drawn.append(words(row, left, baseline, LABEL, colour, bold))
    return drawn
