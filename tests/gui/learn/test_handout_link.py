"""The handout from the window: as HTML and as tagged PDF, with what was guessed and played."""

import pytest
from example_lesson import ExampleLesson
from PySide6.QtWidgets import QFileDialog, QMessageBox

from explorer.app.core.lesson_messages import LessonGuessed, LessonOpened, LessonTurned
from explorer.app.core.state import State, Workspace
from explorer.export.reports.handout import handout
from explorer.gui.reports.handout_file import write_handout
from explorer.gui.reports.report_pdf import report_pdf
from explorer.language import LANGUAGES, Language


@pytest.fixture
def hand(open_window):
    return open_window(State(workspace=Workspace.LEARN), cards=("lessons", "lesson"))


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_that_the_link_writes_the_lesson_in_hand(hand, tmp_path, monkeypatch, ending):
    hand.store.dispatch(LessonOpened("least-squares"))
    hand.store.dispatch(LessonGuessed("90 %"))
    hand.settled()
    path = tmp_path / f"handout.{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hand.click("handout", hand.card("lesson"))
    box = hand.dialog(QMessageBox)
    assert path.name in box.text()
    box.accept()
    written = path.read_bytes()
    if ending == "html":
        assert "Your guess: 90 %" in written.decode()
        assert written.decode().count("<figure") >= 3
    else:
        assert written.startswith(b"%PDF")
        assert b"/StructTreeRoot" in written


def test_that_a_refusal_is_told(hand, tmp_path, monkeypatch):
    path = tmp_path / "nowhere" / "handout.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    hand.click("handout", hand.card("lesson"))
    box = hand.dialog(QMessageBox)
    assert "nowhere" in box.text()
    box.accept()


def test_that_nothing_is_written_where_a_person_thinks_better_of_it(hand, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    hand.store.dispatch(LessonTurned(1))
    hand.click("handout", hand.card("lesson"))
    assert hand.dialogs(QMessageBox) == []
    assert list(tmp_path.rglob("*handout*")) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_the_pdf_is_the_same_each_time_and_tagged(qapp, code):
    report = handout(ExampleLesson(), {"guess": 0.5}, Language(code), "2026-11-01")
    one, two = (report_pdf(report) for _ in range(2))
    assert one == two
    for part in (b"/S /H1", b"/S /Figure", b"/S /Table", f"/Lang ({code.replace('_', '-')})".encode()):
        assert part in one


def test_that_the_name_decides_the_kind(qapp, tmp_path):
    for ending, begin in (("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF")):
        path = tmp_path / f"a.{ending}"
        write_handout(path, ExampleLesson(), {}, Language("en"))
        assert path.read_bytes().startswith(begin)
