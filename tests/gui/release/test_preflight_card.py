"""Before the release: each line is settled by the button beside it, and nothing surprises after the press."""

from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QToolButton,
)
from stewards import agree, button, chosen, settle_folder, spent, summary

from explorer.app.core.release_messages import AccountNamed, LedgerChanged, PlanEdited
from explorer.app.core.state import State, Workspace
from explorer.gui.ledger.account_dialogs import LimitDialog
from explorer.gui.release.preflight.account_choice import AccountChoice
from explorer.gui.release.preflight.preflight_lines import PreflightLine
from explorer.gui.widgets.fold import FoldHead
from explorer.gui.widgets.label import Label
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.values.amount import Amount

pytestmark = pytest.mark.begins_in("release", "publish")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "publish")  # where the form is looked at


def said(hand):
    return hand.said(hand.card("publish"))


def settled(hand):
    """The line behind which the settled ones stand."""
    return hand.card("publish").findChild(FoldHead)


def opened(hand, name, epsilon=5):
    open_account(ledger_folder(), name, Amount(Fraction(epsilon)), apart=name != "default")
    hand.store.dispatch(LedgerChanged())
    hand.settled()


def without_a_folder(hand):
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    return button(hand, "Release")


@WITH_PLAN
def test_that_a_folder_that_is_missing_is_said_and_the_button_beside_the_line_chooses_one(
    hand, monkeypatch, tmp_path
):
    release = without_a_folder(hand)
    assert settled(hand).accessibleName() == "5 of 6 lines are settled"
    assert "asks for the folder first" in said(hand)
    assert release.toolTip() == "No folder chosen for the released files"
    assert "No folder chosen" in release.accessibleDescription()
    chosen(monkeypatch, tmp_path)
    hand.click("Choose a folder …", hand.card("publish"))
    hand.settled()
    assert release.isEnabled()
    assert settled(hand).accessibleName() == "6 of 6 lines are settled"
    assert f"4 files go to {tmp_path}" in said(hand)
    assert "asks for the folder first" not in said(hand)
    assert release.toolTip() == ""
    assert not hand.dialogs()


@WITH_PLAN
def test_that_the_release_asks_for_the_folder_and_then_shows_what_is_spent(hand, monkeypatch, tmp_path):
    release = without_a_folder(hand)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    hand.qtbot.mouseClick(release, Qt.MouseButton.LeftButton)
    hand.settled()
    assert not hand.dialogs()  # thought better of
    chosen(monkeypatch, tmp_path)
    hand.qtbot.mouseClick(release, Qt.MouseButton.LeftButton)
    assert str(tmp_path) in hand.said(summary(hand))
    assert not ledger_folder().exists()  # nothing is spent before it is agreed to


@WITH_PLAN
def test_that_a_folder_that_will_not_do_is_said_and_no_summary_opens(hand, monkeypatch, tmp_path):
    release = without_a_folder(hand)
    (tmp_path / "income.csv").write_text("mine")
    chosen(monkeypatch, tmp_path)
    hand.qtbot.mouseClick(release, Qt.MouseButton.LeftButton)
    hand.until(lambda: "income.csv" in said(hand))
    hand.settled()
    assert not hand.dialogs()
    assert not release.isEnabled()
    assert "1 line to settle first" in said(hand)
    hand.click("New folder", hand.card("publish"))
    hand.settled()
    assert release.isEnabled()
    assert not hand.dialogs()  # the press before was another one


def test_that_the_files_of_a_release_go_to_the_folder_that_was_chosen(example, tmp_path):
    example.panel("publish").send_to(tmp_path / "out")
    example.click("Release", example.card("publish"))
    assert str(tmp_path / "out") in example.said(example.dialog())
    example.click("Spend and release", example.dialog())
    example.until(lambda: not example.furnished.busy)
    example.settled()
    assert len(list((tmp_path / "out").iterdir())) == 4
    assert f"4 files written to {tmp_path / 'out'}" in said(example)


