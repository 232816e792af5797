"""The content of a window is built a card at a time, and what comes in between neither meets nor ends it."""

from collections import Counter

import pytest
from hands import PATIENCE
from PySide6.QtCore import QTimer

from explorer.gui.shell import main_controller


@pytest.fixture
def program(front_alone, start):
    """Nothing is furnished but what is in front."""
    return start()


@pytest.fixture
def built(program, monkeypatch):
    """How many cards each turn of the event loop has built, by the number of the turn; what to do then."""
    turns, then, turn = Counter(), [], 0

    def noted(name):
        turns[turn] += 1
        for act in then:
            QTimer.singleShot(0, program, act)
        then.clear()
        return made(name)

    def next_turn():
        nonlocal turn
        turn += 1

    made = main_controller.panel_of
    monkeypatch.setattr(main_controller, "panel_of", noted)
    beat = QTimer(program)
    beat.timeout.connect(next_turn)
    beat.start(0)
    yield turns, then
    beat.stop()


def in_another_look(program, qtbot):
    before = program.furnished
    before.actions.found["Theme: Dark"].trigger()
    qtbot.waitUntil(lambda: program.furnished is not before, timeout=PATIENCE)


def test_that_another_look_builds_one_card_in_a_turn_and_so_does_a_workspace_behind(program, built, qtbot):
    turns, _ = built
    in_another_look(program, qtbot)
    cards = sum(turns.values())
    assert cards > 2
    program.furnished.open_workspace("release")
    assert sum(turns.values()) > cards + 2
    assert max(turns.values()) <= 2  # a card, and the strip above it


def test_that_a_window_closed_while_it_is_built_is_built_first(program, built, qtbot):
    _, then = built
    before = program.furnished
    then.append(program.window.close)
    in_another_look(program, qtbot)
    qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=PATIENCE)
    assert program.furnished is not before


def test_that_another_look_wished_while_one_is_built_is_worn_after_it(program, built, qtbot):
    _, then = built
    then.append(lambda: program.window.settings.set("theme", "light"))
    then.append(program.dress_anew)
    in_another_look(program, qtbot)
    qtbot.waitUntil(lambda: program.window.theme.name == "light", timeout=PATIENCE)
