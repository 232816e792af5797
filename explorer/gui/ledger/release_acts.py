"""What else a release of the ledger allows: its plan again, and a comparison. Both are free."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from explorer.app.core.message import Settled, WorkspaceOpened
from explorer.app.core.release_messages import PlanOpened
from explorer.app.core.state import Workspace
from explorer.gui.shell.context import Context
from explorer.mark import N_
from explorer.release.drawn import Drawn
from explorer.release.plan.plan_file import write_plan

WithDrawn = Callable[[Drawn], None]


class ReleaseActs(QPushButton):
    """A button with a menu. `read` reads the chosen release from the ledger, and then does the act."""

    def __init__(
        self,
        context: Context,
        parent: QWidget,
        read: Callable[[WithDrawn], None],
        ledger: Callable[[], Path | None],
    ) -> None:
        super().__init__(context.say(N_("More")), parent)
        self._context, self._ledger = context, ledger
        menu = QMenu(self)
        for words, act in (
            (N_("Compare with an earlier release …"), self._compared),
            (N_("Use this plan again"), self._plan_used),
        ):
            menu.addAction(context.say(words)).triggered.connect(lambda *_, act=act: read(act))
        self.setMenu(menu)

    def _compared(self, drawn: Drawn) -> None:
        from explorer.gui.release.publication.comparison_dialog import ComparisonDialog  # rarely asked for

        ComparisonDialog(self._context, drawn, self._ledger()).open()

    def _plan_used(self, drawn: Drawn) -> None:
        """The released plan is the current one, in Release; undo brings the other back."""
        for message in (PlanOpened(write_plan(drawn.plan)), Settled(), WorkspaceOpened(Workspace.RELEASE)):
            self._context.store.dispatch(message)
