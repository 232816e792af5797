"""Bounding in arrays: exact whatever the hashes are, and a function of each person's rows alone."""

import random
from pathlib import Path

import numpy as np
import pytest
from counting import AGE, KEY, REGION, plan_of
from reference import reference, told

from explorer.release import bounding
from explorer.release.counts import Asked, strictly
from explorer.release.declared import CategoryColumn, Histogram, NumericColumn, Privacy, ReleasePlan
from explorer.release.identity import LongIds, without, words_of


def people(rows: int, in_cell: int | None = None, cells: int | None = None) -> Privacy:
    return Privacy("person", 1, 0, "", "id", rows, in_cell, cells)


def tables(folder: Path, rows: list[str], plan: ReleasePlan) -> list[list]:
    path = folder / "rows.csv"
    path.write_text("id,age,region\n" + "".join(rows))
    return told(strictly(Asked(plan, path, KEY)))


def rows_of(chance: random.Random, persons: int, many: int) -> list[str]:
    return [
        f"p{chance.randrange(persons)},{chance.randrange(120)},{chance.choice(['North', 'South', 'x', ''])}\n"
        for _ in range(many)
    ]


@pytest.mark.parametrize("bits", [0, 5])
@pytest.mark.parametrize("bounds", [(3,), (4, 2, 2)])
def test_that_colliding_hashes_change_nothing_that_is_exact(
    bits: int, bounds: tuple[int | None, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as few bits as that, almost all persons and rows share a hash."""
    whole = bounding._mixed
    monkeypatch.setattr(bounding, "_mixed", lambda words: whole(words) & np.uint64((1 << bits) - 1))
    wide = NumericColumn("age", tuple(str(edge) for edge in range(1100)))
    for plan in (
        plan_of(AGE, REGION, privacy=people(*bounds)),
        ReleasePlan(people(*bounds), (Histogram("h", (wide, REGION)),)),
    ):
        rows = rows_of(random.Random(1), 40, 400)
        right = reference(("id,age,region\n" + "".join(rows)).encode(), plan)
        assert tables(tmp_path, rows, plan) == right


@pytest.mark.parametrize("bounds", [(3,), (3, 1), (6, 2, 2)])
def test_that_the_kept_rows_of_one_do_not_depend_on_others(
    bounds: tuple[int | None, ...], tmp_path: Path
) -> None:
    plan = ReleasePlan(people(*bounds), (Histogram("h", (AGE, REGION)),))
    chance = random.Random(2)
    rows = rows_of(chance, 30, 600)
    whole = np.array(tables(tmp_path, rows, plan)[0])
    for person in range(30):
        mine = [row for row in rows if row.startswith(f"p{person},")]
        others = [row for row in rows if row not in mine]
        chance.shuffle(others)
        alone = np.array(tables(tmp_path, mine, plan)[0])
        assert (np.array(tables(tmp_path, others, plan)[0]) + alone == whole).all()
        assert alone.sum() <= bounds[0]


def test_that_more_columns_than_a_word_holds_are_still_told_apart(tmp_path: Path) -> None:
    many = tuple(
        CategoryColumn("region", (f"c{at}", "North", *(f"x{i}" for i in range(300)))) for at in range(9)
    )
    privacy = people(2)
    plan = ReleasePlan(privacy, tuple(Histogram(f"h{at}", (each,)) for at, each in enumerate(many)))
    rows = rows_of(random.Random(3), 5, 60)
    assert tables(tmp_path, rows, plan) == reference(("id,age,region\n" + "".join(rows)).encode(), plan)


def test_that_ids_are_the_same_words_only_if_they_are_the_same() -> None:
    ids = ["a", "a" * 8, "a" * 9, "b", "", "ab", "ba", "x" * 64, "x" * 65, "x" * 66, "\ud800", "北"]
    words = words_of(ids * 2, LongIds())
    rows = list(zip(*(word.tolist() for word in words), strict=True))
    assert len(set(rows)) == len(ids)
    assert rows[: len(ids)] == rows[len(ids) :]
    assert without(words, ["b", "ab", "x" * 300]).tolist() == [each not in ("b", "ab") for each in ids * 2]


def test_that_a_short_id_has_one_place_whatever_ids_are_with_it() -> None:
    seeds = bounding.seeds_of(KEY)
    alone = bounding.person_words(words_of(["Ann"], LongIds()), seeds)
    among = bounding.person_words(words_of(["Ann", "x" * 40, "y" * 99], LongIds()), seeds)
    assert alone[0] == among[0]
    first, second = LongIds(), LongIds()
    second.words(b"somebody who came before" * 9)
    long = [bounding.person_words(words_of(["y" * 99], ids), seeds)[0] for ids in (first, second)]
    assert long[0] == long[1]
