"""A session as versioned JSON: what a person set, never what was counted or drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from explorer.app.drafting import document
from explorer.app.state import SECTIONS, Framed, Releasing, State, Workspace, declared, with_value
from explorer.mark import N_
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.parameter import Parameter, parameters
from explorer.privacy.refusal import NotValid
from explorer.privacy.target import Neighbours

SCHEMA = 1
_TEXTS = ("plan", "plan_path", "csv", "account")


def saved(state: State) -> str:
    """The session file's text."""
    session: dict[str, Any] = {
        "schema": SCHEMA,
        "workspace": state.workspace.value,
        "mechanism": state.mechanism,
        "neighbours": state.target.neighbours.value,
        "unit": state.target.unit,
    }
    for section, declaring in SECTIONS.items():
        held = getattr(state, section)
        session[section] = {name: getattr(held, name) for name in parameters(declaring)}
    session["releasing"] = {name: getattr(state.releasing, name) for name in _TEXTS}
    return json.dumps(session, indent=1, ensure_ascii=False) + "\n"


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
        raise NotValid(N_("This file is no session of Privacy Explorer")) from fault
    if not isinstance(session, dict) or not isinstance(session.get("schema"), int):
        raise NotValid(N_("This file is no session of Privacy Explorer"))
    if session["schema"] > SCHEMA:
        raise NotValid(N_("This session was saved by a newer Privacy Explorer; open it with that one"))
    try:
        return _state_of(session)
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise NotValid(N_("This session has a value that does not read")) from fault


def _state_of(session: dict[str, Any]) -> State:
    state = State(
        workspace=Workspace(session.get("workspace", Workspace.EXPLORE.value)),
        mechanism=session.get("mechanism", "laplace"),
    )
    if state.mechanism not in every_mechanism():
        raise ValueError(state.mechanism)
    for section, declaring in SECTIONS.items():
        for name, parameter in parameters(declaring).items():
            if name in session.get(section, {}):
                value = _number(declared(state, f"{section}.{name}"), session[section][name])
                state = with_value(state, f"{section}.{name}", int(value) if parameter.integer else value)
    neighbours = Neighbours(session.get("neighbours", Neighbours.ADD_REMOVE.value))
    if text := session.get("releasing", {}).get("plan"):
        document(str(text))  # refuses what is no plan
    target = replace(state.target, neighbours=neighbours, unit=str(session.get("unit", "row")))
    kept: dict[str, Any] = {
        name: str(value) for name, value in session.get("releasing", {}).items() if name in _TEXTS
    }
    releasing = Releasing(**kept)
    return replace(state, target=target, releasing=releasing, framed=Framed(state.mechanism, target))


def _number(parameter: Parameter, value: object) -> float:
    """A number of a session, as the parameter declares it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{parameter.name} is no number")
    return float(parameter.check(value))
