"""False alarms against misses: what any test for one person's presence can reach."""

from __future__ import annotations

import math

import numpy as np

from explorer.app import wording
from explorer.app.figure import (
    Answers,
    Axis,
    Dash,
    Figure,
    Floats,
    Line,
    Picture,
    Table,
    distinct,
    read_only,
)
from explorer.app.state import State, mechanism_of
from explorer.mark import N_

_RATES = distinct(np.geomspace(1e-6, 1e-2, 60), np.linspace(0, 1, 301))
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def worst_misses(epsilon: float, delta: float, false_alarm: Floats) -> Floats:
    """max{0, 1−δ−e^ε α, (1−δ−α)e^(−ε)}: no (ε, δ) mechanism allows fewer misses (Wasserman & Zhou 2010)."""
    first = 1 - delta - math.exp(epsilon) * false_alarm
    second = (1 - delta - false_alarm) * math.exp(-epsilon)
    return np.maximum(0.0, np.maximum(first, second))


class TradeOff(Picture):
    """The trade-off curve of this mechanism, of the worst one at the same ε and δ, and of guessing."""

    id = "trade-off"
    order = 20
    title = N_("False alarms against misses")
    source = "Wasserman & Zhou 2010; Dong, Roth & Su 2022"
    reads = ("setting",)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        mechanism, target = mechanism_of(state), state.target
        delta = 0.0 if mechanism.pure else target.delta
        own = read_only(mechanism.trade_off(_RATES))
        worst = read_only(worst_misses(target.epsilon, delta, _RATES))
        axis = Axis(N_("false alarm rate"), 0.0, 1.0, _TICKS)
        return Figure(
            TradeOff.id,
            TradeOff.title,
            wording.guarantee(state),
            N_(
                "With {rate:percent} false alarms a test still misses at least {misses:percent}",
                rate=0.05,
                misses=float(mechanism.trade_off(np.array([0.05]))[0]),
            ),
            axis,
            Axis(N_("miss rate"), 0.0, 1.0, _TICKS),
            (
                Line("guessing", _RATES, 1 - _RATES, "faint", Dash.EXACT, 1.0, N_("guessing")),
                Line("worst", _RATES, worst, "ink", Dash.UPPER, 1.5, N_("worst case")),
                Line("own", _RATES, own, "sky", Dash.EXACT, 2.5, mechanism.title),
            ),
            Table(
                (N_("false alarm rate"), N_("this mechanism misses"), N_("worst case misses")),
                ("false_alarm_rate", "miss_rate", "worst_miss_rate"),
                (_RATES, own, worst),
            ),
            settings=wording.settings(state),
        )
