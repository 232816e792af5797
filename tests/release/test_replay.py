"""Layer 2 of the audit: neighbours, every emitted byte equal; and the ways of breaking that are caught."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from replay import caught_at, halved

from explorer.release import bounding, counts, publish, record, tally
from explorer.release.declared import ReleasePlan
from explorer.release.drawn import Margins, NoisedHistogram, Released

PAIRS = 300
Break = Callable[[pytest.MonkeyPatch], object]


def test_that_nothing_emitted_depends_on_one_unit(tmp_path: Path) -> None:
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, PAIRS) is None


def first_rows_of_the_file(patch: pytest.MonkeyPatch) -> None:
    def kept(words: Any, joint: Any, privacy: Any, layout: Any, seeds: Any, *_: Any) -> Any:
        order = bounding.arranged(words, seeds.parting, np.arange(len(words[0])))
        first = bounding.since(bounding.changes(words, order)) < privacy.rows_per_person
        return [tuple(numbers[order[first]] for numbers in joint)]

    patch.setattr(tally, "kept_rows", kept)


def everybody_unbounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tally, "kept_rows", lambda words, joint, *_: [tuple(joint)])


def the_blank_id_as_a_person(patch: pytest.MonkeyPatch) -> None:
    batches = counts._batches

    def pooled(layout: Any, declared: Any, readers: Any, records: Any) -> Any:
        filled = (
            [each or ("nobody" if place == layout.identity else "") for place, each in enumerate(row)]
            for row in records
        )
        return batches(layout, declared, readers, filled)

    patch.setattr(counts, "_batches", pooled)


def substitution_as_removal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReleasePlan, "sensitivity", property(halved))


def a_sensitivity_of_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReleasePlan, "sensitivity", property(lambda plan: SimpleNamespace(L1=1)))


def all_of_epsilon_for_each(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReleasePlan, "epsilon_of", lambda plan, index: plan.privacy.epsilon)


def with_counts(patch: pytest.MonkeyPatch, told: Callable[[list[np.ndarray]], Any]) -> list[Any]:
    """Remember something of the true counts for a later step to leak."""
    box: list[Any] = []
    count = publish.count

    def watched(*arguments: Any) -> Any:
        found = count(*arguments)
        box[:] = [told(list(found.histograms))]
        return found

    patch.setattr(publish, "count", watched)
    return box


def the_number_of_rows_in_the_metadata(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables: int(tables[0].sum()))
    promise = record._promise
    patch.setattr(record, "_promise", lambda *arguments: {**promise(*arguments), "n": box[0]})


def with_tables(patch: pytest.MonkeyPatch, change: Callable[[NoisedHistogram, np.ndarray], Any]) -> None:
    """Let the true counts of each table change what was fixed about it before they were known."""
    draw = publish._draw

    def changed(plan: Any, folder: Any, paid: Any, counted: Any, blank: Any) -> Any:
        tables = [change(table, counts) for table, counts in zip(blank, counted.histograms, strict=True)]
        return draw(plan, folder, paid, counted, tuple(tables))

    patch.setattr(publish, "_draw", changed)


def margins_that_know_the_rows(patch: pytest.MonkeyPatch) -> None:
    with_tables(patch, lambda table, counts: replace(table, margins=Margins(int(counts.max()), 1)))


def only_cells_with_somebody_in_them(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables: [table > 0 for table in tables])
    text = record.table_text

    def thinned(plan: ReleasePlan, histogram: Any) -> str:
        head, *lines = text(plan, histogram).splitlines(keepends=True)
        place = plan.histograms.index(histogram.declared)
        return head + "".join(line for line, seen in zip(lines, box[0][place], strict=True) if seen)

    patch.setattr(record, "table_text", thinned)


def rows_in_the_order_of_their_counts(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables: [np.argsort(-table, kind="stable") for table in tables])
    text = record.table_text

    def sorted_text(plan: ReleasePlan, histogram: Any) -> str:
        head, *lines = text(plan, histogram).splitlines(keepends=True)
        return head + "".join(lines[place] for place in box[0][plan.histograms.index(histogram.declared)])

    patch.setattr(record, "table_text", sorted_text)


def a_second_draw_for_small_tables(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables: tables[0])
    files = publish.files_of

    def drawn_again(plan: ReleasePlan, *rest: Any) -> Any:
        if box[0].sum() < 8:
            publish.privatize(box[0], 1, Fraction(1, 1000))
        return files(plan, *rest)

    patch.setattr(publish, "files_of", drawn_again)


def the_size_of_the_file_in_the_answer(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables: int(tables[0].sum()))
    answer = Released.answer
    patch.setattr(Released, "answer", lambda released: {**answer(released), "rows": box[0] > 10})


def noise_less_where_it_is_empty(patch: pytest.MonkeyPatch) -> None:
    with_tables(
        patch, lambda table, counts: replace(table, epsilon=table.epsilon / (2 if counts.min() else 1))
    )


BREAKS: list[Break] = [
    first_rows_of_the_file,
    everybody_unbounded,
    the_blank_id_as_a_person,
    substitution_as_removal,
    a_sensitivity_of_one,
    all_of_epsilon_for_each,
    the_number_of_rows_in_the_metadata,
    margins_that_know_the_rows,
    only_cells_with_somebody_in_them,
    rows_in_the_order_of_their_counts,
    a_second_draw_for_small_tables,
    the_size_of_the_file_in_the_answer,
    noise_less_where_it_is_empty,
]


@pytest.mark.parametrize("broken", BREAKS)
def test_that_a_broken_release_is_caught(broken: Break, tmp_path: Path) -> None:
    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            broken(patch)
            yield patch

    assert caught_at(tmp_path / "run", patched, PAIRS) is not None
