"""Asks who signs the year's plan, and writes the record."""

from __future__ import annotations

from datetime import date

from PySide6.QtWidgets import QFormLayout, QLineEdit

from explorer.app.schedule.year_record import Signature, record
from explorer.gui.fields.number_rows import refusal_line
from explorer.gui.shell.context import Context
from explorer.gui.shell.file_dialogs import RECORDS, ask_new_file, kinds_of
from explorer.gui.widgets.question import Question
from explorer.mark import N_, Sentence
from explorer.privacy.refusal import Refusal

_WIDTH = 420


class SigningQuestion(Question):
    """A name, a role, and where the record is written."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, _WIDTH)
        self._context = context
        title = N_("Sign off the plan")
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        words = N_(
            "The record contains every release, every total and its kind, and your name. Nothing is spent."
        )
        self.lines.addWidget(context.label(words, "body", self, wrap=True))
        self._form = QFormLayout()
        self._name = self._asked_for(N_("full name"))
        self._role = self._asked_for(N_("role"))
        self.lines.addLayout(self._form)
        self._refusal = refusal_line(context, self)
        self.lines.addWidget(self._refusal)
        self.add_answer(context, N_("Save the record …"), self._saved)

    def _asked_for(self, words: Sentence) -> QLineEdit:
        line = QLineEdit(self)
        line.setMaxLength(120)
        line.setAccessibleName(self._context.say(words))
        self._form.addRow(self._context.say(words), line)
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
