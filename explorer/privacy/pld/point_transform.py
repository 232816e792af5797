"""Points of a loss, tilted: moments and the Fourier transform of their distribution."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.fourier import Complexes, of_stages
from explorer.privacy.pld.off_lattice import Scattered
from explorer.privacy.progress import progress


def fast_length(least: int) -> int:
    r"""The least product of powers of 2, 3 and 5 that is no less than `least`.

    .. math:: \min \{2^a 3^b 5^c \ge n\}

    A real transform of such a length takes small steps only (Temperton 1983). It is what
    `scipy.fft.next_fast_len(n, real=True)` gives, whose import takes as long as all the rest of a verb.

    Parameters
    ----------
    least : >= 1

    >>> fast_length(7), fast_length(1025), fast_length(10**6 + 1)
    (8, 1080, 1012500)
    """
    best = 1 << (least - 1).bit_length()
    five = 1
    while five < best:
        odd = five
        while odd < best:
            # The least power of two that lifts `odd` to `least`
            best = min(best, odd << (-(-least // odd) - 1).bit_length())
            odd *= 3
        five *= 5
    return best


_UNIT = 2.0**-53
_LEAST_POINT = 1e-20  # a point with less is left out of transforms
_PHASE = 4 * _UNIT  # of a phase, relative: products of three factors, each rounded
_PRODUCTS = 288 * _UNIT  # of a term of `_directly`, see there
_LEAST_BLOCK = 256  # points whose terms one product of matrices adds up
_MOST_PHASES = (200_000_000, 10_000_000_000)  # points by nodes without a grid: and where one is too rough
_TERMS = 22
_SAMPLES, _RATIO = 24, 0.6  # of a bound
_MANY_PHASES = 20_000  # that are worth being products
_AT_ONCE = 2_000_000  # phases that are held


@dataclass(frozen=True)
class Points:
    """Losses about their mean with tilted probabilities, sum 1, in no order; ln E e^(θ(L − mean)).

    `logs` are those of the probabilities, also where these have no double; `slack` is relative, of each.
    """

    places: Floats
    mass: Floats
    logs: Floats
    mean: float
    log_whole: float
    variance: float
    slack: float
    furthest: float  # the largest |loss|

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    def evenly(self, apart: float, number: int, allowed: float) -> tuple[Complexes, Floats]:
        """E e^(it(L − mean)) − 1 at t = 0, apart, 2·apart, …, and how far each value may be off: (J,) each.

        Less 1, as most losses of a rare sample lie so near the mean that no more is left of them. Many
        values of many points come from a grid, where that errs by no more than is `allowed`.
        """
        seen = self.mass > _LEAST_POINT
        where, mass, angle = self.places[seen], self.mass[seen], apart * np.arange(number, dtype=np.float64)
        off = 2 * _LEAST_POINT * len(self.mass) + _PHASE * self.deviation * angle
        work, rough = len(where) * number, 2 * of_stages(number) > allowed
        if work <= _MOST_PHASES[rough]:
            return _directly(where, mass, apart, number), off + _of_sums(len(where)) * _turned(
                where, mass, angle
            )
        found, error = _gridded(where, mass, apart, number)
        return found, off + error

    def log_moments(self, tilts: Floats) -> Floats:
        """ln E e^(s(L − mean)) at each s."""
        exponent = np.outer(tilts, self.places) + self.logs
        highest = exponent.max(axis=1)
        return np.asarray(highest + np.log(np.exp(exponent - highest[:, None]).sum(axis=1)))


def _turned(where: Floats, mass: Floats, angle: Floats) -> Floats:
    """A bound on Σ p |e^(itx) − 1| <= Σ p min(2, t|x|) at each t, in rising order."""
    some = np.append(0.0, angle[-1] * _RATIO ** np.arange(_SAMPLES)[::-1])
    most = np.minimum(2.0, np.outer(some, np.abs(where))) @ mass
    return np.asarray(most[np.minimum(np.searchsorted(some, angle), len(some) - 1)])


def _less_one(phase: Floats) -> Complexes:
    """e^(ix) − 1, also where x is small."""
    found: Complexes = np.empty(phase.shape, dtype=np.complex128)
    found.real, found.imag = -2 * np.sin(phase / 2) ** 2, np.sin(phase)
    return found


def _along(where: Floats, apart: float, number: int) -> Complexes:
    """e^(itx) − 1 for each x at t = 0, apart, 2·apart, …: (X, J). Where these are many, products of few.

    t is a sum of two, and e^(i(a+b)) − 1 = (e^(ia) − 1)(e^(ib) − 1) + (e^(ia) − 1) + (e^(ib) − 1).
    """
    if len(where) * number < _MANY_PHASES:
        return _less_one(apart * np.outer(where, np.arange(number)))
    columns = max(1, math.isqrt(number))
    rows = -(-number // columns)
    fine = _less_one(apart * np.outer(where, np.arange(columns)))[:, None, :]
    rough = _less_one(apart * columns * np.outer(where, np.arange(rows)))[:, :, None]
    found: Complexes = rough * fine
    found += fine
    found += rough
    return found.reshape(len(where), rows * columns)[:, :number]


def _directly(where: Floats, mass: Floats, apart: float, number: int) -> Complexes:
    """Σ p (e^(itx) − 1): t is a sum of two, and e^(i(a+b)) − 1 = (e^(ia) − 1) e^(ib) + (e^(ib) − 1).

    What it errs by, of T = Σ p min(2, t|x|): e^(ix) − 1 by 9 units of itself (sines by 4). As the product
    rf + f + r of two of a table, r and f, by 20 units of |rf| <= |r| + |f| <= 2 min(2, t|x|), and 11 of
    |r| + |f|: 62 of min(2, t|x|). So the first factor errs by 62 units of T, e^(ib), of which |r| and |f| are
    at most 2, by 122, what is added by 62; products and sums make 10 more, and the square that is made of
    |M − 1| <= T (`contour_transform.logarithm`) 18: 288 is more than all. And see `_of_sums`.
    """
    columns = max(1, math.isqrt(number))
    rows, at_once = -(-number // columns), max(1, _AT_ONCE // max(1, len(where)))
    found: Complexes = np.zeros((rows, columns), dtype=np.complex128)
    block = _block(len(where))
    for left in range(0, columns, at_once):
        right = min(columns, left + at_once)
        along = _along(where, apart, right)[:, left:]
        turned = along + 1
        for top in range(0, rows, at_once):
            progress(0.0)
            below = min(rows, top + at_once)
            across = (_along(where, apart * columns, below)[:, top:]).T * mass
            for first in range(0, len(where), block):
                some, part = slice(first, first + block), found[top:below, left:right]
                part += across[:, some] @ turned[some] + mass[some] @ along[some]
    return found.ravel()[:number]


def _block(points: int) -> int:
    return max(_LEAST_BLOCK, math.isqrt(points))


def _of_sums(points: int) -> float:
    """What `_directly` errs by, of Σ p min(2, t|x|).

    Two sums of b complex products in any order, as they are in a product of matrices, err by 2√2 b units of
    the absolute values (Higham 2002, Section 3.1), and n/b of them, added up one by one, by n/b.
    """
    block = _block(points)
    return _PRODUCTS + _UNIT * (6 * block + 2 * -(-points // block) + 2)


def _gridded(where: Floats, mass: Floats, apart: float, number: int) -> tuple[Complexes, Floats]:
    r"""The same: points moved to a grid of twice as many, and a Taylor series for that; and its error.

    With N >= 2·number grid points in a period, t(x − g) is at most π/2 for any node, and the series
    Σ (it(x − g))^n/n! of 22 terms leaves (π/2)^22/22! < 2e-17. Whole turns are taken off exactly, and to
    the nearest: a small loss, also a negative one, keeps its digits. Points of a grid point are added in
    pairs (`reduceat`), by 32 units and one for each doubling: with the products of moments, and the factors
    (t/N)^n/n!, less than 128 units of each term, which count as stages do.

    Source
    ------
    Anderson & Dahleh (1996), Section 3, for the series.
    """
    size = fast_length(2 * number)
    turns = where * (apart / (2 * math.pi))
    high = (turns - np.rint(turns)) * size
    nearest = np.rint(high)
    index = nearest.astype(np.int64) % size
    order = np.argsort(index, kind="stable")
    index, mass, beside = index[order], mass[order], (high - nearest)[order]
    first = np.flatnonzero(np.diff(index, prepend=-1))
    places = index[first]
    phase = 2 * math.pi / size * np.arange(number, dtype=np.float64)
    outside = float(mass[index != 0].sum())
    found: Complexes = np.zeros(number, dtype=np.complex128)
    factor: Complexes = np.ones(number, dtype=np.complex128)
    moment = mass
    for term in range(_TERMS):
        progress(0.0)
        held = np.zeros(size)
        held[places] = np.add.reduceat(moment, first)
        if term == 0:
            held[0] = -outside
        found += np.conj(np.fft.rfft(held)[:number]) * factor
        moment = moment * beside
        factor *= 1j * phase / (term + 1)
    grown = np.exp(phase / 2)
    off = of_stages(size) + 128 * _UNIT
    return found, off * (2 * outside * grown + float(mass.sum()) * (grown - 1)) + 2e-17


def tilted(distribution: Scattered, theta: float) -> Points:
    """The distribution of density e^(θl)/E e^(θL)."""
    seen = distribution.mass > 0
    distribution = (
        distribution
        if seen.all()
        else replace(distribution, places=distribution.places[seen], mass=distribution.mass[seen])
    )
    exponent = np.log(distribution.mass) + theta * distribution.places
    highest = float(exponent.max())
    weight = np.exp(exponent - highest)
    total = float(weight.sum())
    mass = weight / total
    mean = float(mass @ distribution.places)
    about = distribution.places - mean
    # ln p errs by 4 units of itself, θl and all sums by one; ln of the whole by as much; exponentials by 4.
    reach = float(np.abs(exponent).max()) + float(theta * np.abs(distribution.places).max()) + 32
    return Points(
        places=about,
        mass=mass,
        logs=exponent - highest - math.log(total),
        mean=mean,
        log_whole=highest + math.log(total) - theta * mean,
        variance=float(mass @ (about * about)),
        slack=distribution.slack + 12 * _UNIT * reach,
        furthest=float(np.abs(distribution.places).max()),
    )
