"""The fit of one table to many: consistent, close to what was measured, and closer to the truth than that."""

from itertools import combinations
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from explorer.privacy.iterative_construction.table_fit import (
    MOST_JOINT,
    Marginals,
    MeasuredTable,
    degrees_of_freedom,
    fit_tables,
)
from explorer.privacy.refusal import NotValid

SHAPE = (4, 3, 5, 2)
PAIRS = tuple(combinations(range(4), 2))


def people(rows: int, seed: int) -> np.ndarray:
    """Counts of rows whose columns hang together."""
    source = np.random.default_rng(seed)
    kind = source.integers(3, size=rows)
    cells = [
        np.minimum(source.poisson(1 + kind * (axis % 2 + 0.3)), size - 1) for axis, size in enumerate(SHAPE)
    ]
    joint = np.zeros(SHAPE)
    np.add.at(joint, tuple(cells), 1)
    return joint


def measured(joint: np.ndarray, tables, sigma: float, seed: int) -> list[MeasuredTable]:
    source = np.random.default_rng(seed)
    found = []
    for axes in tables:
        true = naive(joint, axes)
        found.append(MeasuredTable(axes, np.rint(true + source.normal(0, sigma, true.shape)), sigma**2))
    return found


def naive(joint: np.ndarray, axes) -> np.ndarray:
    return joint.sum(axis=tuple(set(range(joint.ndim)) - set(axes)))


@given(some.lists(some.integers(1, 4), min_size=1, max_size=5), some.data())
def test_that_marginals_are_sums_and_spreading_is_their_adjoint(shape, data):
    every = [axes for size in range(len(shape) + 1) for axes in combinations(range(len(shape)), size)]
    wanted = data.draw(some.lists(some.sampled_from(every), min_size=1, max_size=4, unique=True))
    source = np.random.default_rng(data.draw(some.integers(0, 99)))
    joint = source.random(shape)
    marginals = Marginals(tuple(shape), wanted)
    found = marginals.of(joint)
    for axes in wanted:
        assert np.allclose(found[axes], naive(joint, axes))
    factors = {axes: source.random([shape[axis] for axis in axes]) for axes in wanted}
    inner = sum(float(np.vdot(found[axes], factors[axes])) for axes in wanted)
    assert np.vdot(marginals.spread(factors), joint) == pytest.approx(inner)


def test_that_degrees_of_freedom_are_the_rank_of_the_marginals():
    rows = []
    for axes in PAIRS:
        for cell in np.ndindex(*(SHAPE[axis] for axis in axes)):
            chosen = np.zeros(SHAPE)
            chosen[tuple(cell[axes.index(axis)] if axis in axes else slice(None) for axis in range(4))] = 1
            rows.append(chosen.ravel())
    assert degrees_of_freedom(SHAPE, PAIRS) == np.linalg.matrix_rank(np.array(rows))


def test_that_what_is_measured_without_noise_is_met_and_the_rest_stays_independent():
    joint = np.outer([30.0, 10.0], [20.0, 15.0, 5.0])
    tables = [MeasuredTable((0,), joint.sum(1), 1e-6), MeasuredTable((1,), joint.sum(0), 1e-6)]
    fitted = fit_tables((2, 3), tables)
    assert np.allclose(fitted.joint, joint, rtol=1e-3)


@pytest.mark.parametrize(("sigma", "gain"), [(3.0, 0.88), (30.0, 0.75), (200.0, 0.5)])
def test_that_the_fit_is_closer_to_the_truth_than_what_was_measured(sigma, gain):
    joint = people(2000, 1)
    apart, alone = 0.0, 0.0
    for seed in range(3):
        tables = measured(joint, PAIRS, sigma, seed)
        fitted = fit_tables(SHAPE, tables)
        assert fitted.steps > 0
        for each in tables:
            truth = naive(joint, each.axes)
            apart += np.abs(fitted.table(each.axes) - truth).sum()
            alone += np.abs(each.counts - truth).sum()
    assert apart < gain * alone


def test_that_all_tables_of_a_fit_agree_and_none_is_negative():
    fitted = fit_tables(SHAPE, measured(people(500, 2), PAIRS, 20.0, 3))
    assert fitted.joint.min() >= 0
    assert fitted.joint.sum() == pytest.approx(fitted.total)
    assert np.allclose(fitted.table((0, 1)).sum(1), fitted.table((0, 2)).sum(1))


def test_that_a_prior_rules_where_nothing_was_measured():
    prior = (np.array([0.9, 0.1]), np.array([0.5, 0.25, 0.25]))
    fitted = fit_tables((2, 3), [MeasuredTable((0,), np.array([50.0, 50.0]), 1.0)], prior)
    assert np.allclose(fitted.table((1,)) / fitted.total, prior[1], atol=1e-6)
    assert np.allclose(fitted.table((0,)), 50, atol=3)


def test_that_the_order_of_tables_does_not_matter():
    tables = measured(people(500, 2), PAIRS, 20.0, 3)
    one, other = fit_tables(SHAPE, tables), fit_tables(SHAPE, tables[::-1])
    assert np.allclose(one.joint, other.joint, rtol=1e-6)


def test_that_noise_far_beyond_the_rows_gives_a_table_and_no_warning():
    tables = [MeasuredTable(axes, np.full([SHAPE[axis] for axis in axes], -1e14), 1e28) for axes in PAIRS]
    fitted = fit_tables(SHAPE, tables)
    assert fitted.total == 1.0
    assert np.isfinite(fitted.joint).all()


@pytest.mark.parametrize("shape", [(2, 2), (10, MOST_JOINT)])
def test_that_nothing_measured_and_too_many_cells_are_refused(shape):
    tables = [] if prod(shape) < MOST_JOINT else [MeasuredTable((0,), np.ones(10), 1.0)]
    with pytest.raises(NotValid):
        fit_tables(shape, tables)
