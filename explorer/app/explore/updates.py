"""How a release changes under a person's hands: parameters, causes, lists, what is compared."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from types import MappingProxyType

from explorer.app.core import message as said
from explorer.app.core.refusals import SOLVED, accept, refuse
from explorer.app.core.sections import MOST_VALUES, Counted, SensitivityInputs, as_many
from explorer.app.core.setting import Setting
from explorer.app.core.state import State, declared, mechanism_for, value_at, with_value, within_sample
from explorer.app.explore.presets import PRESETS
from explorer.app.explore.sensitivity_inputs import followed, is_discrete, typed
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import AdditiveNoise, every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.parameter import Parameter
from explorer.privacy.refusal import NotANumber, NotValid, OutOfRange, Refusal, distinguished
from explorer.privacy.shape import Sampling
from explorer.privacy.spelling import joined
from explorer.privacy.subsampling.sample import NEIGHBOURS as SAMPLE_NEIGHBOURS
from explorer.privacy.target import Neighbours

HORIZONS = (10, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000)
SAMPLED = "shape.sampling_rate"


def _checked(before: State, after: State, field: str) -> State:
    """`after` with what follows from it; where something does not fit together `before`, and why."""
    try:
        after = followed(after)
        mechanism_for(after.setting)
        if field == SAMPLED:  # also where the mechanism in use leaves the share aside
            within_sample(Setting(after.mechanism, after.target, after.shape))
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
    if section in ("reading", "composing", "sample", "learning", "tables"):
        after = accept(after, message.path)
        return with_room(after, section) if name == "count" else after
    if name == "sensitivity":
        after = typed(after)
    if section == "sensitivity_inputs":
        after = replace(after, sensitivity_inputs=replace(after.sensitivity_inputs, followed=True))
    if name == "candidates":
        after = replace(after, scores=as_many(after.scores, int(whole)))
    return _checked(state, after, message.path)


def with_room(state: State, section: str, anew: bool = False) -> State:
    """The composition picture reaches at least as far as the k that is asked for; `anew`: no further."""
    held = getattr(state, section)
    if held.count <= held.horizon and not anew:
        return state
    reach = next((step for step in HORIZONS if step >= held.count), HORIZONS[-1])
    return with_value(state, f"{section}.horizon", reach)


def typed_number(state: State, message: said.Typed) -> State:
    """A number in any notation; it is settled at once."""
    try:
        value = read(message.text)
    except NotANumber as refusal:
        parameter = declared(state, message.path)
        return refuse(state, message.path, with_range(message.text, parameter, refusal, parameter.symbol))
    after = moved(state, said.Moved(message.path, value))
    if message.path == "tables.count" and message.path not in after.refused:
        after = with_room(after, "tables", anew=True)  # its picture has no field for how far it reaches
    return after if message.path in after.refused else settled(after)


def with_range(
    text: str, parameter: Parameter, refusal: Refusal, name: str | Sentence, field: str = ""
) -> NotANumber:
    """What reads as no number, with the range of those that do."""
    values = {"name": name, "low": distinguished(parameter.low), "high": distinguished(parameter.high)}
    if not text.strip():
        sentence = N_("{name} needs a number between {low} and {high}", **values)
    else:
        sentence = N_("{why}; {name} lies between {low} and {high}", why=refusal.sentence, **values)
    return NotANumber(sentence, field or parameter.name)


def settled(state: State, _: said.Settled | None = None) -> State:
    """Axes are chosen anew unless they are kept, and what is looked at stays between their ends."""
    if state.scale_kept or state.setting == state.framed:
        return state
    return _within(replace(state, framed=state.setting))


def scale_kept(state: State, message: said.ScaleKept) -> State:
    """Axes rest from now on; or they are chosen for the present setting, and follow it again."""
    return settled(replace(state, scale_kept=message.kept))


def _within(state: State) -> State:
    """The observed value and the threshold, brought into the values that are drawn."""
    mechanism = mechanism_for(state.framed)
    if not isinstance(mechanism, AdditiveNoise):
        return state
    from explorer.app.plotting.distributions import (  # needs numpy, which the first paint does not wait for
        result_range,
        value_range,
    )

    reading = state.reading
    half = 0.5 if mechanism.discrete else 0.0  # a threshold stands between whole numbers
    low, high = result_range(state.framed)
    threshold = min(max(reading.threshold, low), high - half)
    low, high = value_range(state.framed)
    if mechanism.discrete:
        low, high = math.ceil(low), math.floor(high)
    observed = min(max(reading.observed, low), high)
    if (observed, threshold) == (reading.observed, reading.threshold):
        return state
    return replace(state, reading=replace(reading, observed=float(observed), threshold=threshold))


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
    try:
        mechanism_for(chosen.setting)
    except Refusal as refusal:
        return refuse(state, "mechanism", refusal)
    left = [
        field for field in state.refused if field.split(".")[0] in ("target", "shape", "sensitivity_inputs")
    ]
    return settled(accept(chosen, "mechanism", *SOLVED, "scores", *left))


def cause_chosen(state: State, message: said.SensitivityInputChosen) -> State:
    """Unit, neighbours, kind of sample, what is counted, or whether the sensitivity follows from them."""
    field = f"sensitivity_inputs.{message.name}"
    after = _checked(state, _with_cause(state, message), field)
    return after if field in after.refused else settled(after)


def _with_cause(state: State, message: said.SensitivityInputChosen) -> State:
    target, inputs, shape = state.target, replace(state.sensitivity_inputs, followed=True), state.shape
    if message.name == "unit":
        target = replace(target, unit=" ".join(str(message.value).split()) or "row")
    elif message.name == "neighbours":
        target = replace(target, neighbours=Neighbours(message.value))
    elif message.name == "sampling":  # each kind has its own neighbours, which one choice sets with it
        shape = replace(shape, sampling=Sampling(message.value))
        target = replace(target, neighbours=SAMPLE_NEIGHBOURS[shape.sampling])
    elif message.name == "counted":
        inputs = replace(inputs, counted=Counted(message.value))
    else:
        inputs = replace(inputs, followed=bool(message.value))
    return replace(state, target=target, sensitivity_inputs=inputs, shape=shape)


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


def _parts(text: str) -> list[str]:
    """The numbers of a list: beside a semicolon a comma between digits is decimal (`0,5; 1,5` are two); else
    commas divide. Blanks do too, but in `1 in 2` or `50 %`.
    """
    for mark, known in ((";", "；"), (",", "，、")):
        for each in known:
            text = text.replace(each, mark)
    parts = re.split(r";|,\s" if ";" in text else ",", text)
    return [each for part in parts for each in ([part] if joined(part.strip()) else part.split()) if each]


def _values(text: str, field: str) -> tuple[float, ...]:
    try:
        values = tuple(read(each) for each in _parts(text))
    except NotANumber as refusal:
        why = refusal.sentence
        sentence = N_("{why}; each number lies between {low} and {high}", why=why, low=-1e9, high=1e9)
        raise NotANumber(sentence, field) from None
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
    other, shape = state.pinned, state.pinned.shape
    if not every_mechanism()[other.mechanism].norm:  # it has no use for the share, which is kept
        own = state.shape
        shape = replace(shape, sampling_rate=own.sampling_rate, sampling=own.sampling)
    scores = as_many(state.scores, shape.candidates)
    after = replace(state, mechanism=other.mechanism, target=other.target, shape=shape, scores=scores)
    if is_discrete(after):  # what it was pinned for are counts
        after = replace(
            after, sensitivity_inputs=replace(after.sensitivity_inputs, counted=Counted.HISTOGRAM)
        )
    return settled(replace(_followable(after), pinned=state.setting))


def _followable(state: State) -> State:
    """Where the causes do not give the sensitivity of another setting, it counts as typed."""
    try:
        same = followed(state).target == state.target
    except Refusal:
        same = False
    return state if same else typed(state)


def axes_chosen(state: State, message: said.AxesChosen) -> State:
    """The composition's axes: plain, or each power of ten as long as the next."""
    return replace(state, composing=replace(state.composing, logarithmic=message.logarithmic))


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
        shape=replace(preset.shape, candidates=state.shape.candidates),  # as many as there are scores
        sensitivity_inputs=SensitivityInputs(),
        composing=preset.composing,
        workspace=preset.workspace,
        refused=MappingProxyType({}),
    )
    return settled(_followable(chosen))
