"""A table of a real server is chosen in the window: faults beside their fields, names and never a value."""

import csv

import keyring
import pytest
from hands import Hand
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget
from stewards import agree, exported, settle_folder, spent, summary

from explorer.app.core.release_messages import FileChosen, PlanOpened
from explorer.gui.release.plan import table_looks, table_question
from explorer.gui.release.plan.table_question import TableQuestion
from explorer.gui.widgets.wordy_check import WordyCheck
from explorer.release.sources.servers import postgres_source
from explorer.release.sources.servers.sign_in import SIGN_INS, SignIn, SignIns, keyring_there
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


def test_that_cancel_in_the_window_stops_the_server_and_spends_nothing(hand, clinic, monkeypatch):
    monkeypatch.setenv("PGUSER", "steward")
    with clinic.connect() as watching:
        watching.execute(
            "CREATE VIEW slow AS SELECT id, age FROM visits CROSS JOIN LATERAL (SELECT pg_sleep(id)) AS s"
        )
        watching.execute("GRANT SELECT ON slow TO guarded")  # as whom another test may have signed in
        hand.open("release")
        hand.store.dispatch(FileChosen(str(clinic.address("public.slow"))))
        hand.store.dispatch(PlanOpened(PLAN))
        hand.settled()
        settle_folder(hand)
        hand.click("Release", hand.card("publish"))
        hand.click("Spend and release", summary(hand))
        at_work = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'privacy-explorer'"
        hand.until(lambda: watching.execute(at_work + " AND wait_event = 'PgSleep'").fetchone() == (1,))
        hand.click("Cancel", hand.card("publish"))
        hand.until(lambda: not hand.furnished.busy)
        hand.until(lambda: watching.execute(at_work).fetchone() == (0,))
    hand.settled()
    assert "cancelled: nothing was spent" in hand.said(hand.card("publish"))
    assert spent() == 0


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
    hand.until(lambda: any(each.accessibleDescription() for each in asked.findChildren(QLineEdit)))
    assert SIGN_INS.of(TableAddress("postgresql", clinic.socket, None, "clinic", "", "")).password == ""
    assert not tables.isVisible()
    asked.reject()


class Memory(KeyringBackend):
    """A keyring that forgets everything with the test; a locked one refuses."""

    priority = 5

    def __init__(self):
        super().__init__()
        self.entries, self.locked = {}, False

    def get_password(self, service, username):
        return self.entries.get((service, username))

    def set_password(self, service, username, password):
        if self.locked:
            raise KeyringLocked(password)
        self.entries[service, username] = password

    def delete_password(self, service, username):
        del self.entries[service, username]


@pytest.fixture
def begun(monkeypatch):
    """A process that has signed in nowhere yet; called again, another one."""

    def beginning():
        fresh = SignIns()
        for module in (table_question, table_looks, postgres_source):
            monkeypatch.setattr(module, "SIGN_INS", fresh)

    beginning()
    return beginning


@pytest.fixture
def chain(begun, monkeypatch):
    """The system's keyring."""
    made = Memory()
    monkeypatch.setattr(keyring, "get_keyring", lambda: made)
    return made


def test_that_a_password_is_kept_in_the_keyring_where_the_person_says_so(begun, chain, hand, clinic):
    from postgres_server import ENTRY_WORD

    hand.open("release")
    for kept in (False, True, True, False):
        begun()
        hand.click("a table of a server", hand.card("plan"))
        asked = hand.dialog(TableQuestion)
        hand.until(asked.findChild(WordyCheck).isVisible)
        before = bool(chain.entries)
        assert asked.findChild(WordyCheck).isChecked() == before
        type_in(hand, asked, server=clinic.socket, database="clinic", user="guarded")
        if not before:
            type_in(hand, asked, password=ENTRY_WORD)
        if kept != before:
            asked.findChild(WordyCheck).click()
        connect(hand, asked)
        tables = asked.findChild(QListWidget)
        hand.until(tables.isVisible)
        hand.qtbot.keyClick(tables, Qt.Key.Key_Return)
        hand.settled()
        assert [ENTRY_WORD in each for each in chain.entries.values()] == [True] * kept
        assert ENTRY_WORD not in repr(hand.store.state)


def test_that_what_is_kept_stays_where_nobody_says_otherwise(begun, chain, hand, asked, clinic):
    """The dialog opens with no server: whether that one is kept is known once it has been typed."""
    from postgres_server import ENTRY_WORD

    address = TableAddress("postgresql", clinic.socket, None, "clinic", "", "")
    table_question.SIGN_INS.keep(address, SignIn("guarded", ENTRY_WORD))
    table_question.SIGN_INS.keep_lastingly(address, lasting=True)
    before = dict(chain.entries)
    begun()
    hand.until(asked.findChild(WordyCheck).isVisible)
    assert not asked.findChild(WordyCheck).isChecked()
    type_in(hand, asked, server=clinic.socket, database="clinic", user="guarded")
    connect(hand, asked)
    hand.until(asked.findChild(QListWidget).isVisible)
    assert chain.entries == before
    asked.reject()


def test_that_a_keyring_that_refuses_is_told_and_nothing_is_lost(chain, hand, asked, clinic):
    from postgres_server import ENTRY_WORD

    chain.locked = True
    hand.until(asked.findChild(WordyCheck).isVisible)
    asked.findChild(WordyCheck).click()
    type_in(hand, asked, server=clinic.socket, database="clinic", user="guarded", password=ENTRY_WORD)
    connect(hand, asked)
    hand.until(asked.findChild(QListWidget).isVisible)
    assert "the system's keyring did not keep the password" in hand.said(asked)
    asked.reject()


def test_that_without_a_keyring_none_is_offered(hand, monkeypatch):
    monkeypatch.setattr(keyring, "get_keyring", fail.Keyring)
    assert not keyring_there()
    hand.open("release")
    hand.click("a table of a server", hand.card("plan"))
    asked = hand.dialog(TableQuestion)
    hand.until(lambda: not hand.furnished.busy)
    assert not asked.findChild(WordyCheck).isVisible()


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
