"""A Parquet file: told by its first bytes, its types named, what cannot be counted refused."""

import hashlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from count_cases import AGE, KEY, plan_of

from explorer.language import Language
from explorer.privacy.refusal import NotATable
from explorer.release.counting.counts import Counts, count
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.sections import Input, Privacy
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted
from explorer.release.sources.typed.parquet_file import parquet_table

Write = Callable[..., Path]
NUMBERS = NumericColumn("x", ("0", "0.1", "1.5"))
EMPTY = [0] * 6


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(query: str, name: str = "table.csv", options: str = "") -> Path:
        path = tmp_path / name
        with duckdb.connect(":memory:") as connection:
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute(f"COPY ({query}) TO '{tmp_path / 'copy'}' (FORMAT parquet{options})")
        return (tmp_path / "copy").rename(path)

    return write


def one(counts: Counts) -> list[int]:
    table = counts.queries[0]
    assert not hasattr(table, "labels")
    return [int(each) for each in table]  # type: ignore[union-attr]


def refusal(plan: object, path: Path) -> str:
    with pytest.raises(NotATable) as refused:
        count(plan, path, KEY)  # type: ignore[arg-type]
    assert refused.value.__context__ is None, "no text of the engine hangs on it"
    return Language("en").say(refused.value.sentence)


def test_that_it_is_told_by_its_first_bytes_and_its_columns_by_their_types(write: Write) -> None:
    path = write(
        "SELECT 7 AS age, 'é' AS \"a \"\"b\"\"\", 1.5::DECIMAL(9,2) AS fee, {'in': {'deep': 1}} AS s, [1] AS l"  # noqa: E501
    )
    source = source_of(path)
    assert source.id == "parquet"
    assert source.names(Input(header=False, delimiter=";")) == ("age", 'a "b"', "fee", "s", "l")
    assert source.suggested() is None
    assert [each.name for each in parquet_table(path).types][:3] == ["INTEGER", "VARCHAR", "DECIMAL(9,2)"]
    assert source.digest(None, None) == hashlib.sha256(path.read_bytes()).digest()
    assert count(plan_of(AGE), path, KEY).digest == source.digest(None, None)


@pytest.mark.parametrize("kind", ["DOUBLE", "FLOAT"])
def test_that_doubles_are_compared_by_their_shortest_decimals(write: Write, kind: str) -> None:
    values = "(0.1), (1.5), (-0.0), (0.0), ('nan'), ('inf'), ('-inf'), (NULL), (0.7)"
    path = write(
        f"SELECT x::{kind} AS x FROM (VALUES {values.replace('(', '((').replace(')', ')::VARCHAR)')}) AS t(x)"  # noqa: S608
    )
    assert one(count(plan_of(NUMBERS), path, KEY)) == [2, 2, 0, 1, 1, 3]
    assert one(count(plan_of(NUMBERS, declared=Input(decimal=",")), path, KEY)) == [2, 2, 0, 1, 1, 3]
    steps = NumericColumn("x", ("0", "1"), whole=True)
    assert one(count(plan_of(steps), path, KEY)) == [2, 0, 0, 1, 6]
    fine = NumericColumn("x", ("0", "0.1234567890123456"))
    said = refusal(plan_of(fine), path)
    assert said == "the column “x” holds floating-point numbers: its edges may have at most 15 digits"


def test_that_whole_numbers_and_decimals_are_exact(write: Write) -> None:
    edge = 2**53
    path = write(f"SELECT x::BIGINT AS x FROM (VALUES ({edge}), ({edge + 1}), ({edge - 1}), (NULL)) AS t(x)")  # noqa: S608
    plan = plan_of(NumericColumn("x", ("0", str(edge), str(edge + 1))))
    assert one(count(plan, path, KEY)) == [1, 1, 0, 1, 1, 0]
    for kind in ("DECIMAL(30,20)", "DECIMAL(12,3)"):
        path = write(f"SELECT x::{kind} AS x FROM (VALUES ('0.1'), ('0.099'), ('1.5'), ('-0.001')) AS t(x)")  # noqa: S608
        assert one(count(plan_of(NUMBERS), path, KEY)) == [1, 1, 1, 1, 0, 0]


def test_that_dates_are_compared_whatever_format_text_has_and_zones_are_the_declared_one(
    write: Write,
) -> None:
    path = write(
        "SELECT '2023-12-31 23:30:00+00'::TIMESTAMPTZ AS x UNION ALL SELECT NULL UNION ALL SELECT 'infinity'::TIMESTAMPTZ"  # noqa: E501
    )
    for zone, expected in {"UTC": [1, 0], "Europe/Berlin": [0, 1]}.items():
        dates = DateColumn("x", "DD.MM.YYYY", edges=("2023-01-01", "2024-01-01", "2025-01-01"))
        plan = plan_of(dates, declared=Input(time_zone=zone))
        assert one(count(plan, path, KEY)) == [*expected, 0, 0, 1, 1]
    assert "time zone" in refusal(plan_of(dates, declared=Input(time_zone="Nowhere/Else")), path)
    tokens = Input(missing=("", "31.12.1999"))
    path = write("SELECT DATE '1999-12-31' AS x UNION ALL SELECT DATE '2023-12-31'")
    assert one(count(plan_of(dates, declared=tokens), path, KEY)) == [1, 0, 0, 0, 1, 0]


