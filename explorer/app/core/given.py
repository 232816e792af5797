"""Which values somebody set, and which stand at the program's defaults: a record must not mix them up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from explorer.app.core import message as said
from explorer.app.core.state import SECTIONS, State
from explorer.privacy.parameter import parameters

_SECTIONS = ("target", "shape", "sensitivity_inputs", "reading", "composing")
_CHOICES = {
    "target": ("unit", "neighbours"),
    "shape": ("sampling",),
    "sensitivity_inputs": ("counted",),
}
_NEVER = frozenset(("reading.draw", "reading.observed", "reading.threshold", "composing.horizon"))
"""They follow from what is looked at: nobody sets them."""
MECHANISM = "mechanism"


@cache
def tracked() -> frozenset[str]:
    """The paths of all values whose origin is known."""
    return frozenset({MECHANISM, *(path for section in _SECTIONS for path in _paths(section))})


@cache
def _paths(section: str) -> tuple[str, ...]:
    names = (*parameters(SECTIONS[section]), *_CHOICES.get(section, ()))
    return tuple(path for path in (f"{section}.{name}" for name in names) if path not in _NEVER)


def noted(before: State, after: State, message: said.Message) -> State:
    """`after`, with what this message set among the values that somebody set.

    Set is what a person named, to whatever value, and whatever else changed by it: ε that was found from a
    limit, or the numbers of a preset. A sensitivity that follows from its causes is told apart by
    `sensitivity_inputs.followed`, an ε that was found by `start.origin`.
    """
    found = after.given | _changed(before, after) | _named(after, message)
    return after if found == after.given else replace(after, given=frozenset(found))


def _named(after: State, message: said.Message) -> frozenset[str]:
    """What the message is about, where it was not refused."""
    if isinstance(message, said.Moved | said.Typed):
        path = message.path
    elif isinstance(message, said.MechanismChosen):
        path = MECHANISM
    elif isinstance(message, said.SensitivityInputChosen):
        section = {"unit": "target", "neighbours": "target", "sampling": "shape"}
        path = f"{section.get(message.name, 'sensitivity_inputs')}.{message.name}"
    elif isinstance(message, said.ShareTaken | said.TotalWanted):
        return _budget(after, message)
    else:
        return frozenset()
    return frozenset((path,) if path in tracked() and path not in after.refused else ())


def _budget(after: State, message: said.ShareTaken | said.TotalWanted) -> frozenset[str]:
    """The budget that an ε was taken from; its δ too, but by basic composition, which trades none for ε."""
    if {"total", "target.epsilon"} & after.refused.keys():
        return frozenset()
    names = ["count", "total_epsilon"]
    if isinstance(message, said.TotalWanted) or message.bound != "sequential":
        names.append("total_delta")
    return frozenset(f"composing.{name}" for name in names)


def _changed(before: State, after: State) -> frozenset[str]:
    found = set() if before.mechanism == after.mechanism else {MECHANISM}
    for section in _SECTIONS:
        old, new = getattr(before, section), getattr(after, section)
        if old is not new:
            found.update(path for path in _paths(section) if _differs(old, new, path))
    return frozenset(found)


def _differs(old: object, new: object, path: str) -> bool:
    name = path.partition(".")[2]
    return bool(getattr(old, name) != getattr(new, name))


def guessed(state: State) -> frozenset[str]:
    """For a session that does not say what was set: all that differs from the program's first state."""
    return _changed(State(), state)


def given_kept(state: State) -> list[str]:
    """As a session holds it."""
    return sorted(state.given)


def with_given(state: State, listed: object) -> State:
    """The state with what a session says was set; names that are not known are left out.

    Raises
    ------
    TypeError
        It is no list of names.
    """
    if listed is None:
        return replace(state, given=guessed(state))
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise TypeError("given")
    return replace(state, given=tracked() & frozenset(listed))
