"""From a raw text to the number of its cell, remembered: what a column's own `classifier` says."""

from __future__ import annotations

from collections.abc import Callable

from explorer.release.columns.column import Column
from explorer.release.plan.sections import Input

_KEPT = 1 << 16  # distinct spellings that are remembered; more would only cost memory


class Cells(dict[str, int]):
    """Raw text to number of cell, remembered; an absent key is classified once."""

    def __init__(self, classify: Callable[[str], int]) -> None:
        super().__init__()
        self._classify = classify

    def __missing__(self, raw: str) -> int:
        cell = self._classify(raw)
        if len(self) >= _KEPT:
            self.clear()
        self[raw] = cell
        return cell


def cells_of(column: Column, declared: Input) -> Cells:
    """The cell of each raw text in a column of declared cells, counted along `column.labels`."""
    return Cells(column.classifier(declared))
