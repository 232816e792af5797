"""How long questions about a sample take that once took seconds to minutes.

    python -m pytest tests/benchmarks/test_sampled_speed.py --benchmark-only

The suite skips these: they report what this machine does, they judge nothing but the answers. Goals: each
under 2 s of one processor and 300 MB at its peak (`extra_info`: `seconds`, `peak_mb` of the whole process).
"""

import resource
import sys
import time

import numpy as np
import pytest

from explorer.privacy.accounting.calibration import calibrate
from explorer.privacy.composition import Release, every_composition
from explorer.privacy.mechanism import Mechanism, every_mechanism
from explorer.privacy.mechanisms.discrete_gaussian import DiscreteGaussian
from explorer.privacy.shape import Shape
from explorer.privacy.subsampling.sample import sampled

ORDINARY = [
    ("discrete-gaussian", 0.6041, 0.52, 1e-6, 2217, 1.0),
    ("laplace", 0.2034, 2.03, 1e-4, 30, 1.0),
    ("laplace-vector", 0.0169, 1.51, 1e-8, 51, 1.0),
    ("exponential", 0.0429, 0.81, 1e-8, 273, 1.0),
    ("staircase", 0.3518, 2.45, 1e-8, 1046, 1.0),
    ("gaussian", 0.3202, 0.84, 1e-7, 13, 1.0),
    ("discrete-laplace", 0.0587, 1.55, 1e-4, 4, 5.0),
    ("discrete-gaussian", 0.1007, 0.78, 1e-8, 3, 20.0),
]
RANDOM = 48
NOT_SAMPLED = ("randomized-response", "catastrophe")  # an answer of one's own, and no noise


def timed(benchmark, question):
    began = time.process_time()
    answer = benchmark.pedantic(question, rounds=1)
    benchmark.extra_info["seconds"] = time.process_time() - began
    unit = 2**20 if sys.platform == "darwin" else 2**10
    benchmark.extra_info["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return answer


def test_the_crossing_of_wide_noise_by_renyi(benchmark):
    noise = DiscreteGaussian.calibrated(3e-6, 1e-6, 1.0)
    release = Release(3e-6, 1e-6, noise, 0.1)
    assert timed(benchmark, lambda: every_composition()["renyi"]().crossing(release, 1e-5)).reason is not None


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 10.0])
@pytest.mark.parametrize("mechanism", ["discrete-gaussian", "discrete-laplace", "staircase", "laplace"])
def test_the_renyi_curve_at_a_sensitivity_of_a_thousand(benchmark, mechanism, epsilon):
    distribution = sampled(every_mechanism()[mechanism].calibrated(epsilon, 1e-6, 1000.0), 0.1)
    found = timed(benchmark, lambda: distribution.renyi(np.geomspace(1.01, 200.0, 49)))
    assert np.all(np.diff(found) >= -1e-9 * found[1:])


@pytest.mark.parametrize("epsilon", [0.03, 1.0])
def test_the_total_of_wide_noise(benchmark, epsilon):
    noise = DiscreteGaussian.calibrated(epsilon, 1e-6, 1000.0)
    release, counts = Release(epsilon, 1e-6, noise), np.arange(1, 201, dtype=np.int64)
    found = timed(benchmark, lambda: every_composition()["numerical"]().total(release, counts, 1e-5))
    assert np.all(np.isfinite(found.upper))


@pytest.mark.parametrize("bound", ["numerical", "renyi"])
@pytest.mark.parametrize(("mechanism", "rate", "epsilon", "delta", "count", "moved"), ORDINARY)
def test_the_noise_of_each_release(benchmark, bound, mechanism, rate, epsilon, delta, count, moved):
    kind, form = every_mechanism()[mechanism], every_composition()[bound]()
    shape = Shape(sampling_rate=rate)
    found = timed(benchmark, lambda: calibrate(kind, form, epsilon, delta, count, moved, shape))
    assert 0 < found.total_epsilon <= epsilon


def drawn(draw: np.random.Generator) -> tuple[type[Mechanism], float, float, float, int, float]:
    """One ordinary setting: kind, rate, total ε and δ, how many releases, sensitivity."""
    kinds = [kind for name, kind in sorted(every_mechanism().items()) if name not in NOT_SAMPLED]
    return (
        kinds[draw.integers(len(kinds))],
        float(f"{10 ** draw.uniform(-2, -0.02):.4f}"),
        float(f"{10 ** draw.uniform(-0.7, 0.7):.2f}"),
        10.0 ** -int(draw.integers(4, 10)),
        int(10 ** draw.uniform(0, 3.5)),
        float(draw.choice([1, 1, 1, 2, 5, 20])),
    )


@pytest.mark.parametrize("bound", ["numerical", "renyi"])
def test_the_noise_of_each_release_of_random_ordinary_settings(benchmark, bound):
    """`extra_info`: how many took over 2 s, and the longest with its seconds."""
    draw, form, taken = np.random.default_rng(18), every_composition()[bound](), []

    def all_of_them():
        for kind, rate, epsilon, delta, count, moved in (drawn(draw) for _ in range(RANDOM)):
            began = time.process_time()
            found = calibrate(kind, form, epsilon, delta, count, moved, Shape(sampling_rate=rate))
            taken.append((time.process_time() - began, kind.id, rate, epsilon, delta, count, moved))
            assert 0 < found.total_epsilon <= epsilon

    timed(benchmark, all_of_them)
    benchmark.extra_info["over_two_seconds"] = sum(each[0] > 2 for each in taken)
    benchmark.extra_info["longest"] = str(max(taken))
