"""What a card says of an answer that is long in coming: how far it is, and that one need not wait for it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton

from explorer.app.core.request import Request
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.mark import N_, Sentence

LONG = 2.0  # seconds, from which on a running question shows its share and can be cancelled
_LOOK = 200  # milliseconds


class Waiting(QObject):
    """Follows the questions of one card while its picture is pending.

    `wanted` says what the card asks; `changed` is called when the person cancels, or asks again.
    """

    def __init__(
        self,
        context: Context,
        card: Card,
        wanted: Callable[[], tuple[Request, ...]],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(card)
        self._context, self._head = context, card.head
        self._wanted, self._changed = wanted, changed
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK)
        self._timer.timeout.connect(self._look)
        self._links: tuple[QToolButton, QToolButton] | None = None  # few cards ever need them

    def _linked(self) -> tuple[QToolButton, QToolButton]:
        if self._links is None:
            self._links = (
                self._link(N_("cancel"), N_("Cancel this computation"), self._cancel),
                self._link(N_("compute again"), N_("Resume the cancelled computation"), self._again),
            )
        return self._links

    def _link(self, name: Sentence, why: Sentence, act: Callable[[], None]) -> QToolButton:
        action = QAction(self._context.say(name), self)
        action.setToolTip(self._context.say(why))
        action.triggered.connect(act)
        button = self._head.add_link(action, first=True)
        button.hide()
        return button

    @property
    def cancelled(self) -> bool:
        """Whether the person cancelled what the card asks."""
        jobs = self._context.store.jobs
        return jobs.any_cancelled and jobs.cancelled(self._wanted())

    def follow(self, pending: bool) -> None:
        """The picture was drawn; `pending` where it still lacks an answer."""
        if pending != self._timer.isActive():
            self._timer.start() if pending else self._timer.stop()
        if pending:
            self._look()
        else:
            self._show(False, 1.0, False, False)

    def _look(self) -> None:
        cancelled, running = self.cancelled, self._context.store.jobs.running
        late = running is not None and not cancelled and running.age > LONG
        long = running is not None and late and running.question in self._wanted()
        share = running.share if running is not None and long else 1.0
        self._show(not cancelled, share, long, cancelled)
        if cancelled:
            self._head.assume(self._context.say(N_("cancelled: part of this picture was not computed")))

    def _show(self, working: bool, share: float, long: bool, cancelled: bool) -> None:
        self._head.work(working, share)
        if self._links is None and not long and not cancelled:
            return
        for button, visible in zip(self._linked(), (long, cancelled), strict=True):
            if button.isHidden() == visible:
                button.setVisible(visible)

    def _cancel(self) -> None:
        self._context.store.jobs.cancel(self._wanted())
        self._changed()

    def _again(self) -> None:
        self._context.store.jobs.again(self._wanted())
        self._changed()
