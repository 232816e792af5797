"""Bounding in arrays: exact whatever the hashes are, and a function of each person's rows alone."""

import random
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from count_cases import AGE, KEY, REGION, asking, plan_of, strictly
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import reference, spelled_id, told
from thoroughness import tries

from explorer.release.counting import contribution_bounding, row_groups, rows_within_bounds
from explorer.release.counting.identity import LongIds, spellings_of, without, words_of
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram


def people(rows: int, in_cell: int | None = None, cells: int | None = None) -> Privacy:
    return Privacy("person", 1, 0, "", "id", rows, in_cell, cells)


def tables(folder: Path, rows: list[str], plan: ReleasePlan) -> list[list]:
    path = folder / "rows.csv"
    path.write_text("id,age,region\n" + "".join(rows))
    return told(strictly(asking(plan, path, KEY)))


def rows_of(chance: random.Random, persons: int, many: int) -> list[str]:
    return [
        f"p{chance.randrange(persons)},{chance.randrange(120)},{chance.choice(['North', 'South', 'x', ''])}\n"
        for _ in range(many)
    ]


class Coarse:
    """A hash of a few bits: every byte is masked."""

    def __init__(self, whole: object, mask: int) -> None:
        self.whole, self.mask = whole, mask

    def copy(self) -> "Coarse":
        return Coarse(self.whole.copy(), self.mask)

    def update(self, more: bytes) -> None:
        self.whole.update(more)

    def digest(self) -> bytes:
        return bytes(byte & self.mask for byte in self.whole.digest())


