"""Asks who signs the year's plan, and writes the record."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from explorer.app.schedule.year_record import Signature, record
from explorer.gui.fields.number_rows import refusal_line
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import RECORDS, ask_new_file, kinds_of
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_WIDTH = 420


class SigningQuestion(QDialog):
    """A name, a role, and where the record is written."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        say, size = context.say, context.theme.size
        self.setWindowTitle(say(N_("Sign off the plan")))
        self.setFixedWidth(size(_WIDTH))
        lines = QVBoxLayout(self)
        lines.setContentsMargins(size(16), size(16), size(16), size(16))
        lines.setSpacing(size(6))
        lines.addWidget(context.label(N_("Sign off the plan"), "section", self))
        words = N_(
            "The record contains every release, every total and its kind, and your name. Nothing is spent."
        )
        lines.addWidget(context.label(words, "muted", self, wrap=True))
        self._name = self._asked_for(N_("name"), lines)
        self._role = self._asked_for(N_("role"), lines)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = QPushButton(say(N_("Cancel")), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        save = QPushButton(say(N_("Save the record …")), self)
        save.setProperty("primary", True)
        save.clicked.connect(self._saved)
        for button in (cancel, save):
            row.addWidget(button)
        lines.addLayout(row)

    def _asked_for(self, words: Sentence, lines: QVBoxLayout) -> QLineEdit:
        lines.addWidget(self._context.label(words, "label", self))
        line = QLineEdit(self)
        line.setMaxLength(120)
        line.setAccessibleName(self._context.say(words))
        lines.addWidget(line)
        return line

    def _saved(self) -> None:
        store = self._context.store
        signature = Signature(self._name.text().strip(), self._role.text().strip(), date.today().isoformat())
        try:
            found = record(store.state, store.jobs.answers, signature)
            kinds = kinds_of(("html", "json"))
            path = ask_new_file(self._context, self, N_("Save the record"), RECORDS, "sign-off.html", kinds)
            if path is None:
                return
            from explorer.export.reports.sign_off import write_sign_off  # rarely asked for

            write_sign_off(path, found, self._context.language)
        except Refusal as refusal:
            self._refusal.setText(self._context.say(refusal.sentence))
            self._refusal.setVisible(True)
            return
        self.accept()


def ask_who_signs(context: Context) -> None:
    """Open the question."""
    SigningQuestion(context).open()
