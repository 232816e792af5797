"""δ against ε: all the guarantees that one release gives at once."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np

from explorer.app.core import wording
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, guarantee_of, mechanism_for, mechanism_of
from explorer.app.plotting.comparison_curves import (
    OTHER,
    OWN,
    curve_settings,
    dash_of,
    kept_kind,
    other_title,
    own_title,
    up_where_bound,
)
from explorer.app.plotting.distributions import compared
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, distinct, read_only
from explorer.app.plotting.layers import Dash, Layer, Line, Note, Points
from explorer.app.plotting.logarithmic_axes import LOWEST, logarithmic_axis
from explorer.app.plotting.taken import taking
from explorer.app.plotting.ticks import round_up, ticks
from explorer.mark import N_, Rounding, Sentence, at_most
from explorer.privacy.mechanism import Guarantee
from explorer.privacy.numerics.logspace import logistic
from explorer.privacy.status import Kind

_POINTS = 161
_PURE_DECADES = 6.0  # of δ that are drawn where the release has none
_BELOW_THE_TOP = 3.0  # decades that are drawn at least below the largest δ of a pure release
_TO_THE_END = 1 - np.geomspace(1e-9, 0.1, 40)  # of ε₀: there δ of a pure release falls to 0
_CLEAR = 0.11  # of the picture's height: two lines of words apart
_READ_AT = 1e-6  # the δ that the description reads a pure release at
_NONE = read_only(np.zeros(0))
_WORST = Line(
    "worst",
    _NONE,
    _NONE,
    "ink",
    Dash.UPPER,
    1.5,
    N_("worst case"),
    towards=Rounding.UP,
    source="Kairouz, Oh & Viswanath 2015, Theorem 2.1",
)


def worst_delta(epsilon: float, delta: float, at: Floats) -> Floats:
    r"""The largest δ that any (ε, δ)-DP mechanism has at each ε' >= 0.

    .. math:: \delta + (1-\delta)\,\frac{e^\varepsilon - e^{\varepsilon'}}{1+e^\varepsilon}
        \quad(\varepsilon'\le\varepsilon),\qquad \delta\quad(\varepsilon'>\varepsilon)

    Source
    ------
    Kairouz, Oh & Viswanath (2015), Theorem 2.1: the mechanism that dominates all of them.
    """
    beyond = -np.expm1(np.minimum(at - epsilon, 0.0)) * logistic(epsilon)
    return np.asarray(delta + (1 - delta) * beyond)


class DeltaProfile(Picture):
    """The smallest δ at each ε: this release, the worst that keeps the same promise, the promise itself."""

    id = "delta-profile"
    order = 32
    title = N_("δ at each ε")
    source = "Balle & Wang 2018; Kairouz, Oh & Viswanath 2015"
    reads = ("setting", "framed", "pinned")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        guarantee, target = guarantee_of(state), state.target
        pure = mechanism_of(state).pure
        high, lowest = _frame(state.framed)
        at = _places(guarantee, target.epsilon, high)
        own, towards = _decimal(guarantee, at), up_where_bound(guarantee)
        with np.errstate(divide="ignore"):
            worst = np.log10(worst_delta(target.epsilon, 0.0 if pure else target.delta, at))
        layers: list[Layer] = [
            _down_to(lowest, replace(_WORST, x=at, y=worst)),
            *_pinned(state, high, lowest),
            _down_to(
                lowest,
                Line("own", at, own, OWN, dash_of(guarantee), 2.5, own_title(state), towards=towards),
            ),
        ]
        layers += _promise(state, high, lowest, layers)
        return Figure(
            DeltaProfile.id,
            DeltaProfile.title,
            kept_kind(wording.guarantee(state), guarantee),
            _description(state, guarantee),
            Axis(N_("ε"), 0.0, high, ticks(0.0, high, 4), symbol="ε"),
            logarithmic_axis(N_("δ"), lowest, 0.0, symbol="δ"),
            tuple(layers),
            Table(
                (N_("ε"), N_("δ of this mechanism"), N_("worst-case δ")),
                ("epsilon", "delta", "worst_delta"),
                (at, read_only(10.0**own), read_only(10.0**worst)),
                {"delta": Rounding.UP} if guarantee.profile_kind is Kind.UPPER else {},
            ),
            settings=curve_settings(state, guarantee.profile_kind is Kind.UPPER),
            takes=taking(state, "target.epsilon"),
        )


def _frame(framed: Setting) -> tuple[float, float]:
    """The largest ε and the least log10 δ that are drawn."""
    target = framed.target
    decades = _PURE_DECADES if mechanism_for(framed).pure else 1.35 * -math.log10(target.delta)
    highest = float(worst_delta(target.epsilon, 0.0, np.zeros(1))[0])  # of a pure release: it may be tiny
    decades = max(decades, _BELOW_THE_TOP - math.floor(math.log10(highest)))
    return round_up(1.6 * target.epsilon, 4), max(LOWEST, -float(math.ceil(max(4.0, decades))))


def _places(guarantee: Guarantee, epsilon: float, high: float) -> Floats:
    """Where the curves are drawn: evenly, and close together before a δ of 0."""
    ends = [end for end in (epsilon, guarantee.pure_epsilon) if end is not None]
    close = np.concatenate([end * np.append(_TO_THE_END, 1.0) for end in ends])
    return distinct(np.linspace(0.0, high, _POINTS), close[close <= high])


def _decimal(guarantee: Guarantee, at: Floats) -> Floats:
    """log10 δ."""
    return read_only(np.asarray(guarantee.log_delta(at), dtype=np.float64) / math.log(10))


def _down_to(lowest: float, line: Line) -> Line:
    """The curve until it falls out of the picture: where δ becomes 0, straight down."""
    below = np.flatnonzero(line.y <= lowest)
    if not len(below):
        return line
    first = int(below[0])
    x, y = line.x[: first + 1].copy(), line.y[: first + 1].copy()
    if first and math.isfinite(y[first]):
        x[first] -= (x[first] - x[first - 1]) * (lowest - y[first]) / (y[first - 1] - y[first])
    y[first] = lowest
    return replace(line, x=read_only(x), y=read_only(y))


def _pinned(state: State, high: float, lowest: float) -> list[Layer]:
    """The profile of the setting that this one is compared with."""
    setting = compared(state)
    if setting is None:
        return []
    return [_kept(setting, high, lowest)]


@lru_cache(maxsize=8)
def _kept(setting: Setting, high: float, lowest: float) -> Line:
    """The curve of a setting that stays while another is moved."""
    guarantee = guarantee_for(setting)
    at = _places(guarantee, setting.target.epsilon, high)
    line = Line("pinned", at, _decimal(guarantee, at), OTHER, dash_of(guarantee), 1.2, other_title())
    return _down_to(lowest, replace(line, towards=up_where_bound(guarantee)))


def _promise(state: State, high: float, lowest: float, curves: list[Layer]) -> list[Layer]:
    """The ε and δ that were asked for, as a point; at the foot of the picture where δ is 0.

    Its words stand beside the point, where no curve ends: there are the names of the curves.
    """
    target, pure = state.target, mechanism_of(state).pure
    height = lowest if pure else max(lowest, math.log10(target.delta))
    if target.epsilon > high:
        return []
    if pure:
        words = N_("ε = {epsilon}, δ = 0", epsilon=target.epsilon)
    else:
        words = N_("ε = {epsilon}, δ = {delta}", epsilon=target.epsilon, delta=target.delta)
    across = min(target.epsilon + 0.04 * high, 0.7 * high)
    ends = [float(each.y[-1]) for each in curves if isinstance(each, Line) and each.x[-1] > 0.5 * across]
    clear = [
        share
        for share in (0.55, 0.4, 0.7, 0.25)
        if all(abs(share * height - y) > _CLEAR * -lowest for y in ends)
    ]
    aside = (across, (clear or [0.55])[0] * height)
    return [
        Points("promise", np.array([target.epsilon]), np.array([height]), "ink", 8.0),
        Note("promise-words", target.epsilon, height, (words,), "ink", words_at=aside, halo=True),
    ]


def _description(state: State, guarantee: Guarantee) -> Sentence:
    target = state.target
    delta = math.exp(float(guarantee.log_delta(np.array([target.epsilon]))[0]))
    at = _READ_AT if mechanism_of(state).pure else target.delta
    least = guarantee.epsilon_at(at)
    values: dict[str, object] = {"epsilon": target.epsilon, "delta": delta, "at": at, "least": least}
    if guarantee.profile_kind is Kind.UPPER:
        values |= {"delta": at_most(delta), "least": at_most(least)}
        return N_(
            "At ε = {epsilon} the smallest δ is at most {delta}; at δ = {at} the smallest ε is at most "
            "{least}",
            **values,
        )
    return N_("At ε = {epsilon} the smallest δ is {delta}; at δ = {at} the smallest ε is {least}", **values)
