"""The budget's card: type a budget, read what each release may have, use it, take it back."""

import pytest
from PySide6.QtWidgets import QLabel, QToolButton

from explorer.app.core import message as said
from explorer.app.core.state import State, Workspace, mechanism_of
from explorer.gui.compose.budget_per_release import ShareLine
from explorer.gui.widgets.selectable import Selectable

BESIDE = ("composition", "crossings", "readout", "inverse")  # all that a width may depend on
pytestmark = pytest.mark.begins_in("compose", "inverse")


@pytest.fixture
def budget(hand):
    """At this card: the pictures beside it stay as they are."""
    hand.open("compose")
    hand.furnished.open_card("inverse")
    hand.only("inverse").settled()
    return hand


def typed(hand, path, text):
    """Enter a number of the budget."""
    hand.type(hand.number(path, hand.card("inverse")), text)


def lines(hand):
    """The rows from top to bottom."""
    found = [each for each in hand.card("inverse").findChildren(ShareLine) if each.isVisible()]
    return sorted(found, key=lambda each: each.y())


def dimmed(line):
    """Whether the words of a row are those of before: one answer, for they are dimmed together."""
    small = [each for each in line.findChildren(QLabel, "label") if each.isVisible()]
    (found,) = {bool(each.property("dimmed")) for each in small}
    return found


def uses(hand, line):
    """The buttons of a row that set the release."""
    return [each for each in line.findChildren(QToolButton) if each.isVisible() and each.text() == "use"]


def test_that_a_typed_budget_is_used_and_taken_back(budget):
    typed(budget, "composing.total_epsilon", "1")
    typed(budget, "composing.total_delta", "1e-6")
    typed(budget, "composing.count", "12")
    composing = budget.store.state.composing
    assert (composing.total_epsilon, composing.total_delta, composing.count) == (1, 1e-6, 12)
    best = lines(budget)[0]
    shown = budget.said(best).split("\n")
    assert "numerical (PLD) accounting" in shown
    (button,) = uses(budget, best)
    assert button.accessibleName().endswith("numerical (PLD) accounting")
    before = budget.store.state.target
    button.click()
    budget.settled()
    after = budget.store.state.target
    assert f"{after.epsilon:.4g}" in shown
    assert after.epsilon < before.epsilon
    assert budget.said(lines(budget)[0]).endswith(
        "resulting total 1; with the current settings 1"
    )  # all of it, and not over
    budget.action("Undo").trigger()
    budget.settled()
    assert budget.store.state.target == before
    assert budget.store.state.composing == composing


def test_that_normal_noise_is_set_by_its_exact_curve(budget):
    budget.store.dispatch(said.MechanismChosen("gaussian"))
    budget.settled()
    assert "σ per release, at least" in budget.said(budget.card("inverse"))
    best = lines(budget)[0]
    uses(budget, best)[0].click()
    budget.settled()
    assert f"{mechanism_of(budget.store.state).noise:.4g}" in budget.said(best)


def test_that_the_dwork_roth_example_is_one_press_away(budget):
    budget.click("Dwork–Roth Example 3.7", budget.card("inverse"))
    budget.settled()
    words = budget.said(budget.card("inverse"))
    for number in ("1.015", "1.007", "0.8905", "10,000"):
        assert number in words
    assert "the theorem cited does not prove it" in words
    assert "yours is outside that range" in words
    assert budget.store.state.target.epsilon == 1 / 801
    budget.action("Undo").trigger()
    budget.settled()
    assert budget.store.state.target.epsilon == 1


def test_that_a_budget_that_is_none_is_refused_beside_its_field(budget):
    for text in ("0", "-1", "much", "1e9"):
        typed(budget, "composing.total_epsilon", text)
        assert len(budget.refusals(budget.card("inverse"))) == 1
        assert budget.store.state.composing.total_epsilon == 10


def test_that_a_budget_out_of_reach_says_why_and_shows_no_number(budget):
    typed(budget, "composing.count", "1000000")
    typed(budget, "composing.total_epsilon", "1e-6")
    assert "nan" not in budget.said(budget.card("inverse")).lower()
    for line in lines(budget):
        assert "–" in budget.said(line)
        assert not uses(budget, line)


def test_that_rows_are_dimmed_and_buttons_stay_in_their_places_while_a_budget_is_dragged(budget):
    jobs, before = budget.store.jobs, [uses(budget, line) for line in lines(budget)]
    held, jobs.want = jobs.want, lambda questions: None
    budget.store.dispatch(said.Moved("composing.total_epsilon", 7.5))
    budget.until(lambda: budget.working("inverse"))
    assert all(dimmed(line) for line in lines(budget))
    assert [uses(budget, line) for line in lines(budget)] == before
    assert not any(each.isEnabled() for line in lines(budget) for each in uses(budget, line))
    jobs.want = held
    budget.store.frame()
    budget.until(lambda: not budget.working("inverse"))
    assert not any(dimmed(line) for line in lines(budget))
    shown = [each for line in lines(budget) for each in uses(budget, line)]
    assert shown
    assert all(each.isEnabled() for each in shown)
    del held, jobs.want


def test_that_every_row_is_explained_by_its_bound(budget):
    shown = budget.explained(budget.card("inverse"))
    assert {"bound-optimal", "bound-numerical", "bound-zcdp", "corollary-3-21", "largest-epsilon"} <= shown


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_no_number_of_the_card_loses_its_end(open_window, language):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, cards=BESIDE)
    hand.open("compose")
    hand.furnished.open_card("inverse")
    for mechanism in ("laplace", "gaussian", "exponential"):
        hand.store.dispatch(said.MechanismChosen(mechanism))
        hand.settled()
        shown = [each.findChild(Selectable) for each in lines(hand)]
        assert shown
        hand.until(lambda shown=shown: all(each.width() >= each.sizeHint().width() for each in shown))


@pytest.mark.begins_in("compose", "composition")
def test_that_the_noise_picture_is_one_of_those_of_compose(hand):
    hand.open("compose")
    for path in ("composing.count", "composing.horizon"):  # of a few releases: of hundreds it takes seconds
        hand.store.dispatch(said.Moved(path, 10.0))
    hand.store.dispatch(said.PictureShown("composition", "noise-per-release"))
    hand.settled()
    figure = hand.panel("composition").figure
    assert figure.id == "noise-per-release"
    hand.until(lambda: not hand.panel("composition").figure.pending)
    hand.find(QToolButton, "table", hand.card("composition")).defaultAction().trigger()
    assert hand.numbers("composition").isVisible()
