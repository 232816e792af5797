"""The left column and the workspaces as real docks, once everything heavy is imported."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QWidget

from explorer.gui.shell.card_layout import WORKSPACES, specs_of
from explorer.gui.shell.frames import LEFT_WIDTH
from explorer.gui.shell.workspace import CardArea
from explorer.gui.widgets.theme import Theme
from explorer.language import Language


class WorkspaceDocks(QWidget):
    """What stands below the top bar."""

    def __init__(self, window: QMainWindow, theme: Theme, language: Language) -> None:
        super().__init__(window)
        window.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        row = QHBoxLayout(self)
        margin = theme.size(12)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(margin)
        self.left = CardArea(specs_of("left"), theme, language, window)
        self.left.setFixedWidth(theme.size(LEFT_WIDTH))
        self.stack = QStackedWidget(self)
        row.addWidget(self.left)
        row.addWidget(self.stack, 1)
        self.rooms: dict[str, CardArea] = {}
        for workspace, _ in WORKSPACES:
            self.rooms[workspace] = CardArea(specs_of(workspace), theme, language, window)
            self.stack.addWidget(self.rooms[workspace])
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()

    def reach_by_tab(self, tab: QWidget) -> None:
        """The keyboard reaches the tabs; a click leaves the focus where it is."""
        tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
