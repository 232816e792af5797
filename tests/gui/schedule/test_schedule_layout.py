"""The year in a small window and with large numbers: nothing is cut, nothing refused is out of sight."""

import pytest
from hands import whole
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QToolButton

from explorer.app.core import schedule_messages as said
from explorer.app.core.message import MechanismChosen, Moved, SensitivityInputChosen, Settled
from explorer.app.core.state import State, Workspace
from explorer.gui.fields.number_field import NumberField
from explorer.gui.schedule.schedule_account import AccountQuestion
from explorer.gui.schedule.schedule_cells import ChoiceCell
from explorer.gui.schedule.schedule_picture import YearPicture
from explorer.gui.schedule.schedule_totals import Totals
from explorer.gui.widgets.column import Column
from explorer.mark import N_

CARDS = ("composition", "crossings", "year", "readout")  # all that a width may depend on
pytestmark = pytest.mark.begins_in("compose", *CARDS)
any_course = pytest.mark.usefixtures("in_closed_form")  # where nobody reads what is spent by when


@pytest.fixture
def year(empty):
    """The example year."""
    empty.panel("year").show_example()
    empty.settled()
    return empty


def schedule(hand):
    return hand.store.state.schedule


def line(hand, row):
    return schedule(hand).releases[row]


def cell(hand, kind, what, name="Age by region"):
    return hand.find(kind, f"“{name}”: {what}", hand.card("year"))


def test_that_a_million_releases_are_told_with_all_their_digits(year):
    often = cell(year, QComboBox, "how often").lineEdit()
    for _ in range(2):  # the same number again is written the same way
        year.type(often, "1000000")
        year.settled()
        assert often.text() == "1000000 ×"
        assert often.fontMetrics().horizontalAdvance(often.text()) <= often.width()
    assert cell(year, QLabel, "this line").text() == "124,261"
    for each in schedule(year).releases:
        for what in ("this line", "cumulative"):
            assert whole(cell(year, QLabel, what, each.name))
    totals = year.panel("year").findChild(Totals)
    labels = [each for each in totals.findChildren(QLabel) if each.isVisible()]
    assert {"optimal composition", "basic composition"} <= {each.text() for each in labels}
    assert all(whole(each) for each in labels)
    assert sum(each.text().endswith("by the best proven bound, of") for each in labels) == 1
    assert not year.panel("year").findChild(Column).horizontalScrollBar().isVisible()


@any_course
def test_that_long_names_of_mechanisms_and_samples_are_whole(empty):
    hand = empty
    hand.store.dispatch(MechanismChosen("exponential"))
    hand.click("Add the current release", hand.card("year"))
    hand.settled()
    hand.store.dispatch(MechanismChosen("gaussian-classical"))
    hand.store.dispatch(Moved("shape.sampling_rate", 0.1))
    hand.store.dispatch(Settled())
    hand.click("+ Add the current release", hand.card("year"))
    hand.store.dispatch(MechanismChosen("laplace"))  # for the cards beside, which need no sampled one
    hand.store.dispatch(Moved("shape.sampling_rate", 1.0))
    hand.store.dispatch(Settled())
    hand.settled()
    assert line(hand, 1).setting.shape.sampling_rate == 0.1
    for name, words in (("Release 1", "exponential mechanism"), ("Release 2", "10 % sampled")):
        box = cell(hand, ChoiceCell, "mechanism", name)
        assert words in box.currentText()
        assert box.fontMetrics().horizontalAdvance(box.currentText()) <= box.width() - 4


def test_that_how_often_is_refused_beside_the_line_with_words_that_work_and_undone(year):
    often = cell(year, QComboBox, "how often").lineEdit()
    year.type(often, "1000000")
    for text in ("sometimes", "-3"):
        year.type(often, text)
        year.settled()
        assert "daily, weekly, monthly" in year.refusals(year.card("year"))[1]
    year.store.undo()
    year.settled()
    assert often.text() == "1000000 ×"
    assert year.refusals(year.card("year")) == []
    year.store.undo()
    year.settled()
    assert often.text() == "monthly"


