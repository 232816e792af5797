"""Counting in a real Postgres server: the same integers as of a file, and nothing else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from count_cases import KEY
from hypothesis import HealthCheck, given, settings
from postgres_server import ENTRY_WORD
from thoroughness import tries
from typed_tables import INJECTION, Made, Row, counted_as_file, plans, rows, told

from explorer.privacy.refusal import NotATable, NotValid, OverBudget
from explorer.release.counting.counts import count
from explorer.release.ledger.spends import read_books
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.publish import release, spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.source import source_of

TYPES = ("text", "bigint", "numeric(12,2)", "double precision", "boolean", "date", "timestamp", "text")
PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 2)
AGES = ReleasePlan(PERSON, (Histogram("age", (NumericColumn("age", ("0", "20", "40", "60")),)),))
FILLED = "INSERT INTO visits SELECT n %% %s, n %% %s, repeat('x', 300) FROM generate_series(1, %s) n"


@pytest.fixture(scope="session")
def people(postgres: Any) -> Any:
    """A table in a database whose own order of texts is that of a language."""
    with postgres.connect("postgres") as connection:
        provider = "LOCALE_PROVIDER icu ICU_LOCALE 'en'" if connection.info.server_version >= 150000 else ""
        connection.execute(f"CREATE DATABASE words TEMPLATE template0 {provider}")
    with postgres.connect("words") as connection:
        connection.execute(Made(TYPES).create("people"))
        yield connection


@settings(max_examples=tries(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plans(), rows)
def test_that_a_server_counts_what_a_file_of_the_same_rows_gives(
    server: Any, people: Any, tmp_path: Path, plan: ReleasePlan, table: list[Row]
) -> None:
    people.execute("TRUNCATE people")
    with people.cursor() as cursor:
        cursor.executemany("INSERT INTO people VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", table)
    there = told(count(plan, server.address("public.people", "words"), KEY).queries)
    assert there == counted_as_file(plan, table, tmp_path / "rows.csv")


@pytest.fixture
def visits(server: Any) -> Iterator[Any]:
    """People with up to 15 rows each."""
    with server.connect() as connection:
        connection.execute("CREATE TABLE visits (id int, age int, note text)")
        connection.execute(
            "INSERT INTO visits SELECT n % 7, n, repeat('x', 300) FROM generate_series(1, 100) n"
        )
        try:
            yield connection
        finally:
            connection.execute("DROP TABLE visits CASCADE")


@pytest.mark.usefixtures("visits")
def test_that_columns_are_told_by_what_they_hold_and_by_the_type_of_the_server(server: Any) -> None:
    columns = source_of(server.address("public.visits")).columns(Input())
    assert [(each.name, each.values.text, each.type) for each in columns] == [
        ("id", "whole numbers", "int4"),
        ("age", "whole numbers", "int4"),
        ("note", "text", "text"),
    ]
    suits = [("numeric", True), ("numeric", True), ("", False)]
    assert [(each.suits, each.whole) for each in columns] == suits


def test_that_the_kept_rows_follow_the_key(server: Any, visits: Any) -> None:
    address = server.address("public.visits")
    found = {tuple(count(AGES, address, bytes([at]) * 16).queries[0].tolist()) for at in range(6)}
    assert len(found) > 1
    assert all(sum(table) == 14 for table in found)


@contextmanager
def counting_bytes(server: Any, folder: Path) -> Iterator[list[int]]:
    """A socket that passes everything on to the server; how many bytes came from there."""
    received = [0]
    name = ".s.PGSQL.5432"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / name))
        listening.listen()

        def pass_on(origin: socket.socket, target: socket.socket, counted: bool) -> None:
            while data := origin.recv(1 << 16):
                received[0] += len(data) if counted else 0
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

        def accept() -> None:
            client, _ = listening.accept()
            with client, socket.socket(socket.AF_UNIX) as beyond:
                beyond.connect(f"{server.socket}/{name}")
                sending = threading.Thread(target=pass_on, args=(client, beyond, False))
                sending.start()
                pass_on(beyond, client, True)
                sending.join()

        thread = threading.Thread(target=accept)
        thread.start()
        yield received
        thread.join()


def test_that_nothing_but_cells_crosses_the_wire(server: Any, visits: Any, tmp_path: Path) -> None:
    """As many bytes for 20,100 rows as for 100, which are 30 kB themselves."""
    asked = []
    for _ in range(2):
        folder = server.folder / f"proxy{len(asked)}"
        folder.mkdir()
        with counting_bytes(server, folder) as received:
            count(AGES, server.address("public.visits", socket=str(folder)), KEY)
        asked.append(received[0])
        visits.execute(
            "INSERT INTO visits SELECT n, n % 70, repeat('x', 300) FROM generate_series(1, 20000) n"
        )
    assert asked[0] < 20_000
    assert abs(asked[1] - asked[0]) < 100


def test_that_a_table_is_one_account_whatever_it_holds(
    server: Any, visits: Any, tmp_path: Path, folder: Path
) -> None:
    address = server.address("public.visits")
    before = source_of(address).digest(None, None)
    assert release(AGES, address, tmp_path / "out").drawn.sequence == 1
    visits.execute("INSERT INTO visits VALUES (99, 99, '')")
    assert source_of(address).digest(None, None) == before
    with pytest.raises(OverBudget) as refusal:
        release(AGES, address, tmp_path / "again")
    assert refusal.value.exit_code == 4, "it is known, and its ε is spent"
    visits.execute("CREATE VIEW others AS SELECT * FROM visits")
    assert source_of(server.address("public.others")).digest(None, None) != before


def test_that_no_password_is_told(
    server: Any, visits: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the address, the ledger, or a refusal; with it the table is counted."""
    visits.execute("GRANT SELECT ON visits TO guarded")
    monkeypatch.setenv("PGUSER", "guarded")
    address = server.address("public.visits").with_password(ENTRY_WORD)
    drawn = spend_and_draw(AGES, address)
    assert "quillon" not in repr(address) + str(address) + repr(drawn)
    kept = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert kept
    assert b"quillon" not in kept
    assert b"guarded" not in kept
    assert read_books(folder).accounts


