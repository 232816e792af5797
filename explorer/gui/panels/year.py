"""The year's releases: a table to plan in, the running total beside it, and what becomes of the plan."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from explorer.app import planning_messages as said
from explorer.app import yearly, yearly_readings
from explorer.app.figure import Figure
from explorer.app.figures.year import Year, assumption
from explorer.app.message import Moved, Settled
from explorer.app.request import Request
from explorer.app.state import State
from explorer.gui.canvas import Canvas
from explorer.gui.card import Card
from explorer.gui.column import Column
from explorer.gui.context import Context
from explorer.gui.explain import InfoButton
from explorer.gui.exporting import export_link
from explorer.gui.numbers import Numbers
from explorer.gui.panel import Panel
from explorer.gui.panels.number_rows import link, refusal_line, show_refusal
from explorer.gui.panels.year_cells import quiet_cells
from explorer.gui.panels.year_lines import COLUMNS, KEYS, PlanLine
from explorer.gui.panels.year_totals import Totals
from explorer.gui.waiting import Waiting
from explorer.jobs import Answered
from explorer.mark import N_

_SHARES = (10, 3)  # of the width, for table and picture
_HIGH = 420  # pixels, from which on the picture stands below the table
_SIDE = 18  # pixels: the button that takes a line in hand
_TABLE = 680  # a narrower card scrolls the table sideways


class YearPanel(Panel):
    """Empty, it says what to do; else table, picture and totals."""

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__()
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)
        self._lines: list[PlanLine] = []
        self.figure: Figure | None = None
        self._stack = QStackedLayout(self)
        self._empty, self._full = QWidget(self), QWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self._say_what_to_do()
        self._prepare()
        self._add_links()
        for keys, steps in KEYS.items():
            shortcut = QShortcut(keys, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._shift, steps))

    # What it is made of

    def _say_what_to_do(self) -> None:
        context = self._context
        lines = QVBoxLayout(self._empty)
        lines.setContentsMargins(0, 0, 0, 0)
        words = N_(
            "Plan what is released in a year, how often, and of whom: what all of it costs together is told "
            "here before anything is spent."
        )
        lines.addWidget(context.label(words, "muted", self._empty, True))
        row = QHBoxLayout()
        for words, act, primary in (
            (N_("Add the release at the left"), self.add, True),
            (N_("Show an example year"), self.show_example, False),
        ):
            button = QPushButton(context.say(words), self._empty)
            button.setProperty("primary", primary)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch(1)
        lines.addLayout(row)
        lines.addStretch(1)

    def _prepare(self) -> None:
        context, size = self._context, self._context.theme.size
        outer = QVBoxLayout(self._full)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(size(4))
        beside = self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        beside.setSpacing(size(12))
        self._column = Column(size(4), self._full)
        self._column.inside.setStyleSheet(quiet_cells(context.theme))
        self._column.inside.setMinimumWidth(size(_TABLE))
        self._column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        beside.addWidget(self._column, _SHARES[0])
        self._canvas = Canvas(context.theme, context.language, self._full)
        self._canvas.dragged.connect(self._dragged)
        self._canvas.let_go.connect(self._let_go)
        self._table = Numbers(context.language, self._full)
        for widget in (self._canvas, self._table):
            widget.setAccessibleName(context.say(Year.title))
        self._picture = QStackedLayout()
        self._picture.addWidget(self._canvas)
        self._picture.addWidget(self._table)
        beside.addLayout(self._picture, _SHARES[1])
        outer.addLayout(beside, 1)
        self._totals = Totals(context, self._full)
        outer.addWidget(self._totals)
        self._prepare_table()

    def _prepare_table(self) -> None:
        """Headings, room for lines, and beneath them one more line and the statement on people."""
        context, inside, lines = self._context, self._column.inside, self._column.lines
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(context.theme.size(7))
        self._grid.setVerticalSpacing(0)
        for column, (heading, width) in enumerate(COLUMNS, 1):
            label = context.label(heading, "label", inside, wrap=True)
            label.setMinimumWidth(context.theme.size(width))
            number = column in (3, 4, len(COLUMNS) - 1, len(COLUMNS))
            side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
            label.setAlignment(side | Qt.AlignmentFlag.AlignBottom)
            self._grid.addWidget(label, 0, column)
        self._grid.addWidget(InfoButton(context, "year-running", inside), 0, 0, Qt.AlignmentFlag.AlignBottom)
        self._grid.setColumnMinimumWidth(0, context.theme.size(_SIDE))
        for column, share in ((1, 3), (2, 2), (7, 2)):
            self._grid.setColumnStretch(column, share)
        lines.addLayout(self._grid)
        foot = QHBoxLayout()
        more = link(context, N_("+ Add the release at the left"), inside)
        more.clicked.connect(self.add)
        foot.addWidget(more)
        foot.addStretch(1)
        self._disjoint = QCheckBox(context.say(N_("nobody is in two of these groups")), inside)
        self._disjoint.clicked.connect(self._stated)
        self._groups = InfoButton(context, "year-groups", inside)
        foot.addWidget(self._disjoint)
        foot.addWidget(self._groups)
        lines.addLayout(foot)
        self._refusal = refusal_line(context, inside)
        lines.addWidget(self._refusal)
        lines.addStretch(1)

    def _add_links(self) -> None:
        say = self._context.say
        self._account = QAction(say(N_("open as an account …")), self)
        self._account.setToolTip(say(N_("Open an account in the ledger whose limit this plan just fits")))
        self._account.triggered.connect(self._opened_as_account)
        self._sign = QAction(say(N_("sign off …")), self)
        self._sign.setToolTip(say(N_("Write a record of the plan, its totals and who agrees to it")))
        self._sign.triggered.connect(self._signed_off)
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        for action in (self._account, self._sign, self._as_table):
            self._card.head.add_link(action)
        export_link(self._context, self._card, self, lambda: self.figure)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside each other in a flat card, below each other in a high one."""
        super().resizeEvent(event)
        high = self.height() > self._context.theme.size(_HIGH)
        way = QBoxLayout.Direction.TopToBottom if high else QBoxLayout.Direction.LeftToRight
        if way != self._beside.direction():
            self._beside.setDirection(way)
            for place, share in enumerate((1, 1) if high else _SHARES):
                self._beside.setStretch(place, share)

    # What a person does

    def add(self) -> None:
        """The left column's release, of the people of the last line."""
        releases = self._context.store.state.planning.releases
        name = self._context.say(N_("Release {number:plain}", number=len(releases) + 1))
        people = releases[-1].people if releases else ""
        self._context.store.dispatch(said.ReleasePlanned(name, people))

    def show_example(self) -> None:
        """Three releases of two groups."""
        say = self._context.say
        names = (say(N_("Age by region")), say(N_("Waiting times")), say(N_("Staff survey")))
        people = (say(N_("patients")), say(N_("staff")))
        self._context.store.dispatch(said.ExamplePlanned(names, people))

    def _stated(self, stated: bool) -> None:
        self._context.store.dispatch(said.DisjointStated(stated))

    def _dragged(self, path: str, value: float) -> None:
        self._context.store.dispatch(Moved(path, value))

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    def _turned(self, table: bool) -> None:
        self._picture.setCurrentIndex(1 if table else 0)
        if table and self.figure is not None:
            self._table.show_table(self.figure.table)

    def _opened_as_account(self) -> None:
        from explorer.gui.panels.year_account import ask_for_account

        ask_for_account(self._context)

    def _signed_off(self) -> None:
        from explorer.gui.panels.year_sign_off import ask_who_signs

        ask_who_signs(self._context)

    def _shift(self, steps: int) -> None:
        """The line in hand, up or down by key."""
        row = self._context.store.state.planning.selected
        if row >= 0:
            self._context.store.dispatch(said.PlannedShifted(row, steps))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return yearly.wanted(state)

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.planning, state.composing, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        planned = bool(state.planning.releases)
        self._stack.setCurrentWidget(self._full if planned else self._empty)
        self._card.head.assume(self._context.say(assumption(state)))
        self.figure = Year.draw(state, answers)
        self._waiting.follow(self.figure.pending)
        ready = planned and not yearly.conflicts(state)
        self._account.setEnabled(ready)
        self._sign.setEnabled(ready and not self.figure.pending)
        self._canvas.show_figure(self.figure)
        self._canvas.setAccessibleDescription(self._context.say(self.figure.description))
        if self._as_table.isChecked():
            self._table.show_table(self.figure.table)
        if planned:
            self._show_plan(state, answers)
        elif self._lines:
            self._match(0)

    def _show_plan(self, state: State, answers: Answered) -> None:
        self._match(len(state.planning.releases))
        conflicts = yearly.conflicts(state)
        costs = yearly_readings.line_costs(state, answers)
        for line, cost in zip(self._lines, costs, strict=True):
            line.show(state, cost, conflicts.get(line.row))
        several = len(yearly.labels(state.planning)) > 1
        self._disjoint.setVisible(several)
        self._groups.setVisible(several)
        self._disjoint.setChecked(state.planning.disjoint)
        show_refusal(self._context, self._refusal, state, "planning")
        found = yearly_readings.costs(state, answers)
        self._totals.show_costs(state, found, yearly_readings.best(state, answers))

    def _match(self, count: int) -> None:
        """As many lines as there are releases."""
        while len(self._lines) > count:
            self._lines.pop().discard()
        while len(self._lines) < count:
            self._lines.append(PlanLine(self._context, len(self._lines), self._grid, self._column.inside))
