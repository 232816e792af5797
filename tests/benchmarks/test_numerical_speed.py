"""How fast the proven numerical bound draws its curves, beside dp-accounting where it can do the same.

    python -m pytest tests/benchmarks/test_numerical_speed.py --benchmark-only

Goals: k = 1..1000 of a Laplace mechanism in 60 ms at ε = 1 and 100 ms at ε = 0.1, 300 and 20 times as fast
as dp-accounting step by step at a discretisation of 1e-3 (`extra_info`: `times_as_fast`); 200 values of k up
to a million in 40 ms; one value at k = 10⁶ in 100 ms; 200 values of a discrete or sampled one, and a list of
fifty kinds, in 0.5 s (a sample of a hundred-thousandth with little noise takes about 1 s); `optimal` for
k = 1..1000 in 50 ms, normal noise in 2 ms. Only widths are judged.
"""

import time
from functools import cache

import numpy as np
import pytest

from explorer.privacy.composition import Release, every_composition
from explorer.privacy.compositions.numerical import Numerical
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.mechanisms.laplace import Laplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.mechanisms.staircase import Staircase
from explorer.privacy.pld.compose import composed_epsilon
from explorer.privacy.subsampling.poisson import Subsampled

EACH = np.arange(1, 1001, dtype=np.int64)
DRAWN = np.array(sorted(set(np.rint(np.geomspace(1, 1e6, 240)).astype(int)))[:200], dtype=np.int64)
LAST = np.array([1_000_000], dtype=np.int64)
DELTA = 1e-5


def narrow(lower: np.ndarray, upper: np.ndarray) -> bool:
    return bool(np.all(upper - lower <= 1.001e-4 * np.maximum(upper, 1e-3)))


@cache
def step_by_step(epsilon: float) -> float:
    """Seconds that dp-accounting takes for the curve k = 1..1000: its fastest way, one release at a time."""
    distributions = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    began = time.process_time()
    one = whole = distributions.from_laplace_mechanism(1 / epsilon, value_discretization_interval=1e-3)
    for k in EACH:
        whole = whole.compose(one) if k > 1 else one
        whole.get_epsilon_for_delta(DELTA)
    return time.process_time() - began


def seconds(release: Release) -> float:
    began = time.process_time()
    Numerical().total(release, EACH, DELTA)
    return time.process_time() - began


@pytest.mark.parametrize("epsilon", [1.0, 0.1])
@pytest.mark.parametrize("counts", [EACH, DRAWN, LAST], ids=["each", "drawn", "last"])
def test_laplace(benchmark, epsilon, counts):
    release = Release(epsilon, 0.0, Laplace(1 / epsilon, 1.0))
    found = benchmark(Numerical().total, release, counts, DELTA)
    assert narrow(found.lower, found.upper)
    if counts is EACH:  # both by the processor's clock, which other programs do not disturb
        own = min(seconds(release) for _ in range(5))
        benchmark.extra_info["seconds_step_by_step"] = step_by_step(epsilon)
        benchmark.extra_info["times_as_fast"] = step_by_step(epsilon) / own


@pytest.mark.parametrize(
    ("mechanism", "rate"),
    [
        (DiscreteLaplace(1.0, 1.0), 1.0),
        (DiscreteLaplace(20.0, 20.0), 1.0),
        (DiscreteGaussian(3.0, 1.0), 1.0),
        (Staircase(1.0, 1.0), 1.0),
        (RandomizedResponse(1.0, 2), 1.0),
        (RandomizedResponse(1.0, 20), 1.0),
        (DiscreteLaplace(1.0, 1.0), 0.1),
        (DiscreteLaplace(20.0, 20.0), 0.1),
        (Laplace(1.0, 1.0), 0.1),
        (Gaussian(1.0, 1.0), 0.1),
        (Gaussian(1.0, 1.0), 0.01),
        (DiscreteGaussian(3.0, 1.0), 0.1),
        (DiscreteGaussian(3.0, 1.0), 0.01),
        (Laplace(1.0, 1.0), 0.01),
        (Gaussian(1.0, 1.0), 1e-3),
        (Gaussian(1.0, 1.0), 1e-4),
        (Gaussian(0.5, 1.0), 1e-5),
    ],
    ids=[
        "response",
        "discrete-laplace",
        "discrete-gaussian",
        "staircase",
        "randomised-response",
        "k-ary-response",
        "sampled-response",
        "sampled-discrete-laplace",
        "sampled-laplace",
        "sampled-gaussian",
        "rarely-sampled-gaussian",
        "sampled-discrete-gaussian",
        "rarely-sampled-discrete-gaussian",
        "rarely-sampled-laplace",
        "a-sample-of-a-thousandth",
        "a-sample-of-a-ten-thousandth",
        "a-sample-of-a-hundred-thousandth-with-little-noise",
    ],
)
def test_two_hundred_values_of_another(benchmark, mechanism, rate):
    release = Release(mechanism.pure_epsilon, 0.0, mechanism, rate)
    found = benchmark.pedantic(Numerical().total, (release, DRAWN, DELTA), rounds=3)
    assert narrow(found.lower, found.upper)


def kinds(place: int) -> object:
    epsilon = 0.05 + 0.01 * place
    return (
        Laplace(1 / epsilon, 1.0),
        DiscreteLaplace(3 / epsilon, 3.0),
        DiscreteGaussian(2 / epsilon, 1.0),
        Gaussian(3 / epsilon, 1.0),
        Subsampled(Laplace(1 / epsilon, 1.0), 0.1),
    )[place % 5]


@pytest.mark.parametrize("mixed", [False, True])
def test_fifty_kinds(benchmark, mixed):
    plan = [(kinds(i) if mixed else Laplace(1 / (0.05 + 0.01 * i), 1.0), 1 + i % 3) for i in range(50)]
    found = benchmark.pedantic(composed_epsilon, (plan, DELTA), rounds=3)
    assert narrow(found.lower, found.upper)


def test_fifty_unrelated_kinds(benchmark):
    drawn = np.random.default_rng(4).uniform(0.01, 1.0, 50)
    plan = [(DiscreteLaplace(1 / epsilon, 1.0), 1) for epsilon in drawn]
    found = benchmark.pedantic(composed_epsilon, (plan, DELTA), rounds=3)
    assert narrow(found.lower, found.upper)


@pytest.mark.parametrize("bound", sorted(every_composition()))
@pytest.mark.parametrize("counts", [EACH, LAST], ids=["each", "last"])
def test_every_bound(benchmark, bound, counts):
    release = Release(1.0, 0.0, Laplace(1.0, 1.0))
    benchmark.pedantic(every_composition()[bound]().total, (release, counts, DELTA), rounds=3)


@pytest.mark.parametrize("bound", ["numerical", "gaussian-dp"])
def test_normal_noise(benchmark, bound):
    benchmark(every_composition()[bound]().total, Release(1.0, 1e-6, Gaussian(4.0, 1.0)), EACH, DELTA)


@pytest.mark.parametrize(
    "mechanism", [DiscreteLaplace(20.0, 20.0), DiscreteGaussian(3.0, 1.0)], ids=lambda m: m.id
)
def test_renyi(benchmark, mechanism):
    release = Release(mechanism.pure_epsilon, 0.0, mechanism)
    benchmark.pedantic(every_composition()["renyi"]().total, (release, DRAWN, DELTA), rounds=3)
