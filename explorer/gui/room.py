"""A workspace: cards that can be moved, closed, brought back, maximised, and stay where they were put."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from explorer.gui.card import Card
from explorer.gui.places import Place
from explorer.gui.theme import Theme
from explorer.language import Language

LAYOUT_VERSION = 1


class Room(QMainWindow):
    """The docks of one workspace, in a frame of the grid's width."""

    def __init__(self, places: tuple[Place, ...], theme: Theme, language: Language, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setDockNestingEnabled(True)
        self._places = places
        self._before: QByteArray | None = None
        self._shares: dict[str, tuple[float, float]] = {}
        self.cards: dict[str, Card] = {}
        for place in places:
            card = Card(place.card, language.say(place.title), theme, self)
            card.maximised.connect(self.maximise)
            card.resized.connect(self._card_resized)
            self.cards[place.card] = card
        self.arrange()

    def arrange(self) -> None:
        """The first layout."""
        self._before = None
        for place in self._places:
            card = self.cards[place.card]
            card.setFloating(False)
            if not place.beside:
                self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, card)
                continue
            way = Qt.Orientation.Vertical if place.below else Qt.Orientation.Horizontal
            self.splitDockWidget(self.cards[place.beside], card, way)
        for card in self.cards.values():
            card.show()
        width, height = (sum(place.size[axis] for place in self._places) or 1 for axis in (0, 1))
        self._shares = {place.card: (place.size[0] / width, place.size[1] / height) for place in self._places}
        self._share_out()

    def _docked(self) -> list[Card]:
        return [card for card in self.cards.values() if card.isVisible() and not card.isFloating()]

    def _share_out(self) -> None:
        """Give the docked cards their shares; Qt alone would let the first one take all that is gained."""
        cards = self._docked()
        for axis, way in enumerate((Qt.Orientation.Horizontal, Qt.Orientation.Vertical)):
            wanted = [max(1, round(4000 * self._shares[card.objectName()][axis])) for card in cards]
            if wanted:
                self.resizeDocks(cards, wanted, way)

    def _card_resized(self) -> None:
        """A person is dragging a separator: from now on these are the shares."""
        if QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton and self._docked():
            width, height = max(self.width(), 1), max(self.height(), 1)
            for card in self._docked():
                self._shares[card.objectName()] = (card.width() / width, card.height() / height)

    def maximise(self, chosen: QObject) -> None:
        """Give one card the whole workspace; a second time, give the others their places back."""
        if self._before is not None:
            before, self._before = self._before, None
            self.restoreState(before, LAYOUT_VERSION)
            return
        self._before = self.saveState(LAYOUT_VERSION)
        for card in self.cards.values():
            card.setVisible(card is chosen)

    def layout_state(self) -> QByteArray:
        """The layout to be remembered: the one with all cards where one is maximised now."""
        return self._before if self._before is not None else self.saveState(LAYOUT_VERSION)

    def restore_layout(self, state: QByteArray) -> None:
        """Put the cards where they were; an unknown layout leaves the first one."""
        self._before = None
        if not self.restoreState(state, LAYOUT_VERSION):
            self.arrange()
            return
        width, height = max(self.width(), 1), max(self.height(), 1)
        for card in self.cards.values():
            self._shares[card.objectName()] = (card.width() / width, card.height() / height)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._before is None:
            self._share_out()
