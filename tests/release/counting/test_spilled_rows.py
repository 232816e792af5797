"""Rows of people that wait on disk: they come back whole, and nobody else can read them."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from count_cases import KEY
from thoroughness import combined

from explorer.release.counting import contribution_bounding, spilled_rows
from explorer.release.counting.folded_rows import FoldedRows
from explorer.release.counting.identity import LongIds, words_of


def rows_of(part: FoldedRows | Iterator[FoldedRows]) -> list[tuple[int, ...]]:
    """Each row as often as it is there: two words of the id, and the joint numbers."""
    found = []
    for chunk in [part] if isinstance(part, FoldedRows) else part:
        rows = chunk.unfolded()
        second = rows.words[1] if len(rows.words) > 1 else 0 * rows.words[0]
        found += zip(
            rows.words[0].tolist(), second.tolist(), *(each.tolist() for each in rows.joint), strict=True
        )
    return found


@pytest.mark.parametrize(
    ("sizes", "limit"),
    combined(
        [(1, 1 << 18, 1 << 10), (1 << 14, 1 << 18, 1), (1, 50, 1), (1, 50, 1 << 10)],
        [0, 100_000, spilled_rows.LIMIT],
    ),
)
def test_that_rows_set_aside_come_back_once_and_a_person_in_one_part(
    sizes: tuple[int, int, int], limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, crowded, some = sizes
    for name, value in {"FEW": few, "CROWDED": crowded, "SOME": some, "LOOSE": 30, "WIDE": 300}.items():
        monkeypatch.setattr(spilled_rows, name, value)
    drawn, brought = np.random.default_rng(3), []
    aside = spilled_rows.Aside(tmp_path, contribution_bounding.seeds_of(KEY), 2, limit)
    for wide in (False, True, False, False):
        ids = drawn.integers(1, 5000, 12_000).astype(np.uint64)
        ids[::3] = 7  # one of very many
        words = (ids, np.where(ids % 11 == 0, ids, 0).astype(np.uint64)) if wide else (ids,)
        joint = (drawn.integers(0, 1 << (40 if wide else 8), 12_000), drawn.integers(0, 3, 12_000))
        aside.add(words, joint)
        brought += rows_of(FoldedRows(words, joint))
    given = [(isinstance(part, FoldedRows), rows_of(part)) for part in aside.parts()]
    parts = [rows for _, rows in given]
    assert sorted(row for part in parts for row in part) == sorted(brought)
    people = [{row[:2] for row in part} for part in parts]
    assert sum(map(len, people)) == len(set().union(*people))
    assert 200 < len(parts) <= spilled_rows.PARTS if few == 1 else 2 <= len(parts) <= 4
    whole = [len(rows) for is_whole, rows in given if is_whole]
    assert max(whole) < crowded + few + spilled_rows.FEW
    assert any(not is_whole for is_whole, _ in given) == (crowded == 50)
    aside.close()
    assert list(tmp_path.iterdir()) == []


def test_that_rows_on_disk_tell_nothing_but_how_many_they_are(tmp_path: Path) -> None:
    """Not the ids, not which of them are alike, and not even that two files hold the same rows."""
    words, cells = words_of(["Annemarie"] * 9000, LongIds()), np.arange(9000, dtype=np.int64)
    written = []
    for _ in range(2):
        aside = spilled_rows.Aside(tmp_path, contribution_bounding.seeds_of(KEY), 1)
        file = BytesIO()
        for _ in range(2):
            aside.add(words, [cells])
            aside.write_held(file)
        written.append(file.getvalue())
    size = 2 * (sum(word.nbytes for word in words) + 4 * len(cells))
    assert b"Annemari" in b"".join(word.byteswap().tobytes() for word in words)
    assert [len(each) for each in written] == [size, size]
    assert len({each[at : at + size // 2] for each in written for at in (0, size // 2)}) == 4
    for each in written:
        pairs = np.bincount(np.frombuffer(each, np.uint8), minlength=256)
        assert abs(pairs - size / 256).max() < 6 * (size / 256) ** 0.5
        assert len(np.unique(np.frombuffer(each, np.uint64))) == size // 8
