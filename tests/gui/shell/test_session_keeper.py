"""The session while one works: a kill loses seconds, no window overwrites another's, all is told."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hands import PATIENCE, Hand
from PySide6.QtWidgets import QDialog, QMessageBox

from explorer.app.core.message import Moved
from explorer.app.core.release_messages import PlanEdited
from explorer.app.core.state import State, Workspace
from explorer.app.session import loaded, saved
from explorer.gui.session import session_keeper
from explorer.gui.session.session_keeper import sessions_left
from explorer.gui.session.session_offer import SessionOffer
from explorer.gui.shell.settings import Settings, settings_folder

CARDS = ("one-release",)
pytestmark = pytest.mark.begins_in("explore", *CARDS)
ROOT = Path(__file__).parents[3]
GONE = "0" * 8  # no computer's mark

# The whole program; once it is furnished, a person writes a plan's title, and goes on thinking
TYPING = """
import os, sys
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from explorer.__main__ import main
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.release.plan_files import new_plan
from explorer.gui.session import session_keeper
from explorer.gui.shell import application

session_keeper.PAUSE = 20
start = application.Program.start

def write(program):
    controller = program.furnished
    controller.keeper.kept.connect(lambda: print("kept", flush=True))
    controller.open_workspace("release")
    controller.furnish_now(["plan"])
    new_plan(controller.context)
    controller.store.frame()
    field = next(each for each in controller.window.card("plan").findChildren(Field) if each.path == "title")
    field.editor.setFocus()
    QTest.keyClicks(field.editor, "Beds by ward")
    field.editor.editingFinished.emit()

def starting(program):
    QTimer.singleShot(60_000, lambda: os._exit(3))  # where a fault leaves the window open
    program.ready.connect(lambda: QTimer.singleShot(0, lambda: write(program)))
    start(program)

application.Program.start = starting
sys.exit(main([]))
"""


def written_in(folder, text):
    return [path for path in folder.glob("running-*.json") if text in path.read_text("utf-8")]


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(session_keeper, "PAUSE", 0)


@pytest.fixture
def hand_of(qtbot):
    """A person's hand in a whole program."""
    return lambda program: Hand(qtbot, program.furnished)


def offers(window):
    return [each for each in window.findChildren(SessionOffer) if each.isVisible()]


def boxes(window):
    return [each.text() for each in window.findChildren(QMessageBox) if each.isVisible()]


