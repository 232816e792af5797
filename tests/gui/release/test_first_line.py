"""The dialect is suggested from the first line and confirmed by a person; nothing of a row is shown."""

import tomllib

import pytest
from cases_in_one import cases_in_one
from PySide6.QtWidgets import QAbstractButton
from stewards import PLAN

from explorer.app.core.release_messages import FileChosen, PlanEdited, PlanOpened
from explorer.app.core.state import State, Workspace
from explorer.app.release.plan.plan_sign_off import signed
from explorer.app.update import update
from explorer.gui.widgets.fold import FoldHead
from explorer.release.plan.signatures import SignOff

pytestmark = pytest.mark.begins_in("release", "publish")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "publish")  # where the form is looked at

NOTE = "QZCANARYNOTE"


@pytest.fixture
def choosing(open_window, begun_in, tmp_path):
    """A hand with the plan open, and what chooses a file of this content."""
    state = update(State(workspace=Workspace.RELEASE), PlanOpened(PLAN))
    hand = open_window(state, front_only=True, cards=begun_in[1])

    def choose(content, name="people.csv"):
        path = tmp_path / name
        path.write_bytes(content)
        hand.store.dispatch(FileChosen(str(path)))
        hand.settled()
        hand.settled()
        head = hand.card("publish").findChild(FoldHead)
        if not head.isChecked():  # what is settled stands behind one line
            head.click()
            hand.settled()
        return hand.said(hand.card("publish"))

    hand.choose_file = choose
    return hand


def declared(hand):
    return tomllib.loads(hand.store.state.releasing.plan)["input"]


CASES = [
    ("another delimiter", f"id;city;note\nA;north;{NOTE}\n".encode(), {"delimiter": ";", "decimal": ","}),
    ("another encoding", f"id,city,note\nA,north,{NOTE}\n".encode("utf-16"), {"encoding": "utf-16"}),
    ("another quote", f"'id','city','note'\nA,north,{NOTE}\n".encode(), {"quote": "'"}),
]


@pytest.mark.begins_in("release")
@cases_in_one("how, content, taken", CASES)
def test_that_what_differs_is_told_and_taken_over_only_by_a_press(choosing, how, content, taken):
    before = choosing.store.state.releasing.plan
    said = choosing.choose_file(content)
    assert "first line" in said or "begins with the mark" in said, how
    assert NOTE not in said
    assert choosing.store.state.releasing.plan == before
    choosing.click("use this in the plan", choosing.card("publish"))
    choosing.settled()
    assert {key: declared(choosing)[key] for key in taken} == taken
    assert NOTE not in choosing.said()
    choosing.action("Undo").trigger()
    choosing.settled()
    assert choosing.store.state.releasing.plan == before


def test_that_a_row_instead_of_a_header_is_told_and_breaks_no_plan(choosing):
    said = choosing.choose_file(f"1,north,{NOTE}\n2,south,x\n".encode())
    assert "say in the plan that there is no header" in said
    assert NOTE not in said
    assert not choosing.find(QAbstractButton, "Release", choosing.card("publish")).isHidden()
    assert not [
        each
        for each in choosing.card("publish").findChildren(QAbstractButton)
        if each.text() == "use this in the plan" and each.isVisible()
    ]


def test_that_the_blank_name_of_rs_row_numbers_leaves_a_plan_as_it_is(choosing):
    before = choosing.store.state.releasing.plan
    said = choosing.choose_file(f'"","id","city"\n"1","A","{NOTE}"\n'.encode())
    assert "The first line fits the plan: utf-8, comma, 3 names." in said
    assert choosing.store.state.releasing.plan == before


def test_that_a_first_line_that_fits_is_said_to_fit(choosing):
    said = choosing.choose_file(b"\xef\xbb\xbfid,city,note\nA,north,x\n")
    assert "The first line fits the plan: utf-8, comma, 3 names." in said
    assert "take it over" not in said


def test_that_another_spelling_of_a_name_is_offered(choosing):
    said = choosing.choose_file(b"ID,City,note\nA,north,x\n")
    assert "spells it “City” and “ID”" in said or "spells it “City”, “ID”" in said
    choosing.click("use this in the plan", choosing.card("publish"))
    choosing.settled()
    plan = tomllib.loads(choosing.store.state.releasing.plan)
    assert plan["histogram"][0]["column"][0]["name"] == "City"
    assert plan["privacy"]["id_column"] == "ID"


