"""A year is planned by hand: added, edited, dragged, undone, signed off, opened as an account."""

import json
from fractions import Fraction

import pytest
from accessible import CONTROLS, inside_a_named_control, walk
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QToolButton,
)

from explorer.app.core import schedule_messages as said
from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import State, Workspace
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.slider import Slider
from explorer.gui.schedule.schedule_account import AccountQuestion
from explorer.gui.schedule.schedule_cells import ChoiceCell, TextCell
from explorer.gui.schedule.schedule_sign_off import SigningQuestion
from explorer.gui.schedule.schedule_totals import Totals
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books

pytestmark = pytest.mark.begins_in("compose", "year")
any_course = pytest.mark.usefixtures("in_closed_form")  # where nobody reads what is spent by when


@pytest.fixture
def year(empty):
    """The example year, opened by its button."""
    empty.click("Show an example year")
    empty.settled()
    return empty


def schedule(hand):
    return hand.store.state.schedule


def line(hand, row):
    return schedule(hand).releases[row]


def cell(hand, kind, what, name="Age by region"):
    return hand.find(kind, f"“{name}”: {what}", hand.card("year"))


def held(hand, name="Age by region"):
    hand.click(f"select “{name}”", hand.card("year"))
    hand.settled()


@any_course
@pytest.mark.begins_in("compose", "one-release", "year")
def test_that_an_empty_year_says_what_to_do_next_with_buttons(empty):
    assert "Plan what is released in a year" in empty.said(empty.card("year"))
    ways = [
        empty.find(QPushButton, name, empty.card("year"))
        for name in ("Show an example year", "Add the current release")
    ]
    assert all(each.isEnabled() for each in ways)
    panel, stacked = empty.panel("year"), []
    for width in (2 * sum(each.sizeHint().width() for each in ways), ways[0].sizeHint().width() + 20):
        panel.resize(width, panel.height())
        ways[0].parentWidget().layout().activate()
        stacked.append(len({each.mapTo(panel, each.rect().topLeft()).y() for each in ways}))
    assert stacked == [1, 2], "beside each other where there is room"
    empty.type(empty.field("ε privacy"), "0.25")
    empty.click("Add the current release", empty.card("year"))
    empty.settled()
    (added,) = schedule(empty).releases
    assert added.setting == empty.store.state.setting
    assert added.setting.target.epsilon == 0.25


def offered(hand):
    return {each.text() for each in hand.card("year").head.findChildren(QToolButton) if each.isVisible()}


@any_course
@pytest.mark.begins_in("compose", "one-release", "year")
def test_that_neither_picture_nor_table_nor_export_is_offered_of_an_empty_year(empty):
    assert not {"table", "picture", "export"} & offered(empty)
    empty.click("Show an example year", empty.card("year"))
    empty.settled()
    assert {"table", "export"} <= offered(empty)


def test_that_the_example_tells_its_totals_and_what_is_left(year):
    text = year.said(year.card("year"))
    for words in (
        "9.2",
        "9.067",
        "8.22",
        "6.445",
        "0.8 left by basic composition, 3.555 by the best proven bound",
    ):
        assert words in text
    assert "releases in the year: 17" in year.card("year").head.assumption.toolTip()


@any_course
def test_that_cells_are_edited_in_place(empty):
    hand = empty
    hand.click("Add the current release", hand.card("year"))
    hand.settled()
    hand.type(cell(hand, NumberField, "ε", "Release 1"), "1/4")
    assert line(hand, 0).setting.target.epsilon == 0.25
    hand.type(cell(hand, TextCell, "release", "Release 1"), "Ages")
    assert line(hand, 0).name == "Ages"
    hand.choose(cell(hand, ChoiceCell, "how often", "Ages"), "weekly")
    assert line(hand, 0).count == 52
    hand.type(cell(hand, QComboBox, "how often", "Ages").lineEdit(), "20")
    assert line(hand, 0).count == 20
    hand.choose(cell(hand, ChoiceCell, "first", "Ages"), "7")
    assert line(hand, 0).first == 7
    hand.choose(cell(hand, ChoiceCell, "mechanism", "Ages"), "discrete-laplace")
    assert line(hand, 0).setting.mechanism == "discrete-laplace"
    hand.type(cell(hand, TextCell, "people", "Ages"), "visitors")
    assert line(hand, 0).people == "visitors"
    assert hand.refusals(hand.card("year")) == []


