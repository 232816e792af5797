"""Layer 2 of the audit: neighbours, every emitted byte equal; and the ways of breaking that are caught."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import observed
import pytest
from breaking import Break
from broken_counting import COUNTING
from broken_telling import OF_FOUND, TELLING
from neighbouring import Row
from parquet_tables import write_parquet
from replay import caught_at
from thoroughness import THOROUGH, some

from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.histogram import Histogram

BREAKS = (*COUNTING, *TELLING)
PAIRS, SEEDS = 500, (1, 2, 3, 4)
SOUND = PAIRS if THOROUGH else PAIRS // 8
"""Of each seed. The slowest of the ways of breaking is caught at pair 101, of some 180 at every change."""


@pytest.mark.parametrize("seed", some(SEEDS, 3))
def test_that_nothing_emitted_depends_on_one_unit(seed: int, tmp_path: Path) -> None:
    assert PAIRS * len(SEEDS) >= 2000
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, SOUND, seed) is None


def test_that_nothing_emitted_depends_on_one_unit_of_a_parquet_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, rows: Sequence[Row]) -> None:
        write_parquet(path, dict.fromkeys(("id", "age", "region", "town"), "VARCHAR"), rows)

    monkeypatch.setattr(observed, "write_table", write)
    assert caught_at(tmp_path / "run", pytest.MonkeyPatch.context, PAIRS if THOROUGH else 15) is None


def every_plan(_: ReleasePlan) -> bool:
    return True


def of_found_categories(plan: ReleasePlan) -> bool:
    return any(isinstance(each, Histogram) and each.unknown is not None for each in plan.queries)


@pytest.mark.parametrize("broken", BREAKS, ids=[each.__name__ for each in BREAKS])
def test_that_a_broken_release_is_caught(broken: Break, tmp_path: Path) -> None:
    """At which pair is told where pytest is asked for what passing tests print (`-rP`)."""

    @contextmanager
    def patched() -> Iterator[pytest.MonkeyPatch]:
        with pytest.MonkeyPatch.context() as patch:
            broken(patch)
            yield patch

    about = of_found_categories if broken in OF_FOUND else every_plan
    number = caught_at(tmp_path / "run", patched, PAIRS, about=about)
    print(f"{broken.__name__}: caught at pair {number}")
    assert number is not None
