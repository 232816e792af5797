"""A table of a real server is chosen in the window: faults beside their fields, names and never a value."""

import csv

import pytest
from hands import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget
from stewards import agree, exported

from explorer.app.core.release_messages import PlanOpened
from explorer.gui.release.plan.table_question import TableQuestion
from explorer.release.sources.servers import postgres_source
from explorer.release.sources.servers.sign_in import SIGN_INS
from explorer.release.sources.table_address import TableAddress, read_address

pytestmark = pytest.mark.begins_in("release", "plan", "publish")
VALUE = "QZCANARYVALUE"
PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 2
epsilon = "1000"
[[histogram]]
name = "age"
[[histogram.column]]
name = "age"
kind = "numeric"
edges = ["0", "40", "80"]
"""


@pytest.fixture(scope="module")
def clinic():
    """A server with a table that one role may read by its password."""
    pytest.importorskip("psycopg")
    from postgres_server import running

    with running() as server:
        with server.connect() as connection:
            connection.execute("CREATE TABLE visits (id int, age int, note text)")
            connection.execute(
                f"INSERT INTO visits SELECT n, n % 80, '{VALUE}' FROM generate_series(1, 800) n"  # noqa: S608
            )
            connection.execute("CREATE TABLE hidden (id int)")
            connection.execute("GRANT SELECT ON visits TO guarded")
        yield server


@pytest.fixture
def asked(hand: Hand):
    hand.open("release")
    hand.click("a table of a server", hand.card("plan"))
    return hand.dialog(TableQuestion)


def type_in(hand, asked, **texts):
    for name, text in texts.items():
        field = hand.editor(name, asked)
        field.clear()
        hand.qtbot.keyClicks(field, text)


def connect(hand, asked):
    hand.qtbot.keyClick(hand.editor("password", asked), Qt.Key.Key_Return)


def wrong(hand, asked, name):
    """What is said beneath a field, which is what a screen reader is told of it, once it is said."""
    hand.until(lambda: hand.editor(name, asked).accessibleDescription())
    words = hand.editor(name, asked).accessibleDescription()
    assert words in hand.said(asked)
    return words


def test_that_each_fault_is_said_beneath_its_field(hand, asked, clinic):
    from postgres_server import ENTRY_WORD

    connect(hand, asked)
    assert wrong(hand, asked, "server") == "which server?"
    type_in(hand, asked, server="/nowhere/at/all")
    connect(hand, asked)
    assert wrong(hand, asked, "database") == "which database?"
    type_in(hand, asked, database="clinic", user="guarded", password=f"not {ENTRY_WORD}")
    connect(hand, asked)
    assert "no connection" in wrong(hand, asked, "server")
    type_in(hand, asked, server=clinic.socket)
    connect(hand, asked)
    assert "refuses user or password" in wrong(hand, asked, "password")
    assert ENTRY_WORD not in hand.said(asked)
    type_in(hand, asked, password=ENTRY_WORD)
    connect(hand, asked)
    hand.until(asked.findChild(QListWidget).isVisible)
    asked.reject()


def test_that_a_table_is_chosen_and_released_as_a_file_is(hand, asked, clinic, tmp_path, monkeypatch):
    from postgres_server import ENTRY_WORD

    type_in(hand, asked, server=clinic.socket, database="clinic", user="guarded", password=ENTRY_WORD)
    connect(hand, asked)
    tables = asked.findChild(QListWidget)
    hand.until(tables.isVisible)
    assert [tables.item(at).text() for at in range(tables.count())] == ["public.visits"]
    hand.qtbot.keyClick(tables, Qt.Key.Key_Return)
    hand.settled()
    chosen = hand.store.state.releasing.csv
    assert chosen.endswith("/clinic?table=public.visits")
    assert ENTRY_WORD not in repr(hand.store.state)
    assert SIGN_INS.of(read_address(chosen)).password == ENTRY_WORD
    said = hand.said(hand.card("plan"))
    assert "public.visits" in said
    assert "table of a Postgres server · 3 columns" in said
    hand.store.dispatch(PlanOpened(PLAN))
    hand.settled()
    agree(hand)
    files = exported(hand, tmp_path, monkeypatch)
    rows = list(csv.DictReader(files["age.csv"].decode().splitlines()))
    assert [round(int(row["noised_count"]), -1) for row in rows[:2]] == [400, 400]
    assert VALUE not in hand.said()


def test_that_a_password_is_typed_once_and_another_user_does_not_get_it(hand, asked, clinic):
    from postgres_server import ENTRY_WORD

    tables = asked.findChild(QListWidget)
    type_in(hand, asked, server=clinic.socket, database="clinic", user="guarded", password=ENTRY_WORD)
    connect(hand, asked)
    hand.until(tables.isVisible)
    type_in(hand, asked, password="", user="guarded")
    assert not tables.isVisible()
    connect(hand, asked)
    hand.until(tables.isVisible)
    type_in(hand, asked, user="postgres2")
    connect(hand, asked)
    assert SIGN_INS.of(TableAddress("postgresql", clinic.socket, None, "clinic", "", "")).password == ""
    hand.until(lambda: any(each.accessibleDescription() for each in asked.findChildren(QLineEdit)))
    assert not tables.isVisible()
    asked.reject()


def test_that_without_the_driver_it_is_said_how_to_install_it(hand, asked, monkeypatch):
    monkeypatch.setattr(postgres_source, "find_spec", lambda name: None)
    type_in(hand, asked, server="somewhere", database="clinic")
    connect(hand, asked)
    assert "not installed" in wrong(hand, asked, "server")


def test_that_a_table_of_a_cluster_is_asked_for_by_its_address(hand, asked, monkeypatch):
    from explorer.release.sources.servers import spark_session

    monkeypatch.setattr(spark_session, "find_spec", lambda name: None)
    hand.choices("where").setCurrentIndex(1)
    field = hand.editor("table or path", asked)
    hand.qtbot.keyClicks(field, "a.b.c.d")
    hand.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "table or a path" in wrong(hand, asked, "table or path")
    field.setText("clinic.visits")
    hand.qtbot.keyClick(field, Qt.Key.Key_Return)
    hand.until(lambda: "not installed" in field.accessibleDescription())
