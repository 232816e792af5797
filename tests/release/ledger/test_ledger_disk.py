"""A disk that fails or fills up around a spend: what is paid is kept or said to be charged, never denied."""

import contextlib
import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from count_cases import AGE, BODY
from ledgers import FILE, accounts_of, asking

from explorer.mark import N_, Sentence
from explorer.privacy.refusal import LedgerRefused, NotWritten
from explorer.release import publish
from explorer.release.drawn import noised
from explorer.release.ledger import transaction
from explorer.release.ledger.disk_room import ROOM
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.kept_size import kept_size
from explorer.release.ledger.spends import keep, open_account, read_books, spend
from explorer.release.plan.columns import CategoryColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output, Privacy
from explorer.release.publish import release, spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.record import files_of
from explorer.release.values.amount import Amount
from explorer.release.values.atomic_file import write_whole
from explorer.release.values.process_mark import new_mark, sweep

ROOT = Path(__file__).parents[3]


def failing_commit(patch: pytest.MonkeyPatch, after: bool) -> None:
    """The folder's sync ends COMMIT with an error, after it stands or before it does."""
    committed = transaction.commit

    def failing(connection: sqlite3.Connection, folder: Path) -> Sentence | None:
        if after:
            assert committed(connection, folder) is None
        else:
            connection.execute("ROLLBACK")
        return N_("the disk gave out")

    patch.setattr(transaction, "commit", failing)


