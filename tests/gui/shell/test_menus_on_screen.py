"""Menus, lists of choices, explanations and hits stay on the screen, wherever the window stands."""

import pytest
from hands import in_front
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QToolButton

from explorer.gui.finder.finder_list import FinderList
from explorer.gui.widgets.explain import InfoButton, Popover

WORKSPACES = ("explore", "compose", "release")


@pytest.fixture(params=["top left", "bottom right"])
def corner(request, open_window):
    """A window of which a part hangs over two edges of the screen, and what of the screen is free."""
    hand = open_window(size=(960, 600), front_only=True)
    free, window = hand.window.screen().availableGeometry(), hand.window
    if request.param == "top left":
        window.move(free.left() - window.width() // 4, free.top() - window.height() // 4)
    else:
        window.move(free.right() - window.width() // 2, free.bottom() - window.height() // 2)
    QApplication.processEvents()
    return hand, free


def off(popup, free):
    """What of an open popup is not on the screen."""
    QApplication.processEvents()
    assert popup.isVisible()
    box = QRect(popup.mapToGlobal(QPoint(0, 0)), popup.size())
    return [] if free.contains(box) else [(type(popup).__name__, popup.objectName(), box.getCoords())]


def menus(hand):
    """Each menu that a button of the window opens, with that button."""
    for button in hand.window.findChildren(QToolButton):
        action = button.defaultAction()
        menu = button.menu() or (action.menu() if action is not None else None)
        if in_front(button) and isinstance(menu, QMenu):
            yield button, menu


def found_off(menu, free):
    """The menu, then what each of its entries unfolds."""
    found = off(menu, free)
    for action in menu.actions():
        if isinstance(action.menu(), QMenu):
            action.menu().popup(menu.mapToGlobal(menu.actionGeometry(action).topRight()))
            found += off(action.menu(), free)
            action.menu().close()
    menu.close()
    return found


def test_that_every_menu_and_every_list_of_choices_stays_on_the_screen(corner):
    hand, free = corner
    wrong, opened = [], {QMenu: 0, QComboBox: 0}
    for workspace in WORKSPACES:
        hand.open(workspace)
        for button, menu in menus(hand):
            menu.popup(button.mapToGlobal(QPoint(0, button.height())))
            wrong += found_off(menu, free)
            opened[QMenu] += 1
        for box in (each for each in hand.window.findChildren(QComboBox) if in_front(each)):
            box.showPopup()
            wrong += off(box.view().window(), free)
            box.hidePopup()
            opened[QComboBox] += 1
    assert wrong == []
    assert opened[QMenu] > 10
    assert opened[QComboBox] >= 2


def test_that_every_explanation_stays_on_the_screen(corner):
    hand, free = corner
    wrong, asked = [], [each for each in hand.window.findChildren(InfoButton) if in_front(each)]
    for button in (asked[0], asked[len(asked) // 2], asked[-1]):
        button.click()
        (popover,) = (each for each in hand.window.findChildren(Popover) if each.isVisible())
        wrong += off(popover, free)
        popover.close()
    assert wrong == []


def test_that_what_the_finder_found_stays_on_the_screen(corner):
    hand, free = corner
    finder = hand.furnished.actions.finder
    hand.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.keyClicks(finder, "e")
    hits = next(each for each in hand.window.findChildren(FinderList) if each.isVisible())
    QApplication.processEvents()
    box = QRect(hits.mapToGlobal(QPoint(0, 0)), hits.size())
    seen = QRect(hand.window.mapToGlobal(QPoint(0, 0)), hand.window.size()).intersected(free)
    assert seen.left() <= box.left()
    assert box.right() <= seen.right()
    assert box.top() >= seen.top()
    assert box.bottom() <= seen.bottom()
