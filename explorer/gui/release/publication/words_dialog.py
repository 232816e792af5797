"""The steward's own words for the picture and the report: title, note, dataset, publisher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QGridLayout, QLineEdit

from explorer.app.core.publication import LONGEST, TEXTS, Publication, tidied
from explorer.export.shell_command import report_command
from explorer.gui.release.publication.command_line import CommandLine
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.mark import N_
from explorer.release.drawn import Drawn

_WIDTH = 560
_NAMES = (N_("title"), N_("note (source line)"), N_("dataset"), N_("publisher"))
_FILE = "report.pdf"  # in the command: a person names it later


class WordsDialog(Question):
    """Begins with the words `before`; `take` gets those that are agreed to. Nothing is drawn or spent."""

    def __init__(
        self,
        context: Context,
        drawn: Drawn,
        before: Publication,
        ledger: Path | None,
        take: Callable[[Publication], None],
    ) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._sequence = context, drawn.sequence
        self._before, self._ledger, self._take = before, ledger, take
        say, lines = context.say, self.lines
        title = N_("Words of the picture and the report")
        self.setWindowTitle(say(title))
        lines.addWidget(context.label(title, "section", self))
        words = N_("Your own words, printed as they stand. Without a title the plan's is used.")
        lines.addWidget(context.label(words, "body", self, wrap=True))
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        self._fields: dict[str, QLineEdit] = {}
        for row, (name, label) in enumerate(zip(TEXTS, _NAMES, strict=True)):
            field = QLineEdit(getattr(self._before, name), self)
            field.setMaxLength(LONGEST)
            field.setAccessibleName(say(label))
            field.textChanged.connect(self._follow)
            grid.addWidget(context.label(label, "muted", self), row, 0)
            grid.addWidget(field, row, 1)
            self._fields[name] = field
        lines.addLayout(grid)
        account = N_("name the account “{account}” in the report", account=drawn.account)
        self._account = WordyCheck(say(account), self)
        self._account.setChecked(self._before.account)
        self._account.toggled.connect(self._follow)
        lines.addWidget(self._account)
        self._command = CommandLine(context, self)
        lines.addWidget(self._command)
        self.add_answer(context, N_("Use these words"), self._taken)
        self._follow()

    def _follow(self, *_: object) -> None:
        given = (self._sequence, _FILE, self._ledger, self._worded, self._context.language.code)
        self._command.show_command(report_command(*given))

    @property
    def _worded(self) -> Publication:
        texts = {name: field.text() for name, field in self._fields.items()}
        return replace(self._before, account=self._account.isChecked(), **texts)  # type: ignore[arg-type]

    def _taken(self) -> None:
        worded = tidied(self._worded)
        self.accept()
        self._take(worded)
