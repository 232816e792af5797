"""The store's promises: one repaint a frame, one step of history a drag."""

import pytest

from explorer.app.history import History
from explorer.app.message import Moved, Settled, WorkspaceOpened
from explorer.app.state import State, Workspace
from explorer.gui.store import FRAME


def test_that_a_hundred_moves_at_once_are_one_repaint(hand, qtbot):
    frames = []
    hand.store.painted.connect(lambda: frames.append(hand.store.state.target.epsilon))
    with qtbot.waitSignal(hand.store.painted):
        for step in range(100):
            hand.store.dispatch(Moved("target.epsilon", 1 + step / 100))
    hand.settled()
    assert frames == [1.99]
