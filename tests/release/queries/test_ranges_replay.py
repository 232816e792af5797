"""Record and replay of ranges on neighbouring tables; and the ways of breaking them that must be caught."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from breaking import Break, with_counts
from range_cases import range_plans
from replay import caught_at
from thoroughness import THOROUGH, some

from explorer.privacy.strategies import square_root, tree
from explorer.privacy.strategies.overlapping_sums import OverlappingSums
from explorer.release.queries import range_measurement, range_strategy, range_tables, ranges
from explorer.release.queries.range_measurement import Measurement

PAIRS, SEEDS = 500, (1, 2, 3, 4)
SOUND = PAIRS if THOROUGH else PAIRS // 10


@pytest.mark.parametrize("seed", some(SEEDS, 3))
def test_that_nothing_emitted_of_ranges_depends_on_one_unit(seed: int, tmp_path: Path) -> None:
    assert PAIRS * len(SEEDS) >= 2000
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, SOUND, seed, range_plans) is None


def a_level_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tree.Tree, "l1", property(lambda self: max(1, sum(self.weights[:-1]))))
    patch.setattr(
        tree.Tree, "l2_squared", property(lambda self: max(1, sum(each**2 for each in self.weights[:-1])))
    )


def every_level_for_the_whole(patch: pytest.MonkeyPatch) -> None:
    """Each level is charged by itself, as if the others were no part of the release."""
    patch.setattr(tree.Tree, "l1", property(lambda self: max(self.weights)))
    patch.setattr(tree.Tree, "l2_squared", property(lambda self: max(each**2 for each in self.weights)))


def the_number_of_rows_as_public(patch: pytest.MonkeyPatch) -> None:
    """The fit is made to add up to the true number of rows."""
    true = with_counts(patch, lambda tables, _: [table.sum() for table in tables])
    fit = Measurement.fitted

    def of_true_rows(self: Measurement, noised: Any) -> Any:
        found = fit(self, noised)
        return found + (true[0][-1] - found.sum()) / found.size if len(noised) else found

    patch.setattr(Measurement, "fitted", of_true_rows)


def sums_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(OverlappingSums, "l1", property(lambda self: int(self.own.max())))


def one_column_for_all(patch: pytest.MonkeyPatch) -> None:
    """The shortest column of the square root."""
    patch.setattr(
        square_root.SquareRoot,
        "l2_squared",
        property(lambda self: int(self.coefficients[0] ** 2 * self.scales[-1] ** 2)),
    )


def special_cells_too_heavy(patch: pytest.MonkeyPatch) -> None:
    weight = Measurement.weight.fget
    patch.setattr(Measurement, "weight", property(lambda self: 2 * weight(self)))


def substitution_once(patch: pytest.MonkeyPatch) -> None:
    """Substitution for the price of removal."""
    noise = range_strategy.strategy_noise

    def cheap(*arguments: Any) -> Any:
        found = noise(*arguments)
        return replace(found, sensitivity=max(1, found.sensitivity // 2))

    for room in (range_strategy, ranges):
        patch.setattr(room, "strategy_noise", cheap)


def quantiles_of_true_counts(patch: pytest.MonkeyPatch) -> None:
    true = with_counts(patch, lambda tables, _: [table.sum() for table in tables])
    told = range_tables.quantiles
    patch.setattr(
        range_tables, "quantiles", lambda column, fitted, *rest: told(column, fitted + true[0][0], *rest)
    )


def a_fit_that_looks_at_the_rows(patch: pytest.MonkeyPatch) -> None:
    """Empty bins are fitted to 0."""
    true = with_counts(patch, lambda tables, _: tables)
    fit = Measurement.fitted

    def looked(self: Measurement, noised: Any) -> np.ndarray:
        found = fit(self, noised)
        known = next((each for each in true[0] if each.size == found.size), None)
        return found if known is None else np.where(known.reshape(found.shape) == 0, 0.0, found)

    patch.setattr(range_measurement.Measurement, "fitted", looked)


BREAKS: tuple[Break, ...] = (
    a_level_forgotten,
    every_level_for_the_whole,
    the_number_of_rows_as_public,
    sums_forgotten,
    one_column_for_all,
    special_cells_too_heavy,
    substitution_once,
    quantiles_of_true_counts,
    a_fit_that_looks_at_the_rows,
)


@pytest.mark.parametrize("broken", BREAKS, ids=[each.__name__ for each in BREAKS])
def test_that_broken_ranges_are_caught(
    broken: Callable[[pytest.MonkeyPatch], object], tmp_path: Path
) -> None:
    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            broken(patch)
            yield patch

    number = caught_at(tmp_path / "run", patched, PAIRS, plans=range_plans)
    print(f"{broken.__name__}: caught at pair {number}")
    assert number is not None
