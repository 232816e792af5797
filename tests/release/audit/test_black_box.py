"""Layer 4 of the audit: the shipped release on neighbouring tables; and the faults that it must find."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from audited_plans import AGE, CITY, REGION, SUBSTITUTE, WHEN, people, rows
from broken_counting import everybody_unbounded, substitution_as_removal
from thoroughness import some

from explorer.privacy.refusal import NotValid, OutOfRange
from explorer.release import partition_selection, publish
from explorer.release.audit import black_box
from explorer.release.ledger.spends import read_books
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input
from explorer.release.queries import histogram
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.query import Query
from explorer.release.sources.table import Interrupted

RUNS = 2000
GAUSSIAN: dict[str, Any] = {"mechanism": "discrete-gaussian", "delta": Fraction(1, 1000)}
Break = Callable[[pytest.MonkeyPatch], object]

SOUND = {
    "row": rows((AGE,)),
    "row, substitute, Gaussian": rows((AGE, REGION), **SUBSTITUTE, **GAUSSIAN),
    "person, two tables, substitute": people((AGE,), (REGION,), **SUBSTITUTE),
    "person, dates": people((WHEN, REGION), most=3),
    "person, further bounds": people((AGE,), most=5, rows_per_cell=2, cells_per_person=2),
    "person, unknown categories": people((CITY,), delta=Fraction(1, 10**6)),
}


@pytest.mark.parametrize("name", some(SOUND, 3))
def test_that_a_sound_release_is_not_rejected(name: str) -> None:
    verdict = black_box.trial(SOUND[name], RUNS)
    assert not verdict.violated, verdict
    assert verdict.reach == pytest.approx(1)
    assert verdict.largest > 4 > float(verdict.epsilon)
    assert verdict.fresh == verdict.runs - verdict.fresh == RUNS // 2
    assert verdict.whole > 0
    assert verdict.counted >= 2 * RUNS // 20


def half_of_the_sensitivity(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Query, "sensitivity", lambda *_: SimpleNamespace(L1=1, L2_squared=1))


def bins_from_the_data(patch: pytest.MonkeyPatch) -> None:
    """Equal intervals from the least to the greatest age that somebody has."""
    count = black_box.count

    def fitted(plan: ReleasePlan, path: Path, *rest: Any) -> Any:
        place = path.read_text().splitlines()[0].split(",").index("age")
        ages = [float(line.split(",")[place]) for line in path.read_text().splitlines()[1:]]
        edges = tuple(f"{edge:.6f}" for edge in np.linspace(min(ages), max(ages) + 1, 4))
        column = replace(AGE, edges=edges)
        return count(replace(plan, queries=(Histogram("h0", (column,)),)), path, *rest)

    for module in (black_box, publish):
        patch.setattr(module, "count", fitted)


def every_category_found(patch: pytest.MonkeyPatch) -> None:
    """As if a count above nothing were a threshold."""
    patch.setattr(histogram, "threshold_under", lambda *_: partition_selection.Threshold(1, Fraction(0)))


def all_of_epsilon_for_each(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ReleasePlan, "epsilon_of", lambda plan, index: plan.privacy.epsilon)


# Runs enough for each fault to be missed less than once in a million times
BROKEN: list[tuple[Break, ReleasePlan, int]] = [
    (half_of_the_sensitivity, people((AGE,)), 2000),
    (substitution_as_removal, rows((AGE,), epsilon="2", **SUBSTITUTE), 2000),
    (bins_from_the_data, rows((AGE,)), 400),
    (everybody_unbounded, people((REGION,)), 300),
    (every_category_found, people((CITY,), delta=Fraction(1, 10**6)), 300),
    (all_of_epsilon_for_each, people((AGE,), (REGION,), (AGE, REGION), epsilon="2"), 2000),
]


@pytest.mark.parametrize(("broken", "plan", "runs"), BROKEN)
def test_that_a_fault_is_found(
    broken: Break, plan: ReleasePlan, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch)
    verdict = black_box.trial(plan, runs)
    assert verdict.violated, verdict


def test_that_more_is_claimed_than_few_runs_can_show() -> None:
    verdict = black_box.trial(rows((AGE,), epsilon="20"), 100)
    assert verdict.largest < 20
    assert not verdict.violated
    assert verdict.needed > 1e9
    assert black_box.trial(rows((AGE,), epsilon="100"), 100).needed == float("inf")


def test_that_the_ledger_of_the_person_is_not_touched(
    state: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(black_box, "RUNS_A_RELEASE", 8)
    verdict = black_box.trial(people((AGE,)), 100)
    assert verdict.whole > 4  # of some 25: less once in ten million times
    assert read_books(folder).accounts == {}
    assert not folder.exists()
    assert not state.exists()  # witnesses lie with the temporary ledgers: a test that is killed leaves none


def test_that_a_test_runs_where_the_state_of_the_person_cannot_be_written(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(black_box, "RUNS_A_RELEASE", 8)
    state.write_text("no folder")
    assert black_box.trial(people((AGE,)), 100).whole > 4
    assert state.read_text() == "no folder"


def test_that_a_test_can_be_cancelled_between_two_runs() -> None:
    told: list[tuple[int, int]] = []

    def enough() -> bool:
        return bool(told) and told[-1][0] >= 50

    with pytest.raises(Interrupted):
        black_box.trial(rows((AGE,)), 1000, progress=lambda *far: told.append(far), cancelled=enough)
    assert told[-1] == (50, 2000)


def test_that_progress_rises_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    black_box.trial(people((CITY,), delta=Fraction(1, 1000)), 100, progress=lambda *far: told.append(far))
    assert told == sorted(told)
    assert told[-1] == (400, 400)


def test_that_whole_releases_and_drawn_tables_tell_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without noise, every way of reading a run gives the same numbers, in each dialect."""
    monkeypatch.setattr(publish, "privatize", lambda counts, *_: tuple(counts.tolist()))
    monkeypatch.setattr(black_box, "RUNS_A_RELEASE", 8)
    plan = rows((CITY,), (AGE, REGION), delta=Fraction(1, 10**6), epsilon="3")
    plan = replace(plan, input=Input(delimiter=";", decimal=",", missing=("NA",)))
    seen: list[Any] = []
    for name in ("of_tables", "of_files"):
        told = getattr(black_box.Watch, name)
        monkeypatch.setattr(
            black_box.Watch,
            name,
            lambda *given, told=told, name=name: seen.append((name, told(*given))) or seen[-1][1],
        )
    black_box.trial(plan, 100)
    ways = {name for name, _ in seen}
    assert ways == {"of_tables", "of_files"}
    numbers = {(name, tuple(found)) for name, found in seen}
    assert {found for name, found in numbers if name == "of_files"} == {
        found for name, found in numbers if name == "of_tables"
    }


