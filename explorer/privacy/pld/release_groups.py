"""Which releases are asked together: those whose losses are divided alike, and guessed from one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.initial_guess import InitialGuess, initial_guess
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.split_loss import Divided, divided

FAR_OUT, _VERY_FAR_OUT = 5.0, 3.0  # times the total: where the far end of a loss is worth it, and near ends
_HARDLY = 0.95  # times as far: what is worth a cut where all else was in vain
_BEYOND = 1e-7  # of δ, that may be left out
_ASIDE = ((4.0, 0.1), (2.0, 0.3))  # a ratio of k that may share a division, and what is set aside of δ


@dataclass(frozen=True)
class Group:
    """Rows (n,) of the same distributions, and what is foreseen of each of them."""

    losses: Divided
    rows: Counts
    foreseen: InitialGuess


def grouped(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    rows: Counts,
    foreseen: InitialGuess,
    otherwise: bool = False,
) -> Iterator[Group]:
    """These rows in rising order, divided where far losses of a few releases would want a long period.

    Parameters
    ----------
    counts : (R, L) of all rows, and `foreseen` of all: rows (n,) are those to be asked
    otherwise : the other way round, for what stayed wide
    """
    size = counts.sum(axis=1)
    while rows.size:
        for alike, aside in _ASIDE:
            some = rows[size[rows] <= alike * size[rows[0]]]
            each = delta * (1 - delta) / float(size[some[-1]])
            losses = divided(spectra, _BEYOND * each, aside * each)
            whole = losses.near is spectra
            ahead = foreseen.among(some) if whole else initial_guess(losses.near, counts[some], delta)
            if max(spectrum.top for spectrum in losses.near) < _VERY_FAR_OUT * ahead.epsilon[0]:
                break
        apart = not whole and losses.top > FAR_OUT * ahead.epsilon[0]
        if otherwise and not apart:
            losses = divided(spectra, _BEYOND * each, _ASIDE[0][1] * each, _HARDLY)
            ahead = initial_guess(losses.near, counts[some], delta)
        elif not apart:
            some = rows
        if apart == otherwise:
            losses, ahead = Divided(spectra), foreseen.among(some)
        if losses.near is not spectra or apart or not otherwise:
            yield Group(losses, some, ahead)
        rows = rows[len(some) :]