@any_course
def test_that_an_added_release_joins_the_group_that_it_adds_to(year):
    year.click("+ Add the current release", year.card("year"))
    year.settled()
    assert [each.people for each in schedule(year).releases] == ["patients", "patients", "staff", "patients"]
    assert year.refusals(year.card("year")) == []
    year.store.dispatch(SensitivityInputChosen("unit", "person"))
    year.click("+ Add the current release", year.card("year"))
    year.settled()
    assert schedule(year).releases[-1].people == "group 2"
    assert year.refusals(year.card("year")) == []


@any_course
def test_that_lines_that_do_not_add_are_brought_into_sight(year):
    for _ in range(6):
        year.click("+ Add the current release", year.card("year"))
    year.store.dispatch(said.ScheduleLineMoved(2, 9))
    year.store.dispatch(said.DisjointStated(False))
    year.settled()
    panel = year.panel("year")
    refused = [each for each in panel.findChildren(QLabel, "refusal") if not each.isHidden()]
    last = max(refused, key=lambda each: each.y())
    year.until(lambda: not last.visibleRegion().isEmpty())
    assert "no total" in year.said(panel.findChild(Totals))


@any_course
def test_that_an_added_release_and_the_link_for_the_next_are_brought_into_sight(open_window):
    hand = open_window(State(workspace=Workspace.COMPOSE), size=(960, 600), cards=CARDS)
    hand.open("compose")
    hand.furnished.open_card("year")
    hand.panel("year").show_example()
    hand.settled()
    more = hand.find(QToolButton, "+ Add the current release", hand.card("year"))
    assert more.visibleRegion().boundingRect() != more.rect()  # a low card shows the first lines
    for count in (4, 5, 6):
        more.click()
        hand.settled()
        assert len(schedule(hand).releases) == count
        hand.until(lambda: more.visibleRegion().boundingRect() == more.rect())
    hand.store.dispatch(said.DisjointStated(True))  # nothing was added: it stays where it was scrolled to
    column = hand.panel("year").findChild(Column)
    column.verticalScrollBar().setValue(0)
    hand.settled()
    assert column.verticalScrollBar().value() == 0


@pytest.mark.begins_in("compose", "one-release", "year")
def test_that_an_account_is_refused_where_a_promise_is_broken(empty):
    hand = empty
    hand.store.dispatch(MechanismChosen("gaussian-classical"))
    hand.type(hand.field("ε privacy"), "20")
    hand.click("Add the current release", hand.card("year"))
    hand.settled()
    (why,) = hand.refusals(hand.card("year"))  # beside the line too
    assert why.startswith("not a guarantee")
    hand.click("open as an account", hand.card("year"))
    asked = hand.dialog(AccountQuestion)
    assert "does not reach the ε and δ that it claims: not a guarantee" in hand.refusals(asked)[0]
    assert not hand.find(QPushButton, "Open the account", asked).isEnabled()
    asked.reject()


@any_course
@pytest.mark.parametrize(("size", "language"), [((960, 600), "en"), ((1024, 640), "zh_CN")])
def test_that_a_small_window_holds_plan_budget_and_links(open_window, size, language):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, size=size, cards=CARDS)
    hand.open("compose")
    hand.furnished.open_card("year")
    hand.panel("year").show_example()
    hand.settled()
    card, panel = hand.card("year"), hand.panel("year")
    assert hand.window.width() <= size[0]
    assert card.mapTo(hand.window, card.rect().topRight()).x() < hand.window.width()
    plan, picture = panel.findChild(Column), panel.findChild(YearPicture)
    budget = panel.findChild(Totals).findChild(NumberField)
    for each in (budget, *card.head.findChildren(QToolButton)):
        if not each.isHidden():
            assert card.rect().contains(each.mapTo(card, each.rect().bottomRight())), each.accessibleName()
    assert picture.isHidden()
    hand.click(hand.window.language.say(N_("picture")), card.head)
    hand.settled()
    assert picture.isVisible()
    assert plan.isHidden()
    assert budget.isVisible()
