"""The line that asks any range of fitted counts: two edges, a group where there are some, the answer."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.release_messages import RangeAsked
from explorer.app.core.state import AskedRange
from explorer.app.release.asked_range import answered, groups_of
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.ranges import Ranges

_EDGE = 88  # pixels of a field


class RangeQuestion(QWidget):
    """What is typed goes to the store; the answer stands beside it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._names = context, tuple[str, ...]()
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(2))
        row = QHBoxLayout()
        row.setSpacing(context.theme.size(6))
        self._low = self._edge(N_("range from"), row)
        self._high = self._edge(N_("to"), row)
        self._group = QComboBox(self)
        self._group.setAccessibleName(context.say(N_("group")))
        self._group.activated.connect(self._ask)
        row.addWidget(self._group)
        self._answer = context.label(None, "body", self, wrap=True)
        row.addWidget(self._answer, 1)
        lines.addLayout(row)

    def _edge(self, name: Sentence, row: QHBoxLayout) -> TypedLine:
        label = self._context.label(name, "muted", self)
        editor = TypedLine(self)
        editor.setFixedWidth(self._context.theme.size(_EDGE))
        editor.setAccessibleName(self._context.say(name))
        editor.editingFinished.connect(self._ask)
        label.setBuddy(editor)
        row.addWidget(label)
        row.addWidget(editor)
        return editor

    def _ask(self, *_: object) -> None:
        asked = AskedRange(self._low.text().strip(), self._high.text().strip(), self._group.currentIndex())
        known = self._context.store.state.releasing.asked
        if (asked.low, asked.high, max(asked.group, 0)) != (known.low, known.high, known.group):
            for editor in (self._low, self._high):
                editor.setModified(False)
            self._context.store.dispatch(RangeAsked(asked.low, asked.high, max(asked.group, 0)))

    def show_asked(self, noised: NoisedQuery | None, asked: AskedRange) -> None:
        """Show the answer; nothing where the query that is looked at has no ranges."""
        declared = None if noised is None else noised.declared
        self.setVisible(isinstance(declared, Ranges))
        if noised is None or not isinstance(declared, Ranges):
            return
        if (names := groups_of(declared)) != self._names:
            self._names = names
            self._group.clear()
            self._group.addItems(names)
        self._group.setVisible(bool(names))
        self._group.setCurrentIndex(min(asked.group, len(names) - 1))
        for editor, text in ((self._low, asked.low), (self._high, asked.high)):
            if not (editor.hasFocus() and editor.isModified()):
                editor.setText(text)
        found = answered(noised, asked)
        name = "refusal" if found.refused else "body"
        if self._answer.objectName() != name:
            self._answer.setObjectName(name)
            self._answer.style().polish(self._answer)
        self._answer.setText(self._context.say(found.sentence))
