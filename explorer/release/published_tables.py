"""Published tables, read again from their files alone: no ledger is needed, and nothing is spent.

A table is what its metadata say it is, or it is refused: nobody compares one that was changed since.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any, cast

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotATable, NotValid, Refusal
from explorer.release.differences import COUNTS_ALONE, Differences
from explorer.release.plan.labels import COUNT, FITTED, NOISED_SUM
from explorer.release.record import METADATA
from explorer.release.values.bounded_files import read_bounded
from explorer.release.values.decimal_text import DIGITS

_MOST_METADATA, _MOST_TABLE = 16 << 20, 1 << 30  # bytes
_Labels = tuple[tuple[str, ...], ...]
_Cells = tuple[_Labels, _Labels, tuple[float, ...]]
_VALUES = ("value", "low", "high", "step")  # of a sum
_BOUNDS = ("unit", "unit_name", "rows_per_person", "rows_per_cell", "cells_per_person")


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One released table: its labels as they are written, its noised or fitted counts, and their margin.

    `counted` is what must be the same for two tables to count alike. `known_by` names each cell: of an
    interval its ends, as earlier versions labelled some otherwise. `found` : its categories were found in
    the file, so that rare ones are absent. `bounded` : the program left rows out, by ids.
    """

    name: str
    columns: tuple[str, ...]
    cells: _Labels
    known_by: _Labels
    counts: tuple[float, ...]
    joint: float
    confidence: Fraction
    counted: str
    found: bool
    bounded: bool
    of_sums: bool = False


@dataclass(frozen=True, slots=True)
class PublishedRelease:
    """The tables that a folder holds of one release."""

    identity: str
    sequence: int
    date: str
    tables: tuple[PublishedTable, ...]

    def answer(self) -> dict[str, object]:
        """Which release it is, as its files say."""
        return {"release": self.identity, "sequence": self.sequence, "date": self.date}


def read_published(place: Path, field: str = "release") -> PublishedRelease:
    """The release in a folder of published files, or of one published CSV.

    Raises
    ------
    NotValid
        There is no published table, the metadata are no release's, or the folder holds several releases.
    NotATable
        A table is missing, cannot be read, or is not as it was published.
    """
    if place.suffix == ".csv" and not place.is_dir():
        described = [place.with_name(f"{place.stem}{METADATA}")]
    else:
        described = sorted(place.glob(f"*{METADATA}")) if place.is_dir() else []
    if not described or not all(path.is_file() for path in described):
        words = N_("{path} holds no published table with its metadata", path=str(place))
        raise NotValid(words, field)
    read = [_table(path, field) for path in described]
    releases = {release for release, _ in read}
    if len(releases) != 1:
        words = N_("{path} holds tables of several releases: name one table of it", path=str(place))
        raise NotValid(words, field)
    return PublishedRelease(*releases.pop(), tuple(table for _, table in read if table is not None))


def _table(path: Path, field: str) -> tuple[tuple[str, int, str], PublishedTable | None]:
    """Which release one description is of, and its table; None where it holds no counts of cells."""
    try:
        described = json.loads(read_bounded(path, _MOST_METADATA))
        said, written = described["privacy"], described["tables"][0]
        if written["url"] != path.name.removesuffix(METADATA) + ".csv":
            raise ValueError("another table")
        release = _text(said["release"]), _whole(said["sequence"]), _text(said["date"])
        titles = [_text(column["titles"]) for column in written["tableSchema"]["columns"]]
        listed = said.get("columns", [])
        places, width = _places(listed)
        number = titles[width] if width < len(titles) else ""
        if number not in (COUNT, FITTED, NOISED_SUM) or not (listed or number == NOISED_SUM):
            return release, None  # what was measured, or another table of something else
        return release, _counted(path, said, listed, places, number)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        pass
    raise NotValid(N_("{path} describes no table that this program released", path=str(path)), field)


def _counted(
    path: Path,
    said: Mapping[str, Any],
    listed: Sequence[Mapping[str, Any]],
    places: tuple[int, ...],
    number: str,
) -> PublishedTable:
    """The table that its metadata describe. Raises `NotATable`, and what a value of another kind raises."""
    limits = {key: said.get(key) for key in _BOUNDS}
    stem = path.name.removesuffix(METADATA)
    cells, known_by, counts = _cells(path.with_name(f"{stem}.csv"), _text(said["sha256"]), places, number)
    return PublishedTable(
        name=stem,
        columns=tuple(_text(column["name"]) for column in listed),
        cells=cells,
        known_by=known_by,
        counts=counts,
        joint=_margin(said["margins"]["joint"]),
        confidence=_share(_text(said["margins"]["confidence"])),
        counted=json.dumps([limits, listed, *(said.get(key) for key in _VALUES)], sort_keys=True),
        of_sums=number == NOISED_SUM,
        found="threshold" in said,
        bounded=said.get("bound_vouched_by") == "program" and limits["unit"] != "row",
    )


def _share(text: str) -> Fraction:
    """A number between 0 and 1, exactly."""
    try:
        found = read_exact(text)
    except Refusal:
        found = Fraction(0)
    if not 0 < found < 1:
        raise ValueError("no share")
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError("no whole number")
    return value


