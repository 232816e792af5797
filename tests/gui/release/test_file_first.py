"""A release begins with its file: names from the first line, ticks that become tables, focus that stays."""

import tomllib
from itertools import pairwise

import duckdb
import pytest
import xlsxwriter
from cases_in_one import cases_in_one
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
)
from stewards import agree, chosen, exported, spent, summary
from stops import once_around

from explorer.app.core.release_messages import FileChosen, PlanEdited, PlanOpened
from explorer.app.core.state import State, Workspace
from explorer.app.release.plan.plan_draft import document, judged, text_of
from explorer.app.update import update
from explorer.gui.release.plan.column_rows import ColumnRows
from explorer.gui.release.plan.plan_fields import TextField
from explorer.gui.release.plan.step_heads import StepHead
from explorer.gui.release.plan.table_head import TableHead
from explorer.gui.widgets.fold import FoldHead

pytestmark = pytest.mark.begins_in("release", "plan")
WITH_RELEASE = pytest.mark.begins_in("release", "plan", "publish")  # where its button is looked for
VALUE = "QZCANARYVALUE"
PEOPLE = "user_id,age,region,sex,visit_date,notes\n" + "".join(
    f"u{number},{number % 90},north,f,2026-01-01,{VALUE}\n" for number in range(300)
)
EDGES = "histogram.1.column.1.edges"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture
def begun(open_window, begun_in, table):
    """The file is chosen, and nothing else: its form is built once, not first without it."""
    hand = open_window(chosen_at_first(table), front_only=True, cards=begun_in[1])
    hand.settled()
    return hand


def chosen_at_first(path):
    return update(State(workspace=Workspace.RELEASE), FileChosen(str(path)))


def plan(hand):
    return document(hand.store.state.releasing.plan)


def tick(hand, *names):
    for name in names:
        hand.qtbot.mouseClick(
            hand.find(QCheckBox, f"count {name}"), Qt.MouseButton.LeftButton, pos=hand_side(hand, name)
        )


def hand_side(hand, name):
    """A tick box is pressed at its box."""
    box = hand.find(QCheckBox, f"count {name}")
    return box.rect().topLeft() + box.rect().bottomLeft() / 2


def make(hand, words):
    hand.click(words, hand.card("plan"))
    hand.settled()


def kind_of(hand, name):
    return hand.find(QAbstractButton, f"kind of {name}").text()


def choose_kind(hand, name, words):
    hand.qtbot.mouseClick(hand.find(QAbstractButton, f"kind of {name}"), Qt.MouseButton.LeftButton)
    menu = next(each for each in hand.card("plan").findChildren(QMenu) if each.isVisible())
    next(each for each in menu.findChildren(QAction) if each.text() == words).trigger()
    menu.close()
    hand.settled()


@pytest.mark.begins_in("release", "plan", "preview", "publish")
def test_that_a_file_shows_its_dialect_and_names_and_no_value(begun):
    said = begun.said(begun.card("plan"))
    assert "utf-8 · comma · header in line 1 · 6 columns" in said
    assert [kind_of(begun, name) for name in ("user_id", "age", "region", "visit_date", "notes")] == [
        "id column",
        "numbers",
        "categories",
        "dates",
        "skip",
    ]
    assert VALUE not in begun.said()
    assert begun.store.state.releasing.plan == ""  # nothing is declared before it is confirmed


def test_that_one_press_confirms_dialect_kinds_and_id_and_is_one_step_back(begun):
    steps = len(begun.store.history.past)
    tick(begun, "age", "region")
    make(begun, "2 tables, one each")
    tables = plan(begun)["histogram"]
    assert [(each["name"], [(c["name"], c["kind"]) for c in each["column"]]) for each in tables] == [
        ("age", [("age", "numeric")]),
        ("region", [("region", "category")]),
    ]
    assert plan(begun)["privacy"]["id_column"] == "user_id"
    assert plan(begun)["input"]["delimiter"] == ","
    assert begun.refusals(begun.card("plan")) == []  # hints alone
    assert begun.plan_field(EDGES).editor.hasFocus() or not begun.window.isActiveWindow()
    assert len(begun.store.history.past) == steps + 1
    begun.action("Undo").trigger()
    begun.settled()
    assert begun.store.state.releasing.plan == ""
    assert begun.find(QCheckBox, "count age").isVisible()


