"""Which samples are analysed, between which neighbours, and what a mechanism run on one guarantees."""

from __future__ import annotations

import math

from explorer.mark import N_
from explorer.privacy.mechanism import Guarantee, Mechanism
from explorer.privacy.parameter import parameters
from explorer.privacy.refusal import Unsupported
from explorer.privacy.shape import Sampling
from explorer.privacy.subsampling.poisson import SOURCE, Subsampled, inner_epsilon
from explorer.privacy.subsampling.without_replacement import WithoutReplacement
from explorer.privacy.target import Neighbours, Target

_ROUNDING = 2e-15  # relative, of a computed ε or ln δ

SOURCES = {
    Sampling.POISSON: SOURCE,
    Sampling.WITHOUT_REPLACEMENT: (
        "Balle, Barthe & Gaboardi 2018, Theorem 9; Dong, Roth & Su 2019, Theorem 4.2; Zhu, Dong & Wang 2022"
    ),
}
NEIGHBOURS = {
    Sampling.POISSON: Neighbours.ADD_REMOVE,
    Sampling.WITHOUT_REPLACEMENT: Neighbours.SUBSTITUTE,
}  # between which each kind of sample is analysed


def inner_target(
    epsilon: float,
    delta: float,
    rate: float,
    neighbours: Neighbours,
    sampling: Sampling = Sampling.POISSON,
) -> tuple[float, float]:
    r"""What a mechanism must keep on the sample so that everybody gets (ε, δ): (ln(1+(e^ε−1)/q), δ/q).

    The same for both kinds of sample, each between its own neighbours.

    Both are taken down by what rounding may do on the way back (some 1e-15, for δ that of ln δ), and capped
    at the largest that a release may have: both ways are the private side.

    Errors
    ------
    Unsupported
        Other neighbours than those between which this kind of sample is analysed: a Poisson sample has the
        theorem for one unit added or removed, and one without replacement for one unit in place of another
        (one unit more would change the share).

    Source
    ------
    Balle, Barthe & Gaboardi (2018), Theorem 8 (Poisson) and Theorem 9 (without replacement).
    """
    if rate >= 1:
        return epsilon, delta
    if neighbours is not NEIGHBOURS[sampling]:
        raise Unsupported(_OTHERWISE[sampling], "sampling_rate")
    highest = parameters(Target)
    within = inner_epsilon(epsilon, rate) * (1 - _ROUNDING)
    slip = delta / rate * (1 - _ROUNDING * (1 - math.log(delta))) if delta > 0 else 0.0
    return min(within, highest["epsilon"].high), min(slip, highest["delta"].high)


_OTHERWISE = {
    Sampling.POISSON: N_(
        "Poisson sampling is analysed for add or remove; choose add or remove, or sampling without "
        "replacement"
    ),
    Sampling.WITHOUT_REPLACEMENT: N_(
        "sampling without replacement is analysed for substitution; choose substitution, or Poisson sampling"
    ),
}


def target_within(
    kind: type[Mechanism] | None,
    epsilon: float,
    delta: float,
    rate: float,
    neighbours: Neighbours,
    sampling: Sampling = Sampling.POISSON,
) -> tuple[float, float]:
    """What a mechanism of this kind (None: any) must keep on the sample: `inner_target`, where that holds.

    Errors
    ------
    Unsupported
        A sample for a mechanism that hides a person's own answer: whoever collects the answers knows who
        gave one, so that the sample is no secret. Or other neighbours than those of the sample.
    """
    if kind is not None and not kind.norm and rate < 1:
        sentence = N_(
            "{mechanism} hides which answer a person gives, and sampling is analysed for who is in the data: "
            "leave the sampled share at 1",
            mechanism=kind.title,
        )
        raise Unsupported(sentence, "sampling_rate")
    return inner_target(epsilon, delta, rate, neighbours, sampling)


def sampled(mechanism: Guarantee, rate: float, sampling: Sampling = Sampling.POISSON) -> Guarantee:
    """The guarantee of a mechanism run on a sample of this rate; the mechanism itself where all are in it."""
    if rate >= 1:
        return mechanism
    if sampling is Sampling.POISSON:
        return Subsampled(mechanism, rate)
    return WithoutReplacement(mechanism, rate)
