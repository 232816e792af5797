"""A session as versioned JSON: what a person set, never what was counted or drawn."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from typing import Any

from explorer.app.compose.hidden_curves import hidden_of
from explorer.app.core.given import given_kept, with_given
from explorer.app.core.publication import publication_kept, publication_of
from explorer.app.core.rhythm import Rhythm
from explorer.app.core.sections import MOST_VALUES, Composing, Counted, as_many
from explorer.app.core.setting import Setting
from explorer.app.core.state import (
    LONGEST_NOTES,
    SECTIONS,
    SIMULATED,
    LedgerView,
    Presentation,
    Releasing,
    State,
    Workspace,
    declared,
    mechanism_for,
    with_value,
)
from explorer.app.explore.epsilon_origin import start_kept, with_start
from explorer.app.explore.sensitivity_inputs import fitting, followed, typed
from explorer.app.learn.lesson_session import lessons_kept, lessons_of
from explorer.app.record.decision_session import decision_kept, decision_of
from explorer.app.schedule.schedule_session import schedule_kept, schedule_of
from explorer.app.tables.table_session import pair_kept, with_pair
from explorer.mark import N_, Sentence
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.refusal import NotValid
from explorer.privacy.shape import Sampling, Shape
from explorer.privacy.target import Neighbours, Target

SCHEMA = 2  # 2: lessons, and their workspace
_KEYS = {"sensitivity_inputs": "causes"}  # a section of the state that a file calls by an older name
_TEXTS = ("plan", "plan_path", "csv", "sheet", "account")
_PATHS = ("plan_path", "csv")  # which a system may spell with bytes that are no text
_SETTING = ("mechanism", "neighbours", "unit", "target", "shape", "sampling")
_SURROGATE = re.compile("[\ud800-\udfff]")


def saved(state: State) -> str:
    """The session file's text."""
    session: dict[str, Any] = {
        "schema": SCHEMA,
        "workspace": state.workspace.value,
        "mechanism": state.mechanism,
        "neighbours": state.target.neighbours.value,
        "unit": state.target.unit,
        "sampling": state.shape.sampling.value,
        "counted": state.sensitivity_inputs.counted.value,
        "followed": state.sensitivity_inputs.followed,
        "scores": list(state.scores),
        "sampled": {"kind": state.sample.kind, "values": list(state.sample.values)},
        "pinned": None if state.pinned is None else setting_kept(state.pinned),
        "shown": dict(state.shown),
        "hidden": sorted(state.hidden),
        "logarithmic": state.composing.logarithmic,
        "rhythm": None if state.composing.rhythm is None else state.composing.rhythm.value,
        "axes_kept_for": setting_kept(state.framed) if state.scale_kept else None,
        "planning": schedule_kept(state.schedule, setting_kept),
        "pair": pair_kept(state.tables),
        "start": start_kept(state.start),
        "notes": dict(state.presentation.notes),
        "decision": decision_kept(state.decision, setting_kept),
        "publication": publication_kept(state.releasing.publication),
        "lessons": lessons_kept(state.lessons),
        "given": given_kept(state),
    }
    for section, declaring in SECTIONS.items():
        held = getattr(state, section)
        session[_KEYS.get(section, section)] = {name: getattr(held, name) for name in parameters(declaring)}
    session["ledger"] = {"account": state.ledger.account}
    session["releasing"] = {name: getattr(state.releasing, name) for name in _TEXTS}
    session["releasing"]["simulated"] = state.releasing.simulated
    text = json.dumps(session, indent=1, ensure_ascii=False) + "\n"
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def setting_kept(setting: Setting) -> dict[str, Any]:
    """One release as it is set, as JSON's own values."""
    target, shape = setting.target, setting.shape
    return {
        "mechanism": setting.mechanism,
        "neighbours": target.neighbours.value,
        "unit": target.unit,
        "target": {name: getattr(target, name) for name in parameters(Target)},
        "shape": {name: getattr(shape, name) for name in parameters(Shape)},
        "sampling": shape.sampling.value,
    }


def loaded(text: str) -> State:
    """The state that a session file describes; keys that it lacks keep their defaults.

    Raises
    ------
    NotValid
        It is no session, of a newer schema, or a value in it does not read.
    OutOfRange
        A number lies outside the range that its parameter declares.
    """
    try:
        session = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise NotValid(N_("This file is not a session of Privacy Explorer")) from fault
    if not isinstance(session, dict) or not isinstance(session.get("schema"), int):
        raise NotValid(N_("This file is not a session of Privacy Explorer"))
    if session["schema"] > SCHEMA:
        raise NotValid(_newer(session["schema"]))
    try:
        return _state_of(session)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as fault:
        raise NotValid(N_("This session has a value that can't be read")) from fault


def _newer(number: int) -> Sentence:
    return N_(
        "This session was saved by a newer Privacy Explorer (format {found:plain}; this one reads up to "
        "{known:plain}); open it with that one",
        found=number,
        known=SCHEMA,
    )