def test_that_ticked_columns_become_one_crosstab_with_the_kinds_that_were_chosen(begun):
    choose_kind(begun, "visit_date", "skip")
    choose_kind(begun, "sex", "id column")
    assert kind_of(begun, "user_id") == "skip"
    assert not any(begun.find(QCheckBox, f"count {name}").isChecked() for name in ("visit_date", "sex"))
    tick(begun, "age", "region")
    make(begun, "One crosstab")
    (table,) = plan(begun)["histogram"]
    assert table["name"] == "age_by_region"
    assert [each["name"] for each in table["column"]] == ["age", "region"]
    assert plan(begun)["privacy"]["id_column"] == "sex"


def test_that_a_file_that_is_no_table_is_named_and_offers_no_columns(begun, tmp_path):
    path = tmp_path / "visits.csv"
    path.write_bytes(b"PK\x03\x04\x14\0\x06\0[Content_Types].xml...xl/workbook.xml")
    begun.store.dispatch(FileChosen(str(path)))
    begun.settled()
    begun.settled()
    assert "workbook is incomplete" in begun.refusals(begun.card("plan"))[0]
    assert not any(each.isVisible() for each in begun.card("plan").findChildren(ColumnRows))


def test_that_a_plan_that_does_not_hold_yet_is_offered_the_dialect_beside_its_file(begun, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text(PEOPLE.replace(",", ";"))
    make(begun, "Start a new plan")
    begun.store.dispatch(FileChosen(str(path)))
    begun.settled()
    begun.settled()
    assert "semicolon" in begun.said(begun.card("plan"))
    make(begun, "use this in the plan")
    assert plan(begun)["input"]["delimiter"] == ";"
    assert plan(begun)["input"]["decimal"] == ","


def test_that_the_decimal_comma_is_taken_and_shown_where_it_is_declared(example):
    example.store.dispatch(PlanEdited("input.decimal", ","))
    example.settled()
    example.type(example.plan_field(EDGES).editor, "0,5; 20; 40,25")
    assert plan(example)["histogram"][0]["column"][0]["edges"] == ["0.5", "20", "40.25"]
    assert example.plan_field(EDGES).editor.text() == "0,5; 20; 40,25"


def test_that_lists_say_beneath_what_they_mean(example):
    example.type(example.plan_field(EDGES).editor, "20, 40, 65")
    assert "20 to <40, 40 to <65: 2 bins" in example.said(example.plan_field(EDGES))
    categories = example.plan_field("histogram.1.column.2.categories")
    example.type(categories.editor, '"Smith, J", south')
    assert plan(example)["histogram"][0]["column"][1]["categories"] == ["Smith, J", "south"]
    assert "2 categories: “Smith, J”" in example.said(categories)
    assert "any other value counts as (other)" in example.said(categories)


def test_that_another_kind_keeps_the_focus_and_brings_back_what_it_held(example):
    field = example.plan_field("histogram.1.column.1.kind")
    field.editor.setFocus()
    example.choose(field.editor, "category")
    assert "edges" not in plan(example)["histogram"][0]["column"][0]
    again = example.plan_field("histogram.1.column.1.kind")
    assert again is not field
    assert again.editor.hasFocus() or not example.window.isActiveWindow()
    example.choose(again.editor, "numeric")
    assert plan(example)["histogram"][0]["column"][0]["edges"] == ["0", "20", "40", "65", "120"]


def test_that_a_field_that_was_left_empty_is_refused_and_one_that_nobody_was_at_is_not(hand):
    hand.open("release")
    hand.click("Start a new plan")
    hand.settled()
    assert hand.refusals() == []
    name = hand.plan_field("histogram.1.column.1.name").editor
    name.setFocus()
    hand.qtbot.keyClick(name, Qt.Key.Key_Tab)
    hand.settled()
    if hand.window.isActiveWindow():
        assert len(hand.refusals(hand.plan_field("histogram.1.column.1.name"))) == 1
        assert hand.refusals(hand.plan_field("histogram.1.column.1.categories")) == []


def test_that_tables_are_doubled_moved_and_keep_what_is_open(example):
    heads = [each for each in example.card("plan").findChildren(TableHead) if each.isVisible()]
    heads[1].fold.setFocus()
    example.qtbot.keyClick(heads[1].fold, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    example.settled()
    assert [each["name"] for each in plan(example)["histogram"]] == ["income", "age_by_region"]
    moved = next(each for each in example.card("plan").findChildren(TableHead) if each.isVisible())
    assert moved.fold.text().startswith("income")
    assert moved.fold.hasFocus() or not example.window.isActiveWindow()
    example.plan_field("histogram.1.name")
    example.click("duplicate", example.card("plan"))
    example.settled()
    assert [each["name"] for each in plan(example)["histogram"]] == ["income", "age_by_region", "income_2"]
    assert judged(text_of(plan(example)))[0] is not None
    assert example.plan_field("histogram.1.name").isVisible()


def test_that_epsilon_is_moved_in_one_step_and_says_how_often_an_attacker_is_right(example):
    steps = len(example.store.history.past)
    field = example.plan_field("privacy.epsilon")
    assert "74 of 100" in example.said(field)
    example.drag_slider(field.slider, 0.5, 0.9, 1.0)
    assert plan(example)["privacy"]["epsilon"] == "10"
    assert len(example.store.history.past) == steps + 1
    assert "100 of 100" in example.said(example.plan_field("privacy.epsilon"))


def drop(hand, dropped, over=None):
    """Carry something over the window, or one of its controls, and let it go there; whether it was taken."""
    inside = hand.window.centralWidget() if over is None else over
    place = QPointF(inside.mapTo(inside.window(), inside.rect().center()))
    action, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    left, screen = Qt.MouseButton.LeftButton, inside.window().windowHandle()
    entered = QDragEnterEvent(place.toPoint(), action, dropped, left, none)
    QApplication.sendEvent(screen, entered)
    QApplication.sendEvent(screen, QDragMoveEvent(place.toPoint(), action, dropped, left, none))
    QApplication.sendEvent(screen, QDropEvent(place, action, dropped, left, none, QEvent.Type.Drop))
    hand.settled()
    return entered.isAccepted()


def file_data(path):
    """What a file manager hands over: the file, and its path as text beside it."""
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    dropped.setText(str(path))
    return dropped


@cases_in_one("name", ["visits.csv", "people.toml"])
def test_that_a_file_or_a_plan_is_dropped_on_the_window(hand, tmp_path, name):
    hand.open("ledger")  # where nothing is dropped otherwise
    path = tmp_path / name
    path.write_text(PEOPLE if name.endswith("csv") else 'schema = 1\ntitle = "Dropped"\n')
    assert drop(hand, file_data(path))
    assert hand.store.state.workspace.value == "release"
    if name.endswith("csv"):
        assert hand.store.state.releasing.csv == str(path)
    else:
        assert tomllib.loads(hand.store.state.releasing.plan)["title"] == "Dropped"


def test_that_a_file_is_dropped_on_a_card_that_stands_in_a_window_of_its_own(hand, tmp_path):
    hand.open("release")
    card = hand.card("plan")
    path = tmp_path / "visits.csv"
    path.write_text(PEOPLE)
    card.setFloating(True)
    card.show()
    card.activateWindow()
    hand.until(card.isActiveWindow)
    assert card.window() is card
    assert drop(hand, file_data(path), card.widget())
    assert hand.store.state.releasing.csv == str(path)


def test_that_a_file_is_opened_and_a_text_typed_where_either_is_dropped_on_a_field(begun, tmp_path):
    tick(begun, "age")
    make(begun, "One table")
    field = begun.plan_field("title").editor
    path = tmp_path / "other.csv"
    path.write_text(PEOPLE)
    assert drop(begun, file_data(path), field)
    assert begun.store.state.releasing.csv == str(path)
    assert field.text() == "age"
    field.clear()
    words = QMimeData()
    words.setText("Visits")
    assert drop(begun, words, field)
    assert field.text() == "Visits"
    assert begun.store.state.releasing.csv == str(path)


def test_that_a_new_plan_offers_the_columns_of_the_chosen_file(begun):
    tick(begun, "age")
    make(begun, "One table")
    begun.click("New", begun.card("plan"))
    begun.settled()
    assert begun.store.state.releasing.plan == ""
    assert begun.find(QCheckBox, "count region").isVisible()
    tick(begun, "region")
    make(begun, "One table")
    assert [each["name"] for each in plan(begun)["histogram"]] == ["region"]


@pytest.mark.parametrize("text", ["species,island\nAdelie,Dream\n", "Art;Insel\nAdelie;Dream\n"])
def test_that_a_plan_of_another_file_is_given_up_by_one_press(begun, tmp_path, text):
    tick(begun, "age")
    make(begun, "One table")
    begun.type(begun.plan_field(EDGES).editor, "0, 50, 100")
    assert "names no column" not in begun.said(begun.card("plan"))
    other = tmp_path / "penguins.csv"
    other.write_text(text)
    begun.store.dispatch(FileChosen(str(other)))
    begun.settled()
    begun.settled()
    make(begun, "new plan for this file")
    assert begun.store.state.releasing.csv == str(other)
    tick(begun, text[: text.index(";" if ";" in text else ",")])
    make(begun, "One table")
    assert judged(begun.store.state.releasing.plan)[1][0].field == "histogram.1.column.1.categories"


def test_that_a_file_of_another_year_keeps_its_plan(begun, tmp_path):
    """It has at least one of the columns: the plan is mended, not given up."""
    tick(begun, "age")
    make(begun, "One table")
    other = tmp_path / "later.csv"
    other.write_text("age,sex\n1,f\n")
    begun.store.dispatch(FileChosen(str(other)))
    begun.settled()
    begun.settled()
    assert "names no column" not in begun.said(begun.card("plan"))
    shown = [each.text() for each in begun.card("plan").findChildren(QAbstractButton) if each.isVisible()]
    assert "new plan for this file" not in shown


def test_that_arrow_keys_choose_a_kind_from_the_one_that_is_chosen(begun):
    begun.click("kind of region", begun.card("plan"))
    menu = QApplication.activePopupWidget()
    assert menu.activeAction().text() == "categories"
    begun.qtbot.keyClick(menu, Qt.Key.Key_Up)
    begun.qtbot.keyClick(menu, Qt.Key.Key_Return)
    begun.settled()
    assert begun.find(QAbstractButton, "kind of region").text() == "numbers"


@pytest.fixture
def wide(open_window, begun_in, tmp_path):
    """A file of 40 columns is chosen."""
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"c{number}" for number in range(40)) + "\n")
    hand = open_window(chosen_at_first(path), front_only=True, cards=begun_in[1])
    hand.settled()
    return hand


