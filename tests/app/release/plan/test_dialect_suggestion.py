"""What the first line can tell of a dialect, and what it cannot: a valid plan is not called different."""

from fractions import Fraction

import pytest

from explorer.app.release.plan.dialect_suggestion import FirstLook, advice
from explorer.language import Language
from explorer.release.columns.category import CategoryColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram

SAY = Language("en").say


@pytest.fixture
def told(tmp_path):
    """What is said of a first line under a declared dialect, by a plan that counts one column."""

    def of(line: bytes, column: str, **declared):
        path = tmp_path / "table.csv"
        path.write_bytes(line + b"\n")
        counted = Histogram("cities", (CategoryColumn(column, ("north",)),))
        plan = ReleasePlan(Privacy("row", Fraction(1)), (counted,), input=Input(**declared))
        return advice(plan, FirstLook(str(path), (0, 0), plan.input)())

    return of


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "gb18030", "shift_jis", "utf-8"])
def test_that_names_in_ascii_fit_every_encoding_that_holds_ascii(told, encoding):
    assert told(b"id;city", "city", encoding=encoding, delimiter=";").fits
    assert SAY(told(b"id,town", "city", encoding=encoding).sentence) == "The first line does not name: city."


def test_that_only_what_the_line_shows_is_offered(told):
    found = told(b"id;city", "city", encoding="cp1252")
    assert dict(found.edits) == {"input.delimiter": ";", "input.decimal": ","}


def test_that_an_encoding_in_which_ascii_reads_otherwise_differs(told):
    assert ("input.encoding", "utf-8") in told(b"id,city", "city", encoding="utf-16-le").edits
    assert ("input.encoding", "utf-16-le") in told("id,city".encode("utf-16-le"), "city").edits


def test_that_a_line_of_one_name_fits_every_delimiter_and_quote(told):
    assert told(b"city", "city", delimiter=";").fits
    assert told(b"id,city", "city", quote="").fits


def test_that_names_that_read_otherwise_differ(told):
    line = "id,größe".encode("cp1252")
    assert dict(told(line, "größe").edits) == {"input.encoding": "cp1252"}
    assert told(line, "größe", encoding="latin-1").fits  # as good as cp1252 for this line
