"""What is said of a curve of a composition bound: kind, source and doubts at a point, and where it ends."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from explorer.app.compose.curve_axes import PlotArea, changed
from explorer.app.core import wording
from explorer.app.core.request import last_within, release_of
from explorer.app.core.state import State
from explorer.app.plotting.layers import Layer, Line, Note
from explorer.mark import N_, Rounding, Sentence
from explorer.privacy.accounting.composition_common import sums_within
from explorer.privacy.composition import Bound, Kind, Status, every_composition

_HEIGHT = 0.8  # of the picture: above most curves


def asked(line: Line, bound: str, answer: Bound | None) -> Line:
    """`line` with what is known of `bound`, whose numbers it shows: a total is quoted rounded up.

    The upper end of a proven interval is drawn. Where a number is not proven, what it is worth there is said.
    """
    entry = every_composition()[bound]
    kind = line.kind if answer is None else line.kind or answer.kind
    estimate = kind is Kind.ESTIMATE
    return changed(
        line,
        name=entry.title,
        kind=kind,
        towards=None if estimate else Rounding.UP,
        source=entry.source,
        remarks=_remarks(answer),
    )


def _remarks(answer: Bound | None) -> Mapping[int, Sentence]:
    """What is said instead of the kind, at each k where the number is not proven."""
    # Compared by identity, which tuples do: a hash of each status would cost a frame more than all of this.
    if answer is None or answer.statuses.count(Status.PROVEN) == len(answer.statuses):
        return {}
    counts = answer.counts.tolist()
    return {
        count: said
        for worth, said in wording.STATUSES.items()
        for count, status in zip(counts, answer.statuses, strict=True)
        if status is worth
    }


def delta_exhausted(state: State) -> Sentence | None:
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
    return [changed(note, free=True, brief=brief)]
