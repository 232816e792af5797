"""The search for brackets of many rows: neighbours share a transform, those that stay wide a closer one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.privacy.composition import Counts
from explorer.privacy.mechanism import Floats
from explorer.privacy.pld.contour import Found, contour_totals
from explorer.privacy.pld.contour_transform import EpsilonQuery
from explorer.privacy.pld.initial_guess import InitialGuess, saddles
from explorer.privacy.pld.lattice_inversion import totals_through
from explorer.privacy.pld.loss_distribution import Spectrum
from explorer.privacy.pld.release_groups import Group
from explorer.privacy.pld.split_loss import Divided
from explorer.privacy.progress import part, progress

WIDTH, SMALL = 1e-4, 1e-3  # the bracket, of max(ε, SMALL)
_FEW = 300  # releases, up to which many nodes matter: fewer do for a larger k
_TOGETHER = (2.5, 9.0)  # ratios of few releases, and of many, that share a transform
_TILTS, _LOST = 1.1, 8.0  # of their tilts, in logarithms; and what a tilt that is not a row's own may cost
_ROWS, _ROUNDS = 400, 10
_SINGLE, MOST_WORK = 4, 2e10  # rows that are worth any work, and phases of a curve of more
_ALONE, _QUICK, _CLOSER = 2, 20_000, 4.0  # rows and nodes of what is asked once more, so much closer
_LEARNT = 4.0  # a guess that is wrong by so many 1/θ is so for reasons of its own
_BY_ROW = ("counts", "guess", "close", "steep", "astray")  # of what is sought
_FLATTER, _FLATTEST = 0.6, 6  # a tilt, where nothing was found with the last, and how often
_NEAR = 0.3  # over θ: no first guess is meant to be nearer
_SHRINKING, _STUCK = 0.7, 1  # of a bracket, else it is asked once more
_ASTRAY = 0.5  # of ε: so wide a bracket says little of where it lies
_STEEPER, _SURELY = 3.0, 1.2  # times a tilt, at most; and where it is no chance
_FIRST = 0.85  # of what is expected to be needed: most do with less
_NOISY, _ROUGH = 0.5, 0.35  # shares of the bracket, for what is added and for cells


@dataclass(frozen=True)
class Bracket:
    """lower <= total ε <= upper of each row, and a best guess between; inf where there is no finite ε."""

    lower: Floats
    upper: Floats

    @property
    def contradictory(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Where the ends contradict each other: one of them is wrong, and neither may be told."""
        return np.asarray(self.lower > self.upper)

    @property
    def estimate(self) -> Floats:
        """The middle."""
        whole = np.isfinite(self.upper)
        inner = np.where(whole, self.upper, 0.0) - np.where(whole, self.lower, 0.0)
        return np.where(whole, np.where(whole, self.lower, 0.0) + inner / 2, math.inf)

    @property
    def narrow(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Where the bracket is as narrow as it is meant to be."""
        both = np.isinf(self.lower) & np.isinf(self.upper)
        gap = np.where(both, 0.0, self.upper - np.where(both, 0.0, self.lower))
        return np.asarray(gap <= WIDTH * np.maximum(self.lower, SMALL))


@dataclass(frozen=True)
class _EpsilonQuery:
    """Brackets as they are found, −d ln δ/dε there, and what that has cost so far, (1,)."""

    lower: Floats
    upper: Floats
    enough: Floats
    steep: Floats
    work: Floats

    @property
    def enough_work(self) -> bool:
        """Whether a curve must do with what it has; what is asked for alone need not."""
        return len(self.lower) > _SINGLE and float(self.work[0]) > MOST_WORK

    def fill(self, rows: Counts, lower: Floats, upper: Floats) -> None:
        """What else is proven of some rows."""
        self.lower[rows] = np.maximum(self.lower[rows], lower)
        self.upper[rows] = np.minimum(self.upper[rows], upper)

    def wide(self, rows: Counts) -> Counts:
        """Which of these rows are to be asked again."""
        narrow = Bracket(self.lower[rows], self.upper[rows]).narrow
        return np.flatnonzero(~narrow & (self.upper[rows] > self.enough[rows]))


@dataclass(frozen=True)
class _Try:
    """Rows that are asked together, and how; `gap`, the widest share of ε so far, and how often it stayed."""

    rows: Counts
    how: EpsilonQuery
    turn: int = 0
    gap: float = math.inf
    stuck: int = 0

    def among(self, some: slice | Counts) -> _Try:
        """That of some of its rows."""
        cut = {name: getattr(self.how, name) for name in _BY_ROW}
        cut = {name: each[some] for name, each in cut.items() if each is not None}
        return replace(self, rows=self.rows[some], how=replace(self.how, **cut))


def searched(
    groups: Iterable[Group], counts: Floats, delta: float, low: Floats, high: Floats, enough: Floats
) -> tuple[Floats, Floats]:
    """The bracket of each row, one tilt for neighbouring ones.

    An upper end that is no higher than what is `enough` (R,) needs no lower one.
    """
    bracket = _EpsilonQuery(low.copy(), high.copy(), enough, np.full(len(low), math.nan), np.zeros(1))
    steeper, ratio = 1.0, 1.0  # than its tilt, and ε over what was foreseen: as in the block before
    for group in groups:
        foreseen = replace(group.foreseen, epsilon=group.foreseen.epsilon * ratio)
        for block in _blocks(counts[group.rows].sum(axis=1), foreseen.theta, _apart(delta)):
            rows = group.rows[block]
            near, ahead = group.losses.near, foreseen.among(block)
            settled = bool(group.losses.far) or _through(near, counts, delta, rows, ahead, bracket)
            with part(rows[0] / len(counts), 1.0):
                _block(group.losses, counts, delta, rows, ahead, steeper, bracket)
            if not settled and bracket.wide(rows).size:
                _through(near, counts, delta, rows, ahead, bracket, sharp=False)
            foreseen = learnt(foreseen, block, bracket.lower[group.rows], bracket.upper[group.rows])
            known = np.isfinite(bracket.steep[rows])
            if known.any():
                found = np.sort((bracket.steep[rows] / foreseen.theta[block])[known])
                steeper = float(np.clip(found[len(found) // 2], 1.0, _STEEPER))
        ratio = _misjudged(group, bracket) or ratio
    return bracket.lower, bracket.upper


def _misjudged(group: Group, bracket: _EpsilonQuery) -> float:
    """ε of its last row over what was foreseen of it; 0 where that is not known."""
    last = group.rows[-1:]
    found, ahead = Bracket(bracket.lower[last], bracket.upper[last]), float(group.foreseen.epsilon[-1])
    sure = found.narrow[0] and math.isfinite(found.upper[0]) and ahead > 0
    return float(found.estimate[0]) / ahead if sure else 0.0


def _through(
    spectra: Sequence[Spectrum],
    counts: Floats,
    delta: float,
    rows: Counts,
    foreseen: InitialGuess,
    bracket: _EpsilonQuery,
    sharp: bool = True,
) -> bool:
    """Fills the bracket of atoms that a lattice goes through; whether one does, closely where `sharp`."""
    wanted = WIDTH * np.maximum(foreseen.epsilon, SMALL)
    found = totals_through(spectra, counts[rows], delta, foreseen, wanted, sharp)
    if found is not None:
        bracket.fill(rows, *found)
    return found is not None


def _block(
    losses: Divided,
    counts: Floats,
    delta: float,
    rows: Counts,
    foreseen: InitialGuess,
    steeper: float,
    bracket: _EpsilonQuery,
) -> None:
    """Fills the bracket of rows that one tilt serves, at first."""
    theta, some = math.exp(float(np.log(foreseen.theta).mean())), bracket.wide(rows)
    if not some.size:
        return
    guess, steep = foreseen.epsilon[some], foreseen.theta[some] * min(steeper, 2 * (1 - delta))
    close = WIDTH * np.maximum(guess, max(SMALL, _NEAR / theta))
    first = _FIRST if steeper < _SURELY else 1.0
    tries = [_Try(rows[some], EpsilonQuery(counts[rows[some]], guess, close, theta, steep, first, first))]
    while tries:
        progress(0.0)
        tries.extend(_tried(losses, delta, tries.pop(), bracket))


def learnt(foreseen: InitialGuess, rows: Counts, low: Floats, high: Floats) -> InitialGuess:
    """All guesses moved by as many 1/θ as that of the last of these rows was wrong by."""
    sure = rows[Bracket(low[rows], high[rows]).narrow & np.isfinite(high[rows])]
    if not sure.size:
        return foreseen
    last = int(sure[-1])
    off = float(((low[last] + high[last]) / 2 - foreseen.epsilon[last]) * foreseen.theta[last])
    if abs(off) > _LEARNT:
        return foreseen
    return replace(foreseen, epsilon=np.maximum(foreseen.epsilon + off / foreseen.theta, 0.0))


def _apart(delta: float) -> float:
    """How far apart, in logarithms, tilts may lie that are asked at one: e^(−(Δθ)²V/2) of E ϕ is lost."""
    return min(_TILTS, 2 * math.sqrt(_LOST / -math.log(delta)))


def _blocks(size: Floats, theta: Floats, apart: float) -> list[Counts]:
    """Neighbouring rows that one tilt serves."""
    found, first = [], 0
    while first < len(size):
        ahead = slice(first, first + _ROWS)
        ratio = _TOGETHER[0] if size[first] < _FEW else _TOGETHER[1]
        near = np.abs(np.log(theta[ahead] / theta[first])) <= apart
        fits = (size[ahead] <= ratio * size[first]) & near
        length = int(np.argmin(fits)) if not fits.all() else len(fits)
        found.append(np.arange(first, first + length))
        first += length
    return found


def _tried(losses: Divided, delta: float, asked: _Try, bracket: _EpsilonQuery) -> list[_Try]:
    """Fills the bracket of these rows; how those that stay wide should be asked again."""
    rows, half = asked.rows, len(asked.rows) // 2
    found = contour_totals(losses, delta, asked.how)
    if found is None and bracket.enough_work:
        return []
    if found is None and half:
        return [asked.among(slice(half, None)), asked.among(slice(half))]
    if found is None:
        coarser = replace(asked.how, finer=asked.how.finer / 2, thinner=asked.how.thinner / 2)
        return [replace(asked, how=coarser, turn=asked.turn + 1)] if asked.how.finer > 1 else []
    bracket.fill(rows, found.lower, found.upper)
    bracket.steep[rows] = found.steep
    bracket.work[0] += found.work
    wide = bracket.wide(rows)
    if not wide.size and not asked.turn and len(rows) <= _ALONE and _quick(found):
        cells = asked.how.cells / (1 + asked.how.steepest) / _CLOSER**2
        closer = asked.how.after(asked.how.noise / _CLOSER, cells)
        return [replace(asked, how=replace(closer, guess=found.near, steep=found.steep), turn=_ROUNDS)]
    if not wide.size or asked.turn == _ROUNDS or bracket.enough_work:
        return []
    return _again(losses.near, delta, asked, wide, found, bracket)


def _quick(found: Found) -> bool:
    """Whether the same can be asked closer within a moment."""
    sure = np.isfinite(found.steep) & (found.steep > 0) & (found.lower > 0) & np.isfinite(found.upper)
    return found.nodes <= _QUICK and bool(sure.all())


def _alone(asked: _Try, row: int, theta: float) -> _Try:
    """One row of which little was learnt: by itself at its own tilt, then at flatter ones."""
    some = asked.among(slice(row, row + 1))
    if len(asked.rows) > 1 or asked.turn == 0:
        return replace(some, how=replace(some.how, theta=theta), turn=asked.turn + 1)
    theta = asked.how.theta * _FLATTER
    flatter = replace(some.how, steep=np.minimum(some.how.steep, theta), theta=theta, known=False)
    return replace(some, how=flatter, turn=asked.turn + 1)


def _again(
    spectra: Sequence[Spectrum], delta: float, asked: _Try, wide: Counts, found: Found, bracket: _EpsilonQuery
) -> list[_Try]:
    """Nearer guesses, tilts and noise for wide rows; a flatter tilt where not even that is known."""
    rows, old, counts = asked.rows[wide], asked.how, asked.how.counts[wide]
    low, high = bracket.lower[rows], bracket.upper[rows]
    sure = np.isfinite(high) & (np.minimum(high - low, found.gap[wide]) <= _ASTRAY * np.maximum(high, SMALL))
    first = asked.turn == 0  # as far as it was told
    guess = np.where(sure | first, np.clip(found.near[wide], low, high), np.minimum(old.guess[wide], high))
    known = sure & np.isfinite(found.steep[wide]) & (found.steep[wide] > 0)
    steep = np.where(known, found.steep[wide], old.theta)
    close, theta = WIDTH * np.maximum(guess, SMALL), saddles(spectra, counts, guess)
    new = replace(
        old, counts=counts, guess=guess, steep=steep, close=close, known=True, astray=found.loose[wide]
    )
    tries = []
    if old.known or asked.turn < _FLATTEST:
        lost = replace(asked, rows=rows, how=replace(new, known=old.known))
        tries = [_alone(lost, int(i), float(theta[i])) for i in np.flatnonzero(~sure)]
    least = np.maximum(low, bracket.enough[rows])  # below which nothing need be proven
    some, share = np.flatnonzero(sure), (high - least) / np.maximum(high, SMALL)
    for block in (some[each] for each in _blocks(counts.sum(axis=1)[some], theta[some], _apart(delta))):
        widest = float(share[block].max())
        stuck = asked.stuck + 1 if widest > _SHRINKING * asked.gap else 0
        if stuck <= _STUCK:
            one = _Try(rows, new, asked.turn + 1, widest, stuck).among(block)
            one = replace(one, how=replace(one.how, theta=math.exp(float(np.log(theta[block]).mean()))))
            tries.append(replace(one, how=_closer(old, one.how, found, wide[block])))
    return tries


def _closer(old: EpsilonQuery, new: EpsilonQuery, found: Found, rows: Counts) -> EpsilonQuery:
    """With noise and cells as much smaller as their parts of the bracket were too large."""
    if not old.known:  # what it asked for may have been far from what is asked now
        return replace(new, finer=1.0, thinner=1.0)
    gap = found.gap[rows]
    noise = gap if found.exact else found.noise[rows]
    with np.errstate(invalid="ignore"):
        noisy = np.nan_to_num(noise / (_NOISY * new.close), nan=1.0)
        rough = np.nan_to_num((gap - noise) / (_ROUGH * new.close), nan=1.0)
    much, more = min(float(noisy.max()), 20.0), min(max(float(rough.max()), 0.0), 60.0)
    return new.after(
        old.noise / max(1.1 * much, 1e-2) ** 0.5, old.cells / (1 + old.steepest) / max(more, 1e-2)
    )
