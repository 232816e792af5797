"""The distribution of the privacy loss of k releases, for a picture: atoms while they are few, a density."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.privacy.mechanism import Floats, Guarantee
from explorer.privacy.pld.compose import TOO_FAR
from explorer.privacy.pld.discretise import Lattice, Places
from explorer.privacy.pld.enclosing_pair import enclosing
from explorer.privacy.pld.fourier import Tilted, tilted
from explorer.privacy.pld.initial_guess import atom_step
from explorer.privacy.pld.loss_distribution import Spectrum, panels, quadrature
from explorer.privacy.pld.loss_of_release import spectrum_of, symmetric, turned

MOST_ATOMS = 60  # that are drawn one by one
ACCURACY = 1e-5  # of the probability of all of it
_SAME = 1e-9  # of the range of atoms: so near ones are taken together
_SMALL = 1e-4  # atoms that have less together need not be spread between their neighbours
_SEEN = 1e-7  # atoms that have less together are part of the density
_FINE = 50.0  # grid points in a standard deviation of the sum
_OWN = 5.0  # standard deviations of one release, that hold as many
_LEAST_CELLS = 64  # of the density of one release
_MOST_CELLS = 12_000
_MOST_POINTS = 1 << 19
_MOST_DRAWN = 700
_DEPTH = 32.0  # e^(−depth) lies outside the grid, at most
_TILTS = np.array([0.3, 0.6, 1.0, 2.0, 4.0, 5.5, 7.0, 8.5, 10.0, 14.0, 20.0])
_ALLOWED = 1e-3  # of a standard deviation of the sum: that all k atoms may be moved together


@dataclass(frozen=True)
class ComposedDistribution:
    """(n,) atoms with their probabilities; the rest has a density at (m,) equidistant losses.

    `infinite` is the probability of an infinite loss; `mean` and `deviation` are those of a finite one.
    """

    where: Floats
    mass: Floats
    at: Floats
    density: Floats
    infinite: float
    mean: float
    deviation: float

    def beyond(self, loss: float) -> float:
        """The probability of more than this loss, the infinite ones among them."""
        step = float(self.at[1] - self.at[0]) if len(self.at) > 1 else 0.0
        share = np.clip((self.at + step / 2 - loss) / step, 0.0, 1.0) if step else 0.0
        return float(self.mass[self.where > loss].sum() + (share * self.density * step).sum()) + self.infinite


@dataclass(frozen=True)
class Reach:
    """Mean and standard deviation of one finite loss with you, the least and the largest of them, in nats."""

    mean: float
    deviation: float
    bottom: float
    top: float


def reach_of(guarantee: Guarantee) -> Reach | None:
    """How far the loss of one release reaches: an estimate; None where it is no known distribution."""
    found = spectrum_of((enclosing(guarantee) or (guarantee,))[-1])
    if found is None or found.top > TOO_FAR:
        return None
    return Reach(*_moments(found), found.bottom, found.top)


def composed_distribution(
    guarantee: Guarantee, count: int, without: bool = False
) -> ComposedDistribution | None:
    r"""The distribution of S = L_1 + … + L_k, L_i = ln p_{D'}/p_D, for outputs drawn with you, or `without`.

    Parameters
    ----------
    count : whole, >= 1

    Returns
    -------
    None where the loss is no known distribution, or so large that no double holds e^loss.

    Guarantee
    ---------
    An estimate. Each loss is shared by the two points of a grid around it, the grid transformed, raised
    to the k-th power and turned back; atoms are convolved exactly while there are at most `MOST_ATOMS`. All
    probabilities sum to 1 within `ACCURACY`, but for what the distribution of one release leaves out, k
    times: `without` you that is also what D' never gives, a loss of −∞.

    Source
    ------
    Sommer, Meiser & Mohammadi (2019), Theorem 1.
    """
    found = spectrum_of((enclosing(guarantee) or (guarantee,))[-1])
    if found is None or found.top > TOO_FAR:
        return None
    if not without:
        return _composed(found, count)
    distribution = _composed(found if symmetric(found) else turned(found), count)
    # Without you each loss has the opposite sign of the loss that tells D from D'.
    return ComposedDistribution(
        -distribution.where[::-1],
        distribution.mass[::-1],
        -distribution.at[::-1],
        distribution.density[::-1],
        0.0,
        -distribution.mean,
        distribution.deviation,
    )


def _moments(spectrum: Spectrum) -> tuple[float, float]:
    places, mass = (spectrum.where, spectrum.mass) if spectrum.density_at is None else panels(spectrum)
    whole = float(mass.sum())
    mean = float(mass @ places) / whole
    return mean, math.sqrt(max(0.0, float(mass @ (places - mean) ** 2) / whole))


def _composed(spectrum: Spectrum, count: int) -> ComposedDistribution:
    mean, deviation = _moments(spectrum)
    wide = deviation * math.sqrt(count)
    atoms = _atoms(spectrum, count)
    infinite = -math.expm1(count * math.log1p(-min(spectrum.infinite, 1 - 1e-16)))
    where, mass = (np.empty(0), np.empty(0)) if atoms is None else atoms
    drawn = atoms is not None and float(mass.sum()) > _SEEN
    if not drawn:
        where, mass = np.empty(0), np.empty(0)
    if wide == 0 or (drawn and spectrum.density_at is None):
        at, density = np.empty(0), np.empty(0)
    else:
        alike = drawn or spectrum.mass.sum() ** count < _SMALL
        at, density = _density(spectrum, count, wide, drawn, bool(alike))
        if not drawn:  # what spreading k losses over the grid has moved their mean by
            at = at + (count * mean - float(at @ density) / float(density.sum()))
    return ComposedDistribution(where, mass, at, density, infinite, count * mean, wide)


def _atoms(spectrum: Spectrum, count: int) -> tuple[Floats, Floats] | None:
    """The sums of `count` atoms with their probabilities; None where there are none, or too many to draw."""
    if not spectrum.where.size or len(spectrum.where) > MOST_ATOMS:
        return None
    close = _SAME * max(1e-300, float(np.abs(spectrum.where).max())) * max(1, min(count, MOST_ATOMS))
    found: tuple[Floats, Floats] | None = None
    square: tuple[Floats, Floats] | None = (spectrum.where, spectrum.mass)
    left = count
    while left:  # by repeated squaring
        if square is None:
            return None
        if left & 1:
            found = square if found is None else _convolved(found, square, close)
            if found is None:
                return None
        left >>= 1
        if left:
            square = _convolved(square, square, close)
    return found


def _convolved(
    one: tuple[Floats, Floats], other: tuple[Floats, Floats], close: float
) -> tuple[Floats, Floats] | None:
    where = np.add.outer(one[0], other[0]).ravel()
    mass = np.multiply.outer(one[1], other[1]).ravel()
    order = np.argsort(where, kind="stable")
    where, mass = where[order], mass[order]
    first = np.append(True, np.diff(where) > close)
    if first.sum() > MOST_ATOMS:
        return None
    together = np.bincount(np.cumsum(first) - 1, mass)
    return where[first], np.asarray(together, dtype=np.float64)


def _density(
    spectrum: Spectrum, count: int, wide: float, without_atoms: bool, alike: bool
) -> tuple[Floats, Floats]:
    """The density of the sum; without the part that has come from atoms alone, where these are drawn.

    Where some are left and not `alike` the rest, each is spread over the room to its neighbours.
    """
    step, together = _steps(spectrum, count, wide)
    lattice = _spread(spectrum, *step)
    distribution = tilted(lattice, 0.0)
    size, index = _window(distribution, lattice.step, count)
    total = _power(lattice.mass, size, count)
    if without_atoms:
        share = _alone(spectrum, lattice)
        total = total - _power(share, size, count)
    mass = np.maximum(np.fft.irfft(total, size), 0.0)[index % size]
    at = np.asarray(count * lattice.first + lattice.step * index, dtype=np.float64)
    return _thinned(at, mass / lattice.step, lattice.step, 1 if alike else together)


def _steps(spectrum: Spectrum, count: int, wide: float) -> tuple[tuple[float, float], int]:
    """The grid, how far atoms may be moved onto it, and how many grid points lie between two atoms."""
    width = spectrum.top - spectrum.bottom
    fine = min(
        max(min(wide, _OWN * wide / math.sqrt(count)) / _FINE, width / _MOST_CELLS), width / _LEAST_CELLS
    )
    apart = None
    if len(spectrum.where) > 1:
        apart = atom_step(spectrum.where, _ALLOWED * wide / count / 0.15, 2 * width / _MOST_CELLS)
    if apart is None:
        return (width / math.ceil(width / fine), 0.0), 1
    if spectrum.density_at is None:
        return apart, 1
    parts = math.ceil(apart[0] / fine)
    return (apart[0] / parts, apart[1]), parts


def _spread(spectrum: Spectrum, step: float, snap: float) -> Lattice:
    """Each loss shared by the two grid points around it: as a hat over each, no end or atom shows.

    Atoms at most `snap` beside a point are moved onto it.
    """
    cells = max(1, math.ceil((spectrum.top - spectrum.bottom) / step * (1 - 1e-13)))
    first = spectrum.top - cells * step
    ends = np.clip(first + step * np.arange(cells + 1), spectrum.low, spectrum.high)
    ends = ends if spectrum.unfolded is None else spectrum.unfolded.into(ends)
    inside = quadrature(spectrum, np.union1d(ends, spectrum.even.edges))
    atoms = (spectrum.where - first) / step
    atoms = np.where(np.abs(atoms - np.rint(atoms)) * step <= snap, np.rint(atoms), atoms)
    high = np.clip(np.concatenate((atoms, (inside.places - first) / step)), 0, cells)
    mass, left = np.concatenate((spectrum.mass, inside.mass)), np.floor(high).astype(np.int64)
    shared = np.bincount(left, mass * (1 - high + left), cells + 1)
    raised = np.bincount(np.minimum(left + 1, cells), mass * (high - left), cells + 1)
    return Lattice(first, step, np.asarray(shared + raised), spectrum.infinite, 0.0, 0.0)


def _alone(spectrum: Spectrum, lattice: Lattice) -> Floats:
    """The atoms of one release on the grid of its whole distribution."""
    index = np.clip(np.rint((spectrum.where - lattice.first) / lattice.step), 0, len(lattice.mass) - 1)
    return np.bincount(index.astype(np.int64), spectrum.mass, len(lattice.mass)).astype(np.float64)


def _window(distribution: Tilted, step: float, count: int) -> tuple[int, Places]:
    """The size of a grid that holds all but e^(−depth) of the sum, and the grid points in it, rising."""
    spread = math.sqrt(count * distribution.variance)
    tilts = _TILTS / max(spread, step)
    above = (count * distribution.log_moments(tilts, step) + _DEPTH) / tilts
    below = (count * distribution.log_moments(-tilts, step) + _DEPTH) / tilts
    centre, last = count * distribution.centre, count * (len(distribution.mass) - 1)
    most = min(last, centre + math.ceil(float(above.min()) / step))
    least = max(0, centre - math.ceil(float(below.min()) / step))
    size = 1 << max(4, math.ceil(math.log2(most - least + 1)))
    if size > _MOST_POINTS:  # its far ends are given up
        size, centre = _MOST_POINTS, min(max(centre, least + _MOST_POINTS // 2), most - _MOST_POINTS // 2)
        least, most = centre - _MOST_POINTS // 2, centre + _MOST_POINTS // 2 - 1
    return size, np.arange(least, most + 1, dtype=np.int64)


def _power(mass: Floats, size: int, count: int) -> np.ndarray[tuple[int], np.dtype[np.complex128]]:
    """The transform of the k-fold sum, of which each period of the grid holds all that lies there."""
    length = -(-len(mass) // size) * size
    wrapped = np.zeros(length)
    wrapped[: len(mass)] = mass
    once = np.fft.rfft(wrapped.reshape(-1, size).sum(axis=0))
    sizes = count * np.log(np.maximum(np.abs(once), 1e-300))
    return np.asarray(np.exp(np.maximum(sizes, -700.0) + 1j * count * np.angle(once)))


def _thinned(at: Floats, density: Floats, step: float, together: int) -> tuple[Floats, Floats]:
    """Few enough points: each the mean over as many neighbours as it stands for, or as atoms are apart."""
    parts = max(together, math.ceil(len(at) / _MOST_DRAWN))
    if parts == 1:
        return at, density
    over = -len(at) % parts
    padded = np.append(density, np.zeros(over)).reshape(-1, parts)
    middle = at[0] + step * ((parts - 1) / 2 + parts * np.arange(len(padded)))
    return np.asarray(middle), padded.mean(axis=1)
