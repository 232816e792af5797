"""The numbers at the ticks of one axis: all of them in one format."""

from __future__ import annotations

import math
from collections.abc import Sequence

from explorer.app.plotting.figure import Axis
from explorer.language import Language, number

_DIGITS = 9
_TEN = "10"
_POWERS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def tick_numbers(values: Sequence[float], logarithmic: bool = False) -> tuple[str, ...]:
    """The numbers for a person: plain, or as soon as one of them needs a power of ten, all with one.

    On a straight axis that is the same power; on a logarithmic one each its own, and 1 and 10 stay plain.

    >>> tick_numbers((0.0, 2.5e6, 5e6, 7.5e6, 1e7))
    ('0', '2.5·10⁶', '5·10⁶', '7.5·10⁶', '10·10⁶')
    >>> tick_numbers((1e-6, 1e-4, 1e-2, 1.0), logarithmic=True), tick_numbers((0.0, 500.0, 1000.0))
    (('10⁻⁶', '10⁻⁴', '10⁻²', '1'), ('0', '500', '1,000'))
    """
    plain = tuple(number(value, _DIGITS) for value in values)
    sizes = [abs(value) for value in values if value and math.isfinite(value)]
    if not any(_POWERS.intersection(text) for text in plain) or not sizes:
        return plain
    if logarithmic:
        return tuple(_own_power(value, text) for value, text in zip(values, plain, strict=True))
    power = math.floor(math.log10(min(sizes)) + 1e-9)
    ten = f"{_TEN}{_raised(power)}"
    return tuple(
        f"{number(value / 10.0**power, _DIGITS)}·{ten}" if value else text
        for value, text in zip(values, plain, strict=True)
    )


def tick_texts(axis: Axis, language: Language) -> tuple[str, ...]:
    """What stands at the ticks of an axis: numbers in one format, or names."""
    if not axis.names:
        return tick_numbers(axis.ticks)
    values = [dict(name.values).get("value") if name.text == "{value}" else None for name in axis.names]
    numbers = [float(value) for value in values if isinstance(value, float | int)]
    if axis.logarithmic and len(numbers) == len(axis.names):
        return tick_numbers(numbers, logarithmic=True)
    return tuple(language.say(name) for name in axis.names)


def _own_power(value: float, text: str) -> str:
    """A number with its own power of ten, where it is no plain 1 or 10."""
    if _POWERS.intersection(text) or not value or 1 <= abs(value) < 100:
        return text
    power = math.floor(math.log10(abs(value)) + 1e-9)
    factor = number(value / 10.0**power, _DIGITS)
    return f"{_TEN}{_raised(power)}" if factor == "1" else f"{factor}·{_TEN}{_raised(power)}"


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
