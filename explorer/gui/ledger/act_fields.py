"""What a person says of an act before it is done: who acts, what for, what the file is called; all logged."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from explorer.app.core.release_messages import ActorNamed
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.ledger.act import LONGEST_NAME, LONGEST_PURPOSE, Act, system_user


class ActFields:
    """Rows of a form. The name is that of the last act, at first that under which the system knows a person.

    `file` : the act is about a file, which may be given a label; its own name is not kept. `purpose` : the
    form has no reason of its own.
    """

    def __init__(
        self, context: Context, form: QFormLayout, parent: QWidget, file: bool = False, purpose: bool = False
    ) -> None:
        self._context, self._form, self._parent = context, form, parent
        self._purpose = self._label = None
        if purpose:
            self._purpose = self._field(N_("purpose"), "", LONGEST_PURPOSE)
            self._purpose.setPlaceholderText(context.say(N_("in one line; kept in the ledger")))
        if file:
            self._label = self._field(N_("dataset"), "", LONGEST_NAME)
            self._label.setPlaceholderText(context.say(N_("a label; the file's own name is not kept")))
        known = context.store.state.ledger.actor
        self._actor = self._field(N_("logged as"), system_user() if known is None else known, LONGEST_NAME)
        self._actor.setToolTip(context.say(N_("Who does this, as the ledger keeps it")))

    def _field(self, name: Sentence, text: str, most: int) -> QLineEdit:
        field = QLineEdit(text, self._parent)
        field.setMaxLength(most)
        field.setAccessibleName(self._context.say(name))
        self._form.addRow(self._context.say(name), field)
        return field

    def act(self) -> Act:
        """What was filled in; the name is the one that the next question begins with."""
        actor = self._actor.text().strip()
        if actor != self._context.store.state.ledger.actor:
            self._context.store.dispatch(ActorNamed(actor))
        purpose = "" if self._purpose is None else self._purpose.text()
        return Act(actor, purpose.strip(), "" if self._label is None else self._label.text().strip())
