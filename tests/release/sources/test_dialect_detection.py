"""A dialect to start from, by the first line alone."""

from pathlib import Path

import pytest

from explorer.language import Language
from explorer.privacy.refusal import NotATable
from explorer.release.plan.sections import Input
from explorer.release.sources.dialect_detection import names_of, suggest_dialect


@pytest.mark.parametrize(
    ("content", "encoding", "delimiter", "names"),
    [
        (b"age,region\n1,x\n", "utf-8", ",", ("age", "region")),
        (b"\xef\xbb\xbfage;region\r\n1;x\n", "utf-8", ";", ("age", "region")),
        ("age\tregion\n1\t2\n".encode("utf-16"), "utf-16", "\t", ("age", "region")),
        (b'"a,b";c;d\n', "utf-8", ";", ("a,b", "c", "d")),
        ("年龄,地区\n1,2\n".encode("gb18030"), "gb18030", ",", ("年龄", "地区")),
        ("âge|région\n€".encode("cp1252"), "cp1252", "|", ("âge", "région")),
        (b"\xe2ge;a\x81\n", "latin-1", ";", ("âge", "a\x81")),
        ("âge;œuvre\n".encode("cp1252"), "cp1252", ";", ("âge", "œuvre")),
        ("id;größe\n".encode("cp1252"), "cp1252", ";", ("id", "größe")),
        ("age,region\n1,x\n".encode("utf-16-le"), "utf-16-le", ",", ("age", "region")),
        ("age;年龄;region\r\n1;2;x\n".encode("utf-16-be"), "utf-16-be", ";", ("age", "年龄", "region")),
        (b"wait_minutes\n1;2;3\n", "utf-8", ",", ("wait_minutes",)),
        (b"\n", "utf-8", ",", ()),
    ],
)
def test_that_mark_and_first_line_suggest_a_dialect(
    content: bytes, encoding: str, delimiter: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    found = suggest_dialect(path)
    assert (found.input.encoding, found.input.delimiter, found.names) == (encoding, delimiter, names)


@pytest.mark.parametrize("content", [None, b"", b"a\0b\n"])
def test_that_what_is_no_text_suggests_nothing(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotATable):
        suggest_dialect(path)


@pytest.mark.parametrize(
    ("content", "quote", "header", "mark"),
    [
        (b"age,region\n1,x\n", '"', True, False),
        (b"'age','a;b;c;d'\n1,x\n", "'", True, False),
        (b"the patient's age,region\n1,x\n", '"', True, False),
        (b"\xef\xbb\xbf7,North\n", '"', False, True),
        (b"age,,region\n", '"', False, False),
        (b'"","age","region"\n"1",3,"x"\n', '"', True, False),
        (b",1,2\n", '"', False, False),
        (b"year_2020,1.5e3\n", '"', False, False),
    ],
)
def test_that_quote_header_and_mark_are_suggested_too(
    content: bytes, quote: str, header: bool, mark: bool, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    found = suggest_dialect(path)
    assert (found.input.quote, found.input.header, found.mark) == (quote, header, mark)
    if quote == "'":
        assert found.names == ("age", "a;b;c;d")


def test_that_names_are_read_as_the_plan_declares_the_file_and_never_of_a_row(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes("âge;région\n1;2\n".encode("latin-1"))
    assert names_of(path, Input(encoding="latin-1", delimiter=";")) == ("âge", "région")
    assert names_of(path, Input(encoding="latin-1")) == ("âge;région",)
    assert names_of(path, Input(encoding="latin-1", delimiter=";", header=False)) == ()
    path.write_bytes(b'"' + b"x" * 200_000)
    assert names_of(path, Input()) in ((), ("x" * 65_535,))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04\x14\0\x06\0[Content_Types].xml...xl/workbook.xml", "an Excel workbook"),
        (b"PK\x03\x04\x14\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "OpenDocument"),
        (b"PK\x03\x04\x14\0\0\0people.csv", "a zip archive"),
        (b"\x1f\x8b\x08\0", "gzip"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"%PDF-1.7\n", "PDF"),
        (b"SQLite format 3\0", "SQLite"),
        (b"\x89PNG\r\n\x1a\n", "an image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
        (b"RDX3\nX\n\0", "a data file of R"),
        (b"r\x02\x01\0", "a data file of Stata"),
        (b"\x80\x04\x95", "a data file of Python (pickle)"),
        (b"ARROW1\0\0", "a file in the Arrow format"),
        (b' [{"age": 3}]', "JSON"),
        (b"<!DOCTYPE html><html>", "a web page"),
    ],
)
def test_that_another_kind_of_file_is_named_by_its_first_bytes(
    content: bytes, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"  # whatever its name
    path.write_bytes(content + b"\n1,2\n")
    with pytest.raises(NotATable) as refused:
        suggest_dialect(path)
    assert kind in Language("en").say(refused.value.sentence)
    with pytest.raises(NotATable):
        names_of(path, Input())
