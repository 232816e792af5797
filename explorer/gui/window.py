"""The shell: navigation, card frames and titles. It imports no mathematics, so that it is there at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from explorer.gui.card import Card
from explorer.gui.places import WORKSPACES, places_of
from explorer.gui.room import Room
from explorer.gui.settings import Settings
from explorer.gui.theme import Theme
from explorer.language import Language

LEFT_WIDTH = 296


class Window(QMainWindow):
    """The window. `opened(workspace)` when a tab is pressed; `closing` before it goes.

    `shown` once, after the first paint; `closed` at the very end; `look_changed` for another theme,
    language or type size.
    """

    opened = Signal(str)
    closing = Signal()
    closed = Signal()
    shown = Signal()
    look_changed = Signal()

    def __init__(self, theme: Theme, language: Language, settings: Settings) -> None:
        super().__init__()
        self.theme, self.language, self.settings = theme, language, settings
        self.setObjectName("window")
        self.setWindowTitle("Privacy Explorer")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setMinimumSize(960, 600)
        self.resize(1280, 800)
        self.may_close: Callable[[], bool] = lambda: True
        self._painted = False
        self.tabs: dict[str, QToolButton] = {}
        self.rooms: dict[str, Room] = {}
        self.setMenuWidget(self._topbar())
        self._stack = QStackedWidget(self)
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        margin = theme.size(12)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(margin)
        self.left = Room(places_of("left"), theme, language, self)
        self.left.setFixedWidth(theme.size(LEFT_WIDTH))
        row.addWidget(self.left)
        row.addWidget(self._stack, 1)
        self.setCentralWidget(holder)
        for workspace, _ in WORKSPACES:
            room = Room(places_of(workspace), theme, language, self)
            self.rooms[workspace] = room
            self._stack.addWidget(room)
        self.open_workspace("explore")
        holder.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        holder.setFocus()

    def _topbar(self) -> QFrame:
        bar = QFrame(self)
        bar.setObjectName("topbar")
        row = QHBoxLayout(bar)
        size = self.theme.size
        row.setContentsMargins(size(20), 0, size(12), 0)
        row.setSpacing(size(24))
        brand = QLabel("Privacy Explorer", bar)
        brand.setObjectName("brand")
        brand.setMinimumWidth(size(LEFT_WIDTH - 44))
        row.addWidget(brand)
        for position, (workspace, title) in enumerate(WORKSPACES, 1):
            tab = QToolButton(bar)
            tab.setObjectName("tab")
            tab.setText(self.language.say(title))
            tab.setAccessibleName(self.language.say(title))
            tab.setCheckable(True)
            tab.setAutoExclusive(True)
            tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            tab.setToolTip(f"Ctrl+{position}")
            tab.setProperty("workspace", workspace)
            tab.clicked.connect(self._tab_clicked)
            row.addWidget(tab)
            self.tabs[workspace] = tab
        row.addStretch(1)
        self.topbar_end = QHBoxLayout()
        self.topbar_end.setSpacing(size(4))
        row.addLayout(self.topbar_end)
        return bar

    def _tab_clicked(self) -> None:
        self.opened.emit(str(self.sender().property("workspace")))

    def open_workspace(self, workspace: str) -> None:
        """Bring one workspace to the front; the left column makes room for the release plan."""
        self.tabs[workspace].setChecked(True)
        self.left.setVisible(workspace != "release")
        self._stack.setCurrentWidget(self.rooms[workspace])

    @property
    def workspace(self) -> str:
        """The workspace in front."""
        return next(name for name, room in self.rooms.items() if room is self._stack.currentWidget())

    def every_card(self) -> dict[str, Card]:
        """All cards by id."""
        return {name: card for room in (self.left, *self.rooms.values()) for name, card in room.cards.items()}

    def remember(self) -> None:
        """Write down where everything stands."""
        self.settings.set("window/geometry", self.saveGeometry())
        for name, room in {"left": self.left, **self.rooms}.items():
            self.settings.set(f"layout/{name}", room.layout_state())
            self.settings.set(f"shares/{name}", room.shares())

    def recall(self) -> None:
        """Put everything where it stood; what was never remembered stays as designed."""
        if (geometry := self.settings.bytes("window/geometry")) is not None:
            self.restoreGeometry(geometry)
        for name, room in {"left": self.left, **self.rooms}.items():
            if (layout := self.settings.bytes(f"layout/{name}")) is not None:
                room.restore_layout(layout, self.settings.text(f"shares/{name}"))

    def arrange(self) -> None:
        """Back to the first layout, everywhere."""
        for room in (self.left, *self.rooms.values()):
            room.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first time, the shell is on the screen: only then may anything heavy begin."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self.shown.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self.remember()
        self.closing.emit()
        super().closeEvent(event)
        self.closed.emit()
