"""What the picture of the noise of each release says in words."""

from __future__ import annotations

from explorer.app.compose import noise_requests
from explorer.app.core import wording
from explorer.app.core.state import State
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import every_mechanism


def assumption(state: State) -> Sentence:
    """What is asked of all releases together, for whom."""
    kind = noise_requests.additive(state)
    values: dict[str, object] = {
        "epsilon": state.composing.total_epsilon,
        "delta": state.composing.total_delta,
        "mechanism": _who(state),
        "sensitivity": state.target.sensitivity,
        "unit": wording.unit(state),
    }
    if kind is not None and noise_requests.others(state):
        return N_("{mechanism}; total ε = {epsilon}, δ = {delta}; L1 = L2 = {sensitivity}; {unit}", **values)
    return N_("{mechanism}; total ε = {epsilon}, δ = {delta}; Δ = {sensitivity}; {unit}", **values)


def _who(state: State) -> Sentence:
    """The mechanism; what a sample saves is asked of one at one k alone, in the card beside."""
    title = every_mechanism()[state.mechanism].title
    if state.sampling_rate >= 1:
        return title
    return N_("{mechanism} on everybody: sampling is not included", mechanism=title)


def description(state: State) -> Sentence:
    """The picture in a sentence."""
    return N_(
        "The smallest noise per release for a total ε of at most {epsilon}, k from 1 to {last}: "
        "one curve per bound, solved at about two dozen values of k; lower is better",
        epsilon=state.composing.total_epsilon,
        last=state.composing.horizon,
    )


def nothing(state: State, pending: bool) -> Sentence:
    """Why there is nothing to see."""
    if pending:
        return N_("being computed")
    if noise_requests.additive(state) is None:
        return N_(
            "{mechanism} chooses an option and adds no noise to a number: choose a mechanism that adds noise",
            mechanism=every_mechanism()[state.mechanism].title,
        )
    return N_("No available noise reaches a total this small: raise the total ε or δ, or lower k")


def settings(state: State) -> dict[str, object]:
    """What an exported picture says of itself."""
    target, composing = state.target, state.composing
    return {
        "mechanism": state.mechanism,
        "total_epsilon": composing.total_epsilon,
        "total_delta": composing.total_delta,
        "sensitivity": target.sensitivity,
        "neighbours": target.neighbours.value,
        "unit": target.unit,
    }
