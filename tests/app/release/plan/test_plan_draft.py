"""A plan while it is being written: text in, text out, one value at a time."""

import pytest
from states import PLANS, planned

from explorer.app.release.plan.plan_draft import (
    document,
    edited,
    extended,
    judged,
    reduced,
    steps,
    text_of,
    value_of,
)
from explorer.language import Language
from explorer.privacy.refusal import NotValid

PEOPLE = planned("people").releasing.plan


def test_that_a_path_is_keys_and_places():
    assert steps("histogram.1.column.2.edges") == ("histogram", 0, "column", 1, "edges")


@pytest.mark.parametrize("name", PLANS)
def test_that_the_shipped_plans_have_nothing_wrong_with_them(name):
    plan, wrong = judged(planned(name).releasing.plan)
    assert plan is not None
    assert wrong == ()


def test_that_a_document_is_a_copy_of_ones_own():
    document(PEOPLE)["privacy"]["epsilon"] = "1000"
    assert document(PEOPLE)["privacy"]["epsilon"] == "1"


def test_that_text_and_document_are_the_same_plan():
    assert document(text_of(document(PEOPLE))) == document(PEOPLE)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title", "Another"),
        ("privacy.epsilon", "1/3"),
        ("input.trim", True),
        ("histogram.2.column.1.edges", ["0", "1"]),
        ("output.new.key", 3),
    ],
)
def test_that_an_edit_changes_that_value_alone(path, value):
    text = edited(PEOPLE, path, value)
    assert value_of(document(text), path) == value
    before = value_of(document(PEOPLE), path)
    assert document(edited(text, path, before)) == document(edited(PEOPLE, path, before))


def test_that_an_edit_with_nothing_removes_the_key():
    text = edited(PEOPLE, "privacy.id_column", None)
    assert "id_column" not in document(text)["privacy"]
    assert edited(text, "privacy.id_column", None) == text


def test_that_a_value_that_is_not_there_has_a_default():
    for path in ("nothing", "histogram.9.name", "histogram.name", "title.deeper", "privacy.1"):
        assert value_of(document(PEOPLE), path, "default") == "default"


def test_that_every_new_histogram_has_a_name_of_its_own():
    text = PEOPLE
    for _ in range(3):
        text = extended(text)
    names = [each["name"] for each in document(text)["histogram"]]
    assert len(set(names)) == len(names) == 5


def test_that_a_new_column_makes_a_crosstab():
    assert len(value_of(document(extended(PEOPLE, "histogram.2")), "histogram.2.column")) == 2


def test_that_what_was_added_can_be_removed():
    assert reduced(extended(PEOPLE), "histogram.3") == text_of(document(PEOPLE))
    assert reduced(extended(PEOPLE, "histogram.2"), "histogram.2.column.2") == text_of(document(PEOPLE))


def test_that_a_plan_that_is_not_complete_says_what_is_wrong_and_where():
    plan, wrong = judged(edited(PEOPLE, "privacy.epsilon", "-1"))
    assert plan is None
    assert [refusal.field for refusal in wrong] == ["privacy.epsilon"]


@pytest.mark.parametrize("text", ["no [ plan", "a = 1\na = 2", "a = " + "1" * 5000, "a = " + "[" * 5000])
def test_that_text_that_is_no_plan_is_refused_and_never_a_fault(text):
    with pytest.raises(NotValid):
        document(text)
    plan, wrong = judged(text)
    assert plan is None
    assert len(wrong) == 1


def test_that_what_is_wrong_names_the_field_as_the_form_does_in_quotation_marks():
    _, (wrong,) = judged(edited(PEOPLE, "privacy.rows_per_person", "several"))
    said = Language("en").say(wrong.sentence)
    assert said.startswith("“rows per person, at most” must be a whole number from 1 to")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"every": "month", "edges": ["2025-01-01", "2025-02-01"]},
            "declare “edges”, or “counted by” with “from” and “before”, not both",
        ),
        ({"from": "2025-01-01"}, "“from” belongs to “counted by”: declare that too, or “edges” instead"),
    ],
)
def test_that_what_is_wrong_with_dates_names_each_field_as_the_form_does(given, told):
    dates = {"name": "age", "kind": "date", "format": "YYYY-MM-DD", **given}
    _, wrong = judged(edited(PEOPLE, "histogram.1.column.1", dates))
    assert told in [Language("en").say(each.sentence) for each in wrong]
