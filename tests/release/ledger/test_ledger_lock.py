"""One program at a time, also where the locks of the file system do nothing; a killed one is no obstacle."""

import os
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from ledgers import FILE, asking

from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger import hash_chain, lock, transaction
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.lock import LOCK, Locked, locked
from explorer.release.ledger.spends import keep, open_account, read_books, spend
from explorer.release.values import process_mark
from explorer.release.values.amount import Amount
from explorer.release.values.process_mark import is_running, new_mark

ROOT = Path(__file__).parents[3]

WITHOUT_LOCKS = """
import sqlite3, sys
from fractions import Fraction
from pathlib import Path
from explorer.privacy.refusal import Refusal
from explorer.release.ledger import hash_chain as chain
from explorer.release.ledger.accounts import Spending
from explorer.release.values.amount import Amount
from explorer.release.ledger.spends import spend
connect = sqlite3.connect
def lockless(name, **options):
    return connect(f"{name}&vfs=unix-none" if options.get("uri") else name, **options)
chain.sqlite3.connect = lockless
asked = Spending(Amount(Fraction(1)), "discrete-laplace", "person", "add-remove", "schema = 1\\n")
done = 0
for _ in range(int(sys.argv[2])):
    try:
        spend(Path(sys.argv[1]), asked, b"f" * 32)
        done += 1
    except Refusal:
        pass
print(done)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="SQLite has no such file system there")
def test_that_programs_that_race_without_locks_draw_no_more_than_is_spent(folder: Path) -> None:
    open_account(folder, "default", Amount(Fraction(1000)))
    spend(folder, asking(account="default"), FILE)
    running = [start(WITHOUT_LOCKS, folder, 8) for _ in range(4)]
    drawn = [int(each.communicate()[0]) for each in running]
    books = read_books(folder)
    assert sum(drawn) == 32
    assert books.releases == 1 + sum(drawn)
    assert books.accounts["default"].total.epsilon == 1 + sum(drawn)
    assert [each.name for each in folder.iterdir()] == [FILE_NAME]


def test_that_an_entry_that_another_program_wrote_over_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    spend(folder, asking(account="default"), FILE)
    before = (folder / FILE_NAME).read_bytes()
    committed = transaction.commit

    def overwritten(connection: sqlite3.Connection, where: Path) -> object:
        found = committed(connection, where)
        (where / FILE_NAME).write_bytes(before)
        return found

    monkeypatch.setattr(transaction, "commit", overwritten)
    with pytest.raises(LedgerRefused, match="at the same time"):
        spend(folder, asking(), FILE)


def test_that_nobody_is_told_that_nothing_was_drawn_when_a_draw_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = spend(folder, asking(), FILE)
    before = (folder / FILE_NAME).read_bytes()
    committed = transaction.commit

    def overwritten(connection: sqlite3.Connection, where: Path) -> object:
        found = committed(connection, where)
        (where / FILE_NAME).write_bytes(before)
        return found

    monkeypatch.setattr(transaction, "commit", overwritten)
    with pytest.raises(LedgerRefused, match="at the same time") as caught:
        keep(folder, paid, [[1]], [])
    assert "drawn" not in str(caught.value.sentence)


def test_that_the_lock_is_held_for_one_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path, 1.0):
        assert is_running((tmp_path / LOCK).read_text())
        with pytest.raises(Locked), locked(tmp_path, 0.0):
            pass
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path, 0.0):
        pass


def test_that_without_hard_links_the_lock_is_made_exclusively(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(os, "link", unsupported)
    with locked(tmp_path, 1.0), pytest.raises(Locked), locked(tmp_path, 0.0):
        pass
    assert list(tmp_path.iterdir()) == []


def test_that_a_lock_that_another_program_reads_right_now_is_removed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows removes no file that somebody has open, and those who wait look into the lock all the time."""
    unlink, read = Path.unlink, {"left": 3}

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path.exists() and read["left"]:
            read["left"] -= 1
            raise PermissionError(13, "used by another process")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    with locked(tmp_path, 0.0):
        read["left"] = 3
    assert list(tmp_path.iterdir()) == []


def test_that_a_lock_that_was_taken_is_held_though_the_file_beside_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if lock.OWN in path.name and path.exists():
            raise PermissionError(13, "used by another process")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    monkeypatch.setattr(lock.time, "sleep", lambda _: None)
    with locked(tmp_path, 0.0):
        assert is_running((tmp_path / LOCK).read_text())
    assert not (tmp_path / LOCK).exists()


def test_that_a_lock_that_the_disk_has_no_room_for_is_not_left_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(*_: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(os, "link", unsupported)
    opened = os.fdopen

    def full(*arguments: Any, **options: Any) -> Any:
        file = opened(*arguments, **options)
        if (tmp_path / LOCK).exists():
            file.close()
            raise OSError(28, "full")
        return file

    with monkeypatch.context() as patch:
        patch.setattr(os, "fdopen", full)
        with pytest.raises(OSError, match="full"), locked(tmp_path, 0.0):
            pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "8d06"])
def test_that_a_lock_that_was_cut_short_by_a_crash_is_removed_after_a_while(
    tmp_path: Path, content: str
) -> None:
    """Without hard links it is not written at once; a program may be just about to."""
    lock = tmp_path / LOCK
    lock.write_text(content)
    with pytest.raises(Locked), locked(tmp_path, 0.0):
        pass
    assert lock.read_text() == content
    os.utime(lock, (lock.stat().st_mtime - 100,) * 2)
    with locked(tmp_path, 0.0):
        assert is_running(lock.read_text())
    assert list(tmp_path.iterdir()) == []


