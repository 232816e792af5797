r"""δ(ε) of a composition, between two proven bounds, at many ε at once.

`contour` asks for the ε of one δ; here δ itself is read off the same transforms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.accounting.composition_common import contradiction
from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pld.compose import TOO_FAR
from explorer.privacy.pld.contour_transform import EpsilonQuery, noised
from explorer.privacy.pld.contour_values import deltas
from explorer.privacy.pld.discretise import Places
from explorer.privacy.pld.enclosing_pair import enclosing
from explorer.privacy.pld.initial_guess import cumulants
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.loss_of_release import finite_part, spectrum_of, symmetric, truncation, turned
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.status import Kind

_UNIT = 2.0**-53
# Margins, not proofs: relative, of a δ in closed form; and of ε, for what rounding of ε and of the parameters
# may do to such a δ.
_CLOSED, _MOVED = 1e-9, 1e-15
_TILTS = 240
_FLATTEST = 0.7  # times the standard deviations of the sum: no tilt is smaller
_FAR = 4.0  # e^(−it) of E ϕ: as much as such a tilt may cost far below the mean
_APART = 3.5  # in the same unit: so far ε may lie from the tilt that serves it
_LEAST = -700.0  # ln δ: less has no double
_NOTHING = 1e-307  # what has no double of its full length, summed
_MOST = 4e8  # points by nodes
_BESIDE = 30.0  # e^(−it) of finite sums: δ may be less than 1 by so much where nobody looks
_DOWN = np.array([1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 12.0])  # tilts over standard deviations
_ROUNDS = 9
_ROUGHER = 2.0
_BETTER = 0.7  # times the last width: no more is gained where it is not
_NEAR = 0.3  # in logarithms: so near tilts do not differ
_WIDE = 2.0  # times the width that is asked for


def composed_delta(
    guarantee: Guarantee, count: int, epsilons: Floats, least: float = 1e-300, width: float = 1e-4
) -> tuple[Floats, Floats] | None:
    r"""The δ of `count` releases of one guarantee at each ε, between two bounds.

    .. math:: \delta(\varepsilon) = 1-(1-\delta_\infty)^k + \mathrm{E}\big[(1-e^{\varepsilon-S})_+;\,
        S<\infty\big],\quad S=L_1+\dots+L_k

    Parameters
    ----------
    count : whole, >= 1; epsilons : (n,) rising, nats, >= 0
    least : where δ of finite losses is surely smaller nobody looks: that of infinite ones and the upper
        bound of the ε before stand there
    width : relative, of δ: about how far both bounds are meant to be apart, not what is proven

    Returns
    -------
    (lower, upper), (n,) each, falling, within [0, 1]; None where the loss is no known distribution, or so
    large that no double holds e^loss, or where both contradict each other: one of them is wrong.

    Guarantee
    ---------
    The δ of the guarantee's pair lies between. Proof: the loss is put on points twice (`off_lattice`), once
    by a better, once by a worse experiment; composition keeps Blackwell's order, so the k-fold δ of the two
    encloses the truth. Of points, δ is e^(kK−θε) E ϕ(S − ε), which is read with a little normal noise:
    as it is for the upper bound, less all that the noise may add for the lower one (`contour`). What
    other periods add is positive: leaving it in keeps an upper bound one, the lower bound takes off what
    it may be at most. Errors of transforms and rounding are counted against each bound; the losses may be
    off by k times `shift`, so that δ is read there, ε ∓ k·shift. δ falls with ε: each bound leans on its
    neighbours. Where the two directions of the neighbours differ, the larger of the two counts, for the
    lower bounds and for the upper ones. A δ in closed form (one release, or normal noise) is taken 1e-9
    apart, at ε ± 1e-15 of it: just below a pure ε it falls so steeply that rounding of ε is seen.

    Source
    ------
    As for `explorer.privacy.compositions.numerical`.
    """
    if count > 1 and (between := enclosing(guarantee)) is not None:
        less, more = (composed_delta(each, count, epsilons, least, width) for each in between)
        return None if less is None or more is None else (less[0], more[1])
    exact = _in_closed_form(guarantee, count, epsilons * (1 + _MOVED))
    sooner = _in_closed_form(guarantee, count, epsilons * (1 - _MOVED))
    if exact is not None and sooner is not None:
        return exact * (1 - _CLOSED), np.minimum(sooner * (1 + _CLOSED), 1.0)
    found = _spectrum(guarantee, count, least)
    if found is None or found.top > TOO_FAR:
        return None
    one_way = symmetric(found)
    if not one_way and found.infinite > 0 and found.unfolded is None:
        one_way = symmetric(finite_part(found))
    low, high = np.zeros(len(epsilons)), np.zeros(len(epsilons))
    for each in (found,) if one_way else (found, turned(found)):
        below, above = _one_direction(each, count, epsilons, least, width)
        low, high = np.maximum(low, below), np.maximum(high, above)
    if guarantee.pure_epsilon is not None:
        high = np.where(epsilons >= count * guarantee.pure_epsilon * (1 + 1e-15), 0.0, high)
    high = np.minimum.accumulate(np.minimum(high, 1.0))
    low = np.maximum.accumulate(low[::-1])[::-1]
    return None if np.any(low > high) else (low, high)


def why_no_delta(guarantee: Guarantee, count: int, least: float = 1e-300) -> Sentence:
    """Why `composed_delta` gives no bounds: an unknown distribution, a large one, or a contradiction."""
    between = enclosing(guarantee) if count > 1 else None
    found = _spectrum(guarantee if between is None else between[1], count, least)
    if found is None:
        return N_(
            "the privacy loss of this mechanism is not known precisely enough for numerical composition"
        )
    return (
        N_("a privacy loss this large is not composed numerically")
        if found.top > TOO_FAR
        else contradiction()
    )


def _spectrum(guarantee: Guarantee, count: int, least: float) -> Spectrum | None:
    found = spectrum_of(guarantee, truncation(least, count))
    if found is not None and found.top > TOO_FAR:  # with a little more left out
        found = spectrum_of(guarantee)
    return found


def _in_closed_form(guarantee: Guarantee, count: int, epsilons: Floats) -> Floats | None:
    """k releases with normal noise are one with √k μ; one release of anything is its own profile."""
    mu = guarantee.mu if isinstance(guarantee, Mechanism) else None
    if mu is not None and mu > 0:
        return np.exp(Gaussian(1.0, mu * math.sqrt(count)).log_delta(epsilons))
    if count == 1 and guarantee.profile_kind is Kind.EXACT:
        return np.exp(np.asarray(guarantee.log_delta(epsilons), dtype=np.float64))
    return None


@dataclass(frozen=True)
class _Seen:
    """(n,) ε, the tilt of each one's saddle point, the deviation of the sum so tilted, ln δ about."""

    epsilon: Floats
    theta: Floats
    deviation: Floats
    log_delta: Floats

    @property
    def tilt(self) -> float:
        """One that serves them all."""
        return math.sqrt(float(self.theta[0]) * float(self.theta[-1]))

    def among(self, rows: Places | slice) -> _Seen:
        """Some of them."""
        return _Seen(self.epsilon[rows], self.theta[rows], self.deviation[rows], self.log_delta[rows])


