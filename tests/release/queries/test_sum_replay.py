"""Record and replay of sums: neighbours under every bound, and the ways of breaking that must be caught."""

import csv
import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from observed import Leak, Observed, Patched
from replay import first_leak
from thoroughness import THOROUGH, some

from explorer.privacy.sensitivity import Sensitivity
from explorer.privacy.target import Neighbours
from explorer.release.counting import layout
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries import sum as sum_query
from explorer.release.queries.sum import Sum
from explorer.release.queries.terms import Granted, NoisePart, Terms

PAIRS, SEEDS = 500, (1, 2, 3, 4)
SOUND = PAIRS if THOROUGH else PAIRS // 8
REGION = CategoryColumn("region", ("n", "s"))
BOUNDS = [("0", "60", "30"), ("-10", "40", "10"), ("10", "70", "1"), ("-30", "-10", "5"), ("30", "60", "2")]


def sum_plans(chance: random.Random) -> ReleasePlan:
    """Sums and means, with groups and without, of every sign, under every bound and relation."""
    queries = []
    for name in chance.sample(["a", "b", "c"], chance.randrange(1, 3)):
        low, high, step = map(Fraction, chance.choice(BOUNDS))
        groups = (REGION,) if chance.random() < 0.6 else ()
        declared = Sum(
            name, groups, Fraction(chance.choice([1, 3])), value="age", low=low, high=high, step=step
        )
        queries.append(replace(declared, mean=chance.random() < 0.5))
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
    return ReleasePlan(privacy, tuple(sorted(queries, key=lambda each: each.name)))


def check_sums(plan: ReleasePlan, seen: Observed) -> None:
    """Every noised integer stands in the file, and every number there follows from them."""
    given = list(seen.outputs)
    for query in plan.queries:
        name = f"{query.name}.csv"
        text = seen.emitted.get(name) or seen.emitted[str(Path("out", name))]
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        steps = given.pop(0)
        counts = given.pop(0) if query.mean else (0,) * len(steps)
        told = [Fraction(row["noised_sum"]) for row in rows]
        right = [query.step * one + query.zero * many for one, many in zip(steps, counts, strict=True)]
        if told != right or (query.mean and [int(row["noised_rows"]) for row in rows] != list(counts)):
            raise Leak("a sum is not written as it was drawn")
    if given:
        raise Leak("other calls than parts")


def caught_at(folder: Path, patched: Patched, pairs: int, seed: int) -> int | None:
    """The number of the first pair that shows a leak; None where none of `pairs` does."""
    return first_leak(folder, patched, pairs, seed, sum_plans, check_sums)


@pytest.mark.parametrize("seed", some(SEEDS, 3))
def test_that_nothing_emitted_depends_on_one_unit(seed: int, tmp_path: Path) -> None:
    assert PAIRS * len(SEEDS) >= 2000
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, SOUND, seed) is None


Break = Callable[[pytest.MonkeyPatch], object]


def unclipped_values(patch: pytest.MonkeyPatch) -> None:
    """Values enter as they are, and sums are clipped instead."""

    def weights(self: Sum, cells: Any) -> Any:
        (group,) = self.bounded(cells)
        far = np.where(cells[-1] == self.values.last - self.values.first, 3 * self.values.last + 50, 0)
        return (cells[-1] + self.values.first + far, *((np.ones(len(group), np.int64),) if self.mean else ()))

    patch.setattr(Sum, "weights", weights)


def the_range_as_sensitivity(patch: pytest.MonkeyPatch) -> None:
    """high − low for add or remove too, which is too little where both bounds are on one side of 0."""

    def moved(self: Sum, privacy: Privacy) -> Sensitivity:
        wide, rows = self.values.last - self.values.first, privacy.rows_per_person or 1
        return Sensitivity(1, wide * rows, (wide * rows) ** 2, wide * rows)

    patch.setattr(Sum, "sum_sensitivity", moved)
    patch.setattr(Sum, "sensitivity", moved)


def only_the_upper_bound(patch: pytest.MonkeyPatch) -> None:
    """|high| alone: bounds of which the lower one is farther from 0."""
    whole = sum_query.stepped_sums
    patch.setattr(sum_query, "stepped_sums", lambda least, most, *rest: whole(0, max(most, 1), *rest))


def substitution_as_removal(patch: pytest.MonkeyPatch) -> None:
    whole = sum_query.stepped_sums
    patch.setattr(
        sum_query,
        "stepped_sums",
        lambda least, most, groups, _, *rest: whole(least, most, groups, Neighbours.ADD_REMOVE, *rest),
    )


def rows_that_are_not_charged(patch: pytest.MonkeyPatch) -> None:
    """The numbers of values get the whole parameter again, beside the sums."""
    parts = Sum.noise_parts

    def uncharged(self: Sum, terms: Terms) -> tuple[NoisePart, ...]:
        found = parts(self, terms)
        return tuple(
            NoisePart(each.size, replace(each.noise, parameter=terms.noise.parameter)) for each in found
        )

    patch.setattr(Sum, "noise_parts", uncharged)
    patch.setattr(Granted, "noised", lambda self, true, noise: self.draw(true, noise))


def every_row_of_a_person(patch: pytest.MonkeyPatch) -> None:
    """Bounds look at other cells than those that are summed."""

    def flats(self: Any, cells: Any) -> Any:
        return [np.arange(len(cells[0]), dtype=np.int64)]

    patch.setattr(layout.Layout, "flats", flats)


def a_mean_of_the_true_rows(patch: pytest.MonkeyPatch) -> None:
    """The number of values is published without noise."""
    answered = Sum.answered

    def told(self: Sum, blank: Any, true: Any, drawn: tuple[int, ...]) -> Any:
        if self.mean:
            drawn = (*drawn[: self.groups], *map(int, true[self.groups :]))
        return answered(self, blank, true, drawn)

    patch.setattr(Sum, "answered", told)


BREAKS: tuple[Break, ...] = (
    unclipped_values,
    the_range_as_sensitivity,
    only_the_upper_bound,
    substitution_as_removal,
    rows_that_are_not_charged,
    every_row_of_a_person,
    a_mean_of_the_true_rows,
)


@pytest.mark.parametrize("broken", BREAKS, ids=[each.__name__ for each in BREAKS])
def test_that_a_broken_sum_is_caught(broken: Break, tmp_path: Path) -> None:
    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            broken(patch)
            yield patch

    number = caught_at(tmp_path / "run", patched, PAIRS, 1)
    print(f"{broken.__name__}: caught at pair {number}")
    assert number is not None
