"""Published tables, read again from their files alone: no ledger is needed, and nothing is spent.

A table is what its metadata say it is, or it is refused: nobody compares one that was changed since.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any, cast

from explorer.mark import N_, Sentence
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotATable, NotValid, Refusal
from explorer.release.columns.column import Column, read_column
from explorer.release.columns.intervals import half_open_notes
from explorer.release.plan.labels import COUNT, FITTED, MARGIN_EACH, MARGIN_JOINT, NOISED_SUM, spelled
from explorer.release.plan.toml_reader import Table
from explorer.release.record import METADATA
from explorer.release.values.atomic_file import is_folder
from explorer.release.values.bounded_files import read_bounded

_MOST_METADATA, _MOST_TABLE = 16 << 20, 1 << 30  # bytes
_MARGINALS = "measured_tables"  # which stands in the metadata of many tables that agree
_MEASURED = (COUNT, MARGIN_EACH, MARGIN_JOINT, "measured")  # behind the columns of each of them
_Labels = tuple[tuple[str, ...], ...]
_Cells = tuple[_Labels, _Labels, tuple[float, ...], float | None]
_VALUES = ("value", "low", "high", "step")  # of a sum
_BOUNDS = ("unit", "unit_name", "rows_per_person", "rows_per_cell", "cells_per_person")


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One released table: its labels as they are written, its noised or fitted counts, and their margin.

    `counted` is what must be the same for two tables to count alike. `known_by` names each cell: of an
    interval its ends, as earlier versions labelled some otherwise. `interval_notes` : which edge the
    intervals of a column include. `found` : its categories were found in the file, so that rare ones are
    absent. `bounded` : the program left rows out, by ids. `measured` : its counts were; else there are none,
    and what the file tells is inferred from other tables.
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
    interval_notes: tuple[tuple[str, str], ...] = ()
    of_sums: bool = False
    measured: bool = True


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
    if place.suffix == ".csv" and not is_folder(place):
        described = [place.with_name(f"{place.stem}{METADATA}")]
    else:
        described = sorted(place.glob(f"*{METADATA}")) if is_folder(place) else []
    if not described or not all(map(_is_there, described)):
        words = N_("{path} holds no published table with its metadata", path=str(place))
        raise NotValid(words, field)
    read = [_table(path, field) for path in described]
    releases = {release for release, _ in read}
    if len(releases) != 1:
        words = N_("{path} holds tables of several releases: name one table of it", path=str(place))
        raise NotValid(words, field)
    return PublishedRelease(*releases.pop(), tuple(table for _, table in read if table is not None))


def _is_there(path: Path) -> bool:
    """Whether it is a file that this person may look at."""
    try:
        return path.is_file()
    except OSError:
        return False


def _table(path: Path, field: str) -> tuple[tuple[str, int, str], PublishedTable | None]:
    """Which release one description is of, and its table; None where it holds no counts of cells."""
    try:
        described = json.loads(read_bounded(path, _MOST_METADATA))
        said, written = described["privacy"], described["tables"][0]
        if written["url"] != path.name.removesuffix(METADATA) + ".csv":
            raise ValueError("another table")
        release = _text(said["release"]), _whole(said["sequence"]), _text(said["date"])
        titles = [_text(column["titles"]) for column in written["tableSchema"]["columns"]]
        listed = _listed(said, titles)
        places, width = _places(listed)
        number = titles[width] if width < len(titles) else ""
        if number not in (COUNT, FITTED, NOISED_SUM) or not (listed or number == NOISED_SUM):
            return release, None  # what was measured, or another table of something else
        return release, _counted(path, said, listed, places, number)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        pass
    raise NotValid(N_("{path} describes no table that this program released", path=str(path)), field)


def _listed(said: Mapping[str, Any], titles: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """The columns of this table: those that are declared; of many tables that agree, those that it has."""
    listed: Sequence[Mapping[str, Any]] = said.get("columns", [])
    if _MARGINALS not in said:
        return listed
    by_title = {spelled(_text(column["name"])): column for column in listed}
    own, at = [], 0
    while at < len(titles) and titles[at] in by_title:
        own.append(by_title.pop(titles[at]))
        at += _width(own[-1])
    return own if tuple(titles[at : at + len(_MEASURED)]) == _MEASURED else []


def _counted(
    path: Path,
    said: Mapping[str, Any],
    listed: Sequence[Mapping[str, Any]],
    places: tuple[int, ...],
    number: str,
) -> PublishedTable:
    """The table that its metadata describe. Raises `NotATable`, and what a value of another kind raises."""
    confidence = _share(_text(said["margins"]["confidence"]))
    limits = {key: said.get(key) for key in _BOUNDS}
    stem = path.name.removesuffix(METADATA)
    read = _TableReader(places, number, _MARGINALS in said)
    cells, known_by, counts, joint = _cells(path.with_name(f"{stem}.csv"), _text(said["sha256"]), read)
    return PublishedTable(
        name=stem,
        columns=tuple(_text(column["name"]) for column in listed),
        cells=cells,
        known_by=known_by,
        counts=counts,
        joint=_margin(said["margins"]["joint"]) if joint is None else joint,
        confidence=confidence,
        interval_notes=half_open_notes(_declared(listed)),
        counted=json.dumps([limits, listed, *(said.get(key) for key in _VALUES)], sort_keys=True),
        of_sums=number == NOISED_SUM,
        found="threshold" in said,
        bounded=said.get("bound_vouched_by") == "program" and limits["unit"] != "row",
        measured=bool(counts),
    )


def _declared(listed: Sequence[Mapping[str, Any]]) -> Iterator[Column]:
    """The columns that are declared. Raises ValueError where they are no columns."""
    found: list[Refusal] = []
    columns = [read_column(Table(each, "", found)) for each in listed]
    if found:
        raise ValueError("no columns")
    return (each for each in columns if each is not None)


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


def _cells(path: Path, digest: str, read: _TableReader) -> _Cells:
    """The labels and the count of each row, and the margin of this table where it has one of its own."""
    why: Sentence = N_("{path} is missing, or cannot be read", path=str(path))
    try:
        content = read_bounded(path, _MOST_TABLE)
        if hashlib.sha256(content).hexdigest() == digest:
            return read.of(csv.reader(io.StringIO(content.decode(), newline=""), strict=True))
        why = N_("{path} was changed since it was published: its SHA-256 is another", path=str(path))
    except OSError:
        pass
    except (ValueError, IndexError, csv.Error):
        why = N_("{path} is no table that this program released", path=str(path))
    raise NotATable(why, "release")


@dataclass(frozen=True, slots=True)
class _TableReader:
    """Reads the rows of a table: labels at `places`, and a `number` each.

    `one_of_many` : it has a margin of its own, and no counts where it was not measured
    """

    places: tuple[int, ...]
    number: str
    one_of_many: bool

    def of(self, rows: Iterator[list[str]]) -> _Cells:
        """What stands in them. Raises ValueError and IndexError."""
        header, every = next(rows, []), list(rows)
        labels = tuple(tuple(row[place] for place in self.places) for row in every)
        at, number = header.index(self.number), int if self.number == COUNT else float
        ends = list(zip(self.places, [*self.places, at][1:], strict=True))
        known_by = tuple(tuple(_known_by(row[one:other]) for one, other in ends) for row in every)
        if not self.one_of_many:
            return labels, known_by, _finite(number(row[at]) for row in every), None
        margins = {row[header.index(MARGIN_JOINT)] for row in every}
        if margins == {""}:
            return labels, known_by, (), 0
        (joint,) = map(_margin, _finite(map(int, margins)))
        return labels, known_by, _finite(int(row[at]) for row in every), joint


def _known_by(written: Sequence[str]) -> str:
    """One place of a cell: of an interval both its ends, else its label."""
    return "\n".join(written[1:]) if any(written[1:]) else written[0]


def _finite(numbers: Iterable[float]) -> tuple[float, ...]:
    found = tuple(numbers)
    if not all(-inf < number < inf for number in found):
        raise ValueError("no number")
    return found


def _width(column: Mapping[str, Any]) -> int:
    return 1 if _text(column["kind"]).startswith("category") else 3


def _places(columns: Sequence[Mapping[str, Any]]) -> tuple[tuple[int, ...], int]:
    """Where the label of each column stands, and where the last one ends: an interval has its two ends."""
    widths = list(map(_width, columns))
    return tuple(sum(widths[:number]) for number in range(len(widths))), sum(widths)
