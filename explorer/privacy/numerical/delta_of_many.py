r"""δ(ε) of a composition, between two certified bounds, at many ε at once.

`invert` asks for the ε of one δ; here δ itself is read off the same transforms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.numerical.characteristic import tilted
from explorer.privacy.numerical.compose import TOO_FAR
from explorer.privacy.numerical.discretise import Lattice, lower, upper
from explorer.privacy.numerical.foresee import Foreseen, atom_step, cumulants, fine_step
from explorer.privacy.numerical.invert import STEEPEST
from explorer.privacy.numerical.law import Spectrum
from explorer.privacy.numerical.spectrum import (
    finite_part,
    spectrum_of,
    symmetric,
    turned,
)
from explorer.privacy.numerical.summed import (
    DEPTH,
    LARGEST_SIZE,
    Asked,
    aliased,
    cells_at,
    summed_up,
)
from explorer.privacy.status import Kind

_UNIT = 2.0**-53
_CLOSED = 1e-9  # relative, of a δ in closed form
_MOVED = 1e-15  # relative, of ε: what rounding of ε and of the parameters may do to such a δ
_TILTS = 240
_FLATTEST = 0.7  # times the standard deviations of the sum: no tilt is smaller
_APART = 3.5  # in the same unit: so far ε may lie from the tilt that serves it
_FEW, _FINER = 64, 0.3  # few releases: the lattice is so many times finer
_MOST_CELLS = 12_000  # of one law
_PERIOD = 40.0  # standard deviations of the sum, that the largest transform must hold
_BLOCK = 400_000  # cells times nodes that are held at once


def composed_delta(
    guarantee: Guarantee, count: int, epsilons: Floats, least: float = 1e-300, width: float = 1e-4
) -> tuple[Floats, Floats] | None:
    r"""The δ of `count` releases of one guarantee at each ε, between two bounds.

    .. math:: \delta(\varepsilon) = 1-(1-\delta_\infty)^k + \mathrm{E}\big[(1-e^{\varepsilon-S})_+;\,
        S<\infty\big],\quad S=L_1+\dots+L_k

    Parameters
    ----------
    count : whole, >= 1; epsilons : (n,) rising, nats, >= 0
    least : where δ is surely smaller nobody looks: 0 and the upper bound of the ε before stand there
    width : relative, of δ: about what the lattice may make of it, not what is proven

    Returns
    -------
    (lower, upper), (n,) each, falling, within [0, 1]; None where the loss is no known law, or so large
    that no double holds e^loss.

    Guarantee
    ---------
    The δ of the guarantee's pair lies between. Proof: the loss is put on a lattice twice (`discretise`),
    once by a better, once by a worse experiment; composition keeps Blackwell's order, so the k-fold
    δ of the two encloses the truth. On a lattice, for s <= ε <= s + h, δ is e^(kK−θs)[T − B(e^(ε−s) − 1)]
    (`invert`). What neighbouring periods add to the bracket is Σ over u >= h of e^(−θu)(1 − e^(ε−s−u)) >= 0:
    leaving it in keeps an upper bound one, and it is at most what they add to T, which the lower bound
    takes off. Errors of transforms and rounding are counted against each bound; the losses may be off by
    k times `shift`, so that δ is read there, ε ∓ k·shift. δ falls with ε: each bound leans on its
    neighbours. Where the two directions of the neighbours differ, the larger of the two counts, for the
    lower bounds and for the upper ones. A δ in closed form (one release, or normal noise) is taken 1e-9
    apart, at ε ± 1e-15 of it: just below a pure ε it falls so steeply that rounding of ε is seen.

    Source
    ------
    As for `explorer.privacy.compositions.numerical`.
    """
    exact = _in_closed_form(guarantee, count, epsilons * (1 + _MOVED))
    more = _in_closed_form(guarantee, count, epsilons * (1 - _MOVED))
    if exact is not None and more is not None:
        return exact * (1 - _CLOSED), np.minimum(more * (1 + _CLOSED), 1.0)
    found = spectrum_of(guarantee)
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
    return np.minimum(low, high), high


def _in_closed_form(guarantee: Guarantee, count: int, epsilons: Floats) -> Floats | None:
    """k releases with normal noise are one with √k μ; one release of anything is its own profile."""
    mu = guarantee.mu if isinstance(guarantee, Mechanism) else None
    if mu is not None and mu > 0:
        return np.exp(Gaussian(1.0, mu * math.sqrt(count)).log_delta(epsilons))
    if count == 1 and guarantee.profile_kind is Kind.EXACT:
        return np.exp(np.asarray(guarantee.log_delta(epsilons), dtype=np.float64))
    return None


def _one_direction(
    spectrum: Spectrum, count: int, epsilons: Floats, least: float, width: float
) -> tuple[Floats, Floats]:
    counts = np.array([float(count)])
    foreseen, deviation, seen = _foreseen(spectrum, count, epsilons, least)
    low, high = np.zeros(len(epsilons)), np.ones(len(epsilons))
    tolerance = width * np.maximum(epsilons, 1 / foreseen.theta)
    pair = _lattices(spectrum, count, foreseen, tolerance[:seen], float(deviation[0]))
    for chosen in _blocks(foreseen.theta[:seen], deviation[:seen]):
        theta = math.sqrt(float(foreseen.theta[chosen][0]) * float(foreseen.theta[chosen][-1]))
        theta = max(theta, 2 * DEPTH / (LARGEST_SIZE * pair[0][0].step))
        low[chosen] = deltas(pair[0], counts, epsilons[chosen], theta, False)
        high[chosen] = deltas(pair[1], counts, epsilons[chosen], theta, True)
    return low, np.minimum.accumulate(high)


def _lattices(
    spectrum: Spectrum, count: int, foreseen: Foreseen, tolerance: Floats, deviation: float
) -> tuple[list[Lattice], list[Lattice]]:
    """A lower and an upper law: through all atoms where there are only such; not too fine for the period."""
    width = spectrum.top - spectrum.bottom
    least = max(width / _MOST_CELLS, _PERIOD * deviation / LARGEST_SIZE)
    if spectrum.law is None:
        through = atom_step(spectrum.where, float(tolerance.min()) / count, least)
        if through is not None:
            return [lower(spectrum, *through)], [upper(spectrum, through[0])]
    rows = np.arange(len(tolerance))
    step = fine_step([spectrum], foreseen, rows, tolerance, _FINER if count < _FEW else 1.0)
    step = width / max(2, math.floor(width / max(step, least)))
    return [lower(spectrum, step)], [upper(spectrum, step)]


def _foreseen(spectrum: Spectrum, count: int, epsilons: Floats, least: float) -> tuple[Foreseen, Floats, int]:
    """The tilt of each ε's saddle point, the deviation of the sum so tilted; how many ε are looked at."""
    width = spectrum.top - spectrum.bottom or abs(spectrum.top) or 1.0
    theta = np.geomspace(1e-3 / (width * math.sqrt(count)), 1e7 / width, _TILTS)
    log_theta = np.log(theta)
    whole, mean, variance, dense = cumulants(spectrum, theta)
    plain = math.sqrt(max(count * float(variance[0]), 1e-300))
    places = np.maximum.accumulate(count * mean - 1 / theta - 1 / (1 + theta))
    # Chernoff: δ(ε) <= P(S > ε) <= e^(kK(θ) − θε). It only says where to stop.
    at = np.clip(np.interp(epsilons, places, np.arange(_TILTS)).astype(np.int64), 0, _TILTS - 1)
    small = np.flatnonzero(count * whole[at] - theta[at] * epsilons < math.log(least))
    log_found = np.interp(epsilons, places, log_theta)
    found = np.maximum(np.exp(log_found), min(_FLATTEST / plain, 8 / width))
    spread = np.interp(np.log(found), log_theta, count * dense)
    deviation = np.sqrt(count * np.interp(np.log(found), log_theta, variance))
    seen = max(1, int(small[0]) + 1) if small.size else len(epsilons)
    return Foreseen(epsilons, found, spread), np.asarray(deviation), seen


