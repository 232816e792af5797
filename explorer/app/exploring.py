"""How a release changes under a person's hands: parameters, causes, wishes, what is compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from explorer.app import message as said
from explorer.app.causing import followed, typed
from explorer.app.costing import together
from explorer.app.harms import HARMS
from explorer.app.presets import PRESETS
from explorer.app.refusing import accept, refuse
from explorer.app.sections import Causes, Counted
from explorer.app.state import Setting, State, declared, mechanism_for, value_at, with_value
from explorer.mark import N_
from explorer.privacy.accuracy import epsilon_for_margin, least_epsilon
from explorer.privacy.mechanism import AdditiveNoise, Selection, every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import NotValid, OutOfRange, Refusal, Unsupported
from explorer.privacy.risk import epsilon_for_belief
from explorer.privacy.target import Neighbours, Target

HORIZONS = (10, 50, 200, 500, 1000)
MOST_VALUES = 1000  # scores or public values that a person may type


def _checked(before: State, after: State, field: str) -> State:
    """`after` with what follows from it; where something does not fit together `before`, and why."""
    try:
        after = followed(after)
        mechanism_for(after.setting)
    except Refusal as refusal:
        return refuse(before, field, refusal)
    return accept(after, field)


def moved(state: State, message: said.Moved) -> State:
    """A number at its path."""
    section, _, name = message.path.partition(".")
    parameter = declared(state, message.path)
    try:
        value = parameter.check(message.value)
    except OutOfRange as refusal:
        return refuse(state, message.path, refusal)
    whole = round(value) if parameter.integer and name != "sensitivity" else float(value)
    after = with_value(state, message.path, whole)
    if section in ("reading", "composing", "sample"):
        after = accept(after, message.path)
        return _with_room(after) if name == "count" else after
    if name == "sensitivity":
        after = typed(after)
    if section == "causes":
        after = replace(after, causes=replace(after.causes, followed=True))
    if name == "candidates":
        after = replace(after, scores=_as_many(after.scores, int(whole)))
    return _checked(state, after, message.path)


def _as_many(scores: tuple[float, ...], count: int) -> tuple[float, ...]:
    """The first `count` scores, with zeros for those that are new; no more than can be shown."""
    count = min(count, MOST_VALUES)
    return (*scores[:count], *(0.0 for _ in range(count - len(scores))))


def _with_room(state: State) -> State:
    """The composition picture reaches at least as far as the k that is asked for."""
    count, horizon = state.composing.count, state.composing.horizon
    if count <= horizon:
        return state
    reach = next((step for step in HORIZONS if step >= count), HORIZONS[-1])
    return replace(state, composing=replace(state.composing, horizon=reach))


def typed_number(state: State, message: said.Typed) -> State:
    """A number in any notation; it is settled at once."""
    try:
        value = read(message.text)
    except Refusal as refusal:
        return refuse(state, message.path, refusal)
    after = moved(state, said.Moved(message.path, value))
    return after if message.path in after.refused else settled(after)


def settled(state: State, _: said.Settled | None = None) -> State:
    """Axes may be chosen anew."""
    return state if state.setting == state.framed else replace(state, framed=state.setting)


def mechanism_chosen(state: State, message: said.MechanismChosen) -> State:
    """Another mechanism; a sensitivity that it cannot take is rounded up, the private side."""
    if message.mechanism not in every_mechanism():
        return state
    chosen = replace(state, mechanism=message.mechanism)
    try:
        chosen = followed(chosen)
    except Refusal as refusal:
        return refuse(state, "mechanism", refusal)
    parameter = declared(chosen, "target.sensitivity")
    sensitivity = value_at(chosen, "target.sensitivity")
    if parameter.integer:
        sensitivity = min(max(math.ceil(sensitivity), parameter.low), parameter.high)
    chosen = with_value(chosen, "target.sensitivity", float(sensitivity))
    left = [field for field in state.refused if field.split(".")[0] in ("target", "shape", "causes")]
    return settled(accept(chosen, "mechanism", "margin", "limit", "scores", *left))


def cause_chosen(state: State, message: said.CauseChosen) -> State:
    """Unit, neighbours, what is counted, or whether the sensitivity follows from them."""
    field = f"causes.{message.name}"
    after = _checked(state, _with_cause(state, message), field)
    return after if field in after.refused else settled(after)


def _with_cause(state: State, message: said.CauseChosen) -> State:
    target, causes = state.target, replace(state.causes, followed=True)
    if message.name == "unit":
        target = replace(target, unit=" ".join(str(message.value).split()) or "row")
    elif message.name == "neighbours":
        target = replace(target, neighbours=Neighbours(message.value))
    elif message.name == "counted":
        causes = replace(causes, counted=Counted(message.value))
    else:
        causes = replace(causes, followed=bool(message.value))
    return replace(state, target=target, causes=causes)


def margin_wanted(state: State, message: said.MarginWanted) -> State:
    """The least ε whose noise, or whose loss of what is chosen, is what a person can bear."""
    reading = state.reading

    def calibrated(epsilon: float) -> AdditiveNoise | Selection:
        target = replace(state.target, epsilon=epsilon)
        return mechanism_for(Setting(state.mechanism, target, state.shape))  # type: ignore[return-value]

    try:
        wish = read(message.text)
        if issubclass(every_mechanism()[state.mechanism], AdditiveNoise):
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


def _epsilon_for_wish(calibrated: Callable[[float], Selection], wish: float, confidence: float) -> float:
    found = least_epsilon(lambda epsilon: calibrated(epsilon).reaches(wish, confidence))
    if found is None:
        highest = parameters(Target)["epsilon"].high
        raise OutOfRange(N_("no ε up to {high} reaches {wish}", high=highest, wish=wish), "margin")
    return found


def limit_wanted(state: State, _: said.LimitWanted) -> State:
    """The largest ε at which no result can lift the belief beforehand above the limit."""
    kind = every_mechanism()[state.mechanism]
    try:
        if not kind.pure:
            sentence = N_(
                "with δ > 0 no ε limits what a single result can tell: choose a mechanism of pure ε"
            )
            raise Unsupported(sentence, "limit")
        epsilon = epsilon_for_belief(state.reading.prior, state.reading.limit)
        parameters(Target)["epsilon"].check(epsilon)
    except Refusal as refusal:
        return refuse(state, "limit", refusal)
    return _with_epsilon(state, _rounded(epsilon, up=False), "limit")


def harm_chosen(state: State, message: said.HarmChosen) -> State:
    """A first ε."""
    return _with_epsilon(state, HARMS[message.harm].epsilon, "limit")


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


def scores_typed(state: State, message: said.ScoresTyped) -> State:
    """The candidates among whom one is chosen."""
    try:
        scores = _values(message.text, "scores")
        if len(scores) < 2:
            raise NotValid(N_("one candidate needs no choice: give at least two scores"), "scores")
    except Refusal as refusal:
        return refuse(state, "scores", refusal)
    shape = replace(state.shape, candidates=len(scores))
    return settled(accept(replace(state, scores=scores, shape=shape), "scores"))


def _values(text: str, field: str) -> tuple[float, ...]:
    values = tuple(read(each) for each in text.replace(",", " ").replace(";", " ").split())
    if len(values) > MOST_VALUES:
        raise NotValid(N_("at most {most} numbers", most=MOST_VALUES), field)
    if any(not abs(value) <= 1e9 for value in values):
        raise NotValid(N_("each number lies between {low} and {high}", low=-1e9, high=1e9), field)
    return values


def sample_chosen(state: State, message: said.SampleChosen) -> State:
    """The values that clipping is tried on."""
    return accept(replace(state, sample=replace(state.sample, kind=message.kind)), "sample")


def sample_typed(state: State, message: said.SampleTyped) -> State:
    """Public values of the person's own."""
    try:
        values = _values(message.text, "sample")
        if len(values) < 2:
            raise NotValid(N_("give at least two public values, separated by commas"), "sample")
    except Refusal as refusal:
        return refuse(state, "sample", refusal)
    return accept(replace(state, sample=replace(state.sample, kind="public", values=values)), "sample")


