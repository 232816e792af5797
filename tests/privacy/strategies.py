"""Mechanisms for the laws: a few small ones, and strategies from the declared parameters themselves."""

from functools import cache

from hypothesis import strategies as st

from explorer.privacy.mechanism import AdditiveNoise, Mechanism
from explorer.privacy.parameter import Parameter, Scale, parameters
from explorer.privacy.shape import Shape

SMALL = Shape(categories=3, candidates=3, dimension=2, steps=6)


@cache
def values_of(declared: Parameter) -> st.SearchStrategy[float]:
    """Numbers of the whole declared range, ends included, spread as its scale says.

    Hypothesis looks through a strategy once: it is made once, and not for each example.
    """
    low, high = declared.low, declared.high
    counted = declared.name in parameters(Shape)  # of these the whole ones are ints

    def at(position: float) -> float:
        raw = low * (high / low) ** position if declared.scale is Scale.LOG else low + (high - low) * position
        value = min(max(float(round(raw)) if declared.integer else raw, low), high)
        return int(value) if counted and declared.integer else value

    return st.floats(0, 1).map(at)


@cache
def instances_of(mechanism: type[Mechanism]) -> st.SearchStrategy[Mechanism]:
    """Mechanisms over their whole declared box."""
    return st.builds(mechanism, **{name: values_of(each) for name, each in parameters(mechanism).items()})


def samples(kind: type[Mechanism]) -> list[Mechanism]:
    """Small cases that the integrals of the pair can follow."""
    cases = [(2.0, 1.0), (1.0, 1.0), (0.7, 2.0), (3.75, 3.0), (0.35, 7.0)]
    return [kind.calibrated(epsilon, 0.02, sensitivity, SMALL) for epsilon, sensitivity in cases]


def noises(kind: type[AdditiveNoise]) -> list[AdditiveNoise]:
    """The same small cases, as noise."""
    return [each for each in samples(kind) if isinstance(each, AdditiveNoise)]


def bare(mechanism: Mechanism) -> float:
    """The probability of publishing without any noise: below it no ε is enough, and no divergence finite."""
    return mechanism.probability_unnoised if isinstance(mechanism, AdditiveNoise) else 0.0
