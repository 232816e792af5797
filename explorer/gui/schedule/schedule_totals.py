"""The year's total under each bound in one strip, and what is left of the budget."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.app.core import wording
from explorer.app.core.message import Mended, Moved, Settled, Typed
from explorer.app.core.state import State, declared, value_at
from explorer.app.plotting.palette import ink_of
from explorer.app.schedule import year_totals
from explorer.app.schedule.figures.year import colour_of
from explorer.app.schedule.year_readings import Cost
from explorer.gui.fields.number_field import NumberField
from explorer.gui.fields.number_rows import refusal_line, show_refusal, stepped
from explorer.gui.shell.context import Context
from explorer.gui.widgets.dimmed_numbers import dim
from explorer.gui.widgets.explain import InfoButton
from explorer.language import editable, number
from explorer.mark import N_, Sentence, at_least, at_most
from explorer.privacy.accounting.heterogeneous_totals import BOUNDS, no_total
from explorer.privacy.composition import every_composition
from explorer.privacy.status import Kind, Status

_BUDGET = "composing.total_epsilon"
_FIELD, _BETWEEN, _INFO, _NARROWEST = 64, 10, 24, 160  # pixels
_TITLES = {"heterogeneous": N_("optimal composition")}
_FACTS = {"heterogeneous": "year-optimum", "numerical": "year-own-loss"}


def title_of(bound: str) -> Sentence:
    """What a bound of a whole plan is called."""
    return _TITLES.get(bound) or every_composition()[bound].title


class _Item(QWidget):
    """One bound: its colour, its name, its total, and what explains it."""

    def __init__(self, context: Context, bound: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._bound = context, bound
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(context.theme.size(4))
        dot = QLabel("●", self)
        dot.setStyleSheet(f"color: {context.theme.colours[colour_of(bound)]}")
        self._title = context.label(title_of(bound), "label", self)
        self._value = QLabel(self)
        self._value.setObjectName("total")
        for widget in (
            dot,
            self._title,
            self._value,
            InfoButton(context, _FACTS.get(bound, f"bound-{bound}"), self),
        ):
            row.addWidget(widget)
        row.addStretch(1)

    def show_cost(self, cost: Cost, best: bool, stale: bool) -> None:
        """Its number; the best one in its colour, an older one faint."""
        theme, say, total = self._context.theme, self._context.say, cost.total
        self._value.setText(
            "–" if math.isnan(total.epsilon) else number(wording.cost(total.epsilon, total.kind))
        )
        role = ink_of(colour_of(self._bound)) if best else "ink"
        role = "faint" if stale or not cost.current else role
        self._value.setStyleSheet(f"color: {theme.colours[role]}")
        self._value.setFont(theme.font(strong=best))
        self.setToolTip("\n".join(say(each) for each in cost_lines(cost)))


def cost_lines(cost: Cost) -> tuple[Sentence, ...]:
    """What a total is, and why it is not more."""
    total = cost.total
    if math.isnan(total.epsilon):
        return (total.reason,) if total.reason is not None else ()
    kind = (
        wording.STATUSES.get(total.status) if total.status is not Status.PROVEN else wording.KINDS[total.kind]
    )
    lines: list[Sentence] = [kind or wording.KINDS[total.kind]]
    if total.kind is Kind.BRACKET and not math.isnan(total.lower):
        lines.append(
            N_("between {low:6} and {high:6}", low=at_least(total.lower), high=at_most(total.epsilon))
        )
    rounded = {"epsilon": wording.cost(total.epsilon, total.kind), "delta": at_most(total.delta)}
    lines.append(N_("ε = {epsilon} at δ = {delta}", **rounded))
    return (*lines, total.reason) if total.reason is not None else tuple(lines)


class Totals(QWidget):
    """Four bounds, then the budget and what is left of it: in as few rows as the card is wide enough for."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        self.setMinimumWidth(context.theme.size(_NARROWEST))  # the strip never makes the card wider
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._items = {bound: _Item(context, bound, self) for bound in BOUNDS}
        self._bounds = QGridLayout()
        self._bounds.setHorizontalSpacing(context.theme.size(_BETWEEN))
        self._bounds.setVerticalSpacing(0)
        self._columns = 0
        self._rows.addLayout(self._bounds)
        self._left = context.label(None, "label", self, wrap=True)
        self._left.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        foot = QHBoxLayout()
        foot.setSpacing(context.theme.size(_BETWEEN))
        for widget, share in (
            *((self._left, 1), (self._field(), 0)),
            (InfoButton(context, "year-left", self), 0),
        ):
            foot.addWidget(widget, share)
        self._rows.addLayout(foot, 1)
        lines.addLayout(self._rows)
        self._arrange()
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """As few rows as hold every number and word whole."""
        size, items = self._context.theme.size, list(self._items.values())
        widths = [item.sizeHint().width() for item in items]
        bounds = sum(widths) + (len(items) - 1) * size(_BETWEEN)
        words = self._left.fontMetrics().horizontalAdvance(self._left.text())
        foot = words + size(_FIELD) + 2 * size(_BETWEEN) + size(_INFO)
        one = bounds + size(_BETWEEN) + foot <= self.width()
        self._rows.setDirection(QBoxLayout.Direction.LeftToRight if one else QBoxLayout.Direction.TopToBottom)
        self._rows.setSpacing(size(_BETWEEN) if one else 0)
        columns = len(items) if bounds <= self.width() else 2
        if columns == self._columns:
            return
        self._columns = columns
        for column in range(len(items) + 1):
            self._bounds.setColumnStretch(column, int(column == columns))
        for place, item in enumerate(items):
            self._bounds.addWidget(item, place // columns, place % columns)

    def _field(self) -> NumberField:
        """The budget, to be typed."""
        context = self._context
        field = NumberField(context.theme, self, edged=True)
        field.hold(context.theme.size(_FIELD), context.theme.size(24))
        field.setAccessibleName(context.say(N_("budget: total ε")))
        field.setToolTip(field.accessibleName())
        field.typed.connect(self._typed)
        field.mended.connect(self._mended)
        field.stepped.connect(self._stepped)
        self._budget = field
        return field

    def _typed(self, text: str) -> None:
        self._context.store.dispatch(Typed(_BUDGET, text))

    def _mended(self) -> None:
        self._context.store.dispatch(Mended(_BUDGET))

    def _stepped(self, steps: int) -> None:
        state = self._context.store.state
        moved = stepped(declared(state, _BUDGET), value_at(state, _BUDGET), steps)
        self._context.store.dispatch(Moved(_BUDGET, moved))
        self._context.store.dispatch(Settled())

    def show_costs(
        self, state: State, costs: tuple[Cost, ...], best: Cost | None, stale: bool = False
    ) -> None:
        """Every total of the plan; nothing where its lines do not add. `stale`: an entry was refused."""
        missing = tuple(Cost(no_total(bound, None), True) for bound in BOUNDS)
        for item, cost in zip(self._items.values(), costs or missing, strict=True):
            item.show_cost(cost, best is not None and cost.total.bound == best.total.bound, stale)
        refused = _BUDGET in state.refused
        self._budget.show_text(editable(value_at(state, _BUDGET)), refused)
        self._budget.refuse(refused)
        show_refusal(self._context, self._refusal, state, _BUDGET)
        self._left.setText(self._context.say(left(state, costs, best)))
        self._left.setToolTip(self._left.text())
        dim((self._left,), stale)
        self._arrange()


def left(state: State, costs: tuple[Cost, ...], best: Cost | None) -> Sentence:
    """What remains of the budget, as a ledger counts and as is proven; what is over, rounded up."""
    budget = state.composing.total_epsilon
    if year_totals.conflicts(state):
        return N_("no total: not all lines can be composed. Budget")
    if not costs or best is None:
        return N_("budget")
    proven, adding = budget - best.total.epsilon, budget - costs[0].total.epsilon
    if math.isnan(adding):
        return _one(proven)
    if (adding < 0) == (proven < 0):
        if adding < 0:
            over = {"adding": at_most(-adding), "proven": at_most(-proven)}
            return N_("{adding} over by basic composition, {proven} by the best proven bound, of", **over)
        rest = {"adding": at_least(adding), "proven": at_least(proven)}
        return N_("{adding} left by basic composition, {proven} by the best proven bound, of", **rest)
    values = {"adding": at_most(-adding), "proven": at_least(proven)}
    return N_("{adding} over by basic composition, {proven} left by the best proven bound, of", **values)


def _one(rest: float) -> Sentence:
    if rest < 0:
        return N_("{rest} over", rest=at_most(-rest))
    return N_("{rest} left by the best proven bound, of", rest=at_least(rest))
