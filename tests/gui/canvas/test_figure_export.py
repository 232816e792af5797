"""What a steward writes besides the tables, from the window: report, picture, OpenDP code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from paper import pages
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton
from stewards import agree, exported, spent

from explorer.export.reports import report_sources

pytestmark = pytest.mark.begins_in("release", "plan", "preview", "publish")


@pytest.fixture
def named(monkeypatch):
    """The file that the person names in the next dialogs, and what the dialogs suggested."""
    asked = []

    def naming(path, kind=""):
        def answer(_parent, _title, suggested, kinds="", *_):
            asked.append((suggested, kinds))
            return str(path), kind

        monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
        return asked

    return naming


def done(hand):
    hand.until(lambda: not hand.furnished.busy)
    hand.settled()


def entry(hand, words, card="publish"):
    menus = [each.menu() for each in hand.card(card).findChildren(QPushButton) if each.menu()]
    return next(each for menu in menus for each in menu.actions() if each.text().startswith(words))


def choose(hand, words):
    """Choose an entry of the menu "More"."""
    action = entry(hand, words)
    assert action.isEnabled() and action.isVisible()  # noqa: PT018
    action.trigger()
    done(hand)


def test_that_a_report_of_the_release_is_written_and_spends_nothing(example, tmp_path, named):
    agree(example)
    for kind in ("html", "pdf"):
        is_written(example, tmp_path, named, kind)


def is_written(example, tmp_path, named, kind):
    """Of this kind, where it is asked for, and as the command writes it."""
    asked = named(tmp_path / f"report.{kind}")
    asked.clear()
    example.click("Report …", example.card("publish"))
    done(example)
    assert [(Path(suggested).name, kinds) for suggested, kinds in asked] == [
        ("release-1.html", "HTML (*.html);;PDF (*.pdf)")
    ]
    content = (tmp_path / f"report.{kind}").read_bytes()
    text = content.decode() if kind == "html" else "".join(pages(content))
    assert example.store.state.releasing.drawn[0].identity in text
    assert f"report.{kind} written to {tmp_path}; nothing was spent" in example.said(example.card("publish"))
    assert spent() == 1
    out = tmp_path / f"command.{kind}"
    words = ["ledger", "report", "1", "--out", str(out), "--language", "en"]
    subprocess.run([sys.executable, "-m", "explorer", *words], check=True, capture_output=True)
    assert not re.search("[\ue000-\uf8ff]", text)  # letters of no meaning
    assert out.read_bytes() == content


def test_that_no_name_writes_nothing_and_one_without_an_ending_the_chosen_kind(example, tmp_path, named):
    agree(example)
    named("")
    example.click("Report …", example.card("publish"))
    choose(example, "Picture")
    choose(example, "The plan as OpenDP code")
    assert list(tmp_path.glob("*.html")) == []
    assert "exporting again is free" in example.said(example.card("publish"))
    named(tmp_path / "report", "PDF (*.pdf)")
    example.click("Report …", example.card("publish"))
    done(example)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_that_a_report_that_cannot_be_written_is_paid_and_free_again(example, tmp_path, named, monkeypatch):
    agree(example)
    for path, words in (
        (tmp_path / "no" / "report.html", "there is no folder"),
        (tmp_path / "a.doc", "let “a.doc” end"),
    ):
        named(path)
        example.click("Report …", example.card("publish"))
        done(example)
        assert any(words in refusal for refusal in example.refusals(example.card("publish")))

    def full(path, content, *mode):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_sources, "write_whole", full)
    named(tmp_path / "report.html")
    example.click("Report …", example.card("publish"))
    done(example)
    refusal = next(
        each for each in example.refusals(example.card("publish")) if each.startswith("spent, but")
    )
    assert "again is free" in refusal
    monkeypatch.undo()
    named(tmp_path / "report.html")
    example.click("Report …", example.card("publish"))
    done(example)
    assert not any("spent, but" in each for each in example.refusals(example.card("publish")))


def test_that_the_link_writes_what_is_shown_and_the_picture_is_of_the_released_counts(
    example, tmp_path, named
):
    agree(example)
    link_of_the_preview(example, tmp_path / "shown.svg", named)  # which shows simulated people at its end
    (drawn,) = example.store.state.releasing.drawn
    histogram = drawn.queries[0]
    for kind in ("svg", "png", "pdf", "csv"):
        named(tmp_path / f"picture.{kind}")
        choose(example, "Picture")
        assert (tmp_path / f"picture.{kind}").stat().st_size > 500
    assert drawn.date in "".join(pages((tmp_path / "picture.pdf").read_bytes()))
    lines = (tmp_path / "picture.csv").read_text().splitlines()[1:]
    assert [int(line.split(",")[2]) for line in lines] == list(histogram.counts)
    words = re.sub(r"<[^>]+>", " ", (tmp_path / "picture.svg").read_text())
    words = " ".join(words.split())
    assert f"± {histogram.margins.each}; simultaneously for all 48 cells ± {histogram.margins.joint}" in words
    assert drawn.identity in words
    assert f"picture.csv written to {tmp_path}" in example.said(example.card("publish"))


def link_of_the_preview(example, path, named):
    """It writes the released counts, and simulated people once they are shown."""
    link = next(
        each for each in example.card("preview").findChildren(QMenu) if each.actions()[0].text() == "SVG"
    )
    svg = next(each for each in link.findChildren(QAction) if each.text() == "SVG")
    named(path)
    svg.trigger()
    assert example.store.state.releasing.drawn[0].identity in path.read_text()
    example.click("simulated people", example.card("preview"))
    example.settled()
    svg.trigger()
    assert example.store.state.releasing.drawn[0].identity not in path.read_text()
    assert "simulated people" in path.read_text()


def test_that_code_is_there_before_any_release_and_refused_in_words_where_it_cannot_be(
    example, tmp_path, named
):
    assert not entry(example, "Picture").isVisible()
    named(tmp_path / "plan")
    choose(example, "The plan as OpenDP code")
    code = (tmp_path / "plan.py").read_text("utf-8")
    compile(code, "plan.py", "exec")
    assert "'age_by_region'" in code
    assert "plan.py written to" in example.said(example.card("publish"))
    assert "is not recorded in this ledger" in example.said(example.card("publish"))
    assert spent() == 0
    example.type(example.plan_field("privacy.epsilon").editor, "")
    assert not entry(example, "The plan as OpenDP code").isEnabled()
    example.type(example.plan_field("privacy.epsilon").editor, "1")
    named(tmp_path / "none" / "plan.py")
    choose(example, "The plan as OpenDP code")
    assert any("there is no folder" in refusal for refusal in example.refusals(example.card("publish")))


def test_that_the_ledger_writes_the_report_of_the_chosen_release(example, tmp_path, named, monkeypatch):
    agree(example)
    example.open("release")
    files = exported(example, tmp_path / "out", monkeypatch)
    assert files
    named(tmp_path / "window.html")
    example.click("Report …", example.card("publish"))
    done(example)
    example.open("ledger")
    asked = named(tmp_path / "ledger.html")
    example.click("Report …", example.card("spends"))
    done(example)
    assert asked[-1][0] == str(tmp_path / "release-1.html")  # beside the report that was written last
    assert Path(tmp_path / "ledger.html").read_bytes() == (tmp_path / "window.html").read_bytes()
    assert "ledger.html written to" in example.said(example.card("spends"))
    named(tmp_path / "none" / "ledger.pdf")
    example.click("Report …", example.card("spends"))
    done(example)
    assert any("there is no folder" in refusal for refusal in example.refusals(example.card("spends")))
    assert spent() == 1
