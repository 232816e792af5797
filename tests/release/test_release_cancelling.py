"""A release can be stopped at any point before it is paid; then nothing is spent and nothing stays behind."""

import os
import shutil
from io import BufferedRandom, FileIO
from itertools import count as counting_up
from pathlib import Path
from typing import IO

import pytest
from count_cases import AGE, KEY, asking, plan_of, quickly, strictly
from thoroughness import combined

from explorer.privacy.refusal import NotATable, NotValid
from explorer.release import publish
from explorer.release.counting import crowded_parts, encrypted_blocks, spilled_rows
from explorer.release.counting.spilled_rows import Aside
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.plan.columns import UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.table import Interrupted
from explorer.release.values.amount import Amount
from explorer.release.values.temporary_files import private_folder

PERSON = Privacy("person", 1, id_column="id", rows_per_person=3)
ROWS = 6000


@pytest.fixture
def table(tmp_path: Path) -> Path:
    body = "id,age,word\n" + "".join(f"person{at % 700},{at % 90},w{at}\n" for at in range(ROWS))
    path = tmp_path / "people.csv"
    path.write_text(body)
    return path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made in this test."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


PLANS = {
    "rows": plan_of(AGE),
    "people": plan_of(AGE, privacy=PERSON),
    "people and cells": plan_of(AGE, privacy=Privacy("person", 1, 0, "", "id", 3, 1, 2)),
    "unknown categories": ReleasePlan(
        Privacy("person", 1, 0, id_column="id", rows_per_person=2),
        (Histogram("h", (UnknownColumn("word"),)),),
    ),
}