def left_behind(state, kind="running", mark=f"{GONE}-000000-1-1-0000000000000000"):
    """What another run of the program left long ago."""
    path = settings_folder() / f"{kind}-{mark}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(saved(state), "utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_that_a_plan_that_was_typed_before_a_kill_is_offered_at_the_next_start(front_alone, start, hand_of):
    running = subprocess.Popen([sys.executable, "-c", TYPING], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with running:
        for _ in running.stdout:
            if written_in(settings_folder(), "Beds by ward"):
                break
        running.send_signal(signal.SIGKILL)
    (kept,) = written_in(settings_folder(), "Beds by ward")
    program = start()
    (question,) = offers(program.window)
    hand = hand_of(program)
    assert "ended without being closed" in hand.said(question)
    assert "“Beds by ward”" in hand.said(question)
    assert hand.store.state.releasing.plan == ""
    hand.click("Restore it", question)
    assert 'title = "Beds by ward"' in hand.store.state.releasing.plan
    hand.until(lambda: not kept.exists())
    assert written_in(settings_folder(), "Beds by ward"), "a kill right after it loses nothing either"
    hand.store.undo()
    assert hand.store.state.releasing.plan == ""


def test_that_what_changes_is_kept_beside_the_session_and_gone_after_closing(soon, hand):
    hand.type(hand.field("ε"), "2.5")
    hand.until(lambda: written_in(settings_folder(), '"epsilon": 2.5'))
    assert not Settings().session_path.exists()
    hand.window.close()
    assert [path.name for path in settings_folder().glob("*.json")] == ["session.json"]
    assert loaded(Settings().session_path.read_text("utf-8")).target.epsilon == 2.5


def test_that_what_changes_after_the_window_has_closed_is_not_kept(soon, hand):
    hand.furnished.keeper.stop()
    hand.store.dispatch(Moved("target.epsilon", 2.5))
    hand.settled()
    assert written_in(settings_folder(), "2.5") == []


def test_that_nothing_is_written_while_nothing_changes(soon, hand):
    hand.store.request_frame()
    hand.settled()
    assert list(settings_folder().glob("running-*")) == []


def test_that_another_look_keeps_what_changes_as_before(soon, front_alone, start, hand_of):
    program = start()
    hand_of(program).settled()
    program.window.settings.set("theme", "dark")
    program.dress_anew()
    hand = hand_of(program)
    hand.store.dispatch(Moved("target.epsilon", 2.5))
    hand.until(lambda: written_in(settings_folder(), '"epsilon": 2.5'))


def test_that_two_windows_at_once_keep_both_their_sessions(soon, front_alone, open_window, start, hand_of):
    first, second = open_window(cards=CARDS), open_window(cards=CARDS)
    first.type(first.field("ε"), "2.5")
    second.type(second.field("ε"), "3.5")
    second.until(lambda: len(list(settings_folder().glob("running-*"))) == 2)
    first.leave()
    second.leave()
    assert loaded(Settings().session_path.read_text("utf-8")).target.epsilon == 2.5
    program = start()
    (question,) = offers(program.window)
    hand = hand_of(program)
    assert "Two windows were open at once" in hand.said(question)
    hand.click("Restore it", question)
    assert hand.store.state.target.epsilon == 3.5


def test_that_a_window_in_which_nothing_changed_leaves_the_session_of_the_other(open_window):
    first, second = open_window(cards=CARDS), open_window(cards=CARDS)
    first.type(first.field("ε"), "2.5")
    first.leave()
    second.open("compose")
    second.leave()
    assert [path.name for path in settings_folder().glob("*.json")] == ["session.json"]
    assert loaded(Settings().session_path.read_text("utf-8")).target.epsilon == 2.5


@pytest.mark.parametrize(("answer", "stays"), [("Not now", True), ("Delete it", False)])
def test_that_each_session_left_is_asked_about_by_itself(front_alone, start, hand_of, answer, stays):
    older = left_behind(State(workspace=Workspace.COMPOSE))
    newer = left_behind(State(), mark=f"{GONE}-000000-2-1-0000000000000000")
    os.utime(newer, (1_000_000_001, 1_000_000_001))
    program = start()
    hand = hand_of(program)
    for path in (newer, older):
        (question,) = offers(program.window)
        assert "2001-09-0" in hand.said(question)
        assert "has no plan" in hand.said(question)
        hand.click(answer, question)
        assert path.exists() is stays
    assert offers(program.window) == []


def test_that_a_session_left_that_does_not_read_is_told_and_set_aside(front_alone, start):
    path = left_behind(State())
    path.write_text("{", "utf-8")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    program = start()
    assert offers(program.window) == []
    assert any("not a session" in each for each in boxes(program.window))
    assert [each.name for each in settings_folder().glob("*.kept")] == [f"{path.name}.kept"]


def test_that_what_a_kill_left_half_written_is_removed_and_not_offered(folders_of_its_own):
    mark = f"{GONE}-000000-1-1-0000000000000000"
    whole = left_behind(State(), mark=mark)
    half = whole.with_name(f".running-{mark}.json.{mark}")
    half.write_text("{", "utf-8")
    os.utime(half, (1_000_000_000, 1_000_000_000))
    assert [each.path for each in sessions_left(settings_folder())] == [whole]
    assert not half.exists()


FAULTS = {
    errno.ENOSPC: "is full",
    errno.EDQUOT: "is full",
    errno.EROFS: "is read-only",
    errno.EACCES: "is read-only for you",
}


@pytest.mark.parametrize(("number", "words"), FAULTS.items(), ids=[errno.errorcode[each] for each in FAULTS])
def test_that_a_session_that_cannot_be_kept_is_told_once_and_never_holds_the_window(
    soon, hand, monkeypatch, number, words
):
    def refusing(path, content):
        raise OSError(number, os.strerror(number))

    tried = []
    monkeypatch.setattr(session_keeper, "write_whole", refusing)
    hand.furnished.keeper.failed.connect(tried.append)
    hand.store.dispatch(Moved("target.epsilon", 2.5))
    hand.until(lambda: boxes(hand.window))
    (told,) = boxes(hand.window)
    assert words in told
    assert "Save the session into another folder" in told
    hand.store.dispatch(Moved("target.epsilon", 3.5))
    hand.settled()
    for box in hand.dialogs(QDialog):
        box.accept()
    assert not hand.window.close()
    assert any("close the window again" in each and words in each for each in boxes(hand.window))
    assert hand.window.close()
    assert len(tried) == 1
    assert list(settings_folder().glob("*.json")) == []


def test_that_the_system_ends_a_window_whose_session_cannot_be_kept(front_alone, start, monkeypatch, qtbot):
    program = start()
    monkeypatch.setattr(session_keeper, "write_whole", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with qtbot.waitSignal(program.window.closed, timeout=PATIENCE):
        program.end()


def test_that_a_plan_in_hand_is_in_what_is_kept(soon, example):
    example.store.dispatch(PlanEdited("title", "Stays"))
    example.until(lambda: written_in(settings_folder(), "Stays"))
