"""The question before a preview counts a file: is it public? What is private never comes in here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QPushButton

from explorer.app.core.release_messages import PreviewSampled
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.mark import N_
from explorer.privacy.refusal import Refusal

_WIDE = 480


class PublicDialog(Question):
    """Says what a preview shows of a file; it is chosen only once it is declared public."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, _WIDE)
        self._context = context
        say = context.say
        title = N_("See the error on public data")
        self.setWindowTitle(say(title))
        lines = self.lines
        lines.addWidget(context.label(title, "section", self))
        for words in (
            N_(
                "The preview counts a file that anybody may read, such as a published census table, by this "
                "plan. Its counts stay in memory until the program ends; only “export” writes them."
            ),
            N_(
                "The preview protects nobody: its noise is the same each time and no budget is "
                "spent. Never use the private file here, nor a copy or an extract of it."
            ),
            N_("If you have no such file, simulated people show the same error."),
        ):
            lines.addWidget(context.label(words, "body", self, wrap=True))
        self.agree = QCheckBox(say(N_("I declare that this file is public")), self)
        self.agree.toggled.connect(self._weigh)
        lines.addWidget(self.agree)
        self._refusal = context.label(None, "refusal", self, wrap=True)
        self._refusal.setVisible(False)
        lines.addWidget(self._refusal)
        lines.addLayout(self._buttons())
        self._weigh()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(self._context.say(N_("Cancel")), self)
        cancel.clicked.connect(self.reject)
        self._choose = QPushButton(self._context.say(N_("Choose the public file …")), self)
        self._choose.setProperty("primary", True)
        self._choose.clicked.connect(self._chosen)
        for button in (cancel, self._choose):
            button.setAutoDefault(False)
            row.addWidget(button)
        return row

    def _weigh(self, *_: object) -> None:
        self._choose.setEnabled(self.agree.isChecked())

    def _chosen(self) -> None:
        title = self._context.say(N_("Choose a public file"))
        path, _ = QFileDialog.getOpenFileName(self, title, "", "CSV (*.csv *.tsv *.txt);;* (*)")
        if path:
            self.take(Path(path))

    def take(self, path: Path) -> None:
        """The preview runs on this file; one that is not public for sure is refused here."""
        from explorer.release.counting.public_file import public_file  # with the first such file

        store = self._context.store
        try:
            file = public_file(path, store.state.releasing.csv)
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            self.agree.setChecked(False)  # each file is declared by itself
            return
        store.dispatch(PreviewSampled(file))
        self.accept()
