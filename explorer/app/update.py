"""How the program changes: `update(state, message)` is pure, quick, and the only place where it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from explorer.app.compose import hidden_curves, rhythm
from explorer.app.core import given, lesson_messages, release_messages
from explorer.app.core import message as said
from explorer.app.core.lesson_place import SECTION as LESSON
from explorer.app.core.refusals import accept, concerns, mended, outlived, refuse
from explorer.app.core.state import SIMULATED, AskedRange, State, Workspace
from explorer.app.explore import epsilon_origin, epsilon_solvers, updates
from explorer.app.ledger import ledger_updates
from explorer.app.presenter import presentation
from explorer.app.record import decision_updates
from explorer.app.release import plan_updates, preview_axes, release_test
from explorer.app.release.plan import budget_split, plan_draft
from explorer.app.release.publication_updates import UPDATES as PUBLICATION
from explorer.app.schedule import schedule_updates
from explorer.app.tables import table_updates
from explorer.mark import Sentence
from explorer.privacy.notation import read
from explorer.privacy.refusal import Refusal


def update(state: State, message: said.Message) -> State:
    """The state after what the person did. A refusal is kept beside its field and changes nothing else."""
    after = epsilon_origin.held(state, outlived(state, _UPDATES[type(message)](state, message)))
    return given.noted(state, schedule_updates.framed(after, message), message)


def _moved(state: State, message: said.Moved) -> State:
    """A number of the lesson, or of the plan's line in hand, or of anything else."""
    of_a_line = message.path.startswith("schedule.")
    if concerns(message.path, (LESSON,)):
        return _in_lesson(state, message)
    return schedule_updates.moved(state, message) if of_a_line else updates.moved(state, message)


def _typed(state: State, message: said.Typed) -> State:
    of_lesson = concerns(message.path, (LESSON,))
    return _in_lesson(state, message) if of_lesson else updates.typed_number(state, message)


def _in_lesson(state: State, message: Any) -> State:
    from explorer.app.learn import lesson_updates  # a window that starts imports no lesson

    return lesson_updates.UPDATES[type(message)](state, message)


def _continued(state: State, message: lesson_messages.LessonContinued) -> State:
    """What a person would set by hand, as one act."""
    from explorer.app.learn.openings import messages_of  # as above

    for each in messages_of(message.opening):
        state = update(state, each)
    return state


def _workspace_opened(state: State, message: said.WorkspaceOpened) -> State:
    opened = replace(state, workspace=message.workspace)
    return _read_anew(opened) if message.workspace is Workspace.LEDGER else opened


def _read_anew(state: State, status: Sentence | None = None) -> State:
    """The ledger is read again, and what was refused of it is gone."""
    ledger = replace(state.ledger, revision=state.ledger.revision + 1, status=status, exported=None)
    ledger = replace(ledger, stated=None)
    return accept(replace(state, ledger=ledger), "ledger", "ledger.export", "ledger.statement")


def _account_shown(state: State, message: release_messages.AccountShown) -> State:
    ledger = replace(state.ledger, account=message.account, status=None, exported=None)
    return accept(replace(state, ledger=ledger), "ledger", "ledger.export")


def _ledger_shown(state: State, message: release_messages.LedgerShown) -> State:
    ledger = replace(state.ledger, account="", example=message.example)
    return _read_anew(replace(state, ledger=ledger))


def _ledger_changed(state: State, message: release_messages.LedgerChanged) -> State:
    return _read_anew(state, message.status)


def _ledger_exported(state: State, message: release_messages.LedgerExported) -> State:
    """What was written again is an entry of its own: the ledger is read again."""
    ledger = replace(state.ledger, exported=message.status, revision=state.ledger.revision + 1)
    return accept(replace(state, ledger=ledger), "ledger.export")


def _plan_edited(state: State, message: release_messages.PlanEdited) -> State:
    def change(text: str) -> str:
        for path, value in (*message.also, (message.path, message.value)):
            text = plan_draft.edited(text, path, value)
        return text

    return plan_updates.changed_plan(state, change)


def _plan_extended(state: State, message: release_messages.PlanExtended) -> State:
    after = plan_updates.changed_plan(state, lambda text: plan_draft.extended(text, message.to))
    if "." in message.to or after.releasing.plan == state.releasing.plan:
        return after
    old, new = (plan_draft.document(each.releasing.plan) for each in (state, after))
    return plan_updates.split(after, budget_split.grown(old, new, state.releasing.locked))


def _plan_reduced(state: State, message: release_messages.PlanReduced) -> State:
    after = plan_updates.changed_plan(state, lambda text: plan_draft.reduced(text, message.path))
    old, new = (plan_draft.document(each.releasing.plan) for each in (state, after))
    paths = [path for path, _ in plan_draft.queries_of(old)]
    if message.path not in paths or old == new:
        return after
    return plan_updates.split(
        after, budget_split.shrunk(old, new, paths.index(message.path), state.releasing.locked)
    )


def _share_typed(state: State, message: release_messages.ShareTyped) -> State:
    """The others adjust, in one step; what is no share is refused beside it."""
    releasing = state.releasing
    plan = plan_draft.document(releasing.plan)
    try:
        edits = budget_split.split_edits(plan, message.position, message.text, releasing.locked)
    except Refusal as refusal:
        return refuse(state, f"{plan_draft.queries_of(plan)[message.position][0]}.share", refusal)
    *also, (path, value) = edits
    return _plan_edited(state, release_messages.PlanEdited(path, value, tuple(also)))


