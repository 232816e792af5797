"""What must be agreed to before anything is spent: one line each, and two buttons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton

from explorer.app.release.spend_summary import Outlay
from explorer.gui.ledger.act_fields import ActFields
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.statement import Statement
from explorer.mark import N_, Sentence

_WIDTH = 560
_FACTS = {"spends": "epsilon", "left then": "ledger-remaining"}


class ReleaseSummary(Question):
    """Asks whether to spend. `agreed` once, when a person says so; the default button does nothing.

    `agreed` carries whether it was stated that nobody in the file is in any other account. That is asked
    where a further account would be opened, for this file and this release: no later summary remembers it.

    `file` : the name of the file that is counted. `again` : what a further draw means, where one was drawn.
    """

    agreed = Signal(bool)

    def __init__(self, context: Context, outlay: Outlay, file: str, again: Sentence | None) -> None:
        super().__init__(context, _WIDTH)
        say, size = context.say, context.theme.size
        title = N_("Release “{title}” of {file}?", title=outlay.title, file=file)
        self.setWindowTitle(say(N_("Spend and release")))
        lines = self.lines
        lines.setSpacing(size(12))
        lines.addWidget(context.label(title, "section", self, wrap=True))
        if again is not None:
            lines.addWidget(context.label(again, "refusal", self, wrap=True))
        lines.addLayout(self._rows(context, outlay))
        words = N_(
            "The budget is spent first, then the noise is drawn. You can cancel until it is spent; "
            "afterwards it is never returned, and exporting is free."
        )
        lines.addWidget(context.label(words, "muted", self, wrap=True))
        self._apart = self._statement(context, outlay, file) if outlay.further else None
        lines.addLayout(self._buttons(context, outlay))
        self._weigh()

    def _rows(self, context: Context, outlay: Outlay) -> QGridLayout:
        grid, size = QGridLayout(), context.theme.size
        grid.setHorizontalSpacing(size(12))
        grid.setVerticalSpacing(size(8))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for row, (name, value) in enumerate(outlay.rows):
            grid.addWidget(context.label(name, "muted", self), row, 0, top)
            shown = context.label(value, "refusal" if outlay.over and row == 2 else "body", self, wrap=True)
            grid.addWidget(shown, row, 1)
            if name.text in _FACTS:
                grid.addWidget(InfoButton(context, _FACTS[name.text], self), row, 2, top)
        self._act = ActFields(context, partial(self._add_row, context, grid), self, file=True, purpose=True)
        return grid

    def _add_row(self, context: Context, grid: QGridLayout, name: Sentence, field: QLineEdit) -> None:
        row = grid.rowCount()
        grid.addWidget(context.label(name, "muted", self), row, 0)
        grid.addWidget(field, row, 1)

    def _statement(self, context: Context, outlay: Outlay, file: str) -> Statement:
        words = N_(
            "I state that nobody in {file} is in any account but “{account}”, which this release opens "
            "(this is logged)",
            file=file,
            account=outlay.account,
        )
        statement = Statement(context, words, self)
        statement.weighed.connect(self._weigh)
        self.lines.addWidget(statement)
        return statement

    def _weigh(self) -> None:
        """A further account needs the statement; without it there is nothing to agree to."""
        self.agree.setEnabled(self._apart is None or self._apart.made)

    def _buttons(self, context: Context, outlay: Outlay) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        self.cancel = QPushButton(context.say(N_("Cancel")), self)
        self.cancel.clicked.connect(self.reject)
        self.agree = QPushButton(context.say(N_("Spend and release")), self)
        self.agree.setProperty("primary", not outlay.over)
        self.agree.setAutoDefault(False)
        self.agree.clicked.connect(self._agreed)
        self.cancel.setDefault(True)
        self.cancel.setFocus()
        for button in (self.cancel, self.agree):
            row.addWidget(button)
        return row

    def _agreed(self) -> None:
        self._act.act()
        self.accept()
        self.agreed.emit(self._apart is not None and self._apart.made)