@pytest.mark.parametrize(("plan", "reader"), combined(PLANS.values(), [quickly, strictly]))
def test_that_every_question_whether_to_stop_stops(plan, reader, table: Path, place: Path) -> None:
    asked = counting_up(1)
    assert (
        reader(asking(plan, table, KEY, None, lambda: not next(asked), piece=20_000, held=9_000)) is not None
    )
    questions = next(asked) - 1
    assert questions > 3
    for stop in {*range(1, questions, max(1, questions // 12)), questions}:
        number = counting_up(1)
        cancelled = lambda number=number, stop=stop: next(number) >= stop  # noqa: E731
        try:
            reader(asking(plan, table, KEY, None, cancelled, piece=20_000, held=9_000))
        except Interrupted:
            pass
        else:  # with threads the number of questions varies: it was not asked so often this time
            assert next(number) <= stop
        assert list(place.iterdir()) == []


def test_that_the_file_is_not_even_recognised_once_it_is_stopped(table: Path, tmp_path: Path) -> None:
    """A ledger that has accounts recognises the file by its hash first: that too is stopped, and told."""
    ledger, told, asked = tmp_path / "ledger", [], counting_up(1)
    open_account(ledger, "default", Amount(9, 0))

    def run(stop: int, paying=None) -> None:
        number = counting_up(1)
        publish.spend_and_draw(
            PLANS["people"], table, ledger, None, False,
            lambda *step: told.append(step), lambda: next(asked) and next(number) >= stop, paying,
        )  # fmt: skip

    with pytest.raises(Interrupted):
        run(1)
    assert told == []
    with pytest.raises(Interrupted):
        run(10**9, lambda: False)
    questions, size = next(asked), table.stat().st_size
    assert told == sorted(told)
    assert told[-1] == (2 * size, 2 * size)
    for stop in range(1, questions - 2, max(1, questions // 8)):
        with pytest.raises(Interrupted):
            run(stop)
    assert read_books(ledger).releases == 0
    run(10**9, lambda: True)
    assert read_books(ledger).releases == 1


def test_that_the_last_question_comes_right_before_the_spend(
    table: Path, tmp_path: Path, monkeypatch
) -> None:
    """Whoever stops it while the last row is counted has spent nothing."""
    ledger, stopped, whole = tmp_path / "ledger", [], publish.count
    monkeypatch.setattr(publish, "count", lambda *given: [whole(*given), stopped.append(True)][0])
    with pytest.raises(Interrupted):
        publish.spend_and_draw(PLANS["rows"], table, ledger, cancelled=lambda: bool(stopped))
    assert not ledger.exists()


def test_that_looking_for_the_line_that_does_not_decode_is_stopped_too(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"id,age\n" + b"a,7\n" * 100_000 + b"\xff,7\n")
    plan = plan_of(AGE, declared=Input())
    asked = counting_up(1)
    with pytest.raises(NotATable):
        strictly(asking(plan, path, KEY, None, lambda: not next(asked)))
    questions, number = next(asked), counting_up(1)
    with pytest.raises(Interrupted):
        strictly(asking(plan, path, KEY, None, lambda: next(number) >= questions - 2))


def test_that_what_was_set_aside_and_cannot_be_read_back_is_refused(
    table: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a short file nor a missing one may become other counts."""

    def cut(aside: Aside, file: IO[bytes]) -> None:
        whole(aside, file)
        file.truncate(file.seek(0, os.SEEK_END) - 1)

    def lost(aside: Aside, file: IO[bytes]) -> None:
        whole(aside, file)
        file.truncate(0)

    whole = Aside.write_held
    for fault in (cut, lost):
        monkeypatch.setattr(Aside, "write_held", fault)
        for reader in (quickly, strictly):
            with pytest.raises(NotValid) as caught:
                reader(asking(PLANS["people"], table, KEY, piece=20_000, held=9_000))
            assert "temporary folder" in caught.value.sentence.text
    assert list(place.iterdir()) == []


def test_that_a_folder_that_stays_behind_is_said(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_folder: object) -> None:
        raise PermissionError

    monkeypatch.setattr(shutil, "rmtree", fails)
    with pytest.raises(NotValid) as caught, private_folder():
        pass
    assert "remove it by hand" in caught.value.sentence.text
    with pytest.raises(KeyError), private_folder():
        raise KeyError


def test_that_no_disk_for_what_is_set_aside_spends_nothing(table: Path, tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Aside, "write_held", full)
    ledger = tmp_path / "ledger"
    monkeypatch.setattr(publish, "count", lambda *given: strictly(asking(*given[:5], held=0)))
    with pytest.raises(NotValid) as caught:
        publish.spend_and_draw(PLANS["people"], table, ledger)
    assert caught.value.exit_code == 2
    assert not ledger.exists()


class Small(FileIO):
    """A file on a disk that has no room for more than so many bytes."""

    room = 1 << 30

    def write(self, data):
        if self.seek(0, os.SEEK_END) + len(data) > Small.room:
            raise OSError(28, "No space left on device")
        return super().write(data)


@pytest.mark.parametrize("name", ["people", "people and cells"])
def test_that_a_disk_that_fills_at_any_point_is_said_and_spends_nothing(
    name: str, table: Path, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rows are set aside, and where those of people of very many are sorted, few bytes and many."""
    for module, smaller in (
        (spilled_rows, {"CROWDED": 4, "SOME": 1 << 20}),
        (crowded_parts, {"MANY": 3, "RUN": 12, "FAN": 3, "BLOCK": 3, "IN_MEMORY": 50}),
    ):
        for constant, value in smaller.items():
            monkeypatch.setattr(module, constant, value)
    made, files = counting_up(), tmp_path / "files"
    files.mkdir()
    monkeypatch.setattr(
        encrypted_blocks, "unnamed_file", lambda _: BufferedRandom(Small(files / str(next(made)), "x+"))
    )
    monkeypatch.setattr(publish, "count", lambda *given: strictly(asking(*given[:5], held=60_000)))
    ledger = tmp_path / "ledger"
    publish.spend_and_draw(PLANS[name], table, tmp_path / "another ledger")
    size = (files / "0").stat().st_size
    for room in (0, 100, size // 3, size * 2 // 3):
        monkeypatch.setattr(Small, "room", room)
        with pytest.raises(NotValid) as caught:
            publish.spend_and_draw(PLANS[name], table, ledger)
        assert "make room on it" in caught.value.sentence.text
        assert caught.value.__context__ is None
        assert list(place.iterdir()) == []
        assert not ledger.exists()
