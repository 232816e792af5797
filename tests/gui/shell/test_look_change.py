"""Another look leaves the rest as it is: the window, the focus, the layout, what is typed or running."""

import gc
import threading
import weakref

import pytest
from hands import PATIENCE
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPlainTextEdit, QPushButton, QScrollArea
from thoroughness import some

from explorer.app.core.message import Moved, Typed
from explorer.gui.fields.parameter_control import NumberField
from explorer.gui.record.record_window import RecordWindow
from explorer.gui.shell import first_frame, look_change
from explorer.gui.shell.cover import Cover
from explorer.gui.shell.first_frame import FirstFrame
from explorer.gui.shell.garbage import emptied
from explorer.gui.shell.look_change import LookChange
from explorer.gui.shell.portions import end_portion
from explorer.gui.tasks import BackgroundTask
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.mark import Sentence

FURNISHED = {spec.card for spec in CARD_SPECS if not spec.hidden}
LOOKS = ("Theme: Dark", "Type size: Larger type", "Language: 简体中文")


class Watch(QObject):
    """Which of some events a window had."""

    def __init__(self, window, *kinds):
        super().__init__(window)
        self.kinds, self.seen = kinds, []
        window.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() in self.kinds:
            self.seen.append(event.type())
        return False


@pytest.fixture
def program(front_alone, start):
    """The program with what stands in front."""
    return begun(start())


@pytest.fixture
def whole(start, qtbot):
    """The program with all that stands behind."""
    program = start()
    qtbot.waitUntil(lambda: set(program.furnished.panels) == FURNISHED, timeout=PATIENCE)
    return begun(program)


def begun(program):
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)  # skips the page of the first start
    assert not program.furnished.welcoming
    return program


def field_of(program, path="target.epsilon"):
    row = program.window.left.findChild(QObject, path)
    return row.findChild(NumberField)


def wanted(program, choice):
    program.furnished.actions.found[choice].trigger()


def changed(program, qtbot, choice, meanwhile=lambda: None):
    """Choose a look, let `meanwhile` happen before it is worn, and wait until it is."""
    before = program.furnished
    wanted(program, choice)
    meanwhile()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    for _ in range(3):  # scrolled once it is laid out
        QApplication.processEvents()


def test_that_window_focus_and_what_is_half_typed_stay_in_every_look(program, qtbot):
    window = program.window
    window.setGeometry(30, 40, 1111, 777)
    QApplication.processEvents()
    number, geometry = window.winId(), window.geometry()
    watch = Watch(window, QEvent.Type.Hide, QEvent.Type.Close, QEvent.Type.WinIdChange)
    for choice in LOOKS:
        field = field_of(program)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "0.25")
        field.lineEdit().setCursorPosition(2)
        changed(program, qtbot, choice)
        assert program.window is window
        assert window.isVisible()
        assert (window.winId(), window.geometry()) == (number, geometry)
        assert window.findChildren(Cover) == []
        assert QApplication.focusWidget() is field_of(program)
        assert field_of(program).lineEdit().text() == "0.25"
        assert field_of(program).lineEdit().cursorPosition() == 2
        assert program.furnished.store.state.target.epsilon == 1
        assert program.furnished.store.history.past == ()
        QTest.keyClick(field_of(program), Qt.Key.Key_Escape)
    assert watch.seen == []


@pytest.mark.sets_aside
def test_that_nothing_holds_what_was_shown_in_the_look_before(program, qtbot):
    before = weakref.ref(program.furnished)
    program.furnished.store.dispatch(Typed("target.epsilon", "no number"))  # refused, and kept in the state
    changed(program, qtbot, "Theme: Dark")
    assert program.furnished.store.state.refused
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert before() is None


def test_that_a_window_may_be_resized_while_it_has_no_content(program, qtbot, monkeypatch):
    def resized(were):
        program.window.resize(1000, 700)
        return emptied(were)

    monkeypatch.setattr(look_change, "emptied", resized)
    changed(program, qtbot, "Theme: Dark")
    assert program.window.size().toTuple() == (1000, 700)
    assert program.window.tabs


