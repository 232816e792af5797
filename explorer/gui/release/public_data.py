"""The question before a preview counts a file: is it public? What is private never comes in here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.app.core.release_messages import PreviewSampled
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import CSV_FILES, PUBLIC, ask_file
from explorer.gui.widgets.question import Question
from explorer.gui.widgets.statement import Statement
from explorer.language import readable
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_WIDE = 480


class PublicDialog(Question):
    """Says what a preview shows of a file; the file is read only once it is declared public by its name."""

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
        self._path: Path | None = None
        self._choose = QPushButton(say(N_("Choose the public file …")), self)
        self._choose.setAutoDefault(False)
        self._choose.clicked.connect(self._chosen)
        lines.addWidget(self._choose, 0, Qt.AlignmentFlag.AlignLeft)
        self.agree = Statement(context, _declared(""), self)
        self.agree.setVisible(False)
        self.agree.weighed.connect(self._weigh)
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
        self._use = QPushButton(self._context.say(N_("Use this file")), self)
        self._use.setProperty("primary", True)
        self._use.clicked.connect(self._used)
        for button in (cancel, self._use):
            button.setAutoDefault(False)
            row.addWidget(button)
        return row

    def _weigh(self, *_: object) -> None:
        self._use.setEnabled(self._path is not None and self.agree.made)

    def _chosen(self) -> None:
        path = ask_file(self._context, self, N_("Choose a public file"), PUBLIC, CSV_FILES)
        if path is not None:
            self.choose(path)

    def choose(self, path: Path) -> None:
        """Ask for the declaration of this file; nothing of it is read yet."""
        self._path = path
        self._refusal.setVisible(False)
        self.agree.withdraw()
        self.agree.put(_declared(path.name))
        self.agree.setVisible(True)
        self._weigh()

    def _used(self) -> None:
        if self._path is not None:
            self._take(self._path)

    def _take(self, path: Path) -> None:
        """The preview runs on this file; one that is not public for sure is refused here."""
        from explorer.release.counting.public_file import public_file  # with the first such file

        store = self._context.store
        try:
            file = public_file(path, store.state.releasing.csv)
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            self.agree.withdraw()  # each file is declared by itself
            return
        store.dispatch(PreviewSampled(file))
        self.accept()


def _declared(name: str) -> Sentence:
    """What must be stated of a file, by its name."""
    return N_("I declare that {file} is public", file=readable(name))
