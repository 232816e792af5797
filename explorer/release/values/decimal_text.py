"""How a number that is no whole one is written in a released file."""

from __future__ import annotations

DIGITS = 6  # of a fitted count, behind the point


def decimal_text(value: float) -> str:
    """A fitted count as it is written: to a millionth, no zeros at its end.

    >>> decimal_text(12.5), decimal_text(-0.0000001), decimal_text(-3.1234567)
    ('12.5', '0', '-3.123457')
    """
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
