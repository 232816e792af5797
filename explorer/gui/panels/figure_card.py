"""Any figure in a card: the picture, its numbers as a table, and its export."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedLayout

from explorer.app.figure import Figure, Picture
from explorer.app.message import Moved, Settled
from explorer.app.request import Request
from explorer.app.state import State
from explorer.gui.canvas import Canvas
from explorer.gui.card import Card
from explorer.gui.context import Context
from explorer.gui.exporting import export_link
from explorer.gui.numbers import Numbers
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.mark import N_


class FigureCard(Panel):
    """One registered picture, kept up to date."""

    def __init__(self, context: Context, card: Card, picture: type[Picture]) -> None:
        super().__init__()
        self._context, self._card, self._picture = context, card, picture
        self._seen: tuple[object, ...] = ()
        self._answers_seen = -1
        self._pending = False
        self.figure: Figure | None = None
        self.canvas = Canvas(context.theme, context.language, self)
        self.canvas.setAccessibleName(context.say(picture.title))
        self.canvas.dragged.connect(self._dragged)
        self.canvas.let_go.connect(self._let_go)
        self._table = Numbers(context.language, self)
        self._table.setAccessibleName(context.say(picture.title))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self._table)
        self._add_actions()

    def _add_actions(self) -> None:
        say = self._context.say
        self._as_table = QAction(say(N_("table")), self)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip(say(N_("Show the numbers as a table")))
        self._as_table.toggled.connect(self._turned)
        self._card.head.add_link(self._as_table)
        export_link(self._context, self._card, self, lambda: self.figure)

    # What a person does

    def _dragged(self, path: str, value: float) -> None:
        self._context.store.dispatch(Moved(path, value))

    def _let_go(self) -> None:
        self._context.store.dispatch(Settled())

    def _turned(self, table: bool) -> None:
        self._stack.setCurrentIndex(1 if table else 0)
        if table and self.figure is not None:
            self._table.show_table(self.figure.table)

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return self._picture.wanted(state)

    def show_state(self, state: State, answers: Answered) -> None:
        seen = tuple(getattr(state, part) for part in self._picture.reads)
        if seen == self._seen and (not self._pending or answers.arrivals == self._answers_seen):
            return
        self._seen, self._answers_seen = seen, answers.arrivals
        self.figure = self._picture.draw(state, answers)
        self._pending = self.figure.pending
        self._card.head.assume(self._context.say(self.figure.assumption))
        self._card.head.work(self.figure.pending)
        self.canvas.show_figure(self.figure)
        self.canvas.setAccessibleDescription(self._context.say(self.figure.description))
        if self._as_table.isChecked():
            self._table.show_table(self.figure.table)
