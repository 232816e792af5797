"""The line that asks any range of fitted counts: two edges, a group where there are some, the answer."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.core.release_messages import RangeAsked
from explorer.app.core.state import AskedRange
from explorer.app.release.asked_range import answered, groups_of
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.ranges import Ranges

_EDGE, _BESIDE = 88, 26  # pixels of a field; of what stands in it beside its letters
_LONGEST = 190  # pixels that a field is never wider than
_GROUP = 120  # pixels that a long name of a group is cut to, at the least
_ANSWER = 200  # pixels that the answer needs beside the fields


class RangeQuestion(QWidget):
    """What is typed goes to the store; the answer stands beside it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._names = context, tuple[str, ...]()
        self._edges, self._beneath = tuple[str, ...](), False
        self._labels: list[QWidget] = []
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
        self._group.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._group.setVisible(False)
        row.addWidget(self._group)
        self._answer = context.label(None, "body", self, wrap=True)
        row.addWidget(self._answer, 1)
        lines.addLayout(row)
        self._row, self._lines = row, lines

    def _edge(self, name: Sentence, row: QHBoxLayout) -> TypedLine:
        label = self._context.label(name, "muted", self)
        editor = TypedLine(self)
        editor.setFixedWidth(self._context.theme.size(_EDGE))
        editor.setAccessibleName(self._context.say(name))
        editor.editingFinished.connect(self._ask)
        label.setBuddy(editor)
        self._labels.append(label)
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

    def _name_groups(self, names: tuple[str, ...]) -> None:
        if names == self._names:
            return
        self._names = names
        self._group.clear()
        self._group.addItems(names)
        self._group.setVisible(bool(names))

    def _fit_edges(self, edges: tuple[str, ...]) -> None:
        """As wide as the longest edge, that no date is cut."""
        if edges == self._edges:
            return
        self._edges, size = edges, self._context.theme.size
        longest = max(map(self._low.fontMetrics().horizontalAdvance, edges), default=0)
        wide = min(max(longest + size(_BESIDE), size(_EDGE)), size(_LONGEST))
        for editor in (self._low, self._high):
            editor.setFixedWidth(wide)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_answer()

    def _place_answer(self) -> None:
        """Beside the fields where it has room for some words in a line, else beneath them."""
        size, group = self._context.theme.size, self._group.sizeHint().width()
        gap = self._row.spacing()
        taken = 2 * (self._low.minimumWidth() + gap)
        taken += sum(each.sizeHint().width() + gap for each in self._labels)
        if self._names:
            taken += group + gap
        beneath = self.width() - taken < size(_ANSWER)
        self._group.setMinimumWidth(min(group, size(_GROUP)) if beneath else group)
        if beneath == self._beneath:
            return
        self._beneath = beneath
        before, after = (self._row, self._lines) if beneath else (self._lines, self._row)
        before.removeWidget(self._answer)
        if beneath:
            self._row.addStretch(1)
        else:
            self._row.takeAt(self._row.count() - 1)
        after.addWidget(self._answer, 0 if beneath else 1)

    def show_asked(self, noised: NoisedQuery | None, asked: AskedRange) -> None:
        """Show the answer; nothing where the query that is looked at has no ranges."""
        declared = None if noised is None else noised.declared
        self.setVisible(isinstance(declared, Ranges))
        if noised is None or not isinstance(declared, Ranges):
            return
        names = groups_of(declared)
        self._name_groups(names)
        self._fit_edges(declared.range_cells.axis.edge_names)
        self._place_answer()
        self._group.setCurrentIndex(min(asked.group, len(names) - 1))
        self._group.setToolTip(self._group.currentText())
        for editor, text in ((self._low, asked.low), (self._high, asked.high)):
            if not (editor.hasFocus() and editor.isModified()):
                editor.setText(text)
        found = answered(noised, asked)
        name = "refusal" if found.refused else "body"
        if self._answer.objectName() != name:
            self._answer.setObjectName(name)
            self._answer.style().polish(self._answer)
        self._answer.setText(self._context.say(found.sentence))
