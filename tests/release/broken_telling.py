"""Ways to tell more than the noised counts: record and replay must catch every one of them."""

import csv
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from breaking import Break, with_counts, with_tables

from explorer.cli import releases
from explorer.mark import Sentence
from explorer.release import publish, record
from explorer.release.columns import numeric
from explorer.release.columns.date_pattern import DatePattern
from explorer.release.counting import cell_readers, tally
from explorer.release.drawn import Released
from explorer.release.partition_selection import Found
from explorer.release.plan.columns import NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries import histogram
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import Margins, WrittenTable


def with_lines(
    patch: pytest.MonkeyPatch, change: Callable[[list[str], list[tuple[str, ...]], np.ndarray], list[str]]
) -> None:
    """Let the true counts of a table of declared cells change the lines that are written."""
    box = with_counts(patch, lambda tables, _: tables)
    text, files = record.table_text, record.files_of
    drawn: dict[str, tuple[int, NoisedQuery]] = {}

    def remembered(plan: ReleasePlan, paid: object, queries: Sequence[NoisedQuery], kind: str) -> Any:
        drawn.update({each.name: (place, each) for place, each in enumerate(queries)})
        return files(plan, paid, queries, kind)

    def changed(table: WrittenTable) -> str:
        head, *lines = text(table).splitlines(keepends=True)
        place, query = drawn[table.name]
        if query.threshold is not None:
            return head + "".join(lines)
        return head + "".join(change(lines, list(query.declared.labels()), box[0][place]))

    patch.setattr(publish, "files_of", remembered)
    patch.setattr(record, "table_text", changed)


def empty_cells_left_out(patch: pytest.MonkeyPatch) -> None:
    with_lines(patch, lambda lines, _, true: [line for line, many in zip(lines, true, strict=True) if many])


def special_cells_only_where_needed(patch: pytest.MonkeyPatch) -> None:
    def thinned(lines: list[str], labels: list[tuple[str, ...]], true: np.ndarray) -> list[str]:
        special = [any(each.startswith("(") for each in label) for label in labels]
        return [line for line, many, odd in zip(lines, true, special, strict=True) if many or not odd]

    with_lines(patch, thinned)


def rare_categories_left_out(patch: pytest.MonkeyPatch) -> None:
    with_lines(
        patch, lambda lines, _, true: [line for line, many in zip(lines, true, strict=True) if many != 1]
    )


def rows_in_the_order_of_their_counts(patch: pytest.MonkeyPatch) -> None:
    with_lines(patch, lambda lines, _, true: [lines[at] for at in np.argsort(-true, kind="stable")])


