"""Guarantees whose losses are too many points, put between two that are quick to compose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.privacy.mechanism import Guarantee
from explorer.privacy.pairs.wide_lattice import between
from explorer.privacy.subsampling.poisson import Subsampled

Releases = list[tuple[Guarantee, int]]


def enclosing(guarantee: Guarantee) -> tuple[Guarantee, Guarantee] | None:
    """One that costs less and one that costs more, alone or among others; None where none is needed.

    Guarantee
    ---------
    Proven (`wide_lattice.between`): each of the three is a function of the next, so that what it costs on a
    sample, composed, or in a list lies between.
    """
    if isinstance(guarantee, Subsampled):
        inner = enclosing(guarantee.inner)
        if inner is None:
            return None
        return replace(guarantee, inner=inner[0]), replace(guarantee, inner=inner[1])
    return between(guarantee)


def enclosing_releases(releases: Sequence[tuple[Guarantee, int]]) -> tuple[Releases, Releases] | None:
    """A list that costs less and one that costs more; None where no distribution of it needs that."""
    both = [enclosing(guarantee) for guarantee, _ in releases]
    if not any(both):
        return None
    below, above = (
        [
            (found[side] if found else guarantee, count)
            for found, (guarantee, count) in zip(both, releases, strict=True)
        ]
        for side in (0, 1)
    )
    return below, above
