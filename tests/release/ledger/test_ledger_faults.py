"""Faults that the ledger survives without counting too little: edits, old copies, crashes, races."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from ledgers import FILE, asking, rows_of

from explorer.privacy.refusal import LedgerRefused, OverBudget
from explorer.release.ledger import hash_chain, spends, transaction
from explorer.release.ledger.disk_room import ROOM
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import keep, open_account, read_books, spend
from explorer.release.ledger.witness import Witness
from explorer.release.publish import export
from explorer.release.values.amount import Amount


def tamper(folder: Path, *statements: str) -> None:
    """Edit the file past its guards, and put these back, so that the rows alone can tell."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = connection.execute(query).fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for _, guard in guards:
            with contextlib.suppress(sqlite3.OperationalError):  # of a table that was dropped
                connection.execute(guard)
        connection.commit()


TAMPERED = [
    'UPDATE entry SET body = replace(body, \'"epsilon":"1"\', \'"epsilon":"0.1"\') WHERE kind = \'spend\'',
    "UPDATE entry SET kind = 'limit' WHERE kind = 'spend'",
    "DELETE FROM entry WHERE kind = 'attach'",
    "DELETE FROM entry WHERE kind = 'spend'",
    "DELETE FROM local",
    "UPDATE local SET fingerprint = 'x' WHERE fingerprint != ''",
    "UPDATE local SET moment = '1999-01-01T00:00:00+00:00'",
    "UPDATE secret SET key = '00'",
    "UPDATE secret SET key = 'no key'",
    "DELETE FROM secret",
    "UPDATE entry SET row = row + 1 WHERE row = (SELECT max(row) FROM entry)",
    "UPDATE entry SET body = '{}' WHERE row = 1",
    "DELETE FROM entry",
    "DROP TABLE entry",
]


