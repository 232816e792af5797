"""The plan as a form: every refusal beside its field, everything else still usable."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel

from explorer.app.core.release_messages import FileChosen
from explorer.app.release.plan.plan_draft import document, judged
from explorer.release.plan.plan_file import read_plan
from explorer.resources import resource

pytestmark = pytest.mark.begins_in("release", "plan")

EXAMPLE = resource("examples", "people.toml")


def plan(hand):
    return document(hand.store.state.releasing.plan)


def valid(hand):
    return judged(hand.store.state.releasing.plan)[0] is not None


def beside(hand, path):
    """The refusal under the field at a path."""
    return hand.refusals(hand.plan_field(path))


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_example_fills_the_form_and_the_preview(example):
    assert read_plan(example.store.state.releasing.plan) == read_plan(EXAMPLE.read_text("utf-8"))
    assert example.plan_field("privacy.epsilon").editor.text() == "1"
    assert example.plan_field("histogram.1.column.1.edges").editor.text() == "0, 20, 40, 65, 120"
    assert example.plan_field("histogram.1.column.2.categories").editor.text() == "north, south, east, west"
    assert example.refusals() == []
    assert example.panel("preview").figure.empty is None
    assert "simulated people" in example.said(example.card("preview"))
    assert "±" in example.said(example.card("preview"))
    assert example.store.state.releasing.csv.endswith("people.csv")


@cases_in_one(
    "path, typed, shown",
    [
        ("privacy.epsilon", "0,5", "0.5"),
        ("output.confidence", "90 %", "0.9"),
        ("histogram.1.column.1.edges", "0,5; 1,5; 2", "0.5, 1.5, 2"),
    ],
)
def test_that_the_plan_spells_a_number_plainly_however_it_was_typed(example, path, typed, shown):
    example.type(example.plan_field(path).editor, typed)
    assert example.plan_field(path).editor.text() == shown
    assert beside(example, path) == []


INVALID = [
    ("histogram.1.column.1.edges", "0, 20, 20, 65"),
    ("histogram.1.column.1.edges", "0, 40, 20"),
    ("histogram.1.column.1.edges", "0"),
    ("histogram.1.column.1.edges", "0, some"),
    ("histogram.1.column.1.edges", ""),
    ("histogram.1.column.2.categories", "north, north"),
    ("histogram.1.column.2.categories", "north, (missing)"),
    ("privacy.epsilon", "0"),
    ("privacy.epsilon", "-1"),
    ("privacy.epsilon", "much"),
    ("privacy.epsilon", "nan"),
    ("output.confidence", "1.5"),
    ("privacy.rows_per_person", "0"),
    ("privacy.rows_per_person", "many"),
    ("input.encoding", "klingon"),
    ("histogram.1.column.1.name", ""),
    ("histogram.1.name", "../escape"),
]


@pytest.mark.begins_in("release", "plan", "publish")
def test_that_what_is_no_plan_is_refused_beside_its_field_and_the_rest_goes_on(example):
    for path, text in INVALID:
        before = example.plan_field(path).editor.text()
        example.type(example.plan_field(path).editor, text)
        assert len(beside(example, path)) == 1
        assert "\n" not in beside(example, path)[0]
        assert example.plan_field(path).editor.text() == text
        assert not valid(example)
        assert not example.find(QAbstractButton, "Release …").isEnabled()
        example.type(example.plan_field("title").editor, "Something else")
        assert plan(example)["title"] == "Something else"
        assert len(beside(example, path)) == 1
        example.type(example.plan_field(path).editor, before)
        assert example.refusals() == []
        assert valid(example)
        assert example.find(QAbstractButton, "Release …").isEnabled()


def test_that_an_unknown_unit_is_named_before_the_plan_holds(example):
    example.choose(example.plan_field("privacy.unit").editor, "other")
    assert "a name of its own" in example.said(example.plan_field("privacy.unit_name"))
    assert example.refusals(example.card("plan")) == []  # a hint: nobody has been at the field yet
    assert not valid(example)
    example.type(example.plan_field("privacy.unit_name").editor, "school")
    assert example.refusals() == []
    assert plan(example)["privacy"]["unit_name"] == "school"


def test_that_a_row_unit_takes_its_forbidden_keys_away(example):
    example.choose(example.plan_field("privacy.unit").editor, "row")
    assert example.refusals() == []
    assert "id_column" not in plan(example)["privacy"]
    assert "One record can change the counts" in example.said(example.card("plan"))
    example.choose(example.plan_field("privacy.unit").editor, "person")
    assert plan(example)["privacy"]["rows_per_person"] == 1


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_a_bound_without_an_id_column_is_said_to_be_ones_word(example):
    assert "enforced by the id column" in example.said(example.card("plan"))
    assert "Rows with the same “person_id” belong together; at most 3 of them are kept." in example.said()
    example.type(example.plan_field("privacy.id_column").editor, "")
    assert "stated by you" in example.said(example.card("plan"))


def test_that_numbers_may_become_categories_and_back(example):
    example.choose(example.plan_field("histogram.1.column.1.kind").editor, "category")
    assert "edges" not in plan(example)["histogram"][0]["column"][0]
    assert not valid(example)
    example.type(example.plan_field("histogram.1.column.1.categories").editor, "young, old")
    assert valid(example)
    example.choose(example.plan_field("histogram.1.column.1.kind").editor, "numeric")
    example.type(example.plan_field("histogram.1.column.1.edges").editor, "0, 10, 20")
    assert valid(example)


def test_that_a_histogram_comes_and_goes(example):
    example.menu_entry("+ another histogram").trigger()
    example.settled()
    assert len(plan(example)["histogram"]) == 3
    assert not valid(example)
    example.type(example.plan_field("histogram.3.column.1.name").editor, "wave")
    example.type(example.plan_field("histogram.3.column.1.categories").editor, "2020, 2021")
    assert valid(example)
    removing = [
        each
        for each in example.card("plan").findChildren(QAbstractButton)
        if each.text() == "remove this histogram"
    ]
    assert len(removing) == 3
    example.qtbot.mouseClick(removing[-1], Qt.MouseButton.LeftButton)
    example.settled()
    assert len(plan(example)["histogram"]) == 2
    assert valid(example)


def test_that_a_column_comes_and_goes(example):
    example.plan_field("histogram.1.name")
    example.click("+ a column")
    example.settled()
    assert len(plan(example)["histogram"][0]["column"]) == 3
    removing = [
        each
        for each in example.card("plan").findChildren(QAbstractButton)
        if each.text() == "remove this column"
    ]
    example.qtbot.mouseClick(removing[-1], Qt.MouseButton.LeftButton)
    example.settled()
    assert read_plan(example.store.state.releasing.plan) == read_plan(EXAMPLE.read_text("utf-8"))


def test_that_an_edit_of_the_plan_is_one_step_back(example):
    steps = len(example.store.history.past)
    example.type(example.plan_field("privacy.epsilon").editor, "0.5")
    assert len(example.store.history.past) == steps + 1
    example.action("Undo").trigger()
    example.settled()
    assert example.plan_field("privacy.epsilon").editor.text() == "1"


@cases_in_one("path, value", [("privacy.unit", "row"), ("histogram.1.column.1.kind", "category")])
def test_that_a_choice_that_changes_several_keys_is_one_step_back(example, path, value):
    before, steps = plan(example), len(example.store.history.past)
    example.choose(example.plan_field(path).editor, value)
    assert plan(example) != before
    assert len(example.store.history.past) == steps + 1
    example.action("Undo").trigger()
    example.settled()
    assert plan(example) == before


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_noise_margin_follows_epsilon(example):
    before = example.said(example.card("preview"))
    example.type(example.plan_field("privacy.epsilon").editor, "0.1")
    assert example.said(example.card("preview")) != before


def test_that_a_share_is_read_exactly(example):
    example.type(example.plan_field("histogram.1.share").editor, "1/3")
    assert plan(example)["histogram"][0]["share"] == "1/3"
    assert valid(example)


def test_that_switches_and_choices_reach_the_plan(example):
    box = example.plan_field("output.nonnegative").editor
    example.qtbot.mouseClick(
        box, Qt.MouseButton.LeftButton, pos=box.rect().topLeft() + box.rect().bottomLeft() / 2
    )
    example.settled()
    assert plan(example)["output"]["nonnegative"] is True
    assert not example.plan_field(
        "output.interval_words"
    ).editor.isChecked()  # as in the file that was opened
    example.choose(example.plan_field("input.delimiter").editor, ";")
    assert plan(example)["input"]["delimiter"] == ";"
    example.type(example.plan_field("input.missing").editor, "NA, unknown")
    assert plan(example)["input"]["missing"] == ["", "NA", "unknown"]
    assert valid(example)


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_a_new_plan_says_what_it_still_lacks(hand):
    hand.open("release")
    hand.click("Start a new plan")
    hand.settled()
    assert not valid(hand)
    assert hand.plan_field("output.interval_words").editor.isChecked()
    assert "needs a name" in hand.said(hand.plan_field("histogram.1.column.1.name"))
    assert hand.refusals(hand.card("plan")) == []
    assert hand.panel("preview").figure.empty is not None


def test_that_the_steps_say_how_far_they_have_come(example):
    assert steps(example) == ["done", "done", "done", "done"]
    example.type(example.plan_field("privacy.epsilon").editor, "0")
    assert steps(example) == ["done", "done", "next", "later"]


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_each_histogram_of_the_plan_can_be_looked_at(example):
    first = example.panel("preview").figure
    box = example.choices("shown table")
    assert [box.itemText(index) for index in range(box.count())] == ["age_by_region", "income"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    example.settled()
    assert example.panel("preview").figure is not first
    assert example.store.state.releasing.shown == 1


def steps(hand):
    """How each of the steps of a release stands."""
    labels = hand.window.findChildren(QLabel)
    return [each.property("standing") for each in labels if each.objectName() == "disc" and each.isVisible()]


def test_that_without_a_file_the_file_comes_next(hand):
    hand.open("release")
    assert steps(hand) == ["next"]
    hand.click("Start a new plan")
    hand.settled()
    assert steps(hand) == ["next", "later", "later", "later"]


def test_that_a_plan_alone_wants_a_file(hand):
    hand.open("release")
    hand.click("Try the example")
    hand.store.dispatch(FileChosen(""))
    hand.settled()
    assert steps(hand) == ["next", "done", "done", "done"]
