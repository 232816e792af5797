"""What the preview can show: each query, and of one of several tables each table, by a name."""

from __future__ import annotations

from explorer.app.core.state import State
from explorer.app.release.plan.plan_noise import shown_query
from explorer.release.plan.declarations import ReleasePlan


def pictures_named(plan: ReleasePlan) -> dict[tuple[int, int], str]:
    """The place of each query and of its table, with what it is called."""
    return {
        (index, table): query.name + (f": {name}" if name else "")
        for index, query in enumerate(plan.queries)
        for table, name in enumerate(query.tables_shown or ("",))
    }


def picture_shown(state: State, plan: ReleasePlan) -> tuple[int, int]:
    """Which of them is shown; there may be fewer than there were when it was chosen."""
    index = shown_query(state, plan)
    return index, min(state.releasing.table, max(len(plan.queries[index].tables_shown) - 1, 0))
