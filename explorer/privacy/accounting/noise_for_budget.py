"""How little noise each of k releases may have within one total, at many k: a curve for a picture."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.privacy.accounting.calibration import TotalTarget
from explorer.privacy.accounting.highest_level import highest_level
from explorer.privacy.accuracy import accuracy
from explorer.privacy.composition import Bound, Composition, Floats, Release, every_composition
from explorer.privacy.mechanism import AdditiveNoise, every_additive
from explorer.privacy.parameter import parameters
from explorer.privacy.progress import part
from explorer.privacy.shape import PLAIN, Shape
from explorer.privacy.status import Status
from explorer.privacy.target import Target

EXACT = 1e-6  # relative: so far below the target a total may end
DRAWN = 1e-3  # the same where it is only looked at: no eye sees a thousandth of the noise

# What comparing mechanisms takes: the exact curves where there are such, and what holds for all.
TELLING = ("sequential", "optimal", "zcdp", "gaussian-dp", "numerical")


@dataclass(frozen=True)
class NoiseForBudget:
    """The least noise at each count that is proven to keep the total; NaN where none is.

    `deviation` is the standard deviation of the noise on one number, `noise` the noise parameter; (n,).
    """

    counts: tuple[int, ...]
    noise: Floats
    deviation: Floats


def noise_for_budget(
    kind: type[AdditiveNoise],
    bound: Composition,
    total_epsilon: float,
    total_delta: float,
    counts: tuple[int, ...],
    sensitivity: float,
    shape: Shape = PLAIN,
    tolerance: float = EXACT,
) -> NoiseForBudget:
    """The least noise with which each count of releases stays within (total_epsilon, total_delta).

    Each count starts where its neighbour ended, so that some three evaluations do.

    Parameters
    ----------
    counts : rising, each >= 1

    Guarantee
    ---------
    The total recomputed at each number never exceeds the target, lies above (1 − tolerance) of it where
    the noise is not at an end of its range, and is proven: what is only confirmed is left out.
    """
    noise, deviation = np.full(len(counts), math.nan), np.full(len(counts), math.nan)
    trodden: list[tuple[float, float]] = []  # ln k and the level that was found there
    for place, count in enumerate(counts):
        way = _way(TotalTarget(kind, bound, total_epsilon, total_delta, count, sensitivity, shape))
        with part(place / len(counts), (place + 1) / len(counts)):
            guess = _guess(way, trodden)
            found = highest_level(way.total, total_epsilon, tolerance, guess, way.ends)
        if found is None:
            continue
        level, total = found
        trodden.append((math.log(count), level))
        if (made := way.kept(level, total)) is not None:
            noise[place], deviation[place] = made.noise, made.standard_deviation
    return _locked(counts, noise, deviation)


def best_noise(
    kind: type[AdditiveNoise],
    total_epsilon: float,
    total_delta: float,
    counts: tuple[int, ...],
    sensitivity: float,
    tolerance: float = EXACT,
) -> NoiseForBudget:
    """The least noise by any bound, at each count: basic, optimal, of ρ, and of its own loss."""
    known = every_composition()
    found = [
        noise_for_budget(
            kind, known[each](), total_epsilon, total_delta, counts, sensitivity, PLAIN, tolerance
        )
        for each in TELLING
    ]
    return least_of(found)


def least_of(found: Sequence[NoiseForBudget]) -> NoiseForBudget:
    """The least noise at each count of several curves of one mechanism at the same counts."""
    noise = np.fmin.reduce([each.noise for each in found])
    return _locked(found[0].counts, noise, np.fmin.reduce([each.deviation for each in found]))


def _locked(counts: tuple[int, ...], noise: Floats, deviation: Floats) -> NoiseForBudget:
    """Curves are shared: nobody may write on them."""
    noise.setflags(write=False)
    deviation.setflags(write=False)
    return NoiseForBudget(counts, noise, deviation)


def first_smaller(
    total_epsilon: float,
    total_delta: float,
    sensitivity: float,
    laplace: NoiseForBudget,
    gaussian: NoiseForBudget,
    margins: tuple[float, float] = (1.0, 1.0),
) -> int | None:
    """The least k from which on Gaussian noise is the smaller one; None where it never is.

    Both by their best bounds. "From which on": at every count of the curves beyond it. Standard deviations
    are compared; with `margins`, the noise margins.

    Parameters
    ----------
    laplace, gaussian : the best of both at the same counts
    margins : the margin of each as a multiple of its standard deviation (`margin_per_deviation`)
    """
    smaller = margins[1] * gaussian.deviation < margins[0] * laplace.deviation
    if not smaller[-1]:
        return None
    if smaller.all():
        return laplace.counts[0]
    last = int(np.flatnonzero(~smaller)[-1])
    between = laplace.counts[last], laplace.counts[last + 1]
    return first_between(total_epsilon, total_delta, sensitivity, between, margins)


def first_between(
    total_epsilon: float,
    total_delta: float,
    sensitivity: float,
    between: tuple[int, int],
    margins: tuple[float, float],
) -> int:
    """The least k at which Gaussian noise is the smaller one; it is at the second count, not at the first."""
    low, high = between
    while high - low > 1:
        middle = (low + high) // 2
        smaller = is_smaller(total_epsilon, total_delta, sensitivity, middle, margins)
        low, high = (low, middle) if smaller else (middle, high)
    return high


def is_smaller(
    total_epsilon: float,
    total_delta: float,
    sensitivity: float,
    count: int,
    margins: tuple[float, float],
) -> bool | None:
    """Whether Gaussian noise is the smaller one, both by their best bounds; None where one of them has none.

    Gaussian noise alone is searched for. Of Laplace noise it is asked whether any bound admits as little:
    one total instead of a search, which would take several times as long.
    """
    laplace, gaussian = (every_additive()[name] for name in ("laplace", "gaussian"))
    asked, known = (total_epsilon, total_delta, count, sensitivity), every_composition()
    ways = [_way(TotalTarget(laplace, known[each](), *asked, PLAIN)) for each in TELLING]
    lowest, highest = ways[0].ends
    deviation = _least_gaussian(gaussian, *asked)
    if math.isnan(deviation) or not any(way.admits(lowest) for way in ways):
        return None
    one = laplace.calibrated(1.0, 0.0, sensitivity).standard_deviation  # which is that of any ε, times ε
    level = max(math.log(margins[0] * one / (margins[1] * deviation)), lowest)
    return level > highest or not any(way.admits(level) for way in ways)


def _least_gaussian(
    kind: type[AdditiveNoise], total_epsilon: float, total_delta: float, count: int, sensitivity: float
) -> float:
    """By the exact curve, below which no bound can be; by the others where that has none."""
    budget = total_epsilon, total_delta, (count,), sensitivity
    exact = float(noise_for_budget(kind, every_composition()["gaussian-dp"](), *budget).deviation[0])
    return float(best_noise(kind, *budget).deviation[0]) if math.isnan(exact) else exact


def margin_per_deviation(kind: type[AdditiveNoise], confidence: float) -> float:
    """The noise margin of one number as a multiple of the standard deviation, whatever the noise scale.

    Laplace: ln(1/(1 − c))/√2; Gaussian: Φ⁻¹((1 + c)/2). For noise whose shape does not change with its scale.

    Errors
    ------
    OutOfRange
        The confidence is no probability strictly between 0 and 1.
    """
    one = kind.calibrated(1.0, float(parameters(Target)["delta"].default), 1.0)
    return accuracy(one, confidence, 1).margin_each / one.standard_deviation


# A level is ln ε, or minus the logarithm of the noise where that alone is fixed: the total rises with it.


@dataclass(frozen=True)
class _Way:
    """One count: what a level costs, and the mechanism that it stands for."""

    asked: TotalTarget
    delta: float  # of each release, where the bound reads (ε, δ)
    start: AdditiveNoise | None  # whose noise is changed; None where ε is

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest level that is declared."""
        if self.start is None:
            declared = parameters(Target)["epsilon"]
            return math.log(declared.low), math.log(declared.high)
        declared = parameters(type(self.start))[self.start.noise_parameter]
        return -math.log(declared.high), -math.log(declared.low)

    def made(self, level: float) -> AdditiveNoise:
        """The mechanism at a level."""
        if self.start is not None:
            changed = {self.start.noise_parameter: math.exp(-level)}
            return dataclasses.replace(self.start, **changed)  # type: ignore[type-var]
        asked = self.asked
        kind: type[AdditiveNoise] = asked.mechanism_class  # type: ignore[assignment]
        return kind.calibrated(_epsilon(level), self.delta, asked.sensitivity, asked.shape)

    def total(self, level: float) -> Bound:
        """What all releases at a level cost; (1,) arrays."""
        if self.asked.bound.own_loss:
            return self.asked.total(self.made(level))
        counts = np.array([self.asked.count], dtype=np.int64)
        return self.asked.bound.total(Release(_epsilon(level), self.delta), counts, self.asked.total_delta)

    def admits(self, level: float) -> bool:
        """Whether the total at a level is proven to keep to its target."""
        total = self.total(level)
        return bool(total.upper[0] <= self.asked.total_epsilon) and self.kept(level, total) is not None

    def kept(self, level: float, total: Bound) -> AdditiveNoise | None:
        """The mechanism, where its total is a guarantee: of the bound, and of what it claims to keep."""
        if total.statuses[0] is not Status.PROVEN:
            return None
        made = self.made(level)
        if self.asked.bound.own_loss or made.claim(_epsilon(level), self.delta).status is Status.PROVEN:
            return made
        return None


def _way(asked: TotalTarget) -> _Way:
    delta = 0.0 if asked.mechanism_class.pure else asked.total_delta / (2 * asked.count)
    by_noise = asked.bound.own_loss and not asked.mechanism_class.pure
    start: AdditiveNoise | None = asked.calibrated(1.0) if by_noise else None  # type: ignore[assignment]
    return _Way(asked, delta, start)


def _epsilon(level: float) -> float:
    declared = parameters(Target)["epsilon"]
    return min(max(math.exp(level), declared.low), declared.high)


def _guess(way: _Way, trodden: list[tuple[float, float]]) -> float:
    """On from the last three levels, or two, along a parabola in the logarithm of k, or a line."""
    asked = way.asked
    if not trodden:
        epsilon = _epsilon(math.log(asked.total_epsilon / asked.count))
        return math.log(epsilon) if way.start is None else -math.log(asked.calibrated(epsilon).noise)
    here, known = math.log(asked.count), trodden[-3:]
    if len(known) == 1:
        return known[0][1] - 0.5 * (here - known[0][0])
    parts = [
        level * math.prod((here - other) / (at - other) for other, _ in known if other != at)
        for at, level in known
    ]
    return math.fsum(parts)
