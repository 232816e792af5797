"""How the sensitivity follows from its causes, in words: the norms, their formula, what goes unused."""

from __future__ import annotations

from explorer.app.core.sections import Counted
from explorer.app.core.state import State
from explorer.app.core.wording import unit
from explorer.app.explore.sensitivity_inputs import is_vector, norms
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Neighbours

BOUNDS = ("rows_per_person", "rows_per_cell", "cells_per_person", "histograms")
VALUES = ("low", "high", "people")

HIDDEN = {
    Neighbours.ADD_REMOVE: N_("hides whether a unit is in the data, and how many there are"),
    Neighbours.SUBSTITUTE: N_(
        "hides the values of a unit's rows; not whether the unit is in the data, nor how many there are"
    ),
}
COUNTED = {
    Counted.HISTOGRAM: N_("a histogram"),
    Counted.SUM: N_("a sum"),
    Counted.MEAN: N_("a mean"),
}


def in_short(state: State) -> Sentence:
    """The sensitivity with its unit, in one line."""
    norm, value = every_mechanism()[state.mechanism].norm, state.target.sensitivity
    if not norm:
        return unit(state)
    if norm == "score":
        said = N_("a score changes by at most {value}", value=value)
    else:
        said = N_("{norm} = {value}", norm=norm, value=value)
    if not state.sensitivity_inputs.followed:
        said = N_("{sensitivity}, typed", sensitivity=said)
    return N_("{sensitivity}; {unit}", sensitivity=said, unit=unit(state))


def found(state: State) -> Sentence:
    """The norms that follow from the causes; where these do not fit together, why."""
    try:
        change = norms(state)
    except Refusal as refusal:
        return refusal.sentence
    if isinstance(change, float):
        return N_("L1 = L2 = L∞ = {change:4}", change=change)
    return N_("L1 = {one}, L2 = {two:4}, L∞ = {most}", one=change.L1, two=change.L2, most=change.Linf)


def taken(state: State) -> Sentence:
    """Which of the norms the mechanism takes."""
    mechanism = every_mechanism()[state.mechanism]
    if not mechanism.norm:
        return N_("{mechanism} uses none: the answer itself is protected", mechanism=mechanism.title)
    if mechanism.norm == "score":
        return N_("{mechanism} uses L∞, the largest change of a score", mechanism=mechanism.title)
    return N_("{mechanism} uses {norm}", mechanism=mechanism.title, norm=mechanism.norm)


def reason(state: State) -> Sentence:
    """By which formula."""
    words = N_(
        "{formula} (table of sensitivities: unit, neighbours, contribution limits)", formula=formula(state)
    )
    if state.sensitivity_inputs.counted is Counted.HISTOGRAM:
        return words
    if is_vector(state):
        return N_(
            "{formula} (a row enters all d coordinates; each value is clipped to [low, high] first)",
            formula=formula(state),
        )
    return N_("{formula} (each value is clipped to [low, high] first)", formula=formula(state))


def formula(state: State) -> str:
    """The formula of the norms, in the symbols of the causes."""
    if state.sensitivity_inputs.counted is Counted.HISTOGRAM:
        return _of_histograms(state)
    row, swapped = state.target.unit == "row", state.target.neighbours is Neighbours.SUBSTITUTE
    if row:
        moved = "high − low" if swapped else "max(|low|, |high|)"
    else:
        moved = "max(0, m·high) − min(0, m·low)" if swapped else "m·max(|low|, |high|)"
    if state.sensitivity_inputs.counted is Counted.MEAN:
        moved = f"({moved})/n"
    return f"L1 = d·s, L2 = √d·s, L∞ = s; s = {moved}" if is_vector(state) else moved


def _of_histograms(state: State) -> str:
    inputs = state.sensitivity_inputs
    twice = "2" if state.target.neighbours is Neighbours.SUBSTITUTE else ""
    times = twice + ("d" if inputs.histograms > 1 else "")
    root = {"": "", "2": "√2", "d": "√d", "2d": "√(2d)"}[times]
    if state.target.unit == "row":
        return f"L1 = {times or 1}, L2 = {root or 1}, L∞ = 1"
    dot = "·" if times else ""
    if not inputs.rows_per_cell:
        return f"L1 = {times}{dot}m, L2 = {root}{dot}m, L∞ = m"
    most = "M" if inputs.cells_per_person else "m"
    squared = f"{times}(q·c² + r²)" if times else "q·c² + r²"
    whole = "M = min(m, l·c) = q·c + r" if inputs.cells_per_person else "m = q·c + r"
    return f"L1 = {times}{dot}{most}, L2 = √({squared}), L∞ = min(c, {most}); {whole}"


def unused(state: State) -> dict[str, Sentence]:
    """Which causes play no part here, and why."""
    inputs, row = state.sensitivity_inputs, state.target.unit == "row"
    why: dict[str, Sentence] = {}
    if row:
        why.update(dict.fromkeys(BOUNDS[:3], N_("contribution limits don't apply: the unit is one record")))
    if inputs.counted is Counted.HISTOGRAM:
        why.update(
            dict.fromkeys(
                VALUES,
                N_(
                    "clipping bounds and number of rows don't apply: a histogram counts rows whatever "
                    "their values"
                ),
            )
        )
        return why
    for name in BOUNDS[1:]:
        why.setdefault(name, N_("limits per bin and on histograms don't apply: a sum or mean has no bins"))
    if inputs.counted is Counted.SUM:
        why["people"] = N_("number of rows doesn't apply: only a mean is divided by it")
    return why
