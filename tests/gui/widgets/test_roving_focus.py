"""Buttons that are one stop of Tab."""

from hands import PATIENCE
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

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


class Looked(Roving):
    """Counts how often all buttons are looked at."""

    looks = 0

    def members(self):
        self.looks += 1
        return super().members()


def test_that_a_card_whose_buttons_all_change_is_looked_at_once(qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    lines, stops = QVBoxLayout(holder), Looked(holder)
    buttons = [QPushButton(holder) for _ in range(20)]
    for each in buttons:
        lines.addWidget(each)
    stops.take(*buttons)
    holder.show()
    qtbot.waitUntil(lambda: takes_tab(buttons[0]), timeout=PATIENCE)
    QApplication.processEvents()
    stops.looks = 0
    for each in buttons[5:]:
        each.setEnabled(False)
    QApplication.processEvents()
    assert stops.looks == 1
    buttons[0].setEnabled(False)  # where Tab stops: at once
    assert [takes_tab(each) for each in buttons[:3]] == [False, True, False]
    buttons[0].setEnabled(True)
    QApplication.processEvents()
    assert [takes_tab(each) for each in buttons[:3]] == [True, False, False]
