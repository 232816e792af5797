"""Numbers as people type them into the plan's form, in the spelling that a plan file has."""

from __future__ import annotations

import re

from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotANumber

_PLANNED = re.compile(r"[-+−0-9.eE/⁄^*·×()⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]*")  # stays as it was typed


def amount(typed: str) -> str:
    """A decimal, a power of ten or p/q as typed; any other notation of a number as one of these.

    What is no number stays, for the plan's own rules to refuse beside its field.

    >>> amount("1e-6"), amount("1 %"), amount("0,5"), amount("1 in 3"), amount("much")
    ('1e-6', '0.01', '0.5', '1/3', 'much')
    """
    text = typed.strip()
    if len(text) > 400 or _PLANNED.fullmatch(text):
        return text
    try:
        return exact_text(read_exact(text))
    except NotANumber:
        return text


def whole(typed: str) -> object:
    """A whole number where the text is one; other text stays, for the plan's own rules to refuse.

    >>> whole("12"), whole("1 000"), whole("1,000"), whole("-3"), whole(" ")
    (12, 1000, '1,000', '-3', None)
    """
    text = typed.strip()
    digits = amount(text)
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    return (text or None) if number is None else number


def natural(typed: str) -> object:
    """A whole number from 0 on where the text is one; nothing typed is 0; other text stays, to be refused.

    >>> natural("0"), natural(""), natural("3"), natural("-1")
    (0, 0, 3, '-1')
    """
    found = whole(typed)
    return 0 if found is None else found


def optional_amount(typed: str) -> str | None:
    """An amount, or nothing where none was typed."""
    return amount(typed) or None
