"""The ε of a lesson, declared as any parameter, and its noise: the program's exact sampler, simulated."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.parameter import Scale, param
from explorer.privacy.samplers.integer_sampler import Bits, Integers, discrete_laplace


def epsilon_param(default: float, title: Sentence, help: Sentence, **changes: Any) -> Any:
    """The field `epsilon` of a lesson, dragged on a logarithmic slider."""
    declared: dict[str, Any] = {
        "symbol": "ε",
        "title": title,
        "low": 0.01,
        "high": 100.0,
        "slider": (0.1, 10.0),
        "scale": Scale.LOG,
        "private_side": -1,
        "low_end": N_("more privacy, more noise"),
        "high_end": N_("less privacy, less noise"),
        "help": help,
    }
    return param(default, **{**declared, **changes})


def noise_of(mechanism: DiscreteLaplace, bits: Bits, count: int) -> Integers:
    """`count` independent draws of its noise, whole numbers."""
    return discrete_laplace(bits, Fraction(mechanism.scale), count)
