"""An answer that is long in coming: its share in the card's head, a way to stop it and to ask again."""

import threading

import pytest
from hands import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QToolButton

from explorer.app.core.message import Moved
from explorer.app.core.request import Composed
from explorer.gui.widgets import progress_note
from explorer.privacy.progress import progress

pytestmark = pytest.mark.begins_in("explore", "privacy-loss")


@pytest.fixture
def slow(monkeypatch):
    """Every answer about own losses lasts until `gate` is set, or a minute; long is what takes a blink."""
    gate, quick = threading.Event(), Composed.__call__

    def answer(question):
        if question.bound == "numerical":
            for step in range(30_000):
                progress(min(step / 100, 0.5))
                if gate.wait(0.002):
                    break
            gate.set()
        return quick(question)

    monkeypatch.setattr(Composed, "__call__", answer)
    monkeypatch.setattr(progress_note, "LONG", 0.05)
    return gate


def links(hand):
    buttons = hand.card("composition").head.findChildren(QToolButton)
    return {each.text() for each in buttons if each.isVisible()}


def waited_for(hand, slow):
    """Compose in front, with a long question that shows how far it is."""
    hand.qtbot.mouseClick(hand.window.tabs["compose"], Qt.MouseButton.LeftButton)
    hand.until(lambda: "cancel" in links(hand))


def test_that_a_long_question_shows_its_share_and_can_be_cancelled_and_asked_again(hand, slow):
    waited_for(hand, slow)
    head = hand.card("composition").head
    line = head.findChild(QFrame, "progress")
    hand.until(lambda: 0 < line.width() < 0.7 * head.width())
    assert line.property("working")
    hand.click("cancel", head)
    hand.until(lambda: "compute again" in links(hand))
    hand.settled()  # nothing is waited for any more
    assert "cancelled" in head.assumption.text()
    assert "cancel" not in links(hand)
    assert not line.property("working")
    slow.set()
    hand.click("compute again", head)
    hand.settled()
    hand.until(lambda: "compute again" not in links(hand))
    assert "cancelled" not in head.assumption.text()
    assert not hand.panel("composition").figure.pending


def test_that_the_window_moves_on_while_a_long_question_runs(hand, slow):
    waited_for(hand, slow)
    before = hand.panel("composition").figure
    for step in range(5):
        with hand.qtbot.waitSignal(hand.store.painted, timeout=PATIENCE):
            hand.store.dispatch(Moved("target.epsilon", 1.1 + step / 10))
    assert hand.panel("composition").figure != before
    assert hand.store.state.setting.target.epsilon == pytest.approx(1.5)
    slow.set()
    hand.settled()


def test_that_closing_the_window_does_not_wait_for_a_long_question(hand, slow):
    waited_for(hand, slow)
    hand.window.close()
    assert not slow.is_set()  # the question was not run through
