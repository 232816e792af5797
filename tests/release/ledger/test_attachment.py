"""An edited or unknown file is attached to an account on purpose: logged, free, and nothing of it kept."""

import pytest
from ledgers import accounts_of, asking, rows_of

from explorer.privacy.refusal import LedgerRefused, NotATable, NotValid
from explorer.release.ledger.attachment import attach
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.sources.csv_file import file_digest
from explorer.release.sources.table import Interrupted
from explorer.release.values.amount import Amount
from explorer.resources import resource

FIRST = b"id,city\n1,north\n"


@pytest.fixture
def ledger(tmp_path):
    folder = tmp_path / "ledger"
    open_account(folder, "default", Amount(2, 0))
    open_account(folder, "staff", Amount(1, 0), apart=True)
    return folder


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "people.csv"
    path.write_bytes(FIRST)
    return path


def test_that_an_attached_file_needs_no_name_of_an_account(ledger, table, tmp_path):
    spend(ledger, asking("1/2"), file_digest(table))
    edited = tmp_path / "edited.csv"
    edited.write_bytes(FIRST + b"2,south\n")
    with pytest.raises(NotValid):
        spend(ledger, asking("1/2"), file_digest(edited))
    assert attach(ledger, "default", edited)
    assert spend(ledger, asking("1/2"), file_digest(edited)).account == "default"


def test_that_attaching_is_logged_and_spends_nothing(ledger, table):
    before = rows_of(ledger)
    attach(ledger, "default", table)
    *others, row = rows_of(ledger)
    assert others == before
    assert row["kind"] == "attach"
    assert [float(each.spent.epsilon) for each in accounts_of(ledger)] == [0, 0]


def test_that_neither_name_nor_content_of_the_file_is_kept(ledger, table):
    attach(ledger, "default", table)
    kept = (ledger / FILE_NAME).read_bytes()
    assert b"people.csv" not in kept
    assert b"north" not in kept
    assert file_digest(table).hex().encode() not in kept


def test_that_attaching_twice_writes_nothing(ledger, table):
    assert attach(ledger, "default", table)
    before = rows_of(ledger)
    assert not attach(ledger, "default", table)
    assert rows_of(ledger) == before


def test_that_a_file_of_another_account_stays_there(ledger, table):
    attach(ledger, "staff", table)
    with pytest.raises(NotValid) as refused:
        attach(ledger, "default", table)
    assert dict(refused.value.sentence.values) == {"name": "staff"}
    assert len(read_books(ledger).accounts["default"].fingerprints) == 0


def test_that_an_unknown_account_is_refused_before_the_file_is_read(ledger, tmp_path):
    with pytest.raises(NotValid):
        attach(ledger, "nobody", tmp_path / "absent.csv")


def test_that_a_file_that_is_not_there_is_refused(ledger, tmp_path):
    before = rows_of(ledger)
    for path in (tmp_path / "absent.csv", tmp_path):
        with pytest.raises(NotATable):
            attach(ledger, "default", path)
    assert rows_of(ledger) == before


def test_that_a_shipped_example_is_nobodys(ledger):
    with pytest.raises(NotValid):
        attach(ledger, "default", resource("examples", "people.csv"))


def test_that_reading_is_told_and_can_be_stopped(ledger, tmp_path):
    path = tmp_path / "large.csv"
    path.write_bytes(b"x" * (3 << 20))
    told = []
    attach(ledger, "default", path, lambda done, size: told.append((done, size)))
    assert told[-1] == (3 << 20, 3 << 20)
    before = rows_of(ledger)
    path.write_bytes(b"y" * (3 << 20))
    with pytest.raises(Interrupted):
        attach(ledger, "default", path, cancelled=lambda: True)
    assert rows_of(ledger) == before


def test_that_a_damaged_ledger_takes_nothing(ledger, table):
    (ledger / FILE_NAME).write_bytes(b"no ledger")
    with pytest.raises(LedgerRefused):
        attach(ledger, "default", table)
