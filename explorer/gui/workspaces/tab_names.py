"""The names on the tabs of cards: whole where they have room, else with … at their ends and no arrows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTabBar

from explorer.gui.widgets.theme import Theme

_BESIDE = 21  # pixels of a tab beside its name


class TabNames(QObject):
    """Watches one bar: Qt cuts the names of docks short, or covers them with arrows that scroll."""

    def __init__(self, bar: QTabBar, theme: Theme) -> None:
        super().__init__(bar)
        self._theme = theme
        bar.setUsesScrollButtons(False)
        bar.setExpanding(False)
        bar.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, (QResizeEvent, QShowEvent)) and isinstance(watched, QTabBar):
            self._fit(watched)
        return False

    def _fit(self, bar: QTabBar) -> None:
        metrics, beside = bar.fontMetrics(), self._theme.size(_BESIDE)
        names = [bar.tabText(place) for place in range(bar.count())]
        needed = sum(metrics.horizontalAdvance(name) + beside for name in names)
        mode = Qt.TextElideMode.ElideNone if needed <= bar.width() else Qt.TextElideMode.ElideRight
        if bar.elideMode() != mode:
            bar.setElideMode(mode)
        for place, name in enumerate(names):
            bar.setTabToolTip(place, name)
