"""From a CSV to published files: what is written, in which order, and what happens when a step fails."""

import csv
import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, BODY, REGION
from ledgers import accounts_of

from explorer.privacy.refusal import LedgerRefused, NotATable, NotValid, NotWritten, OverBudget, Refusal
from explorer.release import publish
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output, Privacy
from explorer.release.publish import export, release, spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.table import Interrupted
from explorer.release.values.amount import Amount

PLAN = ReleasePlan(
    Privacy("row", Fraction(1)), (Histogram("age", (AGE,)), Histogram("both", (AGE, REGION))), "T"
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(BODY)
    return path


def without_noise(counts: object, *_: object) -> tuple[int, ...]:
    return tuple(int(each) for each in counts)  # type: ignore[attr-defined]


def test_that_a_release_writes_every_cell_of_every_histogram(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "privatize", without_noise)
    plan = replace(PLAN, output=Output(nonnegative=True))
    released = release(plan, table, tmp_path / "out")
    assert [path.name for path in released.written] == [
        "age.csv",
        "both.csv",
        "age.csv-metadata.json",
        "both.csv-metadata.json",
    ]
    content = (tmp_path / "out" / "age.csv").read_bytes()
    assert content.decode() == (
        "age,age_from,age_to,noised_count,margin_each,margin_joint,nonnegative_count\n"
        "from 0 to 20,0,20,1,6,10,1\n"
        "from 20 to 40,20,40,1,6,10,1\n"
        "from 40 to 100,40,100,1,6,10,1\n"
        "(below),,,0,6,10,0\n(above),,,0,6,10,0\n(missing),,,0,6,10,0\n(unreadable),,,0,6,10,0\n"
    )
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "both.csv").read_text())))
    assert len(rows) == 28
    assert list(rows[0])[:4] == ["age", "age_from", "age_to", "region"]
    assert [row["region"] for row in rows[:4]] == ["North", "South", "(other)", "(missing)"]
    metadata = json.loads((tmp_path / "out" / "age.csv-metadata.json").read_text())
    assert metadata["tables"][0]["url"] == "age.csv"
    privacy = metadata["privacy"]
    assert privacy["sha256"] == hashlib.sha256(content).hexdigest()
    assert (privacy["epsilon"], privacy["release_epsilon"], privacy["scale"]) == ("0.5", "1", "2")
    assert (privacy["mechanism"], privacy["unit"], privacy["neighbours"]) == (
        "discrete-laplace",
        "row",
        "add-remove",
    )
    assert (privacy["sequence"], privacy["release"]) == (1, released.drawn.identity)
    assert (privacy["margins"]["each"], privacy["margins"]["joint"]) == (6, 10)


def test_that_dates_are_written_as_intervals_that_say_which_edge_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "privatize", without_noise)
    table = tmp_path / "table.csv"
    table.write_text("id,day\na,31.01.2025\nb,01.02.2025\nc,30.02.2025\nd,01.03.2025\ne,\nf,31.12.2024\n")
    column = DateColumn("day", "DD.MM.YYYY", every="month", start="2025-01-01", end="2025-03-01")
    timed = DateColumn("day", "DD.MM.YYYY hh:mm", edges=("2025-01-01", "2025-01-01T12:00"))
    bounded = Privacy("other", Fraction(1), unit_name="aircraft", id_column="id", rows_per_person=12)
    plan = ReleasePlan(bounded, (Histogram("months", (column,)), Histogram("noon", (timed,))))
    release(plan, table, tmp_path / "out")
    lines = (tmp_path / "out" / "months.csv").read_text().splitlines()
    assert lines[0].startswith("day,day_from,day_to,noised_count,")
    assert [line.rsplit(",", 2)[0] for line in lines[1:]] == [
        "January 2025,2025-01-01,2025-02-01,1",
        "February 2025,2025-02-01,2025-03-01,1",
        *("(below),,,1", "(above),,,1", "(missing),,,1", "(unreadable),,,1"),
    ]
    metadata = json.loads((tmp_path / "out" / "months.csv-metadata.json").read_text())
    columns = metadata["tables"][0]["tableSchema"]["columns"]
    assert [each["datatype"] for each in columns[:3]] == ["string", "date", "date"]
    assert [each["dc:description"] for each in columns[:4]] == [
        "each interval includes its lower edge and excludes its upper edge: "
        "“January 2025” is 2025-01-01 <= day < 2025-02-01",
        "lower edge, included",
        "upper edge, not included",
        "rows kept, at most 12 per aircraft, with noise; may be negative",
    ]
    assert metadata["privacy"]["counted"] == "rows kept, at most 12 per aircraft"
    noon = json.loads((tmp_path / "out" / "noon.csv-metadata.json").read_text())
    assert [each["datatype"] for each in noon["tables"][0]["tableSchema"]["columns"][1:3]] == ["dateTime"] * 2
    assert "\nfrom 2025-01-01T00:00:00 to 2025-01-01T12:00:00," in (tmp_path / "out" / "noon.csv").read_text()


