"""What cells are called below the bars of a query, where there may be little room, and in its table."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from unicodedata import east_asian_width

from explorer.mark import N_, Sentence, english, verbatim
from explorer.release.columns.column import Column

CHARACTERS_ACROSS = 118  # characters that stand side by side below a picture of the usual width
_GAP = 1.5  # characters between two names
_CLOSE = 1.0  # that they are never nearer than
_LEAST = 5  # characters of a name that was cut
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
SPECIAL = {
    "(below)": N_("below"),
    "(above)": N_("above"),
    "(missing)": N_("missing"),
    "(unreadable)": N_("unreadable"),
    "(other)": N_("other"),
}
_SHORT = {"(missing)": N_("n/a"), "(unreadable)": N_("?"), "(other)": N_("other")}

Names = tuple[tuple[float, Sentence], ...]
Placed = tuple[float, Sentence, float]  # the place, the name, and how many characters wide it is


def names_of(column: Column) -> list[Sentence]:
    """The name of each group of a column, special ones last."""
    declared = column.size - len(column.special)
    named = [verbatim(each) if isinstance(each, str) else each for each in column.names[:declared]]
    return named + [SPECIAL[label] for label in column.special]


@lru_cache(maxsize=64)  # it depends on no noise: while ε moves it is asked again and again
def names_below(column: Column, groups: int) -> Names:
    """Where what stands below `groups` bars one unit apart: never two names on each other.

    Numbers in many bins: their edges, between the bars. Many categories: cut names, then each second, third
    ... of them. The table beside the picture has all.
    """
    room = CHARACTERS_ACROSS / groups
    texts = _texts(column)[:groups]
    wide = [_wide(text) for text in texts]
    if all((one + other) / 2 + _GAP <= room for one, other in pairwise(wide)):
        return tuple((float(place), name) for place, name in enumerate(names_of(column)[:groups]))
    if column.short_names:
        return _apart(_strided(column, groups, room), room)
    if column.edge_names:
        return _apart(_edges(column, groups, room), room)
    return _apart(_cut(column, texts, room), room)


@lru_cache(maxsize=16)  # as above
def label_columns(columns: tuple[Column, ...]) -> tuple[tuple[Sentence | str, ...], ...]:
    """The first columns of a table beside a picture: of each joint cell its name in each column."""
    return tuple(zip(*product(*map(_in_table, columns)), strict=True))


def _in_table(column: Column) -> Iterator[Sentence | str]:
    """The name of each cell; special ones in parentheses, as no category is."""
    yield from column.names[: column.size - len(column.special)]
    yield from (N_("({special})", special=SPECIAL[label]) for label in column.special)


def label_headings(columns: Iterable[Column]) -> tuple[Sentence, ...]:
    """What stands above them: where intervals are told by their ends, that the lower one is in."""
    return tuple(
        N_("{column}, lower edges included", column=verbatim(each.name))
        if each.is_ordered and not each.short_names
        else verbatim(each.name)
        for each in columns
    )


def _texts(column: Column) -> list[str]:
    """The name of each group, in English where it has a translation: no shorter than that."""
    declared = len(column.labels) - len(column.special)
    named = [each if isinstance(each, str) else english(each) for each in column.names[:declared]]
    return named + [label.strip("()") for label in column.special]


def _special(column: Column, place: int) -> bool:
    return place >= len(column.labels) - len(column.special)


def _wide(text: str) -> float:
    """How many characters wide; the signs of East Asian scripts count twice."""
    return sum(2.0 if east_asian_width(each) in "WF" else 1.0 for each in text)


def round_stride(edges: Sequence[str], least: int) -> int:
    """Each so many-th edge is named: at least each `least`-th, at most half as many, in the roundest numbers.

    Of several strides those are best whose edges need the fewest digits; then the one that ends at the last
    edge, then the shortest.

    >>> round_stride([str(age) for age in range(101)], 13)
    20
    >>> round_stride([f"{year}-{month:02}-01" for year in (2023, 2024) for month in range(1, 13)], 4)
    6
    """
    if least <= 1:
        return 1

    def unevenness(stride: int) -> tuple[float, bool, int]:
        named = edges[::stride]
        digits = sum(len(_rounded(each)) for each in named) / len(named)
        return digits, (len(edges) - 1) % stride != 0, stride

    return min(range(least, 2 * least + 1), key=unevenness)


def _rounded(edge: str) -> str:
    """Without the zeros that a number ends in; of a date without what begins a day, a month or a year."""
    date = edge.removesuffix("T00:00:00").removesuffix("T00:00")
    if _DATE.fullmatch(date):
        return date.removesuffix("-01").removesuffix("-01")
    return edge.rstrip("0").rstrip(".")


def _edges(column: Column, groups: int, room: float) -> list[Placed]:
    """Lower edges at the left of their bars, each so many-th; then what is beyond, in signs."""
    every = column.edge_names
    bins = min(len(every) - 1, groups)
    edges = every[:bins]
    stride = round_stride(every[: bins + 1], math.ceil((max(map(_wide, edges)) + _GAP) / room))
    found = [(place - 0.5, verbatim(edge), _wide(edge)) for place, edge in enumerate(edges)][::stride]
    beyond = {"(below)": f"<{every[0]}", "(above)": f"≥{every[-1]}"}
    for place, label in enumerate(column.special[: groups - bins], bins):
        text = beyond.get(label)
        name = _SHORT[label] if text is None else verbatim(text)
        found.append((float(place), name, _wide(text or name.text)))
    return found


def _strided(column: Column, groups: int, room: float) -> list[Placed]:
    """Short names below their bars, each so many-th of all."""
    every = column.short_names
    beyond = {"(below)": f"<{every[0]}", "(above)": f"≥{every[-1]}"}
    special = [verbatim(beyond[each]) if each in beyond else _SHORT[each] for each in column.special]
    names = [*map(verbatim, every[:-1]), *special][:groups]
    wide = [_wide(english(name)) for name in names]
    stride = math.ceil((max(wide) + _GAP) / room)
    return [(float(place), names[place], wide[place]) for place in range(0, groups, stride)]


def _cut(column: Column, texts: list[str], room: float) -> list[Placed]:
    """The first signs of each name after what all have in common, and each so many-th of them."""
    common = _common(column.labels[: len(column.labels) - len(column.special)])
    most = max(room - _GAP, _LEAST)
    stride = math.ceil((most + _GAP) / room - 1e-9)
    found: list[Placed] = []
    for place in range(0, len(texts), stride):
        text = texts[place]
        if _special(column, place):
            found.append((float(place), SPECIAL[column.labels[place]], _wide(text)))
            continue
        if common and _wide(text) > most:
            text = f"…{text[common:]}"
        text = _first(text, most)
        found.append((float(place), verbatim(text), _wide(text)))
    return found


def _first(text: str, most: float) -> str:
    """So many signs of a name as are `most` characters wide, with the sign that it goes on."""
    if _wide(text) <= most:
        return text
    end = next(at for at in range(len(text) + 1) if _wide(text[: at + 1]) + 1 > most)
    return text[:end].rstrip() + "…"


def _common(labels: tuple[str, ...]) -> int:
    """With how many signs all begin; 0 for so few that nothing is won by leaving them out."""
    first, last = min(labels, default=""), max(labels, default="")
    same = next((at for at, pair in enumerate(zip(first, last, strict=False)) if len(set(pair)) > 1), 0)
    return same if same >= _LEAST else 0


def _apart(found: list[Placed], room: float) -> Names:
    """From the left, those that do not stand on the one before."""
    kept: list[tuple[float, Sentence]] = []
    end = -math.inf
    for place, name, wide in found:
        if place * room - wide / 2 >= end:
            kept.append((place, name))
            end = place * room + wide / 2 + _CLOSE
    return tuple(kept)
