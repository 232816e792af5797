"""A decision record in a real window: opened from anywhere, filled in, saved, and nothing of it lost."""

import json

import pytest
from accessible import CONTROLS, inside_a_named_control, walk
from paper import pages
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QDesktopServices
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)

from explorer.app.core import message
from explorer.app.core.decision import Reply, Subject
from explorer.app.core.state import State, Workspace
from explorer.app.session import loaded
from explorer.app.update import update
from explorer.gui.record.record_window import RecordWindow
from explorer.gui.shell.settings import Settings
from explorer.mark import Sentence

CARDS = ("one-release",)  # the record has a window of its own
pytestmark = pytest.mark.begins_in("explore", *CARDS)
_TITLE = Sentence("Decision record …")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def recording(hand):
    """The record, opened by its keys."""
    hand.press(Qt.Key.Key_D, CONTROL | SHIFT)
    hand.settled()
    return hand.dialog(RecordWindow)


def written(hand, window, name, text):
    """A person clicks into a field and types."""
    (field,) = (
        each
        for kind in (QLineEdit, QPlainTextEdit)
        for each in window.findChildren(kind)
        if each.accessibleName() == name
    )
    field.setFocus()
    hand.qtbot.keyClicks(field, text)
    hand.settled()
    return field


@pytest.fixture
def target(tmp_path, monkeypatch):
    """Where the record is saved: what the dialog for files answers."""
    answer = {"path": tmp_path / "record.html"}
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(answer["path"]), ""))
    return answer


def draft(hand):
    return hand.store.state.decision


def saved(hand, window):
    hand.click("Save the record", window)
    hand.settled()


class Counted:
    """Counts what a person does, one action each."""

    def __init__(self):
        self.count = 0

    def __call__(self, act, *given):
        self.count += 1
        return act(*given)


def test_that_a_limit_becomes_a_saved_record_in_at_most_ten_actions(hand, target):
    act = Counted()
    start = hand.find(QToolButton, "an attacker's belief", hand.card("one-release"))
    act(hand.qtbot.mouseClick, start, Qt.MouseButton.LeftButton)
    hand.settled()
    act(hand.type, hand.editor("largest acceptable belief"), "70 %")
    assert hand.store.state.start.origin is not None
    window = act(recording, hand)
    act(written, hand, window, "purpose", "Publish ages by region")
    act(written, hand, window, "dataset", "Register 2026")
    act(written, hand, window, "decided by: full name", "Ann")
    act(saved, hand, window)
    act(lambda: None)  # the file is named in the dialog
    page = target["path"].read_text("utf-8")
    assert act.count <= 10
    for words in ("at most 70 % sure", "Publish ages by region", "Register 2026", "Ann", "0.847", "<svg"):
        assert words in page
    assert "Saved: record.html in" in hand.said(window)


@pytest.mark.parametrize(
    ("workspace", "subject"),
    [
        (Workspace.EXPLORE, Subject.RELEASE),
        (Workspace.COMPOSE, Subject.REPEATED),
        (Workspace.RELEASE, Subject.PLAN),
        (Workspace.LEDGER, Subject.ACCOUNT),
        (Workspace.TABLES, Subject.RELEASE),
        (Workspace.LEARN, Subject.RELEASE),
    ],
)
def test_that_it_is_about_the_workspace_in_front(open_window, workspace, subject, target):
    hand = open_window(State(workspace=workspace), front_only=True, cards=CARDS)
    window = recording(hand)
    assert draft(hand).subject is subject
    assert hand.find(QComboBox, "about", window).currentData() == subject.value
    saved(hand, window)
    assert hand.refusals(window) == []
    assert target["path"].exists()


def test_that_it_is_about_the_year_where_the_year_has_the_focus(hand):
    hand.only("year").open("compose")
    hand.furnished.open_card("year")
    hand.settled()
    hand.click("Show an example year", hand.card("year"))
    hand.settled()
    recording(hand)
    assert draft(hand).subject is Subject.YEAR
    assert hand.dialogs(RecordWindow)


