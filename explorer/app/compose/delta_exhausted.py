"""Where the δ of the releases alone uses up the total δ: what adds them up ends there, and that is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from explorer.app.compose.curve_axes import PlotArea
from explorer.app.core.request import last_within, release_of
from explorer.app.core.state import State
from explorer.app.plotting.figure import Layer, Note
from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import sums_within

_HEIGHT = 0.8  # of the picture: above most curves


def used_up(state: State) -> Sentence | None:
    """Why no bound that adds up has a total, not even that of one release."""
    delta, total = release_of(state.setting).delta, state.composing.total_delta
    if sums_within(delta, np.array([1]), total)[0]:
        return None
    return N_(
        "A single release has δ = {delta}, more than the total δ of {total}: raise the total, or "
        "lower the δ per release",
        delta=delta,
        total=total,
    )


def spent_note(state: State, ground: PlotArea) -> list[Layer]:
    """Where the curves end because the releases' own δ uses up the total: said beside the last."""
    horizon = state.composing.horizon
    last = last_within(release_of(state.setting).delta, state.composing.total_delta, horizon)
    if last in (0, horizon):
        return []
    words = N_("beyond k = {count} the δ of the releases exceeds the total", count=last)
    at = ground.place(float(last))
    side = "right" if at < ground.at(0.6, 0.0)[0] else "left"
    brief = (N_("beyond k = {count}", count=last), N_("their δ exceeds"), N_("the total"))
    note = Note("spent", at, ground.at(0.0, _HEIGHT)[1], (words,), "ink", side, halo=True)
    return [replace(note, free=True, brief=brief)]
