"""How the program changes: `update(state, message)` is pure, quick, and the only place where it does."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app import drafting
from explorer.app import message as said
from explorer.app.presets import PRESETS
from explorer.app.state import (
    Framed,
    State,
    declared,
    value_at,
    with_value,
)
from explorer.mark import N_
from explorer.privacy.accuracy import epsilon_for_margin
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.refusal import OutOfRange, Refusal, Unsupported

HORIZONS = (10, 50, 200, 500, 1000)


def update(state: State, message: said.Message) -> State:
    """The state after what the person did. A refusal is kept beside its field and changes nothing else."""
    return _UPDATES[type(message)](state, message)


def refuse(state: State, field: str, refusal: Refusal) -> State:
    """The state with a refusal beside `field`."""
    return replace(state, refused=MappingProxyType({**state.refused, field: refusal}))


def accept(state: State, *fields: str) -> State:
    """The state without the refusals beside `fields`."""
    kept = {key: value for key, value in state.refused.items() if key not in fields}
    return state if len(kept) == len(state.refused) else replace(state, refused=MappingProxyType(kept))


def _moved(state: State, message: said.Moved) -> State:
    parameter = declared(state, message.path)
    try:
        value = parameter.check(message.value)
    except OutOfRange as refusal:
        return refuse(state, message.path, refusal)
    whole = round(value) if parameter.integer and parameter.name != "sensitivity" else float(value)
    moved = accept(with_value(state, message.path, whole), message.path)
    return _with_room(moved) if message.path == "composing.count" else moved


def _with_room(state: State) -> State:
    """The composition picture reaches at least as far as the k that is asked for."""
    count, horizon = state.composing.count, state.composing.horizon
    if count <= horizon:
        return state
    reach = next((step for step in HORIZONS if step >= count), HORIZONS[-1])
    return replace(state, composing=replace(state.composing, horizon=reach))


def _typed(state: State, message: said.Typed) -> State:
    try:
        value = read(message.text)
    except Refusal as refusal:
        return refuse(state, message.path, refusal)
    moved = _moved(state, said.Moved(message.path, value))
    return moved if message.path in moved.refused else _settled(moved, said.Settled())


def _settled(state: State, _: said.Settled) -> State:
    framed = Framed(state.mechanism, state.target)
    return state if framed == state.framed else replace(state, framed=framed)


def _mechanism_chosen(state: State, message: said.MechanismChosen) -> State:
    if message.mechanism not in every_mechanism():
        return state
    chosen = replace(state, mechanism=message.mechanism)
    parameter = declared(chosen, "target.sensitivity")
    sensitivity = value_at(chosen, "target.sensitivity")
    if parameter.integer:  # a count moves by whole numbers; rounding up is the private side
        sensitivity = min(max(math.ceil(sensitivity), parameter.low), parameter.high)
    chosen = with_value(chosen, "target.sensitivity", float(sensitivity))
    return _settled(accept(chosen, "target.sensitivity", "target.delta", "margin"), said.Settled())


def _workspace_opened(state: State, message: said.WorkspaceOpened) -> State:
    return replace(state, workspace=message.workspace)


def _margin_wanted(state: State, message: said.MarginWanted) -> State:
    mechanism, target = every_mechanism()[state.mechanism], state.target
    try:
        margin = read(message.text)
        epsilon = epsilon_for_margin(
            mechanism, margin, state.reading.confidence, target.delta, target.sensitivity
        )
    except Refusal as refusal:
        return refuse(state, "margin", refusal)
    shown = _rounded_up(epsilon)  # a little less noise than asked keeps the margin and reads better
    moved = accept(with_value(state, "target.epsilon", shown), "margin", "target.epsilon")
    return _settled(moved, said.Settled())


def _rounded_up(value: float, digits: int = 4) -> float:
    nearest = float(f"{value:.{digits - 1}e}")
    step = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return nearest if nearest >= value else float(f"{nearest + step:.{digits - 1}e}")


def _preset_chosen(state: State, message: said.PresetChosen) -> State:
    preset = PRESETS[message.preset]
    chosen = replace(
        state,
        mechanism=preset.mechanism,
        target=preset.target,
        composing=preset.composing,
        workspace=preset.workspace,
        refused=MappingProxyType({}),
    )
    return _settled(chosen, said.Settled())


def _with_plan(state: State, text: str, **changes: Any) -> State:
    """Another plan text; what was refused of the old one is gone, the plan's problems are derived anew."""
    releasing = replace(state.releasing, plan=text, **changes)
    shown = min(releasing.shown, max(len(drafting.document(text).get("histogram", [])) - 1, 0))
    kept = {key: value for key, value in state.refused.items() if key not in ("plan", "release")}
    return replace(state, releasing=replace(releasing, shown=shown), refused=MappingProxyType(kept))


