"""Categories that nobody declared: each is published from a noisy count on, so that no rare one shows.

`category_of` says what a text of the file is, `gather` gathers the counts of what was found, `published`
leaves out what stays below the threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.target import Neighbours
from explorer.release.columns.column import BLANK_LINE
from explorer.release.plan.labels import CATEGORY_SPECIAL, MISSING, NUMERIC_SPECIAL, OTHER, spelled
from explorer.release.plan.sections import Input, Privacy
from explorer.release.values.noise_distribution import Noise

LONGEST = 200  # characters of a category that is found; a longer text is (other)
SPECIAL = frozenset((*NUMERIC_SPECIAL, *CATEGORY_SPECIAL))
_DIGITS, _GUARD = 60, 30


@dataclass(frozen=True)
class Found:
    """True counts of the categories found: along `labels`, then (other) and (missing).

    Private, like all true counts, and here the labels are too: they go to `noise.privatize` and `published`
    and nowhere else.
    """

    labels: tuple[str, ...] = field(repr=False)
    counts: NDArray[np.int64] = field(repr=False)


Counted = NDArray[np.int64] | Found
"""True counts: of cells that are declared along them, or of what was found."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """The least noisy count that is published, and the δ that this spends, rounded up to 12 digits."""

    least: int
    delta: Fraction


def category_of(raw: str, declared: Input) -> str:
    """The category that a text of the file is: a pure function of it and the declaration.

    (missing) for a missing value. (other) for what cannot be published as it stands: a text that is spelled
    like a special cell or like another one once it is written, that is longer than 200 characters, or that
    is no Unicode text.
    """
    value = declared.value(raw)
    if value in declared.missing_values or value == BLANK_LINE:
        return MISSING
    plain = len(value) <= LONGEST and value not in SPECIAL and spelled(value[1:]) != value
    return value if plain and not any("\ud800" <= each <= "\udfff" for each in value) else OTHER


def gather(observed: Iterable[tuple[str, int]], declared: Input) -> Found:
    """What was found, in the order of code points whatever the order of the rows.

    Parameters
    ----------
    observed : texts of the file, each with how many of its rows are kept, after every person's rows are
        bounded; a text, or texts of one category, may come more than once. What a person has at most so many
        cells of are the values of `category_of`, (other) and (missing) among them.
    """
    found: dict[str, int] = {}
    for raw, rows in observed:
        category = category_of(raw, declared)
        found[category] = found.get(category, 0) + rows
    special = [found.pop(each, 0) for each in CATEGORY_SPECIAL]
    labels = tuple(sorted(found))
    return Found(labels, np.array([*(found[label] for label in labels), *special], dtype=np.int64))


def published(found: Found, noised: Sequence[int], least: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The categories whose noisy count is at least `least`, and all noisy counts that may be seen.

    `noised` are those of `found.counts`; the last two, (other) and (missing), always stay.
    """
    some = [place for place in range(len(found.labels)) if noised[place] >= least]
    counts = (*(noised[place] for place in some), *noised[len(found.labels) :])
    return tuple(found.labels[place] for place in some), counts


def threshold_under(privacy: Privacy, noise: Noise, delta: Fraction) -> Threshold:
    """The threshold of a table of unknown categories with this noise, which may spend `delta`."""
    # Substitution, too, takes away the categories of one unit only
    moved = replace(privacy, neighbours=Neighbours.ADD_REMOVE).sensitivity
    return threshold(noise.width, delta, moved.Linf, moved.L0)


@lru_cache(maxsize=256)
def threshold(scale: Fraction, delta: Fraction, rows: int = 1, categories: int = 1) -> Threshold:
    r"""The least T for which a category that only one unit is in is hardly ever published.

    .. math:: 1-\Big(1-\frac{a^{T-c}}{1+a}\Big)^{l} \le \delta,\qquad a=e^{-1/\mathrm{scale}},\quad T \ge c

    Parameters
    ----------
    scale : of the discrete Laplace noise, L1/ε
    delta : in (0, 1)
    rows : c, the most rows of a unit in a category
    categories : l, the most categories of a unit

    Guarantee
    ---------
    Keeping the categories of a noisy count of T or more is (ε, δ)-differentially private, for add or remove
    and for substitution. Exact: the comparison is decided in decimals of rising precision; both sides are
    never equal, as a is transcendental.

    Raises
    ------
    ValueError
        δ is not above 0 and below 1: no threshold would do, which a plan that is read is told before.

    >>> threshold(Fraction(1), Fraction(1, 10**5)).least, threshold(Fraction(10), Fraction(1, 10**8)).least
    (13, 179)
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta = {delta}")
    low, high = -1, 0
    while not _enough(high, scale, delta, categories):
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _enough(middle, scale, delta, categories) else (middle, high)
    return Threshold(rows + high, _spent(high, scale, categories))


def _enough(beyond: int, scale: Fraction, delta: Fraction, categories: int) -> bool:
    """Whether a^(T−c) <= (1 − (1−δ)^(1/l)) (1 + a), with `beyond` = T − c."""
    digits = _DIGITS + len(str(delta.denominator)) + len(str(scale.numerator)) + len(str(categories))
    while True:
        with localcontext() as context:
            context.prec, context.Emin, context.Emax = digits, -(10**15), 10**15
            rate = Decimal(-scale.denominator) / scale.numerator
            passed = (rate * beyond).exp()
            kept = (1 - Decimal(delta.numerator) / delta.denominator).ln() / categories
            allowed = (1 - kept.exp()) * (1 + rate.exp())
            if abs(passed - allowed) > max(passed, allowed).scaleb(_GUARD - digits):
                return passed < allowed
        digits *= 2


def _spent(beyond: int, scale: Fraction, categories: int) -> Fraction:
    """δ at T = c + `beyond`, rounded up."""
    with localcontext() as context:
        context.Emin, context.Emax = -(10**15), 10**15
        context.prec = _DIGITS
        rate = Decimal(-scale.denominator) / scale.numerator
        context.prec = 2 * _DIGITS + len(str(categories)) + max(0, -(rate * beyond).exp().adjusted())
        rate = Decimal(-scale.denominator) / scale.numerator
        once = (rate * beyond).exp() / (1 + rate.exp())
        whole = 1 - ((1 - once).ln() * categories).exp()
        whole *= 1 + Decimal(10) ** -_GUARD
    return Fraction(Context(prec=12, rounding=ROUND_CEILING, Emin=-(10**15), Emax=10**15).plus(whole))
