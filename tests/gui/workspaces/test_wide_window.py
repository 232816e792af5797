"""A large screen: pictures and names get the room, words are no wider than they are read well."""

import pytest
from hands import whole
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from explorer.app.core.state import State, Workspace
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.release.plan_files import example_plan

SCREEN = (2560, 1440)
WORDS = {"explore": ("risk", "released-value", 520), "compose": ("readout", "composition", 520)}
FIRST = [pytest.param(each, marks=pytest.mark.begins_in(each)) for each in WORDS]


@pytest.fixture
def large(open_window, begun_in):
    workspace, cards = begun_in
    return open_window(State(workspace=Workspace(workspace)), front_only=True, cards=cards, size=SCREEN)


@pytest.mark.parametrize("workspace", FIRST)
def test_that_a_picture_gets_what_words_do_not_need(large, workspace):
    words, picture, most = WORDS[workspace]
    assert large.card(words).width() == pytest.approx(most, abs=4)
    assert large.card(picture).width() > 2 * most


@pytest.mark.begins_in("explore", "one-release")
def test_that_the_left_column_and_the_tabs_above_it_grow_a_little(large):
    assert large.window.left.width() == 296 + round(0.08 * (2560 - 1280))
    before = left_of_tabs(large)
    large.window.resize(1280, 800)
    large.until(lambda: large.window.left.width() == 296)
    large.until(lambda: left_of_tabs(large) < before)


def left_of_tabs(hand):
    """Where in the window the first tab begins."""
    return hand.window.tabs["explore"].mapTo(hand.window, QPoint(0, 0)).x()


@pytest.mark.begins_in("release", "plan")
def test_that_every_name_of_a_field_of_the_plan_is_whole(large):
    example_plan(large.furnished.context)
    large.settled()
    for path in ("histogram.1.name", "privacy.mechanism", "input.encoding"):
        large.plan_field(path)
    assert large.card("plan").width() == pytest.approx(680, abs=4)
    names = [
        field.findChild(QLabel, "muted")
        for field in large.card("plan").findChildren(Field)
        if field.isVisible()
    ]
    assert len(names) > 10
    assert [name.text() for name in names if not whole(name)] == []


@pytest.mark.begins_in("compose")
def test_that_a_short_name_is_seen_in_every_row_of_the_crossings(large):
    shown = [
        each for each in large.card("crossings").findChildren(QLabel) if each.isVisible() and each.text()
    ]
    names = [each for each in shown if each.text() in ("zCDP", "Rényi")]
    assert len(names) == 2
    assert all(whole(name) for name in names)


def test_that_the_first_window_fits_a_small_screen(open_window):
    hand = open_window(size=None, front_only=True)
    free = hand.window.screen().availableGeometry()
    assert hand.window.width() <= max(free.width(), hand.window.minimumWidth())
    assert hand.window.height() <= max(free.height(), hand.window.minimumHeight())
