"""From the file to the exported tables, through the window: spend, draw, show, export."""

import io
import threading
from contextlib import redirect_stdout
from fractions import Fraction

import pytest
from cases_in_one import cases_in_one
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton
from stewards import agree, button, chosen, exported, further, settle_folder, spent, summary

from explorer.__main__ import main
from explorer.app.core.release_messages import AccountNamed, FileChosen, LedgerChanged, PlanEdited
from explorer.app.core.state import State, Workspace
from explorer.app.plotting.layers import Bars
from explorer.gui.release import publish_card, release_agreement
from explorer.gui.release.plan_files import example_plan
from explorer.gui.release.preflight.statement_question import StatementQuestion
from explorer.gui.release.release_summary import ReleaseSummary
from explorer.gui.widgets.fold import FoldHead
from explorer.language import LANGUAGES
from explorer.release import publish
from explorer.release.ledger.attachment import attach
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.locations import ledger_folder, state_folder
from explorer.release.ledger.spends import open_account, read_books
from explorer.release.ledger.verification import verified
from explorer.release.values.amount import Amount
from explorer.resources import resource

pytestmark = pytest.mark.begins_in("release", "publish")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "publish")  # where the form is looked at


def test_that_what_is_spent_is_said_before_it_is_agreed_to(example):
    said = example.said(example.card("publish"))
    assert "Spends ε = 1" in said
    assert "“default”" in said
    example.click("Release", example.card("publish"))
    box = summary(example)
    said = example.said(box)
    assert "people.csv" in said
    assert "Age by region, and income" in said
    assert "never returned" in said
    assert "3 rows per person" in said
    assert "opened with exactly that limit" in said
    assert box.cancel.isDefault()
    assert not box.agree.isDefault()
    assert not box.agree.autoDefault()
    example.click("Cancel", box)
    example.settled()
    assert example.store.state.releasing.drawn == ()
    assert spent() == 0


def test_that_nothing_is_spent_but_what_the_summary_showed(example):
    example.click("Release", example.card("publish"))
    box = summary(example)
    example.store.dispatch(AccountNamed("other"))
    example.click("Spend and release", box)
    example.settled()
    assert spent() == 0
    assert example.store.state.releasing.drawn == ()
    assert any(
        "has changed, so nothing was spent" in refusal
        for refusal in example.refusals(example.card("publish"))
    )
    agree(example)
    assert list(read_books(ledger_folder()).accounts) == ["other"]


def test_that_the_summary_shows_what_came_while_the_ledger_was_read(example, monkeypatch):
    read, came = release_agreement.outlay, threading.Event()
    monkeypatch.setattr(release_agreement, "outlay", lambda *given: came.wait(60) and read(*given))
    example.click("Release", example.card("publish"))
    example.store.dispatch(AccountNamed("other"))
    came.set()
    assert "“other”" in example.said(summary(example))


def test_that_a_further_account_is_opened_by_a_statement_about_this_file_and_this_release(example):
    open_account(ledger_folder(), "patients", Amount(Fraction(1)))
    for name in ("clinic", "ward"):
        example.store.dispatch(AccountNamed(name))
        example.settled()
        assert not button(example, "Release").isEnabled()
        example.click("State it …", example.card("publish"))
        asked = example.dialog(StatementQuestion)
        assert f"nobody in people.csv is in any account but “{name}”" in example.said(asked)
        example.qtbot.keyClick(asked, Qt.Key.Key_Return)  # Enter states nothing
        assert asked.isVisible()
        example.click("I state this", asked)
        example.settled()
        assert button(example, "Release").isEnabled()
        assert "You state that nobody in people.csv" in example.said(example.card("publish"))
    example.store.dispatch(AccountNamed("clinic"))
    example.settled()
    assert not button(example, "Release").isEnabled()  # it was stated for another account
    example.store.dispatch(AccountNamed("ward"))
    example.settled()
    assert not button(example, "Release").isEnabled()  # and what is gone does not come back
    assert list(read_books(ledger_folder()).accounts) == ["patients"]
    example.click("State it …", example.card("publish"))
    example.click("I state this", example.dialog(StatementQuestion))
    example.settled()
    example.click("Release", example.card("publish"))
    box = summary(example)
    assert "nobody in people.csv" in example.said(box)
    example.click("Spend and release", box)
    example.until(lambda: not example.furnished.busy)
    assert read_books(ledger_folder()).accounts["ward"].apart


