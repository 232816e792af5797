"""How fast the certified numerical bound draws its curves.

    python -m pytest tests/benchmarks/test_numerical.py --benchmark-only

Goals: k = 1..1000 of a Laplace mechanism in 60 ms at ε = 1 and 100 ms at ε = 0.1; 200 values of k up to a
million in 40 ms; one value at k = 10⁶ in 100 ms; 200 values of a discrete or sampled one in 0.5 s.
"""

import numpy as np
import pytest

from explorer.privacy.composition import Release
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.laplace import Laplace

EACH = np.arange(1, 1001, dtype=np.int64)
DRAWN = np.array(sorted(set(np.rint(np.geomspace(1, 1e6, 240)).astype(int)))[:200], dtype=np.int64)
LAST = np.array([1_000_000], dtype=np.int64)


@pytest.mark.parametrize("epsilon", [1.0, 0.1])
@pytest.mark.parametrize("counts", [EACH, DRAWN, LAST], ids=["each", "drawn", "last"])
def test_laplace(benchmark, epsilon, counts):
    release = Release(epsilon, 0.0, Laplace(1 / epsilon, 1.0))
    found = benchmark(Numerical().total, release, counts, 1e-5)
    assert np.all(found.upper - found.lower <= 1.001e-4 * np.maximum(found.upper, 1e-3))


@pytest.mark.parametrize(
    ("mechanism", "rate"),
    [
        (DiscreteLaplace(1.0, 1.0), 1.0),
        (DiscreteLaplace(20.0, 20.0), 1.0),
        (DiscreteGaussian(3.0, 1.0), 1.0),
        (DiscreteLaplace(1.0, 1.0), 0.1),
        (Laplace(1.0, 1.0), 0.1),
    ],
    ids=["response", "discrete-laplace", "discrete-gaussian", "sampled-response", "sampled-laplace"],
)
def test_two_hundred_values_of_another(benchmark, mechanism, rate):
    release = Release(mechanism.pure_epsilon, 0.0, mechanism, rate)
    found = benchmark(Numerical().total, release, DRAWN, 1e-5)
    assert np.all(found.upper - found.lower <= 1.001e-4 * np.maximum(found.upper, 1e-3))