def test_that_names_and_labels_are_taken_letter_by_letter(server: Any, visits: Any) -> None:
    """Quotes, blanks, percent signs, and SQL in a label and in names."""
    visits.execute("""CREATE TABLE "t ""a"".b; --" (id text, "%s $1 ""; DROP TABLE visits" text)""")
    visits.execute("""INSERT INTO "t ""a"".b; --" VALUES ('a', 'x''); DROP TABLE people; --'), ('b', 'é')""")
    column = CategoryColumn('%s $1 "; DROP TABLE visits', (INJECTION, "é"))
    plan = ReleasePlan(PERSON, (Histogram("h", (column,)),))
    try:
        address = server.address('public."t ""a"".b; --"')
        assert count(plan, address, KEY).queries[0].tolist() == [1, 1, 0, 0]
        assert visits.execute("SELECT count(*) FROM visits").fetchone() == (100,)
    finally:
        visits.execute('DROP TABLE "t ""a"".b; --"')


@pytest.mark.parametrize("value", ["1.5e308", "1.8e308", "NaN", "Infinity", "1e400", "-1e-400", "0.5", "12"])
def test_that_numbers_of_any_length_are_told_as_in_a_file(
    server: Any, visits: Any, value: str, tmp_path: Path
) -> None:
    visits.execute("CREATE TABLE long (age numeric)")
    try:
        visits.execute("INSERT INTO long VALUES (%s)", (value,))
        columns = (NumericColumn("age", ("0", "0.5", "20")), NumericColumn("age", ("0", "20"), True))
        plan = ReleasePlan(
            Privacy("row", Fraction(1)), tuple(Histogram(f"h{each.whole}", (each,)) for each in columns)
        )
        path = tmp_path / "long.csv"
        path.write_text(f"age\n{value}\n")
        assert told(count(plan, server.address("public.long"), KEY).queries) == told(
            count(plan, path, KEY).queries
        )
    finally:
        visits.execute("DROP TABLE long")


def test_that_a_moment_is_taken_in_the_declared_zone(server: Any, visits: Any) -> None:
    """Around the hour that summer time leaves out; and a zone that nobody knows is said."""
    visits.execute("CREATE TABLE moments (seen timestamptz)")
    try:
        moments = ("2024-03-31 00:59:59Z", "2024-03-31 01:00:00Z", "2024-03-30 23:30:00Z", "infinity", None)
        with visits.cursor() as cursor:
            cursor.executemany("INSERT INTO moments VALUES (%s)", [(each,) for each in moments])
        edges = ("2024-03-31", "2024-03-31T02:00", "2024-03-31T03:00", "2024-04-01")
        queries = (Histogram("h", (DateColumn("seen", "YYYY-MM-DD hh:mm:ss", edges=edges),)),)
        address = server.address("public.moments")
        for zone, expected in (
            ("Europe/Berlin", [2, 0, 1, 0, 0, 1, 1]),
            ("UTC", [2, 0, 0, 1, 0, 1, 1]),
        ):
            plan = ReleasePlan(Privacy("row", Fraction(1)), queries, "", Input(time_zone=zone))
            assert count(plan, address, KEY).queries[0].tolist() == expected
        unknown = ReleasePlan(Privacy("row", Fraction(1)), queries, "", Input(time_zone="Nowhere/Town"))
        with pytest.raises(NotATable) as refusal:
            count(unknown, address, KEY)
        assert "time zone of the plan" in refusal.value.sentence.text
    finally:
        visits.execute("DROP TABLE moments")


def test_that_an_address_that_names_no_table_is_refused(server: Any) -> None:
    for text in ("public", "public.a.b", ".", ""):
        with pytest.raises(NotValid):
            server.address(text)
