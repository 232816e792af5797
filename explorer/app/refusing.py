"""What was refused stands beside its field until something else is accepted there."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from explorer.app.state import State
from explorer.privacy.refusal import Refusal


def refuse(state: State, field: str, refusal: Refusal) -> State:
    """The state with a refusal beside `field`."""
    return replace(state, refused=MappingProxyType({**state.refused, field: refusal}))


def accept(state: State, *fields: str) -> State:
    """The state without the refusals beside `fields`."""
    kept = {key: value for key, value in state.refused.items() if key not in fields}
    return state if len(kept) == len(state.refused) else replace(state, refused=MappingProxyType(kept))