@pytest.mark.parametrize(("runs", "alpha"), [(99, 1e-6), (2_000_000, 1e-6), (100, 0.5), (100, 0.0)])
def test_that_senseless_wishes_are_refused(runs: int, alpha: float) -> None:
    with pytest.raises(OutOfRange):
        black_box.trial(rows((AGE,)), runs, alpha)


def test_that_a_dialect_that_can_hold_nothing_is_refused() -> None:
    plan = replace(rows((CategoryColumn("area", ("n", "s")),)), input=Input(delimiter="n", quote=""))
    assert not black_box.trial(plan, 100).violated  # another category will do
    nothing = rows((CategoryColumn("a,b", ("n",)),))
    with pytest.raises(NotValid):
        black_box.trial(replace(nothing, input=Input(quote="")), 100)


def test_that_a_full_disk_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotValid):
        black_box.trial(rows((AGE,)), 100)


def test_that_a_verdict_counts_the_releases_that_took_the_whole_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(black_box, "RUNS_A_RELEASE", 4)
    whole: list[int] = []
    counted: list[int] = []
    spend, pools = publish.spend_and_draw, black_box.countings

    def pooled(*given: Any) -> Any:
        found = pools(*given)
        counted.extend(len(side) for side in found)
        return found

    monkeypatch.setattr(publish, "spend_and_draw", lambda *a, **k: whole.append(1) or spend(*a, **k))
    monkeypatch.setattr(black_box, "countings", pooled)
    verdict = black_box.trial(rows((AGE,)), 100)
    assert len(whole) > 10
    assert verdict.whole == len(whole)
    assert verdict.counted == sum(counted)
