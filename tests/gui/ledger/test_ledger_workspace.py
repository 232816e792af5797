"""The ledger in the window: what two releases leave in it, written again, raised, attached, damaged."""

import io
import re
import shutil
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QTableWidget,
)
from stewards import agree, brought_back, chosen, exported, spent

from explorer.__main__ import main
from explorer.app.core.message import Settled
from explorer.app.core.publication import Publication
from explorer.app.core.release_messages import FileChosen, PlanEdited
from explorer.app.core.state import LedgerView, State, Workspace
from explorer.app.release.kept_publication import keep_publication
from explorer.gui.release.publication.comparison_dialog import ComparisonDialog
from explorer.gui.release.publication.forms_dialog import FormsDialog
from explorer.gui.release.publication.picture_dialog import PictureDialog
from explorer.gui.release.publication.words_dialog import WordsDialog
from explorer.gui.widgets.explain import InfoButton, Popover
from explorer.release.ledger import hash_chain
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.locations import ledger_folder, state_folder
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import read_plan
from explorer.release.values.amount import Amount
from explorer.resources import resource

pytestmark = pytest.mark.begins_in("release", "plan", "publish")
LIMIT = Amount(Fraction(3))
ACTS = ("Raise the limit …", "Attach a file …", "Open an account …")


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory):
    """A copy of what two releases left on this computer; where that lay and what was shown, once they are."""
    return {"copy": tmp_path_factory.mktemp("left") / "behind"}


@pytest.fixture
def steward(request, open_window, left_behind, folders_of_its_own, tmp_path, monkeypatch):
    """Two releases of the shipped plan at ε = 1 each, from an account that may spend 3.

    The first test makes them by hand. The others open a window upon what they left: to make two releases anew
    would be most of what such a test does.
    """
    if "state" not in left_behind:
        hand = request.getfixturevalue("example")
        open_account(ledger_folder(), "default", LIMIT)
        agree(hand)
        agree(hand)
        hand.open("ledger")
        shutil.copytree(folders_of_its_own, left_behind["copy"])
        left_behind.update(place=folders_of_its_own, state=hand.store.state)
        return hand
    brought_back(left_behind["copy"], left_behind["place"], monkeypatch)
    state = left_behind["state"]
    own = tmp_path / "people.csv"
    own.write_bytes(resource("examples", "people.csv").read_bytes())
    return open_window(replace(state, releasing=replace(state.releasing, csv=str(own))), front_only=True)


def rows(hand):
    table = hand.card("spends").findChild(QTableWidget)
    if not table.isVisible():
        return []
    across = range(table.columnCount())
    return [[table.item(row, column).text() for column in across] for row in range(table.rowCount())]


def entries():
    journal = Journal()
    verified(ledger_folder(), journal)
    return journal.entries


def acts(hand, card="accounts"):
    """The buttons that can be seen, those that explain and choose aside."""
    found = hand.card(card).findChildren(QPushButton)
    return [each.text() for each in found if each.isVisible() and each.isEnabled()]


def dialog_button(hand, text):
    return hand.find(QPushButton, text, hand.dialog())


def done(hand):
    hand.until(lambda: not hand.furnished.busy)
    hand.settled()


def type_limit(hand, text, name="limit of ε"):
    hand.editor(name, hand.dialog()).setText(text)


def test_that_two_releases_stand_in_the_ledger_with_what_is_left(steward):
    said = steward.said(steward.card("accounts"))
    assert "ε 1 of 3 left" in said
    assert "ε 2 spent; releases: 2" in said
    assert "one person (add or remove); sums of ε and δ" in said
    assert [(row[0], row[2], row[4], row[5]) for row in rows(steward)] == [
        ("1", "Age by region, and income", "ε 1", "ε 1"),
        ("2", "Age by region, and income", "ε 1", "ε 2"),
    ]
    for drawn in steward.store.state.releasing.drawn:  # its random id stands in the details of its entry
        assert drawn.identity[:8] not in str(rows(steward))
    assert acts(steward) == list(ACTS)


