"""Rényi divergence against its order: what adds up when releases are repeated."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import numpy as np

from explorer.app.core.request import Request
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, guarantee_for, guarantee_of, mechanism_for, mechanism_of
from explorer.app.plotting.comparison_curves import (
    OTHER,
    OWN,
    curve_settings,
    dash_of_other,
    dash_of_pair,
    kept_pair,
    other_title,
    own_title,
)
from explorer.app.plotting.distributions import compared
from explorer.app.plotting.figure import Answers, Axis, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Layer, Line
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.mark import N_, Rounding, Sentence, at_most
from explorer.privacy.mechanism import AdditiveNoise, pure_rho
from explorer.privacy.refusal import Refusal

ORDERS = read_only(np.geomspace(1.01, 200.0, 49))
_LOG_ORDERS = read_only(np.log10(ORDERS))
_TINY = 1e-300  # what is below has no logarithm worth drawing
_ORDER_TICKS = (1.0, 3.0, 10.0, 30.0, 100.0)
_TOWARDS = {Dash.UPPER: Rounding.UP}
_SAID = 2.0  # the order that the description reads the curve at
_TERMS = 1000.0


class RenyiDivergence(Picture):
    """The divergence at orders from 1.01 to 200, and ρα where the release is ρ-zCDP."""

    id = "renyi"
    order = 34
    title = N_("Rényi divergence at each order")
    source = "Mironov 2017; Bun & Steinke 2016"
    reads = ("setting", "framed", "pinned")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        curve, now = _curve(state, answers)
        if isinstance(curve, Sentence):
            return _figure(state, (), curve, None, curve)
        if curve is None:
            waiting = N_("being computed")
            return _figure(state, (), waiting, None, waiting, pending=True)
        if not np.isfinite(curve).any():
            return _figure(state, (), N_("The divergence is infinite at every order"), None, _infinite())
        return _figure(
            state,
            (*_pinned(state, answers), *_layers(state, curve, not now)),
            _description(curve),
            curve,
            pending=not now or _awaited(state, answers),
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        asked = (state.setting, compared(state))
        return tuple(RenyiCurve(each) for each in asked if each is not None and is_long(each))


def _curve(state: State, answers: Answers) -> tuple[Floats | Sentence | None, bool]:
    """The curve, or why there is none; and whether it is the present release's.

    While it is being computed the newest older one stands in for it.
    """
    if not is_long(state.setting):
        return quick_curve(state.setting), True
    question = RenyiCurve(state.setting)
    if question in answers:
        return cast("Floats | Sentence", answers[question]), True
    for older in reversed(tuple(answers)):
        other = isinstance(older, RenyiCurve) and older.setting == compared(state)
        if isinstance(older, RenyiCurve) and not other and isinstance(found := answers[older], np.ndarray):
            return cast(Floats, found), False
    return None, False


def _awaited(state: State, answers: Answers) -> bool:
    """Whether the curve of what this one is compared with is still being computed."""
    setting = compared(state)
    return setting is not None and is_long(setting) and RenyiCurve(setting) not in answers


def _pinned(state: State, answers: Answers) -> list[Layer]:
    """The curve of the setting that this one is compared with, where it has one."""
    setting = compared(state)
    if setting is None:
        return []
    curve = answers.get(RenyiCurve(setting)) if is_long(setting) else quick_curve(setting)
    if not isinstance(curve, np.ndarray) or not np.isfinite(curve).any():
        return []
    there = np.isfinite(curve)
    y = np.log10(np.maximum(curve[there], _TINY))
    dash = dash_of_other(state, setting)
    line = Line("pinned", read_only(_LOG_ORDERS[there]), read_only(y), OTHER, dash, 1.2, other_title())
    return [replace(line, towards=_TOWARDS.get(dash))]


def _figure(
    state: State,
    layers: tuple[Layer, ...],
    description: Sentence,
    curve: Floats | None,
    empty: Sentence | None = None,
    pending: bool = False,
) -> Figure:
    places = tuple(math.log10(order) for order in _ORDER_TICKS)
    names = tuple(N_("{value}", value=order) for order in _ORDER_TICKS)
    values = np.full(len(ORDERS), np.nan) if curve is None else curve
    return Figure(
        RenyiDivergence.id,
        RenyiDivergence.title,
        kept_pair(state),
        description,
        Axis(N_("order α"), 0.0, math.log10(200.0), places, names, "α", logarithmic=True),
        logarithmic_axis(N_("Rényi divergence (nats)"), *_frame(state.framed), about=4),
        layers,
        Table((N_("order α"), N_("Rényi divergence (nats)")), ("order", "divergence"), (ORDERS, values)),
        pending=pending,
        empty=empty,
        settings=curve_settings(state, dash_of_pair(state.setting) is Dash.UPPER),
    )


def _infinite() -> Sentence:
    return N_(
        "The divergence is infinite at every order: with some probability everything is published. "
        "Choose another mechanism, or use δ instead"
    )


@lru_cache(maxsize=32)
def _frame(framed: Setting) -> tuple[float, float]:
    """The ends of the divergence's axis, in log10.

    Of a release on a sample of rate q it is at most the mechanism's own, and about q² of it at order 1.
    """
    own = np.asarray(mechanism_for(framed).renyi(ORDERS[[0, -1]]))
    low, high = float(own[0]), float(own[1])
    if is_sampled(framed):
        low *= framed.shape.sampling_rate**2
        pure = guarantee_for(framed).pure_epsilon
        high = high if pure is None else min(pure, high)
    if not (math.isfinite(low) and math.isfinite(high)):
        return -1.0, 1.0
    low, high = math.log10(max(low, _TINY)), math.log10(max(high, _TINY))
    return math.floor(4 * (low - 0.1)) / 4, math.ceil(4 * (high + 0.2)) / 4


def _layers(state: State, curve: Floats, dimmed: bool) -> list[Layer]:
    there = np.isfinite(curve)
    y = np.log10(np.maximum(curve[there], _TINY))
    own = Line(
        "own",
        read_only(_LOG_ORDERS[there]),
        read_only(y),
        OWN,
        dash_of_pair(state.setting),
        2.5,
        own_title(state),
        dimmed=dimmed,
        towards=_TOWARDS.get(dash_of_pair(state.setting)),
    )
    return [own, *_straight(state)]


def _straight(state: State) -> list[Layer]:
    """ρα, as far up as the picture goes."""
    rho = _rho(state)
    if not rho:
        return []
    _, top = _frame(state.framed)
    y = math.log10(rho) + _LOG_ORDERS
    inside = y <= top
    if inside.sum() < 2:
        return []
    words = N_("ρ·α, ρ = {rho}", rho=at_most(rho))
    places, heights = read_only(_LOG_ORDERS[inside]), read_only(y[inside])
    return [Line("straight", places, heights, "ink", Dash.UPPER, 1.5, words, towards=Rounding.UP)]


def _rho(state: State) -> float | None:
    """A ρ for which the release is proven to be ρ-zCDP: on a sample only from its pure ε."""
    if not is_sampled(state.setting):
        return mechanism_of(state).rho
    pure = guarantee_of(state).pure_epsilon
    return None if pure is None else pure_rho(pure)


def _description(curve: Floats) -> Sentence:
    return N_(
        "The divergence is {at:3} nats at order {order} and {most:3} at order {last}",
        at=float(np.interp(_SAID, ORDERS, curve)),
        order=_SAID,
        most=float(curve[-1]),
        last=float(ORDERS[-1]),
    )


@dataclass(frozen=True, slots=True)
class RenyiCurve(Request):
    """The divergence at `ORDERS` of a release, where it is an integral or a long sum.

    The answer is the curve, or the sentence that says why there is none.
    """

    setting: Setting

    def __call__(self) -> Floats | Sentence:
        try:
            return read_only(np.asarray(guarantee_for(self.setting).renyi(ORDERS)))
        except Refusal as refusal:
            return refusal.sentence


def is_long(setting: Setting) -> bool:
    """Whether the curve takes longer than a frame: a sample's has no closed form, that of noise on
    integers can be a sum of as many terms as one unit can move the count."""
    mechanism = mechanism_for(setting)
    terms = isinstance(mechanism, AdditiveNoise) and mechanism.discrete and mechanism.sensitivity > _TERMS
    return is_sampled(setting) or terms


def is_sampled(setting: Setting) -> bool:
    """Whether it is run on a sample."""
    return setting.shape.sampling_rate < 1


@lru_cache(maxsize=16)
def quick_curve(setting: Setting) -> Floats:
    """The curve where it is in closed form."""
    return read_only(np.asarray(guarantee_for(setting).renyi(ORDERS)))