def test_that_files_that_are_there_are_replaced_only_by_agreement(example, tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "income.csv").write_text("mine")
    example.panel("publish").send_to(tmp_path / "out")
    example.settled()
    assert f"Already in {tmp_path / 'out'}: income.csv" in said(example)
    assert not button(example, "Release").isEnabled()
    monkeypatch.setattr(QMessageBox, "exec", lambda _: QMessageBox.StandardButton.Cancel)
    example.click("Replace them …", example.card("publish"))
    example.settled()
    assert not button(example, "Release").isEnabled()
    monkeypatch.setattr(QMessageBox, "exec", lambda _: QMessageBox.StandardButton.Yes)
    example.click("Replace them …", example.card("publish"))
    example.settled()
    assert button(example, "Release").isEnabled()
    example.click("Release", example.card("publish"))
    example.click("Spend and release", example.dialog())
    example.until(lambda: not example.furnished.busy)
    example.settled()
    assert (tmp_path / "out" / "income.csv").read_text() != "mine"


def test_that_a_limit_is_raised_beside_the_line_that_it_is_missing_in(example):
    opened(example, "default", Fraction(1, 2))
    assert "is more than “default” has" in said(example)
    assert "asks for a new account first" in said(example)
    example.click("Raise the limit …", example.card("publish"))
    dialog = example.dialog(LimitDialog)
    example.find(QLineEdit, "limit of ε", dialog).setText("3")
    example.find(QLineEdit, "reason", dialog).setText("agreed on by the board")
    example.find(QCheckBox, "I raise the limit on purpose", dialog).click()
    example.click("Raise the limit", dialog)
    example.until(lambda: not example.dialogs(LimitDialog))
    example.settled()
    assert read_books(ledger_folder()).accounts["default"].limit.epsilon == 3
    assert button(example, "Release").isEnabled()
    assert "2 of 3 left" in said(example)


def test_that_an_account_is_chosen_from_a_list_or_typed(example):
    opened(example, "default")
    opened(example, "patients", 12)
    for _ in range(2):  # a person closed and opened it: it stays
        settled(example).click()
    choice = example.card("publish").findChild(AccountChoice)
    listed = [choice.itemText(row) for row in range(choice.count())]
    assert [each.split("   ")[-1] for each in listed] == ["ε 5 of 5 left", "ε 12 of 12 left", "new account …"]
    choice.setCurrentIndex(1)
    choice.activated.emit(1)
    example.settled()
    assert example.store.state.releasing.account == "patients"
    assert choice.currentText() == "patients"
    assert "Account “patients”: ε 12 of 12 left" in said(example)
    choice.activated.emit(2)
    assert choice.currentText() == ""
    example.type(example.editor("account"), "ward")
    assert example.store.state.releasing.account == "ward"
    assert "State that nobody in people.csv is in any account but “ward”" in said(example)
    example.type(example.editor("account"), "default")
    assert button(example, "Release").isEnabled()
    agree(example)
    assert spent() == 1


def test_that_an_account_that_protects_others_is_known_before_the_press(example):
    opened(example, "default")
    agree(example)
    example.store.dispatch(PlanEdited("privacy.unit", "household"))
    settle_folder(example)
    assert "protects one person (add or remove), but the plan protects one household" in said(example)
    assert not button(example, "Release").isEnabled()
    assert spent() == 1


@WITH_PLAN
def test_that_a_plan_that_is_not_complete_leads_to_its_field(example):
    example.type(example.plan_field("privacy.epsilon").editor, "much")
    assert "Complete the plan: “total ε” must be an exact decimal" in said(example)
    assert not button(example, "Release").isEnabled()
    example.window.activateWindow()
    example.click("Go to the field", example.card("publish"))
    assert example.plan_field("privacy.epsilon").editor.hasFocus()


def test_that_what_was_opened_elsewhere_meanwhile_is_looked_at_instead_of_asked(example):
    open_account(ledger_folder(), "default", Amount(Fraction(1, 2)))  # nobody told the window
    assert button(example, "Release").isEnabled()
    example.click("Release", example.card("publish"))
    example.until(lambda: "is more than “default” has" in said(example))
    assert not example.dialogs()
    assert spent() == 0