def test_that_no_fingerprint_is_shown(steward):
    books = read_books(ledger_folder())
    shown = steward.said() + str(rows(steward))
    for fingerprint in books.accounts["default"].fingerprints:
        assert fingerprint[:8] not in shown


def test_that_a_release_is_seen_at_once_when_the_ledger_is_opened_again(steward):
    steward.open("release")
    agree(steward)
    steward.open("ledger")
    assert len(rows(steward)) == 3
    assert "ε 0 of 3 left" in steward.said(steward.card("accounts"))


def test_that_a_card_that_floats_over_release_follows_at_once(steward):
    steward.card("accounts").setFloating(True)
    steward.open("release")
    agree(steward)
    steward.until(lambda: "ε 0 of 3 left" in steward.said(steward.card("accounts")))


def test_that_what_another_program_did_is_seen_when_the_ledger_is_opened_again(steward):
    with redirect_stdout(io.StringIO()):
        assert main(["ledger", "open", "--account", "staff", "--limit-epsilon", "1", "--apart"]) == 0
    steward.open("ledger")
    assert "ε 1 of 1 left" in steward.said(steward.card("accounts"))


def test_that_what_was_drawn_is_exported_again_and_spends_nothing(steward, tmp_path, monkeypatch):
    steward.open("release")
    first = exported(steward, tmp_path / "first", monkeypatch)
    steward.open("ledger")
    (tmp_path / "again").mkdir()
    chosen(monkeypatch, tmp_path / "again")
    steward.click("Export release 2 again", steward.card("spends"))
    done(steward)
    again = {path.name: path.read_bytes() for path in sorted((tmp_path / "again").iterdir())}
    assert again == first
    assert "nothing was spent" in steward.said(steward.card("spends"))
    assert spent() == 2
    assert (entries()[-1].kind, entries()[-1].sequence) == (EntryKind.EXPORTED, 2)
    assert entries()[-1].forms == ("tables.csv",)


def test_that_an_export_that_cannot_be_logged_is_written_and_says_so(steward, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "full")

    (tmp_path / "out").mkdir()
    chosen(monkeypatch, tmp_path / "out")
    before = len(entries())
    monkeypatch.setattr(hash_chain, "append", full)
    steward.click("Export release 2 again", steward.card("spends"))
    done(steward)
    said = steward.said(steward.card("spends"))
    assert "nothing was spent. It is not logged: " in said
    assert "disk of the ledger" in said
    assert len(list((tmp_path / "out").iterdir())) == len(steward.store.state.releasing.drawn[0].files)
    assert len(entries()) == before


def test_that_the_release_that_is_chosen_is_exported(steward, tmp_path, monkeypatch):
    table = steward.card("spends").findChild(QTableWidget)
    table.selectRow(0)
    (tmp_path / "out").mkdir()
    chosen(monkeypatch, tmp_path / "out")
    steward.click("Export release 1 again", steward.card("spends"))
    done(steward)
    drawn = steward.store.state.releasing.drawn[0]
    for name, text in drawn.files:
        assert (tmp_path / "out" / name).read_text("utf-8") == text


