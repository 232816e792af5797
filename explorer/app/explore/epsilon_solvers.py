"""Other ways to an ε: a margin, a limit on belief, how bad it would be to be found out, a budget of many."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from explorer.app.core import message as said
from explorer.app.core.refusals import accept, refuse
from explorer.app.core.state import State, declared, mechanism_for, value_at, with_value
from explorer.app.explore.cost_summary import together
from explorer.app.explore.harm_severity import HARMS
from explorer.app.explore.updates import settled
from explorer.mark import N_, Sentence
from explorer.privacy.accuracy import epsilon_for_margin, least_epsilon
from explorer.privacy.mechanism import AdditiveNoise, Mechanism, Selection, every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal, Unsupported
from explorer.privacy.risk import epsilon_for_belief
from explorer.privacy.target import Target


def margin_wanted(state: State, message: said.MarginWanted) -> State:
    """The least ε whose noise, or whose loss of what is chosen, is what a person can bear."""
    reading, kind = state.reading, every_mechanism()[state.mechanism]

    def calibrated(epsilon: float) -> AdditiveNoise | Selection:
        target = replace(state.target, epsilon=epsilon)
        return mechanism_for(replace(state.setting, target=target))  # type: ignore[return-value]

    try:
        wish = _read(message.text, kind)
        if issubclass(kind, AdditiveNoise):
            epsilon = epsilon_for_margin(
                calibrated,  # type: ignore[arg-type]
                wish,
                reading.confidence,
                together(state) if message.joint else 1,
            )
        else:
            epsilon = _epsilon_for_wish(calibrated, wish, reading.confidence)  # type: ignore[arg-type]
    except Refusal as refusal:
        return refuse(state, "margin", refusal)
    return _with_epsilon(state, _rounded(epsilon, up=True), "margin")


def _read(text: str, kind: type[Mechanism]) -> float:
    """The number that a person wishes for; what reads as none is refused with what can be asked for."""
    try:
        return read(text)
    except NotANumber as refusal:
        sentence = N_("{why}; {range}", why=refusal.sentence, range=_asked_for(kind))
    raise NotANumber(sentence, "margin")


def _asked_for(kind: type[Mechanism]) -> Sentence:
    if issubclass(kind, AdditiveNoise):
        return N_("a margin is a number above 0")
    if kind.norm == "score":
        return N_("the score loss is a number above 0")
    return N_("the probability of truth is above 0 and below 1")


def _epsilon_for_wish(calibrated: Callable[[float], Selection], wish: float, confidence: float) -> float:
    found = least_epsilon(lambda epsilon: calibrated(epsilon).reaches(wish, confidence))
    if found is not None:
        return found
    highest = parameters(Target)["epsilon"].high
    best = calibrated(highest)
    values = {"high": highest, "wish": wish, "nearest": best.cost(confidence).value}
    if best.norm == "score":
        sentence = N_(
            "no ε up to {high} limits the score loss to {wish}; the smallest loss is {nearest:3}", **values
        )
    else:
        sentence = N_(
            "no ε up to {high} gives a probability of truth of {wish:full}; the largest is {nearest:full}",
            **values,
        )
    raise OutOfRange(sentence, "margin")


def limit_wanted(state: State, _: said.LimitWanted) -> State:
    """The largest ε at which no result can lift the belief beforehand above the limit."""
    kind = every_mechanism()[state.mechanism]
    try:
        if not kind.pure:
            sentence = N_(
                "with δ > 0 no ε limits the belief after a single result: choose a mechanism with pure ε"
            )
            raise Unsupported(sentence, "limit")
        _refuse_what_is_refused(state)
        epsilon = epsilon_for_belief(state.reading.prior, state.reading.limit)
        parameters(Target)["epsilon"].check(epsilon)
    except Refusal as refusal:
        return refuse(state, "limit", refusal)
    return _with_epsilon(state, _rounded(epsilon, up=False), "limit")


def _refuse_what_is_refused(state: State) -> None:
    """No ε follows from a number that stands in place of a refused one."""
    if "reading.prior" in state.refused:
        raise NotValid(N_("correct the prior belief first"), "limit")
    if "reading.limit" in state.refused:
        raise NotValid(N_("correct the largest acceptable belief first"), "limit")


def harm_chosen(state: State, message: said.HarmChosen) -> State:
    """A first ε."""
    return _with_epsilon(state, HARMS[message.harm].epsilon, "limit")


def share_taken(state: State, message: said.ShareTaken) -> State:
    """What a bound admits each release within the budget (`compose.budget_per_release`)."""
    after = with_value(state, "target.epsilon", message.epsilon)
    if not every_mechanism()[state.mechanism].pure:
        after = with_value(after, "target.delta", message.delta)
    try:
        for path in ("target.epsilon", "target.delta"):
            declared(state, path).check(value_at(after, path))
        mechanism_for(after.setting)
    except Refusal as refusal:
        return refuse(state, "target.epsilon", refusal)
    return settled(accept(after, "target.epsilon", "target.delta", "margin", "limit"))


def _with_epsilon(state: State, epsilon: float, field: str) -> State:
    after = accept(with_value(state, "target.epsilon", epsilon), field, "target.epsilon")
    return settled(after)


def _rounded(value: float, up: bool, digits: int = 4) -> float:
    """Four digits read better; on the side that still keeps what was wished."""
    nearest = float(f"{value:.{digits - 1}e}")
    step = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    if (nearest >= value) if up else (nearest <= value):
        return nearest
    return float(f"{nearest + (step if up else -step):.{digits - 1}e}")
