"""Dates in the plan's form: a format, a period, and the days between which it is counted."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from explorer.app.core.release_messages import PlanOpened
from explorer.app.release.plan import plan_draft
from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.release.plan import plan_counted
from explorer.gui.release.plan.plan_fields import Field
from explorer.mark import N_, english
from explorer.release.plan import plan_file
from explorer.release.plan.key import Kind, key
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.query import every_query

pytestmark = pytest.mark.begins_in("release", "plan")
PATH = "histogram.1.column.1"


def column(hand):
    return document(hand.store.state.releasing.plan)["histogram"][0]["column"][0]


def field(hand, key):
    return hand.plan_field(f"{PATH}.{key}")


def shown(hand):
    """The keys of the column that have a field in sight."""
    fields = [each for each in hand.card("plan").findChildren(Field) if each.isVisible()]
    return [each.path.rpartition(".")[2] for each in fields if each.path.startswith(f"{PATH}.")]


@pytest.fixture
def dated(example):
    """The example with dates in its first column, by month of a year."""
    example.choose(field(example, "kind").editor, "date")
    example.type(field(example, "from").editor, "2025-01-01")
    example.type(field(example, "to").editor, "2026-01-01")
    return example


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_dates_are_chosen_typed_and_shown_by_month(dated):
    assert column(dated) == {
        "name": "age",
        "kind": "date",
        "format": "YYYY-MM-DD",
        "every": "month",
        "from": "2025-01-01",
        "to": "2026-01-01",
    }
    plan, _ = judged(dated.store.state.releasing.plan)
    assert plan is not None
    assert english(plan.columns[0].names[0]) == "January 2025"
    assert "12 intervals: January 2025 … December 2025" in dated.said(field(dated, "to"))
    assert shown(dated) == ["name", "kind", "format", "every", "from", "to"]
    assert dated.panel("preview").figure.empty is None


def test_that_another_period_keeps_the_days_and_edges_of_ones_own_begin_with_its_edges(dated):
    dated.choose(field(dated, "every").editor, "quarter")
    assert "4 intervals: 2025 Q1 … 2025 Q4" in dated.said(field(dated, "to"))
    dated.choose(field(dated, "every").editor, "")
    assert column(dated)["edges"] == ["2025-01-01", "2025-04-01", "2025-07-01", "2025-10-01", "2026-01-01"]
    assert shown(dated) == ["name", "kind", "format", "every", "edges"]
    dated.type(field(dated, "edges").editor, "2025, 2025-06-01T12:00, 2026")
    assert dated.refusals(field(dated, "edges"))  # the format has no time of day
    dated.type(field(dated, "format").editor, "YYYY-MM-DD hh:mm")
    assert not dated.refusals(field(dated, "edges"))
    dated.choose(field(dated, "every").editor, "year")
    assert (column(dated)["from"], column(dated)["to"]) == ("2025-01-01", "2026-01-01")
    assert judged(dated.store.state.releasing.plan)[0] is not None


def test_that_each_wrong_value_is_refused_beside_its_field(dated):
    for name, wrong, right in (
        ("format", "dd.mm.yyyy", "DD.MM.YYYY"),
        ("from", "2025-02-30", "2025-02-01"),
        ("to", "2025-01-01", "2025-03-15"),
    ):
        dated.type(field(dated, name).editor, wrong)
        assert len(dated.refusals(field(dated, name))) == 1
        dated.type(field(dated, name).editor, right)
        assert not dated.refusals(field(dated, name))
    assert "the last one is shorter" in dated.said(field(dated, "to"))
    assert "for example 31.01.2025" in dated.said(field(dated, "format"))


def test_that_another_content_takes_the_keys_of_dates_away(dated):
    dated.choose(field(dated, "kind").editor, "numeric")
    assert set(column(dated)) == {"name", "kind", "edges"}
    dated.type(field(dated, "edges").editor, "0, 1, 2")
    field(dated, "whole").editor.click()
    assert column(dated)["whole"] is True
    plan, _ = judged(dated.store.state.releasing.plan)
    assert [english(each) for each in plan.columns[0].names[:2]] == ["0", "1"]


@dataclass(frozen=True, slots=True)
class Strategic(Histogram):
    """A kind of query with two keys of its own."""

    id: ClassVar[str] = "strategic"
    strategy: str = key(Kind.CHOICE, "auto", choices=("auto", "tree"), title=N_("mechanism"), shown=1)
    depth: int = key(Kind.WHOLE, 2, title=N_("count"), shown=2)


def test_that_keys_of_a_query_get_fields_from_their_declaration(example, monkeypatch):
    both = {**every_query(), Strategic.id: Strategic}
    for module in (plan_draft, plan_counted):
        monkeypatch.setattr(module, "every_query", lambda: both)
    monkeypatch.setattr(
        plan_file, "queries_of", lambda ids: {name: kind for name, kind in both.items() if name in ids}
    )
    plan = document(example.store.state.releasing.plan)
    plan["strategic"] = [{**plan["histogram"][0], "name": "other"}]
    example.store.dispatch(PlanOpened(plan_draft.text_of(plan)))
    example.settled()
    example.choose(example.plan_field("strategic.1.strategy").editor, "tree")
    example.type(example.plan_field("strategic.1.depth").editor, "7")
    valid, _ = judged(example.store.state.releasing.plan)
    assert valid is not None
    assert (valid.queries[-1].strategy, valid.queries[-1].depth) == ("tree", 7)
    example.type(example.plan_field("strategic.1.depth").editor, "many")
    assert len(example.refusals(example.plan_field("strategic.1.depth"))) == 1
