"""The settings of a step elsewhere in the program, as the messages that a person would have said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from explorer.app.core.message import (
    AxesChosen,
    MechanismChosen,
    Moved,
    ScoresTyped,
    SensitivityInputChosen,
    Settled,
    WorkspaceOpened,
)
from explorer.app.core.release_messages import FileChosen, PlanOpened
from explorer.app.core.state import SECTIONS, Workspace
from explorer.app.release.plan.plan_draft import edited
from explorer.lessons.parts.scene import Opening
from explorer.privacy.parameter import parameters
from explorer.resources import resource

if TYPE_CHECKING:
    from explorer.app.core.message import Message

_EPSILON = "epsilon"  # of the example plan, as exact text
_CHOICES: Mapping[str, str] = MappingProxyType(
    {
        "target.neighbours": "neighbours",
        "target.unit": "unit",
        "shape.sampling": "sampling",
        "sensitivity_inputs.counted": "counted",
    }
)


def messages_of(opening: Opening) -> tuple[Message, ...]:
    """What sets all of it and then opens the workspace.

    A sample that was drawn before goes first, for it stands in the way of some mechanisms; then comes the
    mechanism, then what a sensitivity follows from, and the numbers last. Axes are chosen for all of it.

    Errors
    ------
    ValueError
        A setting is called by a path that there is not.
    """
    front = WorkspaceOpened(Workspace(opening.workspace))
    if opening.workspace == Workspace.RELEASE.value:
        return (*_example_plan(opening.settings), front)
    settings = sorted(opening.settings.items(), key=lambda each: _place(each[0]))
    return (*(_said(path, value) for path, value in settings), Settled(), front)


def _place(path: str) -> int:
    first = ("shape.sampling_rate", "mechanism")
    if path in first:
        return first.index(path)
    return len(first) + (path not in _CHOICES)


def _said(path: str, value: object) -> Message:
    if path == "mechanism":
        return MechanismChosen(str(value))
    if path == "scores":
        return ScoresTyped(str(value))
    if path in _CHOICES:
        return SensitivityInputChosen(_CHOICES[path], value)
    if path == "composing.logarithmic":
        return AxesChosen(bool(value))
    section, _, name = path.partition(".")
    if section in SECTIONS and name in parameters(SECTIONS[section]) and isinstance(value, int | float):
        return Moved(path, float(value))
    raise ValueError(path)


def _example_plan(settings: Mapping[str, object]) -> tuple[Message, ...]:
    """The shipped plan with another total ε, and its simulated people."""
    folder = resource("examples")
    text = (folder / "people.toml").read_text("utf-8")
    if _EPSILON in settings:
        text = edited(text, "privacy.epsilon", str(settings[_EPSILON]))
    return PlanOpened(text), FileChosen(str(folder / "people.csv"))
