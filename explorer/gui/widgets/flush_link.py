"""Links that begin or end a line: their words stand at its edge, where all other words of the card begin."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QToolButton


class Side(Enum):
    """Which edge the words of a link stand at."""

    LEFT = "left"
    RIGHT = "right"


def flush(*links: QToolButton, side: Side = Side.LEFT) -> None:
    """Without the air that a link has on this side of its words; the sheet of `theme` knows the property."""
    for each in links:
        each.setProperty("flush", side.value)
