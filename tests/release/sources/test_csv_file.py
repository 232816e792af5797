"""The file as a strict table: one right answer, or one fixed refusal that tells nothing of the data."""

import csv
import gc
import io
import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import pytest
from count_cases import AGE, BODY, KEY, REGION, counted, plan_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.privacy.refusal import NotATable
from explorer.release.counting.counts import count
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.sections import Input
from explorer.release.sources.csv_file import Watched

RIGHT = [[1, 1, 1, 0, 0, 0, 0], [2, 1, 0, 0]]
FIRST = [[1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0]]
FIRST_OTHER = [[1, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0]]
NEITHER = [[0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 0]]
NOTE = "age,region,note\n"
PRIVATE = "Jane Doe, HIV+"
PLAN = plan_of(AGE, REGION)

TABLES: list[tuple[str, bytes, Input, list[list[int]]]] = [
    ("plain", BODY.encode(), Input(), RIGHT),
    ("no final newline", BODY.encode().rstrip(), Input(), RIGHT),
    ("CRLF", BODY.replace("\n", "\r\n").encode(), Input(), RIGHT),
    ("CR alone", BODY.replace("\n", "\r").encode(), Input(), RIGHT),
    ("mixed line ends", b"age,region,note\r\n7,North,a\n41,South,b\r20,North,c", Input(), RIGHT),
    ("byte order mark", b"\xef\xbb\xbf" + BODY.encode(), Input(), RIGHT),
    (
        "quoted with a mark before",
        b'\xef\xbb\xbf"age",region,note\n7,North,a\n',
        Input(),
        FIRST,
    ),
    ("UTF-16", BODY.encode("utf-16"), Input(encoding="utf-16"), RIGHT),
    ("UTF-16 big-endian", b"\xfe\xff" + BODY.encode("utf-16-be"), Input(encoding="utf-16"), RIGHT),
    ("GB18030 with a mark", ("\ufeff" + BODY).encode("gb18030"), Input(encoding="gb18030"), RIGHT),
    ("Latin-1", BODY.replace("a\n", "é\n").encode("latin-1"), Input(encoding="latin-1"), RIGHT),
    ("semicolons", BODY.replace(",", ";").encode(), Input(delimiter=";"), RIGHT),
    ("tabs", BODY.replace(",", "\t").encode(), Input(delimiter="\t"), RIGHT),
    ("blank lines", BODY.replace("7,", "\n\n7,").encode() + b"\n\n", Input(), RIGHT),
    (
        "quoted values",
        b'"age","region","note"\n"7","North","a,\nb"\n',
        Input(),
        FIRST,
    ),
    ("a quote inside", NOTE.encode() + b'7,Nor"th,a\n', Input(), FIRST_OTHER),
    ("a doubled quote", NOTE.encode() + b'7,"Nor""th",a\n', Input(), FIRST_OTHER),
    ("no quoting", NOTE.encode() + b'7,"North",a"\n', Input(quote=""), FIRST_OTHER),
    ("blanks before quotes", NOTE.encode() + b' "41", "North" ,x\n', Input(), NEITHER),
    ("empty values", NOTE.encode() + b',"",x\n"",,y\n', Input(), [[*[0] * 5, 2, 0], [0, 0, 0, 2]]),
    ("tokens", NOTE.encode() + b"NA,NA,x\n", Input(missing=("NA",)), [[*[0] * 5, 1, 0], [0, 0, 0, 1]]),
    ("no such token", NOTE.encode() + b",,x\n", Input(missing=()), NEITHER),
    ("# is data", NOTE.encode() + b"#7,#North,x\n", Input(), NEITHER),
    ("another case", NOTE.encode() + b"7,north,x\n7,NORTH,x\n", Input(), [[2, *[0] * 6], [0, 0, 2, 0]]),
    ("blanks", NOTE.encode() + b" 7\t,North ,x\n", Input(), FIRST_OTHER),
    ("blanks trimmed", NOTE.encode() + b" 7\t,\tNorth ,x\n", Input(trim=True), FIRST),
    (
        "wide blanks",
        NOTE.encode() + "\u00a07,\u3000North,x\n".encode(),
        Input(trim=True),
        NEITHER,
    ),
    (
        "decimal comma",
        b"age;region;note\n7,5;North;x\n",
        Input(delimiter=";", decimal=","),
        FIRST,
    ),
    ("header again", NOTE.encode() * 2, Input(), NEITHER),
    ("header alone", NOTE.encode(), Input(), [[0] * 7, [0] * 4]),
    ("another Age", b"Age,age,region\n99,7,North\n", Input(), FIRST),
    ("an unused name twice", b"x,age,region,x\n1,7,North,1\n", Input(), FIRST),
]


