"""A fault is told once, with a code and a report to copy, and with nothing of what it was about."""

import sys

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from explorer.app.core.message import Moved
from explorer.app.core.state import State
from explorer.app.update import update
from explorer.gui.help.fault_dialog import FaultDialog, tell_fault
from explorer.gui.help.fault_report import report_of
from explorer.language import Language
from explorer.privacy.notation import read_exact

PRIVATE = "Chandler 4711"


def fault_of(act, *arguments):
    try:
        act(*arguments)
    except (KeyError, ValueError, TypeError, AttributeError) as fault:
        return fault
    raise AssertionError("nothing went wrong")


def wrapped(name):
    """An exception with private words in its message, its cause and its traceback's locals."""
    try:
        {}[name]
    except KeyError as missing:
        raise ValueError(f"no such person: {name}") from missing


def test_that_a_report_names_kinds_and_lines_of_our_own_code_and_no_message():
    fault = fault_of(update, State(), Moved("target.nothing " + PRIVATE, 1.0))
    report = report_of(fault)
    assert report.kind == type(fault).__name__
    (places,) = [places for kind, places in report.links if kind == report.kind][:1]
    assert places[0].startswith("explorer/app/update.py:")
    assert all(place.startswith("explorer/") and place.split(":")[1].isdigit() for place in places)
    assert PRIVATE not in report.text + report.code


def test_that_what_a_fault_arose_from_is_told_by_its_kind():
    report = report_of(fault_of(wrapped, PRIVATE))
    assert [kind for kind, _ in report.links] == ["ValueError", "KeyError"]
    assert PRIVATE not in report.text
    assert "arose from KeyError" in report.text


def test_that_the_same_fault_has_the_same_code_and_another_one_another():
    again = [report_of(fault_of(wrapped, name)) for name in ("a", "b")]
    other = report_of(fault_of(read_exact, None))
    assert again[0].code == again[1].code != other.code


def shown(window):
    return [each for each in window.findChildren(FaultDialog) if each.isVisible()]


def said(dialog):
    return " ".join(each.text() for each in dialog.findChildren(QLabel))


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_that_faults_are_told_in_one_dialog_whose_report_can_be_copied(hand, monkeypatch, code):
    monkeypatch.setattr(hand.window, "language", Language(code))
    first, second = (report_of(fault_of(act, PRIVATE)) for act in (wrapped, int))
    for report in (first, second, second):
        tell_fault(hand.window, report)
    (dialog,) = shown(hand.window)
    assert first.code in said(dialog)
    assert " 2 " in said(dialog)
    assert PRIVATE not in said(dialog)
    copy, close = dialog.findChildren(QPushButton)
    copy.click()
    assert QGuiApplication.clipboard().text() == first.text + "\n" + second.text
    close.click()
    assert shown(hand.window) == []


def test_that_an_exception_in_a_slot_of_the_program_is_told(start, front_alone, monkeypatch, capsys):
    monkeypatch.setattr(sys, "excepthook", lambda *_: None)
    program = start()
    program.tell_faults()
    fault = fault_of(wrapped, PRIVATE)
    sys.excepthook(type(fault), fault, fault.__traceback__)
    (dialog,) = shown(program.window)
    assert "ValueError" in said(dialog)
    assert PRIVATE not in said(dialog) + capsys.readouterr().err
    dialog.accept()
