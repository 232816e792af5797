"""How far noise moves a count, as the least whole number that is exactly enough.

These are margins of the noise around the counts after bounding; a confidence interval would include
sampling error and the rows that bounding leaves out.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

_DIGITS = 60


@lru_cache(maxsize=512)
def margin(scale: Fraction, confidence: Fraction, cells: int = 1) -> int:
    r"""The least t for which the noise of `cells` independent cells stays within t with `confidence`.

    .. math:: \left(1-\frac{2a^{t+1}}{1+a}\right)^{k} \ge c,\qquad a=e^{-1/\mathrm{scale}}

    Parameters
    ----------
    scale : of the discrete Laplace noise, > 0
    confidence : c, in (0, 1)
    cells : k; 1 for the margin of each cell, all cells of a histogram for the joint margin

    Guarantee
    ---------
    Exact: precision is raised until the comparison is certain. The two sides are never equal, since a is
    transcendental (Lindemann) and equality would make it algebraic.

    >>> margin(Fraction(1), Fraction(19, 20)), margin(Fraction(10), Fraction(19, 20), 100)
    (3, 76)
    """
    low, high = -1, 0
    while not within(high, scale, confidence, cells):
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if within(middle, scale, confidence, cells) else (middle, high)
    return high


def within(bound: int, scale: Fraction, confidence: Fraction, cells: int = 1) -> bool:
    """Whether 2a^(t+1) <= (1 - c^(1/k)) (1 + a): the noise stays within t with confidence c. Exact.

    Decided in decimals of rising precision. Where it holds it holds at every smaller scale too.
    """
    digits = _DIGITS + len(str(confidence.denominator)) + len(str(scale.numerator)) + len(str(cells))
    while True:
        with localcontext() as context:
            context.prec = digits
            context.Emin, context.Emax = -(10**15), 10**15
            rate = Decimal(-scale.denominator) / scale.numerator
            tail = 2 * (rate * (bound + 1)).exp()
            root = ((Decimal(confidence.numerator) / confidence.denominator).ln() / cells).exp()
            allowed = (1 - root) * (1 + rate.exp())
            if abs(tail - allowed) > max(tail, allowed).scaleb(30 - digits):
                return tail < allowed
        digits *= 2
