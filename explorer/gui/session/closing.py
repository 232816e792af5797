"""Whether the window may close, and what becomes of the session then."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QTimer

from explorer.gui.session.safe_start import may_close
from explorer.gui.session.session_keeper import SessionKeeper
from explorer.gui.shell.context import Context
from explorer.gui.shell.notices import tell
from explorer.gui.workspaces.card_layout import CARD_SPECS
from explorer.gui.workspaces.panel import Panel
from explorer.mark import N_, Sentence


class Closing:
    """Asked by the window before it closes; it tells what keeps it open.

    `panels` : what the cards hold by now; `building` tells whether the content is just being built.
    """

    def __init__(
        self,
        context: Context,
        keeper: SessionKeeper,
        panels: Mapping[str, Panel],
        building: Callable[[], bool],
    ) -> None:
        self._context, self._window, self._keeper = context, context.window, keeper
        self._panels, self._building = panels, building
        self._may_lose = False  # told that the session cannot be kept
        self._unkept = False  # not to be kept, after a safe start
        self._window.may_close = self._may_close
        keeper.failed.connect(self._tell)

    def retire(self) -> None:
        """Another one is asked from now on."""
        self._keeper.failed.disconnect(self._tell)

    def _may_close(self) -> bool:
        """Not in the middle of a release: what is paid for must be seen. Content is built first."""
        if self._building():
            QTimer.singleShot(0, self._window, self._window.close)
            return False
        busy = [panel for spec in CARD_SPECS if (panel := self._panels.get(spec.card)) and panel.busy]
        if busy:
            self._tell(busy[0].awaited)
            return False
        if self._window.settings.safe:
            return self._unkept or may_close(self._context, self._keeper, self._close_safely)
        if (why := self._keeper.leave()) is None or self._may_lose:
            return True
        self._may_lose = True
        words = N_(
            "The session can't be kept for the next start: {why}. Save it into another folder, or close the "
            "window again to leave without it",
            why=why,
        )
        self._tell(words)
        return False

    def _close_safely(self, kept: bool) -> None:
        self._unkept = not kept
        self._window.close()

    def end_unasked(self) -> None:
        """Close although nobody can answer: after a safe start this session is left beside the one before."""
        if self._window.settings.safe:
            self._unkept = True
            self._keeper.leave_beside()
        if not self._window.close():  # the session cannot be kept: it has been told, and nobody may answer
            self._window.close()

    def _tell(self, words: Sentence) -> None:
        tell(self._window, self._context.say(words))
