"""How far discrete Gaussian noise moves a count, as the least whole number that is exactly enough."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt

_DIGITS = 60
_GUARD = 30  # digits that are left for rounding
ADDED_UP_TO = 2500  # of σ²: up to here every mass is added up


@lru_cache(maxsize=512)
def gaussian_margin(sigma_squared: Fraction, confidence: Fraction, cells: int = 1) -> int:
    r"""The least t for which the noise of `cells` independent cells stays within t with `confidence`.

    .. math:: 2\sum_{x>t} e^{-x^2/(2\sigma^2)}
              \le \big(1-c^{1/k}\big)\sum_{x\in\mathbb{Z}} e^{-x^2/(2\sigma^2)}

    Parameters
    ----------
    sigma_squared : of the discrete Gaussian noise, > 0
    confidence : c, in (0, 1)
    cells : k; 1 for the margin of each cell, all cells of a histogram for the joint margin

    Guarantee
    ---------
    Exact: both sides are bracketed, and the brackets narrowed until they lie apart.

    Source
    ------
    Sums of wide distributions: Euler and Maclaurin's formula with its remainder (DLMF 2.10.1) for a tail,
    Poisson's for the whole; Cramer's bound E|He_n| <= sqrt(n!) for the remainder.

    >>> gaussian_margin(Fraction(1), Fraction(19, 20)), gaussian_margin(Fraction(100), Fraction(19, 20), 100)
    (2, 35)
    """
    low, high = -1, isqrt(int(sigma_squared)) + 1
    while not gaussian_within(high, sigma_squared, confidence, cells):
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        enough = gaussian_within(middle, sigma_squared, confidence, cells)
        low, high = (low, middle) if enough else (middle, high)
    return high


def gaussian_within(bound: int, sigma_squared: Fraction, confidence: Fraction, cells: int = 1) -> bool:
    """Whether P(|N| > bound) <= 1 − c^(1/k): the noise stays within it with confidence c. Exact.

    Decided between bounds that close in. Where it holds it holds at every smaller σ² too.
    """
    if _far(bound, sigma_squared, confidence, cells):
        return True
    digits = _DIGITS + len(str(confidence.denominator)) + len(str(cells))
    while True:
        with localcontext() as context:
            context.prec = digits
            if (
                sigma_squared > ADDED_UP_TO
            ):  # the tail is what is left of 1/2: its size in digits comes on top
                context.prec += int((bound + 1) ** 2 / (4 * sigma_squared)) + 10
            context.Emin, context.Emax = -(10**15), 10**15
            root = ((Decimal(confidence.numerator) / confidence.denominator).ln() / cells).exp()
            allowed = 1 - root
            if sigma_squared <= ADDED_UP_TO:
                tail, off = tail_added_up(bound, sigma_squared), Decimal(0)
            else:
                tail, off = tail_expanded(bound + 1, sigma_squared, digits)
            off += max(tail, allowed) * Decimal(10) ** (_GUARD - digits)
            if abs(tail - allowed) > off:
                return tail < allowed
        digits *= 2


def _far(bound: int, sigma_squared: Fraction, confidence: Fraction, cells: int) -> bool:
    """Whether a rough bound is enough by far: P(|N| >= t) <= 2e^(−t²/(2σ²)), and 1 − c^(1/k) >= (1 − c)/k.

    E e^(sN) = e^(s²σ²/2) times a sum over a shifted lattice by the one over ℤ, the largest (Poisson): so
    the distribution is subgaussian, as Canonne, Kamath & Steinke (2020) show. Sums would be long out there.
    """
    needed = int(2 * cells / (1 - confidence)).bit_length()  # more than its logarithm
    return (bound + 1) ** 2 >= 2 * sigma_squared * (needed + 1)


def tail_added_up(bound: int, sigma_squared: Fraction) -> Decimal:
    """P(|N| > bound) for discrete Gaussian noise N of parameter σ².

    Every mass that is not lost in rounding is added up, in the decimals of the present context: their
    number grows with σ, so this is for narrow distributions (`ADDED_UP_TO`).
    """
    rate = (-Decimal(sigma_squared.denominator) / (2 * sigma_squared.numerator)).exp()
    mass, step, square = Decimal(1), rate, rate * rate
    inside, outside, place = Decimal(1), Decimal(0), 0
    least = Decimal(10) ** (-_digits_now() - 5)
    while True:
        place += 1
        mass, step = mass * step, step * square  # q^(x²) from q^((x−1)²) by q^(2x−1)
        if place <= bound:
            inside += 2 * mass
        else:
            outside += 2 * mass
        if place > bound and mass <= least * outside:
            return outside / (inside + outside)


def _digits_now() -> int:
    with localcontext() as context:
        return context.prec


def tail_expanded(first: int, sigma_squared: Fraction, digits: int) -> tuple[Decimal, Decimal]:
    """P(|N| >= first) of a wide distribution, and what that may be off by: a few times 10^−digits at most.

    With u = first/σ and φ = e^(−u²/2)/√2π the sum over x >= first, by σ√2π, is Q(u) + φ/(2σ) +
    Σ B_2j/(2j)! He_(2j−1)(u) φ/σ^(2j); the rest is at most 2ζ(n) √n!/(2πσ)^n after 2j = n.
    """
    width = (Decimal(sigma_squared.numerator) / sigma_squared.denominator).sqrt()
    at, circle = Decimal(first) / width, 2 * _pi()
    height = (-at * at / 2).exp() / circle.sqrt()
    total = _above(at, height) + height / (2 * width)
    before, hermite, factorial = Decimal(1), at, Decimal(1)  # He_0, He_1, and 1!
    n, rest, least = 0, Decimal(4), Decimal(10) ** -digits
    while rest > least:
        n += 2
        factorial *= n
        number = _bernoulli(n)
        share = Decimal(number.numerator) / number.denominator / factorial
        total += share * hermite * height / width**n
        factorial *= n + 1
        for k in (n - 1, n):
            before, hermite = hermite, at * hermite - k * before
        rest *= (Decimal(n) * (n - 1)).sqrt() / (circle * width) ** 2
    # The whole is σ√2π but for e^(−2π²σ²), which is less than 10^−(8σ²)
    return 2 * total, 2 * rest + 3 * Decimal(10) ** -int(8 * sigma_squared)


def _above(at: Decimal, height: Decimal) -> Decimal:
    """Q(u) = 1/2 − φ(u) Σ u^(2n+1)/(2n+1)!!, all of whose terms are positive."""
    term = total = at
    n, least = 1, Decimal(10) ** (-_digits_now() - 5)
    while term > least * total:
        n += 2
        term = term * at * at / n
        total += term
    return Decimal(1) / 2 - height * total


def _pi() -> Decimal:
    """π in the digits of now: 16 arctan(1/5) − 4 arctan(1/239) (Machin)."""
    return _machin(_digits_now())


@lru_cache(maxsize=8)
def _machin(digits: int) -> Decimal:
    one: int = 10 ** (digits + 20)

    def arctan(inverse: int) -> int:
        power = one // inverse
        total: int = power
        n, sign = 1, 1
        while power:
            power //= inverse * inverse
            n, sign = n + 2, -sign
            total += sign * (power // n)
        return total

    with localcontext() as context:
        context.prec = digits + 25
        return Decimal(16 * arctan(5) - 4 * arctan(239)) / one


@lru_cache(maxsize=128)
def _bernoulli(n: int) -> Fraction:
    """B_n, from Σ_(k<=n) C(n+1, k) B_k = 0."""
    if n == 0:
        return Fraction(1)
    return -sum((comb(n + 1, k) * _bernoulli(k) for k in range(n)), Fraction(0)) / (n + 1)