def test_that_the_field_to_be_typed_next_is_in_sight(wide):
    """Also below the columns of a wide file, which are listed after the form is built."""
    tick(wide, "c1")
    make(wide, "One table")
    make(wide, "Columns of the file")
    tick(wide, "c3")
    make(wide, "One table")
    field = wide.plan_field("histogram.2.column.1.categories")
    wide.until(field.isAncestorOf(QApplication.focusWidget()).__bool__)
    wide.until(lambda: not field.visibleRegion().isEmpty())
    assert field.visibleRegion().boundingRect().height() == field.height()


def found_in_the_data(hand, name):
    """Choose that the categories of a column are found, which ticks it, and make a table of it."""
    hand.click(f"kind of {name}", hand.card("plan"))
    next(each for each in hand_menu().actions() if each.text() == "categories found in the data").trigger()
    hand_menu().close()
    hand.settled()
    assert hand.find(QCheckBox, f"count {name}").isChecked()
    make(hand, "One table")


def hand_menu():
    return QApplication.activePopupWidget()


def test_that_a_table_of_categories_that_are_found_begins_with_a_delta(begun):
    """Without one it could not be released, and nothing in sight said where it is typed."""
    found_in_the_data(begun, "region")
    assert plan(begun)["privacy"]["delta"] == "1e-6"
    assert judged(begun.store.state.releasing.plan)[0] is not None
    assert "proposed" in begun.said(begun.plan_field("privacy.delta"))