def _changed_plan(state: State, change: Callable[[str], str]) -> State:
    """The plan after a change; a locked one runs unchanged or not at all."""
    text = state.releasing.plan
    if drafting.value_of(drafting.document(text), "privacy.locked") is True:
        sentence = N_("This plan is locked: it runs unchanged. Save a copy and unlock that to change it")
        return refuse(state, "plan", Unsupported(sentence, "plan"))
    return _with_plan(state, change(text))


def _plan_edited(state: State, message: said.PlanEdited) -> State:
    def change(text: str) -> str:
        for path, value in (*message.also, (message.path, message.value)):
            text = drafting.edited(text, path, value)
        return text

    return _changed_plan(state, change)


def _plan_extended(state: State, message: said.PlanExtended) -> State:
    return _changed_plan(state, lambda text: drafting.extended(text, message.histogram))


def _plan_reduced(state: State, message: said.PlanReduced) -> State:
    return _changed_plan(state, lambda text: drafting.reduced(text, message.path))


def _plan_opened(state: State, message: said.PlanOpened) -> State:
    try:
        drafting.document(message.text)
    except Refusal as refusal:
        return refuse(state, "plan", refusal)
    opened = accept(state, "plan")
    return _with_plan(opened, message.text, plan_path=message.path, shown=0)


def _plan_saved(state: State, message: said.PlanSaved) -> State:
    return accept(replace(state, releasing=replace(state.releasing, plan_path=message.path)), "plan")


def _file_chosen(state: State, message: said.FileChosen) -> State:
    releasing = replace(state.releasing, csv=message.path)
    return accept(replace(state, releasing=releasing), "release", "csv")


def _account_named(state: State, message: said.AccountNamed) -> State:
    releasing = replace(state.releasing, account=message.account, apart=message.apart)
    return accept(replace(state, releasing=releasing), "release", "account")


def _histogram_shown(state: State, message: said.HistogramShown) -> State:
    return replace(state, releasing=replace(state.releasing, shown=message.position))


def _release_drawn(state: State, message: said.ReleaseDrawn) -> State:
    drawn = (*state.releasing.drawn, message.drawn)
    releasing = replace(state.releasing, drawn=drawn, written=())
    return accept(replace(state, releasing=releasing), "release")


def _release_written(state: State, message: said.ReleaseWritten) -> State:
    return accept(replace(state, releasing=replace(state.releasing, written=message.paths)), "release")


def _refused(state: State, message: said.Refused) -> State:
    return refuse(state, message.field, message.refusal)


_UPDATES: dict[type, Callable[[State, Any], State]] = {
    said.Moved: _moved,
    said.Typed: _typed,
    said.Settled: _settled,
    said.MechanismChosen: _mechanism_chosen,
    said.WorkspaceOpened: _workspace_opened,
    said.MarginWanted: _margin_wanted,
    said.PresetChosen: _preset_chosen,
    said.PlanEdited: _plan_edited,
    said.PlanExtended: _plan_extended,
    said.PlanReduced: _plan_reduced,
    said.PlanOpened: _plan_opened,
    said.PlanSaved: _plan_saved,
    said.FileChosen: _file_chosen,
    said.AccountNamed: _account_named,
    said.HistogramShown: _histogram_shown,
    said.ReleaseDrawn: _release_drawn,
    said.ReleaseWritten: _release_written,
    said.Refused: _refused,
}
