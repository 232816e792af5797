"""The iterative construction, round by round, for all ranges of a table that may be looked at.

In practice every earlier answer is used again in each round, which the theorems leave out and which makes
the error some hundred times smaller (Hardt, Ligett & McSherry 2012). The table is simulated or public: the
true errors of each round depend on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.progress import progress
from explorer.privacy.refusal import NotValid, OutOfRange, out_of_range
from explorer.privacy.samplers.integer_sampler import Bits, discrete_laplace
from explorer.privacy.samplers.selection_sampler import exponential

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

_PASSES = 10  # over all answers so far, in each round


@dataclass(frozen=True, slots=True)
class Rounds:
    """What each round asked and what became of the hypothesis.

    Attributes
    ----------
    first, last : (T,) the range that the distinguisher chose, both bins included
    measured : (T,) its noised count
    mistake : (T,) the noised count less what the hypothesis said
    worst, typical : (T + 1,) the largest and the root mean squared error of all ranges, before the first
        round and after each; true, so never to be told of private rows
    hypothesis : (n,) the counts after the last round
    """

    first: Counts
    last: Counts
    measured: Counts
    mistake: Floats
    worst: Floats
    typical: Floats
    hypothesis: Floats


def learn_ranges(counts: Counts, rounds: int, epsilon: Fraction, bits: Bits) -> Rounds:
    """`rounds` of choosing, measuring and mending; ε/(2T) for each choice and each measurement.

    Parameters
    ----------
    counts : (n,) the true counts, their sum is taken as public
    rounds : T >= 1
    epsilon : of all rounds together, exact, > 0
    bits : the source of randomness, and the only one

    Guarantee
    ---------
    What is chosen and measured is ε-DP for one row added or removed, the number of rows aside: scores and
    answers are whole numbers of sensitivity 1, chosen and noised exactly.

    Errors
    ------
    OutOfRange
        Fewer than one round, or ε <= 0.
    NotValid
        Fewer than two bins, or an empty table.

    Source
    ------
    Gupta, Roth & Ullman 2012; Hardt, Ligett & McSherry 2012, Algorithm 1.
    """
    if rounds < 1:
        raise OutOfRange(N_("there must be at least one round"), "rounds")
    if epsilon <= 0:
        raise OutOfRange(N_("ε must be greater than 0"), "epsilon")
    if counts.size < 2 or counts.sum() < 1:
        raise NotValid(N_("give at least two bins and one row"), "counts")
    low, high = np.triu_indices(counts.size)
    truth, each = _sums(counts, low, high).astype(np.int64), epsilon / (2 * rounds)
    weights = np.full(counts.size, counts.sum() / counts.size)
    asked, measured = np.zeros(rounds, dtype=np.int64), np.zeros(rounds, dtype=np.int64)
    mistake, off = np.zeros(rounds), [_off(truth, _sums(weights, low, high))]
    for turn in range(rounds):
        progress((turn / rounds) ** 2)
        said = np.rint(_sums(weights, low, high)).astype(
            np.int64
        )  # public: it follows from what was released
        asked[turn] = exponential(bits, np.abs(truth - said), 2 / each, 1)[0]
        measured[turn] = truth[asked[turn]] + int(discrete_laplace(bits, 1 / each, 1)[0])
        mistake[turn] = measured[turn] - said[asked[turn]]
        used = asked[: turn + 1]
        weights = _mended(weights, low[used], high[used], measured[: turn + 1])
        off.append(_off(truth, _sums(weights, low, high)))
    worst, typical = np.array(off).T.copy()
    for found in (worst, typical, weights):
        found.setflags(write=False)
    return Rounds(low[asked], high[asked], measured, mistake, worst, typical, weights)


def hypothesis_after(learned: Rounds, turns: int) -> Floats:
    """The counts after so many rounds, (n,), from what was released alone: 0 gives the even ones.

    Errors
    ------
    OutOfRange
        Fewer than 0 rounds, or more than there were.
    """
    if not 0 <= turns <= learned.measured.size:
        raise out_of_range("rounds", turns, 0, learned.measured.size, "rounds")
    weights = np.full(learned.hypothesis.size, learned.hypothesis.sum() / learned.hypothesis.size)
    for turn in range(turns):
        used = slice(turn + 1)
        weights = _mended(weights, learned.first[used], learned.last[used], learned.measured[used])
    return weights


def _mended(weights: Floats, low: Counts, high: Counts, measured: Counts) -> Floats:
    """Multiplicative weights: a range's cells grow by e^(d/(2n)), d what its answer is above them."""
    total, mended = float(weights.sum()), weights.copy()
    answers = list(zip(low.tolist(), (high + 1).tolist(), measured.tolist(), strict=True))
    for _ in range(_PASSES):
        for begin, end, answer in answers:
            part = mended[begin:end]
            part *= np.exp((answer - part.sum()) / (2 * total))
            mended *= total / mended.sum()
    return mended


def _sums(counts: NDArray[np.int64] | Floats, low: Counts, high: Counts) -> Floats:
    """Of every range."""
    running = np.concatenate([[0], np.cumsum(counts)])
    return np.asarray(running[high + 1] - running[low], dtype=np.float64)


def _off(truth: Counts, said: Floats) -> tuple[float, float]:
    """The largest and the root mean squared error."""
    apart = said - truth
    return float(np.abs(apart).max()), float(np.sqrt(np.mean(apart**2)))
