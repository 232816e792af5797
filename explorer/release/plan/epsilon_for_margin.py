"""From the noise margin that somebody needs to the ε of the plan that gives it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.progress import progress
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.release.drawn import margins_of
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import LARGEST, SMALLEST

_FIRST, _LAST = 100, 1000  # an ε that is proposed has three digits
LARGEST_MARGIN = 10**12


def epsilon_for_margin(plan: ReleasePlan, index: int, wish: int, joint: bool = False) -> Fraction:
    r"""The least decimal ε of three digits for which one query of a plan has a margin of `wish` or less.

    .. math:: \varepsilon^*=\min\{\varepsilon=d\cdot 10^{e}:\ 100\le d<1000,\ t_{\mathrm{histogram}}(
              \varepsilon)\le \mathrm{wish}\}

    Parameters
    ----------
    index : which query; its share, the bounds, the mechanism and its δ stay as the plan has them
    wish : t >= 0, rows
    joint : the margin of all its cells together, else of each cell by itself

    Guarantee
    ---------
    Exact: the margin at the ε that is given holds, at the next smaller ε of three digits it does not (but at
    the least ε of all). Margins never grow with ε: both tails fall with the width of the noise.

    Raises
    ------
    NotValid
        A joint margin where categories are found: nobody knows how many there will be.
    OutOfRange
        No ε that a plan may have gives it.
    """
    if not 0 <= wish <= LARGEST_MARGIN:
        raise OutOfRange(N_("a margin is a whole number from 0 to {most}", most=LARGEST_MARGIN), "margin")
    if joint and plan.queries[index].unknown is not None:
        sentence = N_("how many categories are found is not known before: ask for the margin of each count")
        raise NotValid(sentence, "margin")

    def enough(epsilon: Fraction) -> bool:
        return plan.queries[index].keeps(_with(plan, epsilon).terms_of(index), wish, joint)

    if not enough(LARGEST):
        margins = margins_of(_with(plan, LARGEST), index)
        sentence = N_(
            "no ε up to {most} gives that with these contribution limits and shares: the smallest "
            "margin is ± {least}",
            most=LARGEST,
            least=margins.amounts[joint],
        )
        raise OutOfRange(sentence, "margin")
    if enough(SMALLEST):
        return SMALLEST
    low, high = 0, _place_of(LARGEST)
    while high - low > 1:
        progress(1 - (high - low) / _place_of(LARGEST))
        middle = (low + high) // 2
        low, high = (low, middle) if enough(_decimal(middle)) else (middle, high)
    return _decimal(high)


def _with(plan: ReleasePlan, epsilon: Fraction) -> ReleasePlan:
    return replace(plan, privacy=replace(plan.privacy, epsilon=epsilon))


def _decimal(place: int) -> Fraction:
    """All decimals of three digits in their order, the least ε of all at place 0."""
    power, digits = divmod(place, _LAST - _FIRST)
    return SMALLEST * (_FIRST + digits) / _FIRST * Fraction(10**power)


def _place_of(power_of_ten: Fraction) -> int:
    """The place of a power of ten among these decimals."""
    place = 0
    while _decimal(place) < power_of_ten:
        place += _LAST - _FIRST
    return place
