"""The search for weights that are not below 0, against scipy's and against what is known exactly."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression, nnls
from scipy.special import bdtrc

from explorer.privacy.strategies.fit_error import DOUBT, binomial_tail
from explorer.privacy.strategies.least_above_zero import least_above_zero
from explorer.privacy.strategies.quantiles import monotone

Floats = NDArray[np.float64]


@pytest.mark.parametrize("seed", range(20))
def test_that_least_squares_of_numbers_above_0_are_found(seed: int) -> None:
    chance = np.random.default_rng(seed)
    matrix, wanted = chance.normal(size=(30, 12)), chance.normal(size=30)

    def value(place: Floats) -> tuple[float, Floats]:
        left = matrix @ place - wanted
        return float(left @ left), 2 * matrix.T @ left

    found = least_above_zero(value, chance.random(12), 500)
    right, rest = nnls(matrix, wanted)
    assert found.min() >= 0
    assert value(found)[0] == pytest.approx(rest**2, rel=1e-6)
    assert found == pytest.approx(right, abs=1e-2)


def test_that_a_beginning_that_is_best_stays() -> None:
    begun = np.zeros(3)
    assert least_above_zero(lambda place: (float(place.sum()), np.ones(3)), begun, 10).tolist() == [0, 0, 0]


@pytest.mark.parametrize("seed", range(20))
def test_that_running_sums_are_made_monotone_as_scipy_does(seed: int) -> None:
    chance = np.random.default_rng(seed)
    fitted = chance.normal(chance.choice([-1.0, 0.1, 3.0]), 5, 1 + 40 * seed)
    running = isotonic_regression(np.concatenate([[0.0], np.cumsum(fitted)])).x
    assert monotone(fitted) == pytest.approx(np.maximum(running - running[0], 0), abs=1e-9)


@pytest.mark.parametrize("rounds", [400, 20_000])
@pytest.mark.parametrize("chance", [0.5, 0.95, 0.999])
def test_that_the_tail_of_a_binomial_number_is_that_of_scipy(rounds: int, chance: float) -> None:
    told, right = binomial_tail(rounds, chance), bdtrc(np.arange(rounds + 1), rounds, chance)
    known = right > 1e-12
    assert told[known] == pytest.approx(right[known], rel=1e-8)
    assert np.argmax(told <= DOUBT) == np.argmax(right <= DOUBT)
