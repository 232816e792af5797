"""Two probability tables in the window: paste, open or drop them, and read what they guarantee."""

import csv

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel

from explorer.app.core.message import Moved
from explorer.app.core.state import State, Workspace
from explorer.app.core.table_pair import EXAMPLE
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.fields.number_field import NumberField
from explorer.gui.session.session_files import open_session
from explorer.gui.tables.table_text import TableText
from explorer.gui.widgets.card import Card

pytestmark = pytest.mark.begins_in("tables", "tables")
PASTED = "low\t0.5\t0.45\nmiddle\t0.3\t0.3\nhigh\t0.2\t0.24\nvery high\t0\t0.01"
SMALL = "a, 1/2, 1/4\nb, 1/4, 1/4\nc, 1/4, 1/2"


def field(hand):
    return hand.window.findChild(TableText, "tables-text")


def put(hand, text):
    """As a person does it: select all, paste, and go on to something else."""
    editor = field(hand)
    editor.setFocus()
    editor.selectAll()
    QGuiApplication.clipboard().setText(text)
    editor.paste()
    hand.settled()


def said(hand, card="tables"):
    return hand.said(hand.card(card))


def number_field(hand, name, card):
    return hand.find(NumberField, name, hand.card(card))


def mime(path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


def drop(editor, path):
    place, left, none = QPointF(20, 20), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = mime(path)
    entered = QDragEnterEvent(place.toPoint(), Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(editor.viewport(), entered)
    assert entered.isAccepted()
    dropped = QDropEvent(place, Qt.DropAction.CopyAction, data, left, none, QEvent.Type.Drop)
    QApplication.sendEvent(editor.viewport(), dropped)


def test_that_the_menu_and_the_finder_lead_to_the_tables(open_window):
    hand = open_window(cards=("one-release",))
    finder = hand.furnished.actions.finder
    hand.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.keyClicks(finder, "two prob")
    hand.qtbot.keyClick(finder, Qt.Key.Key_Return)
    hand.settled()
    assert hand.window.workspace == "tables"
    assert field(hand).isVisible()


@pytest.mark.begins_in("tables")
def test_that_an_example_stands_there_at_first(hand):
    assert field(hand).toPlainText() == EXAMPLE
    assert "ε = 1.099; exact" in said(hand)
    assert "2 outcomes" in said(hand)
    for card in ("table-outcomes", "table-profile", "table-composed"):
        figure = hand.panel(card).figure
        assert figure.empty is None
        assert not figure.pending
    assert "k = 10: ε = 10.99" in said(hand, "table-bounds")


@pytest.mark.begins_in("tables")
def test_that_tables_are_pasted_and_read(hand):
    put(hand, PASTED)
    assert hand.refusals() == []
    assert "4 outcomes" in said(hand)
    assert "no ε holds at this δ" in said(hand)
    hand.type(number_field(hand, "δ of one release", "tables"), "0.02")
    assert "ε = 0.139" in said(hand)
    assert "P against Q: 0." in said(hand)
    hand.type(number_field(hand, "ε of one release", "tables"), "0.1")
    assert "δ = 0.0" in said(hand)
    assert hand.panel("table-outcomes").figure.table.columns[0] == ("low", "middle", "high", "very high")


@pytest.mark.begins_in("tables")
def test_that_a_refusal_names_the_line_and_the_pictures_stay(hand):
    put(hand, SMALL)
    before = hand.panel("table-outcomes").figure.table
    put(hand, "a, 1/2, 1/4\nb, 1/4, oops\nc, 1/4, 1/2")
    (refusal,) = hand.refusals(hand.panel("tables"))
    assert refusal.startswith("line 2: ")
    assert "oops" in refusal
    assert field(hand).property("refused") is True
    assert "unchanged: 3 outcomes" in said(hand)
    assert hand.panel("table-outcomes").figure.table is before
    assert hand.card("table-composed").head.assumption.text().startswith("unchanged: line 2")
    put(hand, SMALL)
    assert hand.refusals() == []
    assert field(hand).property("refused") is False


def test_that_typing_follows_the_hand_and_is_one_step_of_history(hand):
    editor, steps = field(hand), len(hand.store.history.past)
    editor.setFocus()
    hand.qtbot.keyClick(editor, Qt.Key.Key_Tab)  # leaves the field
    assert not editor.hasFocus()
    assert editor.toPlainText() == EXAMPLE
    editor.setFocus()
    editor.selectAll()
    hand.qtbot.keyClicks(editor, "1/2 1/3")
    assert hand.store.state.tables.text == "1/2 1/3"
    hand.qtbot.keyClick(editor, Qt.Key.Key_Return)
    hand.qtbot.keyClicks(editor, "1/2 2/3")
    hand.qtbot.keyClick(editor, Qt.Key.Key_Tab)
    hand.settled()
    assert hand.store.state.tables.valid == ("1/2 1/3\n1/2 2/3", 0)
    assert len(hand.store.history.past) == steps + 1
    hand.action("Undo").trigger()
    hand.settled()
    assert field(hand).toPlainText() == EXAMPLE
    hand.action("Redo").trigger()
    hand.settled()
    assert field(hand).toPlainText() == "1/2 1/3\n1/2 2/3"


def test_that_a_file_is_opened_by_its_button(hand, tmp_path, monkeypatch):
    path = tmp_path / "pair.csv"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    hand.click("open a file …")
    hand.settled()
    assert hand.store.state.tables.valid == (SMALL, 0)
    assert field(hand).toPlainText() == SMALL


@cases_in_one("by", ["drop", "paste"])
def test_that_a_file_is_dropped_or_pasted(hand, tmp_path, by):
    put(hand, EXAMPLE)
    path = tmp_path / f"{by}.csv"
    path.write_text(SMALL, encoding="utf-8")
    if by == "drop":
        drop(field(hand), path)
    else:
        QGuiApplication.clipboard().setMimeData(mime(path))
        field(hand).paste()
    hand.settled()
    assert hand.store.state.tables.valid == (SMALL, 0)


@cases_in_one(
    "made, told",
    [
        (lambda path: None, "no such file"),
        (lambda path: path.mkdir(), "folder"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "UTF-8"),
    ],
)
def test_that_a_file_that_cannot_be_read_is_refused_and_the_tables_stay(hand, tmp_path, made, told):
    put(hand, EXAMPLE)
    folder = tmp_path / told
    folder.mkdir()
    path = folder / "pair.csv"
    made(path)
    hand.panel("tables").take(path)
    hand.settled()
    (refusal,) = hand.refusals(hand.panel("tables"))
    assert told in refusal
    assert refusal.startswith("pair.csv: ")
    assert field(hand).toPlainText() == EXAMPLE
    assert "2 outcomes" in said(hand)
    put(hand, SMALL)
    assert hand.refusals() == []


def test_that_a_long_text_is_read_in_the_background_and_one_that_is_refused_stays_to_be_mended(hand):
    rows = 400
    long = "\n".join(f"o{row}, 1/{rows}, {1 + row % 2}/{rows * 3 // 2}" for row in range(rows))
    put(hand, long)
    hand.until(lambda: hand.store.state.tables.valid == (long, 0))
    hand.settled()
    assert f"{rows} outcomes" in said(hand)
    assert not hand.furnished.actions.redo.isEnabled()
    hand.action("Undo").trigger()
    hand.settled()
    assert hand.store.state.tables.text == EXAMPLE
    assert field(hand).toPlainText() == EXAMPLE
    long = "\n".join(f"outcome {row}, 0.001, 0.001" for row in range(400))
    put(hand, long)
    hand.until(lambda: hand.store.state.tables.text == long)
    hand.settled()
    assert hand.refusals(hand.panel("tables"))[0].startswith("P sums to 0.4")
    assert field(hand).toPlainText() == long


@pytest.mark.begins_in("tables")
def test_that_rounded_numbers_are_taken_once_that_is_said(hand):
    put(hand, "0.33, 0.5\n0.33, 0.25\n0.33, 0.25")
    assert "rounded" in hand.refusals(hand.panel("tables"))[0]
    hand.choose(hand.window.findChild(QComboBox, "tables-digits"), 2)
    assert hand.refusals() == []
    assert "proven upper bound" in said(hand)
    assert "rounded to 2 digits" in hand.card("table-profile").head.assumption.text()


def test_that_the_example_is_one_click_away_and_one_back(hand):
    put(hand, SMALL)
    hand.click("example")
    hand.settled()
    assert hand.store.state.tables.valid == (EXAMPLE, 0)
    hand.action("Undo").trigger()
    hand.settled()
    assert hand.store.state.tables.valid == (SMALL, 0)


@pytest.mark.begins_in("tables")
def test_that_k_is_typed_and_dragged(hand):
    hand.type(number_field(hand, "k releases", "table-bounds"), "40")
    assert "k = 40: ε = " in said(hand, "table-bounds")
    hand.drag_handle("table-composed", 40, 30, 20)
    assert hand.store.state.tables.count == 20
    assert "k = 20: ε = " in said(hand, "table-bounds")


@pytest.mark.begins_in("tables")
def test_that_epsilon_is_dragged_in_the_profile(hand):
    hand.drag_handle("table-profile", 1.0, 0.6)
    assert hand.store.state.tables.epsilon == pytest.approx(0.6, abs=0.02)
    assert hand.store.state.target == State().target


@pytest.mark.begins_in("tables")
def test_that_each_bound_says_its_number_kind_and_source(hand):
    lines = hand.card("table-bounds").findChildren(BoundLine)
    told = [hand.said(each) for each in lines if each.isVisible()]
    assert len(told) == 11
    assert any(
        "optimal composition (KOV)\n10.99" in each or "10.99\noptimal composition (KOV)" in each
        for each in told
    )
    assert all("\n" in each for each in told)


@pytest.mark.begins_in("tables")
def test_that_the_total_of_before_is_dimmed_while_the_new_one_is_computed(hand):
    hand.store.dispatch(Moved("tables.count", 33))
    hand.store.frame()
    total = hand.panel("table-bounds").findChild(QLabel, "section")
    assert total.property("dimmed")
    hand.settled()
    assert not total.property("dimmed")
    assert "k = 33" in said(hand, "table-bounds")


@pytest.mark.begins_in("tables")
@cases_in_one("card", ["table-outcomes", "table-profile", "table-composed"])
def test_that_the_numbers_of_a_picture_are_exported(hand, tmp_path, monkeypatch, card):
    put(hand, SMALL)
    path = tmp_path / f"{card}.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    menus = [each.menu() for each in hand.panel(card).findChildren(QAction) if each.menu()]
    next(each for menu in menus for each in menu.actions() if each.text() == "CSV").trigger()
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    table = hand.panel(card).figure.table
    assert tuple(header) == table.names
    assert len(rows) == len(table.columns[0])


def test_that_a_session_brings_the_text_back(open_window, folders_of_its_own):
    first = open_window(State(workspace=Workspace.TABLES), front_only=True)
    put(first, "a, 1/2, oops")
    assert first.furnished.keeper.leave() is None
    path = first.window.settings.session_path
    second = open_window(front_only=True)
    open_session(second.furnished.context, path)
    second.settled()
    assert second.window.workspace == "tables"
    assert field(second).toPlainText() == "a, 1/2, oops"
    assert "line 1: " in second.refusals(second.panel("tables"))[0]


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_everything_has_a_name_for_ears(open_window, language):
    hand = open_window(State(workspace=Workspace.TABLES), language=language, front_only=True)
    editor = field(hand)
    assert editor.accessibleName()
    assert editor.accessibleDescription()
    for card in hand.window.rooms["tables"].findChildren(Card):
        assert card.accessibleName()
        for kind in (NumberField, QComboBox):
            assert all(each.accessibleName() for each in card.findChildren(kind))
