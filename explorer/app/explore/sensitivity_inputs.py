"""The sensitivity from its causes: what is counted, for whom, and how much of one person counts."""

from __future__ import annotations

from dataclasses import replace

from explorer.app.core.sections import Counted
from explorer.app.core.state import State, declared, with_value
from explorer.mark import N_
from explorer.privacy.mechanism import AdditiveNoise, every_mechanism, shape_of
from explorer.privacy.refusal import Unsupported
from explorer.privacy.sensitivity import (
    Norms,
    Sensitivity,
    mean_sensitivity,
    sensitivity,
    sum_sensitivity,
    vector_norms,
)


def is_discrete(state: State) -> bool:
    """Whether the noise is whole numbers only."""
    kind = every_mechanism()[state.mechanism]
    return issubclass(kind, AdditiveNoise) and kind.discrete


def is_vector(state: State) -> bool:
    """Whether several numbers are released together, all of which a row can enter."""
    return "dimension" in shape_of(every_mechanism()[state.mechanism])


def fitting(state: State) -> None:
    """Refuse whole noise on a sum or mean of real numbers: what they have behind the point would stay.

    Errors
    ------
    Unsupported
        That, whoever has set the sensitivity.
    """
    if state.sensitivity_inputs.counted is Counted.HISTOGRAM or not is_discrete(state):
        return
    sentence = N_(
        "{mechanism} noise is an integer and doesn't hide the fractional part of a sum or mean: "
        "choose a continuous mechanism, or a histogram",
        mechanism=every_mechanism()[state.mechanism].title,
    )
    raise Unsupported(sentence, "mechanism")


def norms(state: State) -> Sensitivity | Norms | float:
    """The norms of a histogram's change or of a vector's, or the one number by which a sum or mean can move.

    Errors
    ------
    NotValid
        Bounds that do not fit together.
    """
    inputs, target = state.sensitivity_inputs, state.target
    row = target.unit == "row"
    rows = 1 if row else inputs.rows_per_person
    if inputs.counted is not Counted.HISTOGRAM:
        bounds = inputs.low, inputs.high, row, target.neighbours, rows
        mean = inputs.counted is Counted.MEAN
        moved = mean_sensitivity(*bounds, inputs.people) if mean else sum_sensitivity(*bounds)
        return vector_norms(moved, state.shape.dimension) if is_vector(state) else moved
    return sensitivity(
        row,
        target.neighbours,
        None if row else inputs.rows_per_person,
        None if row or not inputs.rows_per_cell else inputs.rows_per_cell,
        None if row or not inputs.cells_per_person else inputs.cells_per_person,
        inputs.histograms,
    )


def followed(state: State) -> State:
    """The state with the sensitivity that its causes give; unchanged where a person typed one.

    Errors
    ------
    Unsupported
        Whole noise for a sum or mean (`fitting`).
    NotValid
        Bounds that do not fit together.
    OutOfRange
        The sensitivity that follows is outside what the mechanism declares.
    """
    fitting(state)
    norm = every_mechanism()[state.mechanism].norm
    if not state.sensitivity_inputs.followed or not norm:
        return state
    found = norms(state)
    value = found if isinstance(found, float) else found.of(norm)
    parameter = declared(state, "target.sensitivity")
    whole = float(-(-value // 1)) if parameter.integer else value  # rounded up: the private side
    parameter.check(whole)
    return with_value(state, "target.sensitivity", whole)


def typed(state: State) -> State:
    """The state in which the sensitivity is the person's own number."""
    return replace(state, sensitivity_inputs=replace(state.sensitivity_inputs, followed=False))
