"""Quiet links in a card's head that are about the axes of its pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.app.core.message import Moved, ScaleKept, Settled
from explorer.app.core.state import State
from explorer.app.explore.updates import HORIZONS
from explorer.app.figures import picture_of
from explorer.app.plotting.figure import Picture
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.language import number
from explorer.mark import N_

_FRAMED = "framed"  # read by pictures whose axes follow the settings


class KeepScale:
    """Whether axes stay while settings change: a link, or an entry of the `others` a crowded head has."""

    def __init__(
        self, context: Context, card: Card, parent: QWidget, pictures: Iterable[str], others: QMenu | None
    ) -> None:
        self._context = context
        self._act = QAction(context.say(N_("keep scale")), parent)
        self._act.setCheckable(True)
        words = N_("Leave all axes as they are while settings change, to compare pictures by eye")
        self._act.setToolTip(context.say(words))
        self._act.triggered.connect(self._kept)
        self._button: QToolButton | None = None
        if others is not None:
            others.addSeparator()
            others.addAction(self._act)
        elif any(_FRAMED in picture_of(each).reads for each in pictures):
            self._button = card.head.add_link(self._act)

    def show_state(self, state: State) -> None:
        """Show whether they are kept."""
        self._act.setChecked(state.scale_kept)

    def offer(self, picture: type[Picture], drawn: bool = True) -> None:
        """It is there where axes follow the settings, and something stands between them."""
        offered = drawn and _FRAMED in picture.reads
        self._act.setVisible(offered)
        if self._button is not None:
            self._button.setVisible(offered)

    def _kept(self, kept: bool) -> None:
        self._context.store.dispatch(ScaleKept(kept))


class Horizon:
    """How far the pictures of many releases reach, with the steps in a menu."""

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
