"""A workspace: cards that can be moved, closed, brought back, maximised, and stay where they were put."""

from __future__ import annotations

import json
from functools import partial
from typing import cast

from PySide6.QtCore import QByteArray, QChildEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLayout, QMainWindow, QTabBar, QTabWidget, QWidget

from explorer.gui.widgets.card import Card
from explorer.gui.widgets.fold import bring_into_sight
from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.capped_shares import within
from explorer.gui.workspaces.card_layout import rows, standing
from explorer.gui.workspaces.card_spec import CardSpec
from explorer.gui.workspaces.frames import Spot, spot_of
from explorer.gui.workspaces.tab_names import TabNames
from explorer.language import Language
from explorer.mark import N_

LAYOUT_VERSION = 5  # raised where cards come or move, so that no old layout is applied to them

_MOST = {"risk": 520, "readout": 520, "plan": 680}
"""Pixels at normal type: cards of words and fields get no wider by themselves, pictures get the rest."""

_WIDEST = 100_000.0  # pixels: more is no share of any screen
_LOWER = 0.8  # of the height that it is designed with: as low is a card that stands among others


def first_shares(specs: tuple[CardSpec, ...]) -> dict[str, tuple[float, float]]:
    """The widths and heights that cards are designed with."""
    return {spec.card: (float(spec.size[0]), float(spec.size[1])) for spec in standing(specs)}


