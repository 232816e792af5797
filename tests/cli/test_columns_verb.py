"""`columns` names the columns of a file and their types; `release` counts whatever the file is."""

import gzip
import json
from pathlib import Path

import duckdb
import xlsxwriter


def test_that_columns_are_told_by_name_and_type_and_no_value_is(run, ask, tmp_path: Path) -> None:
    text, packed, table, book = (tmp_path / each for each in ("a", "b", "c", "d"))
    text.write_text("age;region\n77777;Secret\n")
    packed.write_bytes(gzip.compress(b"77777,Secret\n1,x\n"))
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"COPY (SELECT 77777 AS age, ['Secret'] AS tags) TO '{table}' (FORMAT parquet)")
    with xlsxwriter.Workbook(str(book)) as sheets:
        sheets.add_worksheet("people").write_row(0, 0, ["age", "region"])
        sheets.add_worksheet("other")
    expected = {
        text: ("csv", ["age", "text", "region", "text"]),
        packed: ("csv", ["1", "text", "2", "text"]),
        table: ("parquet", ["age", "INTEGER", "tags", "VARCHAR[]"]),
    }
    for path, (kind, columns) in expected.items():
        found = ask("columns", str(path))
        assert found["source"] == kind
        assert [each for column in found["columns"] for each in (column["name"], column["type"])] == columns
        code, out, _ = run("columns", path)
        assert code == 0
        assert "77777" not in out + json.dumps(found)
        assert "Secret" not in out + json.dumps(found)
    assert ask("columns", str(book), "--sheet", "people")["columns"][0] == {"name": "age", "type": "cell"}
    code, _, error = run("columns", book)
    assert (code, "choose one of people, other" in error, "--sheet" in error) == (2, True, True)
    table.write_bytes(table.read_bytes()[:-9])
    assert run("columns", table)[0] == 3


def test_that_a_sheet_of_a_workbook_is_released(run, tmp_path: Path) -> None:
    plan, book = tmp_path / "plan.toml", tmp_path / "book"
    plan.write_text(
        'schema = 1\n[privacy]\nunit = "row"\nepsilon = "1"\n[[histogram]]\nname = "ages"\n'
        '[[histogram.column]]\nname = "age"\nkind = "numeric"\nedges = ["0", "20", "40"]\n'
    )
    with xlsxwriter.Workbook(str(book)) as sheets:
        sheets.add_worksheet("other")
        sheets.add_worksheet("people").write_column(0, 0, ["age", 7, 21])
    assert run("release", plan, book, "--out", tmp_path / "out")[0] == 2
    assert run("release", plan, book, "--out", tmp_path / "out", "--sheet", "people")[0] == 0
    assert (tmp_path / "out" / "ages.csv").exists()
