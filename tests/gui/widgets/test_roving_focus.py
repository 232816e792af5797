"""Buttons that are one stop of Tab."""

from hands import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from explorer.gui.access.roving_focus import Roving
from explorer.gui.access.tab_order import takes_tab


def test_that_tab_still_stops_when_the_line_of_the_last_button_is_hidden(qtbot):
    """The line goes, not the button: nothing else tells the group that its stop is gone."""
    holder = QWidget()
    qtbot.addWidget(holder)
    lines = QVBoxLayout(holder)
    stops, buttons = Roving(holder), []
    for _ in range(3):
        line = QWidget(holder)
        lines.addWidget(line)
        buttons.append(QPushButton(line))
        stops.take(buttons[-1])
    holder.show()
    holder.activateWindow()
    qtbot.waitUntil(holder.isActiveWindow, timeout=PATIENCE)
    assert [takes_tab(each) for each in buttons] == [True, False, False]
    buttons[0].setFocus()
    qtbot.keyClick(buttons[0], Qt.Key.Key_Down)
    assert [takes_tab(each) for each in buttons] == [False, True, False]
    buttons[1].parentWidget().setVisible(False)
    assert [takes_tab(each) for each in buttons] == [True, False, False]
    for each in buttons:
        each.parentWidget().setVisible(False)
    buttons[2].parentWidget().setVisible(True)
    assert takes_tab(buttons[2])
