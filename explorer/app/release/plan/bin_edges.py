"""Edges of bins from fewer numbers: of one width, or one bin a whole number. Exact; the plan keeps a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from explorer.mark import N_
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotANumber, NotValid
from explorer.privacy.spelling import Ambiguous

MOST_BINS = 10_000
_WHOLE = re.compile(r"-?\d{1,60}( -?\d{1,60})*+", re.ASCII)
_TYPED = re.compile(r"[+-]?\d{1,60}(\.\d{1,60})?", re.ASCII)
_LARGEST = 10**60
_FIELD = "edges"


def of_width(low: str, high: str, width: str) -> tuple[str, ...]:
    """Edges from `low` to `high`, each one width further; the last bin is narrower where they do not meet.

    The ends stay as they were typed where that is a plain decimal.

    >>> of_width("0", "1", "0.25"), of_width("0", "10", "4")
    (('0', '0.25', '0.5', '0.75', '1'), ('0', '4', '8', '10'))

    Raises
    ------
    NotValid
        A text that is no decimal, ends that do not rise, no positive width, or more than 10,000 bins.
    """
    first, last, step = (_decimal(text) for text in (low, high, width))
    if first >= last:
        raise NotValid(N_("the last edge must be greater than the first"), _FIELD)
    if step <= 0:
        raise NotValid(N_("the width must be greater than 0"), _FIELD)
    bins = -((first - last) // step)
    if bins > MOST_BINS:
        raise NotValid(N_("these are more than {most} bins: choose a larger width", most=MOST_BINS), _FIELD)
    inner = (exact_text(first + step * place) for place in range(1, bins))
    return (_spelled(low, first), *inner, _spelled(high, last))


def of_whole_numbers(low: str, high: str) -> tuple[str, ...]:
    """Edges that give each whole number from `low` to `high`, both counted, a bin of its own.

    >>> of_whole_numbers("0", "3")
    ('0', '1', '2', '3', '4')

    Raises
    ------
    NotValid
        A text that is no whole number, numbers that do not rise, or more than 10,000 of them.
    """
    first, last = (_decimal(text) for text in (low, high))
    if first.denominator != 1 or last.denominator != 1:
        raise NotValid(N_("with one bin per whole number, both ends must be whole numbers"), _FIELD)
    if first > last:
        raise NotValid(N_("the last number must not be less than the first"), _FIELD)
    if last - first >= MOST_BINS:
        sentence = N_("these are more than {most} bins: use bins of one width instead", most=MOST_BINS)
        raise NotValid(sentence, _FIELD)
    return tuple(str(number) for number in range(int(first), int(last) + 2))


def even_width(edges: Sequence[object]) -> tuple[str, str, str] | None:
    """First edge, last edge and width, where all bins have one width; None where they have not.

    >>> even_width(["0", "2.5", "5"]), even_width(["0", "1", "5"])
    (('0', '5', '2.5'), None)
    """
    values = _exact(edges)
    if values is None:
        return None
    steps = {after - before for before, after in pairwise(values)}
    if len(steps) != 1 or min(steps) <= 0:
        return None
    return str(edges[0]), str(edges[-1]), exact_text(Fraction(steps.pop()))


def rising(edges: Sequence[object]) -> bool:
    """Whether these are numbers, each greater than the one before it.

    >>> rising(["0", "2.5", "5"]), rising(["0", "0"]), rising(["0", "some"])
    (True, False, False)
    """
    values = _exact(edges)
    return values is not None and all(low < high for low, high in pairwise(values))


def _exact(edges: Sequence[object]) -> Sequence[int | Fraction] | None:
    """All edges as numbers; None where one is none. A plan file may list very many whole ones."""
    texts = [str(edge) for edge in edges]
    if _WHOLE.fullmatch(" ".join(texts)):
        return [int(text) for text in texts]
    try:
        return [read_exact(text) for text in texts]
    except NotANumber:
        return None


def _decimal(text: str) -> Fraction:
    try:
        value = read_exact(text) if len(text) <= 200 else None
    except Ambiguous as refusal:
        raise NotValid(refusal.sentence, _FIELD) from None
    except NotANumber:
        value = None
    within = value is not None and abs(value) < _LARGEST and value.denominator < _LARGEST  # before it is text
    if value is None or not within or not _TYPED.fullmatch(exact_text(value)):
        raise NotValid(N_("edges must be plain decimals, like 0, 20 or 0.5"), _FIELD)
    return value


def _spelled(typed: str, value: Fraction) -> str:
    """As typed where a plan takes that."""
    plain = typed.strip()
    return plain if _TYPED.fullmatch(plain) else exact_text(value)
