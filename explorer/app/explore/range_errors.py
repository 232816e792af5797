"""The error of a range of bins by each strategy: the long question behind that picture."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.app.core.request import Request
from explorer.privacy.progress import part, progress
from explorer.privacy.strategies.choice import strategies, workload_of

BINS = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
STRATEGIES = ("identity", "tree", "weighted")


@dataclass(frozen=True, slots=True)
class StrategyCost:
    """What one strategy makes of the noise; it depends on the number of bins alone.

    Attributes
    ----------
    strategy : its id
    bins : how many
    l1, l2_squared : whole numbers, by how much one row moves what is measured
    variance : the mean variance of all ranges, for noise of variance 1 on what is measured
    """

    strategy: str
    bins: int
    l1: int
    l2_squared: int
    variance: float


@dataclass(frozen=True, slots=True)
class StrategyCosts(Request):
    """The costs of all strategies at all of `BINS`, for one kind of noise; the same for every ε."""

    gaussian: bool

    def __call__(self) -> tuple[StrategyCost, ...]:
        found = []
        for place, bins in enumerate(BINS):
            first, last = (place / len(BINS)) ** 3, ((place + 1) / len(BINS)) ** 3  # the last take longest
            progress(first)
            workload = workload_of(bins, "ranges")
            with part(first, last):
                known = strategies(bins, self.gaussian)
            for each in known:
                variance = each.total_variance(workload) / workload.queries
                found.append(StrategyCost(each.id, bins, each.l1, each.l2_squared, variance))
        return tuple(found)
