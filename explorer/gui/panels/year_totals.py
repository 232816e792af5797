"""The year's total under each bound in one strip, and what is left of the budget."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.app import wording
from explorer.app.figures.year import colour_of
from explorer.app.message import Mended, Moved, Settled, Typed
from explorer.app.palette import ink_of
from explorer.app.state import State, declared, value_at
from explorer.app.yearly_readings import Cost
from explorer.gui.context import Context
from explorer.gui.explain import InfoButton
from explorer.gui.number_field import NumberField
from explorer.gui.panels.number_rows import refusal_line, show_refusal, stepped
from explorer.gui.theme import BODY
from explorer.language import number
from explorer.mark import N_, Sentence
from explorer.privacy.composition import every_composition
from explorer.privacy.status import Kind, Status
from explorer.privacy.totalling import BOUNDS, no_total

_BUDGET = "composing.total_epsilon"
_TITLES = {"heterogeneous": N_("any mechanisms")}
_FACTS = {"heterogeneous": "year-optimum"}


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
        for widget in (
            dot,
            self._title,
            self._value,
            InfoButton(context, _FACTS.get(bound, f"bound-{bound}"), self),
        ):
            row.addWidget(widget)
        row.addStretch(1)

    def show_cost(self, cost: Cost, best: bool) -> None:
        """Its number; the best one in its colour."""
        theme, say, total = self._context.theme, self._context.say, cost.total
        self._value.setText("–" if math.isnan(total.epsilon) else number(total.epsilon, 3))
        role = ink_of(colour_of(self._bound)) if best else "ink" if cost.current else "faint"
        self._value.setStyleSheet(f"color: {theme.colours[role]}")
        self._value.setFont(theme.font(strong=best))
        self.setToolTip("\n".join(say(each) for each in told(cost)))


def told(cost: Cost) -> tuple[Sentence, ...]:
    """What a total is, and why it is not more."""
    total = cost.total
    if math.isnan(total.epsilon):
        return (total.reason,) if total.reason is not None else ()
    kind = (
        wording.STATUSES.get(total.status) if total.status is not Status.PROVEN else wording.KINDS[total.kind]
    )
    lines: list[Sentence] = [kind or wording.KINDS[total.kind]]
    if total.kind is Kind.BRACKET and not math.isnan(total.lower):
        lines.append(N_("between {low:6} and {high:6}", low=total.lower, high=total.epsilon))
    lines.append(N_("ε = {epsilon:6} at δ = {delta:3}", epsilon=total.epsilon, delta=total.delta))
    return (*lines, total.reason) if total.reason is not None else tuple(lines)


class Totals(QWidget):
    """Four bounds beside each other, then the budget and what is left of it."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(context.theme.size(10))
        self._items = {bound: _Item(context, bound, self) for bound in BOUNDS}
        for item in self._items.values():
            row.addWidget(item)
        self._left = context.label(None, "label", self, wrap=True)
        self._left.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row.addWidget(self._left, 1)
        row.addWidget(self._field())
        row.addWidget(InfoButton(context, "year-left", self))
        lines.addLayout(row)
        self._refusal = refusal_line(context, self)
        lines.addWidget(self._refusal)

    def _field(self) -> NumberField:
        """The budget, to be typed."""
        context = self._context
        field = NumberField(context.theme, self, edged=True)
        field.setFont(context.theme.font(BODY, strong=True))
        field.setFixedSize(context.theme.size(56), context.theme.size(24))
        field.setAccessibleName(context.say(N_("budget: ε in total")))
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

    def show_costs(self, state: State, costs: tuple[Cost, ...], best: Cost | None) -> None:
        """Every total of the plan; nothing where its lines do not add."""
        missing = tuple(Cost(no_total(bound, None), True) for bound in BOUNDS)
        for item, cost in zip(self._items.values(), costs or missing, strict=True):
            item.show_cost(cost, best is not None and cost.total.bound == best.total.bound)
        refused = _BUDGET in state.refused
        self._budget.show_text(number(value_at(state, _BUDGET)), refused)
        self._budget.refuse(refused)
        show_refusal(self._context, self._refusal, state, _BUDGET)
        self._left.setText(self._context.say(left(state, costs, best)))
        self._left.setToolTip(self._left.text())


def left(state: State, costs: tuple[Cost, ...], best: Cost | None) -> Sentence:
    """What remains of the budget, as a ledger counts and as is proven."""
    budget = state.composing.total_epsilon
    if not costs or best is None:
        return N_("budget")
    proven, adding = budget - best.total.epsilon, budget - costs[0].total.epsilon
    if math.isnan(adding):
        return _one(proven)
    if (adding < 0) == (proven < 0):
        values = {"adding": abs(adding), "proven": abs(proven)}
        if adding < 0:
            return N_("{adding:3} over by adding up, {proven:3} as proven, of", **values)
        return N_("{adding:3} left by adding up, {proven:3} as proven, of", **values)
    return N_("{adding:3} over by adding up, {proven:3} left as proven, of", adding=-adding, proven=proven)


def _one(rest: float) -> Sentence:
    return N_("{rest:3} over", rest=-rest) if rest < 0 else N_("{rest:3} left as proven, of", rest=rest)
