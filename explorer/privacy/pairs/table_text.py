"""Two columns of probabilities as people paste them, read exactly: a refusal names the line."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotANumber, NotValid
from explorer.privacy.spelling import joined

MOST_OUTCOMES = 10_000
MOST_CHARACTERS = 2_000_000
MOST_DIGITS = 30  # of numbers that are said to be rounded
LEAST = Fraction(1, 10**300)  # a smaller probability may have no double of its full length

_LONGEST_DENOMINATOR = 20_000  # bits, of a sum
_SHOWN = 40  # characters of what stands in a refusal
_WRITTEN_OUT = 30  # characters of an exact sum that is shown whole
_COMMA = re.compile(r"(?<=\d),(?=\d)", re.ASCII)
_DIVIDING_COMMA = re.compile(r"(?<!\d)[,，]|[,，](?!\d)")  # no decimal mark: it does not stand between digits
_LONGEST_NUMBER = 6  # words: 1 out of 1 000 000


@dataclass(frozen=True)
class TwoColumns:
    """What was read: a label for each outcome ("" where there are none) and its two probabilities.

    The probabilities are exactly what was typed. Each lies in [0, 1]; what they add up to is not looked at.
    """

    labels: tuple[str, ...]
    one: tuple[Fraction, ...]
    other: tuple[Fraction, ...]


def read_two_columns(text: str) -> TwoColumns:
    """Lines of `P, Q` or `label, P, Q`, separated by tabs, semicolons, commas or blanks.

    The separator is the first of these that occurs in the text, full-width ones included. Numbers are read
    as everywhere else (`notation.read_exact`): decimals, fractions, powers of ten, percentages, `1 in 100`,
    百分之一; the decimal mark may be a comma where commas separate nothing. Where blanks separate, commas
    between digits are decimal. A first line without numbers is a header; empty lines are skipped. A label
    in quotes may hold the separator.

    Raises
    ------
    NotValid
        No outcome, too many, a line that does not read (a comment among them), a number that is no
        probability, a label that is given twice.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotValid(N_("the table is longer than {most} characters", most=MOST_CHARACTERS), "table")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    separator = _separator(text, lines)
    if separator in (";", ","):
        wide = "；" if separator == ";" else "，"
        lines = [(number, line.replace(wide, separator)) for number, line in lines]
    rows = [(number, _fields(number, line, separator)) for number, line in lines]
    if rows and _is_header(rows[0][1]):
        rows = rows[1:]
    if not rows:
        raise NotValid(N_("the table has no outcomes: give a line “P, Q” for each outcome"), "table")
    if len(rows) > MOST_OUTCOMES:
        sentence = N_(
            "the table has {count} outcomes, and {most} is the most", count=len(rows), most=MOST_OUTCOMES
        )
        raise NotValid(sentence, "table")
    return _columns(rows, decimal_comma=separator != ",")


def exact_sum(numbers: tuple[Fraction, ...]) -> Fraction:
    """Their sum.

    Raises
    ------
    NotValid
        Fractions of so many different denominators that the sum is no number that anybody could write.
    """
    total = Fraction(0)
    for each in numbers:
        total += each
        if total.denominator.bit_length() > _LONGEST_DENOMINATOR:
            sentence = N_("the fractions of the table have too many different denominators: write decimals")
            raise NotValid(sentence, "table")
    return total


def shown_number(value: Fraction) -> str | float:
    """An exact number to be shown: written out where it is short, else the nearest double."""
    text = exact_text(value)
    return text if len(text) <= _WRITTEN_OUT else float(value)


def _separator(text: str, lines: list[tuple[int, str]]) -> str:
    """Tab, semicolon, comma, or empty: blanks."""
    found = next((kinds[0] for kinds in ("\t", ";；", ",，") if any(mark in text for mark in kinds)), "")
    if found != "," or _DIVIDING_COMMA.search(text):
        return found
    numbers = [_two_numbers(line) for _, line in lines]
    header = 1 if numbers[:1] == [None] and len(numbers) > 1 else 0
    return found if None in numbers[header:] else ""


