"""A workbook: one sheet, values as stored, formulas by what was stored with them; damage in one sentence."""

import hashlib
import json
import sys
import zipfile
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from count_cases import AGE, KEY, REGION, plan_of
from one_table import Table

from explorer.language import Language
from explorer.privacy.refusal import NotATable, NotValid, Refusal
from explorer.release.counting.counts import count
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.sections import Input
from explorer.release.publish import spend_and_draw
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted
from explorer.release.sources.typed import workbook_formulas
from explorer.release.sources.typed.workbook_formulas import check_formulas

PLAN = plan_of(AGE, REGION)


def workbook(path: Path, rows: list[list[object]], *more: str, name: str = "people") -> Path:
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet(name)
        shown = {
            datetime: book.add_format({"num_format": "mmm yy"}),
            float: book.add_format({"num_format": "0"}),
        }
        for at, row in enumerate(rows):
            for place, value in enumerate(row):
                if isinstance(value, tuple):
                    sheet.write_formula(at, place, value[0], None, value[1])
                elif value is not None:
                    sheet.write(at, place, value, shown.get(type(value)))
        for each in more:
            book.add_worksheet(each).write(0, 0, "other")
    return path


def told(plan: object, path: Path, sheet: str = "") -> list[list[int]]:
    found = count(plan, path, KEY, sheet=sheet)  # type: ignore[arg-type]
    assert found.digest == hashlib.sha256(path.read_bytes()).digest()
    return [list(map(int, table)) for table in found.queries]  # type: ignore[arg-type]


def refusal(path: Path, sheet: str = "", kind: type[Refusal] = NotATable) -> str:
    with pytest.raises(kind) as refused:
        count(PLAN, path, KEY, sheet=sheet)
    assert refused.value.__context__ is None
    return Language("en").say(refused.value.sentence)


def test_that_values_count_as_stored_and_never_as_shown(tmp_path: Path) -> None:
    rows: list[list[object]] = [["age", "region"], [19.999, "North"], [("=10+10", 20), "South"], [None, None]]
    path = workbook(tmp_path / "people.csv", [*rows, [("=1/0", "#DIV/0!"), " North"], ["40", None]])
    assert told(PLAN, path) == [[1, 1, 1, 0, 0, 0, 1], [1, 1, 1, 1]]


