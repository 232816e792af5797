"""Hypothesis strategies that come from the declared parameters themselves."""

from hypothesis import strategies as st

from explorer.privacy.mechanism import Mechanism
from explorer.privacy.parameter import Parameter, Scale, parameters


def values_of(declared: Parameter) -> st.SearchStrategy[float]:
    """Numbers of the whole declared range, ends included, spread as its scale says."""
    low, high = declared.low, declared.high

    def at(position: float) -> float:
        raw = low * (high / low) ** position if declared.scale is Scale.LOG else low + (high - low) * position
        return min(max(float(round(raw)) if declared.integer else raw, low), high)

    return st.floats(0, 1).map(at)


def instances_of(mechanism: type[Mechanism]) -> st.SearchStrategy[Mechanism]:
    """Mechanisms over their whole declared box."""
    return st.builds(mechanism, **{name: values_of(each) for name, each in parameters(mechanism).items()})
