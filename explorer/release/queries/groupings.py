"""What a database groups the kept rows by, to count the cells of a query where the rows are."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.release.columns.column import Column


@dataclass(frozen=True, slots=True)
class Summed:
    """What is added up in each group: the cell of a column plus `offset`, nothing of the cell `nothing`.

    `rows` : where the numbers of rows that added something begin among the query's cells; None where they
        are not counted
    """

    column: Column
    offset: int
    nothing: int
    rows: int | None


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups of some columns, the last one fastest, from the cell `begin` of a query on.

    Without `summed` each kept row adds one to its group. The bounds on rows a cell and on cells hold here.
    """

    columns: tuple[Column, ...]
    begin: int = 0
    summed: Summed | None = None