def test_that_a_new_account_is_named_after_its_file_and_stated_by_one_more_press(example):
    open_account(ledger_folder(), "default", Amount(Fraction(1, 2)))
    open_account(ledger_folder(), "People", Amount(Fraction(1)), apart=True)
    example.store.dispatch(LedgerChanged())
    example.settled()
    example.click("New account …", example.card("publish"))
    asked = example.dialog(StatementQuestion)
    name = example.editor("name of the new account", asked)
    assert name.text() == "people 2"
    example.type(name, "default")
    assert "any account but “default”" in example.said(asked)
    example.click("I state this", asked)
    assert "“default” is there already" in example.refusals(asked)[0]
    example.type(name, "")
    assert not example.find(QPushButton, "I state this", asked).isEnabled()
    example.type(name, "ward")
    assert example.store.state.releasing.account == ""  # nothing before it is stated
    example.click("I state this", asked)
    example.settled()
    assert example.store.state.releasing.account == "ward"
    agree(example)
    ward = read_books(ledger_folder()).accounts["ward"]
    assert (ward.apart, ward.spent.epsilon) == (True, 1)


def test_that_a_file_that_was_released_is_known_to_belong_to_its_account(example, tmp_path):
    card = example.card("publish")
    agree(example)
    further(example)
    shown = [each.text() for each in card.findChildren(QPushButton) if each.isVisible()]
    assert "Raise the limit …" in shown
    assert "New account …" not in shown
    example.store.dispatch(AccountNamed("ward"))
    settle_folder(example)
    assert "this file belongs to the account “default”" in example.said(card)
    assert not button(example, "Release").isEnabled()
    with (tmp_path / "people.csv").open("ab") as file:
        file.write(b"9999,20,north,1,\n")
    example.store.dispatch(FileChosen(str(tmp_path / "people.csv")))
    settle_folder(example)
    assert "belongs to the account" not in example.said(card)


def test_that_a_file_of_another_account_is_known_once_its_rows_were_read(example, tmp_path):
    """Its content alone tells, which nothing reads before the release."""
    open_account(ledger_folder(), "clinic", Amount(Fraction(1)))
    attach(ledger_folder(), "clinic", tmp_path / "people.csv")
    example.store.dispatch(LedgerChanged())
    example.store.dispatch(AccountNamed("ward"))
    settle_folder(example)
    example.click("State it …", example.card("publish"))
    example.click("I state this", example.dialog(StatementQuestion))
    example.settled()
    agree(example)
    assert spent() == 0
    assert "this file belongs to the account “clinic”" in example.said(example.card("publish"))
    assert not button(example, "Release").isEnabled()


def test_that_a_release_by_another_plan_than_is_open_is_named(example):
    agree(example)
    example.store.dispatch(PlanEdited("histogram.1.name", "other"))
    example.settled()
    said = example.said(example.card("publish"))
    assert list(clipped(example.card("publish"))) == []
    assert "Release 1, “Age by region, and income”: 4 files written to " in said


def test_that_a_name_for_a_new_account_that_is_thought_better_of_states_nothing(example):
    open_account(ledger_folder(), "default", Amount(Fraction(1, 2)))
    example.store.dispatch(LedgerChanged())
    example.settled()
    example.click("New account …", example.card("publish"))
    example.click("Cancel", example.dialog(StatementQuestion))
    example.settled()
    assert example.store.state.releasing.account == ""
    example.click("Release …", example.card("publish"))  # asks again before anything else
    example.click("Cancel", example.dialog(StatementQuestion))
    example.settled()
    assert not example.dialogs(ReleaseSummary)
    assert spent() == 0


def test_that_the_release_asks_for_the_account_that_a_file_has_not_and_goes_on(example):
    open_account(ledger_folder(), "default", Amount(Fraction(1, 2)))
    example.store.dispatch(LedgerChanged())
    settle_folder(example)
    assert "asks for a new account first" in example.said(example.card("publish"))
    example.click("Release …", example.card("publish"))
    example.click("I state this", example.dialog(StatementQuestion))
    example.until(lambda: example.dialogs(ReleaseSummary))
    assert "“people”, opened with exactly that limit" in example.said(summary(example))
    assert list(read_books(ledger_folder()).accounts) == ["default"]  # nothing is opened yet
    example.click("Spend and release", summary(example))
    example.until(lambda: not example.furnished.busy)
    assert read_books(ledger_folder()).accounts["people"].apart


