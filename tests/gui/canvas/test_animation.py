"""Simulated draws: they play only while seen, never unasked, and leave no history."""

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QToolButton

from explorer.app.core.message import Moved, Typed
from explorer.gui.canvas import animation
from explorer.gui.canvas.animation import motion_allowed
from explorer.gui.shell.settings import Settings

pytestmark = pytest.mark.begins_in("explore", "equally-likely")


def player_of(hand):
    """What plays the draws, in the window that is in use."""
    hand.window.activateWindow()
    hand.until(hand.window.isActiveWindow)
    return hand.furnished.player


def drawn(hand):
    return hand.store.state.reading.draw


def test_that_draws_rest_until_a_press_plays_and_another_pauses(hand):
    player = player_of(hand)
    assert not player.playing
    assert not player.running
    assert drawn(hand) == 0
    hand.click("Play simulated draws", hand.card("equally-likely"))
    assert player.running
    hand.until(lambda: drawn(hand) >= 2)
    hand.click("Pause the simulated draws", hand.card("equally-likely"))
    assert not player.running
    now = drawn(hand)
    hand.settled()
    assert drawn(hand) == now


def test_that_draws_are_no_step_of_history(hand):
    player = player_of(hand)
    player.toggle()
    hand.until(lambda: drawn(hand) >= 1)
    assert hand.store.history.past == ()
    player.toggle()
    hand.store.dispatch(Typed("target.epsilon", "2"))
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 1
    assert hand.store.history.past == ()


def test_that_they_follow_each_other_at_a_pace_that_can_be_followed_and_after_the_last_comes_the_first(hand):
    player = player_of(hand)
    assert player.findChild(QTimer).interval() == 400
    hand.store.dispatch(Moved("reading.draw", 1_000_000.0))
    player.findChild(QTimer).timeout.emit()
    assert drawn(hand) == 1


def test_that_space_in_the_picture_and_the_menu_play_pause_and_hide_the_draws(hand):
    player = player_of(hand)
    canvas = hand.panel("equally-likely").canvas
    canvas.setFocus()
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert player.playing
    hand.qtbot.keyClick(canvas, Qt.Key.Key_Space)
    assert not player.playing
    hand.action("Hide the simulated draws").trigger()
    assert drawn(hand) == 0
    hand.action("Play or pause the simulated draws").trigger()
    assert player.playing
    hand.until(lambda: drawn(hand) >= 1)
    hand.action("Hide the simulated draws").trigger()
    assert not player.playing
    assert drawn(hand) == 0


def test_that_draws_stop_while_the_card_cannot_be_seen(hand):
    player = player_of(hand)
    player.toggle()
    card = hand.card("equally-likely")
    card.close()
    assert not player.running
    card.show()
    hand.until(lambda: player.running)
    hand.open("ledger")
    assert not player.running
    hand.open("explore")
    hand.until(lambda: player.running)


def test_that_draws_stop_while_another_window_is_in_use(hand, open_window):
    player = player_of(hand)
    player.toggle()
    assert player.running
    other = open_window(front_only=True, cards=("one-release",))
    other.window.activateWindow()
    hand.until(other.window.isActiveWindow)
    assert not player.running
    hand.window.activateWindow()
    hand.until(lambda: player.running)


def test_that_closing_the_window_ends_the_draws(hand):
    player = player_of(hand)
    player.toggle()
    hand.window.close()
    assert not player.playing
    assert not player.running


@pytest.mark.parametrize(
    ("choice", "allowed", "plays"),
    [
        (None, True, False),
        ("reduced", True, False),
        ("system", True, True),
        ("system", False, False),
        ("wild", True, False),
    ],
)
def test_that_draws_start_playing_only_where_person_and_system_want_it(
    open_window, monkeypatch, choice, allowed, plays
):
    monkeypatch.setattr(animation, "motion_allowed", lambda: allowed)
    if choice is not None:
        Settings().set("motion", choice)
    hand = open_window(front_only=True, cards=("equally-likely",))
    assert hand.furnished.player.playing is plays


def test_that_the_choice_is_in_the_menu_and_remembered(hand):
    playing = hand.action("Simulated draws: Start playing, where the system allows motion")
    assert hand.action("Simulated draws: Start paused").isChecked()
    window = hand.window
    playing.trigger()
    assert window.settings.motion == "system"
    assert hand.window is window  # nothing is furnished anew for it


def test_that_a_system_without_animations_asks_for_less_motion(qapp, monkeypatch):
    class Still:
        def styleHint(self, hint):
            return 0

    assert motion_allowed()
    monkeypatch.setattr(animation.QApplication, "style", staticmethod(Still))
    assert not motion_allowed()


def test_that_the_sign_shows_what_a_press_does(hand):
    """A triangle that points right plays, two upright bars of one width pause."""
    player_of(hand)
    button = hand.find(QToolButton, "Play simulated draws", hand.card("equally-likely"))

    def columns():
        """How many pixels are painted in each fifth of the sign, from left to right."""
        image = button.icon().pixmap(button.iconSize(), 4.0).toImage()
        rows, across = range(image.height()), range(image.width())
        painted = [sum(image.pixelColor(x, y).alpha() > 128 for y in rows) for x in across]
        first, last = (next(x for x in order if painted[x]) for order in (across, reversed(across)))
        fifth = (last + 1 - first) / 5
        return [painted[int(first + (at + 0.5) * fifth)] for at in range(5)]

    triangle = columns()
    assert triangle == sorted(triangle, reverse=True)
    assert triangle[0] > 3 * triangle[-1] > 0
    hand.click("Play simulated draws", hand.card("equally-likely"))
    left, _, gap, _, right = columns()
    assert left == right > 0
    assert gap == 0
    hand.click("Pause the simulated draws", hand.card("equally-likely"))
    assert columns() == triangle