@pytest.mark.painted
def test_that_a_look_that_takes_longer_than_a_store_may_is_painted_when_it_is_there(
    program, qtbot, monkeypatch
):
    held = []

    def slowly(were):
        held.append(program.window.updatesEnabled())
        return emptied(were)

    monkeypatch.setattr(look_change, "emptied", slowly)
    monkeypatch.setattr(first_frame, "LONGEST", 0)
    monkeypatch.setattr(look_change, "end_portion", lambda: (end_portion(), slowly(())))
    changed(program, qtbot, "Theme: Dark")
    assert len(held) > 2
    assert not any(held)
    qtbot.waitUntil(lambda: not program.window.findChildren(FirstFrame), timeout=PATIENCE)
    assert program.window.updatesEnabled()
    program.furnished.open_workspace("compose")
    assert program.window.workspace == "compose"


def test_that_a_window_whose_look_fails_is_painted_and_closes(program, qtbot, monkeypatch):
    def fail(*_, **__):
        raise ValueError("no such look")

    monkeypatch.setattr(look_change, "MainController", fail)
    with qtbot.captureExceptions() as faults:
        wanted(program, "Theme: Dark")
        qtbot.waitUntil(lambda: len(faults) > 0, timeout=PATIENCE)
    assert [fault[0] for fault in faults] == [ValueError]
    qtbot.waitUntil(program.window.updatesEnabled, timeout=PATIENCE)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not program.window.findChildren(Cover)
    assert program.window.close()


def test_that_keys_pressed_meanwhile_are_not_lost(program, qtbot):
    field = field_of(program)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1")

    def meanwhile():
        for key, text in ((Qt.Key.Key_Period, "."), (Qt.Key.Key_5, "5")):
            event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text)
            QCoreApplication.postEvent(program.window.windowHandle(), event, -1000)  # after all else waits

    changed(program, qtbot, "Theme: Dark", meanwhile)
    field = field_of(program)
    qtbot.waitUntil(lambda: field.lineEdit().text() == "1.5", timeout=PATIENCE)
    assert program.furnished.store.state.target.epsilon == 1
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert program.furnished.store.state.target.epsilon == 1.5


def test_that_every_key_of_the_menu_has_one_meaning_in_the_new_look(program, qtbot):
    changed(program, qtbot, "Theme: Dark")
    for full in (True, False):
        QTest.keyClick(program.window, Qt.Key.Key_F11)
        assert program.window.isFullScreen() is full


def test_that_the_layout_stays_closed_maximised_and_scrolled(whole, qtbot):
    window = whole.window
    window.card("trade-off").close()
    window.rooms["compose"].maximise(window.card("composition"))
    window.resize(960, 600)
    QApplication.processEvents()
    area = next(each for each in window.left.findChildren(QScrollArea) if each.verticalScrollBar().maximum())
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    changed(whole, qtbot, "Theme: Dark")
    assert not window.card("trade-off").isVisible()
    assert window.card("privacy-loss").isVisible()
    area = next(each for each in window.left.findChildren(QScrollArea) if each.verticalScrollBar().maximum())
    qtbot.waitUntil(
        lambda: area.verticalScrollBar().value() == area.verticalScrollBar().maximum(), timeout=PATIENCE
    )
    whole.furnished.open_workspace("compose")
    QApplication.processEvents()
    shown = [name for name, card in window.rooms["compose"].cards.items() if card.isVisible()]
    assert shown == ["composition"]


def test_that_answers_and_what_is_asked_go_on(program, qtbot):
    program.furnished.open_workspace("compose")
    store = program.furnished.store
    qtbot.waitUntil(lambda: not store.busy and len(store.jobs.answers) > 0, timeout=PATIENCE)
    answers, worker = dict(store.jobs.answers), program.furnished.worker
    changed(program, qtbot, "Theme: Dark")
    assert program.furnished.worker is worker
    kept = dict(program.furnished.store.jobs.answers)  # with what the new content has asked meanwhile
    assert {question: kept.get(question) for question in answers} == answers
    program.furnished.store.dispatch(Moved("composing.count", 17))
    jobs = program.furnished.store.jobs
    qtbot.waitUntil(lambda: len(jobs.answers) > len(kept), timeout=PATIENCE)


