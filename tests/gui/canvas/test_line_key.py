"""The key at the foot of a picture, in a real window."""

import pytest


@pytest.mark.begins_in("compose", "composition")
def test_that_the_key_says_what_the_lines_are(hand):
    key = hand.panel("composition").key
    assert key.isVisible()
    assert key.words == ("exact, or a proven interval", "proven bound", "not proven", "not a guarantee")
    assert key.accessibleName() == ", ".join(key.words)
    picture = hand.panel("composition").canvas
    assert key.geometry().top() >= picture.geometry().bottom()


@pytest.mark.begins_in("compose", "composition")
def test_that_a_table_and_a_low_card_have_no_key(hand):
    panel = hand.panel("composition")
    panel.show_numbers(True)
    assert not panel.key.isVisible()
    panel.show_numbers(False)
    assert panel.key.isVisible()
    panel.key.fit(panel.width(), 200)
    assert not panel.key.isVisible()
    panel.key.fit(200, panel.height())
    assert not panel.key.isVisible()
    panel.key.fit(panel.width(), panel.height())
    assert panel.key.isVisible()


@pytest.mark.begins_in("explore", "released-value", "privacy-loss")
@pytest.mark.parametrize("card", ["released-value", "privacy-loss"])
def test_that_a_picture_whose_lines_are_alike_has_no_key(hand, card):
    assert not hand.panel(card).key.isVisible()


@pytest.mark.begins_in("compose", "composition")
def test_that_the_key_is_seen(hand):
    image = hand.panel("composition").key.grab().toImage()
    dark = sum(image.pixelColor(x, image.height() // 2).lightness() < 120 for x in range(image.width()))
    assert dark > 40