def test_that_another_file_has_no_account_and_no_statement_yet(example, tmp_path):
    open_account(ledger_folder(), "patients", Amount(Fraction(1)))
    example.store.dispatch(AccountNamed("ward"))
    example.settled()
    example.click("State it …", example.card("publish"))
    example.click("I state this", example.dialog(StatementQuestion))
    other = tmp_path / "later.csv"
    other.write_bytes((tmp_path / "people.csv").read_bytes())
    example.store.dispatch(FileChosen(str(tmp_path / "people.csv")))
    example.settled()
    assert example.store.state.releasing.account == "ward"  # the same file, chosen again
    example.store.dispatch(FileChosen(str(other)))
    example.settled()
    assert example.store.state.releasing.account == ""
    assert "State that nobody in later.csv" in example.said(example.card("publish"))
    example.click("Release", example.card("publish"))
    assert "any account but “later”" in example.said(example.dialog(StatementQuestion))


def logged_exports():
    """How many exports the person's own ledger has."""
    journal = Journal()
    verified(ledger_folder(), journal)
    return sum(each.kind is EntryKind.EXPORTED for each in journal.entries)


def test_that_an_export_is_logged_where_its_release_was_paid_whatever_file_is_chosen_since(
    example, tmp_path, monkeypatch
):
    agree(example)
    assert logged_exports() == 1
    example.store.dispatch(FileChosen(str(resource("examples", "people.csv"))))  # it has a ledger of its own
    example.settled()
    assert exported(example, tmp_path / "again", monkeypatch)
    example.until(lambda: not example.furnished.busy)
    assert logged_exports() == 2


def test_that_nothing_is_stated_where_no_further_account_is_opened(example):
    example.click("Release", example.card("publish"))
    box = summary(example)
    assert not any("I state" in each.accessibleName() for each in box.findChildren(QCheckBox))
    assert box.agree.isEnabled()
    example.click("Cancel", box)


def test_that_escape_spends_nothing(example):
    example.click("Release", example.card("publish"))
    box = summary(example)
    example.qtbot.keyClick(box, Qt.Key.Key_Escape)
    example.settled()
    assert not example.furnished.busy
    assert spent() == 0


@pytest.mark.begins_in("release", "preview", "publish")
def test_that_a_release_is_paid_drawn_and_shown_with_its_margins(example):
    agree(example)
    (drawn,) = example.store.state.releasing.drawn
    assert spent() == 1
    figure = example.panel("preview").figure
    bars = [layer for layer in figure.layers if isinstance(layer, Bars)]
    shown = {int(height) for layer in bars for height in layer.height}
    assert shown == set(drawn.queries[0].counts)
    assert all(layer.whiskers == drawn.queries[0].margins.each for layer in bars)
    assert f"±{drawn.queries[0].margins.each}" in example.said(example.card("preview")).replace(" ", "")
    assert example.said(example.card("publish")).split("\n")[1].startswith("Released: 4 files written to ")
    assert example.window.focusWidget().text() == "Export the tables …"  # what comes next
    further(example)
    assert "0 of 1 left" in example.said(example.card("publish"))
    assert "exporting again is free" in example.said(example.card("publish"))


def test_that_spending_comes_before_drawing(example, monkeypatch):
    seen = []
    draw = publish.privatize
    monkeypatch.setattr(publish, "privatize", lambda *given: seen.append(spent()) or draw(*given))
    agree(example)
    assert seen == [1, 1]


@pytest.mark.begins_in("release", "preview", "publish")
def test_that_a_second_draw_over_budget_cannot_be_pressed(example):
    agree(example)
    settle_folder(example)
    assert "is more than" not in example.said(example.card("publish"))  # of another release
    assert further(example) == "for another release: 1 line to settle first"
    assert "is more than “default” has (ε 0 of 1 left)" in example.said(example.card("publish"))
    assert not button(example, "Release again").isEnabled()
    assert "1 line to settle first" in example.said(example.card("publish"))
    assert "is more than" in button(example, "Release again").toolTip()
    assert len(example.store.state.releasing.drawn) == 1
    assert spent() == 1
    assert example.panel("preview").figure.empty is None
    example.open("explore")
    example.type(example.field("ε"), "2")
    assert example.store.state.target.epsilon == 2


def test_that_the_window_writes_what_the_command_line_exports(example, tmp_path, monkeypatch):
    agree(example)
    files = exported(example, tmp_path / "window", monkeypatch)
    assert sorted(files) == [
        "age_by_region.csv",
        "age_by_region.csv-metadata.json",
        "income.csv",
        "income.csv-metadata.json",
    ]
    assert "4 files written" in example.said(example.card("publish"))
    with redirect_stdout(io.StringIO()):
        assert main(["ledger", "export", "1", "--out", str(tmp_path / "command")]) == 0
    commanded = {path.name: path.read_bytes() for path in (tmp_path / "command").iterdir()}
    assert commanded == files


