"""A dialect to start from, by the first line alone."""

from pathlib import Path

import pytest

from explorer.privacy.refusal import NotATable
from explorer.release.suggestion import suggest_dialect


@pytest.mark.parametrize(
    ("content", "encoding", "delimiter", "names"),
    [
        (b"age,region\n1,x\n", "utf-8", ",", ("age", "region")),
        (b"\xef\xbb\xbfage;region\r\n1;x\n", "utf-8", ";", ("age", "region")),
        ("age\tregion\n1\t2\n".encode("utf-16"), "utf-16", "\t", ("age", "region")),
        (b'"a,b";c;d\n', "utf-8", ";", ("a,b", "c", "d")),
        ("年龄,地区\n1,2\n".encode("gb18030"), "gb18030", ",", ("年龄", "地区")),
        ("âge|région\n".encode("latin-1"), "latin-1", "|", ("âge", "région")),
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