def _one_direction(
    spectrum: Spectrum, count: int, epsilons: Floats, least: float, width: float
) -> tuple[Floats, Floats]:
    own, more = _infinite(spectrum, count)
    low, high = np.full(len(epsilons), own), np.ones(len(epsilons))
    high[epsilons >= _end(spectrum, count)] = more
    certain = _certain(spectrum, count)
    places = _foreseen(spectrum, count, np.maximum(epsilons, certain), least)
    floor = 0.0  # what is proven of a larger ε
    for chosen in reversed(list(_blocks(places.theta, places.deviation))):
        below, above = _narrowed(spectrum, count, places.among(chosen), width, floor)
        low[chosen], high[chosen], floor = own + below, more + above, float(below[0])
    high[epsilons < certain] = 1.0
    return low, np.minimum.accumulate(high)


def _infinite(spectrum: Spectrum, count: int) -> tuple[float, float]:
    """The probability of an infinite loss among `count`, without what is left out, and with it."""
    one, more = (
        -math.expm1(count * math.log1p(-min(each, 1 - 1e-16)))
        for each in (spectrum.infinite, spectrum.infinite + spectrum.missing)
    )
    return one * (1 - 4 * _UNIT), more * (1 + 4 * _UNIT) + (_NOTHING if spectrum.missing > 0 else 0.0)


def _end(spectrum: Spectrum, count: int) -> float:
    """No finite sum exceeds this."""
    return count * max(spectrum.top + 8 * _UNIT * (1 + abs(spectrum.top)), 0.0)


def _certain(spectrum: Spectrum, count: int) -> float:
    """An ε below which nobody looks: finite sums less than some nats above it are as rare (Chernoff)."""
    _, _, variance = cumulants(spectrum, np.zeros(1))[:, 0]
    tilts = _DOWN / (math.sqrt(count * float(variance)) or 1.0)
    rare = -(count * cumulants(spectrum, -tilts)[0] + _BESIDE) / tilts
    return float(rare.max()) - _BESIDE