@WITH_RELEASE
def test_that_a_delta_that_is_missing_is_led_to(begun):
    found_in_the_data(begun, "region")
    begun.store.dispatch(PlanEdited("privacy.delta", "0"))
    begun.settled()
    begun.window.activateWindow()
    begun.click("Go to the field", begun.card("publish"))
    begun.settled()
    field = next(each for each in begun.card("plan").findChildren(TextField) if each.path == "privacy.delta")
    assert field.editor.hasFocus()
    begun.until(lambda: not field.visibleRegion().isEmpty())


def test_that_a_folded_table_is_doubled_and_removed_by_its_head(begun):
    tick(begun, "age", "region")
    make(begun, "2 tables, one each")
    begun.type(begun.plan_field(EDGES).editor, "0, 50")
    begun.type(begun.plan_field("histogram.2.column.1.categories").editor, "north, south")
    for head in begun.card("plan").findChildren(TableHead):
        if head.fold.isChecked():
            head.fold.click()
    begun.settled()

    def press(name, words):
        head = next(
            each for each in begun.card("plan").findChildren(TableHead) if each.fold.text().startswith(name)
        )
        assert not head.fold.isChecked()
        next(each for each in head.acts.actions() if each.text() == words).trigger()
        begun.settled()

    press("age", "duplicate")
    assert [each["name"] for each in plan(begun)["histogram"]] == ["age", "region", "age_2"]
    press("region", "remove this histogram")
    assert [each["name"] for each in plan(begun)["histogram"]] == ["age", "age_2"]


