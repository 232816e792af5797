"""The independent count of records: right, or unsure."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.sources import needed_columns
from explorer.release.sources.record_count import Survey, survey


def surveyed(text: str, width: int = 2, quote: str = '"', most: int = 99) -> Survey | None:
    data = text.encode()
    return survey(bytearray(data + b"more than is asked for"), len(data), ",", quote, width, most)


def test_that_records_end_at_newlines_outside_quotes() -> None:
    assert surveyed("1,2\n3,4\n") == Survey(2, 8)
    assert surveyed("1,2\n3,4") == Survey(1, 4)
    assert surveyed("1,2\r\n3,4\r\n") == Survey(2, 10, b"\r\n")
    assert surveyed('"a\nb",2\n"c""\n",""\n') == Survey(2, 18)
    assert surveyed('"a\nb",2\n"c\n') == Survey(1, 8)
    assert surveyed('"a\nb",2', quote="", width=1) == Survey(1, 3)
    assert surveyed("no end") == Survey(0, 0)
    assert surveyed('1,"\n"\n3,4\n\n5,6\n', most=3) == Survey(2, 11)


def test_that_a_blank_line_is_a_record_of_one_column_alone() -> None:
    assert surveyed("1,2\n\n\n3,4\n") == Survey(2, 10)
    assert surveyed("\r\n1,2\r\n") == Survey(1, 7, b"\r\n")
    assert surveyed("1\n\n2\n", width=1) == Survey(3, 5)


def test_that_what_is_not_plainly_regular_is_left_alone() -> None:
    for text in (
        '1,a"b\n',
        '1,a"b"\n',
        '"a"b,2\n',
        ' "a",2\n',
        '"a" ,2\n',
        "1,2\r3,4\n",
        "1,2\r\n3,4\n",
        "1,2\n3,4\r\n",
        "1,2\0\n",
        "1,2,\n",
        "1\n",
        "1,2\n" + "a" * 140_000,
        "1," + "a" * 140_000 + "\n",
    ):
        assert surveyed(text) in (None, Survey(0, 0)), text[:20]


@given(st.text(alphabet='a1,"\n\r', max_size=30), st.integers(1, 3), st.integers(1, 4) | st.just(99))
def test_that_a_count_is_that_of_the_strict_reader(text: str, width: int, most: int) -> None:
    found = surveyed(text, width, most=most)
    if found is not None:
        assert found.records <= most
        whole = text.encode()[: found.end].decode()
        records = list(csv.reader(io.StringIO(whole, newline=""), strict=True))
        assert len([record for record in records if record or width == 1]) == found.records
        assert sum(map(len, filter(None, records))) + records.count([]) >= found.records


VALUES = st.text(alphabet='a1,"\n\r北', max_size=3)


def spelled(value: str, always: bool) -> str:
    """As a good writer does."""
    return '"' + value.replace('"', '""') + '"' if always or set(value) & set(',"\n\r') else value


@given(st.lists(st.lists(VALUES, min_size=5, max_size=5), max_size=12), st.data())
def test_that_needed_columns_alone_are_those_of_the_strict_reader(rows: list[list[str]], data) -> None:
    """Spelled as they were, however the work is divided."""
    needed = sorted(data.draw(st.sets(st.integers(0, 4), min_size=1)))
    end, always = data.draw(st.sampled_from(["\n", "\r\n"])), data.draw(st.booleans())
    lines = (",".join(spelled(value, always) for value in row) + end for row in rows)
    text = "".join(line + end * data.draw(st.integers(0, 1)) for line in lines).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(needed_columns, "RECORDS_AT_ONCE", data.draw(st.sampled_from([1, 3, 1 << 13])))
        patch.setattr(needed_columns, "BYTES_AT_ONCE", data.draw(st.sampled_from([1, 20, 1 << 18])))
        found = survey(bytearray(text + b"a,"), len(text), ",", '"', 5, needed=needed)
    assert found is not None
    assert (found.records, found.end) == (len(rows), len(text))
    if rows:
        assert found.narrow is not None
        empty = [""] if len(needed) == 1 else []
        right = (",".join([*(spelled(row[at], always) for at in needed), *empty]) + "\n" for row in rows)
        assert bytes(found.narrow).decode() == "".join(right)


def test_that_each_record_has_its_fields_where_few_are_needed() -> None:
    """One too many here and one too few there do not cancel out."""
    for text in ("1,2\n3,4,\n5\n", "1\n2,3,4\n", ",,\n\n1\n", '1,"2,"\n3\n"4,",5,6\n', "1,2,3\n4"):
        data = text.encode()
        assert survey(bytearray(data), len(data), ",", '"', 2, needed=(1,)) is None, text
