"""From the budget of all releases to the ε, or the noise, of each: every bound, the least noise first."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.compose import budget_per_release, share_requests
from explorer.app.compose.bounds_at_k import questions, readings
from explorer.app.compose.budget_per_release import Corollary, Row
from explorer.app.compose.share_requests import COROLLARY
from explorer.app.core.message import PresetChosen, ShareTaken
from explorer.app.core.request import Request
from explorer.app.core.state import State
from explorer.app.explore.presets import EXAMPLE, PRESETS
from explorer.app.plotting.palette import ink_of
from explorer.gui.fields.number_rows import NumberRow, WordyButton, link, section, strip
from explorer.gui.shell.context import Context
from explorer.gui.widgets.card import Card
from explorer.gui.widgets.column import Column, ParameterRows
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.progress_note import Waiting
from explorer.gui.widgets.selectable import Selectable
from explorer.gui.workspaces.panel import Panel
from explorer.jobs import Answered
from explorer.language import number
from explorer.mark import N_
from explorer.privacy.composition import every_composition

BUDGET = "composing.total_epsilon"
BESIDE = ("composing.total_delta", "composing.count")  # which the card of all bounds has sliders for
Take = tuple[float, float]
_FIELD = 104  # wide enough for 1.266·10⁻¹⁴
_LOW = 300  # pixels of height, below which there is no slider


class ShareLine(QWidget):
    """One bound: its colour, its name, what each release may have, and the button that sets that."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._take: Take | None = None
        self._bound = ""
        self._look: tuple[str, bool, str] | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(context.theme.size(5))
        grid.setVerticalSpacing(0)
        self._dot = Label("●", self)
        self._title, self._value = Label("", self, wrap=True), Selectable(self)
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._value.setFont(context.theme.font(strong=True))
        self._info = InfoButton(context, "largest-epsilon", self)
        self._words = context.label(None, "label", self, wrap=True)
        self._again = context.label(None, "label", self, wrap=True)
        self._use = _use(context, self)
        self._use.clicked.connect(self._used)
        grid.addWidget(self._dot, 0, 0)
        grid.addWidget(self._title, 0, 1)
        grid.addWidget(self._value, 0, 2)
        grid.addWidget(self._info, 0, 3)
        below, words = QHBoxLayout(), QVBoxLayout()
        below.setSpacing(context.theme.size(4))
        words.addWidget(self._words)
        words.addWidget(self._again)
        below.addLayout(words, 1)
        below.addWidget(self._use, alignment=Qt.AlignmentFlag.AlignBottom)
        grid.addLayout(below, 1, 1, 1, 3)
        grid.setColumnStretch(1, 1)

    def _used(self) -> None:
        if self._take is not None:
            self._context.store.dispatch(ShareTaken(*self._take, self._bound))

    def show_row(self, row: Row, best: bool) -> None:
        """Show one bound; what is still being worked out keeps its last numbers, dimmed."""
        say, theme = self._context.say, self._context.theme
        self._take, self._bound = row.take if row.current else None, row.bound
        self._value.setText(number(row.rounded))
        self._words.setText(say(row.words))
        self._words.setToolTip(say(row.why) if row.why is not None else row.source)
        self._again.setText("" if row.again is None else say(row.again))
        self._again.setVisible(row.again is not None)
        self._use.setVisible(row.take is not None)
        self._use.setEnabled(row.current)  # hidden at each move it would lay the whole column out anew
        title = say(row.title)
        self._use.setAccessibleName(say(N_("use the value of this composition bound: {bound}", bound=title)))
        role = ink_of(row.colour) if best else ("ink" if row.valid and row.current else "faint")
        look = (row.bound, best, role)
        if look != self._look:  # style is costly
            self._look = look
            self._title.setText(title)
            self._title.setToolTip(row.source)
            self._title.setFont(theme.font(strong=best))
            self._info.explain(f"bound-{row.bound}")
            self._dot.tint(theme.colour(row.colour))
            self._value.tint(theme.colour(role))
        dim((self._words, self._again), not row.current)


