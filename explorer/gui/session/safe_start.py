"""A start with defaults: neither settings nor a session are read, and none is replaced unasked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.gui.session.session_keeper import SessionKeeper
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.mark import N_

BEGUN = N_(
    "Started with defaults: your settings and your last session were not read. They stay as they are unless "
    "you choose otherwise when you close the window."
)
_WIDTH = 480


def may_close(context: Context, keeper: SessionKeeper, closing: Callable[[bool], None]) -> bool:
    """Whether nothing was changed since a safe start; else it is asked what becomes of it."""
    if not (keeper.changed or context.window.settings.chosen):
        return True
    SafeClosing(context, keeper, closing).open()
    return False


class SafeClosing(Question):
    """What becomes of this session and its settings when the window closes.

    `closing(kept)` once that is settled; Escape goes back to the window.
    """

    def __init__(self, context: Context, keeper: SessionKeeper, closing: Callable[[bool], None]) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._keeper, self._closing = context, keeper, closing
        self.setWindowTitle("Privacy Explorer")
        title = N_("Keep this session and these settings for the next start?")
        told = N_(
            "The program was started with defaults. If you keep these, the previous settings and session are "
            "set aside in {folder}.",
            folder=str(context.window.settings.folder),
        )
        self.lines.addWidget(context.label(title, "section", self, wrap=True))
        self.lines.addWidget(context.label(told, "body", self, wrap=True))
        self._refusal = context.label(None, "refusal", self, wrap=True)
        self._refusal.setVisible(False)
        self.lines.addWidget(self._refusal)
        row = QHBoxLayout()
        cancel = QPushButton(context.say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        keep = QPushButton(context.say(N_("Keep these")), self)
        keep.clicked.connect(self._take_over)
        leave = QPushButton(context.say(N_("Keep the previous ones")), self)
        leave.setProperty("primary", True)
        leave.clicked.connect(partial(self._settled, False))
        row.addWidget(cancel)
        row.addStretch(1)
        for button in (keep, leave):
            row.addWidget(button)
        for button in (cancel, keep, leave):
            button.setAutoDefault(False)
        leave.setDefault(True)
        self.lines.addLayout(row)
        leave.setFocus()

    def _take_over(self) -> None:
        why = self._keeper.take_over() or self._context.window.settings.take_over()
        if why is not None:
            self._refusal.setText(self._context.say(why))
            self._refusal.setVisible(True)
            return
        self._settled(True)

    def _settled(self, kept: bool, *_: object) -> None:
        self.accept()
        self._closing(kept)
