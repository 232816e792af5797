"""The mechanism's own privacy loss, composed by numbers between two certified bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.bracket_reasons import dominating, infinite, left_open, points, used_up_later
from explorer.privacy.accounting.composition_common import (
    contradiction,
    from_the_first,
    no_loss,
    no_mechanism,
    no_total_delta,
    one_direction,
    together,
    unknown,
)
from explorer.privacy.accounting.concentrated import concentrated_above, release_rho
from explorer.privacy.accounting.gaussian_calibration import gaussian_epsilons
from explorer.privacy.accounting.guarantee_ends import epsilon_ends, pure_above, pure_ends
from explorer.privacy.accounting.optimal_ends import products_above
from explorer.privacy.composition import (
    Bound,
    Composition,
    Counts,
    Crossing,
    Family,
    Floats,
    Kind,
    Release,
    Status,
)
from explorer.privacy.compositions.optimal import Optimal
from explorer.privacy.compositions.renyi import renyi_epsilon
from explorer.privacy.mechanism import Guarantee, Mechanism
from explorer.privacy.pairs.pair import FinitePair
from explorer.privacy.pld.compose import Bracket, composed_curve
from explorer.privacy.pld.enclosing_pair import enclosing
from explorer.privacy.shape import Sampling

_CLOSED = 1e-10  # relative, below the value that is rounded to the private side: a margin, not a proof
_LAST = 1_000_000  # the largest k that is looked at for a crossing
_GRID, _FEW = 60, 24
_NEAR = 0.98  # of kε
_WORTH = 1e-9  # relative: how far an end must move for the optimum to be summed again


@dataclass(frozen=True)
class Numerical(Composition):
    r"""lower <= ε′ <= upper with E[(1 − e^(ε′−S))₊] = δ, S the sum of k independent losses.

    The loss is put on points twice, cells of outputs told as one and each loss spread over its cell (a better
    and a worse mechanism), composed by its Fourier transform with a little normal noise beside it, whose part
    is taken off below, and read off with every error allowed for (`contour`); rare far losses of few releases
    are looked at apart (`pld.tail`). The bracket is at most
    1e-4·max(ε′, 1e-3); where it is not, a reason says so, and it still holds. Normal noise is exact. Where
    only a bound on the mechanism's loss is known, the bracket is that of this bound. Its upper end is never
    above what kε, ρ, the Rényi form or the exact optimum prove; where its lower end lies above one of
    these, there is no number, and the reason says so.

    Guarantee
    ---------
    Holds for k <= 10⁶ releases whose parameters are fixed beforehand, the data adaptively chosen. On a
    Poisson sample the unit that is added and the unit that is removed have different losses: each is
    composed by itself and the larger total counts. That is a guarantee where one and the same unit is added
    in all releases, or removed in all; who mixes both directions may exceed it (q = 0.138, ε₀ = 2.53, k = 5,
    ε′ = 3.689: δ = 2.86e-4 instead of 1.70e-4), and the reason says so.

    Source
    ------
    Sommer, Meiser & Mohammadi (2019), Theorem 1; Doroshenko et al. (2022) for the upper points; Gopi, Lee
    & Wutschitz (2021) for Fourier accounting.
    """

    id: ClassVar[str] = "numerical"
    order: ClassVar[int] = 90
    title: ClassVar[Sentence] = N_("numerical (PLD) accounting")
    short: ClassVar[Sentence] = N_("numerical")
    source: ClassVar[str] = "Sommer, Meiser & Mohammadi 2019, Theorem 1; Doroshenko et al. 2022"
    formula: ClassVar[str] = "E[max(0, 1 − e^(ε′−S))] = δ,  S = L₁ + … + L_k,  lower ≤ ε′ ≤ upper"
    latex: ClassVar[str] = (
        r"\delta=\mathrm{E}\left[\max\left\{0,1-e^{\varepsilon'-S}\right\}\right],\quad S=\sum_{i=1}^{k}L_{i}"
    )
    about: ClassVar[Sentence | None] = N_(
        "The total for this mechanism: the distribution of its privacy loss, composed "
        "numerically between two proven bounds; the upper one is quoted. For selection by "
        "scores, it is the loss of a pair of distributions that dominates every selection. "
        "The proof of the bounds includes integration and rounding. It assumes that elementary "
        "functions of the computer are accurate to four units in the last place; totals in "
        "closed form, of normal noise and of a single release, have an allowance for rounding "
        "of special functions that is not proven."
    )
    holds: ClassVar[Sentence] = N_(
        "Holds for adaptively chosen releases whose noise is fixed beforehand: the composed "
        "pair is the worst at every step. On a secret sample the same unit is added in every "
        "release, or removed in every release: each direction is composed separately, and "
        "mixing them can cost more. For selection by scores it holds for any scores, "
        "adaptively chosen ones too, so it is only an upper bound: the smaller known optimum "
        "holds only for selections fixed beforehand (Dong, Durfee & Rogers 2020)."
    )
    kind: ClassVar[Kind] = Kind.BRACKET
    closed: ClassVar[bool] = False
    family: ClassVar[Family] = Family.OPTIMAL
    own_loss: ClassVar[bool] = True

    def total(self, release: Release, counts: Counts, total_delta: float) -> Bound:
        """The bracket at each k; the whole total δ is for the sum, infinite losses included."""
        guarantee = release.guarantee
        if guarantee is None:
            return _bound(counts, None, no_mechanism())
        k = counts.astype(np.float64)
        if total_delta <= 0:
            ends = pure_ends(guarantee, k)
            if ends is None:
                return _bound(counts, _zeros(counts), no_total_delta())
            return _bound(counts, Bracket(*ends), None)
        if total_delta >= 1:
            return _bound(counts, Bracket(0 * k, 0 * k), None)
        whole = release.whole_mechanism
        if whole is not None and whole.mu is not None:
            return _bound(counts, _normal(whole.mu, k, total_delta), None)
        between = enclosing(guarantee)
        if between is not None and release.whole_mechanism is not None:
            return _bound(counts, _between_normal(between, k, total_delta), None)
        found = brackets(guarantee, counts, total_delta)
        if found is None:
            return _bound(counts, None, points())
        attained = release.attained
        lower, upper = found.lower, found.upper.copy()
        for rows, proven in other_ends(release, counts, total_delta, found):
            upper[rows] = np.minimum(upper[rows], proven)
        if not attained:  # a lower end of the pair, not of the mechanism, whose ρ may be less
            lower = np.where(found.contradictory, lower, np.minimum(lower, upper))
        bound = _bound(counts, Bracket(lower, upper), infinite(), delta_exhausted=np.isinf(found.lower))
        bound = bound if attained else _upper_alone(bound)
        mixed = release.sampling_rate < 1 and release.sampling is Sampling.POISSON
        return _in_one_direction(bound) if mixed else bound

    def crossing(self, release: Release, total_delta: float) -> Crossing:
        """None for pure releases, below from the first on; others by search among whole k."""
        epsilon, guarantee = release.epsilon, release.guarantee
        if guarantee is None:
            return Crossing(None, None, None, no_mechanism())
        if epsilon is None or epsilon <= 0:
            return Crossing(None, None, None, unknown() if epsilon is None else no_loss())
        if guarantee.pure_epsilon is not None:
            return Crossing(None, None, None, from_the_first())
        if total_delta <= 0:
            return Crossing(None, None, None, no_total_delta())
        grid = np.rint(np.geomspace(1, _LAST, _GRID)).astype(np.int64)
        found = self.total(release, grid, total_delta)
        if not np.isfinite(found.upper[0]):
            return Crossing(None, None, None, found.reasons[0])
        below = found.upper < grid * epsilon  # False where there is no number
        if below.all() or (below[0] and not below[-1]):
            return Crossing(None, None, None, from_the_first() if below.all() else used_up_later())
        if not below[-1]:
            return Crossing(None, None, None, N_("not at a million or fewer releases"))
        low, high = (int(grid[i + np.flatnonzero(~below)[-1]]) for i in (0, 1))
        while high - low > 1:
            middle = (low + high) // 2
            value = self.total(release, np.array([middle], dtype=np.int64), total_delta).upper[0]
            low, high = (low, middle) if value < middle * epsilon else (middle, high)
        return Crossing(float(high), high, high * epsilon)

    def largest_epsilon(self, total_epsilon: float, total_delta: float, count: int, delta: float) -> float:
        """NaN: (ε, δ) alone does not tell what the loss is."""
        return math.nan


def other_ends(
    release: Release, counts: Counts, total_delta: float, found: Bracket
) -> Iterator[tuple[Counts, Floats]]:
    """What other theorems prove of the same releases: some rows (r,), and upper ends there, (r,), rounded up.

    The Rényi form comes as close as a bracket is wide only where that is wider than asked, or where δ hardly
    helps; the optimum for a few releases, of which some mechanisms are the worst of their (ε, δ).
    """
    guarantee, rho, k = release.guarantee, release_rho(release), counts.astype(np.float64)
    some = counts > 0
    if guarantee is None:
        return
    most = pure_above(guarantee)
    if most is not None:
        yield np.arange(len(counts)), products_above(k, most)
    if rho is not None and some.any():
        yield np.flatnonzero(some), concentrated_above(rho * k[some], total_delta)
    near = some & (~found.narrow | (found.upper > _NEAR * k * most if most is not None else False))
    if near.any():
        yield np.flatnonzero(near), renyi_epsilon(guarantee, k[near], total_delta)
    few = some & (counts <= (_LAST if isinstance(guarantee.pair(), FinitePair) else _FEW))
    if release.epsilon is not None and few.any():
        worst = Release(release.epsilon, release.delta)
        about = Optimal().total(worst, counts, total_delta).upper
        rows = np.flatnonzero(few & (about < found.upper * (1 - _WORTH)))
        yield rows, about[rows]


def _zeros(counts: Counts) -> Bracket:
    values = np.where(counts == 0, 0.0, math.inf)
    return Bracket(values, values)


def _normal(mu: float, k: Floats, total_delta: float) -> Bracket:
    """√k μ-GDP (Dong, Roth & Su 2019, Corollary 3.3)."""
    upper = np.zeros(len(k))
    upper[k > 0] = gaussian_epsilons(total_delta, mu * np.sqrt(k[k > 0]))
    return Bracket(upper * (1 - _CLOSED), upper)


def _between_normal(between: tuple[Guarantee, Guarantee], k: Floats, total_delta: float) -> Bracket:
    """Wide noise on whole numbers, between the exact totals of two normal ones."""
    lower, upper = (
        _normal(each.mu or 0.0, k, total_delta) for each in between if isinstance(each, Mechanism)
    )
    return Bracket(lower.lower, upper.upper)


def brackets(guarantee: Guarantee, counts: Counts, total_delta: float) -> Bracket | None:
    """Both proven ends of ε for `counts` releases at a total δ, before anything else narrows them.

    Each different k is computed once, in rising order; a single release in closed form where there is one.
    None where the loss of one release has no distribution that could be composed (`composed_curve`).
    """
    order = np.argsort(counts, kind="stable")
    rising = counts[order]
    fresh = np.concatenate(([True], rising[1:] > rising[:-1]))[: len(rising)] & (rising > 0)
    place = np.cumsum(fresh)  # 0 for k = 0
    each = rising[fresh]
    lower, upper = np.zeros(1), np.zeros(1)
    if len(each) and each[0] == 1 and guarantee.profile_kind is Kind.EXACT:
        ends = epsilon_ends(guarantee, total_delta)
        lower, upper = np.array([0.0, ends[0]]), np.array([0.0, ends[1]])
        each = each[1:]
    if len(each):
        found = composed_curve(guarantee, each, total_delta)
        if found is None:
            return None
        lower, upper = np.append(lower, found.lower), np.append(upper, found.upper)
        lower = np.maximum.accumulate(lower)  # two releases cost no less than one
    placed = np.argsort(order, kind="stable")
    return Bracket(lower[place][placed], upper[place][placed])


def _bound(
    counts: Counts,
    bracket: Bracket | None,
    missing: Sentence | None,
    delta_exhausted: NDArray[np.bool_] | None = None,
) -> Bound:
    """The bracket, and where it has no end `missing`: of a composed one, where its lower end is ∞ too."""
    if bracket is None:
        bracket = Bracket(np.full(len(counts), math.inf), np.full(len(counts), math.inf))
    against = bracket.contradictory
    there, narrow = np.isfinite(bracket.upper) & ~against, bracket.narrow
    sure = np.ones(len(counts), dtype=bool) if delta_exhausted is None else delta_exhausted
    wide = N_("the proven interval is wider than 0.01 % of the total here; it still holds")
    open_ = [None if close else wide for close in narrow]
    return Bound(
        counts=counts,
        lower=np.where(there, bracket.lower, np.nan),
        estimate=np.where(there, bracket.estimate, np.nan),
        upper=np.where(there, bracket.upper, np.nan),
        kind=Kind.BRACKET,
        statuses=tuple(Status.PROVEN if ok else Status.FALSE for ok in there),
        reasons=tuple(
            contradiction() if wrong else (missing if gone else left_open()) if not ok else why
            for ok, why, gone, wrong in zip(there, open_, sure, against, strict=True)
        ),
        source=Numerical.source,
    )


def _upper_alone(bound: Bound) -> Bound:
    """No pair of neighbours attains the loss that was composed: it bounds the truth from above alone."""
    nothing = np.full(len(bound.counts), np.nan)
    said = tuple(dominating() if why is None else why for why in bound.reasons)
    return replace(bound, lower=nothing, estimate=nothing, kind=Kind.UPPER, reasons=said)


def _in_one_direction(bound: Bound) -> Bound:
    """Several releases of a Poisson sample: the larger total of both directions, which are not mixed."""
    said = tuple(
        together(why, one_direction()) if valid and count > 1 else why
        for why, valid, count in zip(bound.reasons, bound.valid, bound.counts, strict=True)
    )
    return replace(bound, reasons=said)
