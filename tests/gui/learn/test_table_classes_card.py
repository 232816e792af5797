"""k, ℓ and t of a table in the window: public and private files, refusals, and nothing left behind."""

import logging

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
)
from thoroughness import combined

from explorer.app.core.state import State, Workspace
from explorer.app.learn.ground_distance import Ground
from explorer.app.session import saved
from explorer.gui.fields.number_field import NumberField
from explorer.gui.learn.failing_classes import FailingClasses
from explorer.gui.learn.table_classes_card import PrivateRowsQuestion
from explorer.gui.widgets.wordy_check import WordyCheck

CARD = "table-classes"
LEARN = State(workspace=Workspace.LEARN)
TOKENS = ("QZCANARYZIP", "QZCANARYAGE", "QZCANARYILL", "QZCANARYTAB")
ROWS = 1009  # a prime
COMPUTE = "Compute k, ℓ and t"


@pytest.fixture
def hand(open_window):
    made = open_window(LEARN, front_only=True, cards=(CARD,))
    made.furnished.open_card(CARD)
    made.settled()
    return made


def table(tmp_path, rows=None):
    path = tmp_path / "input" / f"{TOKENS[3]}.csv"
    path.parent.mkdir(exist_ok=True)
    lines = rows or [f"{TOKENS[0]}{n % 7},{TOKENS[1]}{n % 3},{TOKENS[2]}{n % 2}" for n in range(ROWS)]
    path.write_text("\n".join(["zip,age,ill", *lines]) + "\n")
    return path


def take(hand, path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    hand.click("open a file …", hand.card(CARD))


def tick(hand, *names):
    columns = hand.card(CARD).findChild(QListWidget, "columns")
    for row in range(columns.count()):
        item = columns.item(row)
        on = item.text() in names
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)


def compute(hand):
    hand.find(QPushButton, COMPUTE, hand.card(CARD)).click()


def done(hand):
    hand.until(lambda: not hand.panel(CARD).busy)
    hand.settled()


def said(hand):
    return hand.said(hand.card(CARD))


def listed(hand):
    found = hand.card(CARD).findChild(FailingClasses)
    return [[found.item(row, column).text() for column in range(4)] for row in range(found.rowCount())]


def test_that_the_example_is_measured_and_its_failing_classes_are_named(hand):
    compute(hand)
    done(hand)
    assert "k = 4" in said(hand)
    assert "ℓ = 1" in said(hand)
    assert listed(hand) == [
        ["postcode = 130**, age = 30 to 39", "4", "1", "0.583"],
        ["postcode = 130**, age = under 30", "4", "2", "0.417"],
    ]
    assert "3 classes of 12 rows" in said(hand)


def test_that_classes_that_begin_alike_are_told_apart_in_a_small_window_too(hand):
    compute(hand)
    done(hand)
    found = hand.card(CARD).findChild(FailingClasses)
    line = found.verticalHeader().defaultSectionSize()
    assert [found.rowHeight(row) for row in range(found.rowCount())] == [line, line]
    hand.window.resize(960, 600)
    hand.settled()
    for row in range(found.rowCount()):
        needed = found.fontMetrics().horizontalAdvance(found.item(row, 0).text())
        assert needed > found.columnWidth(0)
        assert found.rowHeight(row) >= line + found.fontMetrics().height()


def test_that_limits_are_held_against_the_same_classes_at_once(hand):
    compute(hand)
    done(hand)
    hand.type(hand.find(NumberField, "k", hand.card(CARD)).lineEdit(), "5")
    assert len(listed(hand)) == 3
    for name, limit in (("k", "1"), ("ℓ", "1"), ("t", "1")):
        hand.type(hand.find(NumberField, name, hand.card(CARD)).lineEdit(), limit)
    assert listed(hand) == []
    assert "Every class keeps these limits" in said(hand)
    hand.type(hand.find(NumberField, "t", hand.card(CARD)).lineEdit(), "2")
    assert hand.refusals(hand.card(CARD)) == ["t must lie between 0 and 1, not 2"]