def _narrowed(
    spectrum: Spectrum, count: int, places: _Seen, width: float, floor: float
) -> tuple[Floats, Floats]:
    """δ of finite losses alone: closer ones where that helps, rougher where they cost too much."""
    low, high = np.full(len(places.epsilon), floor), np.ones(len(places.epsilon))
    finer, done, last = 1.0, 0.0, np.full(len(low), math.inf)
    rows, theta = np.arange(len(low)), places.tilt
    for _ in range(_ROUNDS):
        found = _read(spectrum, count, places.among(rows), width, finer)
        if found is None:
            finer /= _ROUGHER
            if finer <= done:
                break
            continue
        low[rows], high[rows] = np.maximum(low[rows], found[0]), np.minimum(high[rows], found[1])
        low, high = np.maximum.accumulate(low[::-1])[::-1], np.minimum.accumulate(high)
        with np.errstate(divide="ignore"):
            places = replace(places, log_delta=np.log(low))
        gap = (high - low) / (width * np.maximum(high, 1e-300))
        rows = np.flatnonzero((gap > _WIDE) & (gap < _BETTER * last))
        if not rows.size:
            break
        before, theta = theta, places.among(rows).tilt
        if abs(math.log(theta / before)) < _NEAR:  # else their own tilt may be enough
            done, last = finer, gap
            finer *= float(np.clip(gap[rows].max() ** 0.7, 1.5, 8.0))
    return low, high


def _read(
    spectrum: Spectrum, count: int, places: _Seen, width: float, finer: float
) -> tuple[Floats, Floats] | None:
    counts, theta, about = np.array([[float(count)]]), places.tilt, float(places.epsilon[-1])
    sought = EpsilonQuery(
        counts, places.epsilon, width / places.theta, theta, places.theta, finer, math.sqrt(finer)
    )
    better, worse = scattered([spectrum], counts[0], theta, theta, about, sought.cells)[0]
    delta, most = np.exp(np.maximum(places.log_delta, _LEAST)), _MOST / len(worse.mass)
    above = noised([worse], delta, sought, most)
    below = above if better is worse or above is None else noised([better], delta, sought, most)
    if above is None or below is None:
        return None
    rows = np.zeros(len(places.epsilon), dtype=np.int64)
    return deltas(below, rows, places.epsilon, False), deltas(above, rows, places.epsilon, True)


def _foreseen(spectrum: Spectrum, count: int, epsilons: Floats, least: float) -> _Seen:
    """Those ε that are looked at: where a finite sum may exceed them, and δ is not surely less."""
    width = spectrum.top - spectrum.bottom or abs(spectrum.top) or 1.0
    theta = np.geomspace(1e-3 / (width * math.sqrt(count)), 1e7 / width, _TILTS)
    whole, mean, variance = count * cumulants(spectrum, theta)
    places = np.maximum.accumulate(mean - 1 / theta - 1 / (1 + theta))
    # Chernoff: δ(ε) <= P(S > ε) <= e^(kK(θ) − θε). It only says where to stop.
    at = np.clip(np.interp(epsilons, places, np.arange(_TILTS)).astype(np.int64), 0, _TILTS - 1)
    small = np.flatnonzero(whole[at] - theta[at] * epsilons < math.log(least))
    seen = epsilons[: max(1, int(small[0]) + 1) if small.size else None]
    seen = seen[seen < _end(spectrum, count)]
    flattest = min(_FLATTEST / math.sqrt(max(float(variance[0]), 1e-300)), 8 / width)
    below = np.maximum(float(mean[0]) - seen, 1e-300)  # what is far below all sums needs a flatter one
    found = np.maximum(np.exp(np.interp(seen, places, np.log(theta))), np.minimum(flattest, _FAR / below))
    whole, _, variance = count * cumulants(spectrum, found)
    scale = 2 * math.pi * (variance + 1 / found**2 + 1 / (1 + found) ** 2)
    log_delta = whole - found * seen - np.log(found * (1 + found)) - np.log(scale) / 2
    return _Seen(seen, found, np.sqrt(variance), np.minimum(log_delta, 0.0))


def _blocks(theta: Floats, deviation: Floats) -> Iterator[slice]:
    """Neighbouring ε that one tilt serves."""
    first = 0
    while first < len(theta):
        wide = np.maximum.accumulate(deviation[first:])
        far = np.flatnonzero((theta[first:] - np.sqrt(theta[first:] * theta[first])) * wide > _APART)
        last = first + int(far[0]) if far.size else len(theta)
        yield slice(first, last)
        first = last