def test_that_the_palette_and_the_menu_open_the_one_window(hand):
    hand.find_anything("decision record")
    window = hand.dialog(RecordWindow)
    assert not window.isModal()
    window.close()
    hand.action("Decision record …").trigger()
    assert hand.dialog(RecordWindow) is window
    assert len(hand.window.findChildren(RecordWindow)) == 1


def test_that_the_first_field_has_the_focus_and_tab_goes_on(hand):
    window = recording(hand)
    assert window.focusWidget().accessibleName() == "purpose"
    hand.qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert window.focusWidget().accessibleName() == "dataset"


def test_that_the_words_follow_what_is_set_while_it_is_open(hand):
    window = recording(hand)
    assert "ε per release: 1 – default of the program, set by nobody" in hand.said(window)
    hand.type(hand.field("ε privacy"), "0.7032")
    assert "ε per release: 0.7032 – set" in hand.said(window)


@pytest.mark.parametrize("kind", ["html", "pdf", "json"])
def test_that_every_kind_of_file_has_what_was_written(hand, target, tmp_path, kind):
    target["path"] = tmp_path / f"record.{kind}"
    window = recording(hand)
    written(hand, window, "purpose", "Publish ages by region")
    saved(hand, window)
    content = target["path"].read_bytes()
    text = "\n".join(pages(content)) if kind == "pdf" else content.decode()
    for words in ("Decision record", "Publish ages by region", "What is not protected", "NIST SP 800-226"):
        assert words in text, words
    if kind == "json":
        assert json.loads(content)["written"]["texts"] == {"purpose": "Publish ages by region"}


def test_that_the_record_is_written_in_the_language_that_was_chosen(hand, target):
    window = recording(hand)
    hand.choose(hand.find(QComboBox, "language of the record", window), "zh_CN")
    saved(hand, window)
    page = target["path"].read_text("utf-8")
    assert 'lang="zh-CN"' in page
    assert "不受保护的内容" in page
    assert draft(hand).language == "zh_CN"


def test_that_a_place_that_cannot_be_written_is_told_and_nothing_is_lost(hand, target, tmp_path):
    target["path"] = tmp_path / "nowhere" / "record.html"
    window = recording(hand)
    written(hand, window, "purpose", "kept")
    saved(hand, window)
    (refusal,) = hand.refusals(window)
    assert "there is no folder" in refusal
    assert "Saved" not in hand.said(window)
    assert draft(hand).text("purpose") == "kept"
    target["path"] = tmp_path / "record.html"
    saved(hand, window)
    assert hand.refusals(window) == []
    assert "Saved: record.html in" in hand.said(window)


def test_that_a_full_disk_leaves_the_old_file_and_the_draft(hand, target, monkeypatch):
    target["path"].write_text("older")
    window = recording(hand)
    written(hand, window, "dataset", "Register")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("explorer.export.files.write_whole", full)
    saved(hand, window)
    assert "is full: make room on it" in hand.refusals(window)[0]
    assert target["path"].read_text() == "older"
    assert draft(hand).text("dataset") == "Register"


def test_that_a_file_of_another_kind_is_refused_with_those_that_there_are(hand, target, tmp_path):
    target["path"] = tmp_path / "record.docx"
    window = recording(hand)
    saved(hand, window)
    assert ".html, .pdf, .json" in hand.refusals(window)[0]
    assert not target["path"].exists()


def test_that_no_record_is_saved_with_a_date_that_is_none(hand, target):
    window = recording(hand)
    field = written(hand, window, "to be reviewed on", "soon")
    saved(hand, window)
    assert any("is not a date" in each for each in hand.refusals(window))
    assert not target["path"].exists()
    field.selectAll()
    written(hand, window, "to be reviewed on", "2027-11-22")
    saved(hand, window)
    assert "2027-11-22" in target["path"].read_text("utf-8")


