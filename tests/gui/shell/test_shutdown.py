"""The system asks the window to end: it closes in order, keeps the session, and leaves no row behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from thoroughness import some

from explorer.gui.shell.shutdown import Ending
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# The whole program; once it is furnished, a release of a person's file begins, or that of the example
WINDOW = """
import os, signal, sys, threading
for each in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from PySide6.QtCore import QTimer
from explorer.__main__ import main
from explorer.app.core.release_messages import FileChosen
from explorer.gui.shell import application
from explorer.gui.shell.shutdown import Ending
from explorer.release import publish
from explorer.release.counting.tally import Tally

where, csv = sys.argv[1:]
asked = threading.Event()
finish, privatize, start = Tally.finish, publish.privatize, application.Program.start

def counting(tally, check):
    print("here", flush=True)
    while where == "counting":
        check()
        asked.wait(0.01)
    return finish(tally, check)

def drawing(*given):
    asked.wait(60)  # the signal comes before the release is drawn
    return privatize(*given)

def spending(*given, whole=publish.spend):
    paid = whole(*given)
    print("paid", flush=True)
    return paid

def begin(program):
    from explorer.gui.release.plan_files import example_plan
    furnished = program.furnished
    example_plan(furnished.context)
    if csv:
        furnished.store.dispatch(FileChosen(csv))
    furnished.open_workspace("release")
    furnished.furnish_now(["publish"])
    furnished.panels["publish"].begin()

def starting(program):
    act = (lambda: print("here", flush=True)) if where == "idle" else (lambda: begin(program))
    program.ready.connect(lambda: QTimer.singleShot(100, act))
    start(program)
    program.findChild(Ending).asked.connect(lambda _: asked.set())  # told after the program itself

Tally.finish, publish.privatize, publish.spend = counting, drawing, spending
application.Program.start = starting
sys.exit(main([]))
"""


def ended(name: str, where: str, csv: str, after: str = "here") -> subprocess.CompletedProcess[str]:
    """The program, asked to end at some point."""
    command = [sys.executable, "-c", WINDOW, where, csv]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:  # ends if the program does
            if line == f"{after}\n":
                break
        running.send_signal(getattr(signal, name))
        out, err = running.communicate(timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, out, err)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made in this test."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    return place


@pytest.mark.parametrize(
    ("name", "where"), some([("SIGTERM", "counting"), ("SIGHUP", "idle"), ("SIGINT", "idle")], 2)
)
def test_that_the_window_ends_in_order_when_it_is_asked_to(
    name: str, where: str, place: Path, folders_of_its_own: Path
) -> None:
    done = ended(name, where, "")
    assert (done.returncode, done.stderr) == (128 + getattr(signal, name), "")
    assert list(place.iterdir()) == []
    left = {path.name for path in (folders_of_its_own / "state").rglob("*")}
    assert "session.json" in left
    assert not any("witness" in each for each in left), "of the example's ledger"


def test_that_what_is_paid_is_drawn_and_kept_before_the_window_ends(place: Path, tmp_path: Path) -> None:
    people = ROOT / "resources" / "examples" / "people.csv"
    (tmp_path / "people.csv").write_bytes(people.read_bytes())
    done = ended("SIGTERM", "drawing", str(tmp_path / "people.csv"), after="paid")
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "")
    books = read_books(ledger_folder())
    assert books.releases == 1
    assert list(place.iterdir()) == []


def test_that_a_signal_that_was_ignored_stays_so_and_all_is_put_back(qtbot) -> None:
    before, woken = signal.signal(signal.SIGHUP, signal.SIG_IGN), signal.set_wakeup_fd(-1)
    term = signal.getsignal(signal.SIGTERM)
    try:
        owner, asked = QObject(), []
        ending = Ending(owner)
        ending.asked.connect(asked.append)
        os.kill(os.getpid(), signal.SIGHUP)
        with qtbot.waitSignal(ending.asked, timeout=60_000):
            os.kill(os.getpid(), signal.SIGTERM)
        assert asked == [signal.SIGTERM]
        ending.stop()
        assert signal.getsignal(signal.SIGTERM) is term
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert signal.set_wakeup_fd(-1) == -1
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.set_wakeup_fd(woken)
