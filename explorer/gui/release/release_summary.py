"""What must be agreed to before anything is spent: one line each, and two buttons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton

from explorer.app.release.preflight.spend_summary import Outlay
from explorer.gui.ledger.act_fields import ActFields
from explorer.gui.release.preflight.statement_question import statement_words
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.question import Question
from explorer.mark import N_, Sentence, verbatim

_WIDTH = 560
Rows = tuple[tuple[Sentence, Sentence], ...]
_FACTS = {"spends": "epsilon", "left then": "ledger-remaining"}


class ReleaseSummary(Question):
    """Asks whether to spend. `agreed` once, when a person says so; the default button does nothing.

    `file` : the name of the file that is counted. `again` : what a further draw means, where one was drawn.
    `folder` : where the files go. For a further account, what was stated is said once more.
    """

    agreed = Signal()

    def __init__(
        self, context: Context, outlay: Outlay, file: str, again: Sentence | None, folder: str = ""
    ) -> None:
        super().__init__(context, _WIDTH)
        say, size = context.say, context.theme.size
        title = N_("Release “{title}” of {file}?", title=outlay.title, file=file)
        self.setWindowTitle(say(N_("Spend and release")))
        lines = self.lines
        lines.setSpacing(size(12))
        lines.addWidget(context.label(title, "section", self, wrap=True))
        if again is not None:
            lines.addWidget(context.label(again, "refusal", self, wrap=True))
        lines.addLayout(self._rows(context, outlay, (*outlay.rows, *_further(outlay, file, folder))))
        words = N_(
            "The budget is spent first, then the noise is drawn. You can cancel until it is spent; "
            "afterwards it is never returned, and exporting is free."
        )
        lines.addWidget(context.label(words, "muted", self, wrap=True))
        lines.addLayout(self._buttons(context, outlay))

    def _rows(self, context: Context, outlay: Outlay, rows: Rows) -> QGridLayout:
        grid, size = QGridLayout(), context.theme.size
        grid.setHorizontalSpacing(size(12))
        grid.setVerticalSpacing(size(8))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for row, (name, value) in enumerate(rows):
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
        grid.addWidget(field, row, 1, 1, 2)  # to the edge of the buttons

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
        self.agreed.emit()


def _further(outlay: Outlay, file: str, folder: str) -> Rows:
    """What was stated for a further account, and where the files go."""
    rows: list[tuple[Sentence, Sentence]] = []
    if outlay.further:
        rows.append((N_("you state"), statement_words(file, outlay.account)))
    if folder:
        rows.append((N_("files go to"), verbatim(folder)))
    return tuple(rows)