def test_that_labels_and_headers_are_no_formulas_and_numbers_stay_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "privatize", lambda counts, *_: tuple(-1 for _ in counts))
    columns = (
        CategoryColumn("=kind", ("=1+1", "@x", "-y", "+z", "\tt", "a,b", 'q"', "x\ny")),
        NumericColumn("-v", ("-5", "0")),
    )
    table = tmp_path / "odd.csv"
    table.write_text("=kind,-v\n")
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", columns),))
    released = release(plan, table, tmp_path / "out")
    rows = list(csv.reader(io.StringIO(released.written[0].read_bytes().decode(), newline="")))
    assert rows[0] == ["'=kind", "'-v", "'-v_from", "'-v_to", "noised_count", "margin_each", "margin_joint"]
    labels = list(dict.fromkeys(row[0] for row in rows[1:]))
    assert labels == ["'=1+1", "'@x", "'-y", "'+z", "'\tt", "a,b", 'q"', "x\ny", "(other)", "(missing)"]
    assert rows[1][1:5] == ["from -5 to 0", "-5", "0", "-1"]


def test_that_what_was_drawn_is_exported_again_byte_by_byte_and_free(table: Path, tmp_path: Path) -> None:
    released = release(PLAN, table, tmp_path / "out")
    before = (tmp_path / "ledger" / FILE_NAME).read_bytes()
    again = drawn_again(released.drawn.sequence)
    assert again == released.drawn
    export(again, tmp_path / "more")
    for path in released.written:
        assert (tmp_path / "more" / path.name).read_bytes() == path.read_bytes()
    assert (tmp_path / "ledger" / FILE_NAME).read_bytes() == before


def test_that_drawing_and_exporting_may_be_apart(table: Path, tmp_path: Path) -> None:
    drawn = spend_and_draw(PLAN, table)
    assert drawn.spent == Amount(Fraction(1))
    assert drawn.remaining == Amount()
    assert not (tmp_path / "out").exists()
    assert [len(each.counts) for each in drawn.queries] == [7, 28]
    assert drawn.queries[0].labels[0] == ("from 0 to 20",)
    assert export(drawn, tmp_path / "out").answer()["sequence"] == 1


def test_that_a_file_in_the_way_refuses_before_anything_is_spent(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "both.csv-metadata.json").write_text("mine")
    with pytest.raises(NotValid):
        release(PLAN, table, out)
    assert not (tmp_path / "ledger").exists()
    assert (out / "both.csv-metadata.json").read_text() == "mine"
    release(PLAN, table, out, overwrite=True)
    assert json.loads((out / "both.csv-metadata.json").read_text())["privacy"]
    drawn = drawn_again(1)
    with pytest.raises(NotValid):
        export(drawn, out)


def test_that_the_counted_file_is_never_replaced(tmp_path: Path) -> None:
    table = tmp_path / "age.csv"
    table.write_text(BODY)
    with pytest.raises(NotValid, match="to be counted"):
        release(PLAN, table, tmp_path, overwrite=True)
    assert table.read_text() == BODY