def test_that_formulas_that_nobody_worked_out_are_refused_and_nothing_is_spent(tmp_path: Path) -> None:
    """openpyxl writes them so; another sheet is of no concern, nor is a text that is empty."""
    book = openpyxl.Workbook()
    book.active.title = "people"
    for row in (["age", "region"], [30, "North"], ["=A2+1", "South"]):
        book.active.append(row)
    book.create_sheet("typed").append(["age", "region"])
    book["typed"].append([30, "North"])
    book.save(tmp_path / "a.xlsx")
    assert "formulas without stored values" in refusal(tmp_path / "a.xlsx", "people")
    with pytest.raises(NotATable):
        spend_and_draw(PLAN, tmp_path / "a.xlsx", tmp_path / "ledger", sheet="people")
    assert not (tmp_path / "ledger").exists()
    assert told(PLAN, tmp_path / "a.xlsx", "typed")[0][1] == 1
    rows: list[list[object]] = [["age", "region"], [("=10+10", 20), ('=""', "gone")]]
    with zipfile.ZipFile(workbook(tmp_path / "b.xlsx", rows)) as old:
        parts = {name: old.read(name).replace(b"<v>gone</v>", b"<v></v>") for name in old.namelist()}
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as new:
        for name, part in parts.items():
            new.writestr(name, part)
    assert told(PLAN, tmp_path / "b.xlsx") == [[0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    "cell",
    [
        b"<c r='A2'><f>IF(B2>1,2,3)</f></c>",
        b"<c r='A2'><f><![CDATA[IF(B2<1,\"]\",3)]]></f><v/></c>",
        b"<c r='A2' t='str'><f>UPPER(B2)</f></c>",
        b"<x:c r='A2' xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><x:f>1</x:f></x:c>",
    ],
    ids=["a sign as it is", "verbatim", "a text that is not there", "a name with a prefix"],
)
def test_that_a_formula_without_a_value_is_found_however_it_is_written(cell: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(workbook(tmp_path / "old", [["age", "region"], [("=1", 77), "North"]])) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    sheet = next(name for name in parts if name.endswith("sheet1.xml"))
    whole = b'<c r="A2"><f>1</f><v>77</v></c>'
    assert whole in parts[sheet]
    for content, refused in ((whole, False), (cell, True)):
        with zipfile.ZipFile(tmp_path / "new.xlsx", "w") as new:
            for name, part in parts.items():
                new.writestr(name, part.replace(whole, content))
        if refused:
            assert "formulas without stored values" in refusal(tmp_path / "new.xlsx")
        else:
            assert told(PLAN, tmp_path / "new.xlsx")[0] == [0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("begin", [0, 1, 700, 1 << 15])
def test_that_a_formula_without_a_value_is_found_wherever_the_sheet_is_cut(
    begin: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook_formulas, "CHUNK", (1 << 14) + begin + 1)
    book = openpyxl.Workbook()
    for number in range(3000):
        book.active.append([number, "=A1" if number == 2500 else "North"])
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(NotATable):
        check_formulas(tmp_path / "a.xlsx", "Sheet", lambda: None)


def test_that_dates_need_no_format_and_truth_is_a_category(tmp_path: Path) -> None:
    noon = datetime(2024, 1, 31, 12)
    path = workbook(
        tmp_path / "a", [["seen", "ill"], [noon, True], [datetime(2024, 2, 1), False], ["x", "true"]]
    )
    dates = DateColumn("seen", "DD.MM.YYYY hh", edges=("2024-01-31T12:00", "2024-02-01", "2024-03-01"))
    ill = CategoryColumn("ill", ("true", "false"))
    days = CategoryColumn("seen", ("2024-02-01", "2024-01-31 12:00:00"))
    assert told(plan_of(dates, ill, days), path) == [[1, 1, 0, 0, 0, 1], [2, 1, 0, 0], [1, 1, 1, 0]]
    assert date(2024, 2, 1).isoformat() in days.categories


def test_that_a_sheet_is_chosen_where_there_are_several(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a", [["age", "region"], [7, "North"]], "notes", "more")
    assert source_of(path).sheets() == ("people", "notes", "more")
    assert told(PLAN, path, "people")[0][0] == 1
    assert source_of(path, "notes").names(Input()) == ("other",)
    assert (
        refusal(path, kind=NotValid) == "the workbook has several sheets: choose one of people, notes, more"
    )
    said = refusal(path, "People", NotValid)
    assert said == "the workbook has no sheet “People”; it has: people, notes, more"
    text = tmp_path / "text.csv"
    text.write_text("age,region\n")
    assert "no workbook" in refusal(text, "people", NotValid)


def test_that_a_table_without_header_has_numbers_and_one_with_more_cells_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a", [[7], [41]])
    assert told(plan_of(NumericColumn("1", ("0", "10")), declared=Input(header=False)), path) == [
        [1, 0, 1, 0, 0]
    ]
    path = workbook(tmp_path / "b", [["age", "region"], [7, "North"], [8, "South", "beside"]])
    assert refusal(path).startswith("row 3, empty ones apart, has more cells")
    assert refusal(workbook(tmp_path / "c", [])) == "the sheet is empty"


def test_that_damage_is_one_sentence_and_no_chain_keeps_what_was_read(tmp_path: Path) -> None:
    whole = workbook(tmp_path / "a", [["age", "region"], *[[each, "North"] for each in range(200)]])
    said = "the workbook is incomplete, damaged or locked by a password; save it again"
    cut = tmp_path / "cut"
    cut.write_bytes(whole.read_bytes()[:-200])
    with zipfile.ZipFile(cut) if zipfile.is_zipfile(cut) else zipfile.ZipFile(whole) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    broken = tmp_path / "broken"
    with zipfile.ZipFile(broken, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content[:-300] if name.endswith("sheet1.xml") else content)
    for path in (cut, broken):
        assert refusal(path) == said


def test_that_shared_texts_that_unpack_to_very_many_are_refused_unread(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a", [["age", "region"]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/more.xml", bytes(1 << 27))
    assert path.stat().st_size < 1 << 20
    assert "more than 64 MB" in refusal(path)


def test_that_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workbook(tmp_path / "a", [["age", "region"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert (
        refusal(path, kind=NotValid) == "reading a workbook needs openpyxl: install privacy-explorer[excel]"
    )


def test_that_a_count_can_be_cancelled_at_every_look(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a", [["age", "region"], *[[each % 90, "North"] for each in range(9000)]])
    looks = 0

    def cancelled() -> bool:
        nonlocal looks
        looks += 1
        return looks > 5

    with pytest.raises(Interrupted):
        count(PLAN, path, KEY, None, cancelled)


def test_that_a_release_says_what_kind_of_source_was_counted_and_no_more(tmp_path: Path) -> None:
    """Of every workbook alike that a formula counts as its stored value."""
    made = Table((("p", "North", 1, 0.5, None, None, True, None, None),))
    plan = plan_of(CategoryColumn("region", ("North",)))
    for path, source in (
        (made.csv(tmp_path / "a.csv"), {"kind": "csv"}),
        (made.parquet(tmp_path / "a.parquet"), {"kind": "parquet"}),
        (
            made.workbook(tmp_path / "a.xlsx"),
            {
                "kind": "workbook",
                "values": "where a cell holds a formula, its stored value is counted",
            },
        ),
    ):
        drawn = spend_and_draw(plan, path, tmp_path / path.suffix)
        text = drawn.files[1][1]
        assert json.loads(text)["privacy"]["source"] == source
        assert path.name not in text
