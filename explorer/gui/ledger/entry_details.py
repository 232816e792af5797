"""All that one entry of the ledger says, to be read and copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton

from explorer.app.ledger.entry_list import details
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.mark import N_
from explorer.release.ledger.journal import JournalEntry

_WIDTH = 620
_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard


class EntryDetails(Question):
    """One line for each thing that the entry says; it can be copied."""

    def __init__(self, context: Context, entry: JournalEntry) -> None:
        super().__init__(context, _WIDTH)
        title = N_("Entry {number:plain} of the ledger", number=entry.number)
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        grid, size = QGridLayout(), context.theme.size
        grid.setHorizontalSpacing(size(12))
        grid.setVerticalSpacing(size(8))
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(details(entry)):
            grid.addWidget(context.label(name, "muted", self), row, 0, Qt.AlignmentFlag.AlignTop)
            shown = context.label(value, "body", self, wrap=True)
            shown.setTextInteractionFlags(_READABLE)
            grid.addWidget(shown, row, 1)
        self.lines.addLayout(grid)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        close = QPushButton(context.say(N_("Close")), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons.addWidget(close)
        self.lines.addLayout(buttons)
        close.setFocus()
