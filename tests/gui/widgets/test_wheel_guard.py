"""The wheel scrolls: no control changes by it but the one in focus, in any workspace or dialog."""

from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)
from stewards import agree, settle_folder, summary

from explorer.app.core.lesson_messages import LessonOpened, LessonTurned
from explorer.app.core.state import State, Workspace
from explorer.app.update import update
from explorer.gui.explore.deployments_table import show_deployed
from explorer.gui.fields.parameter_control import NumberField, Slider
from explorer.gui.ledger.account_dialogs import LimitDialog, ask_limit
from explorer.gui.release.plan.table_question import TableQuestion
from explorer.gui.release.plan_files import example_plan
from explorer.gui.release.plan_sign_off import SignOffQuestion
from explorer.gui.release.public_data import PublicDialog
from explorer.gui.release.publication.comparison_dialog import ComparisonDialog
from explorer.gui.release.publication.forms_dialog import FormsDialog
from explorer.gui.release.publication.picture_dialog import PictureDialog
from explorer.gui.release.publication.words_dialog import WordsDialog
from explorer.gui.schedule.schedule_account import AccountQuestion
from explorer.gui.widgets.card import Card
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account
from explorer.release.values.amount import Amount

pytestmark = pytest.mark.begins_in("explore", "one-release")
NOTCH = 120  # a turn of the wheel by one notch, in Qt's units


def turned(widget, *notches):
    """Turn the wheel over the middle of a widget, as the mouse does it: the window hears of it first.

    It goes on after each notch. The mouse stays there, whatever the first notch has scrolled away.
    """
    root = widget.window()
    at = widget.mapTo(root, widget.rect().center())
    for each in notches:
        QTest.wheelEvent(root.windowHandle(), QPointF(at), QPoint(0, NOTCH * each))
        yield


def turn(widget, notches):
    """Turn the wheel over a widget, once."""
    list(turned(widget, notches))


def can_be_reached(widget):
    """Whether the mouse can be over its middle, once it is scrolled to."""
    root = widget.window()
    area = widget.parentWidget()
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    if area is not None and area.isAncestorOf(widget):
        area.ensureWidgetVisible(widget)
    at = widget.mapTo(root, widget.rect().center())
    hit = root.childAt(at) if root.rect().contains(at) else None
    return hit is not None and (hit is widget or widget.isAncestorOf(hit))


def settings_of(root):
    """How to ask every control in a window what it is set to."""
    asked = []
    for each in root.findChildren(QWidget):
        if isinstance(each, QComboBox | QTabBar):
            asked.append(each.currentIndex)
        elif isinstance(each, QAbstractSpinBox | QLineEdit):
            asked.append(each.text)
        elif isinstance(each, QAbstractButton) and each.isCheckable():
            asked.append(each.isChecked)
        elif isinstance(each, QAbstractSlider) and not isinstance(each, QScrollBar):
            asked.append(each.value)
    return asked


def name_of(widget):
    return f"{type(widget).__name__} “{widget.accessibleName() or widget.objectName()}”"


def changed_by_the_wheel(root, state):
    """The widgets of a window over which a turn of the wheel, both ways, changed anything."""
    shown = [each for each in root.findChildren(QWidget) if each.isVisible() and each.window() is root]
    culprits, reached = [], []
    root.setFocus()
    asked, was = settings_of(root), state()
    before = [ask() for ask in asked]
    for each in shown:
        focused = QApplication.focusWidget()
        if focused is each or not can_be_reached(each):
            continue
        reached.append(each)
        for _ in turned(each, 1, -1):  # looked at after each notch: the second may undo the first
            if [ask() for ask in asked] != before or state() is not was:
                culprits.append(name_of(each))
                asked, was = settings_of(root), state()
                before = [ask() for ask in asked]
    return culprits, reached


@pytest.mark.parametrize("workspace", ["explore", "compose", "release", "learn", "ledger", "tables"])
def test_that_the_wheel_changes_no_control_without_focus(open_window, workspace):
    hand = open_window(State(workspace=Workspace(workspace)), size=(1280, 1400), front_only=True)
    example_plan(hand.furnished.context)
    hand.open(workspace)
    culprits, reached = changed_by_the_wheel(hand.window, lambda: hand.store.state)
    assert culprits == []
    assert len(reached) > 40
    if workspace not in ("learn", "ledger"):  # in front these have buttons and lists only
        assert any(isinstance(each, QComboBox | QAbstractSpinBox | QAbstractSlider) for each in reached)


def test_that_the_wheel_changes_no_control_of_a_lesson_without_focus(open_window):
    """In a step with a guess, and in one with sliders."""
    state = update(State(workspace=Workspace.LEARN), LessonOpened("averaging"))
    hand = open_window(state, size=(1280, 1000), front_only=True)
    walked = []
    for step in (0, 2):
        hand.store.dispatch(LessonTurned(step, presented=True))
        hand.settled()
        culprits, reached = changed_by_the_wheel(hand.window, lambda: hand.store.state)
        assert culprits == []
        walked.append({type(each) for each in reached})
    assert any(issubclass(each, QLineEdit) for each in walked[0])
    assert {NumberField, Slider} <= walked[1]


