"""The Rényi divergence of one release at the orders of its picture: quick, or a long question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from explorer.app.core.request import Request
from explorer.app.core.setting import Setting
from explorer.app.core.state import guarantee_for, mechanism_for
from explorer.app.plotting.figure import Floats, read_only
from explorer.mark import Sentence
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.refusal import Refusal

_TERMS = 1000.0

ORDERS = read_only(np.geomspace(1.01, 200.0, 49))


@dataclass(frozen=True, slots=True)
class RenyiCurve(Request):
    """The divergence at `ORDERS` of a release, where it is an integral or a long sum.

    The answer is the curve, or the sentence that says why there is none.
    """

    setting: Setting

    def __call__(self) -> Floats | Sentence:
        try:
            return read_only(np.asarray(guarantee_for(self.setting).renyi(ORDERS)))
        except Refusal as refusal:
            return refusal.sentence


def is_long(setting: Setting) -> bool:
    """Whether the curve takes longer than a frame: a sample's has no closed form, that of noise on
    integers can be a sum of as many terms as one unit can move the count."""
    mechanism = mechanism_for(setting)
    terms = isinstance(mechanism, AdditiveNoise) and mechanism.discrete and mechanism.sensitivity > _TERMS
    return is_sampled(setting) or terms


def is_sampled(setting: Setting) -> bool:
    """Whether it is run on a sample."""
    return setting.shape.sampling_rate < 1


@lru_cache(maxsize=16)
def quick_curve(setting: Setting) -> Floats:
    """The curve where it is in closed form."""
    return read_only(np.asarray(guarantee_for(setting).renyi(ORDERS)))
