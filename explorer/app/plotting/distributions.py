"""The distributions of one released number, without you and with you, as the pictures of Explore need them.

Lengths are measured from the true count on D ("moved"), so that nothing is lost where noise is tiny.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, additive_for, additive_of, mechanism_for
from explorer.app.plotting.figure import Floats, distinct, read_only
from explorer.app.plotting.ticks import ticks
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.numerics.logspace import log_or_zero, logistic

MOST_BARS = 60  # whole numbers that are drawn as bars; more of them are a line
_POINTS = 321
_SHARES = np.concatenate([np.linspace(0.002, 0.5, 60), np.linspace(0.5, 0.998, 60)[1:]])


def resting(state: State) -> Setting:
    """What the axes are chosen for: the settled setting, where it releases the same kind of thing."""
    same = _adds(state.framed) == _adds(state.setting)
    return state.framed if same else state.setting


def compared(state: State) -> Setting | None:
    """A of the two settings that are compared; None where there is none, or it is the present one."""
    return None if state.pinned == state.setting else state.pinned


def _adds(setting: Setting) -> bool:
    return isinstance(mechanism_for(setting), AdditiveNoise)


@lru_cache(maxsize=64)
def value_range(setting: Setting) -> tuple[float, float]:
    """The values that are drawn of what tells the datasets apart: all but some 3 % of what either gives."""
    return _range(additive_for(setting).sufficient_statistic)


@lru_cache(maxsize=64)
def result_range(setting: Setting) -> tuple[float, float]:
    """The released values that are drawn: all but some 3 % of what either dataset gives."""
    return _range(additive_for(setting))


def _range(noise: AdditiveNoise) -> tuple[float, float]:
    reach = max(float(noise.quantile(np.array([0.985]))[0]), 1.0 if noise.discrete else 0.0)
    low, high = WITHOUT_YOU - reach, WITHOUT_YOU + noise.sensitivity + reach
    step = ticks(0.0, high - low, 8)[1]
    return _plain(math.floor(low / step) * step), _plain(math.ceil(high / step) * step)


def _plain(end: float) -> float:
    """Rounded as ticks are, so that those at the ends are within."""
    return float(f"{end:.12g}")


def distribution_with_you(mechanism: AdditiveNoise, rate: float, moved: Floats) -> Floats:
    """The distribution on D': that of noise around Δ; on a sample of this rate (1−q)f(x) + q f(x−Δ)."""
    present = mechanism.density(moved - mechanism.sensitivity)
    return present if rate >= 1 else (1 - rate) * mechanism.density(moved) + rate * present


def places(mechanism: AdditiveNoise, low: float, high: float) -> Floats:
    """Where both distributions are drawn between two released values: `moved`, peaks and steps among them."""
    start, end = low - WITHOUT_YOU, high - WITHOUT_YOU
    if mechanism.discrete:  # every whole number, or as many of them as a picture can show
        first, last = math.ceil(start), math.floor(end)
        step = math.ceil((last - first + 1) / (2 * _POINTS))
        peaks = np.array([0.0, mechanism.sensitivity])
        return distinct(np.arange(first, last + 1, step, dtype=float), peaks)
    near = mechanism.quantile(_SHARES)  # a narrow peak has points of its own
    edges, beside = steps(mechanism, start, end), 1e-9 * (end - start)
    own = np.concatenate([np.zeros(1), near, edges - beside, edges + beside])
    both = np.concatenate([own, own + mechanism.sensitivity])
    return distinct(np.linspace(start, end, _POINTS), both[(both >= start) & (both <= end)])


@lru_cache(maxsize=16)
def steps(mechanism: AdditiveNoise, start: float, end: float) -> Floats:
    """Where a density that is flat between steps jumps, halving all cells of a grid with a jump at once.

    None where the density is not flat, or where its steps are closer together than a picture shows.
    """
    if mechanism.discrete:
        return np.empty(0)
    grid = np.linspace(start - mechanism.sensitivity, end, _POINTS)
    heights = mechanism.density(grid)
    jumps = np.flatnonzero(heights[1:] != heights[:-1])
    if len(jumps) > len(grid) / 2:
        return np.empty(0)
    low, high = grid[jumps], grid[jumps + 1]
    for _ in range(40):
        middle = (low + high) / 2
        before = mechanism.density(middle) == heights[jumps]
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return read_only((low + high) / 2)


def log_likelihood_ratio(mechanism: AdditiveNoise, rate: float, observed: float) -> float:
    """ln of how many times likelier a released value is with you than without; NaN where neither can be.

    Infinite only where one distribution gives the value and the other never does. Both distributions may be
    too small there for a float: only their logarithms are read.
    """
    moved = observed - WITHOUT_YOU
    without, with_you = _atoms(mechanism, rate, moved)
    if without or with_you:
        return float(log_or_zero(np.array(with_you)) - log_or_zero(np.array(without)))
    absent, present = mechanism.log_density(np.array([moved, moved - mechanism.sensitivity])).tolist()
    if math.inf in (-absent, -present):
        return math.nan if absent == present else present - absent
    return loss_on_sample(present - absent, mechanism.pure_epsilon, rate)


def loss_on_sample(loss: float, pure_epsilon: float | None, rate: float) -> float:
    r"""ln((1−q) + q e^ℓ) for the loss ℓ of the mechanism within, which pure ε bounds on both sides."""
    if pure_epsilon is not None:
        loss = min(max(loss, -pure_epsilon), pure_epsilon)
    return loss if rate >= 1 else float(np.logaddexp(math.log1p(-rate), math.log(rate) + loss))


def _atoms(mechanism: AdditiveNoise, rate: float, moved: float) -> tuple[float, float]:
    """The probabilities with which the answer itself is published, and is this one."""
    bare, share = mechanism.probability_unnoised, min(rate, 1.0)
    own, other = float(moved == 0.0), float(moved == mechanism.sensitivity)
    return bare * own, bare * ((1 - share) * own + share * other)


def belief_after(log_ratio: float, prior: float) -> float:
    """What somebody of this prior believes who saw a value that is e^`log_ratio` times likelier with you.

    0 and 1 only where the ratio itself is: what rounding would make so is the next number beside them.
    """
    if math.isinf(log_ratio):
        return float(log_ratio > 0)
    believed = logistic(log_ratio + math.log(prior) - math.log1p(-prior))
    return min(max(believed, math.nextafter(0.0, 1.0)), math.nextafter(1.0, 0.0))


def observed_value(state: State) -> float:
    """The released value that is looked at: a whole one where the mechanism gives no others."""
    observed = state.reading.observed
    return float(round(observed)) if additive_of(state).discrete else observed


def stepped(at: Floats, heights: Floats) -> tuple[Floats, Floats]:
    """A step of width 1 around each whole number: x and height."""
    x = np.repeat(at, 2) + np.tile([-0.5, 0.5], len(at))
    return read_only(x), read_only(np.repeat(heights, 2))
