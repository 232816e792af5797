"""How the tables of one query share what it spends: parts by their error, unless a person fixes some.

What is fixed stands in the plan, as the columns of a table and its part; the others divide the rest, so that
their total squared error is least.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from explorer.app.release.plan.budget_split import check_room, typed_part
from explorer.app.release.plan.plan_draft import Document, Edits, value_of
from explorer.mark import N_
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.plan.toml_reader import Table
from explorer.release.queries.marginals import Marginals
from explorer.release.values.noise_distribution import GAUSSIAN

MOST_SHOWN = 12  # tables: the shares of more are fixed in the plan's file
_STEPS = 10**6  # of a part that is locked as it was computed


@dataclass(frozen=True, slots=True)
class TableShare:
    """The part of one table of a query, and whether it is fixed."""

    title: str
    part: Fraction
    fixed: bool


def table_shares(plan: Document, path: str) -> tuple[TableShare, ...]:
    """The part of each table of the query at a path; none while they cannot be told, in rounds, or where
    there is but one table, or very many.
    """
    query = _read(plan, path)
    if query is None or query.rounds or not 1 < len(query.wanted.axes) <= MOST_SHOWN:
        return ()
    parts, fixed = query.parts(_gaussian(plan)), query.fixed_parts
    return tuple(TableShare(query.wanted.title(at), part, at in fixed) for at, part in enumerate(parts))


def typed_edits(plan: Document, path: str, table: int, text: str) -> Edits:
    """What is fixed once the part of a table is typed: it, and what was fixed before.

    Raises
    ------
    NotValid
        The text is no share, or nothing is left for the others, or nobody to take the rest.
    """
    query = _read(plan, path)
    if query is None:
        raise NotValid(N_("correct the columns and tables first: shares follow from them"))
    part, kept = typed_part(text), {at: each for at, each in query.fixed_parts.items() if at != table}
    check_room(part, kept.values(), len(query.wanted.axes))
    return _edits(query, path, {**kept, table: part})


def locked_edits(plan: Document, path: str, table: int, locked: bool) -> Edits:
    """What is fixed once a table keeps the part that it has, or no longer."""
    query = _read(plan, path)
    if query is None:
        return ()
    fixed = {at: each for at, each in query.fixed_parts.items() if at != table}
    if locked:
        part = query.parts(_gaussian(plan))[table]
        is_last = len(fixed) == len(query.wanted.axes) - 1
        rounded = Fraction(round(part * _STEPS), _STEPS)
        fixed[table] = part if is_last or not 0 < rounded < 1 - sum(fixed.values()) else rounded
    return _edits(query, path, fixed)


def _edits(query: Marginals, path: str, fixed: Mapping[int, Fraction]) -> Edits:
    listed = [
        [*(column.name for column in query.wanted.declared(at)), exact_text(part)]
        for at, part in sorted(fixed.items())
    ]
    return ((f"{path}.fixed", listed or None),)


def _read(plan: Document, path: str) -> Marginals | None:
    """The query as far as its tables and shares are right."""
    declared = value_of(plan, path)
    if not isinstance(declared, dict):
        return None
    noted: list[Refusal] = []
    query = Marginals.read(Table(declared, path, noted))
    if query is None or any(key in ("tables", "fixed") for key, _ in query.unfit(None)):
        return None
    return query if query.wanted.axes else None


def _gaussian(plan: Document) -> bool:
    return bool(value_of(plan, "privacy.mechanism") == GAUSSIAN)
