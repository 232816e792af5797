"""The names in the file's first line, offered while a column is named in the plan. Nothing of a row."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QCompleter

from explorer.app.core.state import State
from explorer.app.release.plan.column_suggestion import no_such_column
from explorer.app.release.plan.dialect_suggestion import (
    FirstLook,
    Look,
    draft_advice,
    first_look,
    looked,
)
from explorer.app.release.plan.plan_draft import document, value_of
from explorer.gui.release.plan.plan_fields import TextField
from explorer.gui.release.plan.plan_form import Form
from explorer.gui.shell.context import Context
from explorer.gui.widgets.fold import reveal
from explorer.jobs import Answered
from explorer.mark import N_

_MOST = 12  # names in sight at once


def asked_names(state: State) -> tuple[FirstLook, ...]:
    """What is asked about the chosen file, in the background."""
    releasing = state.releasing
    asked = first_look(document(releasing.plan) if releasing.plan else {}, releasing.csv, releasing.sheet)
    return () if asked is None else (asked,)


class ColumnNames:
    """One list of names for all fields that name a column. `look` is what was last seen of the first line."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._model = QStringListModel()
        self._seen: tuple[object, object] | None = None
        self._asked: tuple[FirstLook, ...] = ()
        self._names: tuple[str, ...] = ()
        self.look: Look | None = None

    def follow(self, state: State, answers: Answered, form: Form | None) -> None:
        """Offer the names of the file that is chosen now, in the fields that are there now."""
        same = self._seen is not None and self._seen[0] is state.releasing and self._seen[1] is form
        if not same:
            self._asked = asked_names(state)
        look = self.look = looked(self._asked[0], answers) if self._asked else None
        names = look.names if look is not None else ()
        if same and names == self._names:
            return
        self._seen = (state.releasing, form)
        if names != self._names:
            self._names = names
            self._model.setStringList(list(dict.fromkeys(name for name in names if name)))
        plan = document(state.releasing.plan) if state.releasing.plan else {}
        known = names if draft_advice(plan, look) is None else ()  # else no name can be told yet
        for field in form.fields if form is not None else ():
            if isinstance(field, TextField) and _names_a_column(field.path):
                self._offer(field)
                lacking = no_such_column(str(value_of(plan, field.path) or ""), known)
                if field.lack(lacking) and lacking is not None:
                    reveal(field)  # a table that stands folded would hide what is wrong

    def _offer(self, field: TextField) -> None:
        editor = field.editor
        words = N_("a name in the file's first line")
        editor.setPlaceholderText(self._context.say(words) if self._names else "")
        if editor.completer() is not None:
            return
        completer = QCompleter(self._model, editor)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setMaxVisibleItems(_MOST)
        completer.activated.connect(editor.editingFinished)  # a name that is picked is a name that is entered
        editor.setCompleter(completer)


def _names_a_column(path: str) -> bool:
    return path == "privacy.id_column" or (".column." in path and path.endswith(".name"))