def _margin(value: object) -> float:
    """A number; of a sum it is written exactly, as text."""
    if isinstance(value, str):
        try:
            value = float(read_exact(value))
        except Refusal:
            value = None
    if type(value) not in (int, float) or not 0 <= cast(float, value) < inf:
        raise TypeError("no margin")
    return cast(float, value)


def _cells(path: Path, digest: str, places: tuple[int, ...], number: str) -> _Cells:
    """The labels, which stand at these places, and the count of each row."""
    why: Sentence = N_("{path} is missing, or cannot be read", path=str(path))
    try:
        content = read_bounded(path, _MOST_TABLE)
        if hashlib.sha256(content).hexdigest() == digest:
            return _read(csv.reader(io.StringIO(content.decode(), newline=""), strict=True), places, number)
        why = N_("{path} was changed since it was published: its SHA-256 is another", path=str(path))
    except OSError:
        pass
    except (ValueError, IndexError, csv.Error):
        why = N_("{path} is no table that this program released", path=str(path))
    raise NotATable(why, "release")


def _read(rows: Iterator[list[str]], places: tuple[int, ...], number: str) -> _Cells:
    at, read = next(rows, []).index(number), int if number == COUNT else float
    behind, cells, known_by, counts = [*places, at][1:], [], [], []
    for row in rows:
        cells.append(tuple(row[place] for place in places))
        known_by.append(tuple(_known_by(row[one:other]) for one, other in zip(places, behind, strict=True)))
        counts.append(read(row[at]))
    if not all(-inf < count < inf for count in counts):
        raise ValueError("no count")
    return tuple(cells), tuple(known_by), tuple(counts)


def _known_by(written: Sequence[str]) -> str:
    """One place of a cell: of an interval both its ends, else its label."""
    return "\n".join(written[1:]) if any(written[1:]) else written[0]


def _places(columns: Sequence[Mapping[str, Any]]) -> tuple[tuple[int, ...], int]:
    """Where the label of each column stands, and where the last one ends: an interval has its two ends."""
    widths = [1 if _text(column["kind"]).startswith("category") else 3 for column in columns]
    return tuple(sum(widths[:number]) for number in range(len(widths))), sum(widths)


@dataclass(frozen=True, slots=True)
class PublishedComparison(Differences):
    """One table in two releases, as `explorer.release.comparison.Comparison` for those of a ledger."""

    earlier: PublishedTable
    later: PublishedTable

    @property
    def pair(self) -> tuple[PublishedTable, PublishedTable]:
        """The earlier one and the later one."""
        return self.earlier, self.later

    @property
    def of_sums(self) -> bool:
        """Whether the numbers are sums, not counts."""
        return self.later.of_sums

    @property
    def margin(self) -> float:
        """How far two noised counts of the same count may lie apart."""
        return self.earlier.joint + self.later.joint

    @property
    def confidence(self) -> Fraction:
        """How often both margins hold at once, at least; never below 0."""
        return max(self.earlier.confidence + self.later.confidence - 1, Fraction(0))

    @property
    def bounded(self) -> bool:
        """Whether rows were left out by ids in either: which ones is chosen anew for each release."""
        return self.earlier.bounded or self.later.bounded

    def answer(self) -> Mapping[str, object]:
        """Every cell of it."""
        cells = zip(self.later.cells, self.earlier.counts, self.later.counts, self.beyond, strict=True)
        return {
            "name": self.later.name,
            "columns": list(self.later.columns),
            "margin_of_both": self.margin,
            "confidence": exact_text(self.confidence),
            "count_beyond": sum(self.beyond),
            "cells": [
                {
                    "cell": list(cell),
                    "earlier": before,
                    "later": after,
                    "difference": round(after - before, DIGITS),
                }
                | {"beyond_both_margins": beyond}
                for cell, before, after, beyond in cells
            ],
        }


def compared_files(earlier: PublishedRelease, later: PublishedRelease) -> tuple[PublishedComparison, ...]:
    """Every table that both have: of the same name, columns, unit, limits and cells.

    Tables of categories that were found in the file are left out: which ones are published is random.

    Raises
    ------
    NotValid
        They have none in common, or are one release.
    """
    if earlier.identity == later.identity:
        words = N_("both are release {identity}: there is nothing to compare", identity=later.identity)
        raise NotValid(words, "release")
    before = {table.name: table for table in earlier.tables if not table.found}
    pairs = ((before.get(table.name), table) for table in later.tables if not table.found)
    common = tuple(
        PublishedComparison(one, other)
        for one, other in pairs
        if one is not None and (one.counted, one.known_by) == (other.counted, other.known_by)
    )
    if not common and not (earlier.tables and later.tables):
        raise NotValid(COUNTS_ALONE, "release")
    if not common:
        words = N_(
            "releases {earlier:plain} and {later:plain} have no table in common: name, columns and unit "
            "must be the same",
            earlier=earlier.sequence,
            later=later.sequence,
        )
        raise NotValid(words, "release")
    return common
