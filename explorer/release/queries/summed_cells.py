"""What a sum declares: which column, between which bounds, in which steps, by which groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np

from explorer.mark import N_, Sentence
from explorer.release.columns.column import Column
from explorer.release.plan.key import Kind, key, required
from explorer.release.plan.sections import Privacy
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.groupings import Grouping, Summed
from explorer.release.queries.query import Query
from explorer.release.queries.stepped_values import SteppedColumn
from explorer.release.queries.sum_rules import (
    centre_rule,
    high_rule,
    low_rule,
    step_rule,
    unfit_groups,
    value_rule,
)


@dataclass(frozen=True, slots=True)
class SummedCells(Query):
    """The cells of a sum: one a group, and with a mean one more for the number of its readable values.

    Each value counts as at least `low` and at most `high`, in multiples of `step`. Without columns all rows
    are one group.
    """

    needs_columns: ClassVar[bool] = False
    further_column: ClassVar[Sentence] = N_("+ a column: a sum for each of its groups")
    value: str = field(
        kw_only=True,
        metadata=required(Kind.TEXT, rule=value_rule, title=N_("summed column"), shown=1),
    )
    low: Fraction = field(
        kw_only=True, metadata=required(Kind.EXACT, rule=low_rule, title=N_("lower bound"), shown=2)
    )
    high: Fraction = field(
        kw_only=True, metadata=required(Kind.EXACT, rule=high_rule, title=N_("upper bound"), shown=3)
    )
    step: Fraction = field(
        kw_only=True, metadata=required(Kind.EXACT, rule=step_rule, title=N_("step"), shown=4)
    )
    mean: bool = key(
        Kind.FLAG, False, title=N_("mean"), remark=N_("also the mean, and the number of its values"), shown=5
    )
    centre: Fraction | None = key(
        Kind.EXACT,
        None,
        optional=True,
        rule=centre_rule,
        title=N_("measured from"),
        remark=N_("the middle of the bounds"),
    )

    @classmethod
    def draft(cls, name: str) -> dict[str, object]:
        """A sum whose column and bounds nobody has declared yet."""
        return {"name": name, "share": "1", "value": "", "low": "0", "high": "100", "step": "1", "mean": True}

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        """What is wrong with its groups."""
        return unfit_groups(self.columns, self.groups)

    @property
    def named_columns(self) -> tuple[tuple[str, str], ...]:
        """The column that is summed."""
        return (("value", self.value),)

    # What a row adds, and where

    @property
    def values(self) -> SteppedColumn:
        """The column that is summed, with its bounds."""
        return SteppedColumn(self.value, self.low, self.high, self.step)

    @property
    def classified(self) -> tuple[Column, ...]:
        """The groups' columns, and the one that is summed."""
        return (*self.columns, self.values)

    @property
    def groups(self) -> int:
        """The number of groups, those of the special cells included."""
        size = 1
        for column in self.columns:
            size *= column.size
        return size

    @property
    def cells(self) -> int:
        """A sum for each group, and with a mean a number of rows."""
        return self.groups * (2 if self.mean else 1)

    @property
    def is_joint(self) -> bool:
        """A row adds more than one."""
        return False

    @property
    def counts_cells(self) -> bool:
        """A sum is no count."""
        return False

    @property
    def zero(self) -> Fraction:
        """What a measured sum is taken from: 0; of a mean the centre, by default the middle of the bounds."""
        if not self.mean:
            return Fraction(0)
        middle = self.step * ((self.values.first + self.values.last) // 2)
        return middle if self.centre is None else self.centre

    def bounded(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The group of each row."""
        flat = np.zeros(len(cells[-1]), dtype=np.int64)
        for each, column in zip(cells, self.columns, strict=False):
            flat = flat * column.size + each
        return (flat,)

    def places(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """Its group's sum, and with a mean its group's number of rows."""
        (group,) = self.bounded(cells)
        return (group, group + self.groups) if self.mean else (group,)

    def weights(self, cells: Sequence[Integers]) -> tuple[Integers, ...]:
        """The value in steps from `zero`, and 1; nothing of what is missing or no number."""
        readable = cells[-1] != self.values.nothing
        steps = np.where(readable, cells[-1] + (self.values.first - int(self.zero / self.step)), 0)
        return (steps, readable.astype(np.int64)) if self.mean else (steps,)

    @property
    def groupings(self) -> tuple[Grouping, ...]:
        """The groups, in each of which the steps are added up."""
        values, rows = self.values, self.groups if self.mean else None
        summed = Summed(values, values.first - int(self.zero / self.step), values.nothing, rows)
        return (Grouping(self.columns, 0, summed),)
