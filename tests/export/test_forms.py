"""Further forms of a release: crosstab and fitted files, the workbook, text for the clipboard."""

import io
import re
import zipfile
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from explorer.export import workbook as made
from explorer.export.forms import Forms
from explorer.export.layouts import comma_separated, html_table, long_lines, tab_separated
from explorer.export.workbook import check_workbook, workbook
from explorer.privacy.refusal import Unsupported
from explorer.release.crosstab import Line
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.sum import Sum
from tests.released import drawn_of, example, small

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def parts(packed, name, tag):
    """The elements of one part of a workbook that the program itself has just written."""
    return ElementTree.fromstring(packed.read(f"xl/{name}.xml")).iter(f"{MAIN}{tag}")  # noqa: S314


def sheets(content):
    """Of each sheet its cells by place: numbers as numbers, text as text; none is a formula."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        texts = ["".join(each.itertext()) for each in parts(packed, "sharedStrings", "si")]
        found = {}
        for number, sheet in enumerate(parts(packed, "workbook", "sheet"), 1):
            cells = {}
            for cell in parts(packed, f"worksheets/sheet{number}", "c"):
                assert cell.find(f"{MAIN}f") is None
                value = cell.findtext(f"{MAIN}v")
                if value is not None:
                    cells[cell.get("r")] = texts[int(value)] if cell.get("t") == "s" else float(value)
            found[sheet.get("name")] = cells
        return found


def test_that_the_workbook_has_every_table_long_and_as_a_crosstab_and_what_it_means():
    drawn = drawn_of(small("=north", "-1", "+x", "@y"))
    found = sheets(workbook(drawn, consistent=True))
    assert list(found) == [
        *("towns", "towns crosstab", "towns consistent", "ages", "ages crosstab", "ages consistent"),
        "metadata",
    ]
    assert [found["towns"][f"A{row}"] for row in range(1, 6)] == ["city", "'=north", "'-1", "'+x", "'@y"]
    assert [found["towns"][f"B{row}"] for row in range(2, 8)] == list(map(float, drawn.queries[0].counts))
    assert found["towns crosstab"]["B8"] == float(sum(drawn.queries[0].counts))
    assert "privacy.epsilon" in found["metadata"].values()
    assert drawn.identity in found["metadata"].values()


def test_that_the_workbook_says_what_is_in_each_column_of_every_table():
    bounds = {"low": Fraction(0), "high": Fraction(9), "step": Fraction(1)}
    query = Sum("pay", (NumericColumn("age", ("0", "50")),), value="pay", **bounds)
    plan = replace(small(), queries=(query,))
    told = {}
    for place, text in sheets(workbook(drawn_of(plan)))["metadata"].items():
        told.setdefault(re.sub(r"\D", "", place), []).append(text)
    said = {key: value for file, key, value in told.values() if file == "pay.csv-metadata.json"}
    assert said["columns.age"].startswith("each interval includes its lower edge and excludes its upper edge")
    assert said["columns.age_to"] == "upper edge, not included"


def test_that_the_workbook_has_the_same_bytes_each_time():
    drawn = drawn_of(example())
    assert workbook(drawn) == workbook(drawn)


def test_that_sheets_of_long_names_are_told_apart():
    columns = (CategoryColumn("c", ("a",)),)
    names = ("n" * 40, "n" * 41, "N" * 42)
    plan = ReleasePlan(Privacy("row", Fraction(1)), tuple(Histogram(name, columns) for name in names))
    found = list(sheets(workbook(drawn_of(plan))))
    assert len({name.lower() for name in found}) == 7
    assert max(map(len, found)) == 31


def test_that_a_table_beyond_a_sheet_is_refused_by_name():
    wide = CategoryColumn("w", tuple(map(str, range(17_000))))
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("wide", (CategoryColumn("a", ("x",)), wide)),))
    with pytest.raises(Unsupported) as caught:
        check_workbook(plan)
    assert dict(caught.value.sentence.values)["name"] == "wide"
    with pytest.raises(Unsupported):
        Forms(workbook=True).names(plan)
    assert Forms(crosstab=True).names(plan) == ("wide.crosstab.csv",)


def test_that_the_names_of_further_files_are_those_that_are_written():
    drawn = drawn_of(small())
    every = Forms(crosstab=True, consistent=True, workbook=True)
    assert tuple(name for name, _ in every.files(drawn)) == every.names(drawn.plan)
    assert every.names(drawn.plan) == (
        *("towns.crosstab.csv", "towns.consistent.csv", "ages.crosstab.csv", "ages.consistent.csv"),
        "tables.xlsx",
    )
    assert Forms().files(drawn) == ()


def test_that_the_long_layout_is_the_released_file():
    drawn = drawn_of(example())
    files = dict(drawn.files)
    for query in drawn.queries:
        assert comma_separated(long_lines(query)) == files[f"{query.name}.csv"]


def test_that_a_tab_within_a_label_does_not_part_it_on_the_clipboard():
    assert tab_separated([Line("body", ("a\tb\nc", -3))]) == "a b c\t-3\n"


def test_that_the_clipboard_holds_labels_as_text_and_not_as_markup():
    drawn = drawn_of(small("<b>&"))
    assert "<b>" not in html_table(long_lines(drawn.queries[0]), drawn)
    assert "&lt;b&gt;&amp;" in html_table(long_lines(drawn.queries[0]), drawn)


def test_that_categories_that_were_found_are_never_cut_off_in_a_workbook(monkeypatch):
    towns = tuple(f"town {number}" for number in range(40))
    plan = replace(small(delta=Fraction(1, 10**6)), queries=(Histogram("towns", (UnknownColumn("city"),)),))
    drawn = drawn_of(plan, towns)
    assert workbook(drawn)
    monkeypatch.setattr(made, "MOST_ROWS", 30)  # of the plan alone it is not known
    check_workbook(plan)
    with pytest.raises(Unsupported, match="too large"):
        workbook(drawn)
