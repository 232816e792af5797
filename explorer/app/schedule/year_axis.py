"""Where the year's axis ends: high enough for all that adds up."""

from __future__ import annotations

import math

from explorer.app.core.state import State
from explorer.app.plotting.ticks import round_up
from explorer.app.schedule.year_groups import groups, together
from explorer.privacy.accounting.heterogeneous_totals import Total
from explorer.privacy.status import Kind


def top_of(state: State) -> float:
    """The end of the axis of total ε: a round number above the budget and above what basic composition says.

    Every other bound that is not above basic composition fits too, so that no bar is cut off at rest.
    """
    lines = state.schedule.releases
    added = [
        (group, math.fsum(lines[row].count * lines[row].setting.target.epsilon for row in group.rows))
        for group in groups(state)
    ]
    each = [(group, Total("sequential", math.nan, sum_of, 0.0, Kind.UPPER)) for group, sum_of in added]
    return round_up(max(1.2 * state.composing.total_epsilon, 1.05 * together(state, each).epsilon), 3)
