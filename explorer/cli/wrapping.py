"""Text in lines for a terminal of 80 columns, in which a Chinese character takes two."""

from __future__ import annotations

import re

from explorer.cli.answer import width

COLUMNS = 80
_PIECE = r"[⺀-鿿豈-﫿]|\s+|[^\s⺀-鿿豈-﫿]+"
_NOT_FIRST = "，。、；：？！）”’…"


def wrapped(text: str, columns: int) -> list[str]:
    """Text in lines of so many columns; Chinese may break between any two characters, but before no comma."""
    lines = [""]
    for piece in re.findall(_PIECE, text):
        fits = width(lines[-1]) + width(piece) <= columns
        if piece.isspace():
            lines[-1] += " " if fits and lines[-1] else ""
        elif fits or not lines[-1] or piece[0] in _NOT_FIRST:
            lines[-1] += piece
        else:
            lines.append(piece)
    return [line.rstrip() for line in lines]
