r"""Exact samplers for selections over a source of random bits that is handed in.

Every probability is built of fair choices and coins of probability e^(−t/b) for whole t and b (Canonne,
Kamath & Steinke 2020, Algorithm 1), so nothing is rounded anywhere. Scale and ε are fractions, scores are
fractions or an array of whole numbers; the latter are quick for hundreds of thousands of candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.privacy.samplers.integer_sampler import Bits, Integers, bernoulli_exp_beyond

_ROOM = 2**62
_MOST = 2**20  # proposals that are made at once
_SINGLE = 32  # rounds that propose no more than is lacking; each later one proposes twice as much
MANY = 1000  # from so many candidates on one choice is made by proposals in bulk

Scores = Sequence[Fraction] | Integers
Places = NDArray[np.int64]
Kept = NDArray[np.bool_]


def randomized_response(bits: Bits, truths: Sequence[int], epsilon: Fraction, categories: int) -> Places:
    r"""One answer for each of `truths`: the truth with probability e^ε/(e^ε+m−1), else any other answer.

    Parameters
    ----------
    bits : the source of randomness, and the only one
    truths : (n,) whole numbers in [0, k), the true answers
    epsilon : exact, > 0
    categories : m >= 2, the possible answers

    Returns
    -------
    (n,) int64, answers in [0, k)

    Guarantee
    ---------
    Exact. One answer takes m/(1+(m−1)e^(−ε)) proposals on average, no more than m and than e^ε.

    Raises
    ------
    OutOfRange
        ε <= 0, fewer than two possible answers, or a true answer that is none of them.
    """
    if epsilon <= 0:
        raise OutOfRange(N_("ε must be greater than 0"), "epsilon")
    if categories < 2:
        raise OutOfRange(N_("a question has at least two possible answers"), "categories")
    true = np.array(truths, dtype=np.int64)
    if np.any((true < 0) | (true >= categories)):
        raise OutOfRange(N_("every true answer must be one of the possible answers"), "truths")
    return _settled(true.size, lambda waiting: answer_proposals(bits, true[waiting], epsilon, categories))


def answer_proposals(bits: Bits, truths: Places, epsilon: Fraction, categories: int) -> tuple[Places, Kept]:
    """One uniform answer for each truth, and whether it is kept: the truth always, else with e^(−ε)."""
    proposed = bits.below(categories, truths.size).astype(np.int64)
    tops = _integers([0, epsilon.numerator], epsilon.denominator)[(proposed != truths).astype(np.int64)]
    return proposed, bernoulli_exp_beyond(bits, tops, epsilon.denominator)


def exponential(bits: Bits, scores: Scores, scale: Fraction, count: int) -> Places:
    r"""`count` independent choices, candidate r with probability proportional to e^(u_r/s).

    Parameters
    ----------
    bits : the source of randomness, and the only one
    scores : (N,) exact scores u of the candidates, N >= 2: fractions, or an array of whole numbers
    scale : s > 0, exact: 2 sensitivity / epsilon

    Returns
    -------
    (count,) int64, places in `scores`

    Guarantee
    ---------
    Exact for all rational scores and scales. A choice takes at most N proposals on average.

    Raises
    ------
    NotValid
        Fewer than two scores.
    OutOfRange
        `scale` <= 0.
    """
    tops, bottom = _gaps(scores, scale)
    chosen: list[Places] = [np.zeros(0, dtype=np.int64)]
    lacking, rounds = count, 0
    while lacking:  # proposals are independent of each other: any number may be made at once
        proposed, kept = choice_proposals(bits, tops, bottom, _tries(lacking, rounds))
        chosen.append(proposed[kept][:lacking])
        lacking, rounds = lacking - chosen[-1].size, rounds + 1
    return np.concatenate(chosen)


def choice_proposals(bits: Bits, tops: Integers, bottom: int, count: int) -> tuple[Places, Kept]:
    """`count` uniform candidates, and whether each is kept: candidate r with e^(−tops[r]/bottom)."""
    proposed = bits.below(tops.size, count).astype(np.int64)
    return proposed, bernoulli_exp_beyond(bits, tops[proposed], bottom)


def permute_and_flip(bits: Bits, scores: Scores, scale: Fraction, count: int) -> Places:
    r"""`count` independent choices: in random order, the first whose coin of e^((u_r−u*)/s) succeeds.

    As `exponential`, but whoever has failed is not proposed again. The best candidates' coins always
    succeed, so no more than N are flipped. Parameters, guarantee and errors are those of `exponential`.

    Source
    ------
    McKenna & Sheldon (2020), Algorithm 1.
    """
    tops, bottom = _gaps(scores, scale)
    if count == 1 and tops.size >= MANY:
        return _one_flip(bits, tops, bottom)
    left = np.tile(np.arange(tops.size, dtype=np.int32), (count, 1))
    chosen = np.zeros(count, dtype=np.int64)
    running = np.arange(count)
    remaining = tops.size
    while running.size:
        at = bits.below(remaining, running.size).astype(np.int64)
        proposed = left[running, at].astype(np.int64)
        succeeds = bernoulli_exp_beyond(bits, tops[proposed], bottom)
        chosen[running[succeeds]] = proposed[succeeds]
        remaining -= 1
        left[running, at] = left[running, remaining]  # the last of the rest takes the free place
        running = running[~succeeds]
    return chosen


def _one_flip(bits: Bits, tops: Integers, bottom: int) -> Places:
    """One choice among many candidates: proposals that failed before are passed over, which is the same."""
    failed, rounds = np.zeros(tops.size, dtype=bool), 0
    while True:
        proposed = bits.below(tops.size, _tries(1, rounds)).astype(np.int64)
        _, first = np.unique(proposed, return_index=True)
        fresh = proposed[np.sort(first)]
        fresh = fresh[~failed[fresh]]
        succeeds = bernoulli_exp_beyond(bits, tops[fresh], bottom)
        if succeeds.any():
            return fresh[succeeds][:1]
        failed[fresh] = True
        rounds += 1


def _tries(lacking: int, rounds: int) -> int:
    """How many proposals the next round makes; it depends on nothing that was kept but its number."""
    return min(lacking << min(max(rounds - _SINGLE, 0), 20), max(_MOST, lacking))


def _settled(count: int, propose: Callable[[Places], tuple[Places, Kept]]) -> Places:
    """Proposals are made for all who wait, until each has one that is kept."""
    settled = np.zeros(count, dtype=np.int64)
    waiting = np.arange(count)
    while waiting.size:
        proposed, kept = propose(waiting)
        settled[waiting[kept]] = proposed[kept]
        waiting = waiting[~kept]
    return settled


def _gaps(scores: Scores, scale: Fraction) -> tuple[Integers, int]:
    """(u* − u)/s for every score, as whole numbers over one common denominator."""
    if len(scores) < 2:
        raise NotValid(N_("one candidate needs no choice: give at least two scores"), "scores")
    if scale <= 0:
        raise OutOfRange(N_("the scale of a choice must be greater than 0"), "scale")
    if isinstance(scores, np.ndarray):
        gap = int(scores.max()) - scores.astype(object if scores.dtype.kind == "u" else scores.dtype)
        wide = max(int(gap.max()) * scale.denominator, scale.numerator) >= _ROOM
        return gap.astype(object if wide else np.int64) * scale.denominator, scale.numerator
    best = max(scores)
    gaps = [(best - score) / scale for score in scores]
    bottom = lcm(*(gap.denominator for gap in gaps))
    return _integers([gap.numerator * (bottom // gap.denominator) for gap in gaps], bottom), bottom


def _integers(values: Sequence[int], bottom: int) -> Integers:
    """In 64 bits where these and what they are compared with fit, else Python's own."""
    wide = max(*values, bottom) >= _ROOM
    found: NDArray[Any] = np.array(values, dtype=object if wide else np.int64)
    return found
