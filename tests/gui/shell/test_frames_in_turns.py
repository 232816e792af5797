"""A workspace that opens while a person works: its cards are filled in turns, and seen when all are."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hands import PATIENCE
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from explorer.app.core.history import History
from explorer.app.core.state import State
from explorer.gui.shell.store import Store
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Jobs


class Noted(Panel):
    """Notes when it is shown."""

    def __init__(self, name, notes, parent):
        super().__init__(parent)
        self._name, self._notes = name, notes

    def show_state(self, state, answers):
        self._notes.append(self._name)


@pytest.fixture
def noted(qtbot):
    """A store with two views, and what happens to them."""
    executor, notes, holder = ThreadPoolExecutor(1), [], QWidget()
    qtbot.addWidget(holder)
    store = Store(State(), Jobs(executor, lambda *_: None), History())
    for name in ("first", "second"):
        store.add(Noted(name, notes, holder))
    yield store, notes
    store.deleteLater()
    executor.shutdown()


def rested(noted):
    """The same after its first frame, with nothing noted."""
    store, notes = noted
    store.frame()
    notes.clear()
    return noted


def test_that_there_is_a_turn_before_each_view(noted):
    store, notes = rested(noted)
    store.frame(between=lambda: notes.append("turn"))
    assert notes == ["turn", "first", "turn", "second"]
    assert not store.due


def test_that_a_frame_that_is_due_in_such_a_turn_waits_and_comes(noted, qtbot):
    store, notes = rested(noted)
    store.frame(between=store.frame)
    assert notes == ["first", "second"]
    assert store.due
    with qtbot.waitSignal(store.painted, timeout=PATIENCE):
        pass
    assert notes == 2 * ["first", "second"]


def test_that_a_view_that_fails_does_not_stop_the_frames_to_come(noted):
    store, notes = rested(noted)

    def failing():
        raise ValueError("no such state")

    with pytest.raises(ValueError, match="no such state"):
        store.frame(between=failing)
    store.frame()
    assert notes == ["first", "second"]


@pytest.mark.painted
@pytest.mark.begins_in("explore", "distribution")
def test_that_other_things_have_a_turn_while_a_workspace_opens_and_nothing_is_painted(hand):
    hand.furnished.furnish_behind()
    hand.until(lambda: not hand.furnished.busy and "readout" in hand.furnished.panels)
    painted, beat = [], QTimer()
    beat.timeout.connect(lambda: painted.append((hand.window.workspace, hand.window.updatesEnabled())))
    beat.start(0)
    hand.furnished.open_workspace("compose")
    beat.stop()
    assert painted.count(("compose", False)) >= 2
    assert ("compose", True) not in painted
    hand.until(hand.window.updatesEnabled)