def _blocks(theta: Floats, deviation: Floats) -> Iterator[slice]:
    """Neighbouring ε that one tilt serves."""
    first = 0
    while first < len(theta):
        wide = np.maximum.accumulate(deviation[first:])
        far = np.flatnonzero((theta[first:] - theta[first]) * wide > 2 * _APART)
        last = first + int(far[0]) if far.size else len(theta)
        yield slice(first, last)
        first = last


def deltas(
    lattices: Sequence[Lattice], counts: Floats, epsilons: Floats, theta: float, highest: bool
) -> Floats:
    """δ of lattice laws, each released so often, at each ε: rounded up where `highest`, down where not.

    Parameters
    ----------
    counts : (L,), one a lattice; epsilons : (n,); theta : the tilt > 0, on which only the width depends
    """
    sign, step = 1.0 if highest else -1.0, lattices[0].step
    escaped = np.array([math.log1p(-min(each.infinite, 1 - 1e-16)) for each in lattices])
    infinite = -math.expm1(float(counts @ escaped)) * (1 + sign * 4 * _UNIT)
    asked = Asked(counts[None, :], np.ones(len(epsilons)), epsilons)
    theta = min(theta, STEEPEST / step)
    laws = [tilted(each, theta) for each in lattices]
    summed = summed_up(lattices, laws, asked, theta)
    slack = np.array([each.slack + law.rounding for each, law in zip(lattices, laws, strict=True)])
    base, log_whole = float(summed.base[0]), float(summed.log_whole[0])
    top = float(
        counts @ [len(each.mass) - 1.0 - law.centre for each, law in zip(lattices, laws, strict=True)]
    )
    off = float(counts @ [each.shift for each in lattices]) + 8 * _UNIT * (abs(base) + epsilons)
    moved = epsilons - sign * off
    n = np.floor((moved - base) / step)
    rise = np.expm1(np.clip(moved - base - n * step, 0.0, step))
    value, noise = np.empty((len(n), 2)), np.empty((len(n), 2))
    at_once = max(1, _BLOCK // max(1, len(summed.nodes.angle)))
    for first in range(0, len(n), at_once):
        part = slice(first, first + at_once)
        rows = np.zeros(len(n[part]), dtype=np.int64)
        value[part], noise[part] = cells_at(summed, n[part], rows)
    alias = 0.0 if highest else aliased(summed, n * step, np.zeros(len(n), dtype=np.int64))
    sure = value[:, 0] + sign * noise[:, 0] - alias - (value[:, 1] - sign * noise[:, 1]) * rise
    rounding = 4 * _UNIT * (abs(log_whole) + theta * step * np.abs(n))
    doubt = float(counts @ slack) + 2e-14 + rounding
    lead = log_whole - theta * step * n + sign * doubt
    with np.errstate(divide="ignore"):
        logs = lead + np.log(np.where(n >= top, 0.0, np.maximum(sure, 0.0)))
    return np.asarray(np.clip(infinite + np.exp(np.minimum(logs, 0.0)), 0.0, 1.0))