def test_that_true_and_false_are_categories_and_null_is_missing_whatever_is_declared(write: Write) -> None:
    path = write("SELECT x::BOOLEAN AS x FROM (VALUES (true), (false), (false), (NULL)) AS t(x)")
    plan = plan_of(CategoryColumn("x", ("true", "false")), declared=Input(missing=("NA",)))
    assert one(count(plan, path, KEY)) == [1, 2, 0, 1]


def test_that_a_type_that_cannot_be_counted_is_named_where_it_is_needed(write: Write) -> None:
    path = write(
        "SELECT 'a'::BLOB AS x, [1] AS l, {'a': 1} AS s, '1'::JSON AS j, INTERVAL 1 DAY AS i, 3 AS age"
    )
    assert one(count(plan_of(AGE), path, KEY))[0] == 1
    for name, kind in {
        "x": "BLOB",
        "l": "INTEGER[]",
        "s": "STRUCT(a INTEGER)",
        "j": "JSON",
        "i": "INTERVAL",
    }.items():
        said = f"the column “{name}” has the type {kind}, which cannot be counted"
        assert refusal(plan_of(CategoryColumn(name, ("a",))), path) == said
        people = Privacy("person", Fraction(1), id_column=name, rows_per_person=1)
        assert refusal(plan_of(AGE, privacy=people), path) == said


def test_that_a_damaged_file_is_one_sentence(write: Write, tmp_path: Path) -> None:
    whole = write("SELECT range AS x FROM range(5000)").read_bytes()
    path = tmp_path / "damaged"
    for content in (whole[:-1], whole[:100], b"PAR1", whole[:-400] + bytes(300) + whole[-100:]):
        path.write_bytes(content)
        assert refusal(plan_of(NUMBERS), path) == "the Parquet file is incomplete or damaged; write it again"
        with pytest.raises(NotATable):
            source_of(path).names(Input())
    path.write_bytes(whole[:50] + bytes(2000) + whole[2050:])
    assert "damaged" in refusal(plan_of(NUMBERS), path)


def test_that_no_text_with_a_nul_passes_for_another(write: Write) -> None:
    path = write("SELECT 3 AS age, chr(0) || 'a' AS id, 'a' AS name")
    people = Privacy("person", Fraction(1), id_column="id", rows_per_person=1)
    assert "NUL" in refusal(plan_of(AGE, privacy=people), path)
    found = Privacy("row", Fraction(1), Fraction(1, 10**6))
    assert "NUL" in refusal(plan_of(UnknownColumn("id"), privacy=found), path)
    assert one(count(plan_of(AGE), path, KEY))[0] == 1


def test_that_no_name_is_a_pattern_and_equal_names_are_told_apart(write: Write, tmp_path: Path) -> None:
    write("SELECT 3 AS age", "t1.parquet")
    path = write("SELECT 30 AS age, 1 AS agx", "t[1]'*?.parquet")
    assert one(count(plan_of(AGE), path, KEY)) == [0, 1, 0, 0, 0, 0, 0]
    path.write_bytes(path.read_bytes().replace(b"agx", b"AGE"))
    assert source_of(path).names(Input()) == ("age", "AGE")
    assert one(count(plan_of(AGE), path, KEY)) == [0, 1, 0, 0, 0, 0, 0]
    path.write_bytes(path.read_bytes().replace(b"AGE", b"age"))
    assert "age" in refusal(plan_of(AGE), path), "the column is there twice"


def test_that_progress_ends_at_the_end_and_a_cancelled_count_is_none(write: Write) -> None:
    path = write("SELECT range AS x, range % 7 AS id FROM range(20000)", options=", ROW_GROUP_SIZE 2048")
    told: list[tuple[int, int]] = []
    plan = plan_of(NUMBERS, privacy=Privacy("person", Fraction(1), id_column="id", rows_per_person=2))
    count(plan, path, KEY, lambda done, size: told.append((done, size)))
    size = path.stat().st_size
    assert told == sorted(told)
    assert told[-1] == (size, size)
    for after in range(6):
        looks = iter(range(after))
        with pytest.raises(Interrupted):
            count(plan, path, KEY, None, lambda looks=looks: next(looks, None) is None)  # type: ignore[misc]


def test_that_a_file_that_changes_meanwhile_is_refused(write: Write) -> None:
    path = write("SELECT range AS x FROM range(2000)")

    def progress(done: int, size: int) -> None:
        path.write_bytes(path.read_bytes())

    with pytest.raises(NotATable) as refused:
        count(plan_of(NUMBERS), path, KEY, progress)
    assert "changed while it was read" in Language("en").say(refused.value.sentence)


def test_that_a_table_of_no_rows_has_counts_of_nothing(write: Write) -> None:
    assert one(count(plan_of(NUMBERS), write("SELECT 1.5::DOUBLE AS x WHERE false"), KEY)) == EMPTY
