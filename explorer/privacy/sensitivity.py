"""How far one unit can move the counts: from unit, neighbouring relation and contribution bounds to norms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.numerics.root import settle_up
from explorer.privacy.refusal import NotValid
from explorer.privacy.target import Neighbours


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The most by which neighbouring tables differ, in rows: exact integers.

    `L0` counts the cells that can change (an upper bound where there are few cells), `L2_squared` is the
    square of the Euclidean norm.
    """

    L0: int
    L1: int
    L2_squared: int
    Linf: int

    @property
    def L2(self) -> float:
        """The square root, rounded up."""
        return settle_up(math.sqrt(self.L2_squared), lambda x: Fraction(x) ** 2 >= self.L2_squared)

    def of(self, norm: str) -> float:
        """The number that a mechanism of this norm takes; a candidate's score moves by Linf at most."""
        return {"L1": float(self.L1), "L2": self.L2, "score": float(self.Linf)}[norm]


@dataclass(frozen=True, slots=True)
class Norms:
    """The most by which a vector of sums or means can move, in each norm."""

    L1: float
    L2: float
    Linf: float

    def of(self, norm: str) -> float:
        """The number that a mechanism of this norm takes."""
        return {"L1": self.L1, "L2": self.L2, "score": self.Linf}[norm]


def vector_norms(moved: float, dimension: int) -> Norms:
    r"""The norms where one unit moves each of d numbers by s at most: L1 = d·s, L2 = √d·s, L∞ = s.

    A row enters all d numbers, so they can all move at once. Rounded up.
    """
    exact = Fraction(moved)
    return Norms(
        settle_up(dimension * moved, lambda x: Fraction(x) >= dimension * exact),
        settle_up(math.sqrt(dimension) * moved, lambda x: Fraction(x) ** 2 >= dimension * exact**2),
        moved,
    )


def sum_sensitivity(
    low: float, high: float, unit_is_row: bool, neighbours: Neighbours, rows_per_person: int = 1
) -> float:
    r"""How far one unit can move a sum of values clipped to [low, high].

    A unit with up to m rows adds something in [min(0, m·low), max(0, m·high)]; adding or removing it moves
    the sum by the larger end, substituting it by the length of the interval. A single row that is
    substituted is always there: high − low. Exact for these bounds, then rounded up.

    Errors
    ------
    NotValid
        `low` is not below `high`.
    """
    return _rounded_up(_moved(low, high, unit_is_row, neighbours, rows_per_person))


def _moved(
    low: float, high: float, unit_is_row: bool, neighbours: Neighbours, rows_per_person: int
) -> Fraction:
    if not low < high:
        raise NotValid(N_("the lower bound must be below the upper one"), "low")
    bottom, top = Fraction(low), Fraction(high)
    if neighbours is not Neighbours.SUBSTITUTE:
        return rows_per_person * max(abs(bottom), abs(top))
    if unit_is_row:
        return top - bottom
    return rows_per_person * (max(Fraction(0), top) - min(Fraction(0), bottom))


def _rounded_up(exact: Fraction) -> float:
    return settle_up(float(exact), lambda value: Fraction(value) >= exact)


def mean_sensitivity(
    low: float, high: float, unit_is_row: bool, neighbours: Neighbours, rows_per_person: int, people: int
) -> float:
    """How far one unit can move a mean over a publicly known number of rows: the sum's, by that number.

    Rounded up once, at the end.

    Errors
    ------
    NotValid
        Add or remove: then the number of rows is not public; or bounds that do not fit together.
    """
    if neighbours is not Neighbours.SUBSTITUTE:
        sentence = N_("a mean over a known number of rows needs substitution; choose that, or release a sum")
        raise NotValid(sentence, "neighbours")
    return _rounded_up(_moved(low, high, unit_is_row, neighbours, rows_per_person) / people)


def sensitivity(
    unit_is_row: bool,
    neighbours: Neighbours,
    rows_per_person: int | None = None,
    rows_per_cell: int | None = None,
    cells_per_person: int | None = None,
    histograms: int = 1,
) -> Sensitivity:
    r"""The norms of the change that one unit makes to `histograms` tables of the same kept rows.

    One person adds a vector x of whole numbers with at most m = `rows_per_person` rows in all,
    c = `rows_per_cell` in a cell and l = `cells_per_person` cells (None: not bounded). With
    M = min(m, l c), q = M div min(c, M), r = M mod min(c, M):

    .. math:: \|x\|_1 \le M,\quad \|x\|_2^2 \le q\,c^2 + r^2,\quad \|x\|_\infty \le \min(c, M)

    Substitution takes one vector away and adds another: twice L0, L1 and the squared L2 (the worst case
    puts them into different cells), the same Linf. Several tables of the same rows: L0, L1 and the
    squared L2 once for each. A crosstab is one table over the joint cells.

    Guarantee
    ---------
    Attained for tables with enough cells; an upper bound for fewer.

    Raises
    ------
    NotValid
        A bound below 1, a bound for single rows, or a person whose rows nothing bounds.
    """
    bounds = (rows_per_person, rows_per_cell, cells_per_person)
    if any(bound is not None and bound < 1 for bound in bounds) or histograms < 1:
        raise NotValid(N_("a contribution limit is a whole number of at least 1"), "rows_per_person")
    if unit_is_row:
        if any(bound is not None for bound in bounds):
            raise NotValid(N_("a unit of one record has no contribution limits"), "rows_per_person")
        rows, cell = 1, 1
    else:
        rows, cell = _largest(rows_per_person, rows_per_cell, cells_per_person)
    full, rest = divmod(rows, cell)
    cells = min(rows, cells_per_person) if cells_per_person is not None else rows
    times = histograms * (2 if neighbours is Neighbours.SUBSTITUTE else 1)
    return Sensitivity(
        L0=times * cells, L1=times * rows, L2_squared=times * (full * cell**2 + rest**2), Linf=cell
    )


def _largest(rows: int | None, in_cell: int | None, cells: int | None) -> tuple[int, int]:
    """The most rows of a person in all, and in one cell."""
    in_cells = in_cell * cells if in_cell is not None and cells is not None else None
    if rows is None and in_cells is None:
        raise NotValid(N_("say how many rows of one person count at most"), "rows_per_person")
    most = min(bound for bound in (rows, in_cells) if bound is not None)
    return most, min(most, in_cell) if in_cell is not None else most
