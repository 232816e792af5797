"""How far the pictures of many releases reach: a quiet link in a card's head, with the steps behind it."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.app.core.message import Moved, Settled
from explorer.app.core.state import State
from explorer.app.explore.updates import HORIZONS
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.language import number
from explorer.mark import N_


class Horizon:
    """The link and its menu."""

    def __init__(self, context: Context, card: Card, parent: QWidget) -> None:
        self._context = context
        menu, group = QMenu(parent), QActionGroup(parent)
        self._steps: dict[int, QAction] = {}
        for step in HORIZONS:
            entry = QAction(f"k = {number(step, 7)}", parent)
            entry.setCheckable(True)
            entry.triggered.connect(partial(self._reached, step))
            group.addAction(entry)
            menu.addAction(entry)
            self._steps[step] = entry
        self._link = QAction(parent)
        self._link.setMenu(menu)
        self._link.setToolTip(context.say(N_("The largest k in the picture.")))
        self._button: QToolButton = card.head.add_link(self._link)

    def show_state(self, state: State, used: bool) -> None:
        """Show how far the picture reaches; the link is away where the picture is of one k alone."""
        horizon = number(state.composing.horizon, 7)
        self._button.setVisible(used)
        self._link.setText(f"k ≤ {horizon} ▾")
        self._button.setAccessibleName(self._context.say(N_("drawn up to k = {horizon}", horizon=horizon)))
        if (entry := self._steps.get(state.composing.horizon)) is not None:
            entry.setChecked(True)

    def _reached(self, step: int, *_: object) -> None:
        self._context.store.dispatch(Moved("composing.horizon", float(step)))
        self._context.store.dispatch(Settled())
