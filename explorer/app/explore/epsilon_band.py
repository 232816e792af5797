"""The band of pure ε in the picture of a released number: what lies within a factor e^ε of the blue curve."""

from __future__ import annotations

import math

import numpy as np

from explorer.app.core.state import State
from explorer.app.explore.selection_bars import boxes_above
from explorer.app.plotting.distributions import stepped
from explorer.app.plotting.figure import Area, Floats, Layer, Note, read_only
from explorer.mark import N_
from explorer.privacy.mechanism import AdditiveNoise

_OPACITY = 0.14
_TOLD, _LED = 0.86, 0.5  # of the height: where the band is named, and where the line to it ends
_ASIDE, _ROOM = 0.02, 0.3  # of the width: where the words begin, and what they take


def epsilon_band(
    state: State, mechanism: AdditiveNoise, x: Floats, laws: tuple[Floats, Floats], top: float, bars: bool
) -> list[Layer]:
    """Everything within a factor e^ε of the blue distribution; what the other has above it is δ."""
    without, with_you = laws
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
    """What the band is, beside its left edge; left out where other words need the room."""
    said = (N_("shaded: within a factor"), N_("e^ε = {factor:3} of “without you”", factor=factor))
    level = min(_LED * top, float(upper.max()))
    at = int(np.flatnonzero(upper >= level)[0])
    if x[at] - x[0] < _ROOM * (x[-1] - x[0]):  # the words stand on it
        return Note("band-words", float(x[0]), _TOLD * top, said, "muted", "right", optional=True)
    aside = float(x[0] + _ASIDE * (x[-1] - x[0])), _TOLD * top
    return Note("band-words", float(x[at]), level, said, "muted", words_at=aside, optional=True)
