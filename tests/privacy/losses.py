"""What holds of every privacy loss that can be drawn."""

import math

import numpy as np
import pytest

from explorer.privacy.guarantee import Guarantee


def check_loss(guarantee: Guarantee) -> None:
    """Its masses and densities sum to one, and give back the δ at two ε."""
    loss = guarantee.loss()
    where, mass = loss.atoms.T
    smooth = loss.support.size > 0
    total = float(mass.sum()) + (float(np.trapezoid(loss.density, loss.support)) if smooth else 0.0)
    assert total == pytest.approx(1, abs=2e-3)
    for epsilon in (0.0, 0.05):
        gain = float(np.sum(mass * -np.expm1(np.minimum(epsilon - where, 0))))
        if smooth:
            gains = loss.density * -np.expm1(np.minimum(epsilon - loss.support, 0))
            gain += float(np.trapezoid(gains, loss.support))
        assert gain == pytest.approx(math.exp(float(guarantee.log_delta(np.array(epsilon)))), abs=2e-4)
