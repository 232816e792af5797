"""What the tests of the year of releases share."""

import pytest


@pytest.fixture
def empty(hand):
    """Compose in front, the year's card before its neighbour, nothing planned."""
    hand.open("compose")
    hand.furnished.open_card("year")
    hand.settled()
    return hand
