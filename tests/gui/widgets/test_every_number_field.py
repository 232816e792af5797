"""A law over all fields of the window that hold a number: each takes its own number in another spelling."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt

from explorer.app.core.schedule_messages import ScheduleLineAdded
from explorer.app.core.state import State, Workspace
from explorer.app.release.plan.plan_draft import document, value_of
from explorer.app.update import update
from explorer.gui.fields.number_field import NumberField
from explorer.gui.release.plan.plan_fields import TextField
from explorer.privacy.notation import read_exact
from explorer.privacy.refusal import NotANumber

NO_NUMBERS = ("name", "unit", "column", "share")  # a share has a law of its own: a percentage or a part
BEHIND = {Workspace.EXPLORE: "clipping", Workspace.COMPOSE: "year"}  # closed, or behind another tab, at first
PARTS = ("setting", "reading", "composing", "sample", "schedule")
LEAST = {Workspace.EXPLORE: 10, Workspace.COMPOSE: 10, Workspace.TABLES: 4}
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def exact(text):
    try:
        return read_exact(text)
    except NotANumber:
        return None


def others(text):
    """The same number as other people type it."""
    decimal = (
        text.replace(".", ",") if text.replace(".", "", 1).isdigit() and not text.endswith("000") else text
    )
    ratio = f"{text} in 1" if text.isdigit() else text
    return [each for each in (text.translate(WIDE), decimal, ratio) if each != text]


@pytest.mark.parametrize("workspace", Workspace)
def test_that_every_number_field_takes_its_own_number_in_another_spelling(open_window, workspace):
    hand = open_window(update(State(workspace=workspace), ScheduleLineAdded("weekly")), front_only=True)
    hand.open(workspace.value)
    if workspace in BEHIND:
        hand.furnished.open_card(BEHIND[workspace])
    hand.settled()
    tried = set()
    for field in hand.window.findChildren(NumberField):
        text = field.lineEdit().text()
        if not field.isEnabled() or exact(text) is None:
            continue
        for typed in others(text):
            before = hand.store.state
            field.lineEdit().setText(typed)
            field.editingFinished.emit()
            after = hand.store.state
            assert after.refused == before.refused, (field.accessibleName(), typed)
            assert [getattr(after, each) for each in PARTS] == [getattr(before, each) for each in PARTS]
            hand.store.frame()
        tried.add(field.accessibleName())
    assert len(tried) >= LEAST.get(workspace, 0), tried


def test_that_every_number_of_a_plan_is_taken_in_another_spelling(example):
    tried = 0
    for field in example.card("plan").findChildren(TextField):
        text = field.editor.text()
        value = value_of(document(example.store.state.releasing.plan), field.path)
        if exact(text) is None or isinstance(value, list) or field.path.endswith(NO_NUMBERS):
            continue
        for typed in others(text):
            before = example.store.state
            field.editor.setText(typed)
            field.editor.editingFinished.emit()
            after = example.store.state
            assert after.refused == before.refused, (field.path, typed)
            now = value_of(document(after.releasing.plan), field.path)
            assert now is None or Fraction(str(now)) == Fraction(str(value)), (field.path, typed)
            example.store.frame()
        tried += 1
    assert tried >= 3


def test_that_a_click_into_a_number_marks_it_and_a_second_one_sets_the_caret(hand):
    """So that a number is typed anew with one click; of a stretch drawn by mouse nothing more is marked."""
    line = hand.field("ε").lineEdit()
    hand.window.activateWindow()
    hand.qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    assert line.selectedText() == line.text() == "1"
    hand.qtbot.keyClicks(line, "2")
    assert line.text() == "2"
    hand.qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    assert not line.hasSelectedText()
