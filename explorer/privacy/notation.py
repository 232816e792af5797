"""Numbers as people type them, and exact amounts as text.

`1e-5`, `10⁻⁵`, `10^-5`, `2·10⁻⁵`, `1/3`, `1 in 100`, `1 %`, `0,5`, `ln 3`, `e^-32` are read, with full-width
digits and signs too (`spelling`). `1,000` is refused: it is a thousand to some readers and one to half of
Europe, and either mistake would be a wrong ε, δ or number of releases that looks right.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from explorer.mark import N_
from explorer.privacy.refusal import NotANumber
from explorer.privacy.spelling import plain

_LONGEST = 4000  # characters; Python converts no text of more than 4300 digits
_DECIMAL = r"(?a)[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?"
_POWER = r"(?a)(?:(?P<factor>[^*]+)\*|(?P<sign>[+-]))?10\^\(?(?P<exponent>[+-]?\d{1,4})\)?"
_RATIO = r"(?P<top>[^/]+)/(?P<bottom>[^/]+)"
_LOGARITHM = r"(?:ln|log)\(?(?P<of>[^()]+)\)?"
_HUNDREDTHS = {"%": 100, "‰": 1000}
_EXPONENTIAL = r"(?:e\^|exp)\(?(?P<of>[^()]+)\)?"


def _not_a_number(text: str) -> NotANumber:
    return NotANumber(N_("“{text}” is not a number; write 0.5, 1e-5, 10⁻⁵, 1/3 or ln 3", text=text[:40]))


def read_exact(text: str) -> Fraction:
    """A finite decimal, a power of ten, so many per cent or a ratio, as an exact fraction.

    >>> read_exact("0.1"), read_exact("1/3"), read_exact("10⁻⁵") == Fraction(1, 100000)
    (Fraction(1, 10), Fraction(1, 3), True)
    >>> read_exact("0,5"), read_exact("1 %") == read_exact("1 in 100") == read_exact("百分之一")
    (Fraction(1, 2), True)

    Raises
    ------
    NotANumber
        Any other text, `ln 3` and `e^-32` (which are no fractions) among them; `Ambiguous` for `1,000`.
    """
    if len(text) > _LONGEST or (value := _share(plain(text))) is None:
        raise _not_a_number(text)
    return value


def read(text: str) -> float:
    """What `read_exact` reads, and `ln x`, `e^x`, as the nearest double.

    >>> read("ln 3") == math.log(3), read("e^-32") == math.exp(-32)
    (True, True)

    Raises
    ------
    NotANumber
        Text that is no finite number (`nan` and `inf` among it), or one that a double cannot tell from 0;
        `Ambiguous` for `1,000`.
    """
    if len(text) > _LONGEST:
        raise _not_a_number(text)
    spelled = plain(text)
    exact = _share(spelled)
    value = _real(spelled) if exact is None else _nearest(exact)
    if value == 0 and exact:
        raise NotANumber(N_("“{text}” is too small to distinguish from 0", text=text[:40]))
    if value is None or not math.isfinite(value):
        raise _not_a_number(text)
    return value


def _share(spelled: str) -> Fraction | None:
    """A fraction, or so many per cent or per mille; `1/3 %` is refused, which can be read in two ways."""
    number, sign = spelled[:-1], spelled[-1:]
    if sign not in _HUNDREDTHS:
        return _fraction(spelled)
    value = None if "/" in number else _fraction(number)
    return None if value is None else value / _HUNDREDTHS[sign]


def _fraction(spelled: str) -> Fraction | None:
    if re.fullmatch(_DECIMAL, spelled):
        return Fraction(spelled)
    if power := re.fullmatch(_POWER, spelled):
        factor = _fraction(power["factor"] or f"{power['sign'] or ''}1")
        return None if factor is None else factor * Fraction(10) ** int(power["exponent"])
    if ratio := re.fullmatch(_RATIO, spelled):
        top, bottom = _fraction(ratio["top"]), _fraction(ratio["bottom"])
        return None if top is None or not bottom else top / bottom
    return None


def _real(spelled: str) -> float | None:
    if (exact := _fraction(spelled)) is not None:
        return _nearest(exact)
    if logarithm := re.fullmatch(_LOGARITHM, spelled):
        of = _fraction(logarithm["of"])
        return None if of is None or of <= 0 else math.log(of.numerator) - math.log(of.denominator)
    if exponential := re.fullmatch(_EXPONENTIAL, spelled):
        of = _fraction(exponential["of"])
        return None if of is None or abs(of) > 700 else math.exp(of)
    if ratio := re.fullmatch(_RATIO, spelled):
        top, bottom = _real(ratio["top"]), _real(ratio["bottom"])
        return None if top is None or not bottom else top / bottom
    return None


def _nearest(exact: Fraction) -> float | None:
    try:
        return float(exact)
    except OverflowError:
        return None


def exact_text(value: Fraction) -> str:
    """A fraction in lowest terms: a finite decimal without trailing zeros where there is one, else `p/q`.

    >>> exact_text(Fraction(1, 2)), exact_text(Fraction(3)), exact_text(Fraction(1, 3))
    ('0.5', '3', '1/3')
    """
    remaining, twos, fives = value.denominator, 0, 0
    while remaining % 2 == 0:
        remaining, twos = remaining // 2, twos + 1
    while remaining % 5 == 0:
        remaining, fives = remaining // 5, fives + 1
    if remaining != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    if places == 0:
        return sign + digits
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def four_digits(value: float, *, up: bool) -> float:
    """The nearest number of four significant digits that is not below (`up`) or not above a positive value.

    Four digits are what a person is shown, so that a number which was found is set as it is read.

    >>> four_digits(0.70325, up=False), four_digits(0.70325, up=True), four_digits(0.1, up=False)
    (0.7032, 0.7033, 0.1)
    """
    nearest = float(f"{value:.3e}")
    if (nearest >= value) if up else (nearest <= value):
        return nearest
    step = 10.0 ** (math.floor(math.log10(value)) - 3)
    return float(f"{nearest + (step if up else -step):.3e}")