def test_that_a_spend_that_stands_is_not_denied_and_nothing_is_drawn(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.csv").write_text(BODY)
    open_account(folder, "default", Amount(Fraction(9)))
    drawn: list[object] = []
    monkeypatch.setattr(publish, "privatize", lambda *arguments: drawn.append(arguments))
    with monkeypatch.context() as patch:
        failing_commit(patch, after=True)
        with pytest.raises(NotWritten, match="is charged, but nothing was drawn") as caught:
            release(ReleasePlan(Privacy("row", Fraction(1)), (Histogram("age", (AGE,)),)), *places(tmp_path))
    assert caught.value.exit_code == 6
    assert (read_books(folder).releases, drawn) == (1, [])
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def places(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "table.csv", tmp_path / "out"


def test_that_a_spend_that_does_not_stand_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    with monkeypatch.context() as patch:
        failing_commit(patch, after=False)
        with pytest.raises(LedgerRefused, match="the disk gave out"):
            spend(folder, asking(), FILE)
    assert read_books(folder).releases == 0


def test_that_a_spend_of_which_nobody_can_tell_is_said_to_be_perhaps_charged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    with monkeypatch.context() as patch:
        failing_commit(patch, after=True)

        def unreadable(*_: object) -> bool:
            raise sqlite3.OperationalError("disk I/O error")

        patch.setattr(transaction.LedgerTransaction, "stands_in", unreadable)
        with pytest.raises(NotWritten, match="may be charged"):
            spend(folder, asking(), FILE)
    assert read_books(folder).releases == 1


@pytest.mark.parametrize("after", [True, False])
def test_that_an_account_that_may_have_been_opened_is_told(
    folder: Path, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        failing_commit(patch, after)
        with pytest.raises(LedgerRefused, match="look there" if after else "the disk gave out"):
            open_account(folder, "default", Amount(Fraction(9)))
    assert [account.name for account in accounts_of(folder)] == (["default"] if after else [])


def test_that_what_was_drawn_is_kept_though_the_witness_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = spend(folder, asking(), FILE, room=100)

    def full(*_: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(transaction, "write_witness", full)
        keep(folder, paid, [[1]], [("a.csv", "a\n")])
    assert read_books(folder).drawn.keys() == {1}


WIDE = tuple(f'é"{number}' for number in range(400))
PLANS = {
    "a few": ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (AGE,)),), "T"),
    "joint": ReleasePlan(
        Privacy("row", Fraction(1)), (Histogram("h", (CategoryColumn("x,\n", WIDE), AGE)),), "é" * 300
    ),
    "tiny": ReleasePlan(
        Privacy("row", Fraction(1, 10**9)),
        (
            Histogram("h", (CategoryColumn("x", ("=a", "b")),)),
            Histogram("i", (AGE, CategoryColumn("x", ("a",)))),
        ),
        output=Output(Fraction(999_999, 10**6), nonnegative=True),
    ),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("count", [0, -(10**13)])
def test_that_the_room_taken_is_enough_for_what_is_kept(folder: Path, plan: ReleasePlan, count: int) -> None:
    blank = [noised(plan, index, ()) for index in range(len(plan.queries))]
    room = kept_size(plan, blank)
    paid = spend(folder, asking(), FILE, room)
    assert paid.room is not None
    held = paid.room.stat().st_size
    before = (folder / FILE_NAME).stat().st_size
    tables = [replace(table, counts=(count,) * table.declared.cells) for table in blank]
    keep(folder, paid, [table.counts for table in tables], files_of(plan, paid, tables))
    assert (folder / FILE_NAME).stat().st_size - before + 40 * 4096 < held
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_room_for_categories_that_are_found_follows_from_the_plan_alone() -> None:
    privacy = Privacy("row", Fraction(1), delta=Fraction(1, 10**6))
    plan = ReleasePlan(privacy, (Histogram("h", (UnknownColumn("x"),)),))
    blank = noised(plan, 0, ())
    drawn = noised(plan, 0, (9, 9, 9, 9), ("north", "south"))
    sizes = {kept_size(plan, [blank]), kept_size(plan, [replace(blank, counts=drawn.counts)])}
    assert len(sizes) == 1
    assert sizes.pop() > 4 << 20


def test_that_a_disk_that_fills_up_refuses_unspent(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.csv").write_text(BODY)
    open_account(folder, "default", Amount(Fraction(9)))

    def full(*_: object) -> Path:
        raise OSError(28, "full")

    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("age", (AGE,)),))
    with monkeypatch.context() as patch:
        patch.setattr("explorer.release.ledger.spends.take_room", full)
        with pytest.raises(LedgerRefused, match="is full"):
            release(plan, *places(tmp_path))
    assert read_books(folder).releases == 0
    assert release(plan, *places(tmp_path)).drawn.sequence == 1


def test_that_room_is_given_back_when_the_draw_fails(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.csv").write_text(BODY)

    def failing(*_: object) -> np.ndarray:
        assert [each for each in folder.iterdir() if ROOM in each.name]
        raise RuntimeError

    monkeypatch.setattr(publish, "privatize", failing)
    with pytest.raises(RuntimeError):
        spend_and_draw(PLANS["a few"], tmp_path / "table.csv")
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_what_a_killed_program_left_is_swept(folder: Path, tmp_path: Path) -> None:
    spend(folder, asking(), FILE)
    dead = dead_mark()
    left = [
        *(
            folder / f".{FILE_NAME}.{dead}",
            folder / f".{FILE_NAME}.{dead}-journal",
            folder / f".{ROOM}.{dead}",
        ),
        folder / f".{FILE_NAME}.{'0' * 16}",
    ]
    own = [folder / f".{ROOM}.{new_mark()}", folder / "mine", folder / f".other.{dead}"]
    for path in (*left, *own):
        path.write_text("")
    os.utime(left[-1], (0, 0))
    spend(folder, asking(account="b", apart=True), b"e" * 32)
    assert {path for path in (*left, *own) if path.exists()} == set(own)


def test_that_half_written_tables_of_a_killed_program_are_swept_at_the_next_export(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text(BODY)
    out = tmp_path / "out"
    out.mkdir()
    for name in ("age.csv", "age.csv-metadata.json", "other.csv"):
        (out / f".{name}.{dead_mark()}").write_text("half")
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("age", (AGE,)),))
    release(plan, *places(tmp_path))
    names = sorted(each.name.partition(".csv")[0] for each in out.iterdir())
    assert names == [".other", "age", "age"]


def dead_mark() -> str:
    script = "from explorer.release.values.process_mark import new_mark; print(new_mark())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def test_that_a_sweep_takes_nothing_of_a_program_that_runs(tmp_path: Path) -> None:
    mine = tmp_path / f".a.csv.{new_mark()}"
    mine.write_text("")
    sweep(tmp_path, ["a.csv"])
    assert mine.exists()
    with contextlib.suppress(OSError):
        write_whole(tmp_path / "a.csv", b"a")
    assert {each.name for each in tmp_path.iterdir()} == {mine.name, "a.csv"}
