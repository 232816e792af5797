r"""Between ρ and (ε, δ) in exact decimals: what a release is held to, rounded so that it is never less.

ρ-zCDP gives (ε, δ) where, for some order α > 1, ρα + c(α) <= ε with

.. math:: c(\alpha) = \frac{\ln(1/(\alpha\delta))}{\alpha-1} + \ln\Big(1-\frac1\alpha\Big).

Source
------
Canonne, Kamath & Steinke (2020), Proposition 12; Bun & Steinke (2016), Proposition 1.4.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from explorer.mark import N_
from explorer.privacy.refusal import OutOfRange

DIGITS = 12  # significant digits of every amount that is converted
_EXACT = 60  # digits that are computed with, besides those of δ
_GUARD = 30  # of them are left for rounding
_HALVINGS = 140


@lru_cache(maxsize=256)
def largest_rho(epsilon: Fraction, delta: Fraction) -> Fraction:
    """The largest decimal of 12 significant digits that, as ρ, gives at most (epsilon, delta).

    Parameters
    ----------
    epsilon : > 0, nats
    delta : in (0, 1)

    Guarantee
    ---------
    Proven: some order α shows it with room to spare. The next decimal is too large (but where the true
    bound lies within 30 digits of it).

    Raises
    ------
    OutOfRange
        `epsilon` <= 0, or a `delta` outside (0, 1).

    >>> from explorer.privacy.notation import exact_text
    >>> exact_text(largest_rho(Fraction(1), Fraction(1, 10**6)))
    '0.0243559703595'
    """
    if epsilon <= 0:
        raise OutOfRange(N_("ε must be greater than 0"), "epsilon")
    with _precise(delta) as log_inverse:
        goal = Decimal(epsilon.numerator) / epsilon.denominator

        def too_small(excess: Decimal) -> bool:
            """Whether a larger order admits a larger ρ: the sign of the slope of (ε − c(α))/α."""
            order = 1 + excess
            return (log_inverse - order.ln()) * order / excess**2 > goal - _cost(excess, log_inverse)

        excess = _crossed(too_small)
        found = (goal - _cost(excess, log_inverse)) / (1 + excess)
        return _rounded(found * (1 - Decimal(10) ** -_GUARD), ROUND_FLOOR)


@lru_cache(maxsize=256)
def epsilon_of_rho(rho: Fraction, delta: Fraction, up: bool = True) -> Fraction:
    """The ε that ρ comes to at `delta`, rounded up to 12 significant digits, or down; 0 where ρ is 0.

    Rounded down, it may still be asked for: `largest_rho` of it is at most ρ.

    Raises
    ------
    OutOfRange
        `rho` < 0, or a `delta` outside (0, 1).
    """
    if rho < 0:
        raise OutOfRange(N_("ρ must be at least 0"), "rho")
    with _precise(delta) as log_inverse:
        if rho == 0:
            return Fraction(0)
        spent = Decimal(rho.numerator) / rho.denominator

        def too_small(excess: Decimal) -> bool:
            """Whether ρα + c(α) still falls."""
            return spent * excess**2 + (1 + excess).ln() < log_inverse

        excess = _crossed(too_small)
        found = max(spent * (1 + excess) + _cost(excess, log_inverse), Decimal(0))
        slack = (abs(found) + spent * (1 + excess)) * Decimal(10) ** -_GUARD
        if up:
            return _rounded(found + slack, ROUND_CEILING)
        return _rounded(max(found - slack, Decimal(0)), ROUND_FLOOR)


def rho_of_pure(epsilon: Fraction) -> Fraction:
    """ε²/2, rounded up to 12 significant digits: what a release of pure ε enters with.

    >>> rho_of_pure(Fraction(1)), rho_of_pure(Fraction(1, 3)) > Fraction(1, 18)
    (Fraction(1, 2), True)
    """
    exact = epsilon**2 / 2
    with localcontext() as context:
        context.prec = _EXACT + len(str(exact.numerator)) + len(str(exact.denominator))
        context.rounding = ROUND_CEILING
        return _rounded(Decimal(exact.numerator) / exact.denominator, ROUND_CEILING)


def working_digits(delta: Fraction) -> int:
    """Decimal digits that are computed with for a δ in (0, 1): the time of every step grows with them.

    Near δ = 1 all that counts is 1 − δ, and α − 1 is its root.
    """
    near_one = len(str(delta.denominator)) - len(str(delta.denominator - delta.numerator))
    return _EXACT + 3 * near_one


class _precise:
    """Decimals of enough digits for a δ; gives ln(1/δ)."""

    def __init__(self, delta: Fraction) -> None:
        if not 0 < delta < 1:
            raise OutOfRange(N_("δ must lie between 0 and 1, ends excluded"), "delta")
        self._delta = delta
        self._context = localcontext()

    def __enter__(self) -> Decimal:
        context: Context = self._context.__enter__()
        context.prec = working_digits(self._delta)
        context.Emin, context.Emax = -(10**15), 10**15
        return -(Decimal(self._delta.numerator) / self._delta.denominator).ln()

    def __exit__(self, *fault: object) -> None:
        self._context.__exit__(*fault)  # type: ignore[arg-type]


def _cost(excess: Decimal, log_inverse: Decimal) -> Decimal:
    """c(1 + excess)."""
    order = 1 + excess
    return (log_inverse - order.ln()) / excess + (excess / order).ln()


def _crossed(too_small: Callable[[Decimal], bool]) -> Decimal:
    """Where a condition on α − 1 that holds below one place stops to hold, to some 18 digits and more.

    Every order gives a proven bound; near the best one the bound hardly changes, so that it is right to
    twice as many digits.
    """
    low = high = Decimal(1)
    while not too_small(low):
        low /= 4
    while too_small(high):
        high *= 4
    for _ in range(_HALVINGS):
        middle = (low * high).sqrt() if high > 2 * low else (low + high) / 2
        low, high = (middle, high) if too_small(middle) else (low, middle)
        if high - low < low * Decimal(10) ** (-_GUARD // 2 - 5):
            break
    return high


def _rounded(value: Decimal, way: str) -> Fraction:
    """To 12 significant digits."""
    return Fraction(Context(prec=DIGITS, rounding=way, Emin=-(10**15), Emax=10**15).plus(value))