def test_that_exporting_again_is_free_and_asks_before_it_replaces(example, tmp_path, monkeypatch):
    agree(example)
    files = exported(example, tmp_path / "out", monkeypatch)
    asked = []

    def answering(answer):
        def question(box):
            asked.append(box.text())
            return answer

        monkeypatch.setattr(QMessageBox, "exec", question)

    victim = tmp_path / "out" / sorted(files)[0]
    victim.write_text("mine")
    answering(QMessageBox.StandardButton.Cancel)
    exported(example, tmp_path / "out", monkeypatch)
    assert victim.read_text() == "mine"
    answering(QMessageBox.StandardButton.Yes)
    assert exported(example, tmp_path / "out", monkeypatch) == files
    assert len(asked) == 2
    assert victim.name in asked[0]
    assert spent() == 1


def test_that_tables_never_replace_the_file_that_was_counted(canary, monkeypatch):
    agree(canary)
    (drawn,) = canary.store.state.releasing.drawn
    private = canary.table.rename(canary.table.with_name(drawn.files[0][0]))
    before = private.read_bytes()
    canary.store.dispatch(FileChosen(str(private)))
    monkeypatch.setattr(QMessageBox, "exec", lambda _: QMessageBox.StandardButton.Yes)
    assert list(exported(canary, private.parent, monkeypatch)) == [private.name]
    assert private.read_bytes() == before
    assert any("file to be counted" in refusal for refusal in canary.refusals(canary.card("publish")))


def test_that_a_folder_that_cannot_be_written_is_told_and_nothing_is_lost(example, tmp_path, monkeypatch):
    agree(example)
    (tmp_path / "file").write_text("no folder")
    chosen(monkeypatch, tmp_path / "file" / "inside")
    example.click("Export the tables …", example.card("publish"))
    example.settled()
    assert any("inside" in refusal for refusal in example.refusals(example.card("publish")))
    assert exported(example, tmp_path / "out", monkeypatch)
    assert not any("inside" in refusal for refusal in example.refusals(example.card("publish")))


WHOLE = b"id,city,note\nA,north,QZCANARYNOTE\nB,south,QZCANARYNOTE\n"
BROKEN = [
    (None, "does not exist"),
    (b"id,city,note\nA,north,QZCANARYNOTE\nB,south\n", "line 3"),
    (b"id,city,note\nA,north,QZCANARYNOTE\xff\n", "utf-8"),
    (b"id;city;note\nA;north;QZCANARYNOTE\n", ""),
    (b"id,town,note\nA,north,QZCANARYNOTE\n", "city"),
    (b"id,city,note\n\x00\x01QZCANARYNOTE\n", ""),
    (b"", ""),
]


@cases_in_one("content, words", BROKEN)
@WITH_PLAN
def test_that_a_file_that_is_no_such_table_is_refused_and_nothing_is_spent(canary, content, words):
    canary.table.write_bytes(WHOLE)
    canary.store.dispatch(FileChosen(str(canary.table)))
    canary.settled()
    if content is None:
        canary.table.unlink()
    else:
        canary.table.write_bytes(content)
    card = canary.card("publish")
    canary.click("Release", card)
    canary.settled()
    (refusal,) = canary.refusals(card)
    assert "has changed since it was looked at" in refusal
    canary.settled()
    if button(canary, "Release").isEnabled():  # its first line fits the plan: only counting can tell
        agree(canary)
        (refusal,) = canary.refusals(card)
        assert button(canary, "Release").isEnabled()
    else:
        refusal = button(canary, "Release").toolTip()  # what is to be settled first
    assert "\n" not in refusal
    assert words.lower() in refusal.lower()
    assert "QZCANARY" not in canary.said()
    assert spent() == 0
    assert canary.store.state.releasing.drawn == ()
    canary.type(canary.plan_field("title").editor, "Goes on")
    assert canary.refusals(canary.plan_field("title")) == []