def test_that_another_choice_is_told_to_be_computed_again(hand):
    compute(hand)
    done(hand)
    tick(hand, "postcode")
    assert "compute again" in said(hand)
    compute(hand)
    done(hand)
    assert "compute again" not in said(hand)
    assert "2 classes of 12 rows" in said(hand)
    tick(hand, "sex")
    compute(hand)
    done(hand)
    assert "one class" in said(hand)


def test_that_what_is_asked_and_found_stays_in_another_look_but_of_private_rows_the_question_alone(
    hand, tmp_path, monkeypatch
):
    tick(hand, "postcode", "sex")
    hand.type(hand.find(NumberField, "k", hand.card(CARD)).lineEdit(), "5")
    compute(hand)
    done(hand)
    held, before = hand.panel(CARD).held, said(hand)
    tick(hand, "age")
    hand.panel(CARD).hold_again(held)
    assert said(hand) == before
    assert hand.find(NumberField, "k", hand.card(CARD)).lineEdit().text() == "5"
    take(hand, table(tmp_path), monkeypatch)
    asked, shown, measured = hand.panel(CARD).held
    assert asked.private
    assert shown is measured is None


def test_that_without_quasi_identifiers_nothing_is_computed_and_why_is_said(hand):
    tick(hand)
    assert not hand.find(QPushButton, COMPUTE, hand.card(CARD)).isEnabled()
    assert "Choose at least one column that somebody else may know" in said(hand)


def test_that_groups_that_do_not_fit_are_refused_beside_them(hand):
    boxes = hand.choices("Sensitive values are")
    hand.choose(boxes, Ground.GROUPS)
    typed = hand.card(CARD).findChild(QPlainTextEdit)
    typed.setPlainText("heart: heart disease")
    compute(hand)
    done(hand)
    assert hand.refusals(hand.card(CARD)) == ["2 values of the column are not named here: name all of them"]
    typed.setPlainText("organs: heart disease, cancer; others: viral infection")
    assert hand.refusals(hand.card(CARD)) == []
    compute(hand)
    done(hand)
    assert "values in groups" in said(hand)


def test_that_an_unreadable_file_is_refused_and_the_present_one_stays(hand, tmp_path, monkeypatch):
    take(hand, tmp_path / "nowhere.csv", monkeypatch)
    assert hand.refusals(hand.card(CARD)) == ["the file does not exist or cannot be read"]
    assert "patients.csv" in said(hand)
    (tmp_path / "book.csv").write_bytes(b"PK\x03\x04" + bytes(200))
    take(hand, tmp_path / "book.csv", monkeypatch)
    assert len(hand.refusals(hand.card(CARD))) == 1
    ragged = table(tmp_path, ["1,2,3", "4,5"])
    take(hand, ragged, monkeypatch)
    hand.find(WordyCheck, "I declare", hand.card(CARD)).click()
    tick(hand, "zip")
    compute(hand)
    done(hand)
    assert "line 3" in hand.refusals(hand.card(CARD))[0]


def test_that_a_public_file_is_declared_and_missing_values_are_told(hand, tmp_path, monkeypatch):
    take(hand, table(tmp_path, ["1,2,a", "NA,2,b", "1,2,"]), monkeypatch)
    hand.find(WordyCheck, "I declare", hand.card(CARD)).click()
    tick(hand, "zip", "age")
    hand.choose(hand.choices("Sensitive column"), "ill")
    compute(hand)
    done(hand)
    assert hand.dialogs(PrivateRowsQuestion) == []
    assert "1 row lacks one of these values" in said(hand)
    assert ["zip missing, age = 2", "1", "1", "0.667"] in listed(hand)


def test_that_the_file_chosen_for_release_is_never_public(hand, tmp_path, monkeypatch):
    from explorer.app.core.release_messages import FileChosen

    path = table(tmp_path)
    hand.store.dispatch(FileChosen(str(path)))
    copy = tmp_path / "copy.csv"
    copy.write_bytes(path.read_bytes())
    for each in (path, copy):
        take(hand, each, monkeypatch)
        hand.find(WordyCheck, "I declare", hand.card(CARD)).click()
        tick(hand, "zip")
        compute(hand)
        done(hand)
        assert "it is private" in hand.refusals(hand.card(CARD))[0]
        assert listed(hand) == []


