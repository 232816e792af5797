"""The tabs of the window: buttons to the hand, tabs to a screen reader."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget


class Tab(QToolButton):
    """One workspace. Of those in one row one is pressed, and arrow keys go along them."""

    SPOKEN = "PageTab"

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tab")
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)


class TabRow(QWidget):
    """The row in which they stand."""

    SPOKEN = "PageTabList"

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
