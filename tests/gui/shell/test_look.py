"""Theme, language, type size and sessions: the same state in other clothes, also after a restart."""

import json

import pytest
from hands import PATIENCE
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from thoroughness import some

from explorer.app.core.message import Moved, Settled
from explorer.app.plotting.palette import palette
from explorer.app.session import loaded
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.shell import application
from explorer.gui.shell.settings import Settings

ENGLISH_TABS = ["Explore", "Compose", "Release", "Learn", "Ledger", "Tables"]


def looked(program, qtbot, choice):
    """Choose a look from the menu and wait until the window wears it."""
    before = program.furnished
    before.actions.found[choice].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    QApplication.processEvents()  # what is put back once it is laid out


@pytest.fixture
def moved(front_alone, start):
    """The program with what stands in front, in which ε was moved once."""
    program = start()
    program.furnished.store.dispatch(Moved("target.epsilon", 2.0))
    program.furnished.store.dispatch(Settled())
    return program


def looked_and_kept(moved, qtbot, choice):
    """Choose a look, which changes neither the state nor its history."""
    state, history = moved.furnished.store.state, moved.furnished.store.history
    looked(moved, qtbot, choice)
    assert moved.furnished.store.state == state
    assert moved.furnished.store.history == history
    moved.furnished.store.undo()
    assert moved.furnished.store.state.target.epsilon == 1
    moved.furnished.store.redo()
    assert moved.furnished.store.state.target.epsilon == 2


def test_that_another_look_keeps_the_state_and_its_history(moved, qtbot):
    looked_and_kept(moved, qtbot, "Type size: Larger type")


def test_that_another_look_keeps_the_workspace_in_front_and_what_stands_as_a_table(moved, qtbot):
    moved.furnished.open_workspace("compose")
    moved.furnished.furnish_now(["composition", "year"])
    moved.furnished.panels["composition"].show_numbers(in_numbers=True)
    moved.furnished.panels["year"].show_numbers(in_numbers=True)
    looked(moved, qtbot, "Theme: Dark")
    moved.furnished.furnish_now(["composition", "year", "released-value"])  # one behind, one not there
    assert moved.window.workspace == "compose"
    panel = moved.furnished.panels["composition"]
    assert panel.in_numbers
    table = panel.findChild(Numbers)
    qtbot.waitUntil(table.isVisible, timeout=PATIENCE)
    assert table.rowCount() > 10
    assert moved.furnished.panels["year"].in_numbers
    assert not moved.furnished.panels["released-value"].in_numbers
    panel.show_numbers(in_numbers=False)
    looked(moved, qtbot, "Theme: Light")
    moved.furnished.furnish_now(["composition"])
    assert not moved.furnished.panels["composition"].in_numbers


@pytest.mark.painted
def test_that_the_dark_theme_is_worn_by_window_and_pictures(moved, qtbot):
    looked_and_kept(moved, qtbot, "Theme: Dark")
    qtbot.waitUntil(moved.window.updatesEnabled, timeout=PATIENCE)  # the first frame of the new content
    assert QApplication.palette().window().color().name() == palette("dark")["page"].lower()
    image = moved.furnished.panels["released-value"].canvas.grab().toImage()
    assert image.pixelColor(2, 2).name() == palette("dark")["card"].lower()


def test_that_chinese_is_spoken_by_the_window_by_qt_and_by_the_pictures(moved, qtbot):
    looked_and_kept(moved, qtbot, "Language: 简体中文")
    assert moved.window.windowTitle() == "Privacy Explorer"
    assert [tab.text() for tab in moved.window.tabs.values()] != ENGLISH_TABS
    assert all(chinese(tab.text()) for tab in moved.window.tabs.values())
    assert chinese(moved.furnished.panels["released-value"].canvas.accessibleDescription())
    box = QMessageBox(QMessageBox.Icon.NoIcon, "", "", QMessageBox.StandardButton.Cancel, moved.window)
    assert chinese(box.button(QMessageBox.StandardButton.Cancel).text())
    box.deleteLater()
    looked(moved, qtbot, next(each for each in moved.furnished.actions.found if each.endswith("English")))
    assert [tab.text() for tab in moved.window.tabs.values()] == ENGLISH_TABS
    box = QMessageBox(QMessageBox.Icon.NoIcon, "", "", QMessageBox.StandardButton.Cancel, moved.window)
    assert not chinese(box.button(QMessageBox.StandardButton.Cancel).text())
    box.deleteLater()


def chinese(text):
    return any("\u4e00" <= character <= "\u9fff" for character in text)


def test_that_larger_type_is_larger(moved, qtbot):
    moved.window.resize(1440, 900)  # in a small one the left column gives way to the cards
    before = moved.window.tabs["explore"].fontMetrics().height()
    width = moved.window.left.width()
    looked(moved, qtbot, "Type size: Largest type")
    assert moved.window.tabs["explore"].fontMetrics().height() > 1.4 * before
    assert moved.window.left.width() > 1.4 * width


