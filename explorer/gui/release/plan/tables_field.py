"""The field that says which tables of some columns are wanted: all of one size, or a list."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from explorer.app.release.plan.plan_draft import Document, value_of
from explorer.app.release.plan.typed_lists import listed_tables, shown_tables
from explorer.gui.fields.typed_line import TypedLine
from explorer.gui.release.plan.plan_fields import ChoiceField
from explorer.gui.shell.context import Context
from explorer.mark import N_, Sentence

_LIST = "list"
_BEGUN = 6  # tables with which a list begins


class TablesField(ChoiceField):
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
        every = {**choices, _LIST: N_("the tables listed here")}
        super().__init__(context, path, title, every, parent, default=default)
        self.list = TypedLine(self)
        self.list.setMinimumWidth(40)
        self.list.setPlaceholderText(context.say(N_("age × sex; sex × region")))
        self.list.setAccessibleName(context.say(N_("tables, by their columns")))
        self.list.editingFinished.connect(self._finished)
        self.list.gone_on.connect(lambda: self.left.emit(self.path))
        self._line = QHBoxLayout()
        self._line.addWidget(self.list)
        self.layout().insertLayout(1, self._line)  # type: ignore[union-attr]
        self._last = ""
        self._names: list[str] = []

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The list begins where the other fields of the form do."""
        super().resizeEvent(event)
        self._line.setContentsMargins(self.editor.x(), 0, 0, 0)

    def show_value(self, plan: Document) -> None:
        """The choice, and the list where there is one."""
        value = value_of(plan, self.path, self._default)
        columns = value_of(plan, f"{self.path.rpartition('.')[0]}.column", [])
        self._names = [str(each.get("name", "")) for each in columns if isinstance(each, dict)]
        listed = isinstance(value, list)
        self.editor.setCurrentIndex(self.editor.findData(_LIST if listed else value))
        self.list.setVisible(listed)
        self._last = shown_tables(value)
        if self.list.text() != self._last and not (self.list.hasFocus() and self.list.isModified()):
            self.list.setText(self._last)
            self.list.setCursorPosition(0)
            self.list.setToolTip(self._last)

    def _chosen(self, position: int) -> None:
        """A list begins with the first pairs, so that it holds as it is."""
        chosen = self.editor.itemData(position)
        pairs = [list(pair) for pair in combinations(filter(None, self._names), 2)]
        self.edited.emit(self.path, pairs[:_BEGUN] if chosen == _LIST else chosen)

    def _finished(self) -> None:
        text = self.list.text()
        if text != self._last:
            self._last = text
            self.list.setModified(False)
            self.edited.emit(self.path, listed_tables(text))
