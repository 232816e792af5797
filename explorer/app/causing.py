"""The sensitivity from its causes: what is counted, for whom, and how much of one person counts."""

from __future__ import annotations

from dataclasses import replace

from explorer.app.sections import Counted
from explorer.app.state import State, declared, with_value
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.sensitivity import Sensitivity, mean_sensitivity, sensitivity, sum_sensitivity


def norms(state: State) -> Sensitivity | float:
    """The norms of a histogram's change, or the one number by which a sum or mean can move.

    Errors
    ------
    NotValid
        Bounds that do not fit together.
    """
    causes, target = state.causes, state.target
    row = target.unit == "row"
    rows = 1 if row else causes.rows_per_person
    if causes.counted is Counted.SUM:
        return sum_sensitivity(causes.low, causes.high, row, target.neighbours, rows)
    if causes.counted is Counted.MEAN:
        return mean_sensitivity(causes.low, causes.high, row, target.neighbours, rows, causes.people)
    return sensitivity(
        row,
        target.neighbours,
        None if row else causes.rows_per_person,
        None if row or not causes.rows_per_cell else causes.rows_per_cell,
        None if row or not causes.cells_per_person else causes.cells_per_person,
        causes.histograms,
    )


def followed(state: State) -> State:
    """The state with the sensitivity that its causes give; unchanged where a person typed one.

    Errors
    ------
    NotValid
        Bounds that do not fit together.
    OutOfRange
        The sensitivity that follows is outside what the mechanism declares.
    """
    norm = every_mechanism()[state.mechanism].norm
    if not state.causes.followed or not norm:
        return state
    found = norms(state)
    value = found if isinstance(found, float) else found.of(norm)
    parameter = declared(state, "target.sensitivity")
    whole = float(-(-value // 1)) if parameter.integer else value  # rounded up: the private side
    parameter.check(whole)
    return with_value(state, "target.sensitivity", whole)


def typed(state: State) -> State:
    """The state in which the sensitivity is the person's own number."""
    return replace(state, causes=replace(state.causes, followed=False))
