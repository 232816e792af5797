"""For which noise the axes of the preview were chosen: they rest while ε moves, until a person asks.

An axis has room for the bars of a sample, moved by the noise margin, with their whiskers; of how much noise
is kept here.
"""

from __future__ import annotations

from explorer.app.plotting.figure import Figure
from explorer.app.plotting.layers import Bars, Points
from explorer.app.release.plan.plan_draft import judged

_FEW = 0.01  # of the dots may be beyond: noise has no largest value
Framed = tuple[tuple[float, float], ...]
"""One pair a query: the noise margin of each cell, and of all cells together."""


def framed_by(text: str) -> Framed:
    """The margins of a plan's queries as it stands; none where it does not hold.

    Those of ranges stay 0 where they take long: their picture has axes of its own.
    """
    from explorer.app.release.plan.plan_noise import outlook  # numpy: not for the start
    from explorer.app.release.plan.range_search import is_slow

    plan, _ = judged(text) if text else (None, ())
    if plan is None:
        return ()
    framed = []
    for index in range(len(plan.queries)):
        margins = None if is_slow(plan, index) else outlook(plan, index).margins
        framed.append((0.0, 0.0) if margins is None else (margins.each, margins.joint))
    return tuple(framed)


def resting(framed: Framed, before: str, after: str) -> Framed:
    """What the axes were chosen for stays when a plan is edited; chosen where there was nothing to stay.

    A plan with another number of queries is another picture, once it holds.
    """
    kept = framed or framed_by(before)
    plan, _ = judged(after) if after else (None, ())
    if plan is None or len(plan.queries) == len(kept):
        return kept
    return framed_by(after)


def beyond(figure: Figure) -> bool:
    """Whether a bar, a whisker or more than a few dots are beyond the picture, where nobody sees them."""
    low, high = figure.y.low, figure.y.high
    outside = dots = 0
    for layer in figure.layers:
        if isinstance(layer, Bars) and layer.height.size:
            reach = layer.whiskers or 0.0
            if layer.height.min() - reach < low or layer.height.max() + reach > high:
                return True
        if isinstance(layer, Points):
            outside += int(((layer.y < low) | (layer.y > high)).sum())
            dots += layer.y.size
    return outside > _FEW * dots
