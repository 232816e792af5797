"""How long exact noise takes, and how long OpenDP takes for the same list.

    python -m pytest tests/benchmarks/test_noise_speed.py --benchmark-only -s

The suite skips this: it reports what this machine does, it judges nothing. Goals: 10,000 cells within 50 ms,
a million within 2 s, and at least 12 times as fast as OpenDP's samplers on one list.
"""

import time
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from explorer.privacy.accounting.rho import largest_rho
from explorer.release.noise import privatize
from explorer.release.values.noise_distribution import Noise

GOALS = {10_000: 0.05, 1_000_000: 2.0}
RHO = largest_rho(Fraction(1), Fraction(1, 10**6))
DISTRIBUTIONS = {
    "laplace, scale 3": Noise("discrete-laplace", 3, Fraction(1)),
    "laplace, scale 10/3": Noise("discrete-laplace", 1, Fraction(3, 10)),
    "gaussian, sigma 5": Noise("discrete-gaussian", 1, Fraction(1, 50)),
    "gaussian of (1, 1e-6)": Noise("discrete-gaussian", 1, RHO),
}


def fastest(act: Callable[[], object], times: int) -> float:
    """CPU seconds of the fastest of some runs."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        act()
        taken.append(time.process_time() - begun)
    return min(taken)


@pytest.mark.parametrize("cells", list(GOALS))
@pytest.mark.parametrize("distribution", list(DISTRIBUTIONS))
def test_noise_of_many_cells(benchmark, distribution, cells):
    noise, counts = DISTRIBUTIONS[distribution], np.zeros(cells, dtype=np.int64)
    benchmark.pedantic(
        lambda: privatize(counts, noise.sensitivity, noise.parameter, noise.mechanism),
        rounds=3,
        warmup_rounds=1,
    )
    taken = benchmark.stats.stats.min
    print(f"\n{distribution}, {cells} cells: {1000 * taken:.1f} ms (goal {1000 * GOALS[cells]:.0f})")


@pytest.mark.parametrize("distribution", list(DISTRIBUTIONS))
def test_noise_against_opendp(benchmark, distribution):
    """One list of 10,000 counts, in one run: CPU of theirs by CPU of ours, lists in and lists out."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    try:
        noise, counts = DISTRIBUTIONS[distribution], [0] * 10_000
        space = dp.vector_domain(dp.atom_domain(T="i64"))
        if noise.is_gaussian:
            theirs = dp.m.make_gaussian(space, dp.l2_distance(T="f64"), scale=float(noise.width) ** 0.5)
        else:
            theirs = dp.m.make_laplace(space, dp.l1_distance(T="i64"), scale=float(noise.width))

        def ours() -> None:
            privatize(np.array(counts), noise.sensitivity, noise.parameter, noise.mechanism)

        ratio = fastest(lambda: theirs(counts), 3) / fastest(ours, 7)
        benchmark.pedantic(ours, rounds=3)
        print(f"\n{distribution}: {ratio:.1f} times as fast as OpenDP (goal 12)")
    finally:
        dp.disable_features("contrib")