def all_dialogs(hand):
    context = hand.furnished.context
    PublicDialog(context).open()
    yield hand.dialog(PublicDialog)
    AccountQuestion(context).open()
    yield hand.dialog(AccountQuestion)
    show_deployed(context)
    yield hand.dialog()
    ask_limit(context, None, further=True, opened=lambda _: None)
    yield hand.dialog(LimitDialog)
    TableQuestion(context, "").open()
    yield hand.dialog(TableQuestion)
    files = QFileDialog(hand.window, "", "", "CSV (*.csv);;JSON (*.json)")
    files.setOption(QFileDialog.Option.DontUseNativeDialog)
    files.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    files.open()
    yield files


def test_that_the_wheel_changes_no_control_of_a_dialog_without_focus(hand):
    boxes = 0
    for dialog in all_dialogs(hand):
        QApplication.processEvents()
        culprits, reached = changed_by_the_wheel(dialog, lambda: hand.store.state)
        assert culprits == []
        boxes += sum(isinstance(each, QComboBox) for each in reached)
        dialog.close()
        hand.until(lambda: not hand.dialogs(QDialog))
    assert boxes >= 6


def chosen(hand, words):
    """Choose an entry of the menu beside the exports."""
    more = hand.find(QPushButton, "More", hand.card("publish"))
    next(each for each in more.menu().actions() if each.text() == words).trigger()


def dialogs_of_a_release(hand):
    """Those that stand before a release and after it, each as a person comes to it, and what it is called."""
    hand.click("Sign off …", hand.card("plan"))
    yield "sign off", hand.dialog(SignOffQuestion)
    settle_folder(hand)
    hand.click("Release", hand.card("publish"))
    yield "summary", summary(hand)
    for _ in range(3):
        agree(hand)
    chosen(hand, "Export in other forms …")
    yield "forms", hand.dialog(FormsDialog)
    chosen(hand, "Title, note, dataset, publisher …")
    yield "words", hand.dialog(WordsDialog)
    PictureDialog(hand.furnished.context, hand.store.state.releasing.drawn[-1], lambda _: None).open()
    yield "picture", hand.dialog(PictureDialog)
    chosen(hand, "Compare with an earlier release …")
    compared = hand.dialog(ComparisonDialog)
    hand.until(lambda: "published numbers" in hand.said(compared))
    boxes = compared.findChildren(QComboBox)
    assert [box.count() for box in boxes] == [2, 2]  # else there is nothing that the wheel could choose
    yield "compare", compared


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_the_wheel_changes_no_control_of_a_dialog_before_or_after_a_release(example):
    open_account(ledger_folder(), "default", Amount(Fraction(5)))
    least = {"sign off": 4, "summary": 3, "forms": 5, "words": 6, "picture": 1, "compare": 3}
    walked = {}
    for name, dialog in dialogs_of_a_release(example):
        QApplication.processEvents()
        culprits, reached = changed_by_the_wheel(dialog, lambda: example.store.state)
        assert culprits == []
        walked[name] = sum(each.focusPolicy() & Qt.FocusPolicy.TabFocus != 0 for each in reached)
        dialog.reject()
        example.until(lambda: not example.dialogs(QDialog))
    assert {name: walked[name] >= many for name, many in least.items()} == dict.fromkeys(least, True)


def test_that_the_wheel_changes_no_control_of_a_card_that_floats(hand):
    card = hand.card("one-release")
    card.setFloating(True)
    hand.until(card.isVisible)
    turn(hand.window.tabs["explore"], 1)  # where the mouse was before
    card.activateWindow()
    hand.settled()
    culprits, reached = changed_by_the_wheel(card, lambda: hand.store.state)
    assert isinstance(card, Card)
    assert culprits == []
    assert any(isinstance(each, QComboBox) for each in reached)


def test_that_the_wheel_over_a_control_without_focus_scrolls_what_lies_under_it(hand):
    hand.window.resize(960, 600)
    hand.settled()
    slider = hand.slider("ε")
    area = slider.parentWidget()
    while not isinstance(area, QScrollArea):
        area = area.parentWidget()
    bar = area.verticalScrollBar()
    assert bar.maximum() > 0
    before = bar.value()
    turn(slider, -1)
    assert bar.value() > before
    assert hand.store.state.target.epsilon == 1


def test_that_a_control_in_focus_keeps_it_and_follows_the_wheel(hand):
    field = hand.field("ε")
    field.setFocus()
    box = next(each for each in hand.card("one-release").findChildren(QComboBox) if each.isVisible())
    assert can_be_reached(box)
    turn(box, 1)
    assert field.hasFocus()
    for find in (hand.slider, hand.field):
        control = find("ε")
        control.setFocus()
        before = hand.store.state.target.epsilon
        assert isinstance(control, Slider | NumberField)
        turn(control, 1)
        assert hand.store.state.target.epsilon > before
