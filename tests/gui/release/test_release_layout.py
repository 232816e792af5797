"""The release workspace in low windows: the noise's picture yields first, the button never."""

import pytest
from clipping import clipped
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget
from stewards import settle_folder, summary
from stops import once_around

from explorer.app.core.message import Refused
from explorer.app.core.state import State, Workspace
from explorer.mark import verbatim
from explorer.privacy.refusal import NotValid

SIZES = [(1366, 768), (1280, 720), (1280, 690), (960, 600)]
LONG = "the disk is full: free some room, then press Release again. Nothing was spent. " * 5


def uncovered(hand, widget):
    """Whether a mouse at its middle, and at its lowest line, meets it."""
    window, low = hand.window, QPoint(widget.width() // 2, widget.height() - 2)
    places = [widget.mapTo(window, place) for place in (widget.rect().center(), low)]
    return all(window.rect().contains(place) and window.childAt(place) is widget for place in places)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_the_button_is_in_sight_in_every_window(open_window, language):
    hand = open_window(State(workspace=Workspace.RELEASE), language=language, front_only=True)
    hand.click({"en": "Try the example", "zh_CN": "试试示例"}[language])
    hand.settled()
    panel = hand.panel("publish")
    release = next(each for each in panel.findChildren(QAbstractButton) if each.property("primary"))
    preview = hand.panel("preview")
    for refused in (False, True):
        if refused:
            hand.store.dispatch(Refused("release", NotValid(verbatim(LONG), "release")))
        for width, height in SIZES:
            hand.window.resize(width, height)
            hand.settled()
            assert (hand.window.width(), hand.window.height()) == (width, height)
            assert uncovered(hand, release), (width, height)
            assert preview.canvas.isVisible()
            assert preview.canvas.height() >= 100, (width, height)
            assert hand.card("preview").geometry().bottom() < hand.card("publish").geometry().top()


@pytest.mark.parametrize("scale", [1.25, 1.6])
def test_that_the_button_stands_at_the_foot_where_large_type_leaves_no_room_in_the_card(open_window, scale):
    hand = open_window(State(workspace=Workspace.RELEASE), scale=scale, front_only=True)
    hand.click("Try the example")
    settle_folder(hand)
    hand.settled()
    release = hand.find(QAbstractButton, "Release …")
    for width, height in [(1280, 720), (960, 600), (1366, 768), (1200, 600), (960, 900)]:
        hand.window.resize(width, height)
        hand.settled()
        assert uncovered(hand, release), (width, height)
        assert list(clipped(hand.window.docks.foot)) == []
    hand.window.resize(960, 600)
    hand.settled()
    lines = hand.card("publish")
    assert lines.visibleRegion().isEmpty()
    hand.click("Before the release", hand.window.docks.foot)
    hand.settled()
    assert not lines.visibleRegion().isEmpty()
    stops = once_around(hand)
    plan = [place for place, each in enumerate(stops) if hand.card("plan").isAncestorOf(each)]
    assert stops.index(release) > max(plan)  # from the first step to the button, also by the keyboard
    hand.window.tabs["release"].setFocus()
    hand.press(Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)  # the last pane
    assert hand.window.docks.foot.isAncestorOf(QApplication.focusWidget())
    hand.press(Qt.Key.Key_F6)
    assert not hand.window.docks.foot.isAncestorOf(QApplication.focusWidget())
    hand.open("ledger")
    assert not release.isVisible()
    hand.open("release")
    assert uncovered(hand, release)
    hand.qtbot.mouseClick(release, Qt.MouseButton.LeftButton)
    hand.click("Spend and release", summary(hand))
    hand.until(lambda: not hand.furnished.busy)
    hand.settled()
    assert len(hand.store.state.releasing.written) == 4
    assert release.text() == "Release again …"
    assert uncovered(hand, release)
    hand.window.resize(1920, 1200)
    hand.settled()
    assert uncovered(hand, release)
    assert lines.isAncestorOf(release)


def test_that_the_noise_yields_in_a_low_window_and_one_press_shows_it(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), size=(1280, 900), front_only=True)
    hand.click("Try the example")
    hand.settled()
    preview = hand.panel("preview")
    noise = next(
        each
        for each in preview.findChildren(type(preview.canvas))
        if each.accessibleName() == "Distribution of the noise, at its own scale"
    )
    assert noise.isVisible()
    assert preview.canvas.isVisible()
    hand.window.resize(1280, 690)
    hand.settled()
    assert preview.canvas.isVisible()
    assert not noise.isVisible()
    hand.click("show the noise alone", preview)
    assert noise.isVisible()
    assert not preview.canvas.isVisible()
    hand.click("show the counts", preview)
    assert preview.canvas.isVisible()
    assert not noise.isVisible()
    hand.window.resize(1280, 900)
    hand.settled()
    assert noise.isVisible()
    assert preview.canvas.isVisible()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_no_field_of_the_form_reaches_out_of_its_card(open_window, language):
    hand = open_window(State(workspace=Workspace.RELEASE), language=language, front_only=True)
    hand.click({"en": "Try the example", "zh_CN": "试试示例"}[language])
    hand.settled()
    area = hand.panel("plan").findChild(QScrollArea)
    for width, height in SIZES:
        hand.window.resize(width, height)
        hand.settled()
        hand.until(lambda: area.widget().width() <= area.viewport().width())
        right = area.viewport().mapTo(hand.window, area.viewport().rect().topRight()).x()
        fields = [each for each in area.widget().findChildren(QWidget) if each.isVisible()]
        assert len(fields) > 40
        assert max(each.mapTo(hand.window, each.rect().topRight()).x() for each in fields) <= right
