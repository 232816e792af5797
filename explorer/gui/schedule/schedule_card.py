"""The year's releases: a table to plan in, the running total beside it, and what becomes of the plan."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from explorer.app.core import schedule_messages as said
from explorer.app.core.message import Moved, Settled
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.plotting.figure import Figure
from explorer.app.schedule import year_readings, year_totals
from explorer.app.schedule.figures.year import Year, assumption
from explorer.gui.canvas.figure_export import export_action
from explorer.gui.fields.number_rows import link, refusal_line, show_refusal
from explorer.gui.schedule.lines_in_sight import LinesInSight
from explorer.gui.schedule.schedule_cells import quiet_cells
from explorer.gui.schedule.schedule_grid import PlanGrid
from explorer.gui.schedule.schedule_lines import KEYS, PlanLine
from explorer.gui.schedule.schedule_picture import ScheduleLayout, YearPicture
from explorer.gui.schedule.schedule_totals import Totals
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_, Sentence

_BUDGET = "composing.total_epsilon"
_TOTAL_DELTA = "composing.total_delta"
_NARROWEST = 280  # pixels: narrower, it shows the plan alone, and that scrolls


class YearPanel(Panel):
    """Empty, it says what to do; else table, picture and totals."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
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
        self._add_links()
        self._prepare()
        self._export = card.head.add_link(export_action(context, self, lambda: self.figure))
        for keys, steps in KEYS.items():
            shortcut = QShortcut(keys, self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(self._shift, steps))

    # What it is made of

    def _say_what_to_do(self) -> None:
        context, lines = self._context, QVBoxLayout(self._empty)
        lines.setContentsMargins(0, 0, 0, 0)
        words = N_(
            "Plan what is released in a year, how often, and about whom: the total privacy loss is "
            "shown here before anything is spent."
        )
        lines.addWidget(context.label(words, "muted", self._empty, True))
        self._ways, self._offered = QBoxLayout(QBoxLayout.Direction.LeftToRight), list[QPushButton]()
        for words, act, primary in (
            (N_("Add the current release"), self.add, True),
            (N_("Show an example year"), self.show_example, False),
        ):
            button = QPushButton(context.say(words), self._empty)
            button.setProperty("primary", primary)
            button.clicked.connect(act)
            self._ways.addWidget(button)
            self._offered.append(button)
        self._ways.addStretch(1)
        lines.addLayout(self._ways)
        lines.addStretch(1)

    def _prepare(self) -> None:
        context, size = self._context, self._context.theme.size
        for each in (self._empty, self._full):
            each.setMinimumWidth(size(_NARROWEST))  # of their own: what has no room gives way
        outer = QVBoxLayout(self._full)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(size(4))
        self._column = Column(size(4), self._full)
        self._column.inside.setStyleSheet(quiet_cells(context.theme))
        self._column.inside.setMinimumWidth(0)  # as wide as its cells: a narrower card scrolls it sideways
        self._column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._column.setCornerWidget(QWidget(self._column))  # else styles frame the corner of two scroll bars
        self._picture = YearPicture(context, self._card, self._full)
        self._picture.canvas.dragged.connect(self._dragged)
        self._picture.canvas.let_go.connect(self._let_go)
        self.canvas = self._picture.canvas
        self._room = ScheduleLayout(context, self._card, self._column, self._picture)
        outer.addLayout(self._room.lines, 1)
        self._refusal = refusal_line(context, self._full)
        outer.addWidget(self._refusal)
        self._totals = Totals(context, self._full)
        outer.addWidget(self._totals)
        self._prepare_table()

    def _prepare_table(self) -> None:
        """Headings, room for lines, and beneath them one more line and the statement on people."""
        context, inside, lines = self._context, self._column.inside, self._column.lines
        self._grid = PlanGrid(context, inside)
        lines.addLayout(self._grid.lines)
        foot = QHBoxLayout()
        more = link(context, N_("+ Add the current release"), inside)
        more.clicked.connect(self.add)
        self._sight = LinesInSight(self._column, more)
        foot.addWidget(more)
        foot.addStretch(1)
        self._disjoint = WordyCheck(context.say(N_("nobody is in two of these groups")), inside)
        self._disjoint.clicked.connect(self._stated)
        self._groups = InfoButton(context, "year-groups", inside)
        words = N_("no effect while a line is about everybody:")
        self._without_effect = context.label(words, "label", inside)
        for widget in (self._without_effect, self._disjoint, self._groups):
            foot.addWidget(widget)
        lines.addLayout(foot)
        lines.addStretch(1)

    def _add_links(self) -> None:
        say = self._context.say
        self._account = QAction(say(N_("open as an account …")), self)
        self._account.setToolTip(
            say(N_("Open an account in the ledger with the total of this plan as its limit"))
        )
        self._account.triggered.connect(self._opened_as_account)
        self._sign = QAction(say(N_("sign off …")), self)
        self._sign.setToolTip(say(N_("Write a record of the plan, its totals and who agrees to it")))
        self._sign.triggered.connect(self._signed_off)
        for action in (self._account, self._sign):
            self._card.head.add_link(action)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        beneath = sum(each.sizeHint().width() + self._ways.spacing() for each in self._offered) > self.width()
        way = QBoxLayout.Direction.TopToBottom if beneath else QBoxLayout.Direction.LeftToRight
        if way is not self._ways.direction():
            self._ways.setDirection(way)

    def _fit(self) -> None:
        """Every cell has room: a line in two rows before anything is scrolled sideways."""
        room = self.width() - self._column.verticalScrollBar().sizeHint().width()
        if self._grid.fit(room, [line.cells for line in self._lines]):
            for line in self._lines:
                line.place()
        self._room.fit(self.width(), self.height())

    @property
    def in_numbers(self) -> bool:
        return self._picture.as_table.isChecked()

    def show_numbers(self, in_numbers: bool) -> None:
        self._picture.as_table.setChecked(in_numbers)

    # What a person does

    def add(self) -> None:
        """The left column's release, of the people of the last line that it can add to."""
        state, say = self._context.store.state, self._context.say
        number = len(state.schedule.releases) + 1
        name = say(N_("Release {number:plain}", number=number))
        people = year_totals.company(state.schedule, state.setting)
        if people is None:
            known = year_totals.labels(state.schedule)
            labels = (say(N_("group {number:plain}", number=each)) for each in range(2, number + 2))
            people = next(each for each in labels if each not in known) if any(known) else ""
        self._sight.line_added()
        self._context.store.dispatch(said.ScheduleLineAdded(name, people))

    def show_example(self) -> None:
        """Three releases of two groups."""
        say = self._context.say
        names = (say(N_("Age by region")), say(N_("Waiting times")), say(N_("Staff survey")))
        people = (say(N_("patients")), say(N_("staff")))
        self._context.store.dispatch(said.ExampleScheduled(names, people))

    def _stated(self, stated: bool) -> None:
        self._context.store.dispatch(said.DisjointStated(stated))

    def _dragged(self, path: str, value: float) -> None:
        self._context.store.dispatch(Moved(path, value))

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    def _opened_as_account(self) -> None:
        from explorer.gui.schedule.schedule_account import ask_for_account

        ask_for_account(self._context)

    def _signed_off(self) -> None:
        from explorer.gui.schedule.schedule_sign_off import ask_who_signs

        ask_who_signs(self._context)

    def _shift(self, steps: int) -> None:
        """The line in hand, up or down by key."""
        row = self._context.store.state.schedule.selected
        if row >= 0:
            self._context.store.dispatch(said.ScheduleLineMoved(row, steps))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return year_totals.wanted(state)

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.schedule, state.composing, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        planned = bool(state.schedule.releases)
        self._stack.setCurrentWidget(self._full if planned else self._empty)
        self._room.offer(planned)
        self._export.setVisible(planned)
        why = _stale(state)
        assumed = assumption(state) if why is None else N_("unchanged: {why}", why=why)
        self._card.head.assume(self._context.say(assumed), refused=why is not None)
        self.figure = Year.draw(state, answers)
        self._picture.show_figure(self.figure, "" if why is None else self._context.say(assumed))
        self._waiting.follow(self.figure.pending)
        ready = planned and not year_totals.conflicts(state)
        self._account.setEnabled(ready)
        self._sign.setEnabled(ready and not self.figure.pending)
        if planned:
            self._show_plan(state, answers, why is not None)
        elif self._lines:
            self._match(0)

    def _show_plan(self, state: State, answers: Answered, stale: bool) -> None:
        self._match(len(state.schedule.releases))
        conflicts = year_totals.conflicts(state)
        costs = year_readings.line_costs(state, answers)
        for line, cost in zip(self._lines, costs, strict=True):
            line.show(state, cost, conflicts.get(line.row), stale)
        several = len(year_totals.labels(state.schedule)) > 1
        self._disjoint.setVisible(several)
        self._groups.setVisible(several)
        self._disjoint.setChecked(state.schedule.disjoint)
        self._without_effect.setVisible(several and state.schedule.disjoint and not state.schedule.apart)
        show_refusal(self._context, self._refusal, state, "schedule")
        found = year_readings.costs(state, answers)
        self._totals.show_costs(state, found, year_readings.best(state, answers), stale)
        self._fit()
        self._sight.follow([line.refusal for line in self._lines])

    def _match(self, count: int) -> None:
        """As many lines as there are releases."""
        while len(self._lines) > count:
            self._lines.pop().discard()
        while len(self._lines) < count:
            self._lines.append(PlanLine(self._context, len(self._lines), self._grid, self._column.inside))


def _stale(state: State) -> Sentence | None:
    """Why the numbers are those before an entry that was refused, of a line or of what all of them share."""
    for field, refusal in state.refused.items():
        if field.startswith("schedule.") or field in (_BUDGET, _TOTAL_DELTA):
            return refusal.sentence
    return None