@pytest.mark.parametrize(("name", "content", "declared", "right"), TABLES, ids=[each[0] for each in TABLES])
def test_that_every_table_has_one_right_answer(
    name: str, content: bytes, declared: Input, right: list[list[int]], tmp_path: Path
) -> None:
    assert counted(tmp_path, content, plan_of(AGE, REGION, declared=declared)) == right


REFUSED: list[tuple[str, bytes, Input, int | None]] = [
    ("0 bytes", b"", Input(), None),
    ("a byte order mark alone", b"\xef\xbb\xbf", Input(), None),
    ("a blank header", b"\nage,region\n7,North\n", Input(), 1),
    ("a long row", NOTE.encode() + f'7,North,a\n8,North,"{PRIVATE}",b\n'.encode(), Input(), 3),
    ("a short row", NOTE.encode() + b"7,North,a\n\n8,Jane\n", Input(), 4),
    ("a line of blanks", NOTE.encode() + b"  \n", Input(), 2),
    ("a delimiter too many", NOTE.encode() + b"7,North,a,\n", Input(), 2),
    ("an open quote", NOTE.encode() + f'7,"{PRIVATE}\n8,North,a\n'.encode(), Input(), 3),
    ("text after a quote", NOTE.encode() + f'7,"{PRIVATE}"x,a\n'.encode(), Input(), 2),
    ("a value too long", NOTE.encode() + b"7,North," + b"a" * 140_000 + b"\n", Input(), 2),
    ("a zero-filled tail", BODY.encode() + b"\0" * 512, Input(), 5),
    ("a zero in the header", b"age\0,region\n", Input(), 1),
    ("another encoding", BODY.encode("utf-16"), Input(), 1),
    ("Latin-1 as UTF-8", NOTE.encode() + f"7,North,{PRIVATE}é\n".encode("latin-1"), Input(), 2),
    ("half a character", NOTE.encode() + b"7,North,\xe4\xb8", Input(), 2),
    ("UTF-16 without a mark", BODY.encode("utf-16-le"), Input(encoding="utf-16"), 1),
    ("an odd byte", BODY.encode("utf-16") + b"a", Input(encoding="utf-16"), 5),
    ("another delimiter", BODY.encode(), Input(delimiter=";"), 1),
    ("Excel's sep line", b"sep=,\n" + BODY.encode(), Input(), 1),
    ("no such column", b"age,Region\n7,North\n", Input(), 1),
    ("a used name twice", b"age,region,age\n7,North,7\n", Input(), 1),
]


@pytest.mark.parametrize(("name", "content", "declared", "line"), REFUSED, ids=[each[0] for each in REFUSED])
def test_that_what_is_no_table_is_refused_with_a_line_number_alone(
    name: str, content: bytes, declared: Input, line: int | None, tmp_path: Path
) -> None:
    with pytest.raises(NotATable) as caught:
        counted(tmp_path, content, plan_of(AGE, REGION, declared=declared))
    refusal = caught.value
    values = dict(refusal.sentence.values)
    assert values.pop("line", None) == line
    assert values.pop("most", 131_072) == 131_072
    assert set(values.values()) <= {"age", "region", declared.encoding}
    assert refusal.__context__ is None
    assert refusal.__cause__ is None
    assert "Jane" not in "".join(traceback.format_exception(refusal))


