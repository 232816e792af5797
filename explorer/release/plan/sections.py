"""The sections of a plan that are there once: the file's dialect, whom it protects, what is written.

Each key is declared where its value is held, with its rule and its words in the form
(`explorer.release.plan.key`).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.rho import largest_rho
from explorer.privacy.sensitivity import Sensitivity, sensitivity
from explorer.privacy.target import Neighbours
from explorer.release.plan.key import Kind, key, keys, required
from explorer.release.values.amount import adds_up
from explorer.release.values.noise_distribution import GAUSSIAN, LAPLACE

BLANKS = " \t\n\r\v\f"
DELIMITERS = (",", ";", "\t", "|")  # that are offered, and recognised in a first line; others may be declared
DECIMALS = (".", ",")
UNITS = ("row", "person", "household", "other")
MECHANISMS = (LAPLACE, GAUSSIAN)
SMALLEST, LARGEST = Fraction(1, 10**9), Fraction(1000)
_DENSEST = 10**400  # a denominator that arithmetic and text can still hold
_FORBIDDEN = ("\r", "\n", "\0", "\ufeff")
_ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}", re.ASCII)
_ENCODINGS = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"),
    *("ascii", "latin-1", "gb18030", "gbk", "gb2312", "big5", "big5hkscs", "shift_jis", "cp932"),
    *("euc_jp", "euc_kr", "cp949", "johab", "koi8-r", "koi8-u", "cp437", "cp850", "cp852", "cp866"),
    *("tis-620", "mac-roman", "cp874"),
    *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
    *(f"cp{page}" for page in range(1250, 1259)),
)

Wrong = Iterator[Sentence]


def known_encoding(name: str) -> bool:
    """Whether a file may be declared in this encoding."""
    try:
        found = codecs.lookup(name).name
        return name in _ENCODINGS or found in _canonical_encodings()
    except (LookupError, ValueError):
        return False


@cache
def _canonical_encodings() -> frozenset[str]:
    """Their names as Python spells them; each look-up imports a codec, so not before it is asked."""
    return frozenset(codecs.lookup(name).name for name in _ENCODINGS)


def _encoding(encoding: str, _: Input) -> Wrong:
    if not known_encoding(encoding):
        yield N_("“{encoding}” is not a known text encoding", encoding=encoding)


def _delimiter(delimiter: str, _: Input) -> Wrong:
    if len(delimiter) != 1 or delimiter in _FORBIDDEN:
        yield N_("the delimiter must be one character, no line end")


def _quote(quote: str, declared: Input) -> Wrong:
    if len(quote) > 1 or quote in _FORBIDDEN:
        yield N_("the quote must be one character, or empty where nothing is quoted")
    elif quote == declared.delimiter:
        yield N_("quote and delimiter must differ")


def _decimal(decimal: str, _: Input) -> Wrong:
    if decimal not in DECIMALS:
        yield N_("the decimal mark must be a point or a comma")


def _time_zone(zone: str, _: Input) -> Wrong:
    if not _ZONE.fullmatch(zone):
        yield N_(
            "“{zone}” is not the name of a time zone, like {example}", zone=zone, example="Europe/Berlin"
        )


@dataclass(frozen=True, slots=True)
class Input:
    """The dialect of the file, declared and never sniffed.

    `quote` may be empty: then nothing is quoted. `missing` are the spellings of a missing value. `trim`:
    ASCII blanks around a value are not part of it (around a number they never are). `time_zone`: in which
    times are taken that a typed table keeps with a zone; text is taken as written.
    """

    encoding: str = key(Kind.TEXT, "utf-8", rule=_encoding, title=N_("encoding"), shown=1)
    delimiter: str = key(Kind.TEXT, ",", rule=_delimiter, title=N_("delimiter"), shown=2)
    quote: str = key(Kind.TEXT, '"', rule=_quote)
    header: bool = key(
        Kind.FLAG, True, title=N_("header"), remark=N_("the first line names the columns"), shown=4
    )
    decimal: str = key(Kind.TEXT, ".", rule=_decimal, title=N_("decimal mark"), shown=3)
    missing: tuple[str, ...] = key(
        Kind.TEXTS, ("",), title=N_("missing when"), remark=N_("empty, or further words like NA"), shown=5
    )
    trim: bool = key(Kind.FLAG, False, title=N_("blanks"), remark=N_("ignored around values"), shown=6)
    time_zone: str = key(Kind.TEXT, "UTC", optional=True, rule=_time_zone)

    def value(self, raw: str) -> str:
        """What a field of the file holds: without the blanks around it where they are trimmed."""
        return raw.strip(BLANKS) if self.trim else raw

    @property
    def missing_values(self) -> frozenset[str]:
        """The values, trimmed like any other, that are no value."""
        return frozenset(map(self.value, self.missing))


def _epsilon(epsilon: Fraction, _: Privacy) -> Wrong:
    if not epsilon > 0:
        yield N_("ε must be greater than 0")
    elif not SMALLEST <= epsilon <= LARGEST:
        yield N_("ε must lie between {low} and {high}", low=float(SMALLEST), high=float(LARGEST))
    elif not adds_up(epsilon):
        yield N_("ε must be a decimal, or p/q with q at most 1000")


def _unit_name(name: str, privacy: Privacy) -> Wrong:
    if (privacy.unit == "other") != bool(name.strip()):
        yield N_("a unit is called by a name of its own where it is “other”, and only there")


def _of_people(name: str, value: object, privacy: Privacy) -> Wrong:
    if privacy.unit_is_row and value is not None:
        yield N_("{key} has no meaning if the unit is one record: remove it", key=name)


def _id_column(column: str | None, privacy: Privacy) -> Wrong:
    yield from _of_people("id_column", column, privacy)
    if column == "":
        yield N_("a column needs a name")


def _rows_per_person(rows: int | None, privacy: Privacy) -> Wrong:
    yield from _of_people("rows_per_person", rows, privacy)
    if rows is None and not privacy.unit_is_row:
        yield N_("say how many rows of one person count at most")


def _rows_per_cell(rows: int | None, privacy: Privacy) -> Wrong:
    yield from _of_people("rows_per_cell", rows, privacy)


def _cells_per_person(cells: int | None, privacy: Privacy) -> Wrong:
    yield from _of_people("cells_per_person", cells, privacy)


_FURTHER = {"optional": True, "bound": True, "remark": N_("no further limit")}


@dataclass(frozen=True, slots=True)
class Privacy:
    """Who is protected, by how much, and how many rows of theirs count.

    `epsilon` and `delta` are exact. `rows_per_person` and the two further bounds are None for the unit
    "row", and a further bound is None where it is not declared. With `id_column` the program enforces
    the bounds; without it they are the steward's statement. With `two_signers` it is released once a second
    person has signed it off as well. `signed_digest` is that of what was signed off,
    "" where it was written by hand.
    """

    unit: str = field(metadata=required(Kind.CHOICE, choices=UNITS))
    epsilon: Fraction = field(metadata=required(Kind.EXACT, place=2, rule=_epsilon))
    delta: Fraction = key(Kind.EXACT, Fraction(0), place=2)
    unit_name: str = key(Kind.TEXT, "", optional=True, rule=_unit_name, title=N_("called"))
    id_column: str | None = key(
        Kind.TEXT, None, optional=True, rule=_id_column, title=N_("id column"), shown=1
    )
    rows_per_person: int | None = key(
        Kind.WHOLE,
        None,
        optional=True,
        bound=True,
        rule=_rows_per_person,
        title=N_("rows per person, at most"),
        shown=2,
    )
    rows_per_cell: int | None = key(
        Kind.WHOLE, None, rule=_rows_per_cell, title=N_("rows per cell"), shown=3, **_FURTHER
    )
    cells_per_person: int | None = key(
        Kind.WHOLE, None, rule=_cells_per_person, title=N_("cells per person, at most"), shown=4, **_FURTHER
    )
    neighbours: Neighbours = key(Kind.CHOICE, Neighbours.ADD_REMOVE, choices=Neighbours, place=1)
    mechanism: str = key(Kind.CHOICE, LAPLACE, choices=MECHANISMS, place=1)
    signed_off: str = key(Kind.TEXT, "", optional=True)
    locked: bool = key(Kind.FLAG, False, optional=True)
    signed_digest: str = key(Kind.TEXT, "", optional=True)
    two_signers: bool = key(Kind.FLAG, False, optional=True)
    second_signed_off: str = key(Kind.TEXT, "", optional=True)

    @property
    def signers(self) -> tuple[str, ...]:
        """Who signed the plan off, each as the plan says it."""
        return tuple(each for each in (self.signed_off, self.second_signed_off) if each)

    @property
    def unit_is_row(self) -> bool:
        """One row is one unit: nothing is bounded."""
        return self.unit == "row"

    @property
    def bounds(self) -> dict[str, int]:
        """The bounds on what one unit contributes, those that are declared, by their key."""
        declared = {name: getattr(self, name) for name in BOUNDS}
        return {name: bound for name, bound in declared.items() if bound is not None}

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit can move the counts of any one table."""
        return sensitivity(self.unit_is_row, self.neighbours, **self.bounds)

    @property
    def rho(self) -> Fraction | None:
        """What a Gaussian release spends in all: the largest ρ of 12 digits that gives (ε, δ); else None."""
        return largest_rho(self.epsilon, self.delta) if self.mechanism == GAUSSIAN else None

    @property
    def protected(self) -> str:
        """What an account fixes: the unit, by its own name where it is another one."""
        return f"other: {self.unit_name}" if self.unit == "other" else self.unit


BOUNDS = tuple(name for name, each in keys(Privacy).items() if each.bound)
"""The keys that bound what one unit contributes."""


def _confidence(confidence: Fraction, _: Output) -> Wrong:
    if not 0 < confidence < 1:
        yield N_("confidence must lie between 0 and 1")
    elif confidence.denominator > _DENSEST:
        yield N_("confidence has too many decimal places")


@dataclass(frozen=True, slots=True)
class Output:
    """What is written beside the raw noised counts. `confidence` is exact, in (0, 1)."""

    confidence: Fraction = key(
        Kind.EXACT, Fraction(19, 20), rule=_confidence, title=N_("confidence"), shown=1
    )
    nonnegative: bool = key(
        Kind.FLAG, False, title=N_("write"), remark=N_("also counts of at least 0"), shown=2
    )
    interval_words: bool = key(
        Kind.FLAG,
        False,
        optional=True,
        title=N_("intervals"),
        remark=N_("also in words: “at least 0 and below 20”"),
        shown=3,
    )
