"""What ε was found from: how long it still follows from that, how it is said, how a session keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from explorer.app.core.sections import Composing, Counted
from explorer.app.core.start import Origin, Start, StartFrom
from explorer.app.core.state import State, mechanism_of, with_value
from explorer.app.explore.cost_summary import together
from explorer.app.explore.epsilon_solvers import JOINT, belief_epsilon, margin_epsilon
from explorer.app.explore.harm_severity import HARMS
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, Selection, every_mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Refusal

_EACH = {
    Counted.HISTOGRAM: N_("each count"),
    Counted.SUM: N_("each sum"),
    Counted.MEAN: N_("each mean"),
}
_ALL = {
    Counted.HISTOGRAM: N_("all {bins} {bins:count|counts} simultaneously"),
    Counted.SUM: N_("all {bins} {bins:sum|sums} simultaneously"),
    Counted.MEAN: N_("all {bins} {bins:mean|means} simultaneously"),
}


def held(before: State, after: State) -> State:
    """`after` without an origin that its ε no longer follows from: something that it rests on has changed."""
    origin = after.start.origin
    if origin is None or origin is not before.start.origin:
        return after
    if _rests_on(before, origin) == _rests_on(after, origin):
        return after
    return replace(after, start=replace(after.start, origin=None))


def _rests_on(state: State, origin: Origin) -> tuple[object, ...]:
    """All that an ε and what it was found from have to do with each other."""
    epsilon = state.target.epsilon
    if origin.kind is StartFrom.HARM:
        return (epsilon,)
    if origin.kind is StartFrom.BELIEF:
        return epsilon, every_mechanism()[state.mechanism].pure
    if origin.kind is StartFrom.MARGIN:
        together = state.reading.bins if origin.name == JOINT else 1
        return state.setting, state.sensitivity_inputs.counted, state.reading.confidence, together
    return (state.setting,)


def whom(state: State, joint: bool, bins: float) -> Sentence:
    """Whom a margin holds for: one number, or all that leave together."""
    mechanism = mechanism_of(state)
    words = (_ALL if joint else _EACH)[state.sensitivity_inputs.counted]
    if isinstance(mechanism, AdditiveNoise) and mechanism.coordinates > 1:
        words = (
            N_("all {bins} {bins:coordinate|coordinates} simultaneously") if joint else N_("each coordinate")
        )
    return Sentence(words.text, (("bins", int(bins)),) if joint else ())


def origin_sentence(state: State) -> Sentence | None:
    """What ε follows from, in a line; None where a person set ε itself."""
    origin = state.start.origin
    if origin is None:
        return None
    values = dict(origin.values)
    if origin.kind is StartFrom.BELIEF:
        return N_("from: at most {limit:percent} sure, given a prior belief of {prior:percent}", **values)
    if origin.kind is StartFrom.HARM:
        return N_("from: {harm}", harm=HARMS[origin.name].title)
    if origin.kind is StartFrom.TOTAL:
        values["count"] = int(values["count"])
        return N_("from: {count} {count:release|releases}, total ε at most {total} at δ {delta}", **values)
    return _of_margin(state, origin)


def _of_margin(state: State, origin: Origin) -> Sentence:
    kind, confidence = every_mechanism()[state.mechanism], origin["confidence"]
    if issubclass(kind, Selection):
        places = {"wished": N_("{wished}", wished=origin["wished"]), "confidence": _percent(confidence)}
        known = tuple(
            sorted((name, words) for name, words in places.items() if f"{{{name}}}" in kind.wish.text)
        )
        return N_("from: {wish}", wish=Sentence(kind.wish.text, known))
    return N_(
        "from: ± {wished} in {confidence:percent} of releases, {whom}",
        wished=origin["wished"],
        confidence=confidence,
        whom=whom(state, origin.name == JOINT, origin["bins"]),
    )


def _percent(share: float) -> Sentence:
    return N_("{share:percent}", share=share)


# In a session


def start_kept(start: Start) -> dict[str, Any]:
    """As JSON holds it."""
    kept: dict[str, Any] = {"chosen": start.chosen.value}
    if (origin := start.origin) is not None:
        values = {**dict(origin.values), "epsilon": origin.epsilon}
        kept["from"] = {"kind": origin.kind.value, "name": origin.name, "values": values}
    return kept


def with_start(state: State, given: Mapping[str, Any]) -> State:
    """The state with what a session says of its start; an origin that does not give its ε is left out.

    Raises
    ------
    KeyError, TypeError, ValueError
        It is no such value.
    """
    chosen = StartFrom(given.get("chosen", StartFrom.EPSILON.value))
    origin = None if given.get("from") is None else _origin_of(given["from"])
    if origin is not None and not _gives(state, origin):
        origin = None
    return replace(state, start=Start(chosen, origin))


def _origin_of(given: Mapping[str, Any]) -> Origin:
    values = {str(name): float(value) for name, value in given["values"].items()}
    epsilon = values.pop("epsilon")
    return Origin(StartFrom(given["kind"]), epsilon, tuple(sorted(values.items())), str(given["name"]))


def _gives(state: State, origin: Origin) -> bool:
    """Whether the ε of a session follows from what it says, found anew; of a total, within its ranges."""
    if origin.epsilon != state.target.epsilon:
        return False
    try:
        return _found_again(state, origin) == origin.epsilon
    except Refusal:
        return False


def _found_again(state: State, origin: Origin) -> float:
    kind = every_mechanism()[state.mechanism]
    if origin.kind is StartFrom.HARM:
        return HARMS[origin.name].epsilon
    if origin.kind is StartFrom.BELIEF:
        return belief_epsilon(origin["prior"], origin["limit"]) if kind.pure else float("nan")
    if origin.kind is StartFrom.MARGIN:
        at = with_value(state, "reading.confidence", origin["confidence"])
        joint = origin.name == JOINT and issubclass(kind, AdditiveNoise)
        same = origin["confidence"] == state.reading.confidence and origin["bins"] == float(together(state))
        return margin_epsilon(at, origin["wished"], joint) if same else float("nan")
    for name, value in (("count", "count"), ("total_epsilon", "total"), ("total_delta", "delta")):
        parameters(Composing)[name].check(origin[value])
    return origin.epsilon
