"""Axes that stay while settings change, by the switch in a card's head."""

import pytest
from PySide6.QtWidgets import QToolButton

from explorer.app.core.message import AllCurvesShown, CurveHidden, PictureShown
from explorer.privacy.composition import every_composition

CARDS = ("one-release", "released-value", "privacy-loss")
pytestmark = [pytest.mark.begins_in("explore", *CARDS), pytest.mark.placed]


def switch(hand, card):
    """The action, as a link in the head or in the menu of its pictures."""
    actions = [each.defaultAction() for each in hand.card(card).head.findChildren(QToolButton)]
    actions = [each for each in actions if each is not None]
    inside = [entry for each in actions if each.menu() is not None for entry in each.menu().actions()]
    return next(each for each in (*actions, *inside) if each.text() == "keep scale")


def ends(hand, card):
    axis = hand.panel(card).canvas.plot.box.viewRange()
    return axis[0] + axis[1]


def set_epsilon(hand, text):
    hand.type(hand.field("ε privacy"), text)


def test_that_kept_axes_rest_in_both_workspaces_and_follow_again(hand):
    before = ends(hand, "released-value")
    hand.click("keep scale", hand.card("released-value"))
    set_epsilon(hand, "0.087")
    assert ends(hand, "released-value") == before
    hand.open("compose")
    assert switch(hand, "composition").isChecked()
    assert ends(hand, "composition")[3] == 200
    switch(hand, "composition").trigger()
    hand.settled()
    assert ends(hand, "composition")[3] == pytest.approx(17.4, rel=0.2)
    hand.open("explore")
    assert ends(hand, "released-value") != before
    assert not switch(hand, "released-value").isChecked()


def test_that_keeping_the_scale_is_undone_like_any_other_switch(hand):
    hand.click("keep scale", hand.card("released-value"))
    hand.settled()
    assert hand.store.state.scale_kept
    hand.action("Undo").trigger()
    hand.settled()
    assert not hand.store.state.scale_kept
    assert not switch(hand, "released-value").isChecked()


def test_that_only_pictures_whose_axes_follow_settings_offer_it(hand):
    hand.open("compose")
    assert switch(hand, "composition").isVisible()
    hand.store.dispatch(PictureShown("composition", "noise-per-release"))
    hand.settled()
    assert not switch(hand, "composition").isVisible()
    hand.open("explore")
    others = next(
        each.defaultAction().menu()
        for each in hand.card("privacy-loss").head.findChildren(QToolButton)
        if each.text().startswith("privacy loss")
    )
    assert [each.isVisible() for each in others.actions() if each.text() == "keep scale"] == [True]


@pytest.mark.begins_in("explore", "released-value", "clipping")
def test_that_a_picture_without_anything_in_it_has_no_scale_to_keep(hand):
    hand.furnished.open_card("clipping")
    hand.settled()
    assert hand.panel("clipping").figure.empty is not None
    assert not switch(hand, "clipping").isVisible()
    links = hand.card("clipping").head.findChildren(QToolButton)
    assert [each.text() for each in links if each.isVisible()] == []
    assert switch(hand, "released-value").isVisible()
    hand.open("compose")
    assert switch(hand, "composition").isVisible()
    for bound in every_composition():
        hand.store.dispatch(CurveHidden(bound, hidden=True))
    hand.settled()
    assert hand.panel("composition").figure.empty is not None
    assert not switch(hand, "composition").isVisible()
    hand.store.dispatch(AllCurvesShown())
    hand.settled()
    assert switch(hand, "composition").isVisible()