def _state_of(session: dict[str, Any]) -> State:
    state = State(
        workspace=Workspace(session.get("workspace", Workspace.EXPLORE.value)),
        mechanism=session.get("mechanism", "laplace"),
    )
    if state.mechanism not in every_mechanism():
        raise ValueError(state.mechanism)
    for section, declaring in SECTIONS.items():
        state = _with_section(state, section, declaring, session.get(_KEYS.get(section, section), {}))
    neighbours = Neighbours(session.get("neighbours", Neighbours.ADD_REMOVE.value))
    if text := session.get("releasing", {}).get("plan"):
        _refuse_no_plan(str(text))
    target = replace(state.target, neighbours=neighbours, unit=_text(session.get("unit", "row")))
    drawn = Sampling(session.get("sampling", Sampling.POISSON.value))
    given = session.get("releasing", {}).items()
    kept: dict[str, Any] = {name: _text(value, name in _PATHS) for name, value in given if name in _TEXTS}
    rows = session.get("releasing", {}).get("simulated", int(SIMULATED.default))
    kept["simulated"] = int(_number(SIMULATED, rows))
    kept["publication"] = publication_of(session.get("publication", {}))
    state = replace(state, target=target, releasing=Releasing(**kept), **_given(state, session))
    state = replace(state, shape=replace(state.shape, sampling=drawn))
    state = _with_candidates(state, session)
    state = with_pair(state, session.get("pair", {}))
    fitting(state)  # refuses what does not fit together
    mechanism_for(state.setting)
    framed, scaled_for = state.setting, session.get("axes_kept_for")
    if scaled_for is not None:
        framed = _setting_of(scaled_for)
    state = with_start(_followable(state, session), session.get("start", {}))
    state = with_given(state, session.get("given"))
    return _as_planned(replace(state, framed=framed, scale_kept=scaled_for is not None))


def _refuse_no_plan(text: str) -> None:
    from explorer.app.release.plan.plan_draft import document  # a start without a plan does without it

    document(text)


def _as_planned(state: State) -> State:
    """The axis of the year chosen, where there is a year."""
    if not state.schedule.releases:
        return state
    from explorer.app.schedule.schedule_updates import as_planned

    return as_planned(state)


def _with_section(state: State, section: str, declaring: type, given: dict[str, Any]) -> State:
    for name, parameter in parameters(declaring).items():
        if name in given:
            value = _number(declared(state, f"{section}.{name}"), given[name])
            state = with_value(state, f"{section}.{name}", int(value) if parameter.integer else value)
    return state


def _with_candidates(state: State, session: dict[str, Any]) -> State:
    """As many candidates as there are scores: the list counts where there is one, unless it was cut short."""
    count, scores = state.shape.candidates, len(state.scores)
    if "scores" not in session or (scores == MOST_VALUES < count):
        return replace(state, scores=as_many(state.scores, count))
    return replace(state, shape=replace(state.shape, candidates=scores))


def _given(state: State, session: dict[str, Any]) -> dict[str, Any]:
    """What is no declared number: choices, lists, the setting to be compared with, the pictures shown."""
    inputs = replace(
        state.sensitivity_inputs,
        counted=Counted(session.get("counted", Counted.HISTOGRAM.value)),
        followed=bool(session.get("followed", True)),
    )
    sampled = session.get("sampled", {})
    values = tuple(float(value) for value in sampled.get("values", ()))
    sample = replace(state.sample, kind=_text(sampled.get("kind", state.sample.kind)), values=values)
    scores = tuple(float(score) for score in session.get("scores", state.scores))
    if not all(math.isfinite(value) for value in (*values, *scores)) or not 2 <= len(scores) <= MOST_VALUES:
        raise ValueError("scores")
    if len(values) > MOST_VALUES:
        raise ValueError("values")
    pinned = session.get("pinned")
    return {
        "sensitivity_inputs": inputs,
        "sample": sample,
        "composing": _composing(state, session),
        "schedule": schedule_of(session.get("planning", {}), _setting_of),
        "scores": scores,
        "pinned": None if pinned is None else _setting_of(pinned),
        "decision": decision_of(session.get("decision", {}), _setting_of),
        "ledger": LedgerView(_text(session.get("ledger", {}).get("account", ""))),
        "lessons": lessons_of(session.get("lessons", {})),
        "hidden": hidden_of(_text(bound) for bound in session.get("hidden", ())),
        "presentation": Presentation(notes=_notes(session.get("notes", {}))),
        "shown": tuple((_text(card), _text(picture)) for card, picture in session.get("shown", {}).items()),
    }


def _composing(state: State, session: dict[str, Any]) -> Composing:
    """What is no number of many releases: their axes, and how often they are."""
    rhythm = session.get("rhythm")
    return replace(
        state.composing,
        logarithmic=bool(session.get("logarithmic", False)),
        rhythm=None if rhythm is None else Rhythm(rhythm),
    )


def _notes(given: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The speaker's notes, by card."""
    return tuple(sorted((_text(card), _text(text)[:LONGEST_NOTES]) for card, text in given.items()))


def _followable(state: State, session: dict[str, Any]) -> State:
    """A session that says nothing of causes, or whose causes give another sensitivity: it was typed."""
    follows = "causes" in session and followed(state).target == state.target
    return state if follows or state.target.sensitivity == 1.0 else typed(state)


def _setting_of(given: dict[str, Any]) -> Setting:
    """One release as it was set; a setting has no plan and none that it is compared with."""
    if not isinstance(given, dict):
        raise TypeError("no setting")
    return _state_of({key: given[key] for key in _SETTING if key in given}).setting


def _number(parameter: Parameter, value: object) -> float:
    """A number of a session, as the parameter declares it.

    Raises
    ------
    TypeError, OverflowError
        It is no number, or one that no double can hold.
    OutOfRange
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{parameter.name} is no number")
    return float(parameter.check(float(value)))


def _text(value: object, path: bool = False) -> str:
    """A text of a session. Only the path of a file may hold bytes that are no text, and none holds a NUL."""
    if not isinstance(value, str) or (path and "\0" in value):
        raise TypeError("no text")
    if not path:
        value.encode()  # a lone surrogate, which cannot be written again, is a ValueError
    return value
