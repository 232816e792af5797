"""A further kind of source is one class: counting, releasing, attaching and the look at columns find it."""

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

import numpy as np
import pytest

from explorer.app.release.plan.dialect_suggestion import FirstLook, advice, columns_of
from explorer.language import Language
from explorer.release import noise
from explorer.release.counting.cell_readers import reader_of
from explorer.release.counting.layout import Batch
from explorer.release.ledger.attachment import attach
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.publish import release
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import source as sources
from explorer.release.sources.source import Begin, CountRequest, Source, Way, file_sources, source_of
from explorer.release.sources.table import Cancelled, Progress, Shape

MARK = b'{"rows":'
PLAN = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("n", (CategoryColumn("region", ("A", "B")),)),))


class JsonRows(Source):
    """One object whose `rows` are objects of texts."""

    id: ClassVar[str] = "json"
    order: ClassVar[int] = 0

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def at(cls, place: Path) -> "JsonRows | None":
        return cls(place) if place.is_file() and place.read_bytes().startswith(MARK) else None

    @property
    def rows(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = json.loads(self.path.read_bytes())["rows"]
        return found

    def names(self, declared: Input) -> tuple[str, ...]:
        return tuple(self.rows[0])

    def digest(self, progress: Progress | None, cancelled: Cancelled | None) -> bytes | None:
        return hashlib.sha256(b"rows" + self.path.read_bytes()).digest()

    def ways(self, asked: CountRequest) -> tuple[Way, ...]:
        return (self.read,)

    def read(self, asked: CountRequest, begin: Begin, folder: Path) -> bytes:
        names = self.names(asked.plan.input)
        tally = begin(Shape(len(names), names))
        readers = [reader_of(column, asked.plan.input) for column in tally.layout.columns]
        cells = tuple(
            np.array([reader.cells[row[reader.column.name]] for row in self.rows], dtype=np.int64)
            for reader in readers
        )
        tally.add(Batch(cells, None))
        return self.digest(None, None) or b""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    both: Mapping[str, type[Source]] = MappingProxyType({JsonRows.id: JsonRows, **file_sources()})
    monkeypatch.setattr(sources, "file_sources", lambda: both)
    path = tmp_path / "people.dat"
    path.write_text('{"rows": [{"region": "A"}, {"region": "B"}, {"region": "A"}]}')
    return path


def test_that_it_is_told_by_its_first_bytes_and_text_stays_text(table: Path, tmp_path: Path) -> None:
    text = tmp_path / "people.csv"
    text.write_text("region\nA\n")
    assert isinstance(source_of(table), JsonRows)
    assert source_of(text).id == "csv"


def test_that_its_rows_are_counted_released_and_attached(
    table: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noise, "discrete_laplace", lambda _, __, many: np.zeros(many, dtype=np.int64))
    drawn = release(PLAN, table, tmp_path / "out").drawn
    assert drawn.queries[0].counts == (2, 1, 0, 0)
    assert not attach(folder, "default", table), "the release has attached it, by the digest of its kind"


def test_that_its_columns_are_known_though_it_has_no_dialect(table: Path) -> None:
    look = FirstLook(str(table), (0, 0), Input())()
    assert (look.suggested, look.refused, look.names) == (None, None, ("region",))
    assert columns_of(None, look) == ("region",)
    told = advice(PLAN, look)
    assert told.fits
    assert Language("en").say(told.sentence) == "The file has the columns of the plan."
    other = ReleasePlan(PLAN.privacy, (Histogram("n", (CategoryColumn("Region", ("A",)),)),))
    assert advice(other, look).edits == (("histogram.1.column.1.name", "region"),)