@WITH_PLAN
def test_that_a_name_that_is_not_there_is_named(choosing):
    assert "does not name: city" in choosing.choose_file(b"id,town,note\nA,north,x\n")
    words = "the file has no column “city”: choose one of its columns, or another file"
    choosing.until(lambda: choosing.refusals(choosing.card("plan")) == [words])
    choosing.choose_file(b"id,city,note\nA,north,x\n")
    choosing.until(lambda: not choosing.refusals(choosing.card("plan")))


@WITH_PLAN
def test_that_a_misspelt_name_is_offered_the_name_that_is_meant(choosing):
    said = choosing.choose_file(b"id,citty,note\nA,north,x\n")
    assert "does not name: city. Did you mean “citty”?" in said
    words = "the file has no column “city”; did you mean “citty”?"
    choosing.until(lambda: choosing.refusals(choosing.card("plan")) == [words])
    choosing.click("use this in the plan", choosing.card("publish"))
    choosing.settled()
    choosing.until(lambda: not choosing.refusals(choosing.card("plan")))
    assert tomllib.loads(choosing.store.state.releasing.plan)["histogram"][0]["column"][0]["name"] == "citty"


def test_that_a_file_changed_under_its_name_is_looked_at_again(choosing):
    assert "fits" in choosing.choose_file(b"id,city\nA,north\n")
    assert "does not name" in choosing.choose_file(b"id,town,more\nA,north,x\n")


@WITH_PLAN
def test_that_the_names_of_the_file_are_offered_where_a_column_is_named(choosing):
    choosing.choose_file(f"id,city,note\nA,north,{NOTE}\n".encode())
    for path in ("histogram.1.column.1.name", "privacy.id_column"):
        completer = choosing.plan_field(path).editor.completer()
        model = completer.model()
        offered = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert offered == ["id", "city", "note"]
    editor = choosing.plan_field("histogram.1.column.1.name").editor
    editor.setFocus()
    editor.selectAll()
    choosing.qtbot.keyClicks(editor, "no")
    editor.setText("note")
    editor.completer().activated.emit("note")
    choosing.settled()
    plan = tomllib.loads(choosing.store.state.releasing.plan)
    assert plan["histogram"][0]["column"][0]["name"] == "note"


@pytest.mark.begins_in("release")
def test_that_without_a_header_nothing_is_looked_at_and_nothing_offered(choosing):
    choosing.store.dispatch(PlanEdited("input.header", False))
    said = choosing.choose_file(f"{NOTE},north\nA,north\n".encode())
    assert "first line" not in said
    assert NOTE not in choosing.said()
    completer = choosing.plan_field("privacy.id_column").editor.completer()
    assert completer is None or completer.model().rowCount() == 0
    assert choosing.plan_field("privacy.id_column").editor.placeholderText() == ""


@WITH_PLAN
def test_that_names_are_offered_while_the_plan_is_not_complete_yet(choosing):
    choosing.store.dispatch(PlanEdited("privacy.epsilon", "much"))
    choosing.choose_file(b"id,city,note\nA,north,x\n")
    completer = choosing.plan_field("privacy.id_column").editor.completer()
    assert completer.model().rowCount() == 3


@WITH_PLAN
def test_that_a_plan_that_is_unlocked_is_offered_the_suggestion_at_once(choosing):
    choosing.choose_file(f"id;city;note\nA;north;{NOTE}\n".encode())
    plan = choosing.store.state.releasing.plan
    choosing.store.dispatch(PlanOpened(signed(plan, SignOff("Ada", "2026-01-02", "", ""))))
    choosing.settled()
    offered = [
        each.text() for each in choosing.card("publish").findChildren(QAbstractButton) if each.isVisible()
    ]
    assert "use this in the plan" not in offered
    choosing.click("Unlocked copy", choosing.card("plan"))
    choosing.settled()
    choosing.click("use this in the plan", choosing.card("publish"))
    choosing.settled()
    assert declared(choosing)["delimiter"] == ";"


def test_that_a_decimal_point_beside_semicolons_is_no_difference(choosing):
    said = choosing.choose_file(b"id;city;note\nA;north;x\n")
    assert "decimal mark comma (a guess" in said
    choosing.click("use this in the plan", choosing.card("publish"))
    choosing.store.dispatch(PlanEdited("input.decimal", "."))
    choosing.settled()
    assert "fits the plan: utf-8, semicolon" in choosing.said(choosing.card("publish"))