@pytest.mark.parametrize("place", ["absent.csv", "."])
def test_that_what_is_no_file_is_refused(place: str, tmp_path: Path) -> None:
    with pytest.raises(NotATable) as caught:
        count(plan_of(AGE), tmp_path / place, KEY)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/workbook.xml", "workbook is incomplete"),
        (b"BZh91AY" + bytes(60), "compressed"),
        (b"%PDF-1.7\nx\n", "PDF"),
        (b"<!DOCTYPE html>\n<p>x</p>\n", "web page"),
    ],
)
def test_that_another_kind_of_file_is_called_by_its_kind(content: bytes, kind: str, tmp_path: Path) -> None:
    with pytest.raises(NotATable, match=kind) as caught:
        counted(tmp_path, content, plan_of(AGE, REGION))
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None


def test_that_a_table_that_begins_like_another_kind_is_counted(tmp_path: Path) -> None:
    counted(tmp_path, b"%PDF-,age,region\nx,1,a\n", plan_of(AGE, REGION))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
@pytest.mark.parametrize("content", [BODY.encode(), NOTE.encode() + b"7,\xff,a\n"])
def test_that_a_pipe_is_read_once(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(2) as pool:
        pool.submit(path.write_bytes, content)
        answer = pool.submit(lambda: [table.tolist() for table in count(PLAN, path, KEY).queries])
        if wait([answer], timeout=60).not_done:
            path.write_bytes(b"")  # it waits for a second writer: let it go
        if content == BODY.encode():
            assert answer.result() == RIGHT
        else:
            refusal = answer.exception()
            assert isinstance(refusal, NotATable)
            assert dict(refusal.sentence.values) == {"encoding": "utf-8"}


def test_that_a_blank_line_is_a_missing_value_where_there_is_one_column(tmp_path: Path) -> None:
    plan = plan_of(AGE, declared=Input(missing=()))
    assert counted(tmp_path, "age\n7\n\n\n9\n\n", plan) == [[2, 0, 0, 0, 0, 3, 0]]
    assert counted(tmp_path, "age\n", plan) == [[0] * 7]


def test_that_without_a_header_the_first_line_counts(tmp_path: Path) -> None:
    columns = (NumericColumn("1", AGE.edges), CategoryColumn("2", REGION.categories))
    plan = plan_of(*columns, declared=Input(header=False))
    assert counted(tmp_path, "\n7,North\n\n30,South\n", plan) == [[1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 0]]
    single = plan_of(columns[0], declared=Input(header=False))
    assert counted(tmp_path, "\n\n7\n", single) == [[1, 0, 0, 0, 0, 2, 0]]
    assert counted(tmp_path, "\n", single) == [[0, 0, 0, 0, 0, 1, 0]]
    with pytest.raises(NotATable):
        counted(tmp_path, "7\n", plan)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.text(alphabet='a1,"\n\r; ', max_size=40).map(str.encode))
def test_that_any_bytes_are_counted_or_refused_and_nothing_else(tmp_path: Path, content: bytes) -> None:
    header = b"age,region\n"
    with suppress(NotATable):
        tables = counted(tmp_path, header + content, plan_of(AGE, REGION))
        records = csv.reader(io.StringIO(content.decode(), newline=""), strict=True)
        assert [sum(table) for table in tables] == [sum(map(bool, records))] * 2


def test_that_a_file_that_is_not_there_is_refused_without_another_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.13 and later say what fails when an object that was never whole is closed and dropped."""
    said: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)
    for read in (lambda path: count(PLAN, path, KEY), lambda path: Watched(path, None, None)):
        with pytest.raises((NotATable, FileNotFoundError)):
            read(tmp_path / "absent.csv")
    never = Watched.__new__(Watched)
    never.close()
    del never
    gc.collect()
    assert (said, capfd.readouterr().err) == ([], "")
