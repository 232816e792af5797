"""The field that says which tables of some columns are wanted: all of one size, or a list."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from PySide6.QtWidgets import QComboBox, QWidget

from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.app.release.plan.typed_lists import listed_tables, shown_tables
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.release.plan.plan_fields import Field
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence

_LIST = "list"
_BEGUN = 6  # tables with which a list begins


class TablesField(Field):
    """A choice of all tables of one size, and beneath it the list where that is chosen."""

    def __init__(
        self,
        context: Context,
        path: str,
        title: Sentence,
        choices: Mapping[str, Sentence],
        default: str,
        parent: QWidget,
    ) -> None:
        super().__init__(context, path, title, parent)
        self._default = default
        self.chooser = QComboBox(self)
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(6)
        for value, words in {**choices, _LIST: N_("the tables listed here")}.items():
            self.chooser.addItem(context.say(words), value)
        self.chooser.activated.connect(self._chosen)
        self.hold(self.chooser)
        self.editor = TypedLine(self)
        self.editor.setMinimumWidth(40)
        self.editor.setPlaceholderText(context.say(N_("age × sex; sex × region")))
        self.editor.setAccessibleName(context.say(N_("tables, by their columns")))
        self.editor.editingFinished.connect(self._finished)
        self.editor.gone_on.connect(lambda: self.left.emit(self.path))
        self.layout().insertWidget(1, self.editor)  # type: ignore[union-attr]
        self._last = ""
        self._names: list[str] = []

    def show_value(self, plan: Document) -> None:
        """The choice, and the list where there is one."""
        value = value_of(plan, self.path, self._default)
        columns = value_of(plan, f"{self.path.rpartition('.')[0]}.column", [])
        self._names = [str(each.get("name", "")) for each in columns if isinstance(each, dict)]
        listed = isinstance(value, list)
        self.chooser.setCurrentIndex(self.chooser.findData(_LIST if listed else value))
        self.editor.setVisible(listed)
        self._last = shown_tables(value)
        if self.editor.text() != self._last and not (self.editor.hasFocus() and self.editor.isModified()):
            self.editor.setText(self._last)
            self.editor.setCursorPosition(0)
            self.editor.setToolTip(self._last)

    def _chosen(self, position: int) -> None:
        """A list begins with the first pairs, so that it holds as it is."""
        chosen = self.chooser.itemData(position)
        pairs = [list(pair) for pair in combinations(filter(None, self._names), 2)]
        self.edited.emit(self.path, pairs[:_BEGUN] if chosen == _LIST else chosen)

    def _finished(self) -> None:
        text = self.editor.text()
        if text != self._last:
            self._last = text
            self.editor.setModified(False)
            self.edited.emit(self.path, listed_tables(text))
