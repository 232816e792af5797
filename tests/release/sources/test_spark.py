"""Counting on a real Spark cluster: the same integers as of a file, and faults said in one sentence."""

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pytest
from count_cases import KEY
from hypothesis import HealthCheck, given, settings
from spark_cluster import at
from thoroughness import tries
from typed_tables import Made, Row, counted_as_file, every_query, every_value, plans, rows, told

from explorer.language import Language
from explorer.privacy.refusal import NotATable, NotValid, Refusal, Unsupported
from explorer.release.counting.counts import count
from explorer.release.ledger.spends import read_books
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.publish import spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.servers import spark_session
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted
from explorer.release.sources.table_address import read_place

MADE = Made(("VARCHAR", "BIGINT", "DECIMAL(12,2)", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "VARCHAR"))
PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 2)
WHOLE = ReleasePlan(PERSON, (Histogram("whole", (NumericColumn("whole", ("0", "7", "20")),)),))


def parquet(path: Path, table: Sequence[Row]) -> Path:
    """A file on the cluster's storage."""
    with duckdb.connect(":memory:") as connection:
        connection.execute(MADE.create("people"))
        if table:
            connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table)
        connection.execute(f"COPY people TO '{path}' (FORMAT parquet)")
    return path


@settings(
    max_examples=tries(60) // 10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(plans(), rows)
def test_that_a_cluster_counts_what_a_file_of_the_same_rows_gives(
    spark: Path, plan: ReleasePlan, table: list[Row]
) -> None:
    with TemporaryDirectory() as name:
        there = told(count(plan, at(parquet(Path(name, "rows.parquet"), table)), KEY).queries)
        assert there == counted_as_file(plan, table, Path(name, "rows.csv"))


@pytest.fixture(scope="module")
def special(spark: Path) -> Path:
    return parquet(spark / "special.parquet", every_value())


def test_that_every_special_value_counts_as_in_a_file(special: Path, tmp_path: Path) -> None:
    plan = ReleasePlan(PERSON, tuple(every_query()))
    there = told(count(plan, at(special), KEY).queries)
    assert there == counted_as_file(plan, every_value(), tmp_path / "rows.csv")


def test_that_columns_are_told_by_name_and_type_and_one_file_is_one_account(special: Path) -> None:
    source = source_of(at(special))
    found = [(each.name, each.values.text, each.type) for each in source.columns(Input())]
    assert found[:3] == [
        ("id", "text", "string"),
        ("whole", "whole numbers", "bigint"),
        ("exact", "decimals", "decimal(12,2)"),
    ]
    suits = [(each.suits, each.whole) for each in source.columns(Input())]
    assert suits[:3] == [("", False), ("numeric", True), ("numeric", False)]
    assert source.digest(None, None) == source.digest(None, None)


def test_that_a_moment_is_taken_in_the_declared_zone(spark: Path, tmp_path: Path) -> None:
    """Around the hour that summer time leaves out, of a table of the cluster with SQL in its names."""
    from pyspark.sql import SparkSession

    session = SparkSession.builder.getOrCreate()
    moments = ("2024-03-31 00:59:59", "2024-03-31 01:00:00", "2024-03-30 23:30:00")
    listed = ", ".join(f"(timestamp '{each} UTC')" for each in moments)
    name = '`t "a".b; --`'
    session.sql(
        f"CREATE OR REPLACE GLOBAL TEMPORARY VIEW {name} AS SELECT * FROM VALUES {listed} AS t(`seen $1`)"  # noqa: S608 - of this test alone
    )
    place = read_place('spark:global_temp."t ""a"".b; --"')
    edges = ("2024-03-31", "2024-03-31T02:00", "2024-03-31T03:00", "2024-04-01")
    column = DateColumn("seen $1", "YYYY-MM-DD hh:mm:ss", edges=edges)
    queries = (Histogram("h", (column,)),)
    for zone, expected in (("Europe/Berlin", [2, 0, 1]), ("UTC", [2, 0, 0])):
        plan = ReleasePlan(Privacy("row", Fraction(1)), queries, "", Input(time_zone=zone))
        assert count(plan, place, KEY).queries[0].tolist()[:3] == expected


def said(refusal: Refusal) -> str:
    """The sentence, when both languages have one of their own for it, in one line."""
    english, chinese = (Language(each).say(refusal.sentence) for each in ("en", "zh_CN"))
    assert english != chinese
    assert "\n" not in english + chinese
    return english


def refused(place: Any, plan: ReleasePlan = WHOLE, kind: type[Refusal] = NotATable) -> str:
    with pytest.raises(kind) as refusal:
        spend_and_draw(plan, place)
    assert refusal.value.__cause__ is None
    assert refusal.value.__context__ is None, "what the cluster said may hold values"
    return said(refusal.value)


def test_that_what_cannot_be_counted_is_named_and_nothing_is_spent(
    special: Path, tmp_path: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.getOrCreate()
    session.sql(
        "CREATE OR REPLACE GLOBAL TEMPORARY VIEW failing AS "
        "SELECT 'a' AS id, CAST(concat('secret-', id) AS BIGINT) AS whole, array(1) AS many FROM range(3)"
    )
    assert "no table nowhere.people" in refused(read_place("spark:nowhere.people"))
    assert "no table" in refused(at(tmp_path / "nothing.parquet"))
    failing = refused(read_place("spark:global_temp.failing"))
    assert "could not count" in failing
    assert "secret" not in failing
    many = ReleasePlan(PERSON, (Histogram("h", (CategoryColumn("many", ("a",)),)),))
    assert "array<int>" in refused(read_place("spark:global_temp.failing"), many)
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(special.read_bytes()[:-60])
    assert "could not count" in refused(at(cut))
    assert "Parquet" in refused(at(tmp_path / "people.csv.gz"), kind=NotValid)
    assert not read_books(folder).accounts
    assert capfd.readouterr() == ("", ""), "what the cluster says of a fault may hold values"


def test_that_a_cancel_reaches_the_cluster(spark: Path, folder: Path) -> None:
    """Rows without an end, until the cluster has been at work for a while."""
    from pyspark.sql import SparkSession

    session = SparkSession.builder.getOrCreate()
    session.sql(
        "CREATE OR REPLACE GLOBAL TEMPORARY VIEW endless AS "
        "SELECT a.id, b.id AS whole FROM range(0, 100000000, 1, 2) a CROSS JOIN range(100000000) b"
    )
    count(WHOLE, at(parquet(spark / "few.parquet", [])), KEY)  # the trial of the cluster is over
    tracker = session.sparkContext.statusTracker()
    with pytest.raises(Interrupted):
        spend_and_draw(
            WHOLE,
            read_place("spark:global_temp.endless"),
            cancelled=lambda: bool(tracker.getActiveStageIds()),
        )
    assert not tracker.getActiveStageIds()
    assert not read_books(folder).accounts


def test_that_a_cluster_tells_how_far_it_is(spark: Path) -> None:
    """Forty tasks, one after the other in each executor; what is told never falls."""
    from pyspark.sql import SparkSession

    SparkSession.builder.getOrCreate().sql(
        "CREATE OR REPLACE GLOBAL TEMPORARY VIEW long AS "
        "SELECT id, id % 20 AS whole FROM range(0, 400000, 1, 40)"
    )
    told_there: list[tuple[int, int]] = []
    count(WHOLE, read_place("spark:global_temp.long"), KEY, progress=lambda *share: told_there.append(share))
    shares = [done / of for done, of in told_there]
    assert shares
    assert shares == sorted(shares)
    assert 0 < shares[0] < 1


def test_that_rows_set_aside_are_encrypted_and_the_driver_is_silent(spark: Path) -> None:
    from pyspark.sql import SparkSession

    told_there = SparkSession.builder.getOrCreate().sparkContext.getConf()
    assert told_there.get("spark.io.encryption.enabled") == "true"
    assert told_there.get("spark.ui.enabled") == told_there.get("spark.eventLog.enabled") == "false"
    assert told_there.get("spark.log.level") == "OFF"


def test_that_without_driver_or_cluster_one_sentence_says_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    source = source_of(read_place("spark:people"))
    monkeypatch.setattr(spark_session, "find_spec", lambda name: None)
    with pytest.raises(Unsupported) as refusal:
        source.digest(None, None)
    assert "not installed" in said(refusal.value)
    assert "privacy-explorer[spark]" in Language("en").say(refusal.value.hint)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(Unsupported) as refusal:
        source.digest(None, None)
    told = Language("en").say(refusal.value.hint)
    assert "packaged program" in told
    assert "[spark]" not in told


def test_that_an_address_of_a_cluster_is_read_letter_by_letter() -> None:
    for text, names in (
        ("spark:people", ("people",)),
        ("SPARK:a.b.c", ("a", "b", "c")),
        ('spark:a."b.""c"', ("a", 'b."c')),
    ):
        assert read_place(text).names == names  # type: ignore[union-attr]
    assert str(read_place('spark:a."b.""c"')) == 'spark:a."b.""c"'
    assert read_place("spark:s3a://bucket/a.parquet").name == "s3a://bucket/a.parquet"
    for text in ("spark:", "spark:a.b.c.d", "spark:.", "spark:a\0b"):
        with pytest.raises(NotValid):
            read_place(text)
