"""Simulated and public values on which bounds may be tried: never the private ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from explorer.app.core.sections import Sample
from explorer.mark import N_, Sentence
from explorer.privacy.clipping_error import Ordered, sample_of
from explorer.privacy.refusal import NotValid

if TYPE_CHECKING:
    from explorer.app.plotting.figure import Floats

PUBLIC = "public"
MOST = 1e9  # a typed value may be so far from 0


@dataclass(frozen=True, slots=True)
class SimulatedDistribution:
    """A simulated distribution: its values are its quantiles at (i + ½)/n, so that nothing is random."""

    title: Sentence
    quantile: Callable[[Floats], Floats]


def _skewed(share: Floats) -> Floats:
    """Log-normal, median 4, σ = 1."""
    import scipy

    return np.asarray(4.0 * np.exp(scipy.special.ndtri(share)))


def _even(share: Floats) -> Floats:
    """Uniform from 0 to 100."""
    return 100.0 * share


def _heavy(share: Floats) -> Floats:
    """Lomax (a Pareto distribution from 0): P(v > x) = (1 + x/10)^(−3/2), whose variance is infinite."""
    return 10.0 * ((1.0 - share) ** (-2.0 / 3.0) - 1.0)


DISTRIBUTIONS: Mapping[str, SimulatedDistribution] = MappingProxyType(
    {
        "skewed": SimulatedDistribution(N_("simulated lengths of stay, most short, some long"), _skewed),
        "even": SimulatedDistribution(N_("simulated values, uniform from 0 to 100"), _even),
        "heavy": SimulatedDistribution(N_("simulated incomes, a few very large"), _heavy),
    }
)


def described(sample: Sample) -> Sentence:
    """Which values these are, and how many."""
    if sample.kind == PUBLIC:
        return N_("{count} public {count:value|values} of your own", count=len(sample.values))
    found = DISTRIBUTIONS.get(sample.kind)
    title = found.title if found else N_("values")
    return N_("{distribution}; {count} {count:row|rows}", distribution=title, count=sample.rows)


def values_of(sample: Sample) -> Ordered:
    """The values of a sample, ready for any bounds.

    Errors
    ------
    NotValid
        Public values that were not typed yet or are too large, or a distribution that does not exist.
    """
    if sample.kind == PUBLIC:
        if len(sample.values) < 2:
            raise NotValid(N_("give at least two public values, separated by commas"), "sample")
        if any(not abs(value) <= MOST for value in sample.values):
            raise NotValid(N_("each number lies between {low} and {high}", low=-MOST, high=MOST), "sample")
        return _typed(sample.values)
    if sample.kind not in DISTRIBUTIONS:
        raise NotValid(N_("choose the values for clipping"), "sample")
    return _made_up(sample.kind, sample.rows)


@lru_cache(maxsize=4)
def _typed(values: tuple[float, ...]) -> Ordered:
    return sample_of(np.array(values, dtype=np.float64))


@lru_cache(maxsize=8)
def _made_up(kind: str, rows: int) -> Ordered:
    return sample_of(DISTRIBUTIONS[kind].quantile((np.arange(rows) + 0.5) / rows))