@WITH_RELEASE
def test_that_an_own_table_is_released_with_ten_actions_of_the_mouse(hand, table, monkeypatch):
    hand.open("release")
    chosen(monkeypatch, table)
    hand.click("Choose a file", hand.card("plan"))  # 1, and the file in the system's dialog: 2
    hand.settled()
    hand.settled()
    tick(hand, "age")  # 3
    make(hand, "One table")  # 4
    edges = hand.plan_field(EDGES)
    hand.type(edges.editor, "0, 30, 60, 90")  # 5
    assert judged(hand.store.state.releasing.plan)[0] is not None
    agree(hand)  # a folder by its button: 6, the folder in the system's dialog: 7; 8, 9
    assert spent() == 1
    (drawn,) = hand.store.state.releasing.drawn
    assert drawn.queries[0].labels[0] == ("from 0 to 30",)


@WITH_RELEASE
def test_that_an_own_table_is_released_by_the_keyboard(hand, table, tmp_path, monkeypatch):
    """Tab is the way from one to the next; what is pressed or typed is an action."""
    hand.open("release")
    chosen(monkeypatch, table)
    press(hand, "Choose a file", Qt.Key.Key_Space)  # 1, 2
    hand.settled()
    hand.settled()
    press(hand, "age", Qt.Key.Key_Space)  # 3
    press(hand, "One table", Qt.Key.Key_Space)  # 4
    hand.settled()
    edges = hand.plan_field(EDGES).editor
    assert QApplication.focusWidget() is edges
    hand.qtbot.keyClicks(edges, "0, 30, 60, 90")  # 5
    hand.qtbot.keyClick(edges, Qt.Key.Key_Return)
    hand.settled()
    assert QApplication.focusWidget() is hand.plan_field(EDGES).editor  # the form stayed as it was
    folder = tmp_path / "released"
    folder.mkdir()
    chosen(monkeypatch, folder)
    press(hand, "Choose a folder", Qt.Key.Key_Space)  # 6, 7
    hand.settled()
    press(hand, "Release …", Qt.Key.Key_Space)  # 8
    hand.settled()
    question = summary(hand)
    press(hand, "Spend and release", Qt.Key.Key_Space, question)  # 9
    hand.until(lambda: not hand.furnished.busy)
    assert spent() == 1