def _share_locked(state: State, message: release_messages.ShareLocked) -> State:
    place = frozenset({message.position})
    held = state.releasing.locked
    locked = held | place if message.locked else held - place
    return replace(state, releasing=replace(state.releasing, locked=locked))


def _plan_opened(state: State, message: release_messages.PlanOpened) -> State:
    try:
        plan_draft.document(message.text)
    except Refusal as refusal:
        return refuse(state, "plan", refusal)
    opened = accept(state, "plan")
    opened = plan_updates.with_plan(opened, message.text, plan_path=message.path, shown=0, locked=frozenset())
    framed = preview_axes.framed_by(message.text)
    return replace(opened, releasing=replace(opened.releasing, framed=framed))


def _plan_saved(state: State, message: release_messages.PlanSaved) -> State:
    return accept(replace(state, releasing=replace(state.releasing, plan_path=message.path)), "plan")


def _file_chosen(state: State, message: release_messages.FileChosen) -> State:
    """Whose people are in a file is said of that file: another one has no account yet."""
    before = state.releasing
    account = before.account if before.csv in ("", message.path) else ""
    releasing = replace(before, csv=message.path, sheet=message.sheet, account=account)
    return _read_anew(accept(replace(state, releasing=releasing), "release", "csv"))


def _account_named(state: State, message: release_messages.AccountNamed) -> State:
    releasing = replace(state.releasing, account=message.account)
    return _read_anew(accept(replace(state, releasing=releasing), "release", "account"))


def _query_shown(state: State, message: release_messages.QueryShown) -> State:
    return replace(state, releasing=replace(state.releasing, shown=message.position, table=message.table))


def _range_asked(state: State, message: release_messages.RangeAsked) -> State:
    asked = AskedRange(message.low.strip(), message.high.strip(), message.group)
    return replace(state, releasing=replace(state.releasing, asked=asked))


def _preview_sampled(state: State, message: release_messages.PreviewSampled) -> State:
    return replace(state, releasing=replace(state.releasing, public=message.file))


def _simulated_typed(state: State, message: release_messages.SimulatedTyped) -> State:
    try:
        rows = int(SIMULATED.check(read(message.text)))
    except Refusal as refusal:
        return refuse(state, "preview.simulated", refusal)
    releasing = replace(state.releasing, simulated=rows)
    return accept(replace(state, releasing=releasing), "preview.simulated")


def _rescaled(state: State, message: release_messages.Rescaled) -> State:
    framed = preview_axes.framed_by(state.releasing.plan) or state.releasing.framed
    return replace(state, releasing=replace(state.releasing, framed=framed))


def _release_drawn(state: State, message: release_messages.ReleaseDrawn) -> State:
    drawn = (*state.releasing.drawn, message.drawn)
    releasing = replace(state.releasing, drawn=drawn, written=(), status=None)
    return _read_anew(accept(replace(state, releasing=releasing), "release"))


def _release_written(state: State, message: release_messages.ReleaseWritten) -> State:
    releasing = replace(state.releasing, written=message.paths, status=None)
    return accept(replace(state, releasing=releasing), "release")


def _release_status(state: State, message: release_messages.ReleaseStatusGiven) -> State:
    return accept(replace(state, releasing=replace(state.releasing, status=message.status)), "release")


def _refused(state: State, message: said.Refused) -> State:
    return refuse(state, message.field, message.refusal)


_UPDATES: dict[type, Callable[[State, Any], State]] = {
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
    release_messages.PlanEdited: _plan_edited,
    release_messages.PlanExtended: _plan_extended,
    release_messages.PlanReduced: _plan_reduced,
    release_messages.ShareTyped: _share_typed,
    release_messages.ShareLocked: _share_locked,
    release_messages.PlanOpened: _plan_opened,
    release_messages.PlanSaved: _plan_saved,
    release_messages.FileChosen: _file_chosen,
    release_messages.AccountNamed: _account_named,
    release_messages.QueryShown: _query_shown,
    release_messages.RangeAsked: _range_asked,
    release_messages.PreviewSampled: _preview_sampled,
    release_messages.SimulatedTyped: _simulated_typed,
    release_messages.Rescaled: _rescaled,
    release_messages.ReleaseDrawn: _release_drawn,
    release_messages.ReleaseWritten: _release_written,
    release_messages.ReleaseStatusGiven: _release_status,
    release_messages.AuditRunsChosen: release_test.runs_typed,
    release_messages.ReleaseTested: release_test.tested,
    release_messages.AccountShown: _account_shown,
    release_messages.LedgerShown: _ledger_shown,
    release_messages.LedgerChanged: _ledger_changed,
    release_messages.LedgerExported: _ledger_exported,
    said.Refused: _refused,
    **plan_updates.UPDATES,
    **hidden_curves.UPDATES,
    **ledger_updates.UPDATES,
    **PUBLICATION,
    **rhythm.UPDATES,
    **schedule_updates.UPDATES,
    **table_updates.UPDATES,
    **presentation.UPDATES,
    **decision_updates.UPDATES,
    **dict.fromkeys(get_args(lesson_messages.LessonMessage), _in_lesson),
    lesson_messages.LessonContinued: _continued,
}