def test_that_a_refused_cell_says_why_and_escape_mends_it(year):
    field = cell(year, NumberField, "ε")
    year.type(field, "-3")
    head, why = year.refusals(year.card("year"))
    assert "must lie between" in why
    assert head == f"unchanged: {why}"
    assert year.panel("year").canvas.plot.opacity() < 1
    totals = year.panel("year").findChild(Totals)
    numbers = totals.findChildren(QLabel, "total")
    assert len(numbers) == 4
    assert "8.22" in year.said(totals)  # as before
    faint = year.window.theme.colours["faint"]
    assert all(faint in each.styleSheet() for each in numbers)
    year.qtbot.keyClick(field, Qt.Key.Key_Escape)
    year.settled()
    assert year.refusals(year.card("year")) == []
    assert year.panel("year").canvas.plot.opacity() == 1
    assert not any(faint in each.styleSheet() for each in numbers)
    name = cell(year, TextCell, "release")
    year.type(name, "Staff survey")
    assert "another release" in year.refusals(year.card("year"))[1]
    year.qtbot.keyClick(name, Qt.Key.Key_Escape)
    year.settled()
    assert name.text() == "Age by region"
    assert not year.store.state.refused


def test_that_the_slider_of_the_line_in_hand_moves_the_total_in_one_step_back(year):
    held(year)
    before, top = schedule(year).releases, schedule(year).top
    slider = cell(year, Slider, "ε")
    year.drag_slider(slider, 0.5, 0.7, 0.8, let_go=False)
    year.store.frame()
    assert line(year, 0).setting.target.epsilon > 0.9
    assert schedule(year).top == top  # axes rest
    year.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton)
    year.settled()
    assert f"{12 * line(year, 0).setting.target.epsilon + 3.2:.4g}" in year.said(year.card("year"))
    year.store.undo()
    year.settled()
    assert schedule(year).releases == before


def test_that_the_first_month_is_dragged_in_the_picture(year):
    held(year)
    canvas = year.panel("year").canvas
    year.drag_handle("year", 1.0, 3.0, 6.0)
    assert line(year, 0).first == 6
    assert line(year, 0).count == 7
    canvas.setFocus()
    year.qtbot.keyClick(canvas, Qt.Key.Key_Right)
    year.settled()
    assert line(year, 0).first == 7


@any_course
def test_that_lines_are_duplicated_moved_by_key_and_removed(year):
    held(year)
    year.click("duplicate", year.card("year"))
    year.settled()
    assert [each.name for each in schedule(year).releases][:2] == ["Age by region", "Age by region 2"]
    field = cell(year, NumberField, "ε", "Age by region 2")
    field.setFocus()
    year.window.activateWindow()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    year.qtbot.keyClick(field, Qt.Key.Key_Down, both)
    year.settled()
    assert schedule(year).releases[2].name == "Age by region 2"
    year.click("remove", year.card("year"))
    year.settled()
    assert len(schedule(year).releases) == 3
    year.store.undo()
    assert len(schedule(year).releases) == 4


@pytest.mark.begins_in("compose", "one-release", "year")
def test_that_a_line_uses_the_current_settings(year):
    year.type(year.field("ε privacy"), "0.125")
    held(year, "Staff survey")
    year.click("use the current settings", year.card("year"))
    year.settled()
    assert line(year, 2).setting == year.store.state.setting
    assert line(year, 2).setting.target.epsilon == 0.125


def test_that_without_the_statement_the_lines_do_not_add_and_it_says_why(year):
    statement = year.find(QCheckBox, "nobody is in two of these groups")
    year.qtbot.mouseClick(statement, Qt.MouseButton.LeftButton, pos=statement.rect().center())
    if schedule(year).disjoint:
        statement.click()
    year.settled()
    (why,) = year.refusals(year.card("year"))
    assert "can't be composed" in why
    for link in ("sign off", "open as an account"):
        assert not year.find(QToolButton, link, year.card("year")).isEnabled()


@any_course
def test_that_the_record_is_signed_and_saved(year, tmp_path, monkeypatch):
    for name in ("record.html", "record.json"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, n=name: (str(tmp_path / n), ""))
        year.click("sign off", year.card("year"))
        asked = year.dialog(SigningQuestion)
        year.click("Save the record", asked)
        assert "a signature needs a name" in year.refusals(asked)[0]
        year.editor("full name", asked).setText("Ann")
        year.editor("role", asked).setText("steward")
        year.click("Save the record", asked)
        year.until(lambda: not any(each.isVisible() for each in year.window.findChildren(QDialog)))
    page = (tmp_path / "record.html").read_text("utf-8")
    assert "Ann, steward" in page
    facts = json.loads((tmp_path / "record.json").read_text("utf-8"))
    assert facts["signed"]["name"] == "Ann"
    assert facts["totals"][0]["epsilon"] == pytest.approx(9.2)


