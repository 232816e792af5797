r"""Adaptive rounds of marginals: which table the fit so far gets most wrong, chosen privately; and the check.

Scores are whole numbers: true counts c, and the fit a to what was noised so far, rounded. A row moves one
count of a table by one, so :math:`\|c - a\|_1` moves by the sensitivity of one table. All choices are paid
for before the first draw, whatever they find.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.privacy.iterative_construction.table_fit import MeasuredTable, fit_tables
from explorer.release.marginals.marginal_answers import (
    Drawn,
    MarginalAnswers,
    marginals_of,
    measured_table,
    noise_variance,
    prior_of,
    special_cells,
)
from explorer.release.marginals.marginal_noise import MarginalNoise
from explorer.release.marginals.marginal_tables import MarginalTables
from explorer.release.queries.counted_cells import Integers
from explorer.release.queries.terms import Granted
from explorer.release.values.private_choice import Choice

Floats = NDArray[np.float64]
_LARGEST = 2.0**40  # of a fitted count in a score; a million of these fit into 64 bits


def first_table(tables: MarginalTables) -> int:
    """The one that is measured before any choice: with the fewest cells, since it tells how many rows are."""
    return min(range(len(tables.sizes)), key=lambda table: (tables.sizes[table], table))


def chosen_tables(
    tables: MarginalTables, noise: MarginalNoise, rounds: int, true: Integers, granted: Granted
) -> tuple[Drawn, tuple[int, ...]]:
    """Which tables were measured, and their noised counts, in the order of the tables."""
    found = {first_table(tables): _measured(tables, noise, first_table(tables), true, granted)}
    for _ in range(rounds):
        left = [table for table in range(len(tables.sizes)) if table not in found]
        fitted = _fitted(tables, noise, found)
        found_wrong = [score(tables, noise, table, true, fitted[table]) for table in left]
        scores = np.array(found_wrong, dtype=object)  # Python's integers: none is wrapped or made a float
        at = granted.chosen(scores, _choice(noise)) if len(left) > 1 else 0
        found[left[at]] = _measured(tables, noise, left[at], true, granted)
    order = tuple(sorted(found))
    return Drawn(order), tuple(count for table in order for count in found[table])


def _choice(noise: MarginalNoise) -> Choice:
    if noise.choice is None:
        raise TypeError("no round was granted a choice")
    return noise.choice


def _true(tables: MarginalTables, table: int, true: Integers) -> Integers:
    counts: Integers = true[tables.begins[table] : tables.begins[table + 1]]
    return counts


def _measured(
    tables: MarginalTables, noise: MarginalNoise, table: int, true: Integers, granted: Granted
) -> Sequence[int]:
    return granted.noised(_true(tables, table, true), noise.tables[table])


def _fitted(
    tables: MarginalTables, noise: MarginalNoise, found: dict[int, Sequence[int]]
) -> tuple[Floats, ...]:
    """The tables of the fit to what was measured so far."""
    told: list[MeasuredTable] = [
        measured_table(
            tables.joint_shape,
            tables.axes[table],
            np.array([float(each) for each in counts]),
            noise_variance(noise.tables[table]),
        )
        for table, counts in found.items()
    ]
    prior = prior_of(tables.joint_shape, special_cells(tables))
    return marginals_of(fit_tables(tables.joint_shape, told, prior), tables)


def frozen(fitted: Floats) -> Integers:
    """Published fitted counts as whole numbers, so small that no distance or sum of distances is wrapped:
    else one row could move a score by more than is charged for, where noise is enormous.
    """
    return np.rint(np.clip(fitted, 0.0, _LARGEST)).astype(np.int64)


def score(tables: MarginalTables, noise: MarginalNoise, table: int, true: Integers, fitted: Floats) -> int:
    """How far the fit is from the true counts, less what noise alone would put in if it were measured."""
    apart = np.abs(_true(tables, table, true) - frozen(fitted))
    spread = math.sqrt(noise_variance(noise.tables[table]))
    return int(apart.sum()) - round(math.sqrt(2 / math.pi) * spread * tables.sizes[table])


def worst_cell(answers: MarginalAnswers, true: Integers, granted: Granted) -> tuple[int, int]:
    """A cell that the fit gets most wrong, chosen privately, and its noised count."""
    if answers.noise.check is None:
        raise TypeError("no check was granted")
    choice, noise = answers.noise.check
    cell = granted.chosen(np.abs(true - frozen(np.concatenate(answers.fitted))), choice)
    (count,) = granted.noised(true[cell : cell + 1], noise)
    return cell, count
