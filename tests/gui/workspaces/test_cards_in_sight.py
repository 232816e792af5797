"""Which cards can be worked, and what those of a workspace are spared that nobody would see."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.begins_in("compose", "composition", "readout", "crossings")


class Had(QObject):
    """How often what stands in some cards had an event of a kind."""

    def __init__(self, cards, kind):
        super().__init__()
        self.times, self.kind = 0, kind
        for card in cards:
            card.inside.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.times += event.type() == self.kind
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
    turned = Had(cards, QEvent.Type.EnabledChange)  # all that stands in it is styled anew with each
    hand.open("explore")
    QApplication.processEvents()
    hand.open("compose")
    QApplication.processEvents()
    assert turned.times == 0
    assert [card.objectName() for card in cards if card.inside.isEnabled() == card.behind] == []


@pytest.mark.begins_in("explore", "released-value", "risk")
def test_that_cards_that_stand_as_designed_are_not_laid_out_when_all_are_put_back(hand):
    room = hand.window.rooms["explore"]
    front = [card for card in room.cards.values() if card.isVisible() and not card.behind]
    before = [card.geometry() for card in front]
    resized = Had(front, QEvent.Type.Resize)
    room.arrange()
    QApplication.processEvents()
    assert [card.geometry() for card in front] == before
    assert len(front) > 3
    assert resized.times == 0
