"""The total epsilon of composed releases between two proven bounds, as narrow as asked."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats, Guarantee, Mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.pld.bracket_search import SMALL as SMALL
from explorer.privacy.pld.bracket_search import WIDTH as WIDTH
from explorer.privacy.pld.bracket_search import Bracket as Bracket
from explorer.privacy.pld.bracket_search import learnt, searched
from explorer.privacy.pld.enclosing_pair import enclosing, enclosing_releases
from explorer.privacy.pld.enumerated_sums import listed_totals
from explorer.privacy.pld.initial_guess import initial_guess
from explorer.privacy.pld.loss_distribution import NODES, WEIGHTS, Spectrum, rounding_of
from explorer.privacy.pld.loss_of_release import finite_part, spectrum_of, symmetric, truncation, turned
from explorer.privacy.pld.off_lattice import scattered
from explorer.privacy.pld.release_groups import grouped
from explorer.privacy.progress import part

_UNIT = 2.0**-53
_LEAST = 1e-300  # a smaller δ̃ is taken for none, which only overstates the total
TOO_FAR = 600.0  # a loss l whose e^l has no double beside it any more
_FEW_ATOMS = 100  # whose sums are listed for a few releases
_FEW_RELEASES, _MORE_RELEASES = 8, 40
_FEW_SUMS = 12_000  # of half of more releases
_MANY_ATOMS = 20_000  # the same for two releases
_ROUGHLY = 0.98  # of a total variation by quadrature
_TELLING = 1e-4  # of it, that cells may add
_BELOW_TOP = (0.0, 2e-5)  # of the sum of the largest losses: so far below all of them together may lie


def composed_curve(guarantee: Guarantee, counts: Counts, delta: float) -> Bracket | None:
    """The total ε of k releases of one guarantee at each k >= 1 of `counts`; None where its loss has none.

    Parameters
    ----------
    counts : (n,) rising, without repetition
    delta : in (0, 1)

    Guarantee
    ---------
    The true value for the loss of the guarantee's pair lies within, whatever `narrow` says.
    """
    if (between := enclosing(guarantee)) is not None:
        return _joined(*(composed_curve(each, counts, delta) for each in between))
    found = spectrum_of(guarantee, truncation(delta, float(counts[-1]) if len(counts) else 1.0))
    if found is None or (found.top > TOO_FAR and guarantee.pure_epsilon is None):
        return None
    if found.top > TOO_FAR:  # k releases of a pure mechanism: k of its ε, and nothing is known below
        return Bracket(np.zeros(len(counts)), np.full(len(counts), math.inf))
    each = counts.astype(np.float64)[:, None]
    within = finite_part(found) if found.infinite > 0 and found.unfolded is None else None
    if within is not None and symmetric(within):
        bracket = _beside_infinite(within, found.infinite, each, delta)
    else:
        bracket = _worse_direction([found], each, delta)
    # More releases never cost less: each bound may lean on its neighbours.
    return Bracket(np.maximum.accumulate(bracket.lower), np.minimum.accumulate(bracket.upper[::-1])[::-1])


def composed_epsilon(releases: Sequence[tuple[Guarantee, int]], delta: float) -> Bracket | None:
    """The total ε of a list of different releases, each so many times; the order does not matter.

    Equal releases are taken together, and all Gaussians as one; (1,) arrays. None as for a curve.
    """
    if (between := enclosing_releases(releases)) is not None:
        return _joined(*(composed_epsilon(each, delta) for each in between))
    merged: dict[Guarantee, int] = {}
    squares = []
    for guarantee, count in releases:
        mu = guarantee.mu if isinstance(guarantee, Mechanism) else None
        if mu is None:
            merged[guarantee] = merged.get(guarantee, 0) + count
        else:
            squares.append(count * mu * mu)
    if squares and math.fsum(squares) > 0:
        merged[Gaussian(1.0, math.sqrt(math.fsum(squares)))] = 1
    merged = {guarantee: count for guarantee, count in merged.items() if count > 0}
    if not merged:
        return Bracket(np.zeros(1), np.zeros(1))
    left_out = truncation(delta, sum(merged.values()))
    spectra = [spectrum_of(guarantee, left_out) for guarantee in merged]
    known = [each for each in spectra if each is not None]
    if len(known) < len(spectra):
        return None
    order = sorted(range(len(known)), key=lambda i: (known[i].top, known[i].bottom, list(merged.values())[i]))
    counts = np.array([[float(list(merged.values())[i]) for i in order]])
    return _worse_direction([known[i] for i in order], counts, delta)


def _joined(below: Bracket | None, above: Bracket | None) -> Bracket | None:
    """From the lower end of what costs less to the upper one of what costs more."""
    return None if below is None or above is None else Bracket(below.lower, above.upper)


def _beside_infinite(within: Spectrum, infinite: float, counts: Floats, delta: float) -> Bracket:
    r"""Where both distributions give the other away with one probability δ∞ and are alike otherwise.

    δ = 1 − (1−δ∞)^k (1−δ̃) leaves δ̃ for the finite part, another at each k.
    """
    spent = np.minimum(-counts[:, 0] * math.log1p(-infinite), 700.0)
    slack = -np.expm1(math.log1p(-delta) + spent)
    rows: list[Bracket | None] = []
    for i, left in enumerate(slack):
        with part(i / len(slack), (i + 1) / len(slack)):
            found = _worse_direction([within], counts[i : i + 1], float(left)) if left > _LEAST else None
        rows.append(found)
    lower = [math.inf if row is None else float(row.lower[0]) for row in rows]
    upper = [math.inf if row is None else float(row.upper[0]) for row in rows]
    return Bracket(np.array(lower), np.array(upper))


def _worse_direction(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Bracket:
    """The larger of both directions: you may be the one added or the one removed."""
    if all(symmetric(each) for each in spectra):
        return _bracket(spectra, counts, delta)
    with part(0.0, 0.5):
        one = _bracket(spectra, counts, delta)
    exchanged = [turned(each) for each in spectra]
    most = largest_loss_bracket(exchanged, counts, delta)[1]
    rows = np.flatnonzero(most > one.lower)
    if not rows.size:
        return one
    with part(0.5, 1.0):
        asked = one.lower + WIDTH * np.maximum(one.lower, SMALL)
        other = _bracket(exchanged, counts[rows], delta, np.maximum(one.upper, asked)[rows])
    low, high = one.lower.copy(), one.upper.copy()
    low[rows], high[rows] = np.maximum(low[rows], other.lower), np.maximum(high[rows], other.upper)
    return Bracket(low, high)


def _bracket(
    spectra: Sequence[Spectrum], counts: Floats, delta: float, enough: Floats | None = None
) -> Bracket:
    """Where another direction costs so much, no less need be proven of this one than is `enough`."""
    enough = np.zeros(len(counts)) if enough is None else enough
    low, high = largest_loss_bracket(spectra, counts, delta)
    listed = np.empty(0, dtype=np.int64)
    if len(spectra) == 1 and spectra[0].density_at is None:
        listed = _few(spectra[0], counts[:, 0], delta, low, high)
    foreseen = None
    for otherwise in (False, True):
        rows = np.flatnonzero(~Bracket(low, high).narrow & (high > enough))
        if not rows.size:
            break
        foreseen = foreseen or learnt(initial_guess(spectra, counts, delta), listed, low, high)
        groups = grouped(spectra, counts, delta, rows, foreseen, otherwise)
        low, high = searched(groups, counts, delta, low, high, enough)
    return Bracket(low, high)


def _few(atoms: Spectrum, counts: Floats, delta: float, low: Floats, high: Floats) -> Counts:
    """Narrows `low` and `high` of a few releases of atoms: all their sums.

    Returns these rows.
    """
    number = len(atoms.where)
    most = 1.0
    if number <= _MANY_ATOMS:
        most = _few_releases(number)
    most = min(most, TOO_FAR / max(abs(atoms.top), abs(atoms.bottom), 1.0))
    asked = np.flatnonzero((counts <= most) & ~Bracket(low, high).narrow)
    if not asked.size:
        return asked
    found = listed_totals(atoms, [int(each) for each in counts[asked]], delta)
    for row in asked:
        below, above = found.get(int(counts[row]), (0.0, math.inf))
        low[row], high[row] = max(low[row], below), min(high[row], above)
    return asked


def _few_releases(number: int) -> int:
    """Of so many atoms; of three, four, five or six so many more that half of them have few multisets."""
    if number > _FEW_ATOMS:
        return 2
    halves = range(_FEW_RELEASES // 2, _MORE_RELEASES // 2 + 1)
    return max(
        2 * half for half in halves if half == halves[0] or math.comb(half + number, half) <= _FEW_SUMS
    )


def _hardly_apart(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> Floats:
    r"""A bound on the δ of ε = 0, the total variation of all: from that of each, and from their affinities.

    TV <= 1 − ∏(1 − TV_i)^k and TV <= √(1 − ∏BC_i^(2k)), BC = E e^(−L/2) (Le Cam 1973). That of a density is
    looked at only where it may be small enough, 1 where it is not: that of a worse distribution of points,
    whose TV is larger and whose BC smaller. 1 − BC = E(1 − e^(−L/2)), so that rounding counts by |L|.
    """
    places, mass = (
        [np.append(each.where, each.even.places) for each in spectra],
        [np.append(each.mass, each.even.mass) for each in spectra],
    )
    about = np.array([float(m @ -np.expm1(-np.maximum(x, 0.0))) for x, m in zip(places, mass, strict=True)])
    lacking = np.array([float(m @ -np.expm1(-x / 2)) for x, m in zip(places, mass, strict=True)])
    near = -np.expm1(-2 * float(counts[0] @ np.maximum(lacking, 0.0)))
    small = (float(counts[0] @ about) * _ROUGHLY <= delta, math.sqrt(near) * _ROUGHLY <= delta)
    alike, affine = np.zeros(len(spectra)), np.zeros(len(spectra))
    for i, each in enumerate(spectra):
        lost = each.infinite + each.missing + 8 * _UNIT * (1 + max(abs(each.top), abs(each.bottom)))
        if small[0] or each.density_at is None:
            alike[i] = 1 - min(1.0, _expected(each, _TELLING * about[i], 1.0) + lost)
        if small[1] or each.density_at is None:
            affine[i] = 1 - min(1.0, _expected(each, _TELLING * about[i] ** 2, 0.5) + lost)
    one = -np.expm1(counts @ np.log(np.maximum(alike, 1e-300)))
    two = np.sqrt(-np.expm1(np.minimum(2 * counts @ np.log(np.maximum(affine, 1e-300)), 0.0)))
    return np.asarray(np.minimum(one, two) * (1 + 1e-12))


def _expected(spectrum: Spectrum, allowed: float, power: float) -> float:
    """A bound on E max(0, 1 − e^(−L)), or at `power` ½ on E(1 − e^(−L/2)): that of worse points.

    Sums in pairs, and the functions, err by less than 64 units of what is added up.
    """
    [(_, worse)] = scattered([spectrum], np.ones(1), 1.0, 1.0, 0.0, max(allowed, 1e-30))
    parts = worse.mass * -np.expm1(-power * (np.maximum(worse.places, 0.0) if power == 1 else worse.places))
    return float(parts.sum()) + (worse.slack + 64 * _UNIT) * float(np.abs(parts).sum())


def largest_loss_bracket(spectra: Sequence[Spectrum], counts: Floats, delta: float) -> tuple[Floats, Floats]:
    """Σ kl of the largest losses l, and what outputs near all of them prove alone.

    Of those with losses within x/Σk of the largest, each with probability w, δ >= ∏w^k (1 − e^(ε − Σkl + x)),
    so that ε >= Σkl − x + ln(1 − δ/∏w^k): near Σkl for a few releases. Each w may be off by its rounding and
    ln w by 4 units of itself; all other terms are sums and products that a relative 1e-12 is far more than.
    """
    tops = counts @ np.array([each.top for each in spectra])
    beyond = counts @ np.array([each.missing + each.infinite for each in spectra])
    high = np.where(beyond < delta, np.maximum(tops, 0.0) * (1 + 1e-12), math.inf)
    high = np.where(_hardly_apart(spectra, counts, delta) <= delta, 0.0, high)
    low, size = np.zeros(len(tops)), counts.sum(axis=1)
    rounding = np.array([_UNIT * len(each.mass) + rounding_of(each.mass) for each in spectra])
    for share in _BELOW_TOP:
        apart = share * np.maximum(tops, SMALL)
        held = np.array([_held_above(each, apart / size) for each in spectra])
        # Of a mass of 0 the least double is more than any δ leaves room for.
        spent = (counts * np.log(np.maximum(held, 5e-324)).T).sum(axis=1)
        doubt = 1e-12 * (1 + abs(math.log(delta)) + np.abs(spent)) + counts @ rounding
        left = np.minimum(np.exp(np.minimum(math.log(delta) - spent + doubt, 0.0)) + 1e-15, 1 - 1e-9)
        reached = tops * (1 - 1e-12) - apart + np.log1p(-left)
        low = np.maximum(low, np.where(left < 0.5, reached, 0.0))
    return low, high


def _held_above(spectrum: Spectrum, apart: Floats) -> Floats:
    """The probability of losses at most so far (R,) below the largest, or less: (R,).

    Of a density what lies within `apart` in its coordinate, of which no loss is steeper than 1, and within
    one panel: 1e-6 less, far more than its rounding. Not for one whose quadrature is not proven.
    """
    top = spectrum.top
    above = np.append(np.cumsum(spectrum.mass[::-1])[::-1], 0.0)
    held = above[np.searchsorted(spectrum.where, top - apart)]
    if spectrum.density_at is not None and spectrum.high == top and spectrum.longest is not None:
        within, density_at = spectrum.unfolded, spectrum.density_at
        ends = np.array([spectrum.low, spectrum.high])
        if within is not None:
            density_at, ends = within.density_at, np.array([within.low, within.high])
            ends = ends if within.out(ends)[1] == top else ends[::-1]
        most = min(abs(float(ends[1] - ends[0])), float(spectrum.longest(np.abs(ends[1:])).min()))
        wide = np.minimum(apart, most)[:, None] / 2
        inner = ends[1] - np.sign(ends[1] - ends[0]) * wide * (1 + NODES)
        held = held + (density_at(inner) * wide * WEIGHTS).sum(axis=1) * (1 - 1e-6)
    return np.asarray(held)
