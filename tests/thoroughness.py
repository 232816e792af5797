"""How much a law tries: a part of it at every change, always the same; all where the profile is thorough."""

import itertools
import os
from collections.abc import Iterable
from typing import Any

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def tries(most: int) -> int:
    """So many examples of a law when thorough; else a fifth of them, and never fewer than twenty.

    >>> tries(4)
    4
    """
    return most if THOROUGH else max(min(most, 20), -(-most // 5))


def combined(*axes: Iterable[Any]) -> list[Any]:
    """All combinations of the axes when thorough; else as few as hold every value of every axis.

    For laws over a registry and some settings, where each case is dear and no single combination is special.

    >>> combined("abc", [1, 2])
    [('a', 1), ('b', 2), ('c', 1)]
    """
    values = [list(each) for each in axes]
    if THOROUGH:
        return list(itertools.product(*values))
    rows = range(max(map(len, values)))
    return [tuple(each[(row + row // len(each)) % len(each)] for each in values) for row in rows]


def some(cases: Iterable[Any], most: int) -> list[Any]:
    """All cases when thorough; else at most this many, evenly from the first to the last.

    >>> some(range(9), 3)
    [0, 4, 8]
    """
    known = list(cases)
    if THOROUGH or len(known) <= most:
        return known
    return [known[round(place * (len(known) - 1) / max(most - 1, 1))] for place in range(most)]
