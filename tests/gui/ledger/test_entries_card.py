"""Every entry in the window: filtered, sorted, read in full; the statement; the damaged one named."""

import json
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from ledgers import asking
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QPushButton, QTableView

from explorer.app.core.release_messages import LedgerChanged
from explorer.app.core.state import State, Workspace
from explorer.release.ledger.act import Act
from explorer.release.ledger.export_log import log_export
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import keep, open_account, spend
from explorer.release.values.amount import Amount


@pytest.fixture
def auditor(open_window, folders_of_its_own):
    """A ledger of two accounts and two files, one release of which was exported again."""
    folder = ledger_folder()
    open_account(folder, "clinic", Amount(Fraction(9)), actor="Ada")
    for digest in (b"a" * 32, b"b" * 32):
        paid = spend(folder, asking("1", account="clinic"), digest)
        keep(folder, paid, [[1]], [("x.csv", "x\n")])
    log_export(folder, 1, Act("Bo"), ("report.pdf",))
    open_account(folder, "staff", Amount(Fraction(1)), apart=True, actor="Ada")
    hand = open_window(State(workspace=Workspace.LEDGER), front_only=True, cards=("entries", "verification"))
    hand.furnished.open_card("entries")
    hand.settled()
    return hand


def table(hand):
    return hand.card("entries").findChild(QTableView)


def column(hand, place):
    model = table(hand).model()
    return [model.data(model.index(row, place)) for row in range(model.rowCount())]


def choose(hand, name, words):
    lists = hand.card("entries").findChildren(QComboBox)
    (chosen,) = [each for each in lists if each.accessibleName() == name]
    chosen.setCurrentIndex(chosen.findText(words))
    chosen.activated.emit(chosen.currentIndex())
    hand.settled()


def test_that_every_entry_is_listed_newest_first_with_who_acted(auditor):
    assert column(auditor, 0) == [str(number) for number in range(10, 0, -1)]
    assert column(auditor, 2)[:2] == ["account opened, stated apart", "exported: release 1"]
    assert column(auditor, 7)[:2] == ["Ada", "Bo"]
    assert "10 entries" in auditor.said(auditor.card("entries"))


@cases_in_one("width", [960, 1280, 1920])
def test_that_the_list_shows_what_has_room_and_never_scrolls_sideways(auditor, width):
    entries = table(auditor)
    auditor.window.resize(1920, 900)
    auditor.settled()
    assert not any(entries.isColumnHidden(place) for place in range(8))
    auditor.window.resize(width, 600)
    auditor.settled()
    assert entries.horizontalScrollBar().maximum() == 0
    assert not any(entries.isColumnHidden(place) for place in (0, 1, 2, 4, 6))
    assert entries.isColumnHidden(3) == (width == 960)


def test_that_the_list_is_filtered_by_account_dataset_year_and_kind_at_once(auditor):
    choose(auditor, "account", "clinic")
    assert "10" not in column(auditor, 0)
    choose(auditor, "dataset", "file 1")
    assert column(auditor, 0) == ["9", "5", "4", "3"]
    choose(auditor, "kind of entry", "spent")
    assert column(auditor, 0) == ["4"]
    choose(auditor, "account", "staff")
    assert column(auditor, 0) == []
    assert "no entry of the ledger is like that" in auditor.said(auditor.card("entries"))
    for name, words in (
        ("account", "all accounts"),
        ("dataset", "all datasets"),
        ("kind of entry", "all kinds"),
    ):
        choose(auditor, name, words)
    assert len(column(auditor, 0)) == 10


def test_that_a_heading_sorts_and_turns_round_and_the_list_of_orders_follows(auditor):
    header = table(auditor).horizontalHeader()
    place = QPoint(header.sectionViewportPosition(0) + 5, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    auditor.settled()
    assert column(auditor, 0)[0] == "1"
    choose(auditor, "order of the entries", "sorted by account, falling")
    assert column(auditor, 6)[0] == "staff"
    assert header.sortIndicatorSection() == 6


def test_that_enter_opens_all_that_an_entry_says(auditor):
    choose(auditor, "kind of entry", "exported")
    table(auditor).setFocus()
    QTest.keyClick(table(auditor), Qt.Key.Key_Return)
    dialog = auditor.dialog()
    told = [label.text() for label in dialog.findChildren(QLabel)]
    assert told[0] == "Entry 9 of the ledger"
    assert told[told.index("logged as") + 1] == "Bo"
    assert told[told.index("files") + 1] == "report (PDF)"
    assert len(told[told.index("hash") + 1]) == 64
    auditor.find(QPushButton, "Close", dialog).click()


def test_that_no_hash_or_release_id_stands_in_the_list(auditor):
    model = table(auditor).model()
    shown = " ".join(" ".join(column(auditor, place)) for place in range(model.columnCount()))
    for entry in model.entries:
        assert entry.head[:8] not in shown
        assert not entry.release or entry.release[:8] not in shown


@cases_in_one("extension", ["pdf", "csv", "json"])
def test_that_the_statement_of_the_account_that_is_filtered_for_is_written(
    auditor, tmp_path, monkeypatch, extension
):
    out = tmp_path / f"staff.{extension}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    choose(auditor, "account", "staff")
    auditor.find(QPushButton, "Statement of “staff” …", auditor.card("entries")).click()
    auditor.until(lambda: not auditor.furnished.busy)
    auditor.settled()
    assert "nothing was spent" in auditor.said(auditor.card("entries"))
    auditor.until(lambda: column(auditor, 2)[0] == "exported")
    assert column(auditor, 3)[0] == f"account statement ({extension.upper()})"
    content = out.read_bytes()
    assert content.startswith(b"%PDF") == (extension == "pdf")
    if extension == "json":
        ours = [entry["entry"] for entry in json.loads(content)["entries"]]
        assert ours[:2] == [1, 10]
        assert all(each > 10 for each in ours[2:])  # the statements that were written before


def test_that_a_damaged_ledger_says_which_entry_was_changed(auditor):
    place = ledger_folder() / FILE_NAME
    place.write_bytes(place.read_bytes().replace(b'"actor":"Bo"', b'"actor":"Eve"'[:12]))
    auditor.store.dispatch(LedgerChanged())
    auditor.settled()
    said = auditor.said(auditor.card("verification"))
    assert "entry 9 was changed (entries 1 to 8 are sound)" in said
    assert not table(auditor).isVisible()
