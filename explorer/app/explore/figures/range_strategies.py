"""How far a range of bins is off, by the strategy with which the bins get their noise."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import cast

import numpy as np

from explorer.app.core import wording
from explorer.app.core.request import Request
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, within_sample
from explorer.app.explore.range_errors import BINS, STRATEGIES, StrategyCost, StrategyCosts
from explorer.app.plotting.figure import Answers, Figure, Floats, Picture, Table, read_only
from explorer.app.plotting.layers import Dash, Layer, Line
from explorer.app.plotting.logarithmic_axes import logarithmic_axis
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import every_additive

_NAMES: Mapping[tuple[str, bool], Sentence] = MappingProxyType(
    {
        ("identity", False): N_("bins summed, Laplace"),
        ("tree", False): N_("tree, Laplace"),
        ("weighted", False): N_("weighted, Laplace"),
        ("identity", True): N_("bins summed, Gaussian"),
        ("tree", True): N_("tree, Gaussian"),
        ("weighted", True): N_("weighted, Gaussian"),
    }
)
_COLOURS: Mapping[bool, tuple[str, str, str]] = MappingProxyType(
    {False: ("ink", "orange", "exact"), True: ("slate", "brown", "teal")}
)
_ASKED = (StrategyCosts(False), StrategyCosts(True))  # the same for every ε and δ
_APART = 0.05  # of a decade, beyond the outermost curves


@dataclass(frozen=True)
class _Curve:
    strategy: str
    gaussian: bool
    bins: Floats
    errors: Floats

    @property
    def column(self) -> str:
        """Its name in an exported table."""
        return f"{self.strategy}_{'gaussian' if self.gaussian else 'laplace'}"


class RangeStrategies(Picture):
    """Root mean squared error of a range over all ranges, against the number of bins."""

    id = "range-strategies"
    order = 47
    title = N_("Strategies for ranges of bins")
    source = "McKenna, Miklau, Hay & Machanavajjhala 2018; Hay, Rastogi, Miklau & Suciu 2010"
    reads = ("setting", "framed")

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        known = [asked for asked in _ASKED if asked in answers]
        curves = [each for asked in known for each in _curves(asked, answers, state.setting)]
        framed = [each for asked in known for each in _curves(asked, answers, state.framed)]
        low, high = _ends(framed)
        layers: list[Layer] = [_line(each) for each in curves]
        columns = tuple(each.errors for each in curves)
        return Figure(
            RangeStrategies.id,
            RangeStrategies.title,
            _assumption(state),
            _description(curves),
            logarithmic_axis(N_("bins"), math.log10(BINS[0]), math.log10(BINS[-1]), whole=True),
            logarithmic_axis(N_("root mean squared error of a range, rows"), low, high),
            tuple(layers),
            Table(
                (N_("bins"), *(_NAMES[each.strategy, each.gaussian] for each in curves)),
                ("bins", *(each.column for each in curves)),
                (read_only(np.array(BINS, dtype=np.float64)), *columns) if curves else (np.zeros(0),),
            ),
            pending=len(known) < len(_ASKED),
            empty=None if curves else N_("Strategies are being searched …"),
            settings={**wording.settings(state), "delta": state.target.delta},
        )

    @staticmethod
    def wanted(state: State) -> tuple[Request, ...]:
        return _ASKED


def _curves(asked: StrategyCosts, answers: Answers, setting: Setting) -> list[_Curve]:
    """The error is that of noise of variance 1, times the deviation of the noise for one row and this A."""
    costs = cast("tuple[StrategyCost, ...]", answers[asked])
    one = _deviation(*within_sample(setting), asked.gaussian)
    found = []
    for strategy in STRATEGIES:
        errors = np.full(len(BINS), np.nan)
        for cost in costs:
            if cost.strategy == strategy:
                moved = math.sqrt(cost.l2_squared) if asked.gaussian else cost.l1
                errors[BINS.index(cost.bins)] = one * moved * math.sqrt(cost.variance)
        found.append(_Curve(strategy, asked.gaussian, np.array(BINS, dtype=np.float64), read_only(errors)))
    return found


@lru_cache(maxsize=128)
def _deviation(epsilon: float, delta: float, gaussian: bool) -> float:
    """Of the noise on a single count."""
    name = "gaussian" if gaussian else "laplace"
    return every_additive()[name].calibrated(epsilon, delta if gaussian else 0.0, 1.0).standard_deviation


def _ends(curves: list[_Curve]) -> tuple[float, float]:
    known = np.concatenate([np.ones(1), *(each.errors[np.isfinite(each.errors)] for each in curves)])
    return math.log10(known.min()) - _APART, math.log10(known.max()) + _APART


def _line(curve: _Curve) -> Line:
    there = np.isfinite(curve.errors)
    return Line(
        curve.column,
        read_only(np.log10(curve.bins[there])),
        read_only(np.log10(curve.errors[there])),
        _COLOURS[curve.gaussian][STRATEGIES.index(curve.strategy)],
        Dash.EXACT,
        2.0 if curve.gaussian else 3.0,
        _NAMES[curve.strategy, curve.gaussian],
    )


def _assumption(state: State) -> Sentence:
    epsilon, delta = within_sample(state.setting)
    return N_(
        "every range of bins asked once; ε = {epsilon}, δ = {delta} (Laplace: 0); one record (add or remove)",
        epsilon=epsilon,
        delta=delta,
    )


def _description(curves: list[_Curve]) -> Sentence:
    """At the most bins, where the strategies are furthest apart."""
    if not curves:
        return N_("The error of a range by the strategy with which the bins get their noise")
    last = sorted(curves, key=lambda each: float(np.nan_to_num(each.errors[-1], nan=np.inf)))
    return N_(
        "With {bins:plain} {bins:bin|bins} a range has an error of {best} with {name}, of {worst} "
        "with {other}",
        bins=BINS[-1],
        best=float(last[0].errors[-1]),
        name=_NAMES[last[0].strategy, last[0].gaussian],
        worst=float(last[-1].errors[-1]),
        other=_NAMES[last[-1].strategy, last[-1].gaussian],
    )
