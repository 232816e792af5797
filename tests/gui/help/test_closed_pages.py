"""What is opened from the help is given back when it is closed."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from explorer.gui.help import accessibility_page, exit_codes_page, keyboard_page

pytestmark = pytest.mark.begins_in("explore", "one-release")


def there(hand):
    """Widgets and timers, once what is to be deleted is gone."""
    hand.settled()
    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    timers = sum(len(each.findChildren(QTimer)) for each in QApplication.topLevelWidgets())
    return len(QApplication.allWidgets()), timers


def opened_and_closed(hand, action):
    action.trigger()
    hand.until(lambda: bool(shown()))
    for each in shown():
        each.close()
    hand.until(lambda: not shown())


def shown():
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]


PAGES = (
    "What this program guarantees",
    "Mouse and keys in pictures",
    *(page.TITLE.text for page in (keyboard_page, accessibility_page, exit_codes_page)),
)


@pytest.mark.parametrize("name", PAGES)
def test_that_a_page_that_is_opened_again_and_again_leaves_nothing(hand, name):
    action = hand.furnished.actions.found[name]
    opened_and_closed(hand, action)  # what is made once stays
    before = there(hand)
    for _ in range(5):
        opened_and_closed(hand, action)
    assert there(hand) == before