@WITH_PLAN
def test_that_counting_can_be_cancelled_before_it_is_paid(canary, monkeypatch):
    go = []

    def slow(plan, csv, ledger, account, apart, progress, cancelled, paying, act, sheet):
        go.append(True)
        progress(1, 2)
        while not cancelled():
            pass
        return publish.spend_and_draw(plan, csv, ledger, account, apart, progress, cancelled, paying, act)

    monkeypatch.setattr(publish_card, "spend_and_draw", slow)
    canary.click("Release", canary.card("publish"))
    canary.click("Spend and release", summary(canary))
    canary.until(lambda: go and button(canary, "Cancel").isVisible())
    assert not button(canary, "Release").isEnabled()
    canary.click("Cancel", canary.card("publish"))
    canary.until(lambda: not canary.furnished.busy)
    canary.settled()
    assert spent() == 0
    assert canary.store.state.releasing.drawn == ()
    assert canary.refusals() == []
    assert button(canary, "Release").isEnabled()
    assert "nothing was spent" in canary.said(canary.card("publish"))


def test_that_a_release_under_way_is_not_begun_twice(canary):
    panel = canary.panel("publish")
    panel.begin()
    panel.begin()
    canary.until(lambda: not canary.furnished.busy)
    canary.settled()
    assert spent() == 0.5
    assert len(canary.store.state.releasing.drawn) == 1


def test_that_an_account_is_opened_by_its_name(canary):
    canary.type(canary.editor("account"), "survey")
    assert "“survey”: not opened yet" in canary.said(canary.card("publish"))
    agree(canary)
    assert list(read_books(ledger_folder()).accounts) == ["survey"]


def test_that_a_name_that_is_none_is_refused_beside_it(canary):
    canary.type(canary.editor("account"), "n" * 200)
    assert "an account's name has 1 to 80" in canary.said(canary.card("publish"))
    assert not button(canary, "Release").isEnabled()
    assert spent() == 0


def test_that_a_damaged_ledger_is_told_and_the_window_goes_on(canary):
    folder = ledger_folder()
    folder.mkdir(parents=True)
    (folder / FILE_NAME).write_bytes(b"this is no ledger" * 100)
    canary.type(canary.editor("account"), "other")
    assert "is damaged" in canary.said(canary.card("publish"))
    assert not button(canary, "Release").isEnabled()
    canary.open("explore")
    canary.type(canary.field("ε"), "2")
    assert canary.store.state.target.epsilon == 2


@WITH_PLAN
def test_that_undo_never_takes_a_release_back(example):
    example.type(example.plan_field("privacy.epsilon").editor, "0.5")
    agree(example)
    example.action("Undo").trigger()
    example.settled()
    assert len(example.store.state.releasing.drawn) == 1
    assert example.plan_field("privacy.epsilon").editor.text() == "1"


@WITH_PLAN
def test_that_the_shipped_example_is_charged_to_a_temporary_ledger(hand):
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    hand.card("publish").findChild(FoldHead).click()
    assert "temporary ledger" in hand.said(hand.card("publish"))
    agree(hand)
    assert len(hand.store.state.releasing.drawn) == 1
    assert spent() == 0
    ledger = hand.furnished.context.demonstration.ledger_for(hand.store.state.releasing.csv)
    assert ledger.exists()
    hand.leave()
    assert not ledger.exists()
    assert list(state_folder().glob("witness/*")) == []


def test_that_another_plan_after_a_release_is_no_second_draw(example):
    agree(example)
    assert button(example, "Release again")
    title = PlanEdited("title", "The same under another title")
    example.store.dispatch(title)
    example.settled()
    assert button(example, "Release again")
    example.store.dispatch(PlanEdited("privacy.epsilon", "1/2"))
    example.settled()
    assert button(example, "Release …").property("primary")
    assert button(example, "Export the tables").isVisible()
    open_account(ledger_folder(), "default", Amount(Fraction(2)))
    example.store.dispatch(LedgerChanged())
    settle_folder(example)
    example.click("Release …", example.card("publish"))
    asked = summary(example)
    assert "drawn already" not in example.said(asked)
    example.click("Cancel", asked)


@pytest.mark.parametrize("language", LANGUAGES)
@WITH_PLAN
def test_that_nothing_is_cut_beside_a_release_that_was_just_made(open_window, language):
    hand = open_window(
        State(workspace=Workspace.RELEASE), language=language, size=(960, 600), front_only=True
    )
    example_plan(hand.furnished.context)
    settle_folder(hand)
    hand.panel("publish").begin()
    hand.until(lambda: not hand.furnished.busy)
    hand.settled()
    assert len(hand.store.state.releasing.written) == 4
    assert list(clipped(hand.window)) == []


@WITH_PLAN
def test_that_a_new_plan_does_not_keep_the_people_of_the_example(hand):
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    hand.click("New", hand.card("plan"))
    hand.settled()
    assert "Choose the file to count" in hand.said(hand.card("publish"))
