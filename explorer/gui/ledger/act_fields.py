"""What a person says of an act before it is done: who acts, what for, what the file is called; all logged."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from explorer.app.core.release_messages import ActSaid
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.ledger.act import LONGEST_NAME, LONGEST_PURPOSE, Act, system_user

Add = Callable[[Sentence, QLineEdit], None]


class ActFields:
    """Fields, each handed to `add` with its name.

    Who acts is whoever did the last act, at first the name under which the system knows a person.
    `file` : the act is about a file, which may be given a label; its own name is not kept. `purpose` : the
    form has no reason of its own.
    """

    def __init__(
        self, context: Context, add: Add, parent: QWidget, file: bool = False, purpose: bool = False
    ) -> None:
        self._context, self._add, self._parent = context, add, parent
        self._purpose = self._label = None
        if purpose:
            self._purpose = self._field(N_("purpose"), "", LONGEST_PURPOSE)
            self._purpose.setPlaceholderText(context.say(N_("in one line; kept in the ledger")))
        if file:
            self._label = self._field(N_("dataset"), "", LONGEST_NAME)
            self._label.setPlaceholderText(context.say(N_("a label; the file's own name is not kept")))
        known = context.store.state.ledger.act.actor
        self._actor = self._field(N_("logged as"), system_user() if known is None else known, LONGEST_NAME)
        self._actor.setToolTip(context.say(N_("Who does this, as the ledger keeps it")))

    def _field(self, name: Sentence, text: str, most: int) -> QLineEdit:
        field = QLineEdit(text, self._parent)
        field.setMaxLength(most)
        field.setAccessibleName(self._context.say(name))
        self._add(name, field)
        return field

    def act(self) -> Act:
        """What was filled in; the name is the one that the next question begins with."""
        purpose, label = (
            "" if each is None else each.text().strip() for each in (self._purpose, self._label)
        )
        act = Act(self._actor.text().strip(), purpose, label)
        self._context.store.dispatch(ActSaid(act))
        return act


def rows_of(context: Context, form: QFormLayout) -> Add:
    """Adds each field as a row of a form."""

    def add(name: Sentence, field: QLineEdit) -> None:
        form.addRow(context.say(name), field)

    return add
