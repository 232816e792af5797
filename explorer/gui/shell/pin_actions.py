"""A and B: the present release is kept as A, changed places with, forgotten; from the card and by keys."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from explorer.app.core.message import Pinned, Swapped, Unpinned
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.mark import N_, Sentence


class PinActions(QObject):
    """The links in the head of the card that describes the release; `pinned` tells what the state has.

    They are made before what stands below them: Tab meets widgets in the order in which they were made.
    """

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card)
        self._context = context
        self._links = [
            (self._link(N_("pin as A"), N_("Pin this release as A and compare (Ctrl+B)")), self.pin),
            (self._link(N_("swap"), N_("Swap A and the current release")), self.swap),
            (self._link(N_("unpin"), N_("Unpin A and stop comparing")), self.forget),
        ]
        self._buttons = []
        for action, act in self._links:
            action.triggered.connect(act)
            self._buttons.append(card.head.add_link(action))
        context.store.painted.connect(self.follow)
        self.follow()

    def _link(self, words: Sentence, tip: Sentence) -> QAction:
        action = QAction(self._context.say(words), self)
        action.setToolTip(self._context.say(tip))
        return action

    def pin(self) -> None:
        """The present release is A from now on."""
        self._context.store.dispatch(Pinned())

    def swap(self) -> None:
        """A is set, and what was set is A."""
        self._context.store.dispatch(Swapped())

    def forget(self) -> None:
        """There is no A any more."""
        self._context.store.dispatch(Unpinned())

    def follow(self) -> None:
        """What can only be done with a pinned release is there only with one."""
        pinned = self._context.store.state.pinned is not None
        for button in self._buttons[1:]:
            button.setVisible(pinned)
