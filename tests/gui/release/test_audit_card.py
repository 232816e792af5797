"""Test this release, through the window: press, progress, cancel, result, and a plan that changed since."""

import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton
from stewards import spent

from explorer.app.core.release_messages import PlanEdited, PlanOpened, ReleaseTested
from explorer.app.help.facts import general
from explorer.gui.fields.number_field import NumberField
from explorer.gui.release import audit_card as testing_card
from explorer.gui.release.audit_strip import AuditStrip
from explorer.gui.widgets.explain import InfoButton
from explorer.mark import N_
from explorer.privacy.refusal import NotValid
from explorer.release.sources.table import Interrupted

pytestmark = pytest.mark.begins_in("release", "publish", "testing")


@pytest.fixture
def steward(example):
    example.furnished.open_card("testing")
    example.settled()
    return example


def press(hand):
    hand.click("Test this release", hand.card("testing"))


def finished(hand):
    hand.until(lambda: not shown(hand, QProgressBar))
    hand.settled()


@pytest.fixture(scope="module")
def known_verdict():
    """What a hundred runs of the example tell, once a test has asked."""
    return []


@pytest.fixture
def tested(steward, known_verdict, monkeypatch):
    """A hundred runs were pressed for and have come: those of the first test that asks."""

    def once(*asked, **told):
        known_verdict.extend([] if known_verdict else [trial(*asked, **told)])
        return known_verdict[0]

    trial = testing_card.trial
    monkeypatch.setattr(testing_card, "trial", once)
    runs(steward, "100")
    press(steward)
    finished(steward)
    return steward


def runs(hand, text):
    hand.type(hand.card("testing").findChild(NumberField), text)


def shown(hand, kind, name=""):
    widgets = hand.card("testing").findChildren(kind)
    return [each for each in widgets if each.isVisible() and name in getattr(each, "text", str)()]


def test_that_the_card_says_what_a_test_does_before_there_is_one(steward):
    said = steward.said(steward.card("testing"))
    assert "Your file is not read, and nothing is spent" in said
    assert "2000" in steward.card("testing").findChild(NumberField).text()
    assert not shown(steward, AuditStrip)


def test_that_a_press_tests_the_release_and_shows_bound_and_claim(steward):
    runs(steward, "100")
    press(steward)
    assert shown(steward, QProgressBar)
    assert not shown(steward, QPushButton, "Test this release")[0].isEnabled()
    finished(steward)
    plan, verdict = steward.store.state.releasing.tested
    assert plan == steward.store.state.releasing.plan
    assert verdict.runs == 100
    said = steward.said(steward.card("testing"))
    for part in (
        "ε ≥ ",
        "empirical lower bound",
        "ε = 1",
        "claimed",
        "cannot prove that there is none",
        "temporary ledger",
    ):
        assert part in said
    assert not shown(steward, QProgressBar)
    assert shown(steward, AuditStrip)
    assert spent() == 0
    assert not steward.furnished.busy


def test_that_every_number_has_its_explanation(tested):
    titles = {each.toolTip() for each in shown(tested, InfoButton)}
    facts = ("test-lower-bound", "test-claim", "test-largest")
    assert titles == {general(fact).title.text for fact in facts}


def test_that_cancel_ends_it_after_the_run_under_way_and_shows_nothing(steward, monkeypatch):
    late, whole = [], testing_card.trial

    def watched(plan, runs, *, progress, cancelled):
        def told(done, of):
            late.extend([done] if cancelled() else [])
            progress(done, of)

        return whole(plan, runs, progress=told, cancelled=cancelled)

    monkeypatch.setattr(testing_card, "trial", watched)
    runs(steward, "1000")
    press(steward)
    bar = shown(steward, QProgressBar)[0]
    steward.until(lambda: bar.value() > 0)
    steward.click("Cancel", steward.card("testing"))
    finished(steward)
    assert len(late) <= 1
    assert steward.store.state.releasing.tested is None
    assert shown(steward, QPushButton, "Test this release")[0].isEnabled()


