"""The link beside k: daily, weekly or monthly releases, a year of them to begin with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app.compose.rhythm import TITLES, lasting, of_a_year
from explorer.app.core.message import RhythmChosen
from explorer.app.core.rhythm import Rhythm
from explorer.app.core.state import State
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.mark import N_

_NONE = N_("how often")


class RhythmMenu:
    """A quiet word in the head of a card, with the choices behind it; under the title stands how long.

    `then` is called once a rhythm has been chosen and its menu is gone.
    """

    def __init__(self, context: Context, card: Card, parent: QWidget, then: Callable[[], None]) -> None:
        self._context, self._card, self._parent, self._then = context, card, parent, then
        menu, group = QMenu(parent), QActionGroup(parent)
        self._entries: dict[Rhythm | None, QAction] = {}
        for rhythm in (*Rhythm, None):
            words = N_("not regular") if rhythm is None else of_a_year(rhythm)
            entry = QAction(context.say(words), parent)
            entry.setCheckable(True)
            entry.triggered.connect(partial(self._chosen, rhythm))
            group.addAction(entry)
            menu.addAction(entry)
            self._entries[rhythm] = entry
        self._switch = QAction(parent)
        self._switch.setMenu(menu)
        self._switch.setToolTip(
            context.say(N_("How often such a release is repeated: sets k to one year of it"))
        )
        self._link = card.head.add_link(self._switch)

    def _chosen(self, rhythm: Rhythm | None, _: bool = False) -> None:
        self._context.store.dispatch(RhythmChosen(None if rhythm is None else rhythm.value))
        if rhythm is not None:
            QTimer.singleShot(0, self._parent, self._then)

    def show_state(self, state: State) -> None:
        """The choice in force, and how long its releases last."""
        rhythm, say = state.composing.rhythm, self._context.say
        self._entries[rhythm].setChecked(True)
        words = say(_NONE if rhythm is None else TITLES[rhythm])
        self._switch.setText(f"{words} ▾")
        self._link.setAccessibleName(words)
        told = lasting(state)
        self._card.head.assume("" if told is None else say(told))
