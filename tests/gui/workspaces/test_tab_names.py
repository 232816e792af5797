"""Names on the tabs of cards are whole where they have room, and told whole where they have none."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar

from explorer.app.core.state import State, Workspace
from explorer.gui.workspaces.tab_names import TabNames

NAMES = ("After k releases", "Budget per release")


@pytest.fixture
def bar(qtbot):
    made = QTabBar()
    qtbot.addWidget(made)
    for name in NAMES:
        made.addTab(name)
    TabNames(made)
    made.show()
    return made


@pytest.mark.parametrize(
    "sheet", ["", "QTabBar::tab { font-size: 7px; }", "QTabBar::tab { font-size: 30px; }"]
)
def test_that_a_name_is_cut_only_where_it_has_no_room(bar, sheet):
    """The type of the tabs decides, which a style sheet may make another than the bar's."""
    bar.setStyleSheet(sheet)
    whole = bar.sizeHint().width()
    bar.resize(whole, 30)
    assert bar.elideMode() is Qt.TextElideMode.ElideNone
    bar.resize(whole - 30, 30)
    assert bar.elideMode() is Qt.TextElideMode.ElideRight
    bar.resize(whole + 1, 30)
    assert bar.elideMode() is Qt.TextElideMode.ElideNone
    assert tuple(map(bar.tabToolTip, range(bar.count()))) == NAMES


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_every_tab_of_compose_says_its_whole_name(open_window, language):
    hand = open_window(State(workspace=Workspace.COMPOSE), language=language, front_only=True)
    bars = [each for each in hand.window.rooms["compose"].findChildren(QTabBar) if each.isVisible()]
    assert len(bars) == 2
    for each in bars:
        assert each.sizeHint().width() <= each.width()
        assert each.elideMode() is Qt.TextElideMode.ElideNone
