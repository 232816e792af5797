"""Ways to break counting, bounding, splitting and noise: record and replay must catch every one of them."""

import zlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from breaking import Break, with_counts, with_tables

from explorer.privacy.samplers.integer_sampler import RandomBytes, discrete_laplace
from explorer.privacy.sensitivity import Sensitivity
from explorer.privacy.target import Neighbours
from explorer.release import noise, publish
from explorer.release.counting import contribution_bounding, counts, row_groups, tally
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.query import NoisedQuery, Query
from explorer.release.sources import csv_source


def first_rows_of_the_file(patch: pytest.MonkeyPatch) -> None:
    def kept(words: Any, joint: Any, privacy: Any, layout: Any, seeds: Any, *_: Any) -> Any:
        order = row_groups.arranged(words, seeds.parting, np.arange(len(words[0])))
        first = row_groups.since(row_groups.changes(words, order)) < privacy.rows_per_person
        return [tuple(numbers[order[first]] for numbers in joint)]

    patch.setattr(tally, "kept_rows", kept)


def everybody_unbounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tally, "kept_rows", lambda words, joint, *_: [tuple(joint)])


def everybody_keeps_the_same_cells(patch: pytest.MonkeyPatch) -> None:
    """No id in the hash."""
    kept = tally.kept_rows

    def alike(*arguments: Any) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(contribution_bounding, "spellings_of", lambda words: [b""] * len(words[0]))
            return kept(*arguments)

    patch.setattr(tally, "kept_rows", alike)


def copies_that_enter_as_a_block(patch: pytest.MonkeyPatch) -> None:
    """One hash for all rows of a person that are alike, and whoever is not above the m-th hash enters."""
    kept_rows = tally.kept_rows

    def kept(words: Any, joint: Any, privacy: Any, layout: Any, seeds: Any, check: Any) -> Any:
        if privacy.rows_per_cell or privacy.cells_per_person:
            return kept_rows(words, joint, privacy, layout, seeds, check)
        people = contribution_bounding.spellings_of(words)
        contents = list(zip(people, *(numbers.tolist() for numbers in joint), strict=True))
        orders = np.array([zlib.crc32(repr((seeds.order, each)).encode()) for each in contents])
        enters = np.zeros(len(people), dtype=np.bool_)
        for person in set(people):
            mine = np.array([each == person for each in people])
            ordered = np.sort(orders[mine])
            enters |= mine & (orders <= ordered[min(privacy.rows_per_person, len(ordered)) - 1])
        return [tuple(numbers[enters] for numbers in joint)]

    patch.setattr(tally, "kept_rows", kept)


def a_key_for_each_histogram(patch: pytest.MonkeyPatch) -> None:
    count = publish.count

    def counted(plan: ReleasePlan, path: Path, key: bytes, *rest: Any) -> counts.Counts:
        found = [count(plan, path, key + bytes(at), *rest) for at in range(len(plan.queries))]
        return counts.Counts(tuple(each.queries[at] for at, each in enumerate(found)), found[0].digest)

    patch.setattr(publish, "count", counted)


def ids_told_apart_by_two_bits(patch: pytest.MonkeyPatch) -> None:
    whole = csv_source.words_of

    def short(ids: Any, long_ids: Any) -> Any:
        return whole([str(zlib.crc32(each.encode()) % 4) for each in ids], long_ids)

    patch.setattr(csv_source, "words_of", short)


def the_blank_id_as_a_person(patch: pytest.MonkeyPatch) -> None:
    batches = csv_source.batches_of

    def pooled(layout: Any, declared: Any, reading: Any, records: Any) -> Any:
        filled = (
            [each or ("nobody" if place == layout.identity else "") for place, each in enumerate(row)]
            for row in records
        )
        return batches(layout, declared, reading, filled)

    patch.setattr(csv_source, "batches_of", pooled)


def moved_by(patch: pytest.MonkeyPatch, change: Callable[[Privacy, Sensitivity], Sensitivity]) -> None:
    patch.setattr(Query, "sensitivity", lambda _, privacy: change(privacy, privacy.sensitivity))


def substitution_as_removal(patch: pytest.MonkeyPatch) -> None:
    def removal(privacy: Privacy, _: Sensitivity) -> Sensitivity:
        return replace(privacy, neighbours=Neighbours.ADD_REMOVE).sensitivity

    moved_by(patch, removal)


def half_the_sensitivity(patch: pytest.MonkeyPatch) -> None:
    moved_by(
        patch,
        lambda _, whole: replace(whole, L1=(whole.L1 + 1) // 2, L2_squared=(whole.L2_squared + 3) // 4),
    )


def a_sensitivity_of_one(patch: pytest.MonkeyPatch) -> None:
    moved_by(patch, lambda _, whole: replace(whole, L1=1, L2_squared=1))


def all_of_it_for_each(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReleasePlan, "epsilon_of", lambda plan, _: plan.privacy.epsilon)
    patch.setattr(ReleasePlan, "rho_of", lambda plan, _: plan.privacy.rho)


def parts_rounded_up(patch: pytest.MonkeyPatch) -> None:
    exact = ReleasePlan.epsilon_of
    patch.setattr(ReleasePlan, "epsilon_of", lambda plan, at: Fraction(ceil(exact(plan, at) * 100), 100))


def noise_of_floats(patch: pytest.MonkeyPatch) -> None:
    def inverted(bits: Any, scale: Fraction, count: int) -> Any:
        uniform = (bits.below(2**53, count).astype(float) + 0.5) / 2**53 - 0.5
        return np.rint(-float(scale) * np.sign(uniform) * np.log1p(-2 * np.abs(uniform))).astype(np.int64)

    patch.setattr(noise, "discrete_laplace", inverted)


def a_seed(patch: pytest.MonkeyPatch) -> None:
    def seeded(_: Any, scale: Fraction, count: int) -> Any:
        return discrete_laplace(RandomBytes(np.random.default_rng(7).bytes), scale, count)

    patch.setattr(noise, "discrete_laplace", seeded)


def less_noise_where_no_cell_is_empty(patch: pytest.MonkeyPatch) -> None:
    def quieter(table: NoisedQuery, true: np.ndarray) -> NoisedQuery:
        parameter = table.noise.parameter / (1 if true.min() else 2)
        return replace(table, terms=replace(table.terms, noise=replace(table.noise, parameter=parameter)))

    with_tables(patch, quieter)


def a_second_draw_for_small_tables(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables, _: tables[0])
    files = publish.files_of

    def drawn_again(plan: ReleasePlan, *rest: Any) -> Any:
        if box[0].sum() < 8:
            publish.privatize(box[0], 1, Fraction(1, 1000))
        return files(plan, *rest)

    patch.setattr(publish, "files_of", drawn_again)


COUNTING: tuple[Break, ...] = (
    first_rows_of_the_file,
    everybody_unbounded,
    everybody_keeps_the_same_cells,
    copies_that_enter_as_a_block,
    a_key_for_each_histogram,
    ids_told_apart_by_two_bits,
    the_blank_id_as_a_person,
    substitution_as_removal,
    half_the_sensitivity,
    a_sensitivity_of_one,
    all_of_it_for_each,
    parts_rounded_up,
    noise_of_floats,
    a_seed,
    less_noise_where_no_cell_is_empty,
    a_second_draw_for_small_tables,
)