class CardArea(QMainWindow):
    """The docks of one workspace, in a frame of the grid's width."""

    def __init__(
        self, specs: tuple[CardSpec, ...], theme: Theme, language: Language, parent: QWidget
    ) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self._specs, self._theme, self._language = specs, theme, language
        self._before: QByteArray | None = None
        self._designed = True
        self.seen = self._untabbed = False  # whether the tabs of a first layout are still to come
        self.stacked = False  # one card below the other, for there is no room for two side by side
        self._side_by_side: QByteArray | None = None  # the layout that comes back with more room
        self._shares: dict[str, tuple[float, float]] = {}
        self.cards: dict[str, Card] = {}
        for spec in specs:
            card = Card(spec.card, language.say(spec.title), theme, self)
            card.maximised.connect(self.maximise)
            card.resized.connect(self._card_resized)
            card.topLevelChanged.connect(self._moved_by_hand)
            card.dockLocationChanged.connect(self._moved_by_hand)
            if spec.hidden:
                card.visibilityChanged.connect(partial(self._asked_for, spec))
            self.cards[spec.card] = card
        self.arrange()

    def arrange(self) -> None:
        """The first layout. What was laid out leaves before it, else bars of its tabs are left about."""
        self._before = None
        focus, layout = QApplication.focusWidget(), cast(QLayout, self.layout())  # it always has one
        layout.setEnabled(False)  # else all cards are laid out anew for each that leaves, comes or is shown
        try:
            self._dock()
        finally:
            layout.setEnabled(True)
        self._untabbed = True
        if self.seen:
            self._put_behind()
        self._shares = first_shares(self._specs)
        self._designed = True
        self._share_out()
        if focus is not None and self.isAncestorOf(focus):
            focus.setFocus()  # a card that leaves loses it

    def _dock(self) -> None:
        for spec in self._specs:
            self.cards[spec.card].setFloating(False)
            if self.seen or spec.hidden or spec.tabbed:
                self.removeDockWidget(self.cards[spec.card])
        for spec in self._specs:
            if spec.hidden or spec.tabbed:
                continue
            if not spec.beside:
                self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.cards[spec.card])
                continue
            way = Qt.Orientation.Vertical if spec.below or self.stacked else Qt.Orientation.Horizontal
            self.splitDockWidget(self.cards[spec.beside], self.cards[spec.card], way)
        for spec in standing(self._specs):
            self.cards[spec.card].show()

    def stack(self, stacked: bool) -> None:
        """Put the cards below each other, or back; only where nobody has moved them. Closed ones stay so."""
        if stacked == self.stacked or not self._designed or self._before is not None:
            return
        if stacked:
            self._side_by_side = self.saveState(LAYOUT_VERSION) if self.seen else None
        before, self.stacked = self._side_by_side, stacked
        closed = [card for card in self.cards.values() if card.isHidden()]
        front = self._fronts()
        shares = self._shares
        if stacked or before is None:
            self.arrange()
            for card in self.cards.values() if self.seen else ():
                card.setHidden(card in closed)
        else:
            self.restoreState(before, LAYOUT_VERSION)
            self._designed = True
        for card in front:
            card.raise_()
            QTimer.singleShot(0, card, card.raise_)  # tabs that are only now laid out
        self._shares = shares
        self._share_out()

    def _fronts(self) -> list[Card]:
        """The cards to be kept in front; of tabs that are not laid out yet, the one that they belong to."""
        seen = {spec.card: spec for spec in self._specs if self.cards[spec.card].isVisible()}
        front = {name: spec for name, spec in seen.items() if not self.cards[name].behind}
        return [
            self.cards[name] for name, spec in front.items() if not (spec.tabbed and spec.beside in front)
        ]

    def least_height(self) -> int:
        """The height that the cards need to be read below each other."""
        shown = (spec for spec in standing(self._specs) if self._in_front(spec.card) is not None)
        return sum(self._theme.size(round(_LOWER * spec.size[1])) for spec in shown)

    def _put_behind(self) -> None:
        """The tabs of a first layout: only once it stands, else Qt leaves a second bar of them about."""
        self._untabbed, designed = False, self._designed
        for spec in self._specs:
            if spec.tabbed:
                self.tabifyDockWidget(self.cards[spec.beside], self.cards[spec.card])
                self.cards[spec.card].show()
        for spec in self._specs:
            if spec.tabbed:
                self.cards[spec.beside].raise_()
        self._designed = designed  # nobody has moved anything
        QTimer.singleShot(0, self, self._share_out)  # once the tabs have their room

    def open(self, name: str) -> None:
        """Bring a card to the front, also one that was closed or lies behind others."""
        if self._before is not None and self.cards[name].isHidden():
            self.maximise(self.cards[name])  # something else has the whole room: give the others their places
        if self._untabbed:
            self._put_behind()
        card = self.cards[name]
        card.show()
        card.raise_()
        QTimer.singleShot(0, card, card.raise_)  # tabs that are only now laid out
        if self.stacked:
            QTimer.singleShot(0, card, partial(bring_into_sight, card))

    def childEvent(self, event: QChildEvent) -> None:
        """A bar of tabs has come. It has a name of its own to ears."""
        super().childEvent(event)
        if event.polished() and isinstance(bar := event.child(), QTabBar):
            TabNames(bar, self._theme)
            bar.setAccessibleName(self._language.say(N_("Panes in one place")))

    def _asked_for(self, spec: CardSpec, visible: bool) -> None:
        """A card that was nowhere yet comes in front of the one it belongs to; a closed one gives room."""
        card = self.cards[spec.card]
        if not visible:
            QTimer.singleShot(0, self, self._share_out)
        if visible and self.dockWidgetArea(card) is Qt.DockWidgetArea.NoDockWidgetArea:
            designed, self._designed = self._designed, False
            self.tabifyDockWidget(self.cards[spec.beside], card)
            card.raise_()
            self._designed = designed

    def _in_front(self, name: str) -> Card | None:
        """The card that stands where `name` does: itself, or the one of its tabs that is in front."""
        card = self.cards.get(name)
        if card is None:
            return None
        here = (card, *(each for each in self.tabifiedDockWidgets(card) if isinstance(each, Card)))
        return next((each for each in here if each.isVisible() and not each.behind), None)

    def _share_out(self) -> None:
        """Give neighbours their shares of the width or height that they have between them.

        Qt alone would let one of them take all that a larger window gains. Only while the cards stand as
        they were designed: where a person has put them, Qt's own sizes hold.
        """
        if not self._designed or self._before is not None:
            return
        if self.stacked:
            front = ((self._in_front(spec.card), spec.size[1]) for spec in standing(self._specs))
            column = {card: high for card, high in front if card is not None}
            self.resizeDocks(list(column), list(column.values()), Qt.Orientation.Vertical)
            return
        for row in rows(self._specs):
            axis = 1 if row[1].below else 0
            here = [(self._in_front(spec.card), self._shares[spec.card][axis]) for spec in row]
            docked = [(card, max(1, round(10 * share))) for card, share in here if card is not None]
            way = Qt.Orientation.Vertical if row[1].below else Qt.Orientation.Horizontal
            if len(docked) > 1:
                cards, sizes = [card for card, _ in docked], [share for _, share in docked]
                if way is Qt.Orientation.Horizontal:
                    mosts = [
                        _MOST.get(spec.card, 0)
                        for spec, (card, _) in zip(row, here, strict=True)
                        if card is not None
                    ]
                    if self._shares == first_shares(self._specs):  # else a person has dragged a separator
                        widest = [self._theme.size(most) if most else 0 for most in mosts]
                        sizes = within(sizes, widest, sum(card.width() for card in cards))
                self.resizeDocks(cards, sizes, way)

    def _moved_by_hand(self, *_: object) -> None:
        """A card was floated or docked elsewhere: the design no longer holds."""
        if self.isVisible():
            self._designed = False

    def _card_resized(self) -> None:
        """A person is dragging a separator: from now on these are the shares."""
        if self._designed and QApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            for spec in standing(self._specs):
                if (card := self._in_front(spec.card)) is not None:
                    self._shares[spec.card] = (float(card.width()), float(card.height()))

    def maximise(self, chosen: QObject) -> None:
        """Give one card the whole workspace; a second time, give the others their places back."""
        if self._before is not None:
            before, self._before = self._before, None
            self.restoreState(before, LAYOUT_VERSION)
            if self._untabbed and self.seen:
                self._put_behind()
            return
        self._before = self.saveState(LAYOUT_VERSION)
        for card in self.cards.values():
            card.setVisible(card is chosen)

    @property
    def maximised(self) -> str:
        """The id of the card that has the whole workspace; empty where none has."""
        if self._before is None:
            return ""
        return next((name for name, card in self.cards.items() if not card.isHidden()), "")

    def layout_state(self) -> QByteArray:
        """The layout to be remembered: the one with all cards where one is maximised now."""
        if self.stacked and self._designed and self._side_by_side is not None:
            return self._side_by_side
        return self._before if self._before is not None else self.saveState(LAYOUT_VERSION)

    def shares(self) -> str:
        """The shares of a layout that stands as designed; empty where a person has moved the cards."""
        return json.dumps(self._shares) if self._designed else ""

    def restore_layout(self, state: QByteArray, shares: str) -> None:
        """Put the cards where they were; an unknown layout leaves the first one."""
        self._before = None
        try:
            read = json.loads(shares or "{}").items()
            kept = {name: (float(each[0]), float(each[1])) for name, each in read}
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError):
            kept = {}
        if not all(0 <= share <= _WIDEST for shares_of_one in kept.values() for share in shares_of_one):
            kept = {}
        if not self.restoreState(state, LAYOUT_VERSION):
            self.arrange()
            return
        self._untabbed = False
        self._designed = kept.keys() == {spec.card for spec in standing(self._specs)}
        if self._designed:
            self._shares = kept

    def spots(self) -> dict[str, Spot]:
        """Where each visible card stands, as shares of the room; nothing before it was ever shown."""
        if self._before is not None or not self.seen:
            return {}
        cards = self.cards.values()
        visible = [each for each in cards if not (each.isFloating() or each.isHidden() or each.behind)]
        return {card.objectName(): spot_of(card, self) for card in visible}

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen = True
        if self._untabbed and self._before is None:
            self._put_behind()
        self._share_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()
