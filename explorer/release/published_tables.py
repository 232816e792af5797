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
from pathlib import Path
from typing import Any

from explorer.mark import N_, Sentence
from explorer.privacy.notation import exact_text, read_exact
from explorer.privacy.refusal import NotATable, NotValid, Refusal
from explorer.release.plan.labels import COUNT
from explorer.release.record import METADATA
from explorer.release.values.bounded_files import read_bounded

_MOST_METADATA, _MOST_TABLE = 16 << 20, 1 << 30  # bytes
_Cells = tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]
_BOUNDS = ("unit", "unit_name", "rows_per_person", "rows_per_cell", "cells_per_person")


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One released table: its labels as they are written, its noised counts, and how far noise moves them.

    `counted` is what must be the same for two tables to count alike. `found` : its categories were found in
    the file, so that rare ones are absent. `bounded` : the program left rows out, by ids.
    """

    name: str
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    counts: tuple[int, ...]
    joint: int
    confidence: Fraction
    counted: str
    found: bool
    bounded: bool


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
    return PublishedRelease(*releases.pop(), tuple(table for _, table in read))


def _table(path: Path, field: str) -> tuple[tuple[str, int, str], PublishedTable]:
    """Which release one description is of, and its table."""
    try:
        described = json.loads(read_bounded(path, _MOST_METADATA))
        said, name = described["privacy"], str(described["tables"][0]["url"])
        release = _text(said["release"]), _whole(said["sequence"]), _text(said["date"])
        digest, margins = _text(said["sha256"]), said["margins"]
        confidence, joint = read_exact(_text(margins["confidence"])), _whole(margins["joint"])
        counted = {key: said.get(key) for key in _BOUNDS}
        columns = tuple(_text(column["name"]) for column in said["columns"])
        places = _places(said["columns"])
        alike = json.dumps([counted, said["columns"]], sort_keys=True)
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError, Refusal):
        name = ""
    if not name or name != path.name.removesuffix(METADATA) + ".csv":
        raise NotValid(N_("{path} describes no table that this program released", path=str(path)), field)
    cells, counts = _cells(path.with_name(name), digest, places)
    stem = name.removesuffix(".csv")
    vouched = said.get("bound_vouched_by") == "program" and counted["unit"] != "row"
    facts = (joint, confidence, alike, "threshold" in said, vouched)
    return release, PublishedTable(stem, columns, cells, counts, *facts)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError("no whole number")
    return value


def _cells(path: Path, digest: str, places: tuple[int, ...]) -> _Cells:
    """The labels, which stand at these places, and the count of each row."""
    why: Sentence = N_("{path} is missing, or cannot be read", path=str(path))
    try:
        content = read_bounded(path, _MOST_TABLE)
        if hashlib.sha256(content).hexdigest() == digest:
            return _read(csv.reader(io.StringIO(content.decode(), newline=""), strict=True), places)
        why = N_("{path} was changed since it was published: its SHA-256 is another", path=str(path))
    except OSError:
        pass
    except (ValueError, IndexError, csv.Error):
        why = N_("{path} is no table that this program released", path=str(path))
    raise NotATable(why, "release")


def _read(rows: Iterator[list[str]], places: tuple[int, ...]) -> _Cells:
    at = next(rows, []).index(COUNT)
    found = [(tuple(row[place] for place in places), int(row[at])) for row in rows]
    return tuple(cell for cell, _ in found), tuple(count for _, count in found)


def _places(columns: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Where the label of each column stands: behind that of an interval stand its two ends."""
    widths = [1 if _text(column["kind"]).startswith("category") else 3 for column in columns]
    return tuple(sum(widths[:number]) for number in range(len(widths)))


@dataclass(frozen=True, slots=True)
class PublishedComparison:
    """One table in two releases, as `explorer.release.comparison.Comparison` for those of a ledger."""

    earlier: PublishedTable
    later: PublishedTable

    @property
    def margin(self) -> int:
        """How far two noised counts of the same count may lie apart."""
        return self.earlier.joint + self.later.joint

    @property
    def confidence(self) -> Fraction:
        """How often both margins hold at once, at least; never below 0."""
        return max(self.earlier.confidence + self.later.confidence - 1, Fraction(0))

    @property
    def differences(self) -> tuple[int, ...]:
        """Later less earlier, along the cells."""
        pairs = zip(self.earlier.counts, self.later.counts, strict=True)
        return tuple(after - before for before, after in pairs)

    @property
    def beyond(self) -> tuple[bool, ...]:
        """Of each cell whether its difference is beyond both margins."""
        return tuple(abs(each) > self.margin for each in self.differences)

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
                {"cell": list(cell), "earlier": before, "later": after, "difference": after - before}
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
        if one is not None and (one.counted, one.cells) == (other.counted, other.cells)
    )
    if not common:
        words = N_(
            "releases {earlier:plain} and {later:plain} have no table in common: name, columns and unit "
            "must be the same",
            earlier=earlier.sequence,
            later=later.sequence,
        )
        raise NotValid(words, "release")
    return common
