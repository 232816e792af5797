"""From the answer of a statement to the true counts of each query, as a tally of rows gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from explorer.release.columns.column import Column
from explorer.release.counting.layout import Integers
from explorer.release.partition_selection import Counted, Found
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.labels import CATEGORY_SPECIAL
from explorer.release.queries.groupings import Grouping
from explorer.release.queries.query import Query
from explorer.release.statements.plan_statement import PlanStatement

Row = Sequence[object]
_Some = TypeVar("_Some")


def tables_of(plan: ReleasePlan, statement: PlanStatement, answer: Sequence[Row]) -> tuple[Counted, ...]:
    """The true counts of each query.

    Raises
    ------
    TypeError
        The answer does not fit the statement.
    """
    rows: dict[frozenset[Column], list[Row]] = {each: [] for each in statement.sets}
    for row in answer:
        rows[_set_of(statement, row)].append(row)
    return tuple(_table(query, statement, rows) for query in plan.queries)


def _set_of(statement: PlanStatement, row: Row) -> frozenset[Column]:
    """Which set a group is of: no cell is NULL."""
    found = frozenset(
        column for column, cell in zip(statement.columns, row, strict=False) if cell is not None
    )
    if found not in statement.sets:
        raise TypeError("the answer has a group that was not asked for")
    return found


def _table(
    query: Query, statement: PlanStatement, rows: Mapping[frozenset[Column], Sequence[Row]]
) -> Counted:
    if query.unknown is not None:
        return _found(query.unknown, statement, rows[frozenset((query.unknown,))])
    table = np.zeros(query.cells, dtype=np.int64)
    for grouping in query.groupings:
        mine = rows[frozenset(grouping.columns)]
        if mine:
            _fill(table, grouping, statement, mine)
    return table


def _fill(table: Integers, grouping: Grouping, statement: PlanStatement, rows: Sequence[Row]) -> None:
    flat = np.zeros(len(rows), dtype=np.int64)
    for column in grouping.columns:
        flat = flat * column.size + _whole(rows, statement.columns.index(column))
    behind = len(statement.columns)
    if grouping.summed is None:
        table[grouping.begin + flat] = _whole(rows, behind)
        return
    at = behind + 1 + 2 * statement.sums.index(grouping.summed)
    table[grouping.begin + flat] = _whole(rows, at)
    if grouping.summed.rows is not None:
        table[grouping.summed.rows + flat] = _whole(rows, at + 1)


def _whole(rows: Sequence[Row], at: int) -> Integers:
    """One column of the answer; the sum of no rows is 0."""
    return np.array([int(str(row[at] or 0)) for row in rows], dtype=np.int64)


def _found(column: Column, statement: PlanStatement, rows: Sequence[Row]) -> Found:
    at, behind = statement.columns.index(column), len(statement.columns)
    counts = {str(row[at]): int(str(row[behind])) for row in rows}
    special = [counts.pop(each, 0) for each in CATEGORY_SPECIAL]
    labels = tuple(sorted(counts))
    return Found(labels, np.array([*(counts[each] for each in labels), *special], dtype=np.int64))
