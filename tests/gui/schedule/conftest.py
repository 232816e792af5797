"""What the tests of the year of releases share."""

from dataclasses import replace

import pytest

from explorer.app.schedule.year_totals import Running


@pytest.fixture
def empty(hand):
    """Compose in front, the year's card before its neighbour, nothing planned."""
    hand.open("compose")
    hand.furnished.open_card("year")
    hand.settled()
    return hand


@pytest.fixture
def in_closed_form(monkeypatch):
    """What the year has spent by each of its days is asked of closed forms alone, as at first in the window.

    For tests that look at no such number: the privacy loss of a dozen steps takes most of their time.
    """
    whole = Running.__call__
    monkeypatch.setattr(Running, "__call__", lambda asked: whole(replace(asked, closed=True)))
