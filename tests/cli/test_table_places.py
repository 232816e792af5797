"""A table of a server, as a command names it: files stay files, addresses hold no password."""

import getpass
import json
from pathlib import Path

import pytest

from explorer.cli import table_places
from explorer.cli.command import run
from explorer.language import Language
from explorer.privacy.refusal import NotValid
from explorer.release.sources.servers.postgres_source import PostgresSource
from explorer.release.sources.table_address import PasswordNeeded, TableAddress, place_of, read_address

NAMES = ("plain", "with blank", "with.point", 'with "quotes"', "50 %", "a&b=c#d?e/f", "北京", "x'; --")


@pytest.mark.parametrize("name", NAMES)
def test_that_an_address_is_read_as_it_is_written(name: str) -> None:
    address = TableAddress("postgresql", "/run/a socket", 5433, name, name, name)
    assert read_address(str(address)) == address
    hosted = TableAddress("postgresql", "db.example.org", None, "d", name, "t")
    assert read_address(str(hosted)) == hosted


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://host/db",
        "postgresql://host/db?table=people",
        "postgresql://host/db?table=a.b.c",
        "postgresql://host?table=a.b",
        "postgresql:///db?table=a.b",
        "postgresql://host:port/db?table=a.b",
        "postgresql://host/db?table=a.b&password=secret-word",
        "postgresql://me:secret-word@host/db?table=a.b",
        "postgresql://host/db?table=a.%00",
        "postgresql://host/db?table=a.%FF",
        "postgresql://host/db?table=a.b#c",
        "postgresql://host/db/more?table=a.b",
    ],
)
def test_that_what_names_no_table_is_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(NotValid) as refusal:
        place_of(text)
    for language in ("en", "zh_CN"):
        assert "secret-word" not in Language(language).say(refusal.value.sentence)


def test_that_everything_else_is_a_file() -> None:
    for text in (
        "people.csv",
        "postgresql.csv",
        "a/postgresql:/b",
        "C:\\people.csv",
        "https://host/people.csv",
    ):
        assert place_of(text) == Path(text)


def test_that_a_password_is_asked_for_only_where_somebody_can_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def needed(_: object) -> None:
        raise PasswordNeeded(table_places.N_("the server {host} asks for a password", host="h"), "source")

    monkeypatch.setattr(PostgresSource, "table_columns", needed)
    monkeypatch.setattr(getpass, "getpass", lambda said: f"answer to {said}")
    address = read_address("postgresql://h/d?table=a.b")
    with pytest.raises(PasswordNeeded):
        table_places.with_password(address, Language("en"))
    monkeypatch.setattr(table_places.sys.stdin, "isatty", lambda: True, raising=False)
    asked = table_places.with_password(address, Language("en"))
    assert isinstance(asked, TableAddress)
    assert str(asked.password).removeprefix("answer to ") == "password for h: "
    assert asked == address, "it names the same table"
    assert table_places.with_password(Path("people.csv"), Language("en")) == Path("people.csv")


def test_that_the_columns_of_a_file_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "people.csv").write_text("age,region\n7,North\n")
    assert run(["columns", str(tmp_path / "people.csv"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["columns"] == [{"name": "age", "type": "text"}, {"name": "region", "type": "text"}]
