"""The shell: navigation, card frames and titles. It imports no mathematics, so that it is there at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
)

from explorer.gui.shell.settings import Settings
from explorer.gui.widgets.tabs import Tab, TabRow
from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.card_layout import FULL_WIDTH, WORKSPACES, spec_of
from explorer.gui.workspaces.frames import Frames, left_width, spots_as_text
from explorer.language import Language
from explorer.mark import N_

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStackedWidget, QWidget

    from explorer.gui.widgets.card import Card
    from explorer.gui.workspaces.workspace import CardArea
    from explorer.gui.workspaces.workspace_docks import Rooms, WorkspaceDocks

_TITLE_BAR = 40  # pixels that the system puts above a window, about
_AIRY = 1040  # pixels at normal type, from which on tabs stand well apart
_NARROW, _NARROWEST = 860, 680  # pixels at normal type: the program's name, then air, give way to the tabs


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
        self.setMinimumSize(960, 600)
        self.resize(1280, 800)
        self.may_close: Callable[[], bool] = lambda: True
        self._painted = False
        self.left: CardArea
        self._stack: QStackedWidget
        self.tabs: dict[str, Tab] = {}
        self.rooms: Rooms
        self.docks: WorkspaceDocks
        self._standing: dict[str, CardArea] = {}  # those that are built
        self._maximised: dict[str, str] = {}  # workspace to the card that had it all before a change of look
        self.setMenuWidget(self._topbar())
        front = settings.text("window/workspace")
        self._front = front if front in self.tabs else WORKSPACES[0][0]
        self.tabs[self._front].setChecked(True)
        spots = settings.text(f"spots/{self._front}")
        self.setCentralWidget(Frames(self._front, spots, theme, language))

    def change_look(self, theme: Theme, language: Language) -> None:
        """The same window in another look: a new top bar, and cards to be built anew by `build_rooms`.

        The old content must have been taken.
        """
        self.theme, self.language = theme, language
        self.setMenuWidget(self._topbar())
        self.tabs[self._front].setChecked(True)
        self._fit_topbar()

    def take_content(self) -> list[QWidget]:
        """The top bar and what stands below it, to be deleted; where all stood is kept.

        They are deleted where they stand: a window that gives them up first has Qt style each part anew.
        """
        self.remember()
        self._maximised = {name: room.maximised for name, room in self._standing.items() if room.maximised}
        self._standing.clear()
        self.tabs = {}
        return [each for each in (self.menuWidget(), self.centralWidget()) if each is not None]

    def build_rooms(self, front: str) -> None:
        """Put real cards into the place of the painted ones. Called once, when the rest is imported."""
        from explorer.gui.workspaces.workspace_docks import WorkspaceDocks

        built = WorkspaceDocks(self, self.theme, self.language, self._put_back)
        self.rooms, self.left, self._stack = built.rooms, built.left, built.stack
        self.setCentralWidget(built)
        self.docks = built
        self.open_workspace(front)
        built.setFocus()

    def _put_back(self, name: str, room: CardArea) -> None:
        """The cards of a new room as they stood when the window was last closed."""
        self._standing[name] = room
        if (layout := self.settings.bytes(f"layout/{name}")) is not None:
            room.restore_layout(layout, self.settings.text(f"shares/{name}"))
        if (whole := self._maximised.pop(name, "")) in room.cards:
            room.maximise(room.cards[whole])

    def _topbar(self) -> QFrame:
        bar = QFrame(self)
        bar.setObjectName("topbar")
        row = QHBoxLayout(bar)
        size = self.theme.size
        row.setContentsMargins(size(20), 0, size(12), 0)
        row.setSpacing(size(24))
        brand = QLabel("Privacy Explorer", bar)
        brand.setObjectName("brand")
        row.addWidget(brand)
        self._brand, self._row = brand, row
        self._tab_row = TabRow(self.language.say(N_("Workspaces")), bar)
        self._tab_row.line.setSpacing(size(24))
        row.addWidget(self._tab_row)
        for position, (workspace, title) in enumerate(WORKSPACES, 1):
            tab = Tab(self.language.say(title), self._tab_row)
            tab.setToolTip(f"Ctrl+{position}")
            tab.setProperty("workspace", workspace)
            tab.clicked.connect(self._tab_clicked)
            self._tab_row.line.addWidget(tab)
            self.tabs[workspace] = tab
        row.addStretch(1)
        self.topbar_end = QHBoxLayout()
        self.topbar_end.setSpacing(size(4))
        row.addLayout(self.topbar_end)
        return bar

    def _tab_clicked(self) -> None:
        self.opened.emit(str(self.sender().property("workspace")))

    def open_workspace(self, workspace: str) -> None:
        """Bring one workspace to the front; the left column makes room for plan and ledger.

        Who asks for it has it rendered before control goes back to Qt.
        """
        from explorer.gui.shell.first_frame import FirstFrame

        FirstFrame(self).rendered()
        self._front = workspace
        self._tab_row.bring_forward(self.tabs[workspace])
        self.left.setVisible(workspace not in FULL_WIDTH)
        self._stack.setCurrentWidget(self.rooms[workspace])

    @property
    def workspace(self) -> str:
        """The workspace in front."""
        return self._front

    def card(self, name: str) -> Card:
        """One card by its id."""
        workspace = spec_of(name).workspace
        return (self.left if workspace == "left" else self.rooms[workspace]).cards[name]

    def every_card(self) -> dict[str, Card]:
        """All cards by id, those too that nobody has asked for yet."""
        return {name: card for room in (self.left, *self.rooms.values()) for name, card in room.cards.items()}

    def every_built_card(self) -> dict[str, Card]:
        """The cards by id of the left column and of each workspace that was asked for."""
        return {name: card for room in self._standing.values() for name, card in room.cards.items()}

    def remember(self) -> None:
        """Write down where everything stands; of a room that was never seen, what is remembered holds."""
        self.settings.set("window/geometry", self.saveGeometry())
        self.settings.set("window/workspace", self._front)
        for name, room in self._standing.items():
            if not room.seen:  # its tabs are still to come
                continue
            self.settings.set(f"layout/{name}", room.layout_state())
            self.settings.set(f"shares/{name}", room.shares())
            if spots := room.spots():
                self.settings.set(f"spots/{name}", spots_as_text(spots))

    def recall(self) -> None:
        """Stand where the window stood; the first time, within the screen that there is."""
        if (geometry := self.settings.bytes("window/geometry")) is not None:
            self.restoreGeometry(geometry)
        else:
            free = self.screen().availableGeometry().adjusted(0, 0, 0, -_TITLE_BAR)
            self.resize(self.size().boundedTo(free.size()))

    def arrange(self) -> None:
        """Back to the first layout, everywhere."""
        for room in (self.left, *self.rooms.values()):
            room.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a window that is narrow for its type the tabs need the room of the name."""
        super().resizeEvent(event)
        if self.tabs:  # else it changes its look: the next top bar is fitted when it is there
            self._fit_topbar()

    def _fit_topbar(self) -> None:
        wide = self.width() >= self.theme.size(_NARROW)
        self._brand.setVisible(wide)
        self._brand.setMinimumWidth(left_width(self.theme, self.width()) - self.theme.size(44))
        tight = self.width() < self.theme.size(_NARROWEST)
        airy = self.width() >= self.theme.size(_AIRY)
        gap, edges = (0, (6, 4)) if tight else (24 if airy else 14 if wide else 12, (20, 12))
        self._row.setContentsMargins(self.theme.size(edges[0]), 0, self.theme.size(edges[1]), 0)
        for row in (self._row, self._tab_row.line):
            row.setSpacing(self.theme.size(gap))

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