def test_that_a_look_is_remembered_over_a_restart(front_alone, start, qtbot):
    first = start()
    looked(first, qtbot, "Theme: Dark")
    looked(first, qtbot, "Language: 简体中文")
    first.window.close()
    second = start()
    assert second.window.theme.name == "dark"
    assert second.window.language.code == "zh_CN"


def test_that_a_look_that_is_worn_already_changes_nothing(moved, qtbot):
    actions = moved.furnished.actions.found
    assert actions["Type size: Normal type"].isChecked()
    assert actions["Language: As the system"].isChecked()
    assert not actions["Theme: Dark"].isChecked()


def test_that_a_palette_unlike_the_scheme_of_the_system_gives_way(front_alone, start, qtbot, monkeypatch):
    """The first paint goes by the palette, which is quick to ask; the desktop's own word counts."""
    monkeypatch.setattr(application, "palette_theme", lambda _: "light")
    monkeypatch.setattr(application, "system_theme", lambda _: "dark")
    program = start()
    qtbot.waitUntil(lambda: program.window.theme.name == "dark", timeout=PATIENCE)


def test_that_the_language_of_the_system_is_spoken_first(front_alone, start, monkeypatch):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert start().window.language.code == "zh_CN"


# Sessions


def test_that_the_session_is_taken_up_at_the_next_start(front_alone, start):
    first = start()
    first.furnished.store.dispatch(Moved("target.epsilon", 2.5))
    first.furnished.open_workspace("compose")
    first.window.close()
    second = start()
    assert second.furnished.store.state.target.epsilon == 2.5
    assert second.window.workspace == "compose"
    assert second.furnished.store.history.past == ()


BROKEN = {
    "no JSON": "{",
    "a newer one": '{"schema": 99}',
    "out of range": '{"schema": 1, "target": {"epsilon": 1e9}}',
    "a plan that is no TOML": '{"schema": 1, "releasing": {"plan": "= ["}}',
    "a plan of another shape": '{"schema": 1, "workspace": "release", "releasing": {"plan": "privacy = 3"}}',
}
"""One of each sort; every way in which a session can be broken is tried in `tests/app/test_session.py`."""


@pytest.mark.parametrize("kind", some(BROKEN, 3))
def test_that_a_broken_session_is_told_and_does_not_stop_the_start(front_alone, start, qtbot, kind):
    path = Settings().session_path
    path.parent.mkdir(parents=True)
    path.write_text(BROKEN[kind])
    program = start()
    boxes = [each for each in program.window.findChildren(QMessageBox) if each.isVisible()]
    assert len(boxes) == 1
    assert "session" in boxes[0].text().lower()
    boxes[0].accept()
    assert program.furnished.store.state.target.epsilon == 1
    program.furnished.open_workspace("release")
    program.furnished.open_workspace("explore")
    program.furnished.store.dispatch(Moved("target.epsilon", 2.0))
    panel = program.furnished.panels["released-value"]
    qtbot.waitUntil(lambda: panel.figure and panel.figure.settings["epsilon"] == 2, timeout=PATIENCE)


def test_that_a_session_that_is_no_text_does_not_stop_the_start(front_alone, start):
    path = Settings().session_path
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\xfe\x00")
    program = start()
    assert any(each.isVisible() for each in program.window.findChildren(QMessageBox))


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_session_is_saved_and_opened_through_the_menu(hand, tmp_path, monkeypatch):
    path = tmp_path / "mine.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    hand.type(hand.field("ε"), "ln 3")
    hand.action("Save the session …").trigger()
    kept = hand.store.state
    assert loaded(path.read_text("utf-8")).target == kept.target
    hand.type(hand.field("ε"), "5")
    hand.action("Open a session …").trigger()
    hand.settled()
    assert hand.store.state.target == kept.target
    assert hand.field("ε").text() == "1.099"
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 5


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_session_that_does_not_read_is_told(hand, tmp_path, monkeypatch):
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({"schema": 7}))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    hand.action("Open a session …").trigger()
    assert "newer" in hand.box().text()
    assert hand.store.state.target.epsilon == 1


@pytest.mark.begins_in("explore", "one-release")
def test_that_a_session_that_cannot_be_written_is_told(hand, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "mine.json"), ""))
    hand.action("Save the session …").trigger()
    assert "there is no folder" in hand.box().text()


def test_that_settings_that_do_not_read_leave_the_first_look(front_alone, start):
    path = Settings().folder / "window.ini"
    path.parent.mkdir(parents=True)
    path.write_text(
        "[General]\ntheme=pink\nlanguage=tlh\nscale=huge\n[window]\ngeometry=@ByteArray(nonsense)\n"
    )
    program = start()
    assert program.window.theme.name in ("light", "dark")
    assert program.window.theme.scale == 1
