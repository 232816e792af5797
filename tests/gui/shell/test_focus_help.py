"""F1 explains what has the focus; the first window fits the screen."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QScreen

from explorer.app.core.message import MechanismChosen
from explorer.gui.fields.parameter_control import NumberField
from explorer.gui.shell.settings import Settings
from explorer.gui.shell.window import Window
from explorer.gui.widgets.explain import Popover
from explorer.gui.widgets.theme import Theme
from explorer.language import Language

few = pytest.mark.begins_in("explore", "one-release")


def opened(hand):
    return [each.accessibleName() for each in hand.window.findChildren(Popover) if each.isVisible()]


@few
def test_that_f1_explains_the_number_that_has_the_focus(hand):
    hand.store.dispatch(MechanismChosen("gaussian"))
    hand.settled()
    for symbol, title in (("ε", "ε, the privacy budget"), ("δ", "δ"), ("Δ", "Sensitivity")):
        hand.find(NumberField, symbol, hand.card("one-release")).setFocus()
        hand.action("Explain what has the focus").trigger()
        (found,) = opened(hand)
        assert title.lower() in found.lower()
        next(each for each in hand.window.findChildren(Popover) if each.isVisible()).close()


@few
def test_that_f1_without_a_focus_tells_the_guarantees(hand, monkeypatch):
    told = []
    monkeypatch.setattr("explorer.gui.shell.focus_help.show_about", told.append)
    hand.window.setFocus(Qt.FocusReason.OtherFocusReason)
    hand.window.menuWidget().setFocus()
    focused = hand.window.focusWidget()
    if focused is not None:
        focused.clearFocus()
    hand.action("Explain what has the focus").trigger()
    assert told == [hand.furnished.context]


@pytest.mark.parametrize(("wide", "high"), [(1366, 728), (1024, 640), (2560, 1440)])
def test_that_the_first_window_fits_the_screen(qtbot, qapp, folders_of_its_own, monkeypatch, wide, high):
    monkeypatch.setattr(QScreen, "availableGeometry", lambda _: QRect(0, 0, wide, high))
    window = Window(Theme("light"), Language("en"), Settings())
    qtbot.addWidget(window)
    window.recall()
    assert window.width() <= wide
    assert window.height() <= high
    assert (window.width(), window.height()) == (min(1280, wide), min(800, high - 40))
