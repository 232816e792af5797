"""How fast the mathematics is, as a ratio to a library that does the same, in one run.

    python -m pytest tests/benchmarks --benchmark-only -s

The suite skips these: they report what this machine does, they judge nothing but the answers. Goals: 1,000
analytic calibrations of a Gaussian at least 20 times faster than dp-accounting's solver in a loop; δ at
1,000 ε in 2 ms for every closed form.
"""

import statistics
import time

import dp_accounting
import numpy as np
import pytest

from explorer.privacy.accounting.gaussian_calibration import sigmas
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.shape import Shape
from explorer.privacy.subsampling.sample import sampled

PAIRS, POINTS, ROUNDS = 1000, 1000, 5


def test_calibration_of_a_thousand_gaussians(benchmark):
    drawn = np.random.default_rng(1)
    epsilon = np.exp(drawn.uniform(np.log(0.01), np.log(10), PAIRS))
    delta = 10 ** drawn.uniform(-12, -2, PAIRS)
    theirs = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        found = [dp_accounting.get_sigma_gaussian(*pair) for pair in zip(epsilon, delta, strict=True)]
        theirs.append(time.perf_counter() - begun)
    ours = benchmark.pedantic(sigmas, (epsilon, delta, 1.0), rounds=20, warmup_rounds=2)
    assert ours == pytest.approx(np.array(found), rel=1e-9)
    ratio = statistics.median(theirs) / benchmark.stats.stats.median
    benchmark.extra_info["times_faster"] = round(ratio, 1)
    print(f"\n{PAIRS} calibrations: {1000 * benchmark.stats.stats.median:.1f} ms, ", end="")
    print(f"dp-accounting in a loop {1000 * statistics.median(theirs):.0f} ms, ratio {ratio:.0f} (goal 20)")


@pytest.mark.parametrize("rate", [1.0, 0.1], ids=["everybody", "a sample"])
@pytest.mark.parametrize("mechanism", every_mechanism())
def test_delta_at_a_thousand_epsilons(benchmark, mechanism, rate):
    inner = every_mechanism()[mechanism].calibrated(1.0, 1e-6, 1.0, Shape())
    guarantee, epsilons = sampled(inner, rate), np.linspace(0, 3, POINTS)
    found = benchmark(lambda: np.exp(guarantee.log_delta(epsilons)))
    assert np.all((found >= 0) & (found <= 1))
    taken = 1000 * benchmark.stats.stats.median
    print(f"\n{mechanism}, rate {rate:g}: δ at {POINTS} ε in {taken:.2f} ms (goal 2)")
