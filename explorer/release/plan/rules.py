"""The rules that a plan must keep, each refused beside its key."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.declarations import (
    CATEGORY_SPECIAL,
    DECIMALS,
    NUMERIC_SPECIAL,
    CategoryColumn,
    Column,
    Histogram,
    Input,
    NumericColumn,
    Output,
    Privacy,
    UnknownColumn,
)
from explorer.release.plan.labels import column_names, header_of, spelled
from explorer.release.values.amount import adds_up
from explorer.release.values.noise_law import GAUSSIAN

MOST_CELLS, MOST_HISTOGRAMS = 1_000_000, 10_000
SMALLEST, LARGEST = Fraction(1, 10**9), Fraction(1000)
LARGEST_DELTA = 1 - Fraction(1, 10**30)
_DENSEST = 10**400  # a denominator that arithmetic and text can still hold
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_DEVICE = re.compile(r"CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³]", re.IGNORECASE)
_EDGE = re.compile(r"[+-]?\d{1,60}(\.\d{1,60})?([eE][+-]?\d{1,2})?", re.ASCII)
_NUMBERED = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_ENCODINGS = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"),
    *("ascii", "latin-1", "gb18030", "gbk", "gb2312", "big5", "big5hkscs", "shift_jis", "cp932"),
    *("euc_jp", "euc_kr", "cp949", "johab", "koi8-r", "koi8-u", "cp437", "cp850", "cp852", "cp866"),
    *("tis-620", "mac-roman", "cp874"),
    *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
    *(f"cp{page}" for page in range(1250, 1259)),
)


def broken(
    declared: Input,
    privacy: Privacy | None,
    histograms: Sequence[Histogram | None],
    output: Output | None,
) -> Iterator[Refusal]:
    """Every rule of a plan that does not hold, in the order of its keys; parts that are None are skipped."""
    yield from _input(declared)
    if privacy is not None:
        yield from _privacy(privacy)
        yield from _delta(privacy, histograms)
        if not declared.header and privacy.id_column is not None:
            yield from _numbered(privacy.id_column, "privacy.id_column")
    yield from _histograms(histograms, declared, output)
    yield from _unknown(histograms, privacy)
    if output is not None and not 0 < output.confidence < 1:
        yield _not(N_("confidence must lie between 0 and 1"), "output.confidence")
    elif output is not None and output.confidence.denominator > _DENSEST:
        yield _not(N_("confidence has too many decimal places"), "output.confidence")


def _not(sentence: Sentence, field: str) -> Refusal:
    return NotValid(sentence, field)


def _input(declared: Input) -> Iterator[Refusal]:
    if not known_encoding(declared.encoding):
        sentence = N_("“{encoding}” is not a known text encoding", encoding=declared.encoding)
        yield _not(sentence, "input.encoding")
    forbidden = ("\r", "\n", "\0", "\ufeff")
    if len(declared.delimiter) != 1 or declared.delimiter in forbidden:
        yield _not(N_("the delimiter must be one character, no line end"), "input.delimiter")
    if len(declared.quote) > 1 or declared.quote in forbidden:
        yield _not(N_("the quote must be one character, or empty where nothing is quoted"), "input.quote")
    elif declared.quote == declared.delimiter:
        yield _not(N_("quote and delimiter must differ"), "input.quote")
    if declared.decimal not in DECIMALS:
        yield _not(N_("the decimal mark must be a point or a comma"), "input.decimal")


def known_encoding(name: str) -> bool:
    """Whether a file may be declared in this encoding."""
    try:
        return codecs.lookup(name).name in _canonical_encodings()
    except (LookupError, ValueError):
        return False


@cache
def _canonical_encodings() -> frozenset[str]:
    """Their names as Python spells them; each look-up imports a codec, so not before it is asked."""
    return frozenset(codecs.lookup(name).name for name in _ENCODINGS)


def _privacy(privacy: Privacy) -> Iterator[Refusal]:
    if not privacy.epsilon > 0:
        yield _not(N_("epsilon must be greater than 0"), "privacy.epsilon")
    elif not SMALLEST <= privacy.epsilon <= LARGEST:
        sentence = N_("epsilon must lie between {low} and {high}", low=float(SMALLEST), high=float(LARGEST))
        yield _not(sentence, "privacy.epsilon")
    elif not adds_up(privacy.epsilon):
        yield _not(N_("epsilon must be a decimal, or p/q with q at most 1000"), "privacy.epsilon")
    if (privacy.unit == "other") != bool(privacy.unit_name.strip()):
        sentence = N_("unit_name belongs to the unit “other”, and only there")
        yield _not(sentence, "privacy.unit_name")
    bounds = ("id_column", "rows_per_person", "rows_per_cell", "cells_per_person")
    for key in bounds if privacy.unit_is_row else ():
        if getattr(privacy, key) is not None:
            sentence = N_("{key} has no meaning if the unit is one record: remove it", key=key)
            yield _not(sentence, f"privacy.{key}")
    if not privacy.unit_is_row and privacy.rows_per_person is None:
        sentence = N_("rows_per_person is missing: say how many rows of one person count at most")
        yield _not(sentence, "privacy.rows_per_person")
    if privacy.id_column == "":
        yield _not(N_("a column needs a name"), "privacy.id_column")


def _delta(privacy: Privacy, histograms: Sequence[Histogram | None]) -> Iterator[Refusal]:
    """Gaussian noise and thresholds spend δ; Laplace noise alone has none to spend."""
    thresholds = any(_unknown_places(each) for each in histograms if each is not None)
    if privacy.mechanism != GAUSSIAN and not thresholds:
        if privacy.delta != 0:
            sentence = N_("discrete Laplace gives pure epsilon: delta must be 0")
            yield _not(sentence, "privacy.delta")
    elif not 0 < privacy.delta < 1:
        sentence = N_("this plan spends a delta: declare one above 0 and below 1, like 1e-6")
        yield _not(sentence, "privacy.delta")
    elif privacy.delta > LARGEST_DELTA:
        yield _not(too_close_to_one("delta"), "privacy.delta")
    elif not adds_up(privacy.delta):
        yield _not(N_("delta must be a decimal, or p/q with q at most 1000"), "privacy.delta")


def too_close_to_one(name: str) -> Sentence:
    """Why a δ above `LARGEST_DELTA` is refused: it protects nobody, and each nine makes ρ slower."""
    return N_("{name} must be at least {gap} below 1", name=name, gap=float(1 - LARGEST_DELTA))


def _unknown_places(histogram: Histogram) -> list[int]:
    """Which of its columns, from 1, have unknown categories."""
    return [place for place, column in enumerate(histogram.columns, 1) if isinstance(column, UnknownColumn)]


def _unknown(histograms: Sequence[Histogram | None], privacy: Privacy | None) -> Iterator[Refusal]:
    for number, histogram in enumerate(histograms, 1):
        for place in _unknown_places(histogram) if histogram is not None else ():
            field = f"histogram.{number}.column.{place}.kind"
            if histogram is not None and len(histogram.columns) > 1:
                sentence = N_("unknown categories stand alone: declare them to cross them with a column")
                yield _not(sentence, field)
            elif privacy is not None and privacy.mechanism == GAUSSIAN:
                sentence = N_("unknown categories need discrete Laplace: a Gaussian spends all of delta")
                yield _not(sentence, field)


def _histograms(
    histograms: Sequence[Histogram | None], declared: Input, output: Output | None
) -> Iterator[Refusal]:
    if len(histograms) > MOST_HISTOGRAMS:
        yield _not(N_("the plan has more than {most} histograms", most=MOST_HISTOGRAMS), "histogram")
        return
    named = Counter(each.name.casefold() for each in histograms if each is not None)
    for number, histogram in enumerate(histograms, 1):
        if histogram is None:
            continue
        path = f"histogram.{number}"
        if (sentence := _misnamed(histogram.name, named)) is not None:
            yield _not(sentence, f"{path}.name")
        if histogram.share <= 0:
            yield _not(N_("share must be greater than 0"), f"{path}.share")
        elif not SMALLEST <= histogram.share <= 1 / SMALLEST:
            sentence = N_(
                "share must lie between {low} and {high}", low=float(SMALLEST), high=float(1 / SMALLEST)
            )
            yield _not(sentence, f"{path}.share")
        for place, column in enumerate(histogram.columns, 1):
            yield from _column(column, declared, f"{path}.column.{place}")
        yield from _output_names(histogram, output, path)
    if sum(each.cells for each in histograms if each is not None) > MOST_CELLS:
        yield _not(N_("the plan has more than {most} cells", most=MOST_CELLS), "histogram")


def _misnamed(name: str, named: Mapping[str, int]) -> Sentence | None:
    """What is wrong with a histogram's name; `named` counts all of them, whatever their case."""
    if not _NAME.fullmatch(name):
        return N_("a histogram's name has 1 to 64 letters, digits, _ or - (no blanks or accents)")
    if is_device(name):
        return N_(
            "Windows keeps “{name}” for a device and makes no file of that name: choose another, like "
            "“{other}”",
            name=name,
            other=f"{name}_1",
        )
    return N_("two histograms have one name: “{name}”", name=name) if named[name.casefold()] > 1 else None