def test_that_a_folder_that_cannot_be_written_is_refused_beside_the_button(steward, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    chosen(monkeypatch, tmp_path / "file")
    steward.click("Export release 2 again", steward.card("spends"))
    done(steward)
    assert "there is no folder" in "".join(steward.refusals(steward.card("spends")))
    assert steward.refusals(steward.card("accounts")) == []


def act_of_release(hand, words):
    """An act in the menu of the release that is chosen."""
    more = hand.find(QPushButton, "More", hand.card("spends"))
    return next(each for each in more.menu().actions() if each.text() == words)


def test_that_a_released_plan_is_taken_from_the_ledger_and_undo_brings_the_other_back(steward):
    released = steward.store.state.releasing.drawn[0].plan
    steward.store.dispatch(PlanEdited("title", "Another plan"))
    steward.store.dispatch(Settled())
    edited = steward.store.state.releasing.plan
    act_of_release(steward, "Use this plan again").trigger()
    done(steward)
    assert read_plan(steward.store.state.releasing.plan) == released
    assert steward.store.state.workspace is Workspace.RELEASE
    steward.store.undo()
    assert steward.store.state.releasing.plan == edited


def test_that_further_forms_are_written_from_the_ledger_and_logged(steward, tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    act_of_release(steward, "Export in other forms …").trigger()
    done(steward)
    dialog = steward.dialog(FormsDialog)
    assert dialog.findChild(QLineEdit).text() == "privacy-explorer ledger export 2 --out DIR"
    for words in ("rows by columns", "fitted", "all tables in one workbook", "members of my group"):
        steward.find(QCheckBox, words, dialog).click()
    chosen(monkeypatch, tmp_path / "out")
    steward.click("Choose the folder and export …", dialog)
    done(steward)
    written = {path.name: path for path in (tmp_path / "out").iterdir()}
    assert {"tables.xlsx", "income.crosstab.csv", "income.consistent.csv", "income.csv"} <= written.keys()
    assert {path.stat().st_mode & 0o777 for path in written.values()} == {0o640}
    assert entries()[-1].forms == ("tables.csv", "crosstab.csv", "consistent.csv", "tables.xlsx")
    assert spent() == 2


@pytest.mark.parametrize("extension", ["svg", "pdf"])
def test_that_a_picture_of_a_released_table_is_exported_with_its_words_and_logged(
    steward, tmp_path, monkeypatch, extension
):
    drawn = steward.store.state.releasing.drawn[0]
    worded = Publication(title="Incomes of the city", note="Source: the city")
    assert keep_publication(ledger_folder(), drawn.identity, worded) is None
    path = tmp_path / f"income.{extension}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    steward.card("spends").findChild(QTableWidget).selectRow(0)
    act_of_release(steward, "Picture of a table …").trigger()
    done(steward)
    dialog = steward.dialog(PictureDialog)
    tables = steward.choices("table")
    assert [tables.itemText(row) for row in range(tables.count())] == ["age_by_region", "income"]
    tables.setCurrentIndex(1)
    steward.click("Export the picture …", dialog)
    done(steward)
    assert f"income.{extension} written to {tmp_path}" in steward.said(steward.card("spends"))
    if extension == "svg":
        written = path.read_text("utf-8")
        assert "Incomes of the city" in written
        assert "Source: the city" in written
    assert path.stat().st_size > 5000
    assert entries()[-1].forms == (f"picture.{extension}",)
    assert entries()[-1].sequence == 1
    assert spent() == 2


def test_that_words_of_a_release_are_there_after_a_restart_and_never_in_the_ledger(
    steward, tmp_path, monkeypatch, capsys
):
    """The command line is another start of the program, with nothing but what is kept."""
    steward.card("spends").findChild(QTableWidget).selectRow(0)
    act_of_release(steward, "Title, note, dataset, publisher …").trigger()
    done(steward)
    dialog = steward.dialog(WordsDialog)
    fields = {each.accessibleName(): each for each in dialog.findChildren(QLineEdit)}
    steward.qtbot.keyClicks(fields["title"], "Ages of the city")
    steward.qtbot.keyClicks(fields["publisher"], "The Office")
    steward.click("Use these words", dialog)
    done(steward)
    assert "carry these words" in steward.said(steward.card("spends"))
    assert steward.store.state.releasing.publication.title == ""  # of the newest release
    out = tmp_path / "r.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    steward.click("Report …", steward.card("spends"))
    done(steward)
    told = out.read_text("utf-8")
    assert "Ages of the city" in told
    assert entries()[-1].forms == ("report.html",)
    assert main(["ledger", "report", "1", "--out", str(out), "--overwrite"]) == 0
    assert out.read_text("utf-8") == told
    assert "The Office" in told
    assert main(["ledger", "report", "2", "--out", str(out), "--overwrite"]) == 0
    assert "The Office" not in out.read_text("utf-8")
    assert b"The Office" not in (ledger_folder() / FILE_NAME).read_bytes()
    capsys.readouterr()


def test_that_words_of_the_newest_release_are_those_of_the_window(steward):
    act_of_release(steward, "Title, note, dataset, publisher …").trigger()
    done(steward)
    dialog = steward.dialog(WordsDialog)
    fields = {each.accessibleName(): each for each in dialog.findChildren(QLineEdit)}
    steward.qtbot.keyClicks(fields["note (source line)"], "Source: the city")
    steward.click("Use these words", dialog)
    done(steward)
    assert steward.store.state.releasing.publication.note == "Source: the city"
    steward.store.undo()
    assert steward.store.state.releasing.publication.note == ""


def test_that_a_release_of_the_ledger_is_compared_with_an_earlier_one(steward):
    act_of_release(steward, "Compare with an earlier release …").trigger()
    done(steward)
    dialog = steward.dialog(ComparisonDialog)
    steward.until(lambda: "both margins" in steward.said(dialog))
    assert steward.find(QComboBox, "earlier release", dialog).currentText().startswith("release 1 of")
    steward.click("Close", dialog)
    assert spent() == 2


def test_that_a_limit_is_raised_only_on_purpose(steward):
    steward.click("Raise the limit …")
    type_limit(steward, "5")
    assert not dialog_button(steward, "Raise the limit").isEnabled()
    dialog = steward.dialog()
    steward.find(QCheckBox, "I raise the limit on purpose", dialog).setChecked(True)
    assert not dialog_button(steward, "Raise the limit").isEnabled()  # without a reason
    steward.editor("reason", dialog).setText("the board asked for a second year")
    steward.qtbot.mouseClick(dialog_button(steward, "Raise the limit"), Qt.MouseButton.LeftButton)
    done(steward)
    assert read_books(ledger_folder()).accounts["default"].limit == Amount(Fraction(5))
    assert "ε 3 of 5 left" in steward.said(steward.card("accounts"))
    assert "this is logged" in steward.said(steward.card("accounts"))
    assert steward.dialogs() == []
    assert read_books(ledger_folder()).accounts["default"].changes[-1].reason.startswith("the board")
    assert "before ε 3: the board asked for a second year" in steward.said(steward.card("accounts"))


@cases_in_one("typed, told", [("1", "below what"), ("much", "is not a number"), ("-1", "above 0")])
def test_that_a_limit_that_cannot_be_is_refused_in_its_dialog(steward, typed, told):
    steward.click("Raise the limit …")
    dialog = steward.dialog()
    type_limit(steward, typed)
    steward.editor("reason", dialog).setText("because")
    steward.find(QCheckBox, "I raise the limit on purpose", dialog).setChecked(True)
    steward.qtbot.mouseClick(dialog_button(steward, "Raise the limit"), Qt.MouseButton.LeftButton)
    done(steward)
    assert told in "".join(steward.refusals(dialog))
    assert dialog_button(steward, "Raise the limit").isEnabled()
    assert read_books(ledger_folder()).accounts["default"].limit == LIMIT
    steward.qtbot.mouseClick(dialog_button(steward, "Cancel"), Qt.MouseButton.LeftButton)


def test_that_a_further_account_is_opened_only_with_its_statement(steward):
    steward.click("Open an account …")
    dialog = steward.dialog()
    steward.editor("name", dialog).setText("staff")
    type_limit(steward, "1")
    type_limit(steward, "1e-6", "limit of δ")
    currencies = dialog.findChild(QComboBox)
    currencies.setCurrentIndex(currencies.findData("rho"))
    assert not dialog_button(steward, "Open the account").isEnabled()
    statement = steward.find(QCheckBox, "I state that nobody in the account “staff”", dialog)
    statement.click()
    assert dialog_button(steward, "Open the account").isEnabled()
    steward.editor("name", dialog).setText("patients")
    assert not statement.isChecked()  # it was stated of another account
    steward.editor("name", dialog).setText("staff")
    assert not statement.isChecked()
    statement.click()
    steward.qtbot.mouseClick(dialog_button(steward, "Open the account"), Qt.MouseButton.LeftButton)
    done(steward)
    account = read_books(ledger_folder()).accounts["staff"]
    assert (account.currency, account.apart, account.limit.delta) == ("rho", True, Fraction(1, 10**6))
    steward.qtbot.mouseClick(steward.find(QRadioButton, "staff"), Qt.MouseButton.LeftButton)
    steward.settled()
    assert steward.store.state.ledger.account == "staff"
    assert rows(steward) == []
    assert "Nothing has been spent" in steward.said(steward.card("advice"))


def test_that_an_edited_file_is_attached_once_its_meaning_is_agreed_to(steward, tmp_path, monkeypatch):
    edited = tmp_path / "edited.csv"
    edited.write_bytes((tmp_path / "people.csv").read_bytes().replace(b"north", b"south", 1))
    chosen(monkeypatch, edited)
    steward.click("Attach a file …")
    dialog = steward.dialog()
    assert "edited.csv" in steward.said(dialog)
    assert "same people" in steward.said(dialog)
    assert dialog_button(steward, "Cancel").isDefault()
    steward.editor("dataset", dialog).setText("Admissions 2025")
    steward.editor("logged as", dialog).setText("Ada Example")
    steward.click("Attach", dialog)
    done(steward)
    assert "counts as the people of “default”" in steward.said(steward.card("accounts"))
    assert len(read_books(ledger_folder()).accounts["default"].fingerprints) == 2
    attached = entries()[-1]
    assert (attached.kind, attached.file) == (EntryKind.ATTACHED, "Admissions 2025")
    assert attached.actor == "Ada Example"
    assert steward.store.state.ledger.act.actor == "Ada Example"  # the next question begins with it
    assert spent() == 2
    steward.store.dispatch(FileChosen(str(edited)))
    steward.open("release")
    agree(steward)  # without naming an account: the ledger knows the file now
    assert spent() == 3


def test_that_attaching_is_refused_beside_its_button(steward, tmp_path, monkeypatch):
    chosen(monkeypatch, tmp_path / "absent.csv")
    steward.click("Attach a file …")
    steward.click("Attach", steward.dialog())
    done(steward)
    assert "does not exist" in "".join(steward.refusals(steward.card("accounts")))


def test_that_the_chain_is_verified_and_explained(steward):
    said = steward.said(steward.card("verification"))
    assert "Yes, it is intact" in said
    assert "agrees" in said
    facts = steward.explained(steward.card("verification"))
    assert facts == {"ledger-chain", "ledger-witness"}


def test_that_a_witness_that_is_not_there_is_told(steward):
    for path in (state_folder() / "witness").glob("*.json"):
        path.unlink()
    steward.click("Verify again")
    steward.settled()
    assert "no witness on this computer" in steward.said(steward.card("verification"))


def test_that_tighter_bounds_are_said_to_be_advice(steward):
    said = steward.said(steward.card("advice"))
    assert "Advice only" in said
    for bound in (
        "basic composition",
        "optimal composition (KOV)",
        "zCDP",
        "numerical (PLD) accounting",
    ):
        assert bound in said
    assert "ε 2 at δ 0" in said
    assert "proven upper bound" in said
    assert not any(low == high for low, high in re.findall(r"between (\S+) and (\S+)", said))
    info = next(each for each in steward.card("advice").findChildren(InfoButton) if each.isVisible())
    steward.qtbot.mouseClick(info, Qt.MouseButton.LeftButton)
    popover = info.findChild(Popover)
    assert any("one person (add or remove)" in label.text() for label in popover.findChildren(QLabel))
    popover.close()


def test_that_a_damaged_ledger_shows_one_sentence_and_no_acts(steward):
    place = ledger_folder() / FILE_NAME
    whole = place.read_bytes()
    place.write_bytes(whole.replace(b'"epsilon":"1"', b'"epsilon":"0"'))
    steward.click("Verify again")
    steward.settled()
    assert "cannot be used" in steward.said(steward.card("accounts"))
    assert "default" not in steward.said(steward.card("accounts"))
    assert acts(steward) == acts(steward, "spends") == []
    assert rows(steward) == []
    assert "Put the newest whole copy" in steward.said(steward.card("verification"))
    place.write_bytes(whole)
    steward.click("Verify again")
    steward.settled()
    assert acts(steward) == list(ACTS)
    assert len(rows(steward)) == 2


def test_that_an_old_copy_is_told_apart_from_damage(steward):
    place = ledger_folder() / FILE_NAME
    old = place.read_bytes()
    steward.open("release")
    agree(steward)
    place.write_bytes(old)
    steward.open("ledger")
    assert "older copy" in steward.said(steward.card("verification"))
    assert acts(steward) == []


@pytest.mark.begins_in("ledger")
def test_that_an_empty_ledger_leads_to_release(hand):
    assert "Nothing has been spent yet" in hand.said(hand.card("accounts"))
    assert not ledger_folder().exists()
    hand.click("Go to Release")
    hand.settled()
    assert hand.window.workspace == "release"


@pytest.mark.begins_in("ledger")
def test_that_the_first_account_is_opened_without_a_statement(hand):
    hand.click("Open an account …")
    type_limit(hand, "2")
    hand.qtbot.mouseClick(dialog_button(hand, "Open the account"), Qt.MouseButton.LeftButton)
    done(hand)
    assert "ε 2 of 2 left" in hand.said(hand.card("accounts"))
    assert not read_books(ledger_folder()).accounts["default"].apart


def test_that_the_example_has_a_ledger_of_its_own(hand):
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    agree(hand)
    hand.open("ledger")
    assert "Nothing has been spent yet" in hand.said(hand.card("accounts"))
    hand.click("Look at the temporary ledger")
    hand.settled()
    assert "Temporary ledger of the shipped example" in hand.said(hand.card("accounts"))
    assert len(rows(hand)) == 1
    assert acts(hand) == ["Raise the limit …"]  # no account is opened there, no file attached
    hand.click("Back to the ledger of this computer")
    hand.settled()
    assert rows(hand) == []
    assert not ledger_folder().exists()


@pytest.mark.begins_in("release", "publish")
def test_that_the_finder_knows_the_ledger_and_its_cards(hand):
    finder = hand.furnished.actions.finder
    for words in ("Ledger", "Is the ledger intact?"):
        hand.open("release")
        hand.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        hand.qtbot.keyClicks(finder, words)
        hand.qtbot.keyClick(finder, Qt.Key.Key_Return)
        hand.settled()
        assert hand.window.workspace == "ledger"


def test_that_the_account_of_a_session_is_shown_at_the_start(open_window):
    for name in ("default", "staff"):
        open_account(ledger_folder(), name, LIMIT, apart=name == "staff")
    hand = open_window(State(workspace=Workspace.LEDGER, ledger=LedgerView("staff")), front_only=True)
    assert hand.find(QRadioButton, "staff").isChecked()
    assert not hand.find(QRadioButton, "default").isChecked()
    names = {each.accessibleName() for each in hand.card("accounts").findChildren(QAbstractButton)}
    assert "explain: What remains in an account" in names


def test_that_the_window_waits_for_what_is_being_written(steward, tmp_path):
    panel = steward.panel("accounts")
    panel.attach("default", tmp_path / "people.csv")
    assert steward.furnished.busy
    assert acts(steward) == ["Cancel"]
    assert not steward.window.close()
    assert "ledger is being" in steward.box().text()
    steward.box().close()
    done(steward)
    assert "was attached to “default” already" in steward.said(steward.card("accounts"))


def test_that_a_ledger_that_is_gone_is_told_and_started_anew_only_on_purpose(steward):
    shutil.rmtree(ledger_folder())
    steward.click("Verify again")
    steward.settled()
    assert "is gone, and with it what was spent" in steward.said(steward.card("accounts"))
    assert "It is missing" in steward.said(steward.card("verification"))
    assert "deleted or moved" in steward.said(steward.card("verification"))
    assert acts(steward) == ["Start a new ledger …"]
    steward.click("Start a new ledger …")
    dialog = steward.dialog()
    begin = steward.find(QPushButton, "Start a new ledger", dialog)
    steward.find(QCheckBox, "The earlier ledger", dialog).setChecked(True)
    assert not begin.isEnabled()  # without a reason
    steward.editor("reason", dialog).setText("the disk broke")
    steward.qtbot.mouseClick(begin, Qt.MouseButton.LeftButton)
    done(steward)
    assert [each.reason for each in read_books(ledger_folder()).restarts] == ["the disk broke"]
    assert "A new ledger was started" in steward.said(steward.card("accounts"))
    assert "Open an account …" in acts(steward)
