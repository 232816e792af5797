"""The newest release of this window: noised counts with their margins, as they may be published."""

from __future__ import annotations

from explorer.app import cells as placed
from explorer.app.figure import Answers, Figure, Picture
from explorer.app.figures.expected_counts import (
    assumption,
    margins_sentence,
    nothing,
    plan_settings,
    shown_histogram,
)
from explorer.app.state import State
from explorer.mark import N_


class ReleasedCounts(Picture):
    """What was drawn and paid for; drawing this picture again costs nothing."""

    id = "released-counts"
    order = 70
    title = N_("What was released")
    source = "Ghosh, Roughgarden & Sundararajan 2009; Canonne, Kamath & Steinke 2020"
    reads = ("releasing",)

    @staticmethod
    def draw(state: State, answers: Answers) -> Figure:
        if not state.releasing.drawn:
            why = N_("Nothing has been released yet: choose a file, then release")
            return nothing(ReleasedCounts.id, ReleasedCounts.title, why)
        drawn = state.releasing.drawn[-1]
        index = shown_histogram(state, drawn.plan)
        histogram = drawn.histograms[index]
        cells = placed.cells_of(histogram.declared)
        counts = cells.shaped(histogram.counts)
        axis = placed.count_axis(counts, float(histogram.margins.each))
        margins = histogram.margins
        layers = [
            placed.zero(),
            *placed.bars(cells, counts, float(margins.each)),
            *placed.legend(cells, axis.high),
        ]
        return Figure(
            ReleasedCounts.id,
            ReleasedCounts.title,
            assumption(
                drawn.plan,
                index,
                N_("release {sequence:plain} of {date}", sequence=drawn.sequence, date=drawn.date),
            ),
            margins_sentence(drawn.plan, index),
            cells.axis(),
            axis,
            tuple(layers),
            placed.table(cells, histogram.counts, margins.each, margins.joint),
            settings={
                **plan_settings(drawn.plan, index),
                "release": drawn.identity,
                "sequence": drawn.sequence,
            },
        )
