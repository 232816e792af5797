"""A plan with marginals in the window: form, preview, what is refused beside its fields, release."""

import pytest
from stewards import agree, exported, spent

from explorer.app.core.release_messages import PlanExtended, PlanOpened, QueryShown
from explorer.app.plotting.layers import Bars, Points
from explorer.app.release.plan.plan_draft import document, judged

PLAN = """schema = 1
title = "People"
[privacy]
unit = "person"
id_column = "person_id"
rows_per_person = 1
epsilon = "1"
[[marginals]]
name = "people"
check = "0.1"
[[marginals.column]]
name = "age"
kind = "numeric"
edges = ["0", "30", "60", "100"]
[[marginals.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
[[marginals.column]]
name = "wave"
kind = "category"
categories = ["2020"]
"""


@pytest.fixture
def marginals(example):
    """The shipped people with a plan of three tables that agree."""
    example.store.dispatch(PlanOpened(PLAN))
    example.settled()
    return example


def declared(hand):
    return document(hand.store.state.releasing.plan)["marginals"][0]


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_tables_are_chosen_and_listed_in_the_form(marginals):
    field = marginals.plan_field("marginals.1.tables")
    assert not field.list.isVisible()
    assert field.editor.currentText() == "all pairs of columns"
    for data, listed in (
        ("triples", "triples"),
        ("list", [["age", "region"], ["age", "wave"], ["region", "wave"]]),
    ):
        field.editor.setCurrentIndex(field.editor.findData(data))
        field.editor.activated.emit(field.editor.currentIndex())
        marginals.settled()
        assert declared(marginals)["tables"] == listed
        field = marginals.plan_field("marginals.1.tables")
    assert field.list.isVisible()
    assert field.list.text() == "age × region; age × wave; region × wave"
    marginals.type(field.list, "wave * age; region")
    assert declared(marginals)["tables"] == [["wave", "age"], ["region"]]
    assert judged(marginals.store.state.releasing.plan)[0] is not None


@pytest.mark.begins_in("release", "plan", "preview")
@pytest.mark.parametrize(
    ("path", "typed", "words"),
    [
        ("marginals.1.rounds", "3", "choose 2 or less"),
        ("marginals.1.rounds", "many", "must be a whole number"),
        ("marginals.1.check", "0.7", "from 0 to 0.5"),
        ("marginals.1.column.3.name", "region", "would share its name"),
    ],
)
def test_that_what_is_wrong_is_said_beside_its_field(marginals, path, typed, words):
    marginals.type(marginals.plan_field(path).editor, typed)
    said = marginals.refusals(marginals.plan_field(path))
    assert any(words in refusal for refusal in said)
    assert judged(marginals.store.state.releasing.plan)[0] is None


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_preview_shows_each_table_and_how_far_the_fit_is_off(marginals):
    card = marginals.panel("preview")
    for table, cells in ((0, 7 * 4), (1, 7 * 3), (2, 4 * 3)):
        marginals.store.dispatch(QueryShown(0, table))
        marginals.settled()
        bars = [layer for layer in card.figure.layers if isinstance(layer, Bars)]
        assert sum(len(each.height) for each in bars) == cells
        assert all(each.whiskers > 0 for each in bars)
    said = marginals.said(marginals.card("preview"))
    assert "How far the tables are off, simulated people" in said
    assert "of 3 tables" in said


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_marginals_are_added_with_two_columns_to_fill(example):
    example.store.dispatch(PlanExtended("marginals"))
    example.settled()
    example.type(example.plan_field("marginals.1.column.1.name").editor, "region")
    example.type(example.plan_field("marginals.1.column.1.categories").editor, "north, south")
    example.type(example.plan_field("marginals.1.column.2.name").editor, "wave")
    example.type(example.plan_field("marginals.1.column.2.categories").editor, "2020, 2021")
    assert judged(example.store.state.releasing.plan)[0] is not None


@pytest.mark.begins_in("release")
def test_that_marginals_are_released_shown_and_written(marginals, tmp_path, monkeypatch):
    agree(marginals)
    assert spent() == 1
    figure = marginals.panel("preview").figure
    assert figure.empty is None
    assert any(isinstance(layer, Points) for layer in figure.layers)
    assert "bars fitted, dots measured" in marginals.said(marginals.card("preview"))
    names = exported(marginals, tmp_path, monkeypatch).keys()
    assert {"people-age-region.csv", "people-region-wave.csv", "people-check.csv"} <= names
