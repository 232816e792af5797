"""One bound in a narrow card: its total, its kind of number, and its ratio to basic composition."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from explorer.app.compose.bounds_at_k import Reading, certified
from explorer.app.plotting.palette import ink_of
from explorer.gui.compose.curve_dot import CurveDot
from explorer.gui.shell.context import Context
from explorer.gui.widgets.explain import InfoButton
from explorer.gui.widgets.label import Label
from explorer.gui.widgets.selectable import Selectable
from explorer.gui.widgets.theme import BODY
from explorer.language import number
from explorer.mark import N_, Sentence

_BUTTON = 22  # pixels of the button at the end of each line


def heading(context: Context, parent: QWidget) -> QWidget:
    """What stands above the numbers of some lines."""
    whole = QWidget(parent)
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(context.label(N_("bound"), "label", parent), 1)
    heading = context.label(N_("total ε, relative to basic composition"), "label", parent, wrap=True)
    heading.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
    row.addWidget(heading, 2)
    row.addSpacing(context.theme.size(_BUTTON))
    return whole


def times(reading: Reading) -> Sentence | None:
    """The total relative to basic composition; None where that has no total."""
    if reading.against is None:
        return None
    return N_("{times:3} ×", times=reading.against)


def within_budget(count: int) -> Sentence:
    """How many releases one bound admits within the budget."""
    if count == 1:
        return N_("1 release fits in the budget")
    return N_("{count} releases fit in the budget", count=count)


class BoundLine(QWidget):
    """One bound: its colour, its name, its kind, its total, and what explains it.

    With `hides` a press on its colour hides its curve in the picture of Compose.
    """

    def __init__(self, context: Context, parent: QWidget, hides: bool = True) -> None:
        super().__init__(parent)
        self._context = context
        self._bound = ""
        self._best = False
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(context.theme.size(6))
        grid.setVerticalSpacing(0)
        self.dot = CurveDot(context, self, self if hides else None)
        if not hides:
            self.dot.only_show()
        self._title = Label("", self, wrap=True)
        self._title.setObjectName("title")
        self._title.setMinimumWidth(1)
        self._value, self._times = Selectable(self), Selectable(self)
        self._value.setObjectName("total")
        self._times.setObjectName("label")
        self._kind = context.label(None, "label", self, wrap=True)
        for numbers in (self._value, self._times):
            numbers.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._value.setFont(context.theme.font(strong=True))
        self._value.rest_at("88.88")
        self._times.rest_at("0.888 ×")
        self._info = InfoButton(context, "composition", self)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(self.dot, 0, 0, top)
        grid.addWidget(self._title, 0, 1, top)
        grid.addWidget(self._value, 0, 2, top)
        grid.addWidget(self._info, 0, 3, top)
        grid.addWidget(self._kind, 1, 1, top)
        grid.addWidget(self._times, 1, 2, top)
        self._fitting = context.label(None, "label", self, wrap=True)
        grid.addWidget(self._fitting, 2, 1, 1, 2, top)
        grid.setColumnStretch(1, 1)

    def _font(self) -> QFont:
        return self._context.theme.font(BODY, strong=self._best)

    def show_reading(
        self, reading: Reading, best: bool, before: bool = False, fitting: int | None = None
    ) -> None:
        """Show one bound; a number that is still being computed keeps its last value, dimmed.

        So does one that stands for what was `before` a refused entry. `fitting` releases are within the
        budget by this bound.
        """
        say, theme = self._context.say, self._context.theme
        self._value.setText("–" if math.isnan(reading.epsilon) else number(reading.rounded))
        role = ink_of(reading.colour) if best else "ink" if reading.valid and reading.current else "faint"
        role = "faint" if before else role
        self._value.tint(theme.colour(role))
        if reading.bound != self._bound:  # most moves of a slider change only the number
            self._bound = reading.bound
            self._title.setText(say(reading.title))
            self._info.explain(f"bound-{reading.bound}")
            self._title.setToolTip(reading.source)
            self.dot.show_bound(reading.bound, reading.title, theme.colour(reading.colour))
        if best != self._best:
            self._best = best
            self._title.setFont(self._font())
        self._show_kind(reading)
        if math.isnan(reading.epsilon) and not fitting:
            fitting = None  # it does not hold here: no number of releases would be its answer
        self._fitting.setVisible(fitting is not None)
        if fitting is not None:
            self._fitting.setText(say(within_budget(fitting)))

    def _show_kind(self, reading: Reading) -> None:
        say = self._context.say
        bracket = certified(reading) if reading.valid else None
        words = say(reading.kind if bracket is None else bracket)
        if reading.why is not None and math.isnan(reading.epsilon):
            words = say(reading.why)
        self._kind.setText(words)
        self._explain(self._kind, say(reading.why) if reading.why else reading.source)
        compared = times(reading)
        self._times.setText("" if compared is None else say(compared))
        if reading.against is not None:
            sentence = N_("{times:3} times basic composition", times=reading.against)
            self._explain(self._times, say(sentence))

    @staticmethod
    def _explain(words: Label, why: str) -> None:
        """Each tooltip that is set is told to whoever may be watching, also the same one again."""
        if why != words.toolTip():
            words.setToolTip(why)
