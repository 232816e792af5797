"""A card: a dock that says in its head what it shows, under which assumptions, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.gui.access.roving import Roving
from explorer.gui.widgets.theme import Theme

_NARROWEST = 196  # pixels: narrower, words would be cut


class Elided(QLabel):
    """A line of text on a card that ends in … where there is no room; the whole of it is in the tooltip.

    It draws its words itself: a label that is given another text has the whole window laid out anew, and
    this line changes with every move of a slider. It draws its ground too, so that nothing beneath is.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(" ", parent)  # for the height of a line
        self._whole = ""
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_whole(self, text: str) -> None:
        """What is to be said."""
        if text != self._whole:
            self._whole = text
            self.setToolTip(text)
            self.setAccessibleName(text)
            self.update()

    def text(self) -> str:
        """What is said, whole."""
        return self._whole

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QGuiApplication.palette().alternateBase())
        text = self.fontMetrics().elidedText(
            self._whole, Qt.TextElideMode.ElideRight, max(self.width() - 2, 10)
        )
        place = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), place, text)


class Head(QFrame):
    """The title bar of a card. It is also the handle by which the dock is moved."""

    doubled = Signal()

    def __init__(self, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._links = Roving(self)
        self.setObjectName("cardHead")
        lines = QVBoxLayout(self)
        lines.setContentsMargins(theme.size(16), theme.size(10), theme.size(10), 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(0)
        self.title = Elided(self)
        self.title.setObjectName("cardTitle")
        self.title.set_whole(title)
        row.addWidget(self.title, 1)
        self._actions = self._titled = row
        lines.addLayout(row)
        self._under = QHBoxLayout()
        self._under.setSpacing(0)
        self.assumption = Elided(self)
        self.assumption.setObjectName("assumption")
        self.assumption.setVisible(False)
        self._under.addWidget(self.assumption, 1)
        lines.addLayout(self._under)
        self._progress = QFrame(self)
        self._progress.setObjectName("progress")
        self._progress.setFixedHeight(2)
        self._progress.setProperty("working", False)
        self._line = QHBoxLayout()
        self._line.addWidget(self._progress, 1)
        self._line.addStretch(0)
        lines.addLayout(self._line)

    def put_links_below(self) -> None:
        """From now on links stand under the title, which needs the width for itself."""
        self._actions = self._under
        self.assumption.setMinimumWidth(0)  # it gives way before they do
        self.stand_alone()

    def stand_alone(self) -> None:
        """A title without links beside it stands as high as those in the cards around it."""
        self.title.setMinimumHeight(self._theme.size(26))

    def add_link(self, action: QAction, first: bool = False) -> QToolButton:
        """A quiet button at the right of the title: behind those that are there, or as the `first`.

        All of them are one stop of Tab.
        """
        button = QToolButton(self)
        button.setObjectName("link")
        button.setDefaultAction(action)
        button.setAccessibleName(action.text())
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._actions.insertWidget(1 if first else self._actions.count(), button)
        self._links.take(button)
        return button

    def add_widget(self, widget: QWidget) -> None:
        """A control of its own at the right of the title."""
        self._actions.addWidget(widget)

    def add_beside_title(self, widget: QWidget, gap: int = 0) -> None:
        """A small control in the line of the title, wherever the links are.

        `gap` : pixels at its right, which bring a box to the edge of what stands beneath.
        """
        self._titled.addWidget(widget)
        if gap:
            self._titled.addSpacing(gap)

    def assume(self, text: str, refused: bool = False) -> None:
        """The line under the title; `refused` where it says why the picture is not the newest."""
        self.assumption.setVisible(bool(text))
        self.assumption.set_whole(text)
        if refused != (self.assumption.objectName() == "refusal"):
            self.assumption.setObjectName("refusal" if refused else "assumption")
            self.assumption.style().polish(self.assumption)

    def work(self, working: bool, share: float = 1.0) -> None:
        """A thin line while something shown here is being computed: as long as the share that is done."""
        parts = round(1000 * share)
        if self._line.stretch(0) * 1000 != parts * (self._line.stretch(0) + self._line.stretch(1)):
            self._line.setStretch(0, parts)
            self._line.setStretch(1, 1000 - parts)
        if self._progress.property("working") != working:
            self._progress.setProperty("working", working)
            self._progress.style().polish(self._progress)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Maximise instead of floating."""
        self.doubled.emit()
        event.accept()


class Card(QDockWidget):
    """One dock of a workspace. `maximised` asks its room to give it everything, or to take it back.

    What is to stand `inside` it has that as its parent from the beginning: Qt reads the style sheet again
    for everything in a widget that gets another parent.
    """

    maximised = Signal(QObject)
    resized = Signal()

    def __init__(self, card: str, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(card)
        self.setAccessibleName(title)
        features = QDockWidget.DockWidgetFeature
        self.setFeatures(
            features.DockWidgetMovable | features.DockWidgetFloatable | features.DockWidgetClosable
        )
        self.head = Head(title, theme, self)
        self.head.doubled.connect(self._ask_for_room)
        self.setTitleBarWidget(self.head)
        self.setMinimumWidth(theme.size(_NARROWEST))
        self.inside = QFrame(self)
        self.inside.setObjectName("cardBody")
        self._lines = QVBoxLayout(self.inside)
        side = theme.size(16)
        self._lines.setContentsMargins(side, theme.size(6), side, theme.size(12))
        self.setWidget(self.inside)
        self.visibilityChanged.connect(self._in_sight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    @property
    def behind(self) -> bool:
        """Whether another tab stands in front: Qt puts such a dock out of sight at the left, above all."""
        return not self.isFloating() and (self.x() + self.width() < 0 or self.y() + self.height() < 0)

    def _in_sight(self, visible: bool) -> None:
        """Behind another tab a card still counts as visible: Tab shall not lead where nobody sees it."""
        self.inside.setEnabled(visible)
        self.head.setEnabled(visible)

    def rename(self, title: str) -> None:
        """Show something else under its own title, here and in every menu."""
        self.head.title.set_whole(title)
        self.setWindowTitle(title)
        self.setAccessibleName(title)

    def _ask_for_room(self) -> None:
        self.maximised.emit(self)

    def furnish(self, content: QWidget) -> None:
        """Put the card's content in, once it is there."""
        self._lines.addWidget(content)
        for column in content.findChildren(QScrollArea):  # it is reached by Tab, and scrolled by arrow keys
            if not column.accessibleName():
                column.setAccessibleName(self.accessibleName())
