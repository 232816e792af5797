"""What can go wrong with a server: one plain sentence each, in both languages, and nothing is spent."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from count_cases import KEY
from postgres_server import ENTRY_WORD

from explorer.language import Language
from explorer.privacy.refusal import NotATable, Refusal, Unsupported
from explorer.release.counting.counts import count
from explorer.release.ledger.spends import read_books
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.publish import spend_and_draw
from explorer.release.queries.histogram import Histogram
from explorer.release.sources.servers import postgres_source
from explorer.release.sources.source import source_of
from explorer.release.sources.table import Interrupted
from explorer.release.sources.table_address import PasswordNeeded, read_address

PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 2)
AGE = NumericColumn("age", ("0", "20", "40"))
UPPER = NumericColumn("Age", ("0", "1"))
AGES = ReleasePlan(PERSON, (Histogram("age", (AGE,)),))
MADE = (
    "CREATE SCHEMA faults",
    "CREATE TABLE faults.people (id int, age int, note json, raw bytea, moment timestamptz)",
    "INSERT INTO faults.people SELECT n % 7, n FROM generate_series(1, 60) n",
    "CREATE VIEW faults.broken AS SELECT id, 1 / (id - 5) AS age FROM faults.people",
    "CREATE VIEW faults.spelled AS SELECT id, (id || 'secret-value')::int AS age FROM faults.people",
    "CREATE VIEW faults.slow AS SELECT id, age FROM faults.people, pg_sleep(600)",
    "GRANT USAGE ON SCHEMA faults TO guarded",
)


@pytest.fixture(scope="module")
def made(postgres: Any) -> None:
    with postgres.connect() as connection:
        for statement in MADE:
            connection.execute(statement)


def said(refusal: Refusal) -> str:
    """The sentence, when both languages have one of their own for it, in one line."""
    english, chinese = (Language(each).say(refusal.sentence) for each in ("en", "zh_CN"))
    assert english != chinese
    assert "\n" not in english + chinese
    return english


def refused(address: Any, plan: ReleasePlan = AGES, kind: type[Refusal] = NotATable) -> str:
    with pytest.raises(kind) as refusal:
        count(plan, address, KEY)
    assert refusal.value.__cause__ is None
    assert refusal.value.__context__ is None, "what the server said may hold values"
    return said(refusal.value)


def test_that_no_server_and_no_database_are_said(server: Any, made: None) -> None:
    assert "no connection" in refused(server.address("faults.people", socket="/nowhere"))
    assert "no connection" in refused(server.address("faults.people", "another"))


def test_that_a_password_is_asked_for_and_a_wrong_one_is_said(
    server: Any, made: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGUSER", "guarded")
    address = server.address("faults.people")
    assert "asks for a password" in refused(address, kind=PasswordNeeded)
    wrong = refused(address.with_password("wrong-one"))
    assert "refuses user or password" in wrong
    assert "wrong-one" not in wrong
    assert "may not read" in refused(address.with_password(ENTRY_WORD))


@pytest.mark.parametrize(
    ("table", "plan", "words"),
    [
        ("faults.nobody", AGES, "no table faults.nobody"),
        ("nowhere.people", AGES, "no table nowhere.people"),
        ("faults.broken", AGES, "22012"),
        ("faults.spelled", AGES, "22P02"),
        (
            "faults.people",
            ReleasePlan(PERSON, (Histogram("h", (NumericColumn("Age", ("0", "1")),)),)),
            "“Age”",
        ),
        *(
            ("faults.people", ReleasePlan(PERSON, (Histogram("h", (CategoryColumn(name, ("a",)),)),)), kind)
            for name, kind in (("note", "json"), ("raw", "bytea"), ("moment", "timestamptz"))
        ),
    ],
)
def test_that_what_cannot_be_counted_is_named(
    server: Any, made: None, table: str, plan: ReleasePlan, words: str
) -> None:
    sentence = refused(server.address(table), plan)
    assert words in sentence
    assert "secret-value" not in sentence


class Asked:
    """A question whether to go on that does something as soon as the server is at work."""

    def __init__(self, server: Any, act: Any) -> None:
        self.watching, self.act, self.done = server.connect(), act, False

    def __call__(self) -> bool:
        if self.done:
            return False
        active = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        self.done = self.watching.execute(active).fetchone() != (0,)
        return bool(self.done and self.act())


def test_that_a_cancel_reaches_the_server(server: Any, made: None, folder: Path) -> None:
    asked = Asked(server, lambda: True)
    with pytest.raises(Interrupted):
        spend_and_draw(AGES, server.address("faults.slow"), cancelled=asked)
    active = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'privacy-explorer'"
    while asked.watching.execute(active).fetchone() != (0,):
        pass
    asked.watching.close()
    assert not read_books(folder).accounts


def test_that_a_server_that_stops_in_the_middle_spends_nothing(server: Any, made: None, folder: Path) -> None:
    asked = Asked(server, lambda: server.stop("immediate"))
    try:
        with pytest.raises(NotATable) as refusal:
            spend_and_draw(AGES, server.address("faults.slow"), cancelled=asked)
        assert "broke off" in said(refusal.value)
        assert not read_books(folder).accounts
    finally:
        asked.watching.close()
        server.start()


def test_that_a_table_that_changes_meanwhile_is_counted_as_it_was(server: Any, made: None) -> None:
    """Its rows are doubled as soon as the statement runs: one state of the database is counted."""
    with server.connect() as connection:
        connection.execute("CREATE TABLE faults.moving AS SELECT id, age FROM faults.people")
        connection.execute(
            "CREATE VIEW faults.late AS SELECT moving.id, moving.age FROM pg_sleep(0.5), faults.moving"
        )
        moving = Asked(
            server,
            lambda: connection.execute("INSERT INTO faults.moving SELECT * FROM faults.moving") and False,
        )
        row = ReleasePlan(Privacy("row", Fraction(1)), AGES.queries)
        found = count(row, server.address("faults.late"), KEY, cancelled=moving).queries[0]
        moving.watching.close()
        assert moving.done
        assert int(found.sum()) == 60
        assert connection.execute("SELECT count(*) FROM faults.moving").fetchone() == (120,)


def test_that_a_server_that_counts_otherwise_is_refused_by_name(
    server: Any, made: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An encoding without four-byte letters; and, as if a function differed, another answer."""
    with server.connect("postgres") as connection:
        connection.execute("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with server.connect("latin") as connection:
        connection.execute("CREATE TABLE people (id int, age int)")
    assert "does not count texts" in refused(server.address("public.people", "latin"))
    plan, statement, text, right = postgres_source.trials()[0]
    for one, other, what in (
        (b"'a'", b"'b'", "texts"),
        (b"'0.125'", b"'0.124'", "numbers"),
        (b"'2024-02-29'", b"'2024-03-29'", "dates"),
    ):
        assert one in text
        tried = ((plan, statement, text.replace(one, other), right),)
        monkeypatch.setattr(postgres_source, "trials", lambda tried=tried: tried)
        assert f"does not count {what}" in refused(server.address("faults.people"))


def test_that_without_the_driver_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_source, "find_spec", lambda name: None)
    address = read_address("postgresql://somewhere/clinic?table=public.people")
    with pytest.raises(Unsupported) as refusal:
        source_of(address).digest(None, None)
    assert "not installed" in said(refusal.value)
    assert "privacy-explorer[postgres]" in Language("en").say(refusal.value.hint)