def pinned(state: State, _: said.Pinned) -> State:
    """The present setting becomes A."""
    return replace(state, pinned=state.setting)


def unpinned(state: State, _: said.Unpinned) -> State:
    """No A any more."""
    return replace(state, pinned=None)


def swapped(state: State, _: said.Swapped) -> State:
    """A becomes the present setting, the present one A."""
    if state.pinned is None:
        return state
    other = state.pinned
    after = replace(state, mechanism=other.mechanism, target=other.target, shape=other.shape)
    return settled(replace(_followable(after), pinned=state.setting))


def _followable(state: State) -> State:
    """Where the causes do not give the sensitivity of another setting, it counts as typed."""
    try:
        same = followed(state).target == state.target
    except Refusal:
        same = False
    return state if same else typed(state)


def picture_shown(state: State, message: said.PictureShown) -> State:
    """Another picture in a card that has several."""
    others = tuple(each for each in state.shown if each[0] != message.card)
    return replace(state, shown=(*others, (message.card, message.picture)))


def preset_chosen(state: State, message: said.PresetChosen) -> State:
    """Named settings, all at once."""
    preset = PRESETS[message.preset]
    chosen = replace(
        state,
        mechanism=preset.mechanism,
        target=preset.target,
        shape=preset.shape,
        causes=Causes(),
        composing=preset.composing,
        workspace=preset.workspace,
        refused=MappingProxyType({}),
    )
    return settled(_followable(chosen))
