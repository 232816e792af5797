"""What the ways to break a release share: true counts are remembered, and a later step leaks them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.release import publish
from explorer.release.partition_selection import Found
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import NoisedQuery

Break = Callable[[pytest.MonkeyPatch], object]


def with_counts(patch: pytest.MonkeyPatch, told: Callable[[list[np.ndarray], Path], Any]) -> list[Any]:
    """Remember something of the true counts, or of the file, for a later step to leak."""
    box: list[Any] = []
    count = publish.count

    def watched(plan: ReleasePlan, path: Path, *rest: Any) -> Any:
        found = count(plan, path, *rest)
        box[:] = [told([numbers(each) for each in found.queries], path)]
        return found

    patch.setattr(publish, "count", watched)
    return box


def numbers(table: Any) -> np.ndarray:
    return table.counts if isinstance(table, Found) else table


def with_tables(patch: pytest.MonkeyPatch, change: Callable[[NoisedQuery, np.ndarray], Any]) -> None:
    """Let the true counts of each table change what was fixed about it before they were known."""
    drawn = publish.noised_query
    patch.setattr(publish, "noised_query", lambda table, true: drawn(change(table, numbers(true)), true))
