"""How a plan, its shares, its file and what is released of it change under a person's hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core import release_messages as said
from explorer.app.core.publication import tidied
from explorer.app.core.refusals import accept, refuse
from explorer.app.core.state import SIMULATED, AskedRange, State
from explorer.app.ledger import ledger_updates
from explorer.app.ledger.ledger_updates import read_anew
from explorer.app.release import plan_updates, preview_axes, release_test
from explorer.app.release.plan import budget_split, plan_draft
from explorer.privacy.notation import read
from explorer.privacy.refusal import Refusal


def _plan_edited(state: State, message: said.PlanEdited) -> State:
    def change(text: str) -> str:
        for path, value in (*message.also, (message.path, message.value)):
            text = plan_draft.edited(text, path, value)
        return text

    return plan_updates.changed_plan(state, change)


def _plan_extended(state: State, message: said.PlanExtended) -> State:
    after = plan_updates.changed_plan(state, lambda text: plan_draft.extended(text, message.to))
    if "." in message.to or after.releasing.plan == state.releasing.plan:
        return after
    old, new = (plan_draft.document(each.releasing.plan) for each in (state, after))
    return plan_updates.split(after, budget_split.grown(old, new, state.releasing.locked))


def _plan_reduced(state: State, message: said.PlanReduced) -> State:
    after = plan_updates.changed_plan(state, lambda text: plan_draft.reduced(text, message.path))
    old, new = (plan_draft.document(each.releasing.plan) for each in (state, after))
    paths = [path for path, _ in plan_draft.queries_of(old)]
    if message.path not in paths or old == new:
        return after
    return plan_updates.split(
        after, budget_split.shrunk(old, new, paths.index(message.path), state.releasing.locked)
    )


def _share_typed(state: State, message: said.ShareTyped) -> State:
    """The others adjust, in one step; what is no share is refused beside it."""
    releasing = state.releasing
    plan = plan_draft.document(releasing.plan)
    try:
        edits = budget_split.split_edits(plan, message.position, message.text, releasing.locked)
    except Refusal as refusal:
        return refuse(state, f"{plan_draft.queries_of(plan)[message.position][0]}.share", refusal)
    *also, (path, value) = edits
    return _plan_edited(state, said.PlanEdited(path, value, tuple(also)))


def _share_locked(state: State, message: said.ShareLocked) -> State:
    place = frozenset({message.position})
    held = state.releasing.locked
    locked = held | place if message.locked else held - place
    return replace(state, releasing=replace(state.releasing, locked=locked))


def _plan_opened(state: State, message: said.PlanOpened) -> State:
    try:
        plan_draft.document(message.text)
    except Refusal as refusal:
        return refuse(state, "plan", refusal)
    opened = accept(state, "plan")
    opened = plan_updates.with_plan(opened, message.text, plan_path=message.path, shown=0, locked=frozenset())
    framed = preview_axes.framed_by(message.text)
    return replace(opened, releasing=replace(opened.releasing, framed=framed))


def _plan_saved(state: State, message: said.PlanSaved) -> State:
    return accept(replace(state, releasing=replace(state.releasing, plan_path=message.path)), "plan")


def _file_chosen(state: State, message: said.FileChosen) -> State:
    """Whose people are in a file is said of that file: another one has no account yet."""
    before = state.releasing
    account = before.account if before.csv in ("", message.path) else ""
    releasing = replace(before, csv=message.path, sheet=message.sheet, account=account)
    return read_anew(accept(replace(state, releasing=releasing), "release", "csv"))


def _account_named(state: State, message: said.AccountNamed) -> State:
    releasing = replace(state.releasing, account=message.account)
    return read_anew(accept(replace(state, releasing=releasing), "release", "account"))


def _query_shown(state: State, message: said.QueryShown) -> State:
    return replace(state, releasing=replace(state.releasing, shown=message.position, table=message.table))


def _range_asked(state: State, message: said.RangeAsked) -> State:
    asked = AskedRange(message.low.strip(), message.high.strip(), message.group)
    return replace(state, releasing=replace(state.releasing, asked=asked))


def _preview_sampled(state: State, message: said.PreviewSampled) -> State:
    return replace(state, releasing=replace(state.releasing, public=message.file))


def _simulated_typed(state: State, message: said.SimulatedTyped) -> State:
    try:
        rows = int(SIMULATED.check(read(message.text)))
    except Refusal as refusal:
        return refuse(state, "preview.simulated", refusal)
    releasing = replace(state.releasing, simulated=rows)
    return accept(replace(state, releasing=releasing), "preview.simulated")


def _rescaled(state: State, message: said.Rescaled) -> State:
    framed = preview_axes.framed_by(state.releasing.plan) or state.releasing.framed
    return replace(state, releasing=replace(state.releasing, framed=framed))


def _release_drawn(state: State, message: said.ReleaseDrawn) -> State:
    drawn = (*state.releasing.drawn, message.drawn)
    releasing = replace(state.releasing, drawn=drawn, written=(), status=None)
    return read_anew(accept(replace(state, releasing=releasing), "release"))


def _release_written(state: State, message: said.ReleaseWritten) -> State:
    releasing = replace(state.releasing, written=message.paths, status=None)
    return accept(replace(state, releasing=releasing), "release")


def _release_status(state: State, message: said.ReleaseStatusGiven) -> State:
    return accept(replace(state, releasing=replace(state.releasing, status=message.status)), "release")


def _publication_worded(state: State, message: said.PublicationWorded) -> State:
    """What the steward says beside the released numbers, one line each."""
    return replace(state, releasing=replace(state.releasing, publication=tidied(message.publication)))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        said.PlanEdited: _plan_edited,
        said.PlanExtended: _plan_extended,
        said.PlanReduced: _plan_reduced,
        said.ShareTyped: _share_typed,
        said.ShareLocked: _share_locked,
        said.PlanOpened: _plan_opened,
        said.PlanSaved: _plan_saved,
        said.FileChosen: _file_chosen,
        said.AccountNamed: _account_named,
        said.QueryShown: _query_shown,
        said.RangeAsked: _range_asked,
        said.PreviewSampled: _preview_sampled,
        said.SimulatedTyped: _simulated_typed,
        said.Rescaled: _rescaled,
        said.ReleaseDrawn: _release_drawn,
        said.ReleaseWritten: _release_written,
        said.ReleaseStatusGiven: _release_status,
        said.AuditRunsChosen: release_test.runs_typed,
        said.ReleaseTested: release_test.tested,
        said.PublicationWorded: _publication_worded,
        **plan_updates.UPDATES,
        **ledger_updates.UPDATES,
    }
)
"""Of every message of `explorer.app.core.release_messages`."""
