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

    def bring_forward(self, tab: Tab) -> None:
        """Mark the tab of the workspace in front: Tab stops there, and a focus in the row goes with it."""
        from PySide6.QtCore import Qt  # its enumerations wait for the first paint

        tabs = self.findChildren(Tab)
        focused = any(each.hasFocus() for each in tabs)
        for each in tabs:
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus if each is tab else Qt.FocusPolicy.NoFocus)
        tab.setChecked(True)
        if focused:
            tab.setFocus()
