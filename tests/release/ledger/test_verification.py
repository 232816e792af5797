"""How a ledger verifies: whole with its witness, ahead of it, without one, damaged, rolled back."""

import shutil
from contextlib import closing

import pytest
from ledgers import FILE, asking, rows_of

from explorer.privacy.refusal import LedgerRefused
from explorer.release.ledger import hash_chain
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.locations import state_folder
from explorer.release.ledger.lock import LOCK
from explorer.release.ledger.spends import open_account, read_books, spend
from explorer.release.ledger.verification import Witnessed, is_whole, verified
from explorer.release.values.amount import Amount
from explorer.release.values.process_mark import new_mark


@pytest.fixture
def ledger(tmp_path):
    folder = tmp_path / "ledger"
    open_account(folder, "default", Amount(2, 0))
    return folder


def witness():
    (path,) = (state_folder() / "witness").glob("*.json")
    return path


def test_that_a_whole_ledger_tells_its_entries_and_its_head(ledger):
    books, how = verified(ledger)
    assert books == read_books(ledger)
    rows = rows_of(ledger)
    assert (how.rows, how.head, how.witnessed) == (len(rows), rows[-1]["hash"], Witnessed.AGREES)


def test_that_a_ledger_that_is_not_there_is_none_and_is_not_made(tmp_path):
    books, how = verified(tmp_path / "ledger")
    assert (books.releases, how) == (0, None)
    assert not (tmp_path / "ledger").exists()


def test_that_a_ledger_from_another_computer_has_no_witness(ledger):
    witness().unlink()
    assert verified(ledger)[1].witnessed is Witnessed.MISSING
    spend(ledger, asking(), FILE)
    assert verified(ledger)[1].witnessed is Witnessed.AGREES


def test_that_a_witness_may_be_behind(ledger):
    old = witness().read_bytes()
    spend(ledger, asking(), FILE)
    witness().write_bytes(old)
    assert verified(ledger)[1].witnessed is Witnessed.BEHIND


def test_that_an_old_copy_is_refused_and_not_called_damaged(ledger, tmp_path):
    shutil.copytree(ledger, tmp_path / "old")
    spend(ledger, asking(), FILE)
    shutil.copy(tmp_path / "old" / FILE_NAME, ledger / FILE_NAME)
    with pytest.raises(LedgerRefused):
        verified(ledger)
    assert is_whole(ledger)


def test_that_an_edited_row_is_refused_as_damaged(ledger):
    place = ledger / FILE_NAME
    place.write_bytes(place.read_bytes().replace(b'"epsilon":"2"', b'"epsilon":"9"'))
    with pytest.raises(LedgerRefused):
        verified(ledger)
    assert not is_whole(ledger)


def test_that_a_folder_without_a_ledger_is_not_whole(tmp_path):
    assert not is_whole(tmp_path)


def test_that_a_ledger_in_use_is_not_called_an_old_copy(ledger, monkeypatch):
    """`is_whole` tells damage, or a ledger that cannot be read, from an old copy."""
    (ledger / LOCK).write_text("0" * 8 + new_mark()[8:])  # a program on another computer
    monkeypatch.setattr(hash_chain, "WAIT", 0.0)
    with pytest.raises(LedgerRefused, match="in use"):
        verified(ledger)
    assert not is_whole(ledger)


def test_that_verifying_and_spending_check_the_pages_that_reading_never_sees(ledger):
    """A page of the index of hashes, which finds rows but is not needed to read them all."""
    content = bytearray((ledger / FILE_NAME).read_bytes())
    with closing(hash_chain.connect(ledger)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entry_1'"
        page = connection.execute(query).fetchone()[0]
    content[(page - 1) * size : (page - 1) * size + 8] = bytes(8)
    (ledger / FILE_NAME).write_bytes(content)
    assert read_books(ledger).accounts
    for attempt in (lambda: verified(ledger), lambda: spend(ledger, asking(account="default"), FILE)):
        with pytest.raises(LedgerRefused, match=r"damaged|cannot be written|read-only"):
            attempt()
