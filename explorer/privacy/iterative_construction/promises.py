r"""What the iterative construction promises of its largest error: as printed, and as it holds.

With rounds T, queries Q, people n, failure probability β and ε₀ for each of the 2T private steps, every
query is answered to within α n, except with probability β, where

.. math:: \alpha \ge \frac{16 \ln(2T|Q|/\beta)}{n\,\varepsilon_0}

(Dwork & Roth 2014, Theorem 5.6, for the exponential mechanism as distinguisher; n is taken as public). T
depends on α itself, so that α is found as the least that satisfies this.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from explorer.mark import N_
from explorer.privacy.composition import every_composition
from explorer.privacy.refusal import OutOfRange

_HALVINGS = 60
_ENDS = (1e-9, 1e9)  # between which α is sought; it may exceed 1, where nothing is promised


class Promise(Enum):
    """A way to state the theorem.

    PRINTED   Theorem 5.7 as printed: 8T (or 16√(T ln 1/δ)) for 16/ε₀. It does not follow from 5.3 and 5.6.
    CORRECTED the same with the constants that follow: 32T (64√(T ln 1/δ), for ε <= 8 ln(1/δ)).
    TIGHT     CORRECTED with the least number of rounds that multiplicative weights need, an eighth.
    COMPOSED  TIGHT, with ε₀ by the exact composition of 2T pure releases within (ε, δ).
    """

    PRINTED = "printed"
    CORRECTED = "corrected"
    TIGHT = "tight"
    COMPOSED = "composed"


@dataclass(frozen=True, slots=True)
class Learned:
    """What is learned: `cells` |X|, `queries` |Q|, `people` n, `beta` β the probability of failure."""

    cells: int
    queries: int
    people: int
    beta: float = 0.05


def rounds_needed(cells: int, alpha: float, tight: bool = True) -> float:
    r"""T(α/2), the number of rounds after which every query is within α/2 of the measured answers.

    With step 2α the divergence of the truth from the hypothesis, at most ln|X|, falls by α²/2 in each round
    whose mistake is α/2 or more (Hoeffding's lemma): :math:`2 \ln|X| / \alpha^2`. As printed (Theorem 5.2
    with α/2), :math:`16 \ln|X| / \alpha^2`.
    """
    return (2.0 if tight else 16.0) * math.log(cells) / alpha**2


def promised_error(promise: Promise, learned: Learned, epsilon: float, delta: float = 0.0) -> float:
    """α, as a share of the people: the least that the theorem promises in this form.

    Parameters
    ----------
    epsilon, delta : of the whole construction; COMPOSED needs δ > 0, the other forms take δ = 0 as pure

    Guarantee
    ---------
    Of all forms but PRINTED: every query is off by at most α n, except with probability β.

    Errors
    ------
    OutOfRange
        ε <= 0, δ outside [0, 1), δ = 0 for COMPOSED, or δ > 0 with ε > 8 ln(1/δ) for the others, to which
        their Theorem 5.3 does not extend.
    """
    if epsilon <= 0:
        raise OutOfRange(N_("ε must be greater than 0"), "epsilon")
    if not 0 <= delta < 1 or (promise is Promise.COMPOSED and delta == 0):
        raise OutOfRange(N_("δ must lie between 0 and 1"), "delta")
    if promise is not Promise.COMPOSED and delta > 0 and epsilon > 8 * math.log(1 / delta):
        raise OutOfRange(N_("this form of the theorem holds for ε up to 8 ln(1/δ)"), "epsilon")
    each = _epsilon_of_each(promise, epsilon, delta)
    factor = 4.0 if promise is Promise.PRINTED else 16.0
    tight = promise in (Promise.TIGHT, Promise.COMPOSED)

    def holds(alpha: float) -> bool:
        rounds = max(rounds_needed(learned.cells, alpha, tight), 1.0)
        union = math.log(2 * rounds * learned.queries / learned.beta)
        return alpha >= factor * union / (learned.people * each(rounds))

    low, high = _ENDS
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _epsilon_of_each(promise: Promise, epsilon: float, delta: float) -> Callable[[float], float]:
    """ε₀ of each of 2T private steps, from T."""
    if promise is Promise.COMPOSED:
        optimal = every_composition()["optimal"]()
        of_count = cache(lambda count: optimal.largest_epsilon(epsilon, delta, count, 0.0))
        return lambda rounds: of_count(2 * math.ceil(rounds))
    if delta > 0:
        return lambda rounds: epsilon / (4 * math.sqrt(rounds * math.log(1 / delta)))
    return lambda rounds: epsilon / (2 * rounds)