class Inverse(Panel):
    """How much each release may have."""

    takes_turns = True

    def __init__(self, context: Context, card: Card) -> None:
        super().__init__(card.inside)
        self._context, self._card = context, card
        self._seen: tuple[object, ...] = ()
        self._waiting = Waiting(context, card, lambda: self.wanted(context.store.state), self._asked_anew)
        self._take: Take | None = None
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(8), self)
        outer.addWidget(column)
        self._budget = ParameterRows(context, (BUDGET,), column)
        inside, lines = column.inside, column.lines
        self._short = NumberRow(context, BUDGET, inside, width=_FIELD)
        lines.addWidget(self._short)
        self._beside = [NumberRow(context, path, inside, width=_FIELD) for path in BESIDE]
        for row in self._beside:
            lines.addWidget(row)
        self._verdict = context.label(None, "label", inside, wrap=True)
        lines.addWidget(self._verdict)
        info = InfoButton(context, "largest-epsilon", inside)
        self._heading = context.label(None, "section", inside, wrap=True)
        head = QHBoxLayout()
        head.addWidget(self._heading, 1)
        head.addWidget(info)
        lines.addLayout(head)
        self._lines = [ShareLine(context, inside) for _ in range(len(every_composition()) - 1)]
        for line in self._lines:
            lines.addWidget(line)
        lines.addWidget(strip(inside))
        self._add_corollary(column)
        lines.addStretch(1)
        self._shorten(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low card the budget is a number without a slider, and the bounds begin higher."""
        super().resizeEvent(event)
        self._shorten(event.size().height() < self._context.theme.size(_LOW))

    def _shorten(self, short: bool) -> None:
        self._short.setVisible(short)
        self._verdict.setVisible(not short)
        for row in self._budget.rows.values():
            row.setVisible(not short)

    def _add_corollary(self, column: Column) -> None:
        """The book's shortcut stands by itself: it has a range; its own example is one press away."""
        context, inside, lines = self._context, column.inside, column.lines
        self._number = context.label(None, "section", inside)
        info = InfoButton(context, "corollary-3-21", inside)
        lines.addLayout(section(context, N_("Dwork–Roth Corollary 3.21"), inside, self._number, info))
        self._range = context.label(None, "label", inside, wrap=True)
        self._truly = context.label(None, "label", inside, wrap=True)
        self._use = _use(context, inside)
        self._use.setAccessibleName(context.say(N_("use the value of Dwork–Roth Corollary 3.21")))
        self._use.clicked.connect(self._used)
        lines.addWidget(self._range)
        lines.addWidget(self._truly)
        lines.addWidget(self._use, alignment=Qt.AlignmentFlag.AlignRight)
        self._preset = WordyButton(context.say(PRESETS[EXAMPLE].title), inside)
        self._preset.clicked.connect(self._exemplified)
        lines.addWidget(self._preset)
        self._example = context.label(None, "label", inside, wrap=True)
        lines.addWidget(self._example)

    # What a person does

    def _used(self) -> None:
        if self._take is not None:
            self._context.store.dispatch(ShareTaken(*self._take, COROLLARY))

    def _exemplified(self) -> None:
        self._context.store.dispatch(PresetChosen(EXAMPLE))

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return (*share_requests.questions(state), *questions(state))

    def _asked_anew(self) -> None:
        self._seen = ()
        self._context.store.request_frame()

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.setting, state.composing, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        say = self._context.say
        self._budget.show(state)
        for row in (self._short, *self._beside):
            row.show_state(state)
        self._heading.setText(say(budget_per_release.heading(state)))
        self._card.head.assume(say(budget_per_release.assumption(state)))
        now = readings(state, answers)
        found = budget_per_release.rows(state, answers, now)
        best = next((row.bound for row in found if row.valid and row.current), None)
        for line, share in zip(self._lines, found, strict=True):
            line.show_row(share, share.bound == best)
        self._waiting.follow(not all(row.current for row in found))
        self._verdict.setText(say(budget_per_release.verdict(state, now)))
        self._show_corollary(budget_per_release.corollary(state, answers))
        example = budget_per_release.example(state, now)
        self._example.setVisible(example is not None)
        self._example.setText(say(example) if example is not None else "")

    def _show_corollary(self, corollary: Corollary) -> None:
        say = self._context.say
        self._take = corollary.take if corollary.current else None
        self._number.setText(number(corollary.rounded))
        self._range.setText(say(corollary.range))
        self._truly.setText("" if corollary.truly is None else say(corollary.truly))
        self._truly.setVisible(corollary.truly is not None)
        self._use.setVisible(corollary.take is not None)
        self._use.setEnabled(corollary.current)
        dim((self._number, self._range, self._truly), not corollary.current)


def _use(context: Context, parent: QWidget) -> QToolButton:
    button = link(context, N_("use"), parent)
    button.setToolTip(context.say(N_("Use this value in the current release (can be undone)")))
    return button
