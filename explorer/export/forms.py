"""In which further forms a release is written beside its long tables, and who may read the files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.release.drawn import Drawn
from explorer.release.plan.declarations import ReleasePlan

WORKBOOK = "tables.xlsx"


@dataclass(frozen=True, slots=True)
class Forms:
    """What is written beside the long tables and their metadata, which are always written.

    Names of tables hold no dot, so that none of these names can be that of a table.
    """

    crosstab: bool = False
    consistent: bool = False
    workbook: bool = False

    def names(self, plan: ReleasePlan) -> tuple[str, ...]:
        """The names of the further files.

        Raises
        ------
        Unsupported
            A table is too large for a workbook.
        """
        if self.workbook:
            from explorer.export.workbook import check_workbook

            check_workbook(plan)
        laid_out = (query.name for query in plan.queries if query.counts_cells)
        names = (f"{name}.{ending}.csv" for name in laid_out for ending in self._layouts)
        return (*names, *((WORKBOOK,) if self.workbook else ()))

    @property
    def _layouts(self) -> dict[str, bool]:
        """The endings of the crosstabs that are asked for, and whether each is the fitted one."""
        asked = {"crosstab": (self.crosstab, False), "consistent": (self.consistent, True)}
        return {ending: fitted for ending, (wanted, fitted) in asked.items() if wanted}

    def files(self, drawn: Drawn) -> tuple[tuple[str, bytes], ...]:
        """Name and content of each further file, in the order of `names`; the same bytes every time."""
        written = list(self._crosstabs(drawn)) if self._layouts else []
        if self.workbook:
            from explorer.export.workbook import workbook

            written.append(workbook(drawn, self.consistent))
        return tuple(zip(self.names(drawn.plan), written, strict=True))

    def _crosstabs(self, drawn: Drawn) -> Iterator[bytes]:
        from explorer.export.layouts import comma_separated
        from explorer.release.crosstab import crosstab

        for query in drawn.queries:
            if query.declared.counts_cells:
                for fitted in self._layouts.values():
                    yield comma_separated(crosstab(drawn, query, fitted)).encode()
