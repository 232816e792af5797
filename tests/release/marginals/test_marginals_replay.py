"""Record and replay of marginals: neighbours under every bound, and ways of breaking that must be caught."""

import csv
import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from observed import Leak, Observed, Patched
from replay import first_leak
from thoroughness import THOROUGH, some

from explorer.privacy.sensitivity import Sensitivity
from explorer.privacy.target import Neighbours
from explorer.release.marginals import marginal_draws, marginal_noise, marginal_rounds
from explorer.release.marginals.marginal_cells import MarginalCells
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.marginals import Marginals

PAIRS, SEEDS = 500, (1, 2, 3, 4)
SOUND = PAIRS if THOROUGH else PAIRS // 10
COLUMNS = (
    NumericColumn("age", ("0", "30", "70")),
    CategoryColumn("region", ("n", "s")),
    CategoryColumn("town", ("a",)),
)
TABLES = ("ones", "pairs", "triples", (("region", "age"), ("town",)))


def marginal_plans(chance: random.Random) -> ReleasePlan:
    """Tables of every kind, with and without a fit, rounds and check, under every bound and relation."""
    tables = chance.choice(TABLES)
    many = {"ones": 3, "pairs": 3, "triples": 1}.get(str(tables), 2)
    fit, listed = chance.random() < 0.6, isinstance(tables, tuple)
    declared = Marginals(
        "m",
        COLUMNS,
        tables=tables,
        fit=fit,
        rounds=chance.randrange(many) if fit else 0,
        check=Fraction(chance.choice(["0", "0.1", "1/3"])) if fit else Fraction(0),
        joint=fit and chance.random() < 0.3,
    )
    if listed and not declared.rounds and chance.random() < 0.5:
        declared = replace(declared, fixed=(("age", "region", chance.choice(["0.1", "2/3"])),))
    gaussian, row = chance.random() < 0.4, chance.random() < 0.25
    privacy = Privacy(
        unit="row" if row else "person",
        epsilon=Fraction(chance.choice(["1", "1/3", "2.5"])),
        delta=Fraction(1, 10**6) if gaussian else Fraction(0),
        id_column=None if row else "id",
        rows_per_person=None if row else chance.randrange(1, 4),
        rows_per_cell=None if row else chance.choice([None, None, 1, 2]),
        cells_per_person=None if row else chance.choice([None, None, 1, 2]),
        neighbours=chance.choice(list(Neighbours)),
        mechanism="discrete-gaussian" if gaussian else "discrete-laplace",
    )
    return ReleasePlan(privacy, (declared,))


def check_marginals(plan: ReleasePlan, seen: Observed) -> None:
    """Every noised integer stands in the file of its table, and nothing else does."""
    (query,) = plan.queries
    tables = {
        name: list(csv.DictReader(io.StringIO(text, newline="")))
        for name in query.table_names
        for text in [seen.emitted.get(f"{name}.csv") or seen.emitted[str(Path("out", f"{name}.csv"))]]
    }
    given = [count for output in seen.outputs for count in output]
    if sorted(query.as_drawn(tables)) != sorted(given):
        raise Leak("a count is not written as it was drawn")


def caught_at(folder: Path, patched: Patched, pairs: int, seed: int) -> int | None:
    """The number of the first pair that shows a leak; None where none of `pairs` does."""
    return first_leak(folder, patched, pairs, seed, marginal_plans, check_marginals)


@pytest.mark.parametrize("seed", some(SEEDS, 3))
def test_that_nothing_emitted_depends_on_one_unit(seed: int, tmp_path: Path) -> None:
    assert PAIRS * len(SEEDS) >= 2000
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, SOUND, seed) is None


Break = Callable[[pytest.MonkeyPatch], object]


def charged_for_one_table(patch: pytest.MonkeyPatch) -> None:
    """Every table gets all that is granted, as if no row stood in the others."""
    fair = marginal_noise.divided

    def whole(granted, moved, sizes, rounds, check, fixed):
        found = fair(granted, moved, sizes, rounds, check, fixed)
        wide = marginal_noise.Noise(granted.mechanism, found.tables[0].sensitivity, granted.parameter)
        return marginal_noise.MarginalNoise((wide,) * len(sizes), found.choice, found.check)

    patch.setattr("explorer.release.marginals.marginal_cells.divided", whole)
    patch.setattr("explorer.release.queries.terms.Granted.spend", lambda *_: None)


def cells_that_are_bounded_in_the_first_table(patch: pytest.MonkeyPatch) -> None:
    """The limits on a person's rows hold in one table alone."""
    patch.setattr(MarginalCells, "bounded", lambda self, cells: self.places(cells)[:1])


def a_choice_from_the_rows(patch: pytest.MonkeyPatch) -> None:
    """The worst table and cell are taken as they are, without noise."""

    def worst(self, scores, choice):
        return int(np.argmax(scores))

    patch.setattr("explorer.release.queries.terms.Granted.chosen", worst)


def scores_of_the_whole_file(patch: pytest.MonkeyPatch) -> None:
    """Scores that one row moves by more than is charged: the squared distance."""
    fair = marginal_rounds.score

    def squared(tables, noise, table, true, fitted):
        return fair(tables, noise, table, true, fitted) ** 2

    patch.setattr(marginal_rounds, "score", squared)


def n_taken_as_public(patch: pytest.MonkeyPatch) -> None:
    """The number of rows is told as it is."""
    fair = marginal_draws.DrawnMarginals.drawn

    def told(self, blank, true, granted):
        found = fair(self, blank, true, granted)
        total = int(true[: self.wanted.sizes[0]].sum())
        return type(found)(found.declared, found.terms, (total, *found.counts[1:]), found.margins)

    patch.setattr(marginal_draws.DrawnMarginals, "drawn", told)


def substitution_as_removal(patch: pytest.MonkeyPatch) -> None:
    def moved(self: Privacy) -> Sensitivity:
        rows = self.rows_per_person or 1
        return Sensitivity(rows, rows, rows**2, rows)

    patch.setattr(Privacy, "sensitivity", property(moved))


BREAKS: dict[str, Break] = {
    "each table charged as if it were alone": charged_for_one_table,
    "limits hold in the first table": cells_that_are_bounded_in_the_first_table,
    "the worst table as it is": a_choice_from_the_rows,
    "a score that moves by more": scores_of_the_whole_file,
    "n as it is": n_taken_as_public,
    "substitution as removal": substitution_as_removal,
}


@pytest.mark.parametrize("name", BREAKS)
def test_that_a_broken_release_is_caught(name: str, tmp_path: Path) -> None:
    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            BREAKS[name](patch)
            yield patch

    caught = (caught_at(tmp_path / f"run{seed}", patched, PAIRS // 2, seed) for seed in reversed(SEEDS))
    assert any(number is not None for number in caught)
