"""Categories from a list: what list may be taken, then the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.app.core.release_messages import PlanEdited
from explorer.app.release.plan.plan_draft import document, value_of
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import LISTS, ask_file
from explorer.gui.widgets.question import Question
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

_WIDE = 460


class ImportDialog(Question):
    """Takes the categories of the column at `path` of the plan from a public list; one step of history."""

    def __init__(self, context: Context, path: str) -> None:
        super().__init__(context, _WIDE)
        self._context, self._path = context, path
        plan = document(context.store.state.releasing.plan)
        column = str(value_of(plan, path.removesuffix("categories") + "name", ""))
        title = N_("Categories of “{column}” from a list", column=column)
        if not column:
            title = N_("Categories from a list")
        self.setWindowTitle(context.say(title))
        lines = self.lines
        lines.addWidget(context.label(title, "section", self))
        encoding = str(value_of(plan, "input.encoding", "utf-8"))
        for words in (
            N_(
                "A text or CSV file in {encoding}, the encoding of the plan; one category a line, no "
                "heading.",
                encoding=encoding,
            ),
            N_(
                "Use a public list, such as a code book or a register of regions; never one taken "
                "from the private file. A rare category in it would show that somebody is in the "
                "data."
            ),
        ):
            lines.addWidget(context.label(words, "body", self, wrap=True))
        self._refusal = context.label(None, "refusal", self, wrap=True)
        self._refusal.setVisible(False)
        lines.addWidget(self._refusal)
        lines.addLayout(self._buttons())

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(self._context.say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        choose = QPushButton(self._context.say(N_("Choose the list …")), self)
        choose.setProperty("primary", True)
        choose.clicked.connect(self._chosen)
        row.addWidget(cancel)
        row.addWidget(choose)
        return row

    def _chosen(self) -> None:
        lists = self._context.say(N_("Lists")) + " (*.txt *.csv *.tsv);;* (*)"
        path = ask_file(self._context, self, N_("Choose a list of categories"), LISTS, lists)
        if path is not None:
            self.take(path)

    def take(self, path: Path) -> None:
        """The categories become those of this list; a refusal stands in the dialog, for another list."""
        from explorer.app.release.plan.category_import import imported  # with the first list

        store = self._context.store
        releasing = store.state.releasing
        try:
            categories = imported(releasing.plan, path, releasing.csv)
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            return
        store.dispatch(PlanEdited(self._path, list(categories)))
        self.accept()