def test_that_a_private_file_is_asked_for_each_time_and_not_read_without(hand, tmp_path, monkeypatch):
    path = table(tmp_path)
    take(hand, path, monkeypatch)
    tick(hand, "zip", "age")
    compute(hand)
    question = hand.dialog(PrivateRowsQuestion)
    assert path.name in hand.said(question)
    question.reject()
    hand.settled()
    assert not hand.panel(CARD).busy
    assert "k =" not in said(hand)
    for _ in range(2):
        compute(hand)
        hand.dialog(PrivateRowsQuestion).accept()
        done(hand)
        assert "k = 48" in said(hand)
        assert "private rows, for you alone" in said(hand)


def test_that_reading_is_cancelled_and_shows_nothing(hand, tmp_path, monkeypatch):
    take(hand, table(tmp_path, [f"{n},2,3" for n in range(400_000)]), monkeypatch)
    hand.find(WordyCheck, "I declare", hand.card(CARD)).click()
    tick(hand, "zip")
    compute(hand)
    assert hand.panel(CARD).busy
    hand.find(QPushButton, "Cancel", hand.card(CARD)).click()
    done(hand)
    assert "k =" not in said(hand)
    assert hand.find(QPushButton, COMPUTE, hand.card(CARD)).isEnabled()


def test_that_a_private_table_leaves_nothing_behind(hand, tmp_path, monkeypatch, caplog, capfd, qapp):
    """Neither on disk nor in the state, the clipboard, the log or what is printed, nor once it is left."""
    caplog.set_level(logging.DEBUG)
    QApplication.clipboard().clear()
    take(hand, table(tmp_path), monkeypatch)
    tick(hand, "zip", "age")
    hand.choose(hand.choices("Sensitive column"), "ill")
    compute(hand)
    hand.dialog(PrivateRowsQuestion).accept()
    done(hand)
    for name in "kl":
        hand.type(hand.find(NumberField, {"k": "k", "l": "ℓ"}[name], hand.card(CARD)).lineEdit(), "60")
    assert any(TOKENS[0] in row[0] for row in listed(hand))
    shown = hand.card(CARD).findChild(FailingClasses)
    shown.setFocus()
    shown.selectAll()
    hand.qtbot.keyClick(shown, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    hand.qtbot.keyClick(shown, Qt.Key.Key_Insert, Qt.KeyboardModifier.ControlModifier)
    for label in hand.card(CARD).findChildren(QLabel):
        assert not label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    assert QApplication.clipboard().text() == ""
    state = repr((hand.store.state, hand.store.jobs.answers)) + saved(hand.store.state)
    assert not any(token in state for token in TOKENS)
    hand.window.close()
    written = b"".join(
        str(path).encode() + path.read_bytes()
        for path in sorted(tmp_path.rglob("*"))
        if path.is_file() and path.parent.name != "input"
    )
    printed = caplog.text + "".join(capfd.readouterr())
    assert not any(token.encode() in written or token in printed for token in TOKENS)


def test_that_another_table_takes_what_was_shown_away(hand, tmp_path, monkeypatch):
    compute(hand)
    done(hand)
    assert listed(hand)
    take(hand, table(tmp_path), monkeypatch)
    assert listed(hand) == []
    assert "k =" not in said(hand)


@pytest.mark.parametrize(("size", "code"), combined([(1280, 800), (960, 600)], ["en", "zh_CN"]))
def test_that_everything_is_reached_in_both_languages(open_window, code, size):
    made = open_window(LEARN, front_only=True, cards=(CARD,), language=code, size=size)
    made.furnished.open_card(CARD)
    made.settled()
    card = made.card(CARD)
    for kind in (QListWidget, QPlainTextEdit, QPushButton, NumberField, FailingClasses):
        for each in card.findChildren(kind):
            assert each.accessibleName() or each.text(), each
    assert card.findChildren(QLineEdit)