def is_device(name: str) -> bool:
    """Whether Windows takes a file of this name for a device, whatever its ending.

    The names that Microsoft's "Naming Files, Paths, and Namespaces" reserves, with the superscript digits
    that it takes for plain ones. Refused on every system: what is released is passed on.

    >>> is_device("nul"), is_device("Com1.csv"), is_device("LPT²"), is_device("console"), is_device("com10")
    (True, True, True, False, False)
    """
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def _output_names(histogram: Histogram, output: Output | None, path: str) -> Iterator[Refusal]:
    taken = Counter(header_of(histogram, output or Output()))
    for place, column in enumerate(histogram.columns, 1):
        if any(taken[name] > 1 for name in column_names(column)):
            sentence = N_(
                "column “{name}” would share its name with another column written", name=column.name
            )
            yield _not(sentence, f"{path}.column.{place}.name")


def _column(column: Column, declared: Input, path: str) -> Iterator[Refusal]:
    if column.name == "" or "\0" in column.name:
        yield _not(N_("a column needs a name"), f"{path}.name")
    elif not declared.header:
        yield from _numbered(column.name, f"{path}.name")
    if isinstance(column, NumericColumn):
        yield from _edges(column.edges, f"{path}.edges")
    elif not isinstance(column, UnknownColumn):
        yield from _categories(column, declared, f"{path}.categories")


