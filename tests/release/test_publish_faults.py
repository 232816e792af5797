"""What fails after a release is paid: nothing is denied that was spent, and nothing half done stays."""

import csv
import io
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, BODY, REGION
from ledgers import accounts_of

from explorer.language import Language
from explorer.mark import N_
from explorer.privacy.refusal import LedgerRefused, NotValid, NotWritten
from explorer.release import publish
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import read_books
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.publish import export, release
from explorer.release.queries import query
from explorer.release.queries.histogram import Histogram
from explorer.release.values.atomic_file import write_whole

PLAN = ReleasePlan(
    Privacy("row", Fraction(1)), (Histogram("age", (AGE,)), Histogram("both", (AGE, REGION))), "T"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(BODY)
    return path


def test_that_what_is_paid_and_could_not_be_kept_is_told_as_paid(
    table: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise LedgerRefused(N_("the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(publish, "keep", full)
        with pytest.raises(NotWritten, match="is charged") as caught:
            release(PLAN, table, tmp_path / "out")
    assert dict(caught.value.sentence.values)["sequence"] == read_books(folder).releases == 1
    assert not (tmp_path / "out").exists()
    with pytest.raises(NotValid, match="never drawn"):
        drawn_again(1)


def test_that_half_a_release_is_taken_back_and_can_be_written_again(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_at_the_end(path: Path, content: bytes, mode: int) -> None:
        if path.name == "both.csv-metadata.json":
            raise OSError(28, "full")
        write_whole(path, content, mode)

    with monkeypatch.context() as patch:
        patch.setattr(publish, "write_whole", full_at_the_end)
        with pytest.raises(NotWritten):
            release(PLAN, table, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []
    assert len(export(drawn_again(1), tmp_path / "out").written) == 4


def test_that_a_file_that_came_into_the_way_later_is_told_with_the_number_to_export(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spend = publish.spend

    def meanwhile(*arguments: object) -> object:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "age.csv").write_text("mine")
        return spend(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "spend", meanwhile)
    with pytest.raises(NotWritten, match="again is free") as caught:
        release(PLAN, table, tmp_path / "out")
    assert dict(caught.value.sentence.values)["sequence"] == 1
    assert "is there already" in Language("en").say(caught.value.sentence)
    assert (tmp_path / "out" / "age.csv").read_text() == "mine"


def test_that_a_fault_of_the_margins_comes_before_anything_is_paid(
    table: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(query, "margin", fault)
    with pytest.raises(ZeroDivisionError):
        release(PLAN, table, tmp_path / "out")
    assert not folder.exists()


def test_that_a_locked_plan_that_was_changed_spends_nothing(
    table: Path, tmp_path: Path, folder: Path
) -> None:
    locked = replace(PLAN, privacy=replace(PLAN.privacy, signed_off="B. Ona, 3 May", locked=True))
    release(locked, table, tmp_path / "a")
    cheaper = replace(locked, privacy=replace(locked.privacy, epsilon=Fraction(1, 2)))
    with pytest.raises(NotValid, match="locked plan"):
        release(cheaper, table, tmp_path / "b")
    assert read_books(folder).releases == 1
    assert accounts_of(folder)[0].spent == drawn_again(1).spent


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_that_rows_cannot_end_in_an_image_of_the_memory(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    steps: list[object] = []
    count = publish.count

    def counting(*arguments: object) -> object:
        steps.append("count")
        return count(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(resource, "setrlimit", lambda which, pair: steps.append((which, pair[0])))
    monkeypatch.setattr(publish, "count", counting)
    release(PLAN, table, tmp_path / "out")
    assert steps == [(resource.RLIMIT_CORE, 0), "count"]


def test_that_a_line_end_of_any_kind_inside_a_label_is_quoted(tmp_path: Path) -> None:
    labels = ("a\rb", "a\nb", "a\r\nb")
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (CategoryColumn("x", labels),)),))
    (tmp_path / "table.csv").write_text("x\n")
    written = release(plan, tmp_path / "table.csv", tmp_path / "out").written[0].read_bytes().decode()
    assert [f'"{label}",' in written for label in labels] == [True] * 3
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert [row[0] for row in rows] == ["x", *labels, "(other)", "(missing)"]
