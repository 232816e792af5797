"""Where tours begin: their steps, and what leads through them, are imported when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from explorer.app.tours.offers import RUNNING
from explorer.gui.finder.command import Opener
from explorer.gui.shell.context import Context

if TYPE_CHECKING:
    from explorer.gui.tours.guide import TourGuide


class TourEntry:
    """Of one controller. A tour that is under way goes on when the window changes its look."""

    def __init__(self, context: Context, opener: Opener) -> None:
        self._context, self._opener = context, opener
        self._guide: TourGuide | None = None
        context.window.closing.connect(self._forget)

    def begin(self, tour: str, *_: object) -> None:
        """Lead through a tour from where it was left; the first page gives way to it."""
        from explorer.gui.tours.guide import TourGuide

        page = self._context.window.findChild(QWidget, "welcome")
        if page is not None:
            from explorer.gui.shell.welcome import Welcome

            if isinstance(page, Welcome):
                page.leave()
        if self._guide is None:
            self._guide = TourGuide(self._context, self._opener)
        self._guide.begin(tour)

    def resume(self) -> None:
        """Go on with what was under way before the window changed its look."""
        if running := self._context.window.settings.text(RUNNING):
            self.begin(running)

    def retire(self) -> None:
        """The window gets another controller."""
        self._context.window.closing.disconnect(self._forget)
        if self._guide is not None:
            self._guide.retire()

    def _forget(self) -> None:
        """The next start is not in the midst of a tour; it is offered, and begins where it was."""
        self._context.window.settings.forget(RUNNING)
