"""What a picture is drawn of, as values: its curves, areas, bars, discs, words and what can be dragged.

All stand in data coordinates, except squares, which stand in rows. Colours are roles of the palette, dashes
are kinds of number: neither is chosen for looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from explorer.app.plotting.squares import Squares
from explorer.app.plotting.told import Told
from explorer.mark import Rounding, Sentence
from explorer.privacy.status import Kind

Floats = NDArray[np.float64]


class Dash(Enum):
    """What kind of number a line shows."""

    EXACT = "solid"
    UPPER = "dashed"
    ESTIMATE = "dash-dot"
    UNPROVEN = "dotted"


@dataclass(frozen=True, eq=False)
class Line:
    """A curve; `label` stands at its end, or at the data point `label_at`.

    The last five are for a read-out on it (`read_out.py`); there is none on a curve without a title.
    """

    id: str
    x: Floats
    y: Floats
    colour: str
    dash: Dash = Dash.EXACT
    width: float = 2.0
    label: Sentence | None = None
    label_at: tuple[float, float] | None = None
    dimmed: bool = False
    name: Sentence | None = None  # where it has no label, or another one
    kind: Kind | Sentence | None = None  # where its dash says something else: “with you” is dashed, and exact
    towards: Rounding | None = None  # to which side its numbers are rounded, where they are bounds
    source: str = ""  # where the picture's own is another
    remarks: Mapping[int, Sentence] = field(default_factory=dict)  # at these whole x, instead of the kind
    brief: Sentence | None = None  # the label in a window so narrow that all of it would take two rows

    @property
    def title(self) -> Sentence | None:
        """What it is called."""
        return self.name or self.label


@dataclass(frozen=True, eq=False)
class Area:
    """What lies between two curves; `hatched` means: not a guarantee."""

    id: str
    x: Floats
    low: Floats
    high: Floats
    colour: str
    opacity: float = 0.12
    hatched: bool = False


@dataclass(frozen=True, eq=False)
class Bars:
    """Bars of one width from 0; `whiskers` reach that far up and down.

    The last six are for a read-out, which needs a name. `aside` is how far they stand beside their value,
    `told` what each says instead of its place and height.
    """

    id: str
    x: Floats
    height: Floats
    width: float
    colour: str
    opacity: float = 1.0
    whiskers: float | None = None
    label: Sentence | None = None
    outlined: bool = False
    name: Sentence | None = None
    kind: Kind | Sentence | None = None
    towards: Rounding | None = None
    source: str = ""
    aside: float = 0.0
    told: Told | None = None


@dataclass(frozen=True, eq=False)
class Points:
    """Discs of a fixed size in pixels, or in data units of x where `in_data`.

    The last five are for a read-out on them, as on bars; there is none on points without a name.
    """

    id: str
    x: Floats
    y: Floats
    colour: str
    size: float = 7.0
    in_data: bool = False
    opacity: float = 1.0
    name: Sentence | None = None
    kind: Kind | Sentence | None = None
    towards: Rounding | None = None
    source: str = ""
    told: Told | None = None


@dataclass(frozen=True, eq=False)
class Note:
    """Words beside a point, one sentence a line, on the side `place`; line number `stressed` is bold.

    Those with `words_at` stand there instead, and a thin line leads from them to the point.
    """

    id: str
    x: float
    y: float
    lines: tuple[Sentence, ...]
    colour: str
    place: str = "right"  # "right", "left", "above", "below"
    words_at: tuple[float, float] | None = None
    boxed: bool = False
    stressed: int = -1
    halo: bool = False  # the card's colour behind the words, where they stand on busy ground
    optional: bool = False  # left out where they would stand on other words
    free: bool = False  # of no one point: they stand where they cover nothing, or are left out
    brief: tuple[Sentence, ...] = ()  # instead, where there is room for these and not for all of `lines`
    least: tuple[Sentence, ...] = ()  # instead, where there is no room for these either
    beneath: Sentence | None = None  # instead, in rows below a picture so narrow that it has no room inside
    near: bool = False  # where something lies at its own place it stands at the nearest one that is free
    row: str = ""  # all notes of one row stand side by side at the height of `words_at`, pushed apart

    @property
    def looks_for_room(self) -> bool:
        """Whether it is known only with its place how much of it is said."""
        return self.free or self.near or bool(self.row) or (self.optional and bool(self.brief))

    @property
    def wordings(self) -> tuple[tuple[Sentence, ...], ...]:
        """All that it may say, the whole first."""
        return tuple(lines for lines in (self.lines, self.brief, self.least) if lines)


@dataclass(frozen=True)
class Rule:
    """A thin straight line across the picture at one value of x or y."""

    id: str
    at: float
    colour: str
    upright: bool = False
    dashed: bool = True


@dataclass(frozen=True)
class Handle:
    """An upright line that a person drags: it moves the parameter at `path`, not below `least`.

    Arrow keys move it by `step`, only to whole numbers where that is 1. On a `logarithmic` axis `at` is the
    decimal logarithm of the parameter, which they move by a twentieth, and by a whole step at least.
    """

    id: str
    path: str
    at: float
    step: float
    title: Sentence
    least: float = -1e9
    logarithmic: bool = False

    @property
    def value(self) -> float:
        """The parameter itself."""
        return 10.0**self.at if self.logarithmic else self.at


@dataclass(frozen=True)
class Level:
    """The same up and down; on a `logarithmic` axis `at` is the decimal logarithm of the parameter."""

    id: str
    path: str
    at: float
    title: Sentence
    least: float
    logarithmic: bool = False


Layer = Line | Area | Bars | Points | Note | Rule | Handle | Level | Squares