def test_that_a_lock_that_was_removed_before_it_was_written_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that stood still for a minute between making its lock and writing its mark into it."""

    def unsupported(*_: object) -> None:
        raise OSError(95, "not supported")

    monkeypatch.setattr(os, "link", unsupported)
    opened, other = os.fdopen, new_mark()

    def taken(*arguments: Any, **options: Any) -> Any:
        if (tmp_path / LOCK).exists():
            (tmp_path / LOCK).unlink()
            (tmp_path / LOCK).write_text(other)
        return opened(*arguments, **options)

    monkeypatch.setattr(os, "fdopen", taken)
    with pytest.raises(Locked), locked(tmp_path, 0.0):
        pass
    assert (tmp_path / LOCK).read_text() == other


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "endless", "folder"])
def test_that_what_is_no_lock_is_not_read(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe would be waited for, and a device never ends."""
    lock = tmp_path / LOCK
    if kind == "pipe":
        os.mkfifo(lock)
    elif kind == "endless":
        lock.symlink_to("/dev/zero")
    else:
        lock.mkdir()
    read = Path.read_text

    def watched(path: Path, *arguments: Any, **options: Any) -> str:
        assert path != lock, "it was read"
        return read(path, *arguments, **options)

    monkeypatch.setattr(Path, "read_text", watched)
    with pytest.raises(Locked), locked(tmp_path, 0.0):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from explorer.release.ledger.lock import locked
with locked(Path(sys.argv[1]), 1.0):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals end no program there")
def test_that_the_lock_of_a_killed_program_is_removed(tmp_path: Path) -> None:
    start(KILLED, tmp_path).communicate()
    assert is_running((tmp_path / LOCK).read_text()) is False
    with locked(tmp_path, 0.0):
        assert is_running((tmp_path / LOCK).read_text())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there does a program's state say so")
def test_that_a_killed_program_that_its_parent_never_asked_about_runs_no_more(tmp_path: Path) -> None:
    """In a container without an init process it keeps its number for good."""
    killed = start(KILLED, tmp_path)
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
    try:
        assert is_running((tmp_path / LOCK).read_text()) is False
    finally:
        killed.communicate()


def test_that_a_program_of_which_the_system_does_not_tell_may_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems show nobody the processes of other users, though their numbers are taken."""
    mine = new_mark()
    monkeypatch.setattr(process_mark, "start_of", lambda process: None)
    assert is_running(mine) is True


def dead_mark() -> str:
    """A mark of a program on this computer that runs no more: no process has so large a number."""
    host, boot, _, start, chance = new_mark().split("-")
    return f"{host}-{boot}-{2**31 - 1:x}-{start}-{chance}"


def test_that_a_lock_that_was_taken_over_meanwhile_is_not_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead lock is seen; before it is removed, another program has done so and holds its own."""
    running, dead = new_mark(), dead_mark()
    (tmp_path / LOCK).write_text(running)
    seen = iter([dead])
    holder = lock.holder_of
    monkeypatch.setattr(lock, "holder_of", lambda folder: next(seen, None) or holder(folder))
    with pytest.raises(Locked), locked(tmp_path, 0.0):
        pass
    assert (tmp_path / LOCK).read_text() == running


def test_that_nobody_waits_longer_than_asked_for_a_lock_that_cannot_be_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that was killed while it removed a lock left its claim behind."""
    (tmp_path / LOCK).write_text(dead_mark())
    (tmp_path / f"{LOCK}.broken").write_text("")
    pauses: list[float] = []

    def paused(seconds: float) -> None:
        pauses.append(seconds)
        assert len(pauses) < 10, "waits on, whatever was asked"

    monkeypatch.setattr(lock.time, "sleep", paused)
    with pytest.raises(Locked), locked(tmp_path, -1.0):
        pass


def test_that_the_lock_of_another_computer_is_waited_for_and_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))
    elsewhere = "0" * 8 + new_mark()[8:]
    (folder / LOCK).write_text(elsewhere)
    monkeypatch.setattr(hash_chain, "WAIT", 0.0)
    with pytest.raises(LedgerRefused, match="in use") as caught:
        spend(folder, asking(), FILE)
    assert dict(caught.value.sentence.values)["lock"] == LOCK
    assert (folder / LOCK).read_text() == elsewhere


def test_that_a_ledger_in_a_folder_that_cannot_be_written_is_read_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_account(folder, "default", Amount(Fraction(9)))

    def denied(*_: object) -> None:
        raise PermissionError(13, "denied")

    with monkeypatch.context() as patch:  # the folder is removed through os.open too
        patch.setattr(lock.os, "open", denied)
        assert read_books(folder).accounts["default"].limit == Amount(Fraction(9))


def test_that_a_mark_tells_runs_of_the_program_apart() -> None:
    mine = new_mark()
    host, boot, process, start, chance = mine.split("-")
    assert new_mark() != mine
    assert is_running(mine) is True
    assert is_running(f"{host}-{'0' * 6}-{process}-{start}-{chance}") is (boot == "0" * 6)
    assert is_running(f"{host}-{boot}-{process}-{int(start, 16) + 1:x}-{chance}") is (start == "0")
    assert is_running(f"{'0' * 8}-{boot}-{process}-{start}-{chance}") is None
    assert is_running("") is None
