"""Squares in rows that are counted by eye: where each stands, whatever the shape of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence

_FILLED = 0.8  # of its place that a square takes
_LARGEST = 28.0  # pixels of a place: a few squares are no tiles


@dataclass(frozen=True, eq=False)
class Squares:
    """Those of one kind. `places` are their places, (n,), counted along the rows from the top left.

    A `crossed` one is pale and bears a cross: kinds are told apart without colour too.
    """

    id: str
    places: NDArray[np.int64]
    columns: int
    rows: int
    colour: str
    label: Sentence
    crossed: bool = False


@dataclass(frozen=True)
class Swatch:
    """How the squares of one kind look, for a key."""

    colour: str
    crossed: bool


def side_in(squares: Squares, width: float, height: float, scale: float = 1.0) -> float:
    """The side of one place, in the pixels in which the room is given: all of them fit, and are square."""
    return min(width / squares.columns, height / squares.rows, _LARGEST * scale)


def corners_in(
    squares: Squares, width: float, height: float, scale: float = 1.0
) -> tuple[list[tuple[float, float]], float]:
    """The upper left corner of each square from that of the room, and the side of a square. Pixels."""
    pitch = side_in(squares, width, height, scale)
    row, column = np.divmod(squares.places, squares.columns)
    gap = (1.0 - _FILLED) / 2 * pitch
    return list(zip((column * pitch + gap).tolist(), (row * pitch + gap).tolist(), strict=True)), (
        _FILLED * pitch
    )
