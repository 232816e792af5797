"""Other ways to an ε: a margin, a limit on belief, how bad it would be to be found out, a budget of many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from explorer.app.core import message as said
from explorer.app.core.refusals import SOLVED, accept, refuse
from explorer.app.core.start import Origin, Start, StartFrom
from explorer.app.core.state import State, declared, mechanism_for, value_at, with_value
from explorer.app.explore.cost_summary import together
from explorer.app.explore.harm_severity import HARMS
from explorer.app.explore.updates import settled, with_range, with_room
from explorer.mark import N_, Sentence
from explorer.privacy.accuracy import epsilon_for_margin, least_epsilon
from explorer.privacy.mechanism import AdditiveNoise, Mechanism, Selection, every_mechanism
from explorer.privacy.notation import four_digits, read
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal, Unsupported
from explorer.privacy.risk import epsilon_for_belief
from explorer.privacy.spelling import plain
from explorer.privacy.target import Target

JOINT = "joint"


def start_chosen(state: State, message: said.StartChosen) -> State:
    """Another sentence stands above ε; what was refused of the last one is gone."""
    return accept(replace(state, start=replace(state.start, chosen=message.start)), *SOLVED)


def margin_wanted(state: State, message: said.MarginWanted) -> State:
    """The least ε whose noise, or whose loss of what is chosen, is what a person can bear."""
    kind, after = every_mechanism()[state.mechanism], state
    try:
        wish = _wish(message.text, kind)
        if message.confidence is not None:
            confidence = _share(state, "reading.confidence", message.confidence, "margin")
            after = with_value(state, "reading.confidence", confidence)
        joint = message.joint and issubclass(kind, AdditiveNoise)
        epsilon = margin_epsilon(after, wish, joint)
    except Refusal as refusal:
        return refuse(state, "margin", refusal)
    values = {"wished": wish, "confidence": after.reading.confidence, "bins": float(together(after))}
    origin = Origin(StartFrom.MARGIN, epsilon, tuple(sorted(values.items())), JOINT if joint else "")
    return _found(accept(after, "reading.confidence"), origin, "margin")


def margin_epsilon(state: State, wish: float, joint: bool) -> float:
    """The least ε that grants a margin (or a wish of a selection) at the confidence of `reading`.

    Errors
    ------
    Refusal
        No ε that can be set does, or this is nothing to wish for.
    """
    kind, confidence = every_mechanism()[state.mechanism], state.reading.confidence

    def calibrated(epsilon: float) -> AdditiveNoise | Selection:
        target = replace(state.target, epsilon=epsilon)
        return mechanism_for(replace(state.setting, target=target))  # type: ignore[return-value]

    if issubclass(kind, AdditiveNoise):
        bins = together(state) if joint else 1
        epsilon = epsilon_for_margin(calibrated, wish, confidence, bins)  # type: ignore[arg-type]
    else:
        epsilon = _epsilon_for_wish(calibrated, wish, confidence)  # type: ignore[arg-type]
    return four_digits(epsilon, up=True)


def _wish(text: str, kind: type[Mechanism]) -> float:
    """The number that a person wishes for; what reads as none is refused with what can be asked for."""
    text = text.strip().lstrip("±").strip()
    try:
        wish = read(text)
        if kind.norm and any(sign in plain(text) for sign in "%‰"):
            raise NotANumber(N_("“{text}” is a percentage", text=text[:40]))
    except NotANumber as refusal:
        sentence = N_("{why}; {range}", why=refusal.sentence, range=_asked_for(kind))
        raise NotANumber(sentence, "margin") from None
    return wish


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


def limit_wanted(state: State, message: said.LimitWanted) -> State:
    """The largest ε at which no result can lift the prior belief above the limit."""
    kind, after = every_mechanism()[state.mechanism], state
    typed = {"reading.prior": message.prior, "reading.limit": message.limit}
    try:
        if not kind.pure:
            sentence = N_(
                "with δ > 0 no ε limits the belief after a single result: choose a mechanism with pure ε"
            )
            raise Unsupported(sentence, "limit")
        for path, text in typed.items():
            if text is not None:
                after = accept(with_value(after, path, _share(state, path, text, "limit")), path)
        _refuse_what_is_refused(after)
        epsilon = belief_epsilon(after.reading.prior, after.reading.limit)
    except Refusal as refusal:
        return refuse(state, "limit", refusal)
    values = ("limit", after.reading.limit), ("prior", after.reading.prior)
    return _found(after, Origin(StartFrom.BELIEF, epsilon, values), "limit")


def belief_epsilon(prior: float, limit: float) -> float:
    """The largest ε of four digits that keeps a prior belief from rising above `limit`.

    Errors
    ------
    OutOfRange
        The limit is not above the prior belief, or no ε that can be set is so small or so large.
    """
    epsilon = epsilon_for_belief(prior, limit)
    parameters(Target)["epsilon"].check(epsilon)
    return four_digits(epsilon, up=False)


def _share(state: State, path: str, text: str, field: str) -> float:
    """A share of one that was typed into a sentence, named as a person reads it there."""
    parameter = declared(state, path)
    try:
        value = read(text)
    except NotANumber as refusal:
        raise with_range(text, parameter, refusal, parameter.title, field) from None
    if parameter.low <= value <= parameter.high:
        return value
    values = {"name": parameter.title, "low": parameter.low, "high": parameter.high, "value": value}
    if parameter.low <= value / 100 <= parameter.high:
        sentence = N_(
            "{name} must lie between {low:percent} and {high:percent}: write {value} % for {value} of 100",
            **values,
        )
    else:
        sentence = N_("{name} must lie between {low:percent} and {high:percent}", **values)
    raise OutOfRange(sentence, field)


def _refuse_what_is_refused(state: State) -> None:
    """No ε follows from a number that stands in place of a refused one."""
    if "reading.prior" in state.refused:
        raise NotValid(N_("correct the prior belief first"), "limit")
    if "reading.limit" in state.refused:
        raise NotValid(N_("correct the largest acceptable belief first"), "limit")


def harm_chosen(state: State, message: said.HarmChosen) -> State:
    """A first ε."""
    return _found(state, Origin(StartFrom.HARM, HARMS[message.harm].epsilon, (), message.harm), "limit")


def total_wanted(state: State, message: said.TotalWanted) -> State:
    """The budget of many releases, and for each what the tightest proven bound admits it."""
    try:
        after = budgeted(state, message.count, message.total_epsilon, message.total_delta)
    except Refusal as refusal:
        return refuse(state, "total", refusal)
    taken = share_taken(after, said.ShareTaken(*message.share))
    if "target.epsilon" in taken.refused:
        return refuse(state, "total", taken.refused["target.epsilon"])
    return taken


def budgeted(state: State, count: str, total_epsilon: str, total_delta: str) -> State:
    """The state with this budget of many releases, as it was typed.

    Raises
    ------
    NotANumber, OutOfRange
        One of the texts is no number, or lies outside the range of its parameter.
    """
    texts = {"count": count, "total_epsilon": total_epsilon, "total_delta": total_delta}
    for name, text in texts.items():
        parameter = declared(state, f"composing.{name}")
        try:
            value = parameter.check(read(text))
        except NotANumber as refusal:
            raise with_range(text, parameter, refusal, parameter.symbol, "total") from None
        state = with_value(state, f"composing.{name}", round(value) if parameter.integer else value)
    return with_room(state, "composing")


def share_taken(state: State, message: said.ShareTaken) -> State:
    """What a bound admits each release within the budget (`budget_per_release`); ε follows from it."""
    after = with_value(state, "target.epsilon", message.epsilon)
    if not every_mechanism()[state.mechanism].pure:
        after = with_value(after, "target.delta", message.delta)
    try:
        for path in ("target.epsilon", "target.delta"):
            declared(state, path).check(value_at(after, path))
        mechanism_for(after.setting)
    except Refusal as refusal:
        return refuse(state, "target.epsilon", refusal)
    held = after.composing
    values = {"count": held.count, "delta": held.total_delta, "total": held.total_epsilon}
    origin = Origin(StartFrom.TOTAL, message.epsilon, tuple((k, float(v)) for k, v in values.items()))
    after = replace(after, start=replace(after.start, origin=origin))
    return settled(accept(after, "target.epsilon", "target.delta", *SOLVED))


def _found(state: State, origin: Origin, field: str) -> State:
    """The ε that was found, and what it was found from."""
    after = accept(with_value(state, "target.epsilon", origin.epsilon), field, "target.epsilon")
    return settled(replace(after, start=Start(state.start.chosen, origin)))
