"""Lines and records taken many at once: the same as one by one, with no step of Python for each row."""

import csv
import io
from fractions import Fraction
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import calls

from explorer.language import Language
from explorer.privacy.refusal import NotATable
from explorer.release.counting.counts import Counts, count
from explorer.release.plan.columns import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.sources import csv_records
from explorer.release.sources.csv_records import lines_of, records_of

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-32-be", "gb18030")
PARTS = st.sampled_from(
    (
        "\r",
        "\n",
        "\r\n",
        "a",
        "é",
        "中",
        ",",
        '"',
        " ",
        "\v",
        "\f",
        "\x1c",
        "\x85",
        "\u2028",
        "\ufeff",
        "word" * 9,
    )
)
TEXTS = st.lists(PARTS, max_size=40).map("".join)


def one_by_one(data: bytes, encoding: str) -> list[str]:
    """As the library's own reader of text gives them; the mark at the start is none of the first line."""
    lines = list(io.TextIOWrapper(io.BytesIO(data), encoding, newline=""))
    return list(filter(None, [lines[0].removeprefix("\ufeff"), *lines[1:]])) if lines else []


def many(data: bytes, encoding: str) -> list[str]:
    return list(chain.from_iterable(lines_of(io.BufferedReader(io.BytesIO(data)), encoding)))


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=TEXTS, piece=st.integers(1, 30))
def test_that_lines_are_those_of_the_library_wherever_the_pieces_end(
    encoding: str, text: str, piece: int
) -> None:
    data = text.encode(encoding)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csv_records, "PIECE", piece)
        assert many(data, encoding) == one_by_one(data, encoding)


def refused(data: bytes, declared: Input = Input()) -> str:  # noqa: B008 - frozen
    """The sentence of the refusal, and that every record before it was given."""
    reader = csv.reader(
        chain.from_iterable(lines_of(io.BufferedReader(io.BytesIO(data)), declared.encoding)), strict=True
    )
    with pytest.raises(NotATable) as caught:
        list(chain.from_iterable(records_of(reader, 2)))
    return Language().say(caught.value.sentence)


@pytest.mark.parametrize(
    ("later", "name"),
    [(b'x,"y"z\n', "quotes"), (b"\0,y\n", "NUL"), (b"\xff,y\n", "no text"), (b"x,y,z\n", "fields")],
)
def test_that_of_two_faults_the_first_is_told(later: bytes, name: str) -> None:
    many_lines = b"a,b\n" * 900
    assert refused(many_lines + b"a\n" + b"a,b\n" * 2000 + later).startswith("line 901: other fields")


def test_that_a_line_number_counts_the_lines_within_quotes_and_the_blank_ones() -> None:
    assert refused(b'a,b\n\n"c\r\nd\re\nf",g\n"h\n",i\nj\n').startswith("line 9: other fields")
    assert refused(b"a,b\n\n\nc,d\0\n").startswith("line 4: there is a NUL")


def test_that_a_line_without_an_end_is_refused_before_all_of_it_is_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(csv_records, "LINE", 1 << 16)
    read = 0

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            nonlocal read
            buffer[:] = b"x" * len(buffer)
            read += len(buffer)
            return len(buffer)

    with pytest.raises(NotATable, match="longer than"):
        list(lines_of(io.BufferedReader(Endless()), "utf-8"))
    assert read < 1 << 18


def test_that_reading_and_counting_take_no_step_a_row(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    column = CategoryColumn("group", tuple(map(str, range(90))))
    plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("n", (column,)),))

    def steps(rows: int) -> int:
        path.write_text("id,group\n" + "".join(f"{at},{at % 90}\n" for at in range(rows)))
        found: list[Counts] = []
        taken = calls(lambda: found.append(count(plan, path, bytes(16))))
        assert int(np.sum(found[0].queries[0])) == rows
        return taken

    steps(1000)  # what is imported is imported by now
    assert steps(21_000) - steps(1000) < 1000
