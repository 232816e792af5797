"""Export in other forms: which files, who may read them, and the shell command that does the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from explorer.export.forms import Forms
from explorer.export.shell_command import export_command
from explorer.gui.release.publication.command_line import CommandLine
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import TABLES, ask_folder
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.mark import N_
from explorer.release.drawn import Drawn

_WIDTH = 560
_FORMS = (
    N_("rows by columns, with totals and their margins (CSV)"),
    N_("fitted: no count below 0, all sum to the noised total (CSV)"),
    N_("all tables in one workbook (XLSX)"),
)
_GROUP = N_("members of my group may read the files")
_FOLDER = "DIR"  # in the command, until one is chosen

Export = Callable[[Path, Forms, bool], None]


class FormsDialog(Question):
    """Nothing is drawn or spent. `export` takes a folder, the forms, and whether the group may read."""

    def __init__(self, context: Context, drawn: Drawn, ledger: Path | None, export: Export) -> None:
        super().__init__(context, _WIDTH)
        self._context, self._drawn, self._ledger, self._export = context, drawn, ledger, export
        say, lines = context.say, self.lines
        title = N_("Export release {sequence:plain}", sequence=drawn.sequence)
        self.setWindowTitle(say(title))
        lines.addWidget(context.label(title, "section", self))
        words = N_("The tables, one line per cell, and their metadata are always written. Beside them:")
        lines.addWidget(context.label(words, "body", self, wrap=True))
        self._checks = [WordyCheck(say(each), self) for each in _FORMS]
        self._group = WordyCheck(say(_GROUP), self)
        self._group.setVisible(sys.platform != "win32")
        for check in (*self._checks, self._group):
            check.toggled.connect(self._follow)
            lines.addWidget(check)
        found = any(query.threshold is not None for query in drawn.queries)
        note = N_("Where categories were found in the file there are no totals: rare ones are absent.")
        if found:
            lines.addWidget(context.label(note, "muted", self, wrap=True))
        self._command = CommandLine(context, self)
        lines.addWidget(self._command)
        self.add_answer(context, N_("Choose the folder and export …"), self._chosen)
        self._follow()

    @property
    def forms(self) -> Forms:
        """What is ticked."""
        return Forms(*(check.isChecked() for check in self._checks))

    def _follow(self, *_: object) -> None:
        given = (self._drawn.sequence, _FOLDER, self._ledger, self.forms)
        self._command.show_command(export_command(*given, self._group.isChecked()))

    def _chosen(self) -> None:
        folder = ask_folder(self._context, self, N_("Export into which folder?"), TABLES)
        if folder is not None:
            done = partial(self._export, folder, self.forms, self._group.isChecked())
            self.accept()
            done()
