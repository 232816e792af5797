"""Two probability tables as a pair: what a mechanism outputs on a dataset and on its neighbour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import Floats, Loss, Mechanism
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.pairs.table_direction import Direction, direction, logarithm
from explorer.privacy.pairs.table_text import LEAST, MOST_DIGITS, TwoColumns, exact_sum, shown_number
from explorer.privacy.refusal import NotValid, Unsupported, out_of_range
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.status import Kind


@dataclass(frozen=True, eq=False)
class Tables(Mechanism):
    r"""Two probability tables over the same outcomes, P on a dataset and Q on its neighbour.

    They hold no noise parameter: nothing is calibrated, and no sensitivity is taken. So this is no member of
    the registry; it answers whatever is asked of one release. Outcomes with the same p/q tell the same: they
    are taken as one. Composed by their own loss, all releases have the dataset on the same side.

    Guarantee
    ---------
    Exact for this pair in both directions but for rounding, the probabilities being what was typed. It is
    what the mechanism guarantees only if no other pair of neighbours is worse (`caveat`).
    δ(ε) = max(Σ max(0, p − e^ε q), Σ max(0, q − e^ε p)); trade-off, ε(δ) and Rényi divergence are those of
    the worse direction at each argument.

    Source
    ------
    Balle, Barthe & Gaboardi (2018), Theorem 1, for δ(ε); the lemma of Neyman and Pearson for the trade-off.
    """

    id: ClassVar[str] = "table"
    order: ClassVar[int] = 1000
    title: ClassVar[Sentence] = N_("two probability tables")
    source: ClassVar[str] = "Balle, Barthe & Gaboardi 2018, Theorem 1"
    norm: ClassVar[str] = ""
    noise_parameter: ClassVar[str] = ""
    pure: ClassVar[bool] = False
    formula: ClassVar[str] = "δ(ε) = max(Σ max(0, p − e^ε q), Σ max(0, q − e^ε p))"
    latex: ClassVar[str] = (
        r"\delta(\varepsilon)=\max\left\{\sum_x\max\{0,p_x-e^{\varepsilon}q_x\},"
        r"\sum_x\max\{0,q_x-e^{\varepsilon}p_x\}\right\}"
    )

    one: tuple[Fraction, ...]
    other: tuple[Fraction, ...]

    @classmethod
    def calibrated(cls, epsilon: float, delta: float, sensitivity: float, shape: Shape = PLAIN) -> Self:
        """Always refused: two tables have nothing that could be calibrated."""
        raise no_noise()

    @property
    def outcomes(self) -> int:
        """How many rows the tables have."""
        return len(self.one)

    @cached_property
    def forward(self) -> Direction:
        """P against Q: how much more likely the dataset's outcomes are than the neighbour's."""
        return direction(self.one, self.other)

    @cached_property
    def backward(self) -> Direction:
        """Q against P."""
        return direction(self.other, self.one)

    @property
    def _both(self) -> tuple[Direction, Direction]:
        return self.forward, self.backward

    @property
    def pure_epsilon(self) -> float | None:
        """The largest |ln p/q|; None where an outcome is possible in one table alone."""
        if any(each.alone > 0 for each in self._both):
            return None
        return max(each.largest for each in self._both)

    @cached_property
    def _pair(self) -> FinitePair:
        rows = [(p, q) for p, q in zip(self.one, self.other, strict=True) if p or q]
        return FinitePair(
            np.array([logarithm(q) for _, q in rows]), np.array([logarithm(p) for p, _ in rows])
        )

    def pair(self) -> FinitePair:
        """P is with you, Q without; the order makes no difference to any guarantee."""
        return self._pair

    def log_delta(self, epsilon: Floats, /) -> Floats:
        """ln of the larger δ(ε) of the two directions."""
        at = np.asarray(epsilon, dtype=np.float64)
        found = [max(each.log_delta(float(e)) for each in self._both) for e in at.ravel()]
        return np.array(found).reshape(at.shape)

    def epsilon_at(self, delta: float) -> float:
        """The larger ε of the two directions."""
        return max(each.epsilon_at(delta) for each in self._both)

    def trade_off(self, false_alarm: Floats, /) -> Floats:
        """The lower miss rate of the two directions at each false-alarm rate."""
        return np.minimum(self.forward.misses(false_alarm), self.backward.misses(false_alarm))

    def loss(self) -> Loss:
        """ln p/q for an outcome of P: atoms only, ascending."""
        found = self.forward
        atoms = np.column_stack((found.loss, found.mass))[::-1]
        if found.alone > 0:
            atoms = np.vstack((atoms, [[math.inf, found.alone]]))
        return Loss(atoms, np.empty(0), np.empty(0))

    def renyi(self, order: Floats, /) -> Floats:
        """The larger of the two directions at each order."""
        return np.maximum(self.forward.renyi(order), self.backward.renyi(order))


@dataclass(frozen=True, eq=False)
class RoundedTables(Tables):
    r"""Tables whose numbers are each within half a unit of their last digit: an upper bound on the truth.

    Each number is lowered by half a unit, and what is then missing is put on an outcome that only P gives and
    one that only Q gives. With P' <= P and Q' <= Q after lowering, P = P' + R and Q = Q' + S: to draw from R
    and from S where those two outcomes come turns this pair into the true one.

    Guarantee
    ---------
    A proven upper bound on everything of the true pair, composed too, wherever the missing lies.

    Source
    ------
    Balle, Barthe & Gaboardi (2018) and Zhu, Dong & Wang (2022), Definition 7: no function of the output tells
    more than the output.
    """

    attained: ClassVar[bool] = False
    profile_kind: ClassVar[Kind] = Kind.UPPER

    digits: int = 0
    missing: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))

    @property
    def outcomes(self) -> int:
        """How many rows the tables had as they were given."""
        return len(self.one) - 2


def caveat() -> Sentence:
    """What is said wherever a number of two tables is shown."""
    return N_(
        "holds for this pair; it is the mechanism's guarantee only if no other pair of neighbours is worse"
    )


def no_noise() -> Unsupported:
    """Why nothing is calibrated, and no margin is known."""
    return Unsupported(
        N_("two probability tables have no noise that could be calibrated or measured"),
        "mechanism",
        hint=N_("ask `profile`, `compose`, `crossing` or `risk` about them"),
    )


def tables_of(columns: TwoColumns, digits: int | None = None) -> Tables:
    """The pair of two columns that each add up to exactly 1, or whose numbers are rounded to so many digits.

    Parameters
    ----------
    digits : after the point, of a probability: every number is within 10^(−digits)/2 of the truth. None where
        they are exact

    Raises
    ------
    NotValid
        A column adds up to something else than 1, or to something that this rounding cannot explain; no
        outcome is possible in both tables.
    OutOfRange
        Less than 1 digit, or more than 30.
    """
    made = _exact(columns) if digits is None else _rounded(columns, digits)
    if not made.forward.loss.size:
        sentence = N_(
            "P and Q have no outcome in common: the output always shows which of the two it came "
            "from, and no ε holds at any δ below 1"
        )
        raise NotValid(sentence, "table")
    return made


def _exact(columns: TwoColumns) -> Tables:
    for name, column in (("P", columns.one), ("Q", columns.other)):
        total = exact_sum(column)
        if total < 1:
            sentence = N_(
                "{name} sums to {total}, not to 1: {missing} is missing. Add a line for what is "
                "left out; if the numbers are rounded, say to how many digits",
                name=name,
                total=shown_number(total),
                missing=shown_number(1 - total),
            )
            raise NotValid(sentence, "table")
        if total > 1:
            sentence = N_(
                "{name} sums to {total}, which is {over} above 1. Correct the numbers; if they are "
                "rounded, say to how many digits",
                name=name,
                total=shown_number(total),
                over=shown_number(total - 1),
            )
            raise NotValid(sentence, "table")
    return Tables(columns.one, columns.other)


def _rounded(columns: TwoColumns, digits: int) -> RoundedTables:
    if not 1 <= digits <= MOST_DIGITS:
        raise out_of_range("rounded", digits, 1, MOST_DIGITS, "rounded")
    half = Fraction(1, 2 * 10**digits)
    lowered, missing = [], []
    for name, column in (("P", columns.one), ("Q", columns.other)):
        total = exact_sum(column)
        low = tuple(each - half if each - half >= LEAST else Fraction(0) for each in column)
        left = 1 - exact_sum(low)
        if left < 0 or total + len(column) * half < 1:
            sentence = N_(
                "{name} sums to {total}: rounding to {digits} {digits:digit|digits} cannot explain "
                "that. Correct the numbers, or add a line for what is left out",
                name=name,
                total=shown_number(total),
                digits=digits,
            )
            raise NotValid(sentence, "table")
        lowered.append(low)
        missing.append(left)
    one, other = lowered
    nothing = Fraction(0)
    return RoundedTables(
        (*one, missing[0], nothing), (*other, nothing, missing[1]), digits, (missing[0], missing[1])
    )
