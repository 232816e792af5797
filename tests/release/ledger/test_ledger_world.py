"""What the world does to a ledger: a clock that is set back, a disk that gives out at any step, races."""

import errno
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from count_cases import AGE, BODY
from ledgers import FILE, accounts_of, asking, rows_of

from explorer.privacy.refusal import LedgerRefused, NotValid, NotWritten, OverBudget
from explorer.release.ledger import hash_chain, spends
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.ledger.verification import verified
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.publish import release
from explorer.release.queries.histogram import Histogram
from explorer.release.values.amount import Amount
from explorer.release.values.atomic_file import write_whole

PLAN = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("age", (AGE,)),))
FAULTS = {
    errno.ENOSPC: "database or disk is full",
    errno.EROFS: "attempt to write a readonly database",
    errno.EIO: "disk I/O error",
}


def clock(patch: pytest.MonkeyPatch, moment: datetime) -> None:
    class Clock:
        @staticmethod
        def now(_: object) -> datetime:
            return moment

    for room in (spends, hash_chain):
        patch.setattr(room, "datetime", Clock)


def test_that_a_clock_that_is_set_back_changes_nothing_but_the_label(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = datetime(2026, 5, 3, tzinfo=UTC)
    clock(monkeypatch, today)
    open_account(folder, "default", Amount(Fraction(3)))
    spend(folder, asking(), FILE)
    for back in (timedelta(days=1), timedelta(days=365 * 60)):
        clock(monkeypatch, today - back)
        spend(folder, asking(), FILE)
    books, _ = verified(folder)
    entries = books.accounts["default"].entries
    assert [each.sequence for each in entries] == [1, 2, 3]
    assert [each.date for each in entries] == ["2026-05-03", "2026-05-02", "1966-05-18"]
    assert books.accounts["default"].remaining == Amount()
    for moment in (today, today + timedelta(days=10**6), datetime(1, 1, 1, tzinfo=UTC)):
        clock(monkeypatch, moment)
        with pytest.raises(OverBudget):
            spend(folder, asking(), FILE)
    assert [row["row"] for row in rows_of(folder)] == list(range(1, 7))


class Disk:
    """Counts every act that needs the disk; one of them, or all from one on, fail."""

    def __init__(self, number: int, first: int, stays: bool) -> None:
        self.number, self.first, self.stays, self.acts = number, first, stays, 0

    def act(self) -> None:
        """Raises OSError where this act fails."""
        failing = self.acts == self.first or (self.stays and self.acts > self.first)
        self.acts += 1
        if failing:
            raise OSError(self.number, os.strerror(self.number))


@contextmanager
def giving_out(disk: Disk) -> Iterator[None]:
    """Opening to write, flushing, moving, linking, and every statement that writes."""
    opening, connecting, moving = os.open, sqlite3.connect, Path.replace

    class Connection(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if statement.split()[0] in ("INSERT", "COMMIT") or statement == "BEGIN IMMEDIATE":
                try:
                    disk.act()
                except OSError:
                    raise sqlite3.OperationalError(FAULTS[disk.number]) from None
            return super().execute(statement, *values)

    def opened(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if flags & os.O_CREAT:
            disk.act()
        return opening(path, flags, *rest, **named)

    def moved(path: Path, target: Path) -> Path:
        disk.act()
        return moving(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", opened)
        patch.setattr(os, "fsync", lambda _: disk.act())
        patch.setattr(Path, "replace", moved)
        patch.setattr(
            sqlite3, "connect", lambda *which, **how: connecting(*which, **{**how, "factory": Connection})
        )
        yield


@pytest.mark.parametrize(
    ("number", "stays", "every"),
    [(errno.ENOSPC, False, 1), (errno.ENOSPC, True, 3), (errno.EROFS, True, 5), (errno.EIO, False, 5)],
)
def test_that_a_disk_that_gives_out_at_any_step_never_counts_too_little(
    number: int, stays: bool, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first release, with a new ledger, at every single act that needs the disk."""
    (tmp_path / "table.csv").write_text(BODY)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    outcomes: list[type[Exception] | None] = []
    disk = Disk(number, -1, stays)
    for first in range(0, 200, every):
        place, disk = tmp_path / str(first), Disk(number, first, stays)
        place.mkdir()
        monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(place / "state"))
        with giving_out(disk):
            outcomes.append(outcome_of(place, tmp_path / "table.csv"))
        check_whole(place, outcomes[-1], tmp_path / "table.csv")
        if disk.acts <= first:
            break
    assert 25 < disk.acts <= first
    assert {LedgerRefused, NotWritten} <= set(outcomes)
    assert outcomes[-1] is None


def outcome_of(place: Path, table: Path) -> type[Exception] | None:
    try:
        release(PLAN, table, place / "out", place / "ledger", "default")
    except (LedgerRefused, NotWritten, NotValid) as refusal:
        return type(refusal)
    return None


def check_whole(place: Path, outcome: type[Exception] | None, table: Path) -> None:
    """The ledger reads; what is not denied is paid; what is written is kept; another release is charged."""
    books = read_books(place / "ledger")
    assert books.releases == (outcome not in (LedgerRefused, NotValid))  # the latter of the temporary folder
    written = place / "out" / "age.csv"
    if written.exists():
        assert outcome is None
        assert written.read_text() == dict(drawn_again(1, place / "ledger").files)["age.csv"]
    if books.releases:
        with pytest.raises(OverBudget):
            release(PLAN, table, place / "more", place / "ledger", "default")
    else:
        assert release(PLAN, table, place / "more", place / "ledger", "default").drawn.sequence == 1
    assert not [each for each in (place / "ledger").iterdir() if each.name != hash_chain.FILE_NAME]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows flushes folders by itself")
def test_that_a_file_is_flushed_before_it_is_moved_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    moving = Path.replace

    def flushed(number: int) -> None:
        folder = stat.S_ISDIR(os.fstat(number).st_mode)
        steps.append("folder" if folder else f"{os.fstat(number).st_size} bytes")

    def moved(path: Path, target: Path) -> Path:
        steps.append("moved")
        return moving(path, target)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(Path, "replace", moved)
    write_whole(tmp_path / "witness.json", b"12345")
    assert steps == ["5 bytes", "moved", "folder"]
    steps.clear()
    hash_chain.create(tmp_path / "ledger")
    assert steps == ["folder"]


RACING = """
import sys
from fractions import Fraction
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from ledgers import FILE, asking
from explorer.privacy.refusal import OverBudget
from explorer.release.ledger.spends import spend
print("ready", flush=True)
sys.stdin.readline()
paid = 0
for _ in range(3):
    try:
        spend(Path(sys.argv[2]), asking("1/7", account="default"), FILE)
        paid += 1
    except OverBudget:
        pass
print(paid)
"""


def test_that_processes_that_race_never_spend_more_than_there_is(folder: Path, tmp_path: Path) -> None:
    open_account(folder, "default", Amount(Fraction(5, 7)))
    spend(folder, asking("1/7", account="default"), FILE)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    command = [sys.executable, "-c", RACING, str(Path(__file__).parents[1]), str(folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    racing = [subprocess.Popen(command, env=environment, **pipes) for _ in range(3)]
    for each in racing:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in racing:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    paid = [int(each.communicate(timeout=120)[0]) for each in racing]
    assert [each.returncode for each in racing] == [0, 0, 0]
    assert sum(paid) == 4
    (account,) = accounts_of(folder)
    assert account.remaining == Amount()
    assert [entry.sequence for entry in account.entries] == [1, 2, 3, 4, 5]
