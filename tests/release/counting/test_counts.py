"""Counting: joint cells, and the rows of a person bounded by a rule of that person's rows alone."""

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, BODY, KEY, REGION, counted, plan_of

from explorer.release.counting.contribution_bounding import row_words, seeds_of
from explorer.release.counting.counts import Counts, count
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.table import Interrupted


def test_that_a_crosstab_counts_joint_cells_last_column_fastest(tmp_path: Path) -> None:
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (AGE, REGION)),))
    (table,) = counted(tmp_path, BODY, plan)
    assert {place: number for place, number in enumerate(table) if number} == {0: 1, 4: 1, 9: 1}
    assert [list(plan.queries[0].labels())[place] for place in (0, 4, 9)] == [
        ("from 0 to 20", "North"),
        ("from 20 to 40", "North"),
        ("from 40 to 100", "South"),
    ]


def people(
    id_column: str | None = "id", rows: int = 2, in_cell: int | None = None, cells: int | None = None
) -> Privacy:
    return Privacy("person", Fraction(1), Fraction(0), "", id_column, rows, in_cell, cells)


def test_that_no_person_counts_more_rows_than_declared(tmp_path: Path) -> None:
    rows = "".join(f"Ann,{age},North\n" for age in (1, 1, 1, 30, 50)) + "ann ,1,North\nAnn\u0301,1,South\n"
    tables = counted(tmp_path, "id,age,region\n" + rows, plan_of(AGE, REGION, privacy=people()))
    assert [sum(table) for table in tables] == [4, 4]
    unbounded = counted(tmp_path, "id,age,region\n" + rows, plan_of(AGE, REGION, privacy=people(None)))
    assert [sum(table) for table in unbounded] == [7, 7]


def test_that_rows_without_an_id_do_not_count(tmp_path: Path) -> None:
    content = 'id,age\n,1\nNA,1\n"",1\n  ,1\nx,1\n'
    blank = plan_of(AGE, privacy=people(), declared=Input(missing=("NA",)))
    assert counted(tmp_path, content, blank) == [[2, 0, 0, 0, 0, 0, 0]]
    trimmed = plan_of(AGE, privacy=people(), declared=Input(missing=("NA",), trim=True))
    assert counted(tmp_path, content, trimmed) == [[1, 0, 0, 0, 0, 0, 0]]


@pytest.mark.parametrize("bounds", [(2, None, None), (3, 1, None), (4, 2, 2), (5, None, 1), (3, 2, 1)])
def test_that_every_bound_holds_in_every_histogram_whatever_the_order(
    bounds: tuple[int, int | None, int | None], tmp_path: Path
) -> None:
    rows, in_cell, cells = bounds
    chance = random.Random(str(bounds))
    table = [
        (f"p{chance.randrange(6)}", str(chance.randrange(120)), chance.choice(["North", "South", "x", ""]))
        for _ in range(80)
    ]
    plan = plan_of(AGE, REGION, privacy=people("id", *bounds))
    everyone = counted(tmp_path, text_of(table), plan)
    alone: list[Counter[int]] = [Counter(), Counter()]
    for person in sorted({row[0] for row in table}):
        own = [row for row in table if row[0] == person]
        mine = counted(tmp_path, text_of(own), plan)
        for sums, counts in zip(alone, mine, strict=True):
            sums.update(dict(enumerate(counts)))
            assert sum(counts) <= rows
            assert in_cell is None or max(counts) <= in_cell
            assert cells is None or sum(map(bool, counts)) <= cells
        chance.shuffle(own)
        assert counted(tmp_path, text_of(own), plan) == mine
    assert [
        [sums[place] for place in range(len(each))] for sums, each in zip(alone, everyone, strict=True)
    ] == everyone


def text_of(rows: list[tuple[str, ...]]) -> str:
    return "id,age,region\n" + "".join(",".join(row) + "\n" for row in rows)


def test_that_which_rows_count_differs_from_person_to_person_and_row_to_row() -> None:
    order, another = seeds_of(KEY).order, seeds_of(b"another key sixteen").order
    words = [row_words(order, b"%d" % person, 12) for person in range(40)]
    firsts = {min(range(3), key=lambda at, mine=mine: mine[4 * at : 4 * at + 4]) for mine in words}
    assert firsts == {0, 1, 2}
    assert len({words[0][4 * at : 4 * at + 4] for at in range(12)}) == 12
    assert row_words(order, b"a" * 8, 1) != row_words(order, b"a" * 9, 1)
    assert row_words(order, b"a", 1) != row_words(another, b"a", 1)
    assert row_words(order, b"a", 9)[:32] == row_words(order, b"a", 8)


def test_that_bounding_picks_rows_evenly(tmp_path: Path) -> None:
    rows = [(f"p{person}", str(age), "North") for person in range(600) for age in (10, 30, 50)]
    (table,) = counted(tmp_path, text_of(rows), plan_of(AGE, privacy=people(rows=1)))
    assert sum(table) == 600
    assert min(table[:3]) > 140


def test_that_counting_reports_bytes_and_stops_on_request(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("age,note\n" + f"7,{'x' * 97}\n" * 8000)
    steps: list[tuple[int, int]] = []
    count(plan_of(AGE), path, KEY, progress=lambda done, whole: steps.append((done, whole)))
    assert steps[-1] == (800_009, 800_009)
    assert len(steps) > 2
    asked = iter([False, False, True])
    with pytest.raises(Interrupted):
        count(plan_of(AGE), path, KEY, cancelled=lambda: next(asked))


def test_that_counts_never_show_themselves(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("age\n" + "7\n" * 104_729)
    found = count(plan_of(AGE), path, KEY)
    assert repr(found) == "Counts()"
    assert isinstance(found, Counts)


def test_that_an_id_is_missing_as_a_trimmed_value_is(tmp_path: Path) -> None:
    rows = [(" NA", "7", "North"), ("NA ", "7", "North"), ("  ", "7", "North"), (" a", "7", "North")]
    declared = Input(missing=("NA ",), trim=True)
    (table,) = counted(tmp_path, text_of(rows), plan_of(AGE, declared=declared, privacy=people(rows=3)))
    assert table == [1, 0, 0, 0, 0, 0, 0]


def test_that_half_a_surrogate_pair_is_an_id_like_any_other(tmp_path: Path) -> None:
    plan = plan_of(AGE, declared=Input(encoding="gb18030"), privacy=people(rows=1))
    content = b"id,age,region\n" + b"\x83\x36\xc7\x39,7,North\n" * 3
    assert counted(tmp_path, content, plan) == [[1, 0, 0, 0, 0, 0, 0]]
