"""A strategy as text, and built again from it: whoever has the published weights can fit and tell margins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from explorer.privacy.strategies.overlapping_sums import OverlappingSums
from explorer.privacy.strategies.square_root import SquareRoot
from explorer.privacy.strategies.strategy import Integers, Strategy
from explorer.privacy.strategies.tree import Identity, Tree

_MOST = 200_000  # bins, and weights of one list
_LARGEST = 2**40


def written_strategy(strategy: Strategy) -> dict[str, object]:
    """Its weights as `described` gives them, each list as one text of whole numbers with blanks between.

    >>> written_strategy(Tree(8, (1, 4), (3, 2)))
    {'id': 'tree', 'bins': 8, 'sizes': '1 4', 'weights': '3 2'}
    """
    return {name: _written(value) for name, value in strategy.described().items()}


def _written(value: object) -> object:
    if not isinstance(value, list):
        return value
    if not value or isinstance(value[0], list):
        return [_written(each) for each in value]
    return " ".join(map(str, value))


def strategy_of(written: Mapping[str, Any]) -> Strategy:
    """The strategy that `written_strategy` wrote.

    Raises
    ------
    ValueError, KeyError, TypeError
        It is none.
    """
    kind = written["id"]
    if kind == Identity.id:
        return Identity(_bins(written))
    if kind == Tree.id:
        return Tree(_bins(written), *(tuple(_whole(written[name]).tolist()) for name in ("sizes", "weights")))
    if kind != OverlappingSums.id:
        raise ValueError("no strategy")
    if "coefficients" in written:
        return SquareRoot(_whole(written["coefficients"]), _whole(written["scales"]))
    own, sums = _whole(written["own"]), [_whole(each) for each in _listed(written["sums"])]
    return OverlappingSums(own, np.array(sums, dtype=np.int64).reshape(len(sums), own.size))


def _bins(written: Mapping[str, Any]) -> int:
    bins = written["bins"]
    if type(bins) is not int or not 1 <= bins <= _MOST:
        raise ValueError("no number of bins")
    return bins


def _listed(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise TypeError("no list")
    return value


def _whole(text: object) -> Integers:
    if not isinstance(text, str):
        raise TypeError("no whole numbers")
    found = [int(each) for each in text.split(" ")]
    if len(found) > _MOST or any(not 0 <= each <= _LARGEST for each in found):
        raise ValueError("weights out of range")
    return np.array(found, dtype=np.int64)
