"""A and B side by side: what was pinned against what is set now, told in numbers and in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.core.message import Pinned
from explorer.app.core.state import State
from explorer.app.explore.comparison import Cell, Comparison, Line, comparison
from explorer.gui.fields.number_rows import WordyButton
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.theme import BODY, LABEL
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_

_NUMBER_WIDTH = 74  # pixels: "97.3 of 100", or a long name in two lines
_FACTS = {"neighbours": "unit"}  # what explains a row, where it is not the fact of its own name


class _Row:
    """One line of the table: what it is, A's and B's number, and below them the difference in words."""

    def __init__(self, context: Context, grid: QGridLayout, at: int, parent: QWidget) -> None:
        self._context = context
        self._label = context.label(None, "label", parent, wrap=True)
        self._info = InfoButton(context, "mechanism", parent)
        self._values = (QLabel(parent), QLabel(parent))
        self._difference = context.label(None, "label", parent, wrap=True)
        grid.addWidget(self._label, 2 * at, 0)
        grid.addWidget(self._info, 2 * at, 3, Qt.AlignmentFlag.AlignTop)
        for column, value in enumerate(self._values, 1):
            value.setWordWrap(True)  # the names of mechanisms are long
            value.setMinimumWidth(context.theme.size(_NUMBER_WIDTH))
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            grid.addWidget(value, 2 * at, column)
        grid.addWidget(self._difference, 2 * at + 1, 0, 1, 3)
        self._difference.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._difference.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show(self, line: Line, found: Comparison) -> None:
        """The numbers as they are now."""
        say = self._context.say
        self._label.setText(say(line.label))
        self._info.explain(_FACTS.get(line.id, line.id))
        for label, cell in zip(self._values, (line.a, line.b), strict=True):
            self._show_cell(label, cell)
        self._difference.setVisible(line.difference is not None)
        if line.difference is None:
            return
        self._difference.setText(say(line.difference))
        self._difference.setToolTip(
            "" if line.comparable else "\n".join(say(each) for each in found.obstacles)
        )
        name = "label" if line.comparable else "refusal"
        if self._difference.objectName() != name:
            self._difference.setObjectName(name)
            self._difference.style().polish(self._difference)

    def _show_cell(self, label: QLabel, cell: Cell) -> None:
        label.setText(self._context.say(cell.text))
        label.setToolTip(self._context.say(cell.why))
        theme, counts = self._context.theme, cell.value is not None
        label.setFont(theme.font(BODY if counts else LABEL, strong=counts))


class Compare(Panel):
    """One small table, the comparison that may be made, and why another may not."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        card.head.stand_alone()
        self._seen: tuple[object, ...] = ()
        self._rows: list[_Row] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        outer.addWidget(column)
        self._empty, self._full = QWidget(column.inside), QWidget(column.inside)
        column.lines.addWidget(self._empty)
        column.lines.addWidget(self._full)
        column.lines.addStretch(1)
        self._say_what_to_do()
        self._prepare()

    def _say_what_to_do(self) -> None:
        """An empty pane: what to do next, with a button."""
        context = self._context
        lines = QVBoxLayout(self._empty)
        lines.setContentsMargins(0, 0, 0, 0)
        words = N_("Pin the current release as A, then change the settings: the differences are shown here")
        lines.addWidget(context.label(words, "muted", self._empty, True))
        pin = WordyButton(context.say(N_("Pin the current release as A")), self._empty)
        pin.clicked.connect(self._pinned)
        lines.addWidget(pin, alignment=Qt.AlignmentFlag.AlignLeft)

    def _prepare(self) -> None:
        context, parent = self._context, self._full
        lines = QVBoxLayout(parent)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(context.theme.size(6))
        self._verdict = context.label(None, "section", parent, wrap=True)
        lines.addWidget(self._verdict)
        self._honest = context.label(None, "body", parent, wrap=True)
        self._obstacles = context.label(None, "refusal", parent, wrap=True)
        lines.addWidget(self._honest)
        lines.addWidget(self._obstacles)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(context.theme.size(12))
        self._grid.setVerticalSpacing(context.theme.size(1))
        self._grid.setColumnStretch(0, 1)
        for place, heading in enumerate((N_("pinned A"), N_("current B")), 1):
            label = context.label(heading, "label", parent)
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(label, 0, place)
        lines.addLayout(self._grid)

    def _pinned(self) -> None:
        self._context.store.dispatch(Pinned())

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.setting, state.pinned, state.reading.confidence, state.reading.bins)
        if seen == self._seen:
            return
        self._seen = seen
        found = comparison(state)
        self._empty.setVisible(found is None)
        self._full.setVisible(found is not None)
        if found is not None:
            self._show(found)

    def _show(self, found: Comparison) -> None:
        say = self._context.say
        words = say(found.verdict)
        self._verdict.setText(words[0].upper() + words[1:])
        self._honest.setText(say(found.honest))
        self._obstacles.setText("\n".join(say(each) for each in found.obstacles))
        self._obstacles.setVisible(bool(found.obstacles))
        while len(self._rows) < len(found.lines):
            self._rows.append(_Row(self._context, self._grid, len(self._rows) + 1, self._full))
        for row, line in zip(self._rows, found.lines, strict=True):
            row.show(line, found)