@pytest.mark.parametrize("way", ["file", "below a file", "folder for a file"])
def test_that_a_place_that_cannot_be_written_refuses_unspent(way: str, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    if way == "folder for a file":
        (out / "age.csv").mkdir(parents=True)
    else:
        out.write_text("")
    with pytest.raises(NotValid):
        release(PLAN, table, out / "deep" if way == "below a file" else out, overwrite=True)
    assert not (tmp_path / "ledger").exists()


def test_that_a_full_disk_after_paying_loses_no_draw(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes, mode: int) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(publish, "write_whole", full)
        with pytest.raises(NotWritten) as refusal:
            release(PLAN, table, tmp_path / "out")
    assert refusal.value.exit_code == 6
    assert dict(refusal.value.sentence.values)["sequence"] == 1
    assert read_books(tmp_path / "ledger").releases == 1
    assert len(export(drawn_again(1), tmp_path / "out").written) == 4


def stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("step", ["count", "spend", "privatize", "files_of", "keep", "export"])
def test_that_a_stop_at_any_step_never_draws_unpaid(
    step: str, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = publish.privatize

    def watched(*arguments: object) -> tuple[int, ...]:
        drawn.append(read_books(tmp_path / "ledger").releases)
        return draw(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "privatize", watched)
    monkeypatch.setattr(publish, step, stop)
    with pytest.raises(KeyboardInterrupt):
        release(PLAN, table, tmp_path / "out")
    paid = step not in ("count", "spend")
    assert read_books(tmp_path / "ledger").releases == paid
    assert all(drawn)
    kept = step == "export"
    assert [entry.drawn for each in accounts_of(tmp_path / "ledger") for entry in each.entries] == [
        kept
    ] * paid


@pytest.mark.parametrize("content", ["", "age,region\n1\n", "x\n1\n", "age,region\n\0,\n", None])
def test_that_what_is_no_table_opens_no_account_and_writes_nothing(
    content: str | None, tmp_path: Path
) -> None:
    table = tmp_path / "table.csv"
    if content is not None:
        table.write_text(content)
    with pytest.raises(NotATable):
        release(PLAN, table, tmp_path / "out")
    assert not (tmp_path / "ledger").exists()
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "state").exists()


def test_that_a_cancelled_count_spends_nothing(table: Path, tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        release(PLAN, table, tmp_path / "out", cancelled=lambda: True)
    assert not (tmp_path / "ledger").exists()


def test_that_refusals_come_in_the_order_of_the_contract(table: Path, tmp_path: Path) -> None:
    absent = tmp_path / "absent.csv"
    out, ledger = tmp_path / "out", tmp_path / "ledger"
    release(PLAN, table, out)

    def refused(run: Callable[[], object]) -> type[Refusal]:
        with pytest.raises(Refusal) as caught:
            run()
        return type(caught.value)

    assert refused(lambda: release(PLAN, absent, tmp_path / "b")) is OverBudget
    other = replace(PLAN, privacy=replace(PLAN.privacy, unit="person", rows_per_person=1))
    assert refused(lambda: release(other, absent, tmp_path / "b")) is NotValid
    open_account(ledger, "default", Amount(Fraction(9)))
    assert refused(lambda: release(PLAN, absent, tmp_path / "b")) is NotATable
    content = (ledger / FILE_NAME).read_bytes()
    (ledger / FILE_NAME).write_bytes(content[:-100] + b"x" * 100)
    (ledger / FILE_NAME).write_bytes(content[:2000])
    assert refused(lambda: release(PLAN, absent, tmp_path / "b")) is LedgerRefused
    assert refused(lambda: release(PLAN, absent, out)) is NotValid
    assert refused(lambda: release(PLAN, absent, tmp_path / "b", account=" ")) is NotValid


@pytest.mark.parametrize("named", [None, "default"])
def test_that_a_file_that_changes_between_its_recognition_and_its_count_is_counted_as_what_it_is(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    """The spend asks for the file that was counted: an account that nobody named does not take a new one."""
    open_account(tmp_path / "ledger", "default", Amount(Fraction(5)))
    release(PLAN, table, tmp_path / "first")
    counted = publish.count

    def changed(plan: ReleasePlan, path: Path, *rest: object) -> object:
        path.write_text(BODY + BODY.partition("\n")[2])
        return counted(plan, path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "count", changed)
    if named is None:
        with pytest.raises(NotValid, match="new or edited"):
            release(PLAN, table, tmp_path / "second")
        assert not (tmp_path / "second").exists()
        assert read_books(tmp_path / "ledger").releases == 1
        return
    release(PLAN, table, tmp_path / "second", account=named)
    books = read_books(tmp_path / "ledger")
    assert books.releases == 2
    assert len(books.accounts["default"].fingerprints) == 2


def test_that_a_temporary_file_never_stays(table: Path, tmp_path: Path) -> None:
    release(PLAN, table, tmp_path / "out")
    names = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    (witness,) = (tmp_path / "state" / "witness").iterdir()
    tables = {f"{name}.csv{more}" for name in ("age", "both") for more in ("", "-metadata.json")}
    (home,) = (tmp_path / "state" / "ledgers").iterdir()
    assert names == {"table.csv", FILE_NAME, witness.name, home.name, *tables}