@WITH_PLAN
def test_that_what_is_to_be_settled_next_is_in_sight_in_a_low_window(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), size=(960, 600), front_only=True)
    hand.click("Try the example")
    hand.settled()
    hand.until(lambda: button(hand, "Choose a folder …").visibleRegion().boundingRect().height() >= 24)
    assert settled(hand).accessibleName() == "5 of 6 lines are settled"
    rows = [each for each in hand.card("publish").findChildren(PreflightLine) if each.isVisible()]
    assert [each.mark.accessibleName() for each in rows] == ["to be settled"]
    for seen in (*rows, settled(hand), button(hand, "Release")):
        assert seen.visibleRegion().boundingRect() == seen.rect()
    settled(hand).click()
    hand.settled()
    assert "people.csv is read as utf-8 text" in said(hand)
    hand.window.resize(960, 620)
    hand.settled()
    assert settled(hand).isChecked()  # a person opened it


@pytest.mark.parametrize(("size", "below"), [((960, 600), True), ((1920, 1080), False)])
@WITH_PLAN
def test_that_the_buttons_of_a_line_leave_its_words_room(example, tmp_path, size, below):
    example.window.resize(*size)
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "income.csv").write_text("mine")
    example.panel("publish").send_to(folder)
    example.settled()
    rows = example.card("publish").findChildren(PreflightLine)
    (row,) = (each for each in rows if "Already in" in example.said(each))
    words = row.findChild(Label)
    button = example.find(QPushButton, "Replace them …", row)
    top = button.mapTo(row, QPoint(0, 0)).y()
    assert (top >= words.geometry().bottom()) is below
    assert words.width() >= 170
    assert row.rect().contains(words.geometry())


def test_that_every_line_of_an_empty_window_is_in_sight_and_the_file_comes_first(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), size=(960, 600), front_only=True)
    hand.settled()
    rows = [each for each in hand.card("publish").findChildren(PreflightLine) if each.isVisible()]
    rows.sort(key=lambda each: each.y())
    assert [each.visibleRegion().boundingRect() for each in rows] == [each.rect() for each in rows]
    first = [each for each in said(hand).split("\n") if "Choose the file" in each or "Open a plan" in each]
    assert "Choose the file to count" in hand.said(rows[0])
    assert len(first) == 2


@WITH_PLAN
def test_that_the_settled_lines_stay_open_while_somebody_is_at_one_of_them(example):
    opened(example, "default")
    opened(example, "patients", 12)
    assert settled(example).isChecked()
    example.window.activateWindow()
    example.editor("account").setFocus()
    example.type(example.editor("account"), "ward")
    assert "State that nobody in people.csv" in said(example)
    assert settled(example).isChecked()
    assert example.editor("account").isVisible()


def test_that_every_mark_says_in_words_what_it_means(example):
    example.store.dispatch(AccountNamed("n" * 200))
    example.settled()
    if not settled(example).isChecked():
        settled(example).click()
    rows = [each for each in example.card("publish").findChildren(PreflightLine) if each.isVisible()]
    states = [each.mark.accessibleName() for each in rows]
    assert sorted(states) == ["settled", "settled", "settled", "settled", "to be settled"]


@WITH_PLAN
def test_that_enter_presses_whatever_button_of_release_has_the_focus(example):
    """The keyboard's own way: through the window, not into the widget."""
    example.window.activateWindow()
    pressed, handle = [], example.window.windowHandle()
    buttons = [
        each
        for card in ("plan", "publish")
        for each in example.card(card).findChildren(QAbstractButton)
        if isinstance(each, QPushButton | QToolButton) and each.menu() is None and each.isVisible()
    ]
    assert len(buttons) > 10
    for each in buttons:
        each.clicked.disconnect()
        each.clicked.connect(lambda *_, each=each: pressed.append(each))
        each.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        each.setFocus()
        if each.isEnabled():
            QTest.keyClick(handle, Qt.Key.Key_Return)
    assert pressed == [each for each in buttons if each.isEnabled()]
