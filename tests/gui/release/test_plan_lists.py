"""Categories and edges in the plan's form: pasted, imported from a public list, made by a width."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit
from stewards import chosen

from explorer.app.core.release_messages import PlanEdited, PlanOpened
from explorer.app.release import preview_sample
from explorer.app.release.plan.plan_draft import document, text_of, value_of
from explorer.app.release.plan.typed_lists import MOST_TYPED
from explorer.gui.release.plan.category_import import ImportDialog
from explorer.gui.release.plan.edge_maker import EdgeMaker

EDGES, CATEGORIES = "histogram.1.column.1.edges", "histogram.1.column.2.categories"

pytestmark = pytest.mark.begins_in("release", "plan")


def held(hand, path):
    return value_of(document(hand.store.state.releasing.plan), path)


def paste(hand, path, text, at=None):
    """From the clipboard into a field, over everything or where the cursor stands."""
    editor = hand.plan_field(path).editor
    editor.setFocus()
    editor.selectAll()
    if at is not None:
        editor.setCursorPosition(at)
    QApplication.clipboard().setText(text)
    hand.qtbot.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    hand.settled()


def maker(hand):
    return next((each for each in hand.card("plan").findChildren(EdgeMaker) if each.isVisible()), None)


def opened(hand, link):
    field = hand.plan_field(EDGES)
    hand.qtbot.mouseClick(hand.find(QAbstractButton, link, field), Qt.MouseButton.LeftButton)
    return maker(hand)


def typed(hand, name, text):
    editor = hand.find(QLineEdit, name, maker(hand))
    editor.selectAll()
    hand.qtbot.keyClicks(editor, text)
    return editor


def test_that_pasted_lines_and_cells_become_the_list_at_once_in_one_step(example):
    before, steps = held(example, CATEGORIES), len(example.store.history.past)
    for text in ("east\nwest\nmid", "east\r\nwest\r\n\r\nmid\r\n", "east\twest\tmid", "east;west;mid\n"):
        paste(example, CATEGORIES, text)
        assert held(example, CATEGORIES) == ["east", "west", "mid"]
        assert example.plan_field(CATEGORIES).editor.text() == "east, west, mid"
        assert "3 categories" in example.said(example.plan_field(CATEGORIES))
        assert len(example.store.history.past) == steps + 1
        example.action("Undo").trigger()
        example.settled()
        assert held(example, CATEGORIES) == before


def test_that_commas_in_pasted_lines_stay_and_a_line_of_commas_is_a_list(example):
    paste(example, CATEGORIES, "Smith, J\nDoe, A\n")
    assert held(example, CATEGORIES) == ["Smith, J", "Doe, A"]
    paste(example, CATEGORIES, "a, b, c")
    example.qtbot.keyClick(example.plan_field(CATEGORIES).editor, Qt.Key.Key_Return)
    example.settled()
    assert held(example, CATEGORIES) == ["a", "b", "c"]


def test_that_a_paste_between_categories_leaves_those_around_it(example):
    paste(example, CATEGORIES, "mid\nhigh\n", at=len("north, south, "))
    assert held(example, CATEGORIES) == ["north", "south", "mid", "high", "east", "west"]


def test_that_a_pasted_column_of_a_table_becomes_edges(example):
    paste(example, EDGES, "0\n0.5\n1.50\n")
    assert held(example, EDGES) == ["0", "0.5", "1.50"]
    assert "2 bins" in example.said(example.plan_field(EDGES))


def test_that_pasted_duplicates_are_refused_beside_the_field(example):
    paste(example, CATEGORIES, "a\nb\na")
    assert "twice" in example.refusals(example.plan_field(CATEGORIES))[0]


def test_that_a_width_makes_exact_edges_in_one_step(example):
    steps = len(example.store.history.past)
    assert opened(example, "by width") is not None
    assert [each.text() for each in maker(example).findChildren(QLineEdit)] == ["0", "120", ""]
    example.until(lambda: maker(example).first.hasFocus() or not example.window.isActiveWindow())
    typed(example, "to", "0.3")
    editor = typed(example, "width", "0.1")
    assert "3 bins: 0, 0.1, 0.2, 0.3" in example.said(maker(example))
    assert len(example.store.history.past) == steps
    example.qtbot.keyClick(editor, Qt.Key.Key_Return)
    example.settled()
    assert held(example, EDGES) == ["0", "0.1", "0.2", "0.3"]
    assert maker(example) is None
    assert "3 bins of width 0.1" in example.said(example.plan_field(EDGES))
    assert len(example.store.history.past) == steps + 1
    example.action("Undo").trigger()
    example.settled()
    assert held(example, EDGES) == ["0", "20", "40", "65", "120"]


def test_that_a_width_that_does_not_meet_the_end_says_so(example):
    opened(example, "by width")
    typed(example, "width", "50")
    assert "the last one is narrower" in example.said(maker(example))
    example.click("use", maker(example))
    example.settled()
    assert held(example, EDGES) == ["0", "50", "100", "120"]


def test_that_a_width_that_makes_no_edges_is_refused_in_place(example):
    for width in ("0", "much", "0.000001"):
        opened(example, "by width")
        editor = typed(example, "width", width)
        assert len(example.refusals(maker(example))) == 1
        assert not example.find(QAbstractButton, "use", maker(example)).isEnabled()
        example.qtbot.keyClick(editor, Qt.Key.Key_Return)
        assert held(example, EDGES) == ["0", "20", "40", "65", "120"]
        example.qtbot.keyClick(editor, Qt.Key.Key_Escape)
        assert maker(example) is None


def test_that_each_whole_number_gets_its_bin(example):
    opened(example, "one bin per number")
    assert [each.text() for each in maker(example).findChildren(QLineEdit)] == ["0", "119"]
    editor = typed(example, "to", "4")
    example.qtbot.keyClick(editor, Qt.Key.Key_Return)
    example.settled()
    assert held(example, EDGES) == ["0", "1", "2", "3", "4", "5"]
    assert opened(example, "one bin per number") is not None
    assert [each.text() for each in maker(example).findChildren(QLineEdit)] == ["0", "4"]
    example.click("close", maker(example))
    assert maker(example) is None


def test_that_a_list_is_imported_in_one_step_after_it_is_said_which(example, tmp_path, monkeypatch):
    steps = len(example.store.history.past)
    public = tmp_path / "regions.txt"
    public.write_text("mid\nnorth\nfar north\n", "utf-8")
    chosen(monkeypatch, public)
    example.click("import a list", example.plan_field(CATEGORIES))
    dialog = example.window.findChild(ImportDialog)
    assert "public list" in example.said(dialog)
    assert "private file" in example.said(dialog)
    assert "“region”" in example.said(dialog)
    example.click("Choose the list", dialog)
    example.settled()
    assert held(example, CATEGORIES) == ["mid", "north", "far north"]
    assert len(example.store.history.past) == steps + 1
    example.until(lambda: example.window.findChild(ImportDialog) is None)


def test_that_the_file_to_be_released_and_a_bad_list_are_refused_there(example, tmp_path, monkeypatch):
    before = held(example, CATEGORIES)
    example.click("import a list", example.plan_field(CATEGORIES))
    dialog = example.window.findChild(ImportDialog)
    chosen(monkeypatch, example.store.state.releasing.csv)
    example.click("Choose the list", dialog)
    assert "it is private" in example.refusals(dialog)[0]
    bad = tmp_path / "bad.txt"
    bad.write_text("a\nb\na\n")
    chosen(monkeypatch, bad)
    example.click("Choose the list", dialog)
    assert "line 3 of the list repeats line 1" in example.refusals(dialog)[0]
    assert held(example, CATEGORIES) == before
    example.click("Cancel", dialog)
    example.until(lambda: example.window.findChild(ImportDialog) is None)


def test_that_a_list_is_read_by_the_encoding_of_a_plan_that_does_not_hold_yet(example, tmp_path, monkeypatch):
    example.store.dispatch(PlanEdited("input.encoding", "gb18030", ((CATEGORIES, []),)))
    example.settled()
    public = tmp_path / "regions.csv"
    public.write_bytes("北京\n上海\n".encode("gb18030"))
    chosen(monkeypatch, public)
    example.click("import a list", example.plan_field(CATEGORIES))
    dialog = example.window.findChild(ImportDialog)
    assert "gb18030" in example.said(dialog)
    example.click("Choose the list", dialog)
    example.settled()
    assert held(example, CATEGORIES) == ["北京", "上海"]


def test_that_a_locked_plan_takes_no_list(example, tmp_path, monkeypatch):
    example.store.dispatch(PlanEdited("privacy.locked", True))
    example.settled()
    before = held(example, CATEGORIES)
    paste(example, CATEGORIES, "x\ny")
    assert held(example, CATEGORIES) == before


def test_that_every_unit_says_in_a_sentence_what_it_protects(example):
    told = set()
    for unit in ("row", "person", "household", "other"):
        example.choose(example.plan_field("privacy.unit").editor, unit)
        told.add(example.said(example.plan_field("privacy.unit")).splitlines()[-1])
    assert len(told) == 4
    assert all(each.endswith(".") for each in told)


def test_that_further_bounds_are_declared_and_taken_away_in_the_form(example):
    assert "L1 = 3" in example.said(example.card("plan"))
    example.type(example.plan_field("privacy.rows_per_cell").editor, "1")
    example.type(example.plan_field("privacy.cells_per_person").editor, "2")
    assert held(example, "privacy.rows_per_cell") == 1
    assert "L1 = 2" in example.said(example.card("plan"))
    example.type(example.plan_field("privacy.cells_per_person").editor, "none")
    assert len(example.refusals(example.plan_field("privacy.cells_per_person"))) == 1
    example.type(example.plan_field("privacy.cells_per_person").editor, "")
    example.type(example.plan_field("privacy.rows_per_cell").editor, "")
    assert held(example, "privacy.rows_per_cell") is None
    assert example.refusals() == []


def test_that_a_long_list_is_kept_whole_and_shown_by_its_beginning(example):
    many = [f"category {number}" for number in range(12_000)]
    paste(example, CATEGORIES, "\n".join(many))
    assert held(example, CATEGORIES) == many
    field = example.plan_field(CATEGORIES)
    assert "12,000 categories" in example.said(field)
    assert field.editor.text().startswith("category 0, category 1,")
    assert len(field.editor.text()) < 1000
    assert field.editor.isReadOnly()
    example.plan_field("title").editor.setFocus()
    example.type(example.plan_field("title").editor, "Something else")
    assert held(example, CATEGORIES) == many
    example.click("clear", field)
    example.settled()
    assert held(example, CATEGORIES) == []
    assert not field.editor.isReadOnly()
    example.action("Undo").trigger()
    example.settled()
    assert held(example, CATEGORIES) == many


def test_that_a_plan_file_with_very_many_edges_is_shown_in_short_and_without_a_picture(example, monkeypatch):
    example.card("preview")
    example.settled()
    made = []
    monkeypatch.setattr(preview_sample, "simulate", lambda *given: made.append(given))
    plan = document(example.store.state.releasing.plan)
    plan["histogram"] = plan["histogram"][1:2]
    plan["histogram"][0]["column"][0]["edges"] = [str(number) for number in range(30_000)]
    example.store.dispatch(PlanOpened(text_of(plan)))
    example.settled()
    field = example.plan_field("histogram.1.column.1.edges")
    assert "29,999 bins of width 1" in example.said(field)
    assert len(field.editor.text()) < 1000
    said = example.said(example.card("preview"))
    assert (
        "has 30,003 cells, too many for a picture of simulated people. 95 % noise margin, exact: each" in said
    )
    assert "simultaneously for all 30,003 cells ±" in said
    assert made == []


def test_that_a_paste_by_the_menu_becomes_the_list_too(example):
    editor = example.plan_field(CATEGORIES).editor
    editor.selectAll()
    QApplication.clipboard().setText("east\nwest")
    editor.paste()
    example.settled()
    assert held(example, CATEGORIES) == ["east", "west"]
    assert editor.text() == "east, west"


@pytest.mark.parametrize(("path", "mark"), [(EDGES, ", "), (CATEGORIES, "\n"), (EDGES, " ")])
def test_that_a_list_too_long_for_the_form_is_refused_unread_beside_its_field(example, path, mark):
    before = held(example, path)
    paste(example, path, mark.join(map(str, range(MOST_TYPED + 2))))
    assert held(example, path) == before
    assert any("does not fit into the form" in said for said in example.refusals())
    editor = example.plan_field(path).editor
    editor.setText(mark.join(map(str, range(MOST_TYPED + 2))).replace("\n", ","))
    editor.editingFinished.emit()
    assert held(example, path) == before
    assert len(editor.text()) < 1000
