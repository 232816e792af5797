"""How the program changes: `update(state, message)` is pure, quick, and the only place where it does.

What a person explores is changed by updates that are imported here. Those of the other subjects are imported
when the first message of the subject comes: most windows open at what is explored, and close there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from explorer.app.compose import hidden_curves, rhythm
from explorer.app.core import given
from explorer.app.core import message as said
from explorer.app.core.lesson_place import SECTION as LESSON
from explorer.app.core.refusals import concerns, mended, outlived, refuse
from explorer.app.core.state import State, Workspace
from explorer.app.explore import epsilon_origin, epsilon_solvers, updates

if TYPE_CHECKING:
    from explorer.app.core.lesson_messages import LessonContinued

Updates = Mapping[type, Callable[[State, Any], State]]


def update(state: State, message: said.Message) -> State:
    """The state after what the person did. A refusal is kept beside its field and changes nothing else."""
    kind = type(message)
    change = _EXPLORED[kind] if kind in _EXPLORED else updates_of(kind.__module__)[kind]
    after = epsilon_origin.held(state, outlived(state, change(state, message)))
    return given.noted(state, _framed(after, message), message)


@cache
def updates_of(module: str) -> Updates:
    """What the messages that a module declares change, by their types. Raises `KeyError` for any other."""
    return _SUBJECTS[module.rpartition(".")[2]]()


def _framed(state: State, message: said.Message) -> State:
    """The end of the year's axis chosen anew, where there is a year."""
    if not state.schedule.releases:
        return state
    from explorer.app.schedule.schedule_updates import framed

    return framed(state, message)


def _moved(state: State, message: said.Moved) -> State:
    """A number of the lesson, or of the plan's line in hand, or of anything else."""
    if concerns(message.path, (LESSON,)):
        return _in_lesson(state, message)
    if message.path.startswith("schedule."):
        from explorer.app.schedule.schedule_updates import moved

        return moved(state, message)
    return updates.moved(state, message)


def _typed(state: State, message: said.Typed) -> State:
    of_lesson = concerns(message.path, (LESSON,))
    return _in_lesson(state, message) if of_lesson else updates.typed_number(state, message)


def _in_lesson(state: State, message: said.Moved | said.Typed) -> State:
    from explorer.app.learn import lesson_updates

    return lesson_updates.UPDATES[type(message)](state, message)


def _workspace_opened(state: State, message: said.WorkspaceOpened) -> State:
    opened = replace(state, workspace=message.workspace)
    if message.workspace is not Workspace.LEDGER:
        return opened
    from explorer.app.ledger.ledger_updates import read_anew

    return read_anew(opened)


def _refused(state: State, message: said.Refused) -> State:
    return refuse(state, message.field, message.refusal)


_EXPLORED: Updates = MappingProxyType(
    {
        said.Moved: _moved,
        said.Typed: _typed,
        said.Mended: mended,
        said.Settled: updates.settled,
        said.MechanismChosen: updates.mechanism_chosen,
        said.WorkspaceOpened: _workspace_opened,
        said.StartChosen: epsilon_solvers.start_chosen,
        said.MarginWanted: epsilon_solvers.margin_wanted,
        said.LimitWanted: epsilon_solvers.limit_wanted,
        said.HarmChosen: epsilon_solvers.harm_chosen,
        said.TotalWanted: epsilon_solvers.total_wanted,
        said.ShareTaken: epsilon_solvers.share_taken,
        said.SensitivityInputChosen: updates.cause_chosen,
        said.ScoresTyped: updates.scores_typed,
        said.SampleChosen: updates.sample_chosen,
        said.SampleTyped: updates.sample_typed,
        said.Pinned: updates.pinned,
        said.Unpinned: updates.unpinned,
        said.Swapped: updates.swapped,
        said.PictureShown: updates.picture_shown,
        said.AxesChosen: updates.axes_chosen,
        said.ScaleKept: updates.scale_kept,
        said.PresetChosen: updates.preset_chosen,
        said.Refused: _refused,
        **hidden_curves.UPDATES,
        **rhythm.UPDATES,
    }
)


def _of_release() -> Updates:
    from explorer.app.release.release_updates import UPDATES

    return UPDATES


def _of_schedule() -> Updates:
    from explorer.app.schedule.schedule_updates import UPDATES

    return UPDATES


def _of_tables() -> Updates:
    from explorer.app.tables.table_updates import UPDATES

    return UPDATES


def _of_presentation() -> Updates:
    from explorer.app.presenter.presentation import UPDATES

    return UPDATES


def _of_record() -> Updates:
    from explorer.app.record.decision_updates import UPDATES

    return UPDATES


def _of_lessons() -> Updates:
    from explorer.app.core.lesson_messages import LessonContinued
    from explorer.app.learn.lesson_updates import UPDATES

    return {**UPDATES, LessonContinued: _continued}


def _continued(state: State, message: LessonContinued) -> State:
    """What a person would set by hand, as one act."""
    from explorer.app.learn.openings import messages_of

    for each in messages_of(message.opening):
        state = update(state, each)
    return state


_SUBJECTS: Mapping[str, Callable[[], Updates]] = MappingProxyType(
    {
        "message": lambda: _EXPLORED,
        "release_messages": _of_release,
        "schedule_messages": _of_schedule,
        "table_messages": _of_tables,
        "presenter_messages": _of_presentation,
        "decision_messages": _of_record,
        "lesson_messages": _of_lessons,
    }
)
