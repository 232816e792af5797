"""What is stated of a file for the account that its release opens, and the release that waits for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from explorer.app.core.release_messages import AccountNamed
from explorer.app.release.preflight.preflight_conditions import asks_account, pressable
from explorer.app.release.preflight.preflight_line import Line
from explorer.gui.release.preflight.preflight_check import PreflightCheck
from explorer.gui.release.preflight.statement_question import asked_apart
from explorer.gui.shell.context import Context

Terms = Callable[[], tuple[object, ...]]


class AccountStatement(QObject):
    """`settled` once what a release asked for is stated and looked at. Nothing is logged before the release.

    `terms` : what the statement is about; where it changes meanwhile, nothing is stated.
    """

    settled = Signal()

    def __init__(self, context: Context, parent: QObject, check: PreflightCheck, terms: Terms) -> None:
        super().__init__(parent)
        self._context, self._check, self._terms = context, check, terms
        self._awaited: tuple[object, ...] | None = None

    def ask(self, new: bool, releasing: bool = False) -> None:
        """For the account that is chosen, or for a `new` one under a name that is proposed.

        `releasing` : the release asked for it, and goes on then.
        """
        asked = asked_apart(self._context, self._check.known, new)
        asked.stated.connect(partial(self._stated, self._terms(), releasing))
        asked.open()

    def name(self, account: str) -> None:
        """That account is charged."""
        if account != self._context.store.state.releasing.account:
            self._context.store.dispatch(AccountNamed(account))

    def _stated(self, terms: tuple[object, ...], releasing: bool, account: str) -> None:
        if terms == self._terms():
            self.name(account)
            self._check.state_apart()
            self._awaited = self._terms() if releasing else None
            self._context.store.request_frame()

    def follow(self, found: tuple[Line, ...]) -> None:
        """What is settled now."""
        if self._awaited is None or any(line.waiting for line in found):
            return
        terms, self._awaited = self._awaited, None
        if terms == self._terms() and pressable(found) and not asks_account(found):
            QTimer.singleShot(0, self, self.settled.emit)  # no question opens while a frame is rendered