def press(hand, words, key, within=None):
    """Tab, and Down within a group that is one stop, until a control with these words has the focus."""
    place = within or hand.window
    place.activateWindow()
    seen = []
    for _ in range(120):
        now = QApplication.focusWidget()
        if isinstance(now, QAbstractButton) and now.text().startswith(words):
            hand.qtbot.keyClick(now, key)
            return
        seen.append(now)
        if isinstance(now, QAbstractButton) and now.objectName() not in ("tab", "segment"):
            hand.qtbot.keyClick(now, Qt.Key.Key_Down)
        if QApplication.focusWidget() in seen:
            hand.qtbot.keyClick(QApplication.focusWidget() or place, Qt.Key.Key_Tab)
    raise AssertionError(f"the keyboard does not reach “{words}”")


@WITH_RELEASE
def test_that_a_filled_plan_has_few_stops_of_tab(example):
    stops = once_around(example)
    assert len([each for each in stops if example.card("plan").isAncestorOf(each)]) <= 16
    assert len(stops) <= 32


def test_that_a_valid_plan_is_never_changed_by_choosing_a_file(example, table):
    before = example.store.state.releasing.plan
    example.store.dispatch(FileChosen(str(table)))
    example.settled()
    example.settled()
    assert example.store.state.releasing.plan == before
    example.store.dispatch(PlanOpened(before))
    example.settled()
    assert example.store.state.releasing.plan == before


@WITH_RELEASE
def test_that_a_further_table_comes_to_a_plan_from_the_columns_of_its_file(example, tmp_path, monkeypatch):
    example.click("Columns of the file", example.card("plan"))
    example.settled()
    tick(example, "region")
    make(example, "One table")
    assert [each["name"] for each in plan(example)["histogram"]] == ["age_by_region", "income", "region"]
    example.type(example.plan_field("histogram.3.column.1.categories").editor, "north, south")
    agree(example)
    assert "region.csv" in exported(example, tmp_path / "out", monkeypatch)


def test_that_the_columns_of_a_file_are_listed_once_their_fold_is_open(wide):
    """A form is built anew for each further table: rows that nobody sees are not made with it."""
    card = wide.card("plan")
    assert len(card.findChild(ColumnRows).findChildren(QCheckBox)) == 24
    tick(wide, "c1")
    make(wide, "One table")
    assert card.findChild(ColumnRows).findChildren(QCheckBox) == []
    make(wide, "Columns of the file")
    rows = card.findChild(ColumnRows)
    ticks = rows.findChildren(QCheckBox)
    assert len(ticks) == 24
    make(wide, "Columns of the file")
    make(wide, "Columns of the file")
    assert card.findChild(ColumnRows) is rows
    assert rows.findChildren(QCheckBox) == ticks


@WITH_RELEASE
@pytest.mark.parametrize("opened", [False, True])
def test_that_tab_goes_down_the_steps_in_their_order_and_then_to_the_release(example, opened):
    """From the file over tables, protection and account to the button: each stop lies below the last, or
    at its right, folded or open."""
    card = example.card("plan")
    if opened:
        for fold in [
            each for each in card.findChildren(FoldHead) if each.isVisible() and not each.isChecked()
        ]:
            fold.click()
            example.settled()
    stops = once_around(example)
    form = next(each for each in card.findChildren(QScrollArea) if each.isVisible()).widget()
    inside = [each for each in stops if form.isAncestorOf(each)]
    corners = [each.mapTo(form, each.rect().center()) for each in inside]
    assert len(inside) > (20 if opened else 7)
    for before, after in pairwise(corners):
        assert after.y() > before.y() - 12, (before, after)
        assert abs(after.y() - before.y()) > 12 or after.x() > before.x(), (before, after)
    heads = {
        each.findChildren(QLabel)[1].text(): each.mapTo(form, each.rect().center()).y()
        for each in form.findChildren(StepHead)
    }
    assert list(heads) == sorted(heads, key=heads.__getitem__)
    ends = [*list(heads.values())[1:], form.height()]
    for start, end in zip(heads.values(), ends, strict=True):
        assert [corner for corner in corners if start < corner.y() < end], (start, end)
    further = stops[stops.index(inside[-1]) + 1 :]
    release = next(each for each in further if isinstance(each, QPushButton) and each.text() == "Release …")
    assert not [each for each in further[: further.index(release)] if card.isAncestorOf(each)]


