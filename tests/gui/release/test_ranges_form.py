"""Ranges in the plan's form: added, edited, said in their own words, previewed and released."""

import pytest

from explorer.app.core.release_messages import PlanOpened
from explorer.app.release.plan.plan_draft import document, judged

PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "person_id"
rows_per_person = 3
epsilon = "1"
[[ranges]]
name = "ages"
quantiles = ["0.5"]
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "10", "20", "30", "40", "50", "60", "70", "80"]
"""


def ranges(hand):
    return document(hand.store.state.releasing.plan)["ranges"][0]


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_ranges_are_opened_edited_and_said_in_their_own_words(example):
    example.store.dispatch(PlanOpened(PLAN))
    example.settled()
    plan, refusals = judged(example.store.state.releasing.plan)
    assert plan is not None, refusals
    assert "A range is off by" in example.said(example.card("preview"))
    assert example.plan_field("ranges.1.quantiles").editor.text() == "0.5"
    example.type(example.plan_field("ranges.1.quantiles").editor, "0.25, 0.75")
    assert ranges(example)["quantiles"] == ["0.25", "0.75"]
    example.type(example.plan_field("ranges.1.quantiles").editor, "")
    assert "quantiles" not in ranges(example)
    example.choose(example.plan_field("ranges.1.strategy").editor, "tree")
    assert ranges(example)["strategy"] == "tree"
    plan, _ = judged(example.store.state.releasing.plan)
    assert plan.queries[0].strategy_id(plan.terms_of(0)) == "tree"
