"""People of very many rows: the same rows are kept as of few, in memory that does not grow with them."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from count_cases import KEY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.release.counting import contribution_bounding, crowded_parts, rows_by_hash, spilled_rows
from explorer.release.counting.identity import LongIds, words_of
from explorer.release.counting.layout import Batch, Integers, layout_of
from explorer.release.counting.tally import tally_of
from explorer.release.partition_selection import Found
from explorer.release.plan.columns import NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.table import Shape

SMALL = {
    spilled_rows: {"CROWDED": 4, "SOME": 1, "LOOSE": 5, "WIDE": 40},
    crowded_parts: {"MANY": 3, "LOT": 20, "RUN": 12, "FAN": 3, "BLOCK": 3, "IN_MEMORY": 100},
    rows_by_hash: {"WINDOW": 2, "HASHED": 16},
}


def numeric(name: str, cells: int) -> NumericColumn:
    return NumericColumn(name, tuple(str(edge) for edge in range(cells + 1)))


def plan_of(sizes: list[int], bounds: tuple[int | None, ...], crossed: bool, found: bool) -> ReleasePlan:
    columns = [numeric(f"c{at}", size) for at, size in enumerate(sizes)]
    tables = [Histogram("all", tuple(columns))] if crossed else []
    tables += [Histogram(f"h{at}", (column,)) for at, column in enumerate(columns)] if not crossed else []
    tables += [Histogram("found", (UnknownColumn("text"),))] if found else []
    return ReleasePlan(Privacy("person", 1, 0, "", "id", *bounds), tuple(tables))


def counted(
    plan: ReleasePlan, batches: list[tuple[list[str], list[Integers]]], folder: Path, limit: int
) -> list:
    names = ("id", *dict.fromkeys(column.name for column in plan.classified))
    tally = tally_of(plan, layout_of(plan, Shape(len(names), names)), KEY, folder, limit)
    long_ids = LongIds()
    for ids, cells in batches:
        told = [
            np.array([reader.cells[f"w{cell}"] for cell in each.tolist()]) if reader.categories else each
            for each, reader in zip(cells, tally.readers, strict=True)
        ]
        tally.add(Batch(tuple(told), words_of(ids, long_ids)))
    tables = tally.finish(lambda: None)
    tally.close()
    return [
        (each.labels, each.counts.tolist()) if isinstance(each, Found) else each.tolist() for each in tables
    ]


some = st.none() | st.integers(1, 6)


@settings(max_examples=tries(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=6),
    st.lists(st.sampled_from([1, 3, 40]), min_size=1, max_size=3),
    st.tuples(st.integers(1, 12), some, some),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 200, 1 << 20]),
    st.integers(0, 2**32),
)
def test_that_many_rows_are_bounded_as_few_are(
    tmp_path: Path,
    people: list[int],
    sizes: list[int],
    bounds: tuple[int | None, ...],
    crossed: bool,
    found: bool,
    limit: int,
    seed: int,
) -> None:
    """Ids of one word, of several, and too long for words; rows in a random order, in several batches."""
    drawn, plan = np.random.default_rng(seed), plan_of(sizes, bounds, crossed, found)
    spelled = [("p", "person number ", "x" * 70)[at % 3] + str(at) for at in range(len(people))]
    ids = np.repeat(np.array(spelled, dtype=object), people)
    drawn.shuffle(ids)
    cells = [drawn.integers(0, size, len(ids)) for size in (*sizes, *([9] if found else []))]
    ends = np.sort(drawn.integers(0, len(ids) + 1, 3)).tolist()
    batches = [
        (ids[begin:end].tolist(), [each[begin:end] for each in cells])
        for begin, end in zip([0, *ends], [*ends, len(ids)], strict=True)
    ]
    right = counted(plan, batches, tmp_path, 1 << 20)
    with pytest.MonkeyPatch.context() as patch:
        for module, constants in SMALL.items():
            for name, value in constants.items():
                patch.setattr(module, name, value)
        assert counted(plan, batches, tmp_path, limit) == right


def bound_rows(rows: int, cells: int, bounds: tuple[int | None, ...], folder: Path) -> None:
    """So many rows of one person, from beginning to end."""
    drawn, plan = np.random.default_rng(1), plan_of([cells, cells, cells], bounds, False, False)
    names = ("id", "c0", "c1", "c2")
    words = words_of(["Ann"] * (1 << 14), LongIds())
    tally = tally_of(plan, layout_of(plan, Shape(4, names)), KEY, folder, 1 << 20)
    for _ in range(rows >> 14):
        tally.add(Batch(tuple(drawn.integers(0, cells, 1 << 14) for _ in range(3)), words))
    tally.finish(lambda: None)
    tally.close()


def peak_of(rows: int, cells: int, bounds: tuple[int | None, ...], folder: Path) -> int:
    """Bytes that are held at most meanwhile."""
    tracemalloc.start()
    bound_rows(rows, cells, bounds, folder)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("cells", [3, 5000], ids=["rows that are alike", "rows that all differ"])
@pytest.mark.parametrize("bounds", [(20, None, None), (40, 3, 9)])
def test_that_memory_does_not_grow_with_the_rows_of_a_person(
    cells: int, bounds: tuple[int | None, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowded_parts, "RUN", 1 << 13)
    monkeypatch.setattr(crowded_parts, "FAN", 4)
    monkeypatch.setattr(crowded_parts, "IN_MEMORY", 1 << 19)
    some, many = (peak_of(rows, cells, bounds, tmp_path) for rows in (1 << 16, 1 << 19))
    assert many < 1.5 * some
    assert many < 14 << 20  # the rows are 16 MB with their ids, and were held five times


def test_that_a_person_of_many_rows_is_hashed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight rows a hash, also where three bounds leave most of the rows without room."""
    asked, hashed = [], contribution_bounding.sha256
    monkeypatch.setattr(
        contribution_bounding, "sha256", lambda message: (asked.append(1), hashed(message))[1]
    )
    for bounds in ((1, None, None), (20, None, None), (40, 3, 9)):
        asked.clear()
        bound_rows(1 << 19, 3, bounds, tmp_path)
        assert len(asked) <= 1.1 * (1 << 19) / 8 + 100
