"""How a plan changes as a whole: another text, further tables, tables in another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from explorer.app.core.refusals import refuse
from explorer.app.core.release_messages import QueryDoubled, QueryMoved, TablesAdded, TableShareTyped
from explorer.app.core.state import State
from explorer.app.release import preview_axes
from explorer.app.release.plan import budget_split, plan_draft, plan_tables
from explorer.app.release.plan.table_shares import typed_edits
from explorer.mark import N_
from explorer.privacy.refusal import Refusal, Unsupported
from explorer.release.queries.query import every_query


def with_plan(state: State, text: str, **changes: Any) -> State:
    """Another plan text; what was refused of the old one is gone, the plan's problems are derived anew."""
    releasing = replace(state.releasing, plan=text, **changes)
    framed = preview_axes.resting(releasing.framed, state.releasing.plan, text)
    releasing = replace(releasing, framed=framed)
    shown = min(releasing.shown, max(len(plan_draft.queries_of(plan_draft.document(text))) - 1, 0))
    gone = ("plan", "release", "testing", *every_query())
    kept = {key: value for key, value in state.refused.items() if key.partition(".")[0] not in gone}
    return replace(state, releasing=replace(releasing, shown=shown), refused=MappingProxyType(kept))


def changed_plan(state: State, change: Callable[[str], str]) -> State:
    """The plan after a change; a locked one runs unchanged or not at all."""
    text = state.releasing.plan
    if plan_draft.value_of(plan_draft.document(text), "privacy.locked") is True:
        sentence = N_("This plan is locked: it runs unchanged. Make an unlocked copy to change it")
        return refuse(state, "plan", Unsupported(sentence, "plan"))
    return with_plan(state, change(text))


def split(state: State, parts: budget_split.Split) -> State:
    """Other shares, and which of them stay as they are."""
    text, locked = parts
    return replace(state, releasing=replace(state.releasing, plan=text, locked=locked))


def _tables_added(state: State, message: TablesAdded) -> State:
    after = changed_plan(state, lambda text: _with_delta(plan_tables.with_tables(text, message)))
    return _resettled(state, after)


def _with_delta(text: str) -> str:
    """The plan with a proposed δ, where its tables spend one and none is declared."""
    for path, value in plan_draft.with_delta(text, ()):
        text = plan_draft.edited(text, path, value)
    return text


def _query_doubled(state: State, message: QueryDoubled) -> State:
    after = changed_plan(state, lambda text: plan_tables.doubled(text, message.path))
    return _resettled(state, after)


def _resettled(state: State, after: State) -> State:
    """Further tables beside those whose shares are locked."""
    old, new = state.releasing, after.releasing
    if old.plan == new.plan or not old.locked:
        return after
    return split(after, plan_tables.resettled(old.plan, new.plan, old.locked))


def _query_moved(state: State, message: QueryMoved) -> State:
    """Its lock goes with it, and the picture goes on showing the query that it showed."""
    after = changed_plan(state, lambda text: plan_tables.moved(text, message.path, message.by))
    releasing = after.releasing
    if releasing.plan == state.releasing.plan:
        return after
    places = plan_tables.moved_places(state.releasing.plan, message.path, message.by)
    locked = frozenset(places[place] for place in releasing.locked)
    shown = places.get(state.releasing.shown, 0)
    return replace(after, releasing=replace(releasing, locked=locked, shown=shown))


def _table_share_typed(state: State, message: TableShareTyped) -> State:
    """The share is fixed; what is none is refused beside it."""
    try:
        edits = typed_edits(
            plan_draft.document(state.releasing.plan), message.path, message.table, message.text
        )
    except Refusal as refusal:
        return refuse(state, f"{message.path}.fixed.{message.table}", refusal)
    return changed_plan(state, lambda text: plan_draft.edited(text, *edits[0]))


UPDATES: Mapping[type, Callable[[State, Any], State]] = MappingProxyType(
    {
        TablesAdded: _tables_added,
        QueryDoubled: _query_doubled,
        QueryMoved: _query_moved,
        TableShareTyped: _table_share_typed,
    }
)
