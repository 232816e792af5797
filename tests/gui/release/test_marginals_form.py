"""A plan with marginals in the window: form, preview, what is refused beside its fields, release."""

from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from PySide6.QtWidgets import QComboBox, QPushButton
from stewards import agree, exported, spent, with_people

from explorer.app.core.release_messages import PlanExtended, PlanOpened, QueryShown
from explorer.app.plotting.layers import Bars, Points
from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.release.publication.comparison_dialog import ComparisonDialog
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account
from explorer.release.values.amount import Amount

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
def marginals(open_window, begun_in, tmp_path):
    """The shipped people with a plan of three tables that agree."""
    return with_people(open_window, begun_in, tmp_path, PLAN)


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
@cases_in_one(
    "path, typed, words",
    [
        ("marginals.1.rounds", "3", "choose a number of rounds from 0 to 2"),
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
    marginals.store.undo()
    marginals.settled()
    assert marginals.refusals() == []
    assert marginals.store.state.releasing.plan == PLAN


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


@pytest.mark.begins_in("release", "preview", "publish")
def test_that_marginals_are_released_shown_and_written(marginals, tmp_path, monkeypatch):
    agree(marginals)
    assert spent() == 1
    figure = marginals.panel("preview").figure
    assert figure.empty is None
    assert any(isinstance(layer, Points) for layer in figure.layers)
    assert "bars fitted, dots measured" in marginals.said(marginals.card("preview"))
    names = exported(marginals, tmp_path, monkeypatch).keys()
    assert {"people-age-region.csv", "people-region-wave.csv", "people-check.csv"} <= names


@pytest.mark.begins_in("release", "publish")
def test_that_two_releases_of_marginals_are_compared_table_by_table(marginals):
    open_account(ledger_folder(), "default", Amount(Fraction(5)))
    for _ in range(2):
        agree(marginals)
    menus = (each.menu() for each in marginals.card("publish").findChildren(QPushButton))
    entries = [act for menu in menus if menu is not None for act in menu.actions()]
    next(act for act in entries if act.text() == "Compare with an earlier release …").trigger()
    dialog = marginals.dialog(ComparisonDialog)
    marginals.until(lambda: "published numbers" in marginals.said(dialog))
    tables = dialog.findChildren(QComboBox)[1]
    names = [tables.itemText(at) for at in range(tables.count())]
    assert names == ["people-age-region", "people-age-wave", "people-region-wave"]
    tables.setCurrentIndex(2)
    assert dialog.findChild(Numbers).rowCount() == 4 * 3
    marginals.click("Close", dialog)


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_form_says_which_tables_have_no_counts_of_at_least_0(marginals):
    field = marginals.plan_field("output.nonnegative")
    assert "fitted counts are never negative" in marginals.said(field)
    marginals.store.dispatch(PlanOpened(PLAN.replace('check = "0.1"', "fit = false")))
    marginals.settled()
    field = marginals.plan_field("output.nonnegative")
    assert "their counts stay as drawn" in marginals.said(field)


def shares_of(hand):
    return hand.plan_field("marginals.1.fixed").shares


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_share_of_a_table_is_typed_locked_and_given_back(marginals):
    names = [each.name.text() for each in shares_of(marginals)]
    assert names == ["age × region", "age × wave", "region × wave"]
    free = [each.editor.text() for each in shares_of(marginals)]
    marginals.type(shares_of(marginals)[2].editor, "50 %")
    assert declared(marginals)["fixed"] == [["region", "wave", "0.5"]]
    assert [each.lock.isChecked() for each in shares_of(marginals)] == [False, False, True]
    assert shares_of(marginals)[0].editor.text() != free[0]
    shares_of(marginals)[0].lock.click()
    marginals.settled()
    assert len(declared(marginals)["fixed"]) == 2
    for lock in (0, 2):
        shares_of(marginals)[lock].lock.click()
        marginals.settled()
    assert "fixed" not in declared(marginals)
    assert [each.editor.text() for each in shares_of(marginals)] == free


@pytest.mark.begins_in("release", "plan", "preview")
@cases_in_one(
    "typed, words",
    [("110", "the other shares need some too"), ("much", "a share is a percentage"), ("0", "greater than 0")],
)
def test_that_a_share_of_a_table_that_cannot_be_is_refused_beside_it(marginals, typed, words):
    marginals.type(shares_of(marginals)[1].editor, typed)
    assert any(words in said for said in marginals.refusals(shares_of(marginals)[1]))
    assert shares_of(marginals)[1].editor.text() == typed
    assert "fixed" not in declared(marginals)


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_rounds_leave_no_shares_to_be_fixed(marginals):
    field = marginals.plan_field("marginals.1.fixed")
    marginals.type(marginals.plan_field("marginals.1.rounds").editor, "1")
    assert not field.isVisible()
    assert "How far the tables are off, simulated people" in marginals.said(marginals.card("preview"))
