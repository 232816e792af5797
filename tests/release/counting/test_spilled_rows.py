"""Rows of people that wait on disk: they come back whole, and nobody else can read them."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from count_cases import KEY

from explorer.release.counting import contribution_bounding, spilled_rows
from explorer.release.counting.identity import LongIds, words_of


@pytest.mark.parametrize("limit", [0, 100_000, spilled_rows.LIMIT])
@pytest.mark.parametrize("few", [1, spilled_rows.FEW])
def test_that_rows_set_aside_come_back_once_and_a_person_in_one_part(
    few: int, limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spilled_rows, "FEW", few)
    drawn, brought = np.random.default_rng(3), []
    aside = spilled_rows.Aside(tmp_path, contribution_bounding.seeds_of(KEY), 2, limit)
    for wide in (False, True, False):
        ids = drawn.integers(1, 5000, 12_000).astype(np.uint64)
        words = (ids, np.where(ids % 7 == 0, ids, 0).astype(np.uint64)) if wide else (ids,)
        joint = (drawn.integers(0, 1 << (40 if wide else 8), 12_000), drawn.integers(0, 3, 12_000))
        aside.add(words, joint)
        brought += list(
            zip(words[0].tolist(), words[-1].tolist() if wide else [0] * 12_000, *joint, strict=True)
        )
    parts = [
        list(
            zip(
                words[0].tolist(),
                (words[1] if len(words) > 1 else 0 * words[0]).tolist(),
                *joint,
                strict=True,
            )
        )
        for words, joint in aside.parts()
    ]
    assert sorted(row for part in parts for row in part) == sorted(brought)
    people = [{row[:2] for row in part} for part in parts]
    assert sum(map(len, people)) == len(set().union(*people))
    assert 200 < len(parts) <= spilled_rows.PARTS if few == 1 else 2 <= len(parts) <= 3
    aside.close()
    assert list(tmp_path.iterdir()) == []


def test_that_rows_on_disk_tell_nothing_but_how_many_they_are(tmp_path: Path) -> None:
    """Not the ids, not which of them are alike, and not even that two files hold the same rows."""
    words, cells = words_of(["Annemarie"] * 9000, LongIds()), np.zeros(9000, dtype=np.int64)
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
