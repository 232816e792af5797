"""The left column and the workspaces as real docks, once everything heavy is imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.card_layout import FULL_WIDTH, WORKSPACES, specs_of
from explorer.gui.workspaces.frames import GAP, left_width
from explorer.gui.workspaces.workspace import CardArea
from explorer.language import Language
from explorer.mark import N_

_NAMES = tuple(name for name, _ in WORKSPACES)
# Pixels at normal type: what the cards of a workspace have in the smallest window, without and with the room
# of the left column. Where there is not even the width for that, they stand in one column, which scrolls.
_WIDE, _WIDEST, _HIGH = 628, 930, 500
FOOTED = "release"  # the workspace that has a foot while it scrolls


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


class Stack(QStackedWidget):
    """The workspaces, one in front. It asks for the room of that one alone: its cards never overlap."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        room, size = self.currentWidget(), self._theme.size
        if room is None:
            return super().minimumSizeHint()
        stacked = isinstance(room, CardArea) and room.stacked
        least = QSize(0 if stacked else size(_wide(room)), self.designed_height())
        return room.minimumSizeHint().expandedTo(least)

    def designed_height(self) -> int:
        """The height that the cards in front are made for, whatever they hold now."""
        room, least = self.currentWidget(), self._theme.size(_HIGH)
        return max(least, room.least_height()) if isinstance(room, CardArea) and room.stacked else least

    def fit(self, width: int) -> None:
        """Stack the cards in front where they have not so much room as to stand side by side."""
        room = self.currentWidget()
        if isinstance(room, CardArea) and self.isVisible():
            room.stack(width < self._theme.size(_wide(room)))
            self.updateGeometry()


def _wide(room: QWidget) -> int:
    return _WIDEST if room.objectName() in FULL_WIDTH else _WIDE


class WorkspaceDocks(QWidget):
    """What stands below the top bar. `put_back(name, room)` gives a new room its remembered layout.

    `foot` is a line below the workspace for what must never be scrolled out of sight. It is shown while the
    workspace `FOOTED` is in front and has less height than its cards need, and has something in it; `footed`
    tells which of the two holds.
    """

    footed = Signal(bool)

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
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self._row = row = QHBoxLayout()
        margin = theme.size(GAP)
        row.setContentsMargins(margin, margin, margin, margin)
        row.setSpacing(margin)
        lines.addLayout(row, 1)
        self.low = False  # whether that workspace has less height than its cards need
        self.foot = self._make_foot()
        lines.addWidget(self.foot)
        self._window = window
        self.left = self._room("left")
        self.left.setFixedWidth(left_width(theme, window.width()))
        self.stack = Stack(theme)
        self._held = held = QScrollArea(self)
        held.setFrameShape(QFrame.Shape.NoFrame)
        held.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        held.setObjectName("workspaces")
        held.setAccessibleName(language.say(N_("workspace")))
        held.setWidgetResizable(True)
        held.setWidget(self.stack)
        row.addWidget(self.left)
        row.addWidget(held, 1)
        self.rooms = Rooms(self._behind)
        self.stack.currentChanged.connect(self._fit)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFocus()

    def _make_foot(self) -> QFrame:
        foot, size = QFrame(self), self._theme.size
        foot.setObjectName("foot")
        QHBoxLayout(foot).setContentsMargins(size(16), size(6), size(16), size(6))
        foot.hide()
        return foot

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = left_width(self._theme, self.width())
        if width != self.left.width():
            self.left.setFixedWidth(width)
            self._row.activate()  # at once: the cards beside it share what it leaves
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Whether the cards in front have the width to stand side by side."""
        margins = self._row.contentsMargins()
        room = self.stack.currentWidget()
        taken = margins.left() + margins.right()
        if room is not None and room.objectName() not in FULL_WIDTH:
            taken += self._row.spacing() + self.left.width()
        self.stack.fit(self.width() - taken)
        if room is not None and room.objectName() == FOOTED:
            self._weigh_height(self.height() - margins.top() - margins.bottom())
        self.show_foot()

    def _weigh_height(self, height: int) -> None:
        """Whether the cards have less than the height that they are made for, the foot left aside."""
        low = self.stack.designed_height() > height
        if low != self.low:
            self.low = low
            self.footed.emit(low)

    def show_foot(self) -> None:
        """Let it be seen where it is to be, once something was put into it."""
        room, inside = self.stack.currentWidget(), self.foot.layout()
        holds = inside is not None and inside.count() > 0
        self.foot.setVisible(self.low and holds and room is not None and room.objectName() == FOOTED)

    def bring(self, card: QWidget, _: bool = False) -> None:
        """Scroll to a card of the workspace in front: its end, where not all of it has room."""
        low = card.mapTo(self.stack, QPoint(0, card.height()))
        self._held.ensureVisible(0, low.y(), 0, 0)

    def _room(self, name: str) -> CardArea:
        room = CardArea(specs_of(name), self._theme, self._language, self._window)
        room.setObjectName(name)
        self._put_back(name, room)
        return room

    def _behind(self, name: str) -> CardArea:
        room = self._room(name)
        self.stack.addWidget(room)
        return room