def test_that_what_was_saved_is_opened_by_its_button(hand, target, monkeypatch):
    asked = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url.toLocalFile()) or True)
    window = recording(hand)
    buttons = [each for each in window.findChildren(QPushButton) if each.text() == "Open"]
    assert not any(each.isVisible() for each in buttons)
    saved(hand, window)
    hand.click("Open", window)
    assert asked == [str(target["path"])]


def test_that_a_record_that_no_program_opens_is_told_with_its_place(hand, target, monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    window = recording(hand)
    saved(hand, window)
    hand.click("Open", window)
    told = hand.box()
    assert "No program could open the record" in told.text()
    assert str(target["path"]) in told.text()
    told.accept()


def test_that_letters_are_undone_in_the_field_and_then_steps_of_the_program(hand):
    hand.type(hand.field("ε privacy"), "0.5")
    window = recording(hand)
    field = written(hand, window, "dataset", "Register")
    hand.qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)
    hand.settled()
    assert (field.text(), draft(hand).text("dataset")) == ("", "")
    written(hand, window, "dataset", "Register")
    written(hand, window, "purpose", "")  # the field is left: what was written is a step
    hand.store.undo()
    hand.settled()
    assert field.text() == draft(hand).text("dataset") == ""
    hand.store.redo()
    hand.settled()
    assert field.text() == "Register"


def test_that_the_pinned_setting_becomes_a_rejected_one_with_a_reason(hand, target):
    window = recording(hand)
    take = hand.find(QPushButton, "Record the pinned setting A", window)
    assert not take.isEnabled()
    hand.type(hand.field("ε privacy"), "0.3")
    hand.store.dispatch(message.Pinned())
    hand.type(hand.field("ε privacy"), "0.7032")
    hand.click("Record the pinned setting A", window)
    hand.settled()
    written(hand, window, "reason", "too noisy")
    assert draft(hand).rejected[0].reason == "too noisy"
    saved(hand, window)
    assert "too noisy" in target["path"].read_text("utf-8")
    hand.click("Remove", window)
    hand.settled()
    assert draft(hand).rejected == ()


def test_that_deployments_are_ticked_and_questions_answered(hand):
    window = recording(hand)
    listed = window.findChild(QListWidget)
    listed.item(1).setCheckState(Qt.CheckState.Checked)
    hand.settled()
    assert draft(hand).looked_at == (listed.item(1).data(Qt.ItemDataRole.UserRole),)
    box = hand.find(QComboBox, "Is access to the raw data limited", window)
    hand.choose(box, "yes")
    assert draft(hand).reply("access") is Reply.YES
    hand.choose(box, None)
    assert draft(hand).reply("access") is None


def test_that_what_is_written_is_there_after_the_next_start(open_window):
    hand = open_window(cards=CARDS)
    window = recording(hand)
    written(hand, window, "purpose", "kept for tomorrow")
    hand.window.close()
    kept = loaded(Settings().session_path.read_text("utf-8"))
    assert kept.decision.text("purpose") == "kept for tomorrow"
    again = open_window(kept, cards=CARDS)
    window = recording(again)
    (field,) = (each for each in window.findChildren(QPlainTextEdit) if each.accessibleName() == "purpose")
    assert field.toPlainText() == "kept for tomorrow"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_every_control_has_a_name_and_no_text_is_wider_than_the_window(open_window, language):
    state = update(State(), message.SensitivityInputChosen("unit", "person"))
    hand = open_window(state, language=language, cards=CARDS)
    hand.action(hand.furnished.context.say(_TITLE)).trigger()
    hand.settled()
    window = hand.dialog(RecordWindow)
    names = [
        each.text(QAccessible.Text.Name)
        for each, _ in walk(QAccessible.queryAccessibleInterface(window))
        if each.role() in CONTROLS and not inside_a_named_control(each)
    ]
    assert names
    assert all(names)
    inside = window.panel.findChild(QComboBox).parentWidget()
    assert inside.width() <= window.panel.width()
