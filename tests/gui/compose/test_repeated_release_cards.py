"""The pictures of k releases in their card: each is switched on, answered in the background, and follows."""

import pytest
from cases_in_one import cases_in_one

from explorer.app.core.message import Moved, PictureShown
from explorer.gui.widgets.explain import InfoButton

pytestmark = pytest.mark.begins_in("compose", "composition")

PICTURES = ("loss-of-many", "regions-of-many", "delta-of-many")


@cases_in_one("picture", PICTURES)
def test_that_the_card_shows_each_picture_and_follows_the_hand(hand, picture):
    hand.open("compose")
    hand.store.dispatch(Moved("composing.count", 100.0))
    hand.store.dispatch(PictureShown("composition", picture))
    panel = hand.panel("composition")
    hand.until(lambda: panel.figure is not None and panel.figure.id == picture and not panel.figure.pending)
    assert hand.card("composition").windowTitle() == hand.window.language.say(panel.figure.title)
    before = panel.figure
    hand.store.dispatch(Moved("composing.count", 40.0))
    hand.until(lambda: panel.figure is not before and not panel.figure.pending)
    assert panel.figure.settings["releases"] == 40
    assert panel.figure.layers


def test_that_the_head_explains_the_picture_that_is_shown(hand):
    for path in ("composing.count", "composing.horizon"):  # of a few releases: of hundreds it takes seconds
        hand.store.dispatch(Moved(path, 10.0))
    for picture in (*PICTURES, "composition", "noise-per-release"):
        hand.open("compose")
        hand.store.dispatch(PictureShown("composition", picture))
        hand.settled()
        (info,) = hand.card("composition").head.findChildren(InfoButton)
        hand.until(info.isVisible)
        assert hand.explained(hand.card("composition").head) == {picture}
