"""The margin that is needed, typed instead of ε: what gives it is shown, and taken in one step."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from explorer.app.core.release_messages import PlanOpened
from explorer.app.release.plan.plan_draft import document, judged
from explorer.gui.widgets.explain import InfoButton
from explorer.release.drawn import margins_of

pytestmark = pytest.mark.begins_in("release", "plan")


def field(hand):
    return hand.plan_field("margin")


def plan(hand):
    return judged(hand.store.state.releasing.plan)[0]


def epsilon(hand):
    return document(hand.store.state.releasing.plan)["privacy"]["epsilon"]


def use(hand):
    found = field(hand).use
    return found if found.isVisible() else None


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_a_margin_gives_the_epsilon_and_takes_it_in_one_step(example, mechanism):
    example.choose(example.plan_field("privacy.mechanism").editor, mechanism)
    for which in ("each", "joint"):
        example.choose(field(example).which, which)
        steps, before = len(example.store.history.past), epsilon(example)
        example.type(field(example).editor, "25")
        assert epsilon(example) == before
        assert "± 2" in example.said(field(example))
        assert "now it is 1." in example.said(field(example))
        offered = use(example).text().removeprefix("use ε = ")
        example.qtbot.mouseClick(use(example), Qt.MouseButton.LeftButton)
        example.settled()
        assert epsilon(example) == offered
        margins = margins_of(plan(example), 0)
        assert (margins.joint if which == "joint" else margins.each) <= 25
        assert use(example) is None
        assert "the plan has this value already" in example.said(field(example))
        assert len(example.store.history.past) == steps + 1
        example.action("Undo").trigger()
        example.settled()
        assert epsilon(example) == before
        assert use(example) is not None


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_it_is_about_the_histogram_shown_and_follows_the_shares(example):
    example.type(field(example).editor, "10")
    assert "“age_by_region”" in example.said(field(example))
    first = use(example).text()
    box = example.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    example.settled()
    assert "“income”" in example.said(field(example))
    example.type(example.plan_field("histogram.2.share").editor, "90")
    assert use(example).text() != first


@pytest.mark.begins_in("release", "plan", "publish")
def test_that_what_is_no_margin_is_refused_beside_it_and_given_up(example):
    for text in ("-1", "1.5", "1e13"):
        example.type(field(example).editor, text)
        assert len(example.refusals(field(example))) == 1
        assert use(example) is None
        assert example.find(QAbstractButton, "Release …").isEnabled()
        example.type(example.plan_field("title").editor, f"Not {text}")
        assert len(example.refusals(field(example))) == 1
        example.qtbot.keyClick(field(example).editor, Qt.Key.Key_Escape)
        example.settled()
        assert example.refusals() == []


def test_that_a_margin_that_no_epsilon_gives_says_the_least(example):
    example.type(example.plan_field("privacy.rows_per_person").editor, "900000")
    example.type(field(example).editor, "2")
    (refused,) = example.refusals(field(example))
    assert "the smallest margin is ±" in refused
    assert use(example) is None


@pytest.mark.begins_in("release", "plan", "preview")
def test_that_found_categories_have_no_margin_together(example):
    example.choose(example.plan_field("histogram.2.column.1.kind").editor, "category-unknown")
    box = example.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    example.choose(field(example).which, "joint")
    example.type(field(example).editor, "10")
    assert "each count" in example.refusals(field(example))[0]
    example.choose(field(example).which, "each")
    assert example.refusals() == []
    assert use(example) is not None


def test_that_it_waits_while_the_plan_does_not_hold_and_is_explained(example):
    example.type(field(example).editor, "10")
    example.type(example.plan_field("privacy.epsilon").editor, "much")
    assert use(example) is None
    example.type(example.plan_field("privacy.epsilon").editor, "2")
    assert "now it is 2." in example.said(field(example))
    assert example.find(InfoButton, "explain: Required noise margin", field(example))


@pytest.mark.begins_in("release", "plan", "preview")
@pytest.mark.parametrize(
    ("query", "unit", "each"),
    [
        ('[[sum]]\nname = "s"\nvalue = "pay"\nlow = "0"\nhigh = "900"\nstep = "1"\n', "± pay", "each sum"),
        (
            '[[ranges]]\nname = "r"\n[[ranges.column]]\nname = "age"\nkind = "numeric"\n'
            'edges = ["0", "1", "2"]\n',
            "± rows",
            "each interval",
        ),
    ],
)
def test_that_the_margin_of_a_sum_is_typed_in_its_unit(example, query, unit, each):
    text = f'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\n{query}'
    example.store.dispatch(PlanOpened(text))
    example.settled()
    assert field(example).editor.placeholderText() == unit
    assert field(example).which.itemText(0) == each
    example.type(field(example).editor, "90")
    assert use(example) is not None
