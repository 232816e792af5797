"""What a list of different releases costs together, under each bound that such a list has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.mark import N_, Sentence, compared
from explorer.privacy.accounting.composition_common import contradiction, one_direction, together
from explorer.privacy.accounting.concentrated import concentrated_above, missing_rho, release_rho
from explorer.privacy.accounting.gaussian_calibration import gaussian_epsilons
from explorer.privacy.accounting.guarantee_ends import pure_above
from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous
from explorer.privacy.accounting.optimal_ends import sum_above
from explorer.privacy.composition import Release
from explorer.privacy.mechanism import Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pld.compose import composed_epsilon
from explorer.privacy.pld.loss_of_release import spectrum_of, truncation
from explorer.privacy.pld.wide_bracket import narrow, narrowed
from explorer.privacy.progress import part
from explorer.privacy.status import Kind, Status
from explorer.privacy.subsampling.poisson import Subsampled

BOUNDS = ("sequential", "heterogeneous", "zcdp", "numerical")
_LARGEST_MU = 24.0  # of all normal noise together: e^loss has a double up to there
_LARGEST_PURE = 600.0
_QUICK_KINDS, _QUICK_RELEASES = 4, 5000
# Relative, 9 units: a product errs by 1 and fsum by 1; the root of a sum of kμ² by 4, 1 of them from μ = Δ/σ.
_ROUNDING = 1e-15
_CLOSED = 1e-10  # relative, below a value that is rounded to the private side: a margin, not a proof


@dataclass(frozen=True, slots=True, eq=False)
class Total:
    """What one bound says of a list of releases: at most `epsilon` at a total δ; NaN where it says nothing.

    `lower` is below the bound's own optimum where a bracket is known, else NaN. `delta` is what is spent:
    the sum of the releases' own where they only add up, else all of the total δ. Totals that say the same
    are equal, whatever they leave out.
    """

    bound: str
    lower: float
    epsilon: float
    delta: float
    kind: Kind
    status: Status = Status.PROVEN
    reason: Sentence | None = None

    @property
    def valid(self) -> bool:
        """Whether there is a number and it is a guarantee."""
        return math.isfinite(self.epsilon) and self.status is not Status.FALSE

    def __eq__(self, other: object) -> bool:
        return self._compared() == other._compared() if isinstance(other, Total) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[object, ...]:
        numbers = (compared(self.lower), compared(self.epsilon), compared(self.delta))
        return (self.bound, *numbers, self.kind, self.status, self.reason)


def no_total(bound: str, reason: Sentence | None, status: Status = Status.PROVEN) -> Total:
    """A bound that says nothing here, and why."""
    return Total(bound, math.nan, math.nan, math.nan, Kind.UPPER, status, reason)


def basic_composition(releases: Sequence[tuple[float, float, int]], total_delta: float) -> Total:
    """(Σε, Σδ) of (epsilon, delta, count), where Σδ is at most `total_delta`; the order does not matter.

    Guarantee
    ---------
    A proven upper bound, for adaptively chosen releases too.

    Source
    ------
    Dwork & Roth (2014), Theorem 3.16.
    """
    epsilon = math.fsum(count * each for each, _, count in releases)
    delta = math.fsum(count * each for _, each, count in releases)
    if delta > total_delta * (1 + _ROUNDING):
        return no_total("sequential", _delta_exhausted(delta))
    return Total("sequential", math.nan, epsilon, delta, Kind.UPPER)


def of_any_mechanism(releases: Sequence[tuple[float, float, int]], total_delta: float) -> Total:
    """The exact optimum for (epsilon, delta, count) whatever the mechanisms are, as a proven interval.

    Source
    ------
    Murtagh & Vadhan (2016), Theorem 1.5.
    """
    lower, upper = heterogeneous(releases, total_delta)
    if math.isnan(upper):
        return no_total(
            "heterogeneous", _delta_exhausted(math.fsum(count * each for _, each, count in releases))
        )
    if lower > upper:
        return no_total("heterogeneous", contradiction(), Status.FALSE)
    return Total("heterogeneous", lower, upper, total_delta, Kind.BRACKET)


def by_concentration(made: Sequence[tuple[Release, int]], total_delta: float) -> Total:
    """Σρ, converted at `total_delta` in (0, 1]; nothing where one release has no ρ.

    Source
    ------
    Bun & Steinke (2016), Lemma 1.7; Canonne, Kamath & Steinke (2020), Proposition 12.
    """
    rhos = [release_rho(each) for each, _ in made]
    for (each, _), rho in zip(made, rhos, strict=True):
        if rho is None:
            return no_total("zcdp", missing_rho(each, total_delta))
    spent = math.fsum(count * (rho or 0.0) for (_, count), rho in zip(made, rhos, strict=True))
    epsilon = float(concentrated_above(np.array([spent]), total_delta)[0]) if spent else 0.0
    return Total("zcdp", math.nan, epsilon, total_delta, Kind.UPPER)


def by_own_loss(
    releases: Sequence[tuple[Guarantee, int]], total_delta: float, attained: bool = True
) -> Total:
    """The mechanisms' own losses, composed by numbers between two proven bounds; normal noise exactly.

    Only an upper bound where not all pairs are `attained` (as of `Mechanism`). Nothing where a loss is not
    known, or too large for its exponential to have a double. A bracket wider than 1e-4·max(ε, 1e-3) is
    narrowed by other proven bounds (`narrowed`); where that is not enough, `reason` says that it is wide.
    With a sample among several releases it says that the same unit is added in all of them, or removed.

    Source
    ------
    Sommer, Meiser & Mohammadi (2019), Theorem 1; Dong, Roth & Su (2019), Corollary 3.3, for normal noise.
    """
    mus = [each.mu if isinstance(each, Mechanism) else None for each, _ in releases]
    squares = math.fsum(count * mu**2 for (_, count), mu in zip(releases, mus, strict=True) if mu is not None)
    if releases and None not in mus:
        exact = float(gaussian_epsilons(total_delta, np.array([math.sqrt(squares) * (1 + _ROUNDING)]))[0])
        return Total("numerical", exact * (1 - _CLOSED), exact, total_delta, Kind.EXACT)
    if _too_large(releases, math.sqrt(squares), total_delta):
        return no_total("numerical", N_("a privacy loss this large is not composed numerically"))
    with part(0.0, 0.8):
        found = composed_epsilon(releases, total_delta)
    if found is None:
        return no_total("numerical", N_("the privacy loss of one of them is not known precisely enough"))
    lower, upper = float(found.lower[0]), float(found.upper[0])
    if math.isinf(upper) and _given_away(releases) >= total_delta:
        return no_total("numerical", N_("outcomes that identify a person use up the total δ"))
    pure = [pure_above(each) for each, _ in releases]
    if None not in pure:
        most = sum_above((each or 0.0, count) for (_, count), each in zip(releases, pure, strict=True))
        upper = min(upper, most)
    if not narrow(lower, upper):
        with part(0.8, 1.0):
            lower, upper = narrowed(releases, total_delta, (lower, upper))
    if lower > upper:
        return no_total("numerical", contradiction(), Status.FALSE)
    if not math.isfinite(upper):
        return no_total("numerical", N_("the total δ is below the rounding error of these losses: raise it"))
    why = _said(narrow(lower, upper), _sampled(releases))
    if attained:
        return Total("numerical", lower, upper, total_delta, Kind.BRACKET, reason=why)
    return Total("numerical", math.nan, upper, total_delta, Kind.UPPER, reason=why)


def _sampled(releases: Sequence[tuple[Guarantee, int]]) -> bool:
    """Whether several are composed, one of them on a Poisson sample: two directions, which are not mixed."""
    return sum(count for _, count in releases) > 1 and any(
        isinstance(each, Subsampled) and not each.symmetric for each, _ in releases
    )


def _said(close: bool, sample: bool) -> Sentence | None:
    """What is told beside a bracket."""
    why = None if close else _wide()
    return together(why, one_direction()) if sample else why


def _wide() -> Sentence:
    return N_("the proven interval is wider than 0.01 % of the total here; it still holds")


def _given_away(releases: Sequence[tuple[Guarantee, int]]) -> float:
    """The probability that at least one release publishes what only one of two neighbours can give."""
    kept = 0.0
    for each, count in releases:
        atoms = each.loss().atoms
        infinite = float(atoms[np.isposinf(atoms[:, 0]), 1].sum())
        kept += count * math.log1p(-min(infinite, 1 - 1e-16))
    return -math.expm1(kept)


def no_more_than(total: Total, others: Sequence[Total]) -> Total:
    """A total of the mechanisms' own losses that is not above what other bounds prove of them.

    Whatever is proven of any mechanisms, or of any with these ρ, holds for these. A total without a number
    stays without one; one whose proven lower end lies above what is proven otherwise loses it, and says so.
    """
    proven = [each for each in others if each.valid and each.status is Status.PROVEN]
    # A sum of products is to nearest, and is moved up by what it may err; the others are rounded up already.
    ends = [each.epsilon * (1 + _ROUNDING if each.bound == "sequential" else 1.0) for each in proven]
    least = min(ends, default=math.inf)
    if not total.valid or total.epsilon <= least:
        return total
    if total.lower > least:
        return no_total(total.bound, contradiction(), Status.FALSE)
    why = total.reason
    if narrow(total.lower, least):
        why = {_said(False, sample): _said(True, sample) for sample in (False, True)}.get(why, why)
    return replace(total, epsilon=least, reason=why)


def quick_enough(guarantees: Sequence[Guarantee], count: int) -> bool:
    """Whether a list can be composed by numbers at many steps of a year within a moment."""
    return len(guarantees) == 1 or (0 < len(guarantees) <= _QUICK_KINDS and count <= _QUICK_RELEASES)


def _too_large(releases: Sequence[tuple[Guarantee, int]], mu: float, delta: float) -> bool:
    """Whether a loss has no double; `mu` is that of all normal noise together."""
    left_out = truncation(delta, sum(count for _, count in releases))
    unbounded: list[Guarantee] = [Gaussian(1.0, mu)] if mu > 0 else []
    for each, _ in releases:
        if each.pure_epsilon is None and (not isinstance(each, Mechanism) or each.mu is None):
            unbounded.append(each)
    found = [spectrum_of(each, left_out) for each in unbounded]
    return mu > _LARGEST_MU or any(each is not None and each.top > _LARGEST_PURE for each in found)


def _delta_exhausted(delta: float) -> Sentence:
    return N_(
        "the δ of the releases sum to {delta}, more than the total δ: raise the total, or lower "
        "the δ per release",
        delta=delta,
    )
