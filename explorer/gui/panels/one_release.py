"""The left column: one release, what it means for a person, and what it costs."""

from __future__ import annotations

import math

from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from explorer.app import wording
from explorer.app.message import MarginWanted, MechanismChosen
from explorer.app.state import State, mechanism_of
from explorer.gui.column import Column, ParameterRows
from explorer.gui.context import Context
from explorer.gui.icon_array import IconArray
from explorer.gui.panel import Panel
from explorer.jobs import Answered
from explorer.language import number, percent
from explorer.mark import N_, Sentence
from explorer.privacy.accuracy import accuracy, stands_out
from explorer.privacy.mechanism import AdditiveNoise, Mechanism, every_mechanism
from explorer.privacy.risk import of_mechanism, posterior

ROWS = ("target.epsilon", "target.delta", "target.sensitivity")


class OneRelease(Panel):
    """Mechanism and parameters; the person's risk; the noise."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._seen: tuple[object, ...] = ()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        column = Column(context.theme.size(6), self)
        self._lines = column.lines
        self._add_parameters(column)
        self._strip(column.inside)
        self._add_meaning(column.inside)
        self._strip(column.inside)
        self._add_cost(column.inside)
        self._lines.addStretch(1)
        self._source = context.label(None, "label", column.inside, wrap=True)
        self._lines.addWidget(self._source)
        outer.addWidget(column)

    def _strip(self, parent: QWidget) -> None:
        strip = QFrame(parent)
        strip.setObjectName("strip")
        strip.setFixedHeight(1)
        self._lines.addWidget(strip)

    def _add_parameters(self, column: Column) -> None:
        context = self._context
        self._mechanism = QComboBox(column.inside)
        self._mechanism.setAccessibleName(context.say(N_("Mechanism")))
        for identity, entry in every_mechanism().items():
            name = context.say(entry.title)
            self._mechanism.addItem(name[0].upper() + name[1:], identity)
        self._mechanism.activated.connect(self._chosen)
        self._lines.addWidget(self._mechanism)
        self._parameters = ParameterRows(context, ROWS, column)
        self._unit = context.label(None, "label", column.inside)
        self._lines.addWidget(self._unit)

    def _add_meaning(self, parent: QWidget) -> None:
        context = self._context
        self._lines.addWidget(context.label(N_("What it means for a person"), "section", parent))
        self._lines.addWidget(
            context.label(
                N_("Someone who sees the result guesses right whether you are in the data"),
                "muted",
                parent,
                True,
            )
        )
        self._guess = context.label(None, "key", parent)
        self._lines.addWidget(self._guess)
        self._lines.addWidget(
            context.label(N_("times; with no data at all: 50 of 100"), "muted", parent, True)
        )
        self._icons = IconArray(context.theme, parent)
        self._lines.addWidget(self._icons)
        self._risk = context.label(None, "label", parent, wrap=True)
        self._lines.addWidget(self._risk)

    def _add_cost(self, parent: QWidget) -> None:
        context = self._context
        self._lines.addWidget(context.label(N_("What it costs"), "section", parent))
        row = QHBoxLayout()
        self._margin = context.label(None, "key", parent)
        self._margin_words = context.label(None, "muted", parent, wrap=True)
        row.addWidget(self._margin)
        row.addWidget(self._margin_words, 1)
        self._lines.addLayout(row)
        self._noise = context.label(None, "label", parent, wrap=True)
        self._lines.addWidget(self._noise)
        wish = QHBoxLayout()
        wish.addWidget(QLabel(context.say(N_("I need a margin of")), parent))
        self._wish = QLineEdit(parent)
        self._wish.setAccessibleName(context.say(N_("I need a margin of")))
        self._wish.setPlaceholderText("± …  → ε")
        self._wish.returnPressed.connect(self._wished)
        wish.addWidget(self._wish, 1)
        self._lines.addLayout(wish)
        self._refusal = context.label(None, "refusal", parent, wrap=True)
        self._lines.addWidget(self._refusal)

    # What a person does

    def _chosen(self, position: int) -> None:
        self._context.store.dispatch(MechanismChosen(str(self._mechanism.itemData(position))))

    def _wished(self) -> None:
        if text := self._wish.text().strip().lstrip("±").strip():
            self._context.store.dispatch(MarginWanted(text))

    # What is shown

    def show_state(self, state: State, answers: Answered) -> None:
        seen = (state.setting, state.reading.confidence, state.reading.bins, state.refused)
        if seen == self._seen:
            return
        self._seen = seen
        mechanism = mechanism_of(state)
        self._mechanism.setCurrentIndex(self._mechanism.findData(state.mechanism))
        self._parameters.show(state)
        if mechanism.pure and "target.delta" not in state.refused:
            why = N_("{mechanism} noise gives pure ε: δ stays 0", mechanism=mechanism.title)
            self._parameters.rows["target.delta"].show_unused(N_("not used"), why)
        self._unit.setText(
            self._context.say(
                N_(
                    "{norm} = {value}; {unit}",
                    norm=mechanism.norm,
                    value=state.target.sensitivity,
                    unit=wording.unit(state),
                )
            )
        )
        self._show_meaning(state, mechanism)
        self._show_cost(state, mechanism)

    def _show_meaning(self, state: State, mechanism: Mechanism) -> None:
        risk = of_mechanism(mechanism)
        right = 100 * risk.best_guess
        guess = self._context.say(N_("{count} of 100", count=_counted(right)))
        self._guess.setText(guess)
        self._guess.setToolTip(self._context.say(_GUESS))
        self._icons.show_count(round(right), guess)
        self._risk.setText(self._context.say(_risk_sentence(state, mechanism, risk.advantage)))

    def _show_cost(self, state: State, mechanism: Mechanism) -> None:
        reading = state.reading
        if not isinstance(mechanism, AdditiveNoise):
            return
        cost = accuracy(mechanism, reading.confidence, reading.bins)
        self._margin.setText(f"± {number(cost.margin_each, 3)}")
        self._margin_words.setText(
            self._context.say(
                N_("{confidence:percent} noise margin, each count", confidence=reading.confidence)
            )
        )
        self._noise.setText(
            self._context.say(
                N_(
                    "all {bins} bins together ± {joint:3}; smallest count that stands out: {least:3}",
                    bins=reading.bins,
                    joint=cost.margin_joint,
                    least=stands_out(mechanism, reading.bins, 1 - reading.confidence),
                )
            )
        )
        refusal = state.refused.get("margin")
        self._refusal.setText(self._context.say(refusal.sentence) if refusal else "")
        self._refusal.setVisible(refusal is not None)
        told = wording.claim(state)
        self._source.setObjectName("label" if told.reason is None else "refusal")
        self._source.style().polish(self._source)
        if told.reason is not None:
            self._source.setText(self._context.say(told.reason))
            return
        self._source.setText(
            self._context.say(
                N_("exact; {mechanism}: {source}", mechanism=mechanism.title, source=mechanism.source)
            )
        )


_GUESS = N_("exact, at even odds beforehand: half of one plus the total variation distance of the two curves")


def _counted(right: float) -> float:
    """Right guesses of a hundred: whole, but for the ends, where rounding would say chance or certainty."""
    if 51 <= right < 99:
        return round(right)
    return math.floor(10 * right) / 10 if right < 100 else 100


def _risk_sentence(state: State, mechanism: Mechanism, advantage: float) -> Sentence:
    if mechanism.pure:
        high = posterior(state.target.epsilon, 0.01)[1]
        return N_(
            "advantage {advantage:2}; a belief of 1 % becomes at most {high}",
            advantage=advantage,
            high=percent(high),
        )
    return N_(
        "advantage {advantage:2}; with δ > 0 no single result has a limit on what it can tell",
        advantage=advantage,
    )