def test_that_a_result_is_dimmed_once_the_plan_changes(tested):
    tested.store.dispatch(PlanEdited("privacy.epsilon", "2"))
    tested.settled()
    assert "test it again" in tested.card("testing").head.assumption.text()
    dimmed = [
        each
        for each in shown(tested, QLabel, "ε")
        if each.objectName() == "section" and each.property("dimmed")
    ]
    assert len(dimmed) == 3
    tested.store.dispatch(PlanEdited("privacy.epsilon", "1"))
    tested.settled()
    assert tested.card("testing").head.assumption.text() == ""
    assert not any(each.property("dimmed") for each in dimmed)


def test_that_a_false_claim_is_red_and_said(tested):
    plan, verdict = tested.store.state.releasing.tested
    tested.store.dispatch(ReleaseTested(plan, replace(verdict, lower_bound=1.7)))
    tested.settled()
    assert "The claim is false" in tested.said(tested.card("testing"))
    strip = shown(tested, AuditStrip)[0]
    assert "1.7" in strip.accessibleName()
    image = strip.grab().toImage()
    colour = image.pixelColor(4, round(4 * image.devicePixelRatio()))
    assert colour.red() > colour.blue()


def test_that_what_cannot_be_tested_is_said(steward, monkeypatch):
    def refusing(*_, **__):
        raise NotValid(N_("no example can be simulated for this plan"), "histogram")

    monkeypatch.setattr(testing_card, "trial", refusing)
    press(steward)
    finished(steward)
    assert steward.refusals(steward.card("testing")) == ["no example can be simulated for this plan"]
    runs(steward, "7")
    assert "100" in steward.refusals(steward.card("testing"))[0]


def test_that_an_incomplete_plan_cannot_be_tested(steward):
    steward.store.dispatch(PlanOpened('schema = 1\ntitle = "nothing yet"\n'))
    steward.settled()
    assert not shown(steward, QPushButton, "Test this release")[0].isEnabled()


def test_that_closing_the_window_waits_for_no_more_than_one_run(steward, monkeypatch):
    ended, never = threading.Event(), threading.Event()

    def slow(*_, progress, cancelled):
        while not cancelled():
            never.wait(0.01)
        ended.set()
        raise Interrupted

    monkeypatch.setattr(testing_card, "trial", slow)
    press(steward)
    assert not steward.furnished.busy
    steward.window.close()
    assert ended.is_set()


def test_that_the_runs_step_with_the_arrow_keys(steward):
    field = steward.card("testing").findChild(NumberField)
    field.setFocus()
    steward.qtbot.keyClick(field, Qt.Key.Key_Up)
    steward.settled()
    assert steward.store.state.releasing.trial_runs == 2100


@cases_in_one(
    "spent, share, said",
    [
        (0.5, 0.5, ""),
        (1.0, 0.5, ""),
        (1.5, 0.0, ""),
        (3.0, 0.75, "about 1 s to go"),
        (8.0, 0.2, "about 32 s to go"),
        (7.0, 0.3, "about 17 s to go"),
    ],
)
def test_that_the_seconds_that_are_left_follow_from_those_spent(steward, monkeypatch, spent, share, said):
    """Said after the first second, from a clock of the test's own; 16.3 s are said as 17."""
    now, going = [50.0], threading.Event()

    def slow(*_, progress, cancelled):
        progress(0, 1000)
        going.wait(60)
        progress(int(1000 * share), 1000)
        while not cancelled():
            going.wait(0.01)
        raise Interrupted

    monkeypatch.setattr(testing_card, "trial", slow)
    monkeypatch.setattr(testing_card, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=lambda _: None))
    press(steward)
    now[0] += spent
    going.set()
    bar = shown(steward, QProgressBar)[0]
    steward.until(lambda: bar.value() == round(500 * share))
    words = [each for each in steward.said(steward.card("testing")).splitlines() if "to go" in each]
    assert words == [said] * bool(said)
    steward.click("Cancel", steward.card("testing"))
    finished(steward)