@any_course
def test_that_the_plan_becomes_an_account(year):
    year.click("open as an account", year.card("year"))
    asked = year.dialog(AccountQuestion)
    assert "ε = 9.2 and δ = 0.000004" in year.said(asked)
    year.click("Open the account", asked)
    assert "is open" in year.box().text()
    year.box().button(QMessageBox.StandardButton.Ok).click()
    year.settled()
    assert read_books(ledger_folder()).accounts["patients"].limit.epsilon == Fraction("9.2")
    year.click("open as an account", year.card("year"))
    asked = year.dialog(AccountQuestion)
    assert "already" in year.refusals(asked)[0]
    year.editor("name of the account", asked).setText("others")
    button = year.find(QPushButton, "Open the account", asked)
    assert not button.isEnabled()  # a further one needs the statement
    year.find(QCheckBox, "I state that nobody in the account “others”", asked).click()
    assert button.isEnabled()
    year.click("Cancel", asked)
    year.settled()
    assert list(read_books(ledger_folder()).accounts) == ["patients"]


@any_course
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_no_control_of_the_year_is_nameless(open_window, language):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, cards=("year",))
    hand.open("compose")
    hand.furnished.open_card("year")
    hand.panel("year").show_example()
    hand.store.dispatch(said.ScheduleLineSelected(1))
    hand.settled()
    found = list(walk(QAccessible.queryAccessibleInterface(hand.card("year"))))
    controls = [
        (each, path) for each, path in found if each.role() in CONTROLS and not inside_a_named_control(each)
    ]
    assert len(controls) > 30
    nameless = [path for each, path in controls if not each.text(QAccessible.Text.Name)]
    assert nameless == []


def test_that_the_numbers_can_be_read_as_a_table(year):
    year.click("table", year.card("year"))
    year.settled()
    table = year.numbers("year")
    assert table.isVisible()
    assert table.rowCount() == 12
    assert [table.item(row, 0).text() for row in (0, 11)] == ["Jan", "Dec"]


def test_that_every_word_of_a_line_has_room(year):
    for name in ("Age by region", "Waiting times", "Staff survey"):
        for what in ("mechanism", "first"):
            box = cell(year, ChoiceCell, what, name)
            assert box.fontMetrics().horizontalAdvance(box.currentText()) <= box.width() - 4, what
        often = cell(year, ChoiceCell, "how often", name)
        assert often.fontMetrics().horizontalAdvance(often.currentText()) <= often.lineEdit().width(), name
        people = cell(year, QLineEdit, "people", name)
        assert people.fontMetrics().horizontalAdvance(people.text()) <= people.width() - 4


def test_that_an_account_in_rho_is_opened_where_all_have_one(empty):
    hand = empty
    hand.store.dispatch(said.ScheduleLineAdded("Ages", ""))
    hand.settled()
    hand.click("open as an account", hand.card("year"))
    asked = hand.dialog(AccountQuestion)
    chosen = hand.find(QComboBox, "currency of the account", asked)
    chosen.setCurrentIndex(1)
    chosen.activated.emit(1)
    assert "may then spend a total of ρ = 6" in hand.said(asked)  # twelve times ε²/2
    hand.click("Open the account", asked)
    assert "may spend ρ = 6" in hand.box().text()
    hand.box().button(QMessageBox.StandardButton.Ok).click()
    hand.settled()
    (account,) = read_books(ledger_folder()).accounts.values()
    assert account.currency == "rho"
    assert 6 <= account.limit.rho < 6 + Fraction(1, 10**8)


@any_course
def test_that_an_account_in_rho_is_refused_where_a_line_has_none(empty):
    hand = empty
    hand.store.dispatch(MechanismChosen("catastrophe"))
    hand.store.dispatch(said.ScheduleLineAdded("Odd", ""))
    hand.settled()
    hand.click("open as an account", hand.card("year"))
    asked = hand.dialog(AccountQuestion)
    chosen = hand.find(QComboBox, "currency of the account", asked)
    chosen.setCurrentIndex(1)
    chosen.activated.emit(1)
    assert "“Odd” has a δ and no ρ" in hand.refusals(asked)[0]
    assert not hand.find(QPushButton, "Open the account", asked).isEnabled()
    chosen.setCurrentIndex(0)
    chosen.activated.emit(0)
    assert hand.find(QPushButton, "Open the account", asked).isEnabled()
    asked.reject()


def test_that_a_statement_without_effect_is_called_so(year):
    words = "no effect while a line is about everybody"
    assert words not in year.said(year.card("year"))
    year.store.dispatch(said.ScheduleLineEdited(0, "people", ""))
    year.settled()
    assert year.find(QCheckBox, "nobody is in two", year.card("year")).isChecked()
    assert words in year.said(year.card("year"))
    year.store.dispatch(said.DisjointStated(False))
    year.settled()
    assert words not in year.said(year.card("year"))
