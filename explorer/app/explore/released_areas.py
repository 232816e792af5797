"""Two areas in the picture of a released number: the band within a factor e^ε, and δ, which lies above it."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, State, additive_for, guarantee_for
from explorer.app.explore.selection_bars import boxes_above
from explorer.app.plotting.distributions import distribution_with_you, stepped
from explorer.app.plotting.figure import Floats, distinct, read_only
from explorer.app.plotting.layers import Area, Layer, Note
from explorer.mark import N_
from explorer.privacy.mechanism import AdditiveNoise

_SEEN = 0.012  # of the picture's height: what of δ can be seen
_OPACITY = 0.14
_TOLD, _LED = 0.86, 0.5  # of the height: where the band is named, and where the line to it ends
_ASIDE, _ROOM = 0.02, 0.3  # of the width: where the words begin, and what they take


def delta_words(state: State, mechanism: AdditiveNoise, ends: tuple[float, float], top: float) -> list[Layer]:
    """Where δ lives: a name with a leader where it can be seen, else the place from which on it lies."""
    if mechanism.pure or mechanism.probability_unnoised:
        return []
    begin, mass = _delta_begins(state.setting)
    low, high = ends
    if begin is None:
        return []
    flank = float(mechanism.quantile(np.array([0.8]))[0])
    flank = float(round(flank)) if mechanism.discrete else flank
    name = min(float(mechanism.density(np.array([flank]))[0]), top)  # how high its name stands
    at = np.linspace(begin, high - WITHOUT_YOU, 65)
    at = distinct(np.ceil(at)) if mechanism.discrete else at
    above = _excess(mechanism, state.setting, at)
    seen = np.flatnonzero(above >= 0.5 * above.max())
    most = int(seen[-1])  # to the right of the name of the distribution
    if begin < high - WITHOUT_YOU and above[most] > _SEEN * top:
        x = WITHOUT_YOU + float(at[most]) + (0.21 if mechanism.discrete else 0.0)
        y = float(distribution_with_you(mechanism, state.sampling_rate, at[most : most + 1])[0])
        words = N_("δ is this region: {mass}", mass=mass)
        aside = (high - 0.27 * (high - low), min(max(y + 0.2 * top, 1.25 * name), 0.66 * top))
        return [Note("delta-words", x, min(y, top), (words,), "with", words_at=aside, stressed=0, halo=True)]
    beyond = (
        N_("δ = {mass}", mass=mass),
        N_("beyond {begin:4} →", begin=WITHOUT_YOU + begin),
    )
    return [Note("delta-words", high, 0.76 * name, beyond, "muted", "left", halo=True)]


def _excess(mechanism: AdditiveNoise, setting: Setting, moved: Floats) -> Floats:
    """By how much the distribution with you exceeds e^ε times the other."""
    present = distribution_with_you(mechanism, setting.shape.sampling_rate, moved)
    return read_only(present - math.exp(setting.target.epsilon) * mechanism.density(moved))


@lru_cache(maxsize=64)
def _delta_begins(setting: Setting) -> tuple[float | None, float]:
    """From where on (from the true count) the distribution with you exceeds the band, and δ, its part there.

    The distribution with you has at least δ there: so it begins before that quantile of it.
    """
    noise, epsilon = additive_for(setting).sufficient_statistic, setting.target.epsilon
    mass = math.exp(float(guarantee_for(setting).log_delta(np.array([epsilon]))[0]))
    if not 0 < mass < 1:
        return None, mass
    low = noise.sensitivity / 2
    high = noise.sensitivity + float(noise.quantile(np.array([1 - max(mass, 1e-15)]))[0]) + noise.discrete
    for _ in range(5):
        grid = np.linspace(low, high, 33)
        inside = np.flatnonzero(_excess(noise, setting, np.ceil(grid) if noise.discrete else grid) > 0)
        if not len(inside):
            return None, mass
        first = int(inside[0])
        low, high = float(grid[max(first - 1, 0)]), float(grid[first])
    return (float(math.ceil(high)) if noise.discrete else high), mass


def epsilon_band(
    state: State,
    mechanism: AdditiveNoise,
    x: Floats,
    distributions: tuple[Floats, Floats],
    top: float,
    bars: bool,
) -> list[Layer]:
    """Everything within a factor e^ε of the blue distribution; what the other has above it is δ."""
    without, with_you = distributions
    factor, places_of_bars, own = math.exp(state.target.epsilon), x, without
    if bars:  # masses belong to whole numbers: a step around each
        x, without = stepped(x, without)
    upper = read_only(np.minimum(without * factor, 1.5 * top))
    band = Area("band", x, read_only(without / factor), upper, "without", _OPACITY)
    words = _words(factor, places_of_bars, np.minimum(own * factor, 1.5 * top), top)
    if mechanism.pure:
        return [band, words]
    if bars:
        return [band, words, boxes_above(places_of_bars, np.minimum(own * factor, 1.5 * top), with_you)]
    return [band, words, Area("delta", x, upper, read_only(np.maximum(upper, with_you)), "with", 0.45)]


def _words(factor: float, x: Floats, upper: Floats, top: float) -> Note:
    """What the band is, beside its left edge, else where it covers nothing; shorter where room is scarce."""
    brief = (N_("shaded: within"), N_("a factor e^ε"))
    said = (N_("shaded: within a factor"), N_("e^ε = {factor:3} of “without you”", factor=factor))
    level = min(_LED * top, float(upper.max()))
    at = int(np.flatnonzero(upper >= level)[0])
    if x[at] - x[0] < _ROOM * (x[-1] - x[0]):  # the words stand on it
        return Note("band-words", float(x[0]), _TOLD * top, said, "muted", "right", free=True, brief=brief)
    aside = float(x[0] + _ASIDE * (x[-1] - x[0])), _TOLD * top
    return Note("band-words", float(x[at]), level, said, "muted", words_at=aside, free=True, brief=brief)