def _two_numbers(line: str) -> list[str] | None:
    """A label (perhaps empty) and the two probabilities that end a line of words; None if none do.

    A number may have several words, like `1 in 1 000`: as many as make two probabilities.
    """
    words = line.split()
    if not joined(line):
        ends = len(words) > 1 and all(_probable(word) is not None for word in words[-2:])
        return [" ".join(words[:-2]), *words[-2:]] if ends else None
    best: tuple[int, int] | None = None
    for last in range(1, min(_LONGEST_NUMBER, len(words) - 1) + 1):
        if not _is_number(words[-last:]):
            continue
        for first in range(1, min(_LONGEST_NUMBER, len(words) - last) + 1):
            longer = best is None or first + last > sum(best)
            if longer and _is_number(words[-last - first : -last]):
                best = first, last
    if best is None:
        return None
    first, last = best
    label, one, other = words[: -first - last], words[-last - first : -last], words[-last:]
    return [" ".join(label), " ".join(one), " ".join(other)]


def _is_number(words: list[str]) -> bool:
    """Whether some words are one probability: several only where a word or sign joins them."""
    text = " ".join(words)
    return (len(words) == 1 or joined(text)) and _probable(text) is not None


def _probable(text: str) -> Fraction | None:
    """The probability that a text is; None where it is none."""
    try:
        value = read_exact(_COMMA.sub(".", text) if text.count(",") == 1 else text)
    except NotANumber:
        return None
    return value if 0 <= value <= 1 else None


def _refuse(number: int, sentence: Sentence) -> NoReturn:
    raise NotValid(N_("line {number:plain}: {reason}", number=number, reason=sentence), "table")


def _fields(number: int, line: str, separator: str) -> list[str]:
    """The two or three values of a line; one without separators ends with two numbers."""
    if line.lstrip().startswith(("#", "//")):
        _refuse(number, N_("comments are not read; remove the line"))
    if not separator:
        words = line.split()
        found = _two_numbers(line) or [" ".join(words[:-2]), *words[-2:]]
        found = found if found[0] else found[1:]
    else:
        try:
            (found,) = csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True)
        except (csv.Error, ValueError):
            _refuse(number, N_("a quotation mark is not closed, or text follows a closed one"))
        found = [each.strip() for each in found]
    if len(found) not in (2, 3):
        _refuse(number, N_("two probabilities are needed, with or without a label before them"))
    return found


def _is_header(fields: list[str]) -> bool:
    """Whether none of the values that should be probabilities begins like a number."""
    ends = fields[-2:]
    begun = any(re.match(r"[\d.,+\-−⁻]", each) or not each for each in ends)
    return not begun and all(_probable(each) is None for each in ends)


def _columns(rows: list[tuple[int, list[str]]], decimal_comma: bool) -> TwoColumns:
    width = len(rows[0][1])
    seen: dict[str, int] = {}
    labels: list[str] = []
    both: list[tuple[Fraction, Fraction]] = []
    for number, fields in rows:
        if len(fields) != width:
            _refuse(number, N_("a label is given for some outcomes only: give one for each, or none"))
        label = fields[0] if width == 3 else ""
        if width == 3 and seen.setdefault(label, number) != number:
            reason = N_(
                "the outcome “{label}” is already on line {line:plain}",
                label=label[:_SHOWN],
                line=seen[label],
            )
            _refuse(number, reason)
        labels.append(label)
        both.append(
            (_probability(number, fields[-2], decimal_comma), _probability(number, fields[-1], decimal_comma))
        )
    return TwoColumns(tuple(labels), tuple(one for one, _ in both), tuple(other for _, other in both))


def _probability(number: int, text: str, decimal_comma: bool) -> Fraction:
    plain = text.strip()
    if decimal_comma and plain.count(",") == 1:
        plain = _COMMA.sub(".", plain)
    try:
        value = read_exact(plain)
    except NotANumber as refusal:
        _refuse(number, refusal.sentence)
    if not 0 <= value <= 1:
        _refuse(number, N_("“{text}” is not a probability: it must lie between 0 and 1", text=text[:_SHOWN]))
    if 0 < value < LEAST:
        reason = N_("“{text}” is too small: write 0, or at least {least}", text=text[:_SHOWN], least=1e-300)
        _refuse(number, reason)
    return value
