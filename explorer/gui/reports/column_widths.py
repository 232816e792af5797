"""How wide the columns of a table on a page are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.export.markup import clean
from explorer.export.reports.blocks import Grid
from explorer.gui.reports.page_marks import COUNT, INNER, Letters

GAP, APART = 90, 210  # before a column of words, and of numbers


def column_widths(block: Grid, length: Callable[[str, Letters], float]) -> list[int]:
    """Numbers have the room that they need; the names share the rest by what they need."""
    columns = list(zip(block.headings, *block.rows, strict=True))
    needed = [
        1 + max(length(clean(text), COUNT) for text in sorted(set(each), key=len)[-40:]) for each in columns
    ]
    texts = len(columns) - block.numbers
    numbers = [round(each) for each in needed[texts:]]
    room = INNER - sum(numbers) - GAP * (texts - 1) - APART * block.numbers
    if not block.numbers:
        return _shared(needed, room)
    most = sum(needed[:texts])
    return [*(int(room * each / most) for each in needed[:texts]), *numbers]


def _shared(needed: Sequence[float], room: float) -> list[int]:
    """Widths of columns of words: what needs less than its share has that, the others what is left."""
    widths: dict[int, int] = {}
    for place in sorted(range(len(needed)), key=lambda each: needed[each]):
        left = room - sum(widths.values())
        widths[place] = int(min(needed[place] + 1, left / (len(needed) - len(widths))))
    return [widths[place] for place in range(len(needed))]
