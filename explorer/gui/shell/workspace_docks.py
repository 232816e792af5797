"""The left column and the workspaces as real docks, once everything heavy is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QWidget

from explorer.gui.shell.card_layout import WORKSPACES, specs_of
from explorer.gui.shell.frames import LEFT_WIDTH
from explorer.gui.shell.workspace import CardArea
from explorer.gui.widgets.theme import Theme
from explorer.language import Language

_NAMES = tuple(name for name, _ in WORKSPACES)


class Rooms(Mapping[str, CardArea]):
    """The workspaces by name. Each is built when it is asked for, for that takes long."""

    def __init__(self, build: Callable[[str], CardArea]) -> None:
        self._build = build
        self._built: dict[str, CardArea] = {}

    def __getitem__(self, name: str) -> CardArea:
        if name not in self._built and name in _NAMES:
            self._built[name] = self._build(name)
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in _NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


class WorkspaceDocks(QWidget):
    """What stands below the top bar. `put_back(name, room)` gives a new room its remembered layout."""

    def __init__(
        self,
        window: QMainWindow,
        theme: Theme,
        language: Language,
        put_back: Callable[[str, CardArea], None],
    ) -> None:
        super().__init__(window)
        window.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._theme, self._language, self._put_back = theme, language, put_back
        row = QHBoxLayout(self)
        margin = theme.size(12)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(margin)
        self._window = window
        self.left = self._room("left")
        self.left.setFixedWidth(theme.size(LEFT_WIDTH))
        self.stack = QStackedWidget(self)
        row.addWidget(self.left)
        row.addWidget(self.stack, 1)
        self.rooms = Rooms(self._behind)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()

    def _room(self, name: str) -> CardArea:
        room = CardArea(specs_of(name), self._theme, self._language, self._window)
        self._put_back(name, room)
        return room

    def _behind(self, name: str) -> CardArea:
        room = self._room(name)
        self.stack.addWidget(room)
        return room

    def reach_by_tab(self, tab: QWidget) -> None:
        """The keyboard reaches the tabs; a click leaves the focus where it is."""
        tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