def edges_from_the_data(patch: pytest.MonkeyPatch) -> None:
    draw = publish.spend_and_draw

    def fitted(plan: ReleasePlan, path: Path, *rest: Any) -> Any:
        with path.open(newline="") as file:
            ages = [int(row["age"]) for row in csv.DictReader(file) if row["age"] not in ("", "x")]
        low, high = min(ages, default=0), max(ages, default=1) + 2
        edges = tuple(map(str, (low, (low + high) // 2, high)))
        histograms = tuple(
            replace(
                each,
                columns=tuple(
                    replace(column, edges=edges) if isinstance(column, NumericColumn) else column
                    for column in each.columns
                ),
            )
            for each in plan.queries
        )
        return draw(replace(plan, queries=histograms), path, *rest)

    patch.setattr(publish, "spend_and_draw", fitted)


def a_threshold_on_true_counts(patch: pytest.MonkeyPatch) -> None:
    published = histogram.published

    def judged(found: Found, noised: Any, least: int) -> Any:
        seen = [each if true > 1 else least - 1 for each, true in zip(noised, found.counts, strict=True)]
        return published(found, (*seen[:-2], *noised[-2:]), least)

    patch.setattr(histogram, "published", judged)


def a_threshold_for_one_row(patch: pytest.MonkeyPatch) -> None:
    own = histogram.threshold_under

    def low(privacy: Privacy, *rest: Any) -> Any:
        found, bound = own(privacy, *rest), privacy.rows_per_person or 1
        return replace(found, least=found.least - (bound > 1))

    patch.setattr(histogram, "threshold_under", low)


def categories_in_the_order_of_the_rows(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(cell_readers, "sorted", list, raising=False)


def categories_of_rows_that_do_not_count(patch: pytest.MonkeyPatch) -> None:
    def all_of_them(names: Any, table: np.ndarray, _: object) -> Found:
        return Found(tuple(names[2:]), np.concatenate([table[2:], table[:2]]))

    patch.setattr(tally, "found_in", all_of_them)


def in_the_metadata(patch: pytest.MonkeyPatch, box: list[Any]) -> None:
    described = record.metadata_of

    def told(*arguments: Any) -> dict[str, Any]:
        found: dict[str, Any] = described(*arguments)
        return {**found, "privacy": {**found["privacy"], "about the data": box[0]}}

    patch.setattr(record, "metadata_of", told)


def the_number_of_rows_in_the_metadata(patch: pytest.MonkeyPatch) -> None:
    in_the_metadata(patch, with_counts(patch, lambda tables, _: int(tables[0].sum())))


def the_name_of_the_file_in_the_metadata(patch: pytest.MonkeyPatch) -> None:
    in_the_metadata(patch, with_counts(patch, lambda _, path: path.name))


def margins_that_know_the_rows(patch: pytest.MonkeyPatch) -> None:
    with_tables(patch, lambda table, true: replace(table, margins=Margins(int(true.max()), 1)))


def what_clamping_gained_in_the_metadata(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables, _: sum(int((table == 0).sum()) for table in tables))
    bias = histogram.clamping_bias
    patch.setattr(histogram, "clamping_bias", lambda distribution: bias(distribution) * (box or [1])[0])


def rows_left_out(tables: list[np.ndarray], path: Path) -> int:
    return len(path.read_text().splitlines()) - 1 - int(tables[0].sum())


def what_was_left_out_in_the_message(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, rows_left_out)
    answer, more = releases.Answer, "rows that were left out: {many}"
    patch.setattr(
        releases,
        "Answer",
        lambda data, lines: answer(data, (*lines, Sentence(more, (("many", box[0]),)))),
    )


def what_was_left_out_in_the_log(patch: pytest.MonkeyPatch) -> None:
    with_counts(patch, lambda *seen: logging.getLogger("explorer").debug("%d left out", rows_left_out(*seen)))


def rows_read_in_the_progress(patch: pytest.MonkeyPatch) -> None:
    with_counts(patch, lambda _, path: print(len(path.read_text().splitlines()), "rows read"))


def the_path_in_the_message(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda _, path: str(path))
    answer = Released.answer
    patch.setattr(Released, "answer", lambda released: {**answer(released), "read": box[0]})


def the_size_of_the_file_in_the_answer(patch: pytest.MonkeyPatch) -> None:
    box = with_counts(patch, lambda tables, _: int(tables[0].sum()))
    answer = Released.answer
    patch.setattr(Released, "answer", lambda released: {**answer(released), "large": box[0] > 10})


def a_value_in_the_text_of_an_exception(patch: pytest.MonkeyPatch) -> None:
    reader = numeric.number_reader

    def loud(decimal: str) -> Any:
        read = reader(decimal)

        def tried(text: str) -> Any:
            if (value := read(text)) is None:
                print(f"ValueError: could not convert {text!r}", file=sys.stderr)
            return value

        return tried

    patch.setattr(numeric, "number_reader", loud)


def a_date_in_the_text_of_an_exception(patch: pytest.MonkeyPatch) -> None:
    read = DatePattern.read

    def loud(pattern: DatePattern, text: str) -> Any:
        if (value := read(pattern, text)) is None:
            print(f"ValueError: time data {text!r} does not match format", file=sys.stderr)
        return value

    patch.setattr(DatePattern, "read", loud)


OF_FOUND: tuple[Break, ...] = (
    a_threshold_on_true_counts,
    a_threshold_for_one_row,
    categories_in_the_order_of_the_rows,
    categories_of_rows_that_do_not_count,
)
"""Of the selection of categories that no plan declares: the other plans do nothing else because of them."""

TELLING: tuple[Break, ...] = (
    empty_cells_left_out,
    special_cells_only_where_needed,
    rare_categories_left_out,
    rows_in_the_order_of_their_counts,
    edges_from_the_data,
    a_threshold_on_true_counts,
    a_threshold_for_one_row,
    categories_in_the_order_of_the_rows,
    categories_of_rows_that_do_not_count,
    the_number_of_rows_in_the_metadata,
    the_name_of_the_file_in_the_metadata,
    margins_that_know_the_rows,
    what_clamping_gained_in_the_metadata,
    what_was_left_out_in_the_message,
    what_was_left_out_in_the_log,
    rows_read_in_the_progress,
    the_path_in_the_message,
    the_size_of_the_file_in_the_answer,
    a_value_in_the_text_of_an_exception,
    a_date_in_the_text_of_an_exception,
)
