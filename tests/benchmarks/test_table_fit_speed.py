"""How long one joint table takes to be fitted to 35 noised ones, and how far they are off then.

    python -m pytest tests/benchmarks/test_table_fit_speed.py --benchmark-only -s

Seven columns as large as those of a census extract (113,400 joint cells), all tables of three, 48,842
simulated people of eight kinds. Goals, of the extract itself: under 15 s and 1 GB, a mean error of 20 % of
the people at ε = 0.1 and of 3.5 % at ε = 1 (δ = 10⁻⁹).
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from explorer.privacy.iterative_construction.table_fit import Marginals, MeasuredTable, fit_tables
from explorer.release.plan.sections import Privacy

SHAPE, PEOPLE, KINDS = (9, 7, 15, 6, 5, 2, 2), 48_842, 8
resource = pytest.importorskip("resource")
TABLES = tuple(combinations(range(len(SHAPE)), 3))


def people() -> np.ndarray:
    """Counts of the joint cells."""
    source = np.random.default_rng(1)
    kind = source.choice(KINDS, size=PEOPLE, p=source.dirichlet(np.ones(KINDS)))
    cells = []
    for size in SHAPE:
        shares = source.dirichlet(np.full(size, 0.4), size=KINDS)
        cells.append((source.random((PEOPLE, 1)) > np.cumsum(shares[kind], axis=1)).sum(axis=1))
    joint = np.zeros(SHAPE)
    np.add.at(joint, tuple(np.minimum(each, size - 1) for each, size in zip(cells, SHAPE, strict=True)), 1)
    return joint


@pytest.mark.parametrize("epsilon", ["0.1", "1"])
def test_a_fit_of_35_tables_of_three_columns(benchmark, epsilon):
    privacy = Privacy("row", Fraction(epsilon), Fraction(1, 10**9), mechanism="discrete-gaussian")
    marginals = Marginals(SHAPE, TABLES)
    true = marginals.of(people())
    roots = {axes: np.sqrt(true[axes].size) for axes in TABLES}
    source, measured = np.random.default_rng(2), []
    for axes in TABLES:
        variance = 1 / (2 * float(privacy.rho or 0) * roots[axes] / sum(roots.values()))
        noise = np.rint(source.normal(0, np.sqrt(variance), true[axes].shape))
        measured.append(MeasuredTable(axes, true[axes] + noise, variance))
    fitted = benchmark.pedantic(fit_tables, args=(SHAPE, measured), rounds=1)
    found = marginals.of(fitted.joint)
    off = np.mean([np.abs(found[axes] - true[axes]).sum() / PEOPLE for axes in TABLES])
    alone = np.mean([np.abs(each.counts - true[each.axes]).sum() / PEOPLE for each in measured])
    print(f"\nε = {epsilon}: {off:.3f} of the people, {alone:.3f} as measured; {fitted.steps} steps")
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10:.0f} MB")
