"""Which cards can be worked: not those behind another tab, which Qt counts as visible."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.begins_in("compose", "composition", "readout", "crossings")


class Turned(QObject):
    """How often what stands in some cards was enabled or disabled: all of it is styled anew each time."""

    def __init__(self, cards):
        super().__init__()
        self.times = 0
        for card in cards:
            card.inside.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.times += event.type() == QEvent.Type.EnabledChange
        return False


def test_that_a_card_behind_another_tab_cannot_be_worked_until_it_comes_forward(hand):
    behind = next(card for card in hand.window.rooms["compose"].cards.values() if card.behind)
    assert behind.isVisible()
    assert not behind.inside.isEnabled()
    behind.raise_()
    hand.until(lambda: not behind.behind)
    assert behind.inside.isEnabled()


def test_that_the_cards_of_a_workspace_that_is_left_and_opened_again_are_not_styled_anew(hand):
    cards = hand.window.rooms["compose"].cards.values()
    turned = Turned(cards)
    hand.open("explore")
    QApplication.processEvents()
    hand.open("compose")
    QApplication.processEvents()
    assert turned.times == 0
    assert [card.objectName() for card in cards if card.inside.isEnabled() == card.behind] == []
