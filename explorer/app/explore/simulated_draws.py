"""Simulated draws from the distribution of a release, one by one: for pictures only, never a release.

Each draw has a seed of its own, so that number n is the same whenever it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from explorer.app.core.sections import EXAMPLE_SCORES
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, mechanism_for
from explorer.app.explore.selection_bars import options_of
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.samplers.integer_sampler import (
    Bits,
    Integers,
    discrete_gaussian,
    discrete_laplace,
)
from explorer.privacy.samplers.seeded_bytes import seeded_bits

_SEED = 20061217

# Exact samplers; any other distribution is drawn by its quantile.
_SAMPLERS: Mapping[str, Callable[[Bits, AdditiveNoise], Integers]] = MappingProxyType(
    {
        "discrete-laplace": lambda bits, noise: discrete_laplace(bits, Fraction(noise.noise), 1),
        "discrete-gaussian": lambda bits, noise: discrete_gaussian(bits, Fraction(noise.noise) ** 2, 1),
    }
)


@lru_cache(maxsize=256)
def made_up(setting: Setting, number: int, scores: tuple[float, ...] = EXAMPLE_SCORES) -> float:
    """Draw `number` of the released value where the true count is `WITHOUT_YOU`.

    For a selection the place of the option, counted from `WITHOUT_YOU` on as in the pictures.
    """
    mechanism = mechanism_for(setting)
    if isinstance(mechanism, AdditiveNoise) and setting.mechanism in _SAMPLERS:
        return WITHOUT_YOU + int(_SAMPLERS[setting.mechanism](seeded_bits(_SEED, number), mechanism)[0])
    source = np.random.default_rng((_SEED, number))
    if not isinstance(mechanism, AdditiveNoise):
        options = options_of(setting, scores)
        return WITHOUT_YOU + options.drawn(float(source.random()))
    uniform = (int(source.integers(2**52)) + 0.5) / 2**52  # in (0, 1), neither end
    return WITHOUT_YOU + float(mechanism.quantile(np.array([uniform]))[0])
