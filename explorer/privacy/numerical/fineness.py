"""How fine a lattice the asked bracket needs, and the lower and upper laws on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats
from explorer.privacy.numerical.discretise import Lattice, between
from explorer.privacy.numerical.foresee import FEW, MANY, Foreseen, atom_step, fine_step, uneven
from explorer.privacy.numerical.law import Spectrum
from explorer.privacy.numerical.spectrum import panels
from explorer.privacy.numerical.summed import LARGEST_SIZE

_FINEST = 24_000  # cells of one law
_FINEST_OF_ATOMS = 1 << 16
_MOST_POINTS = 1 << 16  # of a lattice, in a standard deviation of the sum
_MANY = 1000  # atoms, from which on they can be gathered like a density
_LONG_LIST = 8  # kinds
_SAMPLED, _SOME = 0.2, 17  # the first fineness of such laws; half as much below so many releases
_MOVED = 0.5  # less of atoms that are moved to a lattice
_STEEP, _LESS, _LEAST = 8.0, 0.8, 0.003  # widths over which a tilted law falls by e, beyond which ...
_SHRUNK, _MOST_FITS = 0.8, 2000  # cells that are tried
_MOST_NODES = 3 << 17  # for each of a long list


def without_a_lattice(spectrum: Spectrum) -> bool:
    """Whether no lattice of any use goes through all atoms."""
    return len(spectrum.where) > 1 and atom_step(spectrum.where, 0.0, 0.0) is None


def lattices_of(
    spectra: Sequence[Spectrum],
    counts: Floats,
    foreseen: Foreseen,
    rows: Counts,
    tolerance: Floats,
    finer: float,
) -> tuple[list[Lattice], list[Lattice]]:
    """Lower and upper laws on one common step: through all atoms where there are only such."""
    if all(each.law is None for each in spectra):
        below = np.concatenate([each.where - each.where[-1] for each in spectra])  # each law has its own top
        allowed = float(np.min(tolerance / counts.sum(axis=1)))
        deviation = max(
            _deviation(each) * math.sqrt(float(n))
            for each, n in zip(spectra, counts.max(axis=0), strict=True)
        )
        through = atom_step(
            np.sort(below), allowed, deviation / _MOST_POINTS, FEW if len(spectra) == 1 else MANY
        )
        if through is not None:
            lower = [between(each, *through)[0] for each in spectra]
            return lower, [between(each, through[0])[1] for each in spectra]
    step = fine_step(spectra, foreseen, rows, tolerance, finer, counts)
    step = max(step, max(each.top - each.bottom for each in spectra) / _most_cells(spectra))
    if len(spectra) == 1 and spectra[0].law is None and len(spectra[0].where) > _MANY:
        spacing = float(np.diff(spectra[0].where).min())  # equally many atoms around each point
        step = spacing * (2 * round((step / spacing - 1) / 2) + 1)
    # A period must hold the sum; of a long list every law has its transform at all nodes of one period.
    theta = float(foreseen.theta[rows].min())
    sum_of = math.sqrt(float(np.max(counts @ np.array([_deviation(each) ** 2 for each in spectra]))))
    most = _MOST_NODES if len(spectra) > _LONG_LIST else 2 * LARGEST_SIZE
    step = max(step, max(40 * sum_of, 60 / theta) / most)
    step, points = _fitting(spectra, theta, step), None
    if alone_and_sampled(spectra):
        theta = math.exp(float(np.log(foreseen.theta[rows]).mean()))
        shorter, some = uneven(spectra[0], theta, step, _FINEST_OF_ATOMS)
        if len(some) * step < 0.7 * (spectra[0].top - spectra[0].bottom):
            step, points = shorter, some
    both = [between(each, step, 0.0, points) for each in spectra]
    return [each[0] for each in both], [each[1] for each in both]


def _fitting(spectra: Sequence[Spectrum], theta: float, step: float) -> float:
    """For a few atoms alone a little longer a step, that of a lattice that passes all most closely."""
    atoms = spectra[0]
    if len(spectra) > 1 or atoms.law is not None or not 2 < len(atoms.where) <= FEW:
        return step
    width = atoms.top - atoms.bottom
    most = math.floor(width / step * (1 + 1e-9))
    if most < 2:
        return step
    several = np.arange(max(1, math.ceil(_SHRUNK * most)), most + 1)[-_MOST_FITS:]
    place = np.outer(several, (atoms.where - atoms.bottom) / width)
    beside = place - np.floor(place)
    weight = atoms.mass * np.exp(np.maximum(theta * (atoms.where - atoms.top), -700.0))
    spread = (beside * (1 - beside)) @ weight / several.astype(np.float64) ** 2
    return width / float(several[int(np.argmin(spread))])


def alone_and_sampled(spectra: Sequence[Spectrum]) -> bool:
    """One density that is far steeper at one end than at the other."""
    return len(spectra) == 1 and spectra[0].unfolded is not None and not len(spectra[0].where)


def _most_cells(spectra: Sequence[Spectrum]) -> int:
    """Atoms alone, and cells of different widths, leave most points of a lattice empty."""
    if alone_and_sampled(spectra):
        return 4 * _FINEST_OF_ATOMS
    if len(spectra) == 1 and spectra[0].law is None:
        return (2 if len(spectra[0].where) <= _MANY else 4) * _FINEST_OF_ATOMS
    return (
        _FINEST
        if any(each.law is not None for each in spectra)
        else max(_FINEST // 2, _FINEST_OF_ATOMS // len(spectra))
    )


def first_fineness(spectra: Sequence[Spectrum], counts: Floats, theta: Floats) -> float:
    """What the foreseen step is multiplied by: the bracket falls with its square in steep laws only later."""
    if alone_and_sampled(spectra):
        few = float(counts[0].sum())
        return _SAMPLED / (1 if few >= _SOME else 2 if few >= _SOME / 3 else 4)
    if len(spectra) > 1:
        return 1.0
    steep = float(theta.max()) * (spectra[0].top - spectra[0].bottom)
    moved = spectra[0].law is None and without_a_lattice(spectra[0])
    return min(1.0, math.pow(max(_STEEP / steep, _LEAST), _LESS)) * (_MOVED if moved else 1.0)


def as_fine_as_can_be(spectra: Sequence[Spectrum], lattices: Sequence[Lattice]) -> bool:
    """Whether no finer lattice would be made."""
    most = 0.99 * (_FINEST_OF_ATOMS if alone_and_sampled(spectra) else _most_cells(spectra))
    return any(len(each.mass) > most or np.count_nonzero(each.mass) > 0.99 * _FINEST for each in lattices)


def _deviation(spectrum: Spectrum) -> float:
    places, mass = panels(spectrum)
    mean = float(mass @ places) / float(mass.sum())
    return math.sqrt(max(0.0, float(mass @ (places - mean) ** 2)))
