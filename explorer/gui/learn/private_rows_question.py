"""The question before private rows are read for a person's own eyes: asked of one file, for one reading."""

from __future__ import annotations

from explorer.app.learn.class_check import ClassCheck, private_sentence
from explorer.gui.shell.context import Context
from explorer.gui.widgets.question import Question
from explorer.mark import N_

_WIDE = 460


class PrivateRowsQuestion(Question):
    """Accepted where the person wants the rows of this file read; it is asked anew each time."""

    def __init__(self, context: Context, check: ClassCheck) -> None:
        super().__init__(context, _WIDE)
        title = N_("Read a private table")
        self.setWindowTitle(context.say(title))
        self.lines.addWidget(context.label(title, "section", self))
        self.lines.addWidget(context.label(private_sentence(check), "body", self, wrap=True))
        words = N_("To publish counts of this table, use Release: there the rows are protected by noise.")
        self.lines.addWidget(context.label(words, "muted", self, wrap=True))
        self.add_answer(context, N_("Read it for me"), self.accept)
