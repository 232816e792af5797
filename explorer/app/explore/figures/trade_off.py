"""False alarms against misses: what any test for one person's presence can reach."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, guarantee_of, mechanism_of
from explorer.app.plotting.comparison_curves import (
    OTHER,
    OWN,
    curve_settings,
    dash_of,
    down_where_bound,
    kept_kind,
    other_title,
    own_title,
)
from explorer.app.plotting.distributions import compared
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, distinct, read_only
from explorer.app.plotting.layers import Area, Dash, Layer, Line, Note
from explorer.mark import N_, Rounding, Sentence, at_least
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.status import Kind

_RATES = distinct(np.geomspace(1e-6, 1e-2, 60), np.linspace(0, 1, 301))
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_SAID = 0.05  # the false-alarm rate that the description reads the curve at
_WORST = Line(
    "worst",
    _RATES,
    _RATES,
    "ink",
    Dash.UPPER,
    1.5,
    N_("worst case"),
    towards=Rounding.DOWN,
    source="Wasserman & Zhou 2010; Kairouz, Oh & Viswanath 2015",
)


def worst_misses(epsilon: float, delta: float, false_alarm: Floats) -> Floats:
    """max{0, 1−δ−e^ε α, (1−δ−α)e^(−ε)}: no (ε, δ) mechanism allows fewer misses (Wasserman & Zhou 2010)."""
    first = 1 - delta - math.exp(epsilon) * false_alarm
    second = (1 - delta - false_alarm) * math.exp(-epsilon)
    return np.maximum(0.0, np.maximum(first, second))


class TradeOff(Picture):
    """The trade-off curve of this mechanism, what no test can reach at the same ε and δ, and guessing."""

    id = "trade-off"
    order = 20
    title = N_("Attacker's error rates")
    source = "Wasserman & Zhou 2010; Dong, Roth & Su 2022"
    reads = ("setting", "pinned")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        target, guarantee = state.target, guarantee_of(state)
        delta = 0.0 if mechanism_of(state).pure else target.delta
        own = read_only(np.asarray(guarantee.trade_off(_RATES)))
        worst = read_only(worst_misses(target.epsilon, delta, _RATES))
        return Figure(
            TradeOff.id,
            TradeOff.title,
            kept_kind(wording.guarantee(state), guarantee),
            _description(state),
            Axis(N_("false-positive rate"), 0.0, 1.0, _TICKS),
            Axis(N_("false-negative rate"), 0.0, 1.0, _TICKS),
            (
                *_unreached(state, worst),
                Line("guessing", _RATES, 1 - _RATES, "faint", Dash.EXACT, 1.0, N_("random guessing")),
                replace(_WORST, y=worst),
                *_pinned(state),
                replace(_line(guarantee, own), label=own_title(state)),
            ),
            Table(
                (
                    N_("false-positive rate"),
                    N_("false-negative rate of this mechanism"),
                    N_("false-negative rate, worst case"),
                ),
                ("false_alarm_rate", "miss_rate", "worst_miss_rate"),
                (_RATES, own, worst),
                {"miss_rate": Rounding.DOWN} if guarantee.profile_kind is Kind.UPPER else {},
            ),
            settings=curve_settings(state, guarantee.profile_kind is Kind.UPPER),
        )


def _pinned(state: State) -> list[Layer]:
    """The curve of the setting that this one is compared with."""
    setting = compared(state)
    if setting is None:
        return []
    line = _line(guarantee_for(setting), _misses(setting))
    return [replace(line, id="pinned", colour=OTHER, width=1.2, label=other_title())]


def _line(guarantee: Guarantee, misses: Floats) -> Line:
    """A curve of false-negative rates."""
    return Line("own", _RATES, misses, OWN, dash_of(guarantee), 2.5, towards=down_where_bound(guarantee))


@lru_cache(maxsize=8)
def _misses(setting: Setting) -> Floats:
    """The curve of a setting that stays while another is moved."""
    return read_only(np.asarray(guarantee_for(setting).trade_off(_RATES)))


def _unreached(state: State, worst: Floats) -> list[Layer]:
    """Below e^ε p + q = 1 − δ or p + e^ε q = 1 − δ, p false alarms, q misses: no test gets there.

    Hatched where the mechanism does not keep the ε and δ that it claims.
    """
    broken = wording.broken(state) is not None
    region = Area(
        "unreached",
        _RATES,
        read_only(np.zeros_like(worst)),
        worst,
        "unproven" if broken else "ink",
        0.5 if broken else 0.07,
        hatched=broken,
    )
    room = float(np.interp(0.5, _RATES, worst)) > 0.17
    if broken or not room:
        return [region]
    return [
        region,
        Note("unreached-words", 0.0, 0.08, (N_("out of reach"),), "muted", optional=True),
    ]


def _description(state: State) -> Sentence:
    misses = float(guarantee_of(state).trade_off(np.array([_SAID]))[0])
    if wording.broken(state) is not None:
        return N_(
            "At a false-positive rate of {rate:percent} the false-negative rate of any test is at "
            "least {misses:percent}; the hatched region is claimed but not achieved",
            rate=_SAID,
            misses=at_least(misses),
        )
    values = {"rate": _SAID, "misses": at_least(misses), "epsilon": state.target.epsilon}
    if mechanism_of(state).pure:
        return N_(
            "At a false-positive rate of {rate:percent} the false-negative rate of any test is at "
            "least {misses:percent}. No test is in the shaded region: e^ε p + q >= 1 and p + e^ε q "
            ">= 1 for false-positive rate p and false-negative rate q, ε = {epsilon}",
            **values,
        )
    return N_(
        "At a false-positive rate of {rate:percent} the false-negative rate of any test is at "
        "least {misses:percent}. No test is in the shaded region: e^ε p + q >= 1 − δ and p + e^ε q "
        ">= 1 − δ for false-positive rate p and false-negative rate q, ε = {epsilon}, δ = {delta}",
        delta=state.target.delta,
        **values,
    )