def test_that_a_look_waits_for_what_is_running_and_says_so(program, qtbot):
    end, before = threading.Event(), program.furnished
    results = []
    task = BackgroundTask(lambda _: end.wait(60), program.window.card("publish"))
    task.done.connect(results.append)
    task.start()
    wanted(program, "Theme: Dark")
    qtbot.waitUntil(lambda: bool(program.window.findChildren(Cover)), timeout=PATIENCE)
    (cover,) = program.window.findChildren(Cover)
    assert "has ended" in cover.text()
    assert program.furnished is before
    end.set()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    assert results == [True]
    assert program.window.theme.name == "dark"


def test_that_a_look_waits_for_an_open_question(program, qtbot):
    dialog = QDialog(program.window)
    dialog.open()
    before = program.furnished
    wanted(program, "Theme: Dark")
    qtbot.waitUntil(lambda: program.window.findChild(LookChange).waiting, timeout=PATIENCE)
    assert program.furnished is before
    dialog.accept()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    assert program.window.theme.name == "dark"


def test_that_the_look_that_was_wished_last_is_worn(program, qtbot):
    before = program.furnished
    for choice in ("Theme: Dark", "Type size: Larger type", "Theme: Light"):
        before.actions.found[choice].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)
    QApplication.processEvents()
    assert (program.window.theme.name, program.window.theme.scale) == ("light", 1.25)


def test_that_playing_draws_play_on(program, qtbot):
    program.furnished.player.play(playing=True)
    changed(program, qtbot, "Theme: Dark")
    qtbot.waitUntil(lambda: program.furnished.player is not None, timeout=PATIENCE)
    assert program.furnished.player.playing
    program.furnished.player.pause()


def purpose(record, name="purpose"):
    return next(each for each in record.findChildren(QPlainTextEdit) if each.accessibleName() == name)


def test_that_a_window_that_presented_before_a_new_look_closes_without_a_fault(program, qtbot):
    wanted(program, "Presenter mode")
    screen = program.furnished.presenter.screen
    qtbot.waitUntil(screen.isVisible, timeout=PATIENCE)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not screen.isVisible(), timeout=PATIENCE)
    changed(program, qtbot, "Theme: Dark")
    assert program.window.close()  # what fails in a slot fails the test


def test_that_the_record_saved_last_is_presented_in_the_new_look(program, qtbot, tmp_path, monkeypatch):
    target = tmp_path / "record.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    QTest.keyClick(
        program.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    (record,) = program.window.findChildren(RecordWindow)
    qtbot.waitUntil(record.isVisible, timeout=PATIENCE)
    QTest.keyClicks(purpose(record), "Care")
    save = next(each for each in record.findChildren(QPushButton) if each.text() == "Save the record …")
    qtbot.waitUntil(lambda: not program.furnished.store.busy, timeout=PATIENCE)
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    assert target.exists()
    record.close()
    changed(program, qtbot, "Theme: Dark")
    wanted(program, "Presenter mode")
    assert program.furnished.store.state.presentation.cards[-1] == "record"
    screen = program.furnished.presenter.screen
    QTest.keyClick(screen, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "Care" in screen.sheet.accessibleDescription(), timeout=PATIENCE)


def test_that_the_decision_record_stays_open_in_the_new_look_with_what_was_typed(program, qtbot):
    QTest.keyClick(
        program.window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    (record,) = program.window.findChildren(RecordWindow)
    qtbot.waitUntil(record.isVisible, timeout=PATIENCE)
    record.setGeometry(50, 60, 600, 500)
    QApplication.processEvents()
    watch = Watch(record, QEvent.Type.Hide, QEvent.Type.Close)
    for choice, name in some(zip(LOOKS, ("purpose", "purpose", "用途"), strict=True), 2):
        field = purpose(record)
        field.setFocus()
        QTest.keyClicks(field, "Care")
        field.moveCursor(QTextCursor.MoveOperation.Left)
        typed, cursor, number = field.toPlainText(), field.textCursor().position(), record.winId()
        changed(program, qtbot, choice)
        assert program.window.findChildren(RecordWindow) == [record]
        assert (record.isVisible(), record.winId()) == (True, number)
        field = purpose(record, name)
        assert (field.toPlainText(), field.textCursor().position()) == (typed, cursor)
        assert record.focusWidget() is field
    assert watch.seen == []
    assert record.windowTitle() == program.window.language.say(Sentence("Decision record"))
    QTest.keyClicks(field, "!")
    assert "!" in program.furnished.store.state.decision.text("purpose")
    assert record.geometry().size().width() == 600