def _numbered(name: str, field: str) -> Iterator[Refusal]:
    if not _NUMBERED.fullmatch(name):
        yield _not(N_("without a header a column is named by its number: “1”, “2”, …"), field)


def _edges(edges: Sequence[str], field: str) -> Iterator[Refusal]:
    if any(not _EDGE.fullmatch(edge) for edge in edges):
        yield _not(N_("edges must be plain decimals, like 0, 20 or 0.5"), field)
        return
    values = [Decimal(edge) for edge in edges]
    if len(values) < 2:
        yield _not(N_("at least two edges make an interval"), field)
    elif any(low >= high for low, high in pairwise(values)):
        yield _not(N_("edges must rise: each one greater than the one before it"), field)


def _categories(column: CategoryColumn, declared: Input, field: str) -> Iterator[Refusal]:
    if not column.categories:
        yield _not(N_("list at least one category"), field)
    if repeated := _repeated(column.categories):
        yield _not(N_("category “{category}” is listed twice", category=repeated[0]), field)
    elif repeated := _repeated(spelled(each) for each in column.categories):
        yield _not(N_("two categories would be written alike: “{category}”", category=repeated[0]), field)
    missing = declared.missing_values
    for category in column.categories:
        if category in NUMERIC_SPECIAL or category in CATEGORY_SPECIAL:
            yield _not(N_("category “{category}” is spelled like a special cell", category=category), field)
        elif category in missing:
            sentence = N_("category “{category}” is spelled like a missing value", category=category)
            yield _not(sentence, field)
        elif category != declared.value(category):
            sentence = N_("category “{category}” has blanks around it, which trim removes", category=category)
            yield _not(sentence, field)
        elif "\0" in category:
            yield _not(N_("a category holds a NUL character"), field)


def _repeated(texts: Iterable[str]) -> list[str]:
    return [text for text, times in Counter(texts).items() if times > 1]
