"""The columns of the file as rows: a tick, what is known of each, its kind. Ticked ones become tables.

Only names are known here: kinds are suggested by them, and confirmed by the press that makes the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from explorer.app.release.plan.column_suggestion import ID, SKIP, kinds_offered, suggested_kinds
from explorer.app.release.plan.file_columns import FileColumn
from explorer.gui.access.roving_focus import Roving
from explorer.gui.access.tab_order import tab_before
from explorer.gui.shell.context import Context
from explorer.gui.widgets.label import Label
from explorer.mark import N_
from explorer.release.columns.category import CategoryColumn
from explorer.release.queries.marginals import Marginals

EACH, CROSSTAB, LINKED = "each", "crosstab", "linked"
MOST_CROSSED = 3  # columns that the window offers in one crosstab
_SEARCHED = 12  # columns, from which on a name is looked for
_MOST = 24  # rows in sight at once


@dataclass
class Choices:
    """What is ticked and chosen of the columns of one file, before tables are made of them."""

    names: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    ticked: set[str] = field(default_factory=set)
    kinds: dict[str, str] = field(default_factory=dict)

    def follow(self, names: tuple[str, ...], suits: tuple[str, ...] = ()) -> None:
        """Those of another header are suggested anew."""
        if names != self.names or suits != self.suits:
            self.names, self.suits, self.ticked = names, suits, set()
            self.kinds = dict(zip(names, suggested_kinds(names, suits), strict=True))

    def choose(self, name: str, kind: str, counted: bool = False) -> None:
        """A person chooses a kind: one column at most is the id, and that one is not counted.

        Who says what a column holds that no table has yet (`counted` False) means to count it.
        """
        if kind == ID:
            self.kinds = {each: SKIP if old == ID else old for each, old in self.kinds.items()}
        self.kinds[name] = kind
        if kind in (ID, SKIP):
            self.ticked.discard(name)
        elif not counted:
            self.ticked.add(name)

    def tick(self, name: str, ticked: bool) -> None:
        """A column that is to be counted after all holds categories, unless its kind is chosen."""
        (self.ticked.add if ticked else self.ticked.discard)(name)
        if ticked and self.kinds.get(name) in (ID, SKIP):
            self.kinds[name] = CategoryColumn.id

    @property
    def wanted(self) -> tuple[tuple[str, str], ...]:
        """The columns to be counted, each with its kind, in the order of the file."""
        return tuple((name, self.kinds[name]) for name in self.names if name in self.ticked)

    @property
    def id_column(self) -> str | None:
        """The column that tells people apart."""
        return next((name for name, kind in self.kinds.items() if kind == ID), None)


class ColumnRows(QWidget):
    """`added(how)` when tables of the ticked columns are wanted; `kind_chosen(name, kind)`."""

    added = Signal(str)
    kind_chosen = Signal(str, str)

    def __init__(self, context: Context, choices: Choices, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._choices = context, choices
        self._columns: Mapping[str, FileColumn] = {}
        self._shown: tuple[object, ...] = ()
        self._ticks: dict[str, QCheckBox] = {}
        self._kinds: dict[str, QPushButton] = {}
        self._facts: dict[str, Label] = {}
        self._menu = QMenu(self)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(4))
        self._search = QLineEdit(self)
        self._search.setPlaceholderText(context.say(N_("find a column")))
        self._search.setAccessibleName(self._search.placeholderText())
        self._search.textChanged.connect(self._list)
        lines.addWidget(self._search)
        self._rows = QWidget(self)
        self._lines = lines
        lines.addWidget(self._rows)
        self._more = context.label(None, "label", self, wrap=True)
        lines.addWidget(self._more)
        lines.addLayout(self._buttons())

    def _buttons(self) -> QGridLayout:
        """What may be made of the ticked columns; a third one in a row would make the card wider."""
        grid = QGridLayout()
        say = self._context.say
        self._each = QPushButton(self)
        self._crossed = QPushButton(say(N_("One crosstab")), self)
        self._linked = QPushButton(say(N_("Pairs that agree")), self)
        self._linked.setToolTip(say(N_("All pairs of these columns as tables that agree with each other")))
        for place, (button, how) in enumerate(
            ((self._each, EACH), (self._crossed, CROSSTAB), (self._linked, LINKED))
        ):
            button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._wanted, how))
            grid.addWidget(button, place // 2, place % 2)
        grid.setColumnStretch(2, 1)
        Roving(self).take(self._each, self._crossed, self._linked)
        return grid

    # What a person does

    def _wanted(self, how: str, _: bool = False) -> None:
        self.added.emit(how)

    def _ticked(self, name: str, ticked: bool) -> None:
        self._choices.tick(name, ticked)
        self._show()

    def _offer(self, name: str, _: bool = False) -> None:
        """The kinds that it may have, under its button."""
        self._menu.clear()
        for kind, words in kinds_offered().items():
            action = self._menu.addAction(self._context.say(words))
            action.setCheckable(True)
            action.setChecked(kind == self._kind(name))
            if action.isChecked():
                self._menu.setActiveAction(action)  # from where the arrow keys go on
            action.triggered.connect(partial(self._chosen, name, kind))
        button = self._kinds[name]
        self._menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _chosen(self, name: str, kind: str, _: bool = False) -> None:
        self._choices.choose(name, kind, counted=bool(self._columns[name].kind))
        self.kind_chosen.emit(name, kind)
        self._show()

    # What is shown

    def show_columns(self, columns: tuple[FileColumn, ...], changeable: bool) -> None:
        """The columns of the file, and what the plan says of each."""
        self.setEnabled(changeable)
        if (columns, changeable) == self._shown:
            return
        same = [each.name for each in columns] == list(self._columns)
        self._shown = columns, changeable
        self._columns = {each.name: each for each in columns}
        self._choices.follow(tuple(self._columns), tuple(each.suits for each in self._columns.values()))
        self._search.setVisible(len(columns) > _SEARCHED)
        if same:
            self._show()
        else:
            self._list()

    def _list(self, *_: object) -> None:
        """A row for each column whose name holds what is looked for."""
        sought = self._search.text().strip().casefold()
        found = [name for name in self._columns if sought in name.casefold()]
        rows = QWidget(self)
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._context.theme.size(8))
        grid.setVerticalSpacing(self._context.theme.size(2))
        grid.setColumnStretch(1, 1)
        self._ticks, self._kinds, self._facts = {}, {}, {}
        stops = Roving(rows, across=2)
        for place, name in enumerate(found[:_MOST]):
            self._add_row(grid, place, name, rows, stops)
        self._lines.replaceWidget(self._rows, rows)
        self._rows.deleteLater()
        self._rows.hide()
        self._rows = rows
        rows.show()
        pairs = zip(self._ticks.values(), self._kinds.values(), strict=True)
        tab_before(self._each, [each for pair in pairs for each in pair])
        left = len(found) - len(self._ticks)
        self._more.setVisible(left > 0)
        self._more.setText(self._context.say(N_("{count} more: type a part of the name", count=left)))
        self._show()

    def _add_row(self, grid: QGridLayout, place: int, name: str, parent: QWidget, stops: Roving) -> None:
        size, say = self._context.theme.size, self._context.say
        shown = self._called(name)
        tick = QCheckBox(
            parent.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, size(150)), parent
        )
        tick.setAccessibleName(say(N_("count {column}", column=shown)))
        tick.setToolTip(shown if tick.text() != shown else "")
        tick.setMinimumHeight(size(24))
        tick.clicked.connect(lambda ticked, name=name: self._ticked(name, ticked))
        facts = self._context.label(None, "label", parent)
        kind = QPushButton(parent)
        kind.setObjectName("kind")
        kind.setMinimumHeight(size(24))
        kind.clicked.connect(partial(self._offer, name))
        self._ticks[name], self._kinds[name], self._facts[name] = tick, kind, facts
        for column, widget in enumerate((tick, facts, kind)):
            grid.addWidget(widget, place, column)
        stops.take(tick, kind)

    def _called(self, name: str) -> str:
        return name if name.strip() else self._context.say(N_("(no name)"))

    def _kind(self, name: str) -> str:
        """As the plan has it, else as it is chosen or suggested."""
        return self._columns[name].kind or self._choices.kinds.get(name, SKIP)

    def _show(self) -> None:
        say, words = self._context.say, kinds_offered()
        for name, tick in self._ticks.items():
            kind = say(words[self._kind(name)])
            tick.setChecked(name in self._choices.ticked)
            self._kinds[name].setText(kind)
            self._kinds[name].setAccessibleName(
                say(N_("kind of {column}: {kind}", column=self._called(name), kind=kind))
            )
            facts = self._columns[name].facts
            self._facts[name].setText(say(facts) if facts is not None else "")
        count = len(self._choices.wanted)
        one = N_("One table") if count < 2 else N_("{count} {count:table|tables}, one each", count=count)
        self._each.setText(say(one))
        self._each.setEnabled(count > 0)
        if self._each.property("primary") != (count > 0):
            self._each.setProperty("primary", count > 0)
            self._each.style().polish(self._each)
        self._crossed.setEnabled(1 < count <= MOST_CROSSED)
        self._linked.setEnabled(2 < count <= Marginals.most_columns)
