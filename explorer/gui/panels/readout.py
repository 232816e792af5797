"""All bounds at the k that is dragged, the cheapest guarantee first."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from explorer.app.exploring import HORIZONS
from explorer.app.message import Moved, Settled
from explorer.app.palette import ink_of
from explorer.app.readings import Reading, questions, readings, saving
from explorer.app.request import Request
from explorer.app.state import State
from explorer.gui.column import Column, ParameterRows
from explorer.gui.context import Context
from explorer.gui.explain import InfoButton
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.language import number
from explorer.mark import N_
from explorer.privacy.composition import every_composition

ROWS = ("composing.count", "composing.total_delta")


class Line(QWidget):
    """One bound: its colour, its name, its kind, its total, and what explains it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._look: tuple[str, bool, str] | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(context.theme.size(8))
        grid.setVerticalSpacing(0)
        self._dot = QLabel("●", self)
        self._title, self._value = QLabel(self), QLabel(self)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._kind = context.label(None, "label", self, wrap=True)
        self._value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._info = InfoButton(context, "composition", self)
        grid.addWidget(self._dot, 0, 0)
        grid.addWidget(self._title, 0, 1)
        grid.addWidget(self._value, 0, 2)
        grid.addWidget(self._info, 0, 3)
        grid.addWidget(self._kind, 1, 1, 1, 3)
        grid.setColumnStretch(1, 1)

    def show_reading(self, reading: Reading, best: bool) -> None:
        """Show one bound; a number that is still being computed keeps its last value, dimmed."""
        say, theme = self._context.say, self._context.theme
        self._value.setText("–" if math.isnan(reading.epsilon) else number(reading.epsilon))
        role = ink_of(reading.colour) if best else ("ink" if reading.valid and reading.current else "faint")
        look = (reading.bound, best, role)
        if look != self._look:  # style is costly: most moves of a slider change only the number
            self._look = look
            self._title.setText(say(reading.title))
            self._info.explain(f"bound-{reading.bound}")
            self._title.setToolTip(reading.source)
            self._title.setFont(theme.font(strong=best))
            self._dot.setStyleSheet(f"color: {theme.colours[reading.colour]}")
            self._value.setStyleSheet(f"color: {theme.colours[role]}; font-weight: 600")
        words = say(reading.kind)
        if reading.why is not None and math.isnan(reading.epsilon):
            words = say(reading.why)
        self._kind.setText(words)
        self._kind.setToolTip(say(reading.why) if reading.why else reading.source)


class Readout(Panel):
    """The k line in numbers."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(8), self)
        lines, inside = column.lines, column.inside
        self._parameters = ParameterRows(context, ROWS, column)
        self._add_horizon(inside, lines)
        self._lines = [Line(context, inside) for _ in every_composition()]
        for line in self._lines:
            lines.addWidget(line)
        self._saving = context.label(None, "section", inside, wrap=True)
        lines.addWidget(self._saving)
        price = QHBoxLayout()
        self._price = context.label(None, "label", inside, wrap=True)
        price.addWidget(self._price, 1)
        price.addWidget(InfoButton(context, "total-delta", inside))
        lines.addLayout(price)
        lines.addStretch(1)
        outer.addWidget(column)

    def _add_horizon(self, parent: QWidget, lines: QVBoxLayout) -> None:
        say = self._context.say
        row = QHBoxLayout()
        row.addWidget(self._context.label(N_("drawn up to"), "muted", parent))
        self._horizon = QComboBox(parent)
        self._horizon.setAccessibleName(say(N_("drawn up to")))
        for step in HORIZONS:
            self._horizon.addItem(f"k = {number(step)}", step)
        self._horizon.activated.connect(self._reached)
        row.addWidget(self._horizon, 1)
        lines.addLayout(row)

    # What a person does

    def _reached(self, position: int) -> None:
        self._context.store.dispatch(Moved("composing.horizon", float(self._horizon.itemData(position))))
        self._context.store.dispatch(Settled())

    # What is shown

    def wanted(self, state: State) -> tuple[Request, ...]:
        return questions(state)

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.setting, state.composing, state.refused, answers.arrivals)
        if seen == self._seen:
            return
        self._seen = seen
        self._parameters.show(state)
        self._horizon.setCurrentIndex(self._horizon.findData(state.composing.horizon))
        found = readings(state, answers)
        best = next((each.bound for each in found if each.valid and each.current), None)
        for line, reading in zip(self._lines, found, strict=True):
            line.show_reading(reading, reading.bound == best)
        self._saving.setText(self._context.say(saving(found)))
        price = N_("the price: δ = {delta} in total", delta=state.composing.total_delta)
        self._price.setText(self._context.say(price))
