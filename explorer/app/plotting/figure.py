"""A picture as a value: its axes, layers and table, with its sentences still untranslated."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.app.plotting.layers import Layer
from explorer.mark import Rounding, Sentence

if TYPE_CHECKING:
    from explorer.app.core.request import Request
    from explorer.app.core.state import State

FORMATS = ("svg", "png", "pdf", "csv")  # that a figure can be written in
Floats = NDArray[np.float64]
Answers = Mapping[Hashable, object]  # by their `Request`


@dataclass(frozen=True)
class Axis:
    """One axis: the quantity with its unit, its ends, and the places that carry a number."""

    label: Sentence
    low: float
    high: float
    ticks: tuple[float, ...]
    names: tuple[Sentence, ...] = ()  # instead of numbers, one a tick: the names of categories
    symbol: str = ""  # of the quantity, where it has a usual one
    logarithmic: bool = False  # drawn are decimal logarithms
    whole: bool = False  # only whole numbers have a value, such as k
    whole_names: tuple[tuple[float, Sentence], ...] = ()  # at these ticks, where the name there is cut

    def value(self, drawn: float) -> float:
        """The number that is drawn at a place of this axis."""
        return 10.0**drawn if self.logarithmic else drawn


@dataclass(frozen=True)
class Taking:
    """The x axis is of the parameter at `path`: a point's x can be taken for it, from `least` to `most`."""

    path: str
    least: float
    most: float


@dataclass(frozen=True, eq=False)
class Table:
    """The numbers behind a picture, for the table view and the exported CSV: one column a heading."""

    headings: tuple[Sentence, ...]
    names: tuple[str, ...]  # of the columns in the exported CSV, the same in every language
    columns: tuple[Floats | tuple[object, ...], ...]
    towards: Mapping[str, Rounding] = field(default_factory=dict)  # where shown, of columns that are bounds


@dataclass(frozen=True, eq=False)
class Figure:
    """One picture. `title` says what it shows, `assumption` under which, `description` what is seen."""

    id: str
    title: Sentence
    assumption: Sentence
    description: Sentence
    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    table: Table
    pending: bool = False  # a part is still being computed
    empty: Sentence | None = None  # why there is nothing to see, and what to do next
    settings: Mapping[str, object] = field(default_factory=dict)  # epsilon, delta, ... for export headers
    takes: Taking | None = None  # what a point's x can be taken for


class Picture(ABC):
    """One file of `figures/`: how one figure follows from the state and the answers at hand."""

    id: ClassVar[str]
    order: ClassVar[int]
    title: ClassVar[Sentence]
    source: ClassVar[str]
    reads: ClassVar[tuple[str, ...]]  # the parts of the state that the figure depends on
    scaled: ClassVar[bool] = False  # on plain or logarithmic axes, as `composing.logarithmic` says

    @staticmethod
    @abstractmethod
    def draw(state: State, answers: Answers) -> Figure:
        """The figure now; parts whose answers are missing are left out and `pending` is set."""

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        """The long questions that `draw` would like answered."""
        return ()


def distinct(*values: Floats) -> Floats:
    """All values once, in order. (`np.unique` would import numpy.ma: a frame's time at the start.)"""
    ordered = np.sort(np.concatenate(values))
    return read_only(ordered[np.append(True, np.diff(ordered) > 0)])


def read_only(values: Floats) -> Floats:
    """The same array, locked: figures are shared."""
    values.setflags(write=False)
    return values
