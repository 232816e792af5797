"""Pictures of lessons as values: charts in data coordinates, squares that are counted, and small tables.

Colours are roles of the palette ("with" is vermilion and means the person's own data, "without" is blue).
What is drawn is simulated; the program writes that beside every picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from explorer.mark import Sentence
from explorer.privacy.status import Kind

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Axis:
    """One axis: the quantity with its unit and its ends. `logarithmic`: data are the numbers themselves.

    `names` stand instead of numbers, at these places.
    """

    label: Sentence
    low: float
    high: float
    logarithmic: bool = False
    whole: bool = False
    names: tuple[tuple[float, Sentence], ...] = ()


@dataclass(frozen=True, eq=False)
class Curve:
    """A line through x and y, (n,) each; `kind` gives its dash. `label` stands at its end."""

    id: str
    x: Floats
    y: Floats
    colour: str = "exact"
    label: Sentence | None = None
    kind: Kind = Kind.EXACT
    wide: bool = False


@dataclass(frozen=True, eq=False)
class Dots:
    """Discs at x and y, (n,) each."""

    id: str
    x: Floats
    y: Floats
    colour: str = "ink"
    label: Sentence | None = None
    size: float = 7.0
    opacity: float = 0.6


@dataclass(frozen=True, eq=False)
class Columns:
    """Bars from 0 at x, (n,), `height` high, `width` wide in data units."""

    id: str
    x: Floats
    height: Floats
    width: float
    colour: str = "without"
    label: Sentence | None = None


@dataclass(frozen=True, eq=False)
class Band:
    """What lies between `low` and `high` over x, (n,) each: an interval at each place."""

    id: str
    x: Floats
    low: Floats
    high: Floats
    colour: str = "exact"
    label: Sentence | None = None


@dataclass(frozen=True)
class Level:
    """A straight line across at one value of y, or of x where `upright`, with its words."""

    id: str
    at: float
    label: Sentence
    colour: str = "muted"
    upright: bool = False


@dataclass(frozen=True)
class Marker:
    """An upright line at the value of the lesson's parameter called `parameter`, which it drags."""

    parameter: str
    label: Sentence


Layer = Curve | Dots | Columns | Band | Level | Marker


@dataclass(frozen=True, eq=False)
class Chart:
    """Layers on two axes. `description` says in a sentence what is seen, for who cannot see it."""

    id: str
    title: Sentence
    description: Sentence
    x: Axis
    y: Axis
    layers: tuple[Layer, ...]


@dataclass(frozen=True)
class CellKind:
    """What a cell of a grid means: its word in the legend, its colour, and whether it bears a cross.

    A cross tells kinds apart without colour.
    """

    label: Sentence
    colour: str
    crossed: bool = False


@dataclass(frozen=True, eq=False)
class Grid:
    """Squares that can be counted, row by row: each of `cells`, (n,) whole, is a place in `kinds`."""

    id: str
    title: Sentence
    description: Sentence
    cells: NDArray[np.int64]
    columns: int
    kinds: tuple[CellKind, ...]


Cell = str | int | float | Sentence


@dataclass(frozen=True)
class Sheet:
    """A small table as a person would print it. `marked` are cells that matter: (row, column) -> the role.

    `aside` says what the marks mean.
    """

    id: str
    title: Sentence
    description: Sentence
    headings: tuple[Sentence, ...]
    rows: tuple[tuple[Cell, ...], ...]
    marked: Mapping[tuple[int, int], str] = field(default_factory=dict)
    aside: Sentence | None = None


Picture = Chart | Grid | Sheet