@pytest.mark.parametrize("statement", TAMPERED)
def test_that_an_edited_ledger_refuses(folder: Path, statement: str) -> None:
    spend(folder, asking(), FILE)
    tamper(folder, "PRAGMA foreign_keys = OFF", statement)
    for attempt in (lambda: read_books(folder), lambda: spend(folder, asking(account="default"), FILE)):
        with pytest.raises(LedgerRefused):
            attempt()


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\0" * 2000])
def test_that_what_is_no_ledger_refuses(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(content)
    with pytest.raises(LedgerRefused):
        read_books(folder)
    with pytest.raises(LedgerRefused):
        spend(folder, asking(), FILE)


def test_that_a_damaged_page_refuses(folder: Path) -> None:
    spend(folder, asking(), FILE)
    content = bytearray((folder / FILE_NAME).read_bytes())
    place = content.index(b'"epsilon":"1"')
    content[place + 11 : place + 12] = b"0"
    (folder / FILE_NAME).write_bytes(content)
    with pytest.raises(LedgerRefused):
        read_books(folder)


def test_that_an_old_copy_put_back_refuses(folder: Path, tmp_path: Path) -> None:
    open_account(folder, "default", Amount(Fraction(2)))
    spend(folder, asking(), FILE)
    shutil.copy(folder / FILE_NAME, tmp_path / "copy")
    newest = spend(folder, asking(), FILE)
    newer = (folder / FILE_NAME).read_bytes()
    shutil.copy(tmp_path / "copy", folder / FILE_NAME)
    with pytest.raises(LedgerRefused, match="rolled back"):
        spend(folder, asking(), FILE)
    with pytest.raises(LedgerRefused, match="rolled back"):
        read_books(folder)
    (folder / FILE_NAME).write_bytes(newer)
    assert read_books(folder).releases == newest.sequence == 2


def test_that_an_old_copy_put_back_while_a_draw_is_kept_refuses(folder: Path, tmp_path: Path) -> None:
    """The copy holds the spend that is drawn, but not those that came after it."""
    open_account(folder, "default", Amount(Fraction(9)))
    paid = spend(folder, asking(account="default"), FILE)
    shutil.copytree(folder, tmp_path / "old")
    spend(folder, asking(), FILE)
    shutil.rmtree(folder)
    shutil.move(tmp_path / "old", folder)
    with pytest.raises(LedgerRefused, match="rolled back"):
        keep(folder, paid, [[1]], [])
    with pytest.raises(LedgerRefused, match="rolled back"):
        read_books(folder)


def test_that_two_copies_that_are_spent_from_at_once_do_not_both_draw(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a lock of its own; the witness is that of both."""
    open_account(folder, "default", Amount(Fraction(9)))
    spend(folder, asking(account="default"), FILE)
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    committed = transaction.commit

    def meanwhile(connection: sqlite3.Connection, where: Path) -> object:
        if where == folder:
            spend(copy, asking(), FILE)
        return committed(connection, where)

    monkeypatch.setattr(transaction, "commit", meanwhile)
    with pytest.raises(LedgerRefused, match="rolled back"):
        spend(folder, asking(), FILE)
    assert read_books(copy).releases == 2
    with pytest.raises(LedgerRefused, match="rolled back"):
        read_books(folder)


def test_that_a_ledger_that_went_another_way_refuses(folder: Path, tmp_path: Path) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    shutil.copytree(folder, tmp_path / "twin")
    shutil.copytree(tmp_path / "state", tmp_path / "state before")
    spend(folder, asking("1"), FILE)
    spend(folder, asking("1"), FILE)
    shutil.copytree(tmp_path / "state", tmp_path / "state after")
    shutil.rmtree(tmp_path / "state")
    shutil.copytree(tmp_path / "state before", tmp_path / "state")
    for _ in range(3):
        spend(tmp_path / "twin", asking("2"), FILE)
    shutil.rmtree(tmp_path / "state")
    shutil.copytree(tmp_path / "state after", tmp_path / "state")
    with pytest.raises(LedgerRefused, match="rolled back"):
        read_books(tmp_path / "twin")


@pytest.mark.parametrize("content", ["", "{}", '{"row": "x", "head": ""}', "\0"])
def test_that_a_witness_that_tells_nothing_refuses(folder: Path, state: Path, content: str) -> None:
    spend(folder, asking(), FILE)
    (witness,) = (state / "witness").iterdir()
    witness.write_text(content)
    with pytest.raises(LedgerRefused, match="witness"):
        read_books(folder)


def test_that_a_crash_between_commit_and_witness_is_no_rollback(
    folder: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    (witness,) = (state / "witness").iterdir()
    before = witness.read_bytes()
    spend(folder, asking(), FILE)
    witness.write_bytes(before)
    assert read_books(folder).releases == 1
    spend(folder, asking(), FILE)
    assert json.loads(witness.read_text())["row"] == len(rows_of(folder))


@pytest.mark.parametrize("place", ["ledger", "state"])
def test_that_a_folder_that_cannot_be_made_refuses_unspent(folder: Path, state: Path, place: str) -> None:
    (folder if place == "ledger" else state).write_text("a file in the way")
    with pytest.raises(LedgerRefused):
        spend(folder, asking(), FILE)
    (folder if place == "ledger" else state).unlink()
    assert read_books(folder).releases == 0


def test_that_a_ledger_in_use_refuses_after_a_while(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    monkeypatch.setattr("explorer.release.ledger.hash_chain.WAIT", 0.05)
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerRefused, match="in use"):
            spend(folder, asking(), FILE)
        other.execute("ROLLBACK")
    assert spend(folder, asking(), FILE).sequence == 1


def test_that_a_witness_that_fails_after_the_commit_denies_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    write, written = transaction.write_witness, []

    def once(identity: str, witness: Witness) -> None:
        if written:
            raise OSError(28, "full")
        written.append(witness)
        write(identity, witness)

    with monkeypatch.context() as patch:
        patch.setattr(transaction, "write_witness", once)
        assert spend(folder, asking(), FILE).sequence == 1
    assert read_books(folder).releases == 1


def test_that_an_account_is_opened_with_its_witness_or_not_at_all(folder: Path, state: Path) -> None:
    state.write_text("a file in the way")
    with pytest.raises(LedgerRefused):
        open_account(folder, "default", Amount(Fraction(9)))
    assert not folder.exists()


def crash(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("room", "step"),
    [
        (transaction, "checked_books"),
        (transaction, "write_witness"),
        (transaction, "commit"),
        (spends, "check_budget"),
        (hash_chain, "append"),
        (spends, "take_room"),
    ],
)
def test_that_a_stop_before_the_commit_spends_nothing(
    folder: Path, room: ModuleType, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    with monkeypatch.context() as patch:
        patch.setattr(room, step, crash)
        with pytest.raises(KeyboardInterrupt):
            spend(folder, asking(), FILE, room=1)
    assert read_books(folder).releases == 0
    assert spend(folder, asking(), FILE).sequence == 1
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_every_commit_is_flushed_and_needs_no_second_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        hash_chain, "set_durable", hash_chain.set_durable.__wrapped__
    )  # as the program itself does
    open_account(folder, "default", Amount(Fraction(9)))
    with closing(hash_chain.connect(folder)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (3,)
        assert connection.execute("PRAGMA fullfsync").fetchone() == (1,)  # macOS: past the disk's own cache


def test_that_a_full_disk_refuses_unspent(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    connect = hash_chain.connect

    def nearly_full(folder: Path) -> sqlite3.Connection:
        connection = connect(folder)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        return connection

    long = replace(asking(), plan="x" * 40_000)
    with monkeypatch.context() as patch:
        patch.setattr(hash_chain, "connect", nearly_full)
        with pytest.raises(LedgerRefused, match="is full"):
            spend(folder, long, FILE)
    assert read_books(folder).releases == 0
    assert spend(folder, long, FILE).sequence == 1


KILLED = """
import os, sys
from pathlib import Path
from fractions import Fraction
from explorer.release import publish
from explorer.release.ledger import spends as ledger
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
setattr({"ledger": ledger, "publish": publish}[sys.argv[1]], sys.argv[2], lambda *_: os._exit(9))
plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (CategoryColumn("x", ("a",)),)),))
publish.release(plan, Path(sys.argv[3]), Path(sys.argv[4]))
"""


@pytest.mark.parametrize(
    ("room", "step", "paid"),
    [
        ("ledger", "check_budget", 0),
        ("publish", "noised_query", 1),
        ("publish", "keep", 1),
        ("publish", "export", 1),
    ],
)
def test_that_a_killed_program_never_spent_too_little(
    room: str, step: str, paid: int, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text("x\na\n")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", KILLED, room, step, str(tmp_path / "table.csv"), str(tmp_path / "out")]
    assert subprocess.run(command, env=environment, check=False).returncode == 9
    assert read_books(folder).releases == paid
    assert not (tmp_path / "out").exists()
    room = list(folder.glob(f".{ROOM}.*")) if folder.exists() else []
    assert len(room) == (step in ("noised_query", "keep"))  # what was taken for the draw that never came
    if step == "export":
        assert len(export(drawn_again(1, folder), tmp_path / "out").written) == 2
    open_account(folder, "later", Amount(Fraction(1)), apart=bool(paid))
    assert list(folder.glob(f".{ROOM}.*")) == []  # gone with the next act
    if not paid:
        assert spend(folder, asking(account="later"), FILE).sequence == 1
    else:
        with pytest.raises(OverBudget):
            spend(folder, asking(unit="row", account="default"), FILE)
