"""The names on the tabs of cards: whole where they have room, else with "…" at their ends."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QTabBar
from thoroughness import combined

from explorer.app.core.state import State, Workspace
from explorer.gui.widgets.theme import LABEL
from explorer.language import LANGUAGES

COMPOSE = State(workspace=Workspace.COMPOSE)
PADDING = 20  # pixels of the style sheet beside a name, and to the next tab


def bars(hand, size):
    hand.window.resize(*size)
    for _ in range(5):
        QApplication.processEvents()
    return [each for each in hand.window.findChildren(QTabBar) if each.isVisible()]


def needed(hand, bar):
    """The width of all names in the type of the tabs."""
    theme = hand.window.theme
    metrics = QFontMetrics(theme.font(LABEL))
    names = [bar.tabText(place) for place in range(bar.count())]
    return sum(metrics.horizontalAdvance(name) + theme.size(PADDING) for name in names)


@pytest.mark.parametrize(("language", "scale"), combined(LANGUAGES, [1.0, 1.25]))
def test_that_names_are_cut_only_where_they_have_no_room(open_window, language, scale):
    hand = open_window(COMPOSE, language=language, scale=scale, front_only=True)
    for size in ((960, 600), (1280, 800), (1920, 1080)):
        found = bars(hand, size)
        assert len(found) == 2
        for bar in found:
            cut = bar.elideMode() is not Qt.TextElideMode.ElideNone
            assert cut == (needed(hand, bar) + 2 * bar.count() > bar.width())


def test_that_all_names_of_compose_are_whole_in_the_window_that_it_is_designed_for(open_window):
    hand = open_window(COMPOSE, front_only=True)
    assert {bar.elideMode() for bar in bars(hand, (1280, 800))} == {Qt.TextElideMode.ElideNone}
    theme = QFontMetrics(hand.window.theme.font(LABEL))
    for bar in bars(hand, (1280, 800)):  # Qt cuts them by the bar's own type
        assert bar.fontMetrics().horizontalAdvance("After") == theme.horizontalAdvance("After")
