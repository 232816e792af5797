"""A plan with sums in the window: its form, its preview, what is refused beside its fields, its release."""

import pytest
from cases_in_one import cases_in_one
from PySide6.QtWidgets import QToolButton
from stewards import agree, exported, spent, with_people

from explorer.app.core.release_messages import PlanExtended, PlanReduced, QueryShown
from explorer.app.plotting.layers import Bars
from explorer.app.release.plan.plan_draft import document, judged

PLAN = """schema = 1
title = "Incomes"
[privacy]
unit = "person"
id_column = "person_id"
rows_per_person = 1
neighbours = "add-remove"
mechanism = "discrete-laplace"
epsilon = "1"
delta = "0"
[[sum]]
name = "income"
value = "income"
low = "0"
high = "100000"
step = "100"
mean = true
[[sum.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
[[sum]]
name = "total"
value = "income"
low = "0"
high = "100000"
step = "100"
"""


@pytest.fixture
def sums(open_window, begun_in, tmp_path):
    """The shipped people with a plan of two sums."""
    return with_people(open_window, begun_in, tmp_path, PLAN)


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_form_has_the_bounds_and_says_what_clipping_does(sums):
    assert sums.plan_field("sum.1.value").editor.text() == "income"
    assert sums.plan_field("sum.1.high").editor.text() == "100000"
    assert sums.refusals() == []
    said = sums.said(sums.card("plan"))
    assert "Values above 100,000 count as 100,000" in said
    assert "each sum ±" in said
    assert "L1" not in said


@pytest.mark.begins_in("release", "plan", "preview")
@cases_in_one(
    "path, typed, words",
    [
        ("sum.1.low", "100000", "the lower bound must be below the upper one"),
        ("sum.1.step", "30", "the step must divide both bounds"),
        ("sum.1.step", "0", "the step must be greater than 0"),
        ("sum.1.value", "region", "it cannot be a group as well"),
        ("sum.1.value", "", "a column needs a name"),
        ("sum.1.high", "much", "must be an exact decimal"),
    ],
)
def test_that_what_is_wrong_is_said_beside_its_field(sums, path, typed, words):
    sums.type(sums.plan_field(path).editor, typed)
    (refusal,) = sums.refusals(sums.plan_field(path))
    assert words in refusal
    assert judged(sums.store.state.releasing.plan)[0] is None
    sums.store.undo()
    sums.settled()
    assert sums.refusals() == []
    assert sums.store.state.releasing.plan == PLAN


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_the_preview_draws_each_sum_in_its_unit(sums):
    for position, groups in ((0, 4), (1, 1)):
        sums.store.dispatch(QueryShown(position))
        sums.settled()
        figure = sums.panel("preview").figure
        (bars,) = (layer for layer in figure.layers if isinstance(layer, Bars))
        assert len(bars.height) == groups
        assert bars.whiskers > 100_000
        assert figure.table.names[-1] == ("mean_to" if position == 0 else "margin_joint")
    assert "sum ±" in sums.said(sums.card("preview"))


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_a_sum_is_added_gets_groups_and_loses_them(example):
    example.store.dispatch(PlanExtended("sum"))
    example.settled()
    assert document(example.store.state.releasing.plan)["sum"][0]["value"] == ""
    example.type(example.plan_field("sum.1.value").editor, "income")
    assert judged(example.store.state.releasing.plan)[0] is not None
    example.store.dispatch(PlanExtended("sum.1"))
    example.settled()
    links = [each.text() for each in example.card("plan").findChildren(QToolButton)]
    assert "+ a column: a sum for each of its groups" in links
    example.store.dispatch(PlanReduced("sum.1.column.1"))
    example.settled()
    assert judged(example.store.state.releasing.plan)[0] is not None


@pytest.mark.begins_in("release", "preview", "publish")
def test_that_sums_are_released_shown_and_written(sums, tmp_path, monkeypatch):
    agree(sums)
    assert spent() == 1
    (drawn,) = sums.store.state.releasing.drawn
    assert len(drawn.queries[0].counts) == 8
    figure = sums.panel("preview").figure
    assert figure.empty is None
    assert any(isinstance(layer, Bars) for layer in figure.layers)
    names = exported(sums, tmp_path, monkeypatch).keys()
    assert {"income.csv", "total.csv"} <= names