def test_that_what_is_refused_is_said_with_its_field(example):
    editor = example.plan_field("privacy.epsilon").editor
    assert "greater than 0" not in editor.accessibleDescription()
    example.type(editor, "0")
    assert "greater than 0" in editor.accessibleDescription()
    example.type(editor, "1")
    assert "greater than 0" not in editor.accessibleDescription()


def test_that_a_typed_file_tells_its_kind_and_its_types_suggest_kinds(begun, tmp_path):
    path = tmp_path / "visits.csv"
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"COPY (SELECT 7 AS sex, 'a' AS age, [1] AS l) TO '{path}' (FORMAT parquet)")
    begun.store.dispatch(FileChosen(str(path)))
    begun.settled()
    begun.settled()
    card = begun.card("plan")
    assert any(each.text() == "Parquet · 3 columns" for each in card.findChildren(QLabel))
    rows = card.findChild(ColumnRows)
    kinds = [each.text() for each in rows.findChildren(QPushButton)]
    assert (kinds.count("numbers"), kinds.count("skip")) == (2, 1), "sex is a number here"


def typed_table(kind, path):
    """Ten visits, and a town, in a Parquet file or a workbook."""
    if kind == "parquet":
        with duckdb.connect(":memory:") as connection:
            made = "SELECT n AS visits, n / 2 AS weight, 'a' AS town FROM range(10) t(n)"
            connection.execute(f"COPY ({made}) TO '{path}' (FORMAT parquet)")
        return
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("people")
        for row, values in enumerate([("visits", "weight", "town"), *((n, n / 2, "a") for n in range(10))]):
            sheet.write_row(row, 0, values)


@WITH_RELEASE
@pytest.mark.parametrize("kind", ["parquet", "xlsx"])
def test_that_a_file_that_has_no_dialect_is_released_from_its_columns(begun, tmp_path, kind):
    path = tmp_path / f"visits.{kind}"
    typed_table(kind, path)
    begun.store.dispatch(FileChosen(str(path)))
    begun.settled()
    begun.settled()
    for name, words in (("visits", "numbers"), ("weight", "numbers"), ("town", "categories")):
        rows = begun.card("plan").findChild(ColumnRows)
        tick(begun, name)
        button = begun.find(QPushButton, f"kind of {name}", rows)
        if button.text() != words:
            button.click()
            next(each for each in rows.findChildren(QAction) if each.text() == words).trigger()
            begun.settled()
    make(begun, "One crosstab")
    columns = plan(begun)["histogram"][0]["column"]
    assert [each["name"] for each in columns] == ["visits", "weight", "town"]
    assert [each.get("whole", False) for each in columns] == [kind == "parquet", False, False]
    column = "histogram.1.column"
    for path, text in ((f"{column}.1.edges", "0, 1, 2, 10"), (f"{column}.2.edges", "0, 5")):
        begun.type(begun.plan_field(path).editor, text)
    begun.type(begun.plan_field(f"{column}.3.categories").editor, "a")
    agree(begun)
    (drawn,) = begun.store.state.releasing.drawn
    first = drawn.queries[0].labels[0][0]
    assert first == ("0" if kind == "parquet" else "from 0 to 1")


def test_that_a_sheet_is_chosen_where_a_workbook_has_several(begun, tmp_path):
    path = tmp_path / "visits.csv"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet("notes")
        book.add_worksheet("people").write_row(0, 0, ["age", "region"])
    begun.store.dispatch(FileChosen(str(path)))
    begun.settled()
    begun.settled()
    card = begun.card("plan")
    sheets = next(each for each in card.findChildren(QComboBox) if each.accessibleName() == "sheet")
    assert [sheets.itemText(place) for place in range(sheets.count())] == [
        "choose a sheet",
        "notes",
        "people",
    ]
    sheets.setCurrentIndex(2)
    sheets.activated.emit(2)
    begun.settled()
    begun.settled()
    assert begun.store.state.releasing.sheet == "people"
    assert not begun.refusals(card)
    assert any(each.isVisible() for each in card.findChildren(ColumnRows))
