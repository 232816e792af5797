"""A card: a dock that says in its head what it shows, under which assumptions, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QScrollArea, QVBoxLayout, QWidget

from explorer.gui.widgets.card_head import Head
from explorer.gui.widgets.theme import Theme


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
        """Behind another tab a card still counts as visible: Tab shall not lead where nobody sees it.

        One that is hidden is left as it is: to disable it would style all that stands in it anew, twice.
        """
        if visible or self.isVisible():
            self.inside.setEnabled(visible)
            self.head.setEnabled(visible)

    def rename(self, title: str) -> None:
        """Show something else under its own title, here and in every menu."""
        self.head.say(title)
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


def in_sight(panel: QWidget) -> bool:
    """Whether anybody can see what a card holds: the card is neither closed nor behind another tab."""
    if not panel.isVisible():  # as most are: a frame asks this of all
        return False
    holder = panel.parentWidget()
    card = holder.parentWidget() if holder is not None else None
    return not (isinstance(card, Card) and card.behind)