@pytest.mark.parametrize("bits", [0, 1])
@pytest.mark.parametrize("bounds", [(3,), (4, 2, 2)])
def test_that_colliding_hashes_change_nothing_that_is_exact(
    bits: int, bounds: tuple[int | None, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as few bits as that, almost all persons and rows share a hash."""
    whole = contribution_bounding.mixed
    mask = np.uint64((1 << bits) - 1)
    for room in (row_groups, contribution_bounding):
        monkeypatch.setattr(room, "mixed", lambda words: whole(words) & mask)
    monkeypatch.setattr(
        contribution_bounding, "sha256", lambda message: Coarse(sha256(message), 0xFF >> (8 - bits))
    )
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
    long_ids = LongIds()
    words = words_of(ids * 2, long_ids)
    rows = list(zip(*(word.tolist() for word in words), strict=True))
    assert len(set(rows)) == len(ids)
    assert rows[: len(ids)] == rows[len(ids) :]
    for nobody in (["b", "ab", "x" * 300], ["x" * 65, "\ud800"], ["", "x" * 64, "x" * 66]):
        assert without(words, nobody, long_ids).tolist() == [each not in nobody for each in ids * 2]


def test_that_a_short_id_has_one_place_whatever_ids_are_with_it() -> None:
    seeds = contribution_bounding.seeds_of(KEY)
    alone = contribution_bounding.person_words(words_of(["Ann"], LongIds()), seeds)
    among = contribution_bounding.person_words(words_of(["Ann", "x" * 40, "y" * 99], LongIds()), seeds)
    assert alone[0] == among[0]
    first, second = LongIds(), LongIds()
    second.words(b"somebody who came before" * 9)
    long = [
        contribution_bounding.person_words(words_of(["y" * 99], ids), seeds)[0] for ids in (first, second)
    ]
    assert long[0] == long[1]


@pytest.mark.parametrize("most", [0, 1, 200, 1 << 16, 1 << 20, 1 << 40])
def test_that_digits_sort_as_the_numbers_do_and_equal_ones_stay(most: int) -> None:
    numbers = np.random.default_rng(1).integers(0, most, 3000, endpoint=True)
    numbers[::3] = numbers[0]
    found = row_groups.stably(row_groups.digits(numbers))
    assert found.tolist() == np.argsort(numbers, kind="stable").tolist()


@pytest.mark.parametrize("persons", [30, 100_000])
@pytest.mark.parametrize("bits", [2, 17, 64])
def test_that_rows_stand_by_person_then_by_the_whole_hash(persons: int, bits: int) -> None:
    drawn = np.random.default_rng(2)
    person = np.sort(drawn.integers(0, persons, 120_000))
    orders = drawn.integers(0, 1 << 64, 120_000, dtype=np.uint64) >> np.uint64(64 - bits)
    orders <<= np.uint64(64 - bits)
    found = contribution_bounding.in_order(person, orders)
    right = np.lexsort((orders, person))
    for each in (person, orders):
        assert (each[found] == each[right]).all()


@pytest.mark.parametrize("most", [1, 2, 3, 9])
def test_that_no_more_than_the_first_rows_of_each_are_taken(most: int) -> None:
    person = np.repeat(np.arange(6), [1, 2, 3, 4, 1, 5])
    found = rows_within_bounds.leading(person, most)
    assert np.bincount(person[found]).tolist() == [min(many, most) for many in (1, 2, 3, 4, 1, 5)]
    assert found.tolist() == [(person[:at] == each).sum() < most for at, each in enumerate(person)]


def test_that_an_id_is_hashed_as_it_is_spelled_whatever_ids_are_with_it() -> None:
    ids = ["Ann", "Annemarie", "a" * 8, "北京" * 3, "\x01", "x" * 64, "y" * 65, "z" * 99, "\ud800"]
    right = [spelled_id(each) for each in ids]
    assert spellings_of(words_of(ids, LongIds())) == right
    assert [spellings_of(words_of([each], LongIds()))[0] for each in ids] == right
    assert len(set(right)) == len(ids)


def test_that_the_order_of_a_row_is_the_one_that_is_described() -> None:
    """SHA-256 of the key's text, the block and the id; four bytes a row, eight rows a block."""
    many = np.array([1, 8, 9, 30])
    found = contribution_bounding.row_orders([b"p1", b"p2", b"p3", b"p4"], many, "key").tolist()
    right = [
        (int.from_bytes(sha256(b"key:%d:p%d" % (row // 8, person)).digest()[4 * (row % 8) :][:4]) << 32) + row
        for person, rows in enumerate(many.tolist(), 1)
        for row in range(rows)
    ]
    assert found == right


def test_that_each_row_of_a_person_is_kept_as_often_as_any_other() -> None:
    """Over many keys: two of five rows, and two of eleven; 4,000 keys, six standard deviations."""
    keys = 4000
    for rows in (5, 11):
        kept, many = np.zeros(rows), np.array([rows])
        for number in range(keys):
            order = contribution_bounding.seeds_of(number.to_bytes(16, "big")).order
            kept[np.argsort(contribution_bounding.row_orders([b"Ann"], many, order))[:2]] += 1
        share = 2 / rows
        assert (abs(kept - share * keys) < 6 * (keys * share * (1 - share)) ** 0.5).all()


def test_that_two_persons_of_the_same_rows_do_not_keep_the_same_ones() -> None:
    order, many = contribution_bounding.seeds_of(KEY).order, np.array([10])
    people = [f"p{person}".encode() for person in range(100)]
    first = {int(np.argmin(contribution_bounding.row_orders([each], many, order))) for each in people}
    assert first == set(range(10))


@pytest.mark.parametrize("most", [1, 3, 6])
def test_that_the_least_rows_are_found_without_sorting(most: int) -> None:
    chance = np.random.default_rng(most)
    lengths = chance.integers(most + 1, 20, 50)
    starts = np.cumsum(lengths) - lengths
    orders = chance.integers(0, 1 << 63, int(lengths.sum()), dtype=np.uint64)
    found = contribution_bounding.least_rows(orders, starts, most)
    assert found is not None
    for begin, length in zip(starts.tolist(), lengths.tolist(), strict=True):
        mine = orders[begin : begin + length]
        assert found[begin : begin + length].tolist() == (mine < np.sort(mine)[most]).tolist()


@pytest.mark.parametrize("orders", [[3, 3, 5], [1, (1 << 64) - 1, (1 << 64) - 1]])
def test_that_a_tie_is_left_to_sorting(orders: list[int]) -> None:
    given = np.array(orders, dtype=np.uint64), np.array([0])
    assert contribution_bounding.least_rows(*given, 2) is None


def taken_plainly(
    person: list[int], flats: list[list[int]], bounds: tuple[int | None, int | None, int | None]
) -> list[bool]:
    """The specification: one row after the other, in each histogram counts by person and cell."""
    rows_most, in_cell, cells_most = (10**9 if bound is None else bound for bound in bounds)
    counts: list[dict[int, Counter[int]]] = [defaultdict(Counter) for _ in flats]
    kept: Counter[int] = Counter()
    taken = []
    for who, *mine in zip(person, *flats, strict=True):
        tables = [table[who] for table in counts]
        allowed = kept[who] < rows_most and all(
            table[cell] < in_cell and (table[cell] or len(+table) < cells_most)
            for table, cell in zip(tables, mine, strict=True)
        )
        if allowed:
            kept[who] += 1
            for table, cell in zip(tables, mine, strict=True):
                table[cell] += 1
        taken.append(bool(allowed))
    return taken


some = st.none() | st.integers(1, 6)


@settings(max_examples=tries(300))
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=80),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.tuples(some, some, some),
    st.sampled_from([0, 1, 3, 64]),
    st.integers(0, 2**32),
)
def test_that_rows_are_taken_as_one_after_the_other(
    people: list[int], sizes: list[int], bounds: tuple[int | None, ...], rounds: int, seed: int
) -> None:
    drawn = np.random.default_rng(seed)
    person = np.unique(np.sort(np.array(people)), return_inverse=True)[1].astype(np.int64)
    flats = [drawn.integers(0, size, len(person)) for size in sizes]
    alike = rows_within_bounds.numbered((person, *flats))
    privacy = Privacy("person", 1, 0, "", "id", *bounds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows_within_bounds, "ROUNDS", rounds)
        found = rows_within_bounds.taken_rows(person, alike, flats, privacy, lambda: None)
    assert found.tolist() == taken_plainly(person.tolist(), [flat.tolist() for flat in flats], bounds)


def test_that_the_work_does_not_grow_with_the_rows_that_a_person_may_have() -> None:
    """Looks whether to stop, one a round: as many for one person's 20,000 rows as for 64 a person."""
    drawn, rows, looks = np.random.default_rng(1), 20_000, []
    for persons in (1, rows // 64):
        person = np.sort(np.arange(rows) % persons)
        flats = [drawn.integers(0, 500, rows) for _ in range(2)]
        alike = rows_within_bounds.numbered((person, *flats))
        asked: list[None] = []
        rows_within_bounds.taken_rows(
            person, alike, flats, people(5000, 4000, 400), lambda asked=asked: asked.append(None)
        )
        looks.append(len(asked))
    assert max(looks) <= rows_within_bounds.ROUNDS + 3
