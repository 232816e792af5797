"""What was refused stands beside its field until something else is accepted there."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from explorer.app.core import message as said
from explorer.app.core.lesson_place import GUESS
from explorer.app.core.lesson_place import SECTION as LESSON
from explorer.app.core.state import State
from explorer.app.core.table_pair import FILE, TEXT, refusal_of
from explorer.privacy.refusal import Refusal


def refuse(state: State, field: str, refusal: Refusal) -> State:
    """The state with a refusal beside `field`."""
    return replace(state, refused=MappingProxyType({**state.refused, field: refusal.kept()}))


def accept(state: State, *fields: str) -> State:
    """The state without the refusals beside `fields`."""
    kept = {key: value for key, value in state.refused.items() if key not in fields}
    return state if len(kept) == len(state.refused) else replace(state, refused=MappingProxyType(kept))


SOLVED = ("margin", "limit", "total")  # what ε was to follow from
RELEASE = ("target", "shape", "sensitivity_inputs", "scores", "mechanism", *SOLVED)
READING = ("reading", *SOLVED)
EXPLORED = (*RELEASE, "reading", "composing", "sample", "learning", "schedule", "tables", LESSON, GUESS)


def concerns(field: str, parts: tuple[str, ...]) -> bool:
    """Whether `field` ("target.epsilon") belongs to one of these parts."""
    return field.partition(".")[0] in parts


def outdated(state: State) -> bool:
    """Whether the numbers shown are those before an entry that was refused of the release."""
    return any(
        concerns(field, ("target", "shape", "sensitivity_inputs", "scores")) for field in state.refused
    )


def mended(state: State, message: said.Mended) -> State:
    """The value in force stands again; a limit that was refused for want of it may be asked for anew."""
    return accept(state, message.field, *(SOLVED if concerns(message.field, READING) else ()))


def outlived(before: State, after: State) -> State:
    """`after` without the older refusals whose cause may be gone: something that they depend on changed."""
    changed: list[str] = []
    if _release(before) != _release(after):
        changed += RELEASE
    if replace(before.reading, draw=0) != replace(after.reading, draw=0):
        changed += READING
    if before.composing != after.composing:
        changed.append("total")
    if before.sample != after.sample:
        changed.append("sample")
    if before.learning != after.learning:
        changed.append("learning")
    old = [field for field, refusal in before.refused.items() if after.refused.get(field) is refusal]
    return accept(after, *(field for field in old if concerns(field, tuple(changed))))


def _release(state: State) -> tuple[object, ...]:
    return state.setting, state.sensitivity_inputs, state.scores


def agreed(state: State) -> State:
    """The state with what is refused of its own text, and of no other: after undo, or from a session."""
    state, refusal = accept(state, FILE), refusal_of(state.tables)
    if refusal is None:
        return accept(state, TEXT)
    return state if state.refused.get(TEXT) is refusal else refuse(state, TEXT, refusal)
