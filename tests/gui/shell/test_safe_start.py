"""A start with defaults reads neither settings nor a session, and replaces neither unless that is chosen."""

import gc
import sys
import threading
from dataclasses import replace

import pytest
from hands import Hand
from PySide6.QtWidgets import QMessageBox, QPushButton

import explorer.__main__ as program_start
from explorer.app.core.message import Moved
from explorer.app.core.state import State
from explorer.app.session import loaded, saved
from explorer.gui.session.safe_start import SafeClosing
from explorer.gui.session.session_keeper import sessions_left
from explorer.gui.shell import application, preflight
from explorer.gui.shell.settings import Settings, settings_folder

KEPT = replace(State(), target=replace(State().target, epsilon=2.5))


@pytest.fixture
def before():
    """What an earlier start has kept: the bytes of each file."""
    folder = settings_folder()
    folder.mkdir(parents=True)
    (folder / "window.ini").write_text("[General]\ntheme=dark\nlanguage=zh_CN\nscale=1.6\n", "utf-8")
    (folder / "session.json").write_text(saved(KEPT), "utf-8")
    return held(folder)


def held(folder):
    return {each.name: each.read_bytes() for each in folder.iterdir() if not each.name.startswith("running")}


@pytest.fixture
def safely(start, front_alone, before, qtbot):
    program = start(safe=True)
    (told,) = [each for each in program.window.findChildren(QMessageBox) if each.isVisible()]
    assert "were not read" in told.text() or "未读取" in told.text()
    told.accept()
    return Hand(qtbot, program.furnished)


def question_at_closing(hand):
    assert not hand.window.close()
    (question,) = [each for each in hand.window.findChildren(SafeClosing) if each.isVisible()]
    return question


def pressed(question, place):
    question.findChildren(QPushButton)[place].click()


CANCEL, KEEP, LEAVE = range(3)


def test_that_nothing_of_before_is_read_and_an_untouched_window_closes_unasked(safely, before):
    assert safely.store.state.target.epsilon == State().target.epsilon
    assert (safely.window.theme.scale, safely.window.settings.theme) == (1.0, None)
    assert safely.window.close()
    assert held(settings_folder()) == before


def test_that_what_was_changed_is_dropped_where_the_previous_is_kept(safely, before):
    safely.store.dispatch(Moved("target.epsilon", 0.25))
    pressed(question_at_closing(safely), CANCEL)
    assert safely.window.isVisible()
    pressed(question_at_closing(safely), LEAVE)
    assert not safely.window.isVisible()
    assert held(settings_folder()) == before


def test_that_what_is_kept_on_purpose_sets_the_previous_aside(safely, before):
    safely.store.dispatch(Moved("target.epsilon", 0.25))
    safely.window.settings.set("motion", "system")
    pressed(question_at_closing(safely), KEEP)
    assert not safely.window.isVisible()
    now = held(settings_folder())
    assert (now["window.ini.kept"], now["session.json.kept"]) == (
        before["window.ini"],
        before["session.json"],
    )
    assert loaded(now["session.json"].decode()).target.epsilon == 0.25
    assert (Settings().motion, Settings().theme) == ("system", None)


def test_that_an_end_by_the_system_leaves_the_previous_and_offers_what_was_changed(safely, before):
    safely.store.dispatch(Moved("target.epsilon", 0.25))
    safely.furnished.closing.end_unasked()
    assert not safely.window.isVisible()
    (left,) = sessions_left(settings_folder())
    assert loaded(left.path.read_text("utf-8")).target.epsilon == 0.25
    left.path.unlink()
    assert held(settings_folder()) == before


def test_that_the_option_opens_the_window_alone_and_stands_in_the_help(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(preflight, "for_window", lambda _: None)
    monkeypatch.setattr(application, "run", lambda _, safe: opened.append(safe) or 0)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    assert (program_start.main([]), program_start.main(["--safe"])) == (0, 0)
    gc.enable()  # which the start of a window turns off
    assert opened == [False, True]
    assert program_start.main(["--safe", "bounds"]) == 2
    for code in ("en", "zh_CN"):
        assert program_start.main(["--help", "--language", code]) == 0
    assert capsys.readouterr().out.count("[--safe]") == 2
