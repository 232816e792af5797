"""Plans as files, through the window: opened, saved, refused in words."""

import tomllib

import pytest
from cases_in_one import cases_in_one
from PySide6.QtWidgets import QFileDialog

from explorer.app.core.release_messages import PlanOpened
from explorer.app.release.plan.plan_draft import document, judged
from tests.refused_plans import REFUSED, million_bins

pytestmark = pytest.mark.begins_in("release", "plan")


def plan(hand):
    return document(hand.store.state.releasing.plan)


def valid(hand):
    return judged(hand.store.state.releasing.plan)[0] is not None


def test_that_a_plan_is_saved_and_opened_again(example, tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    example.type(example.plan_field("title").editor, "Mine")
    example.click("Save …", example.card("plan"))
    assert tomllib.loads(path.read_text("utf-8"))["title"] == "Mine"
    assert example.store.state.releasing.plan_path == str(path)
    example.click("New", example.card("plan"))
    example.settled()
    assert example.store.state.releasing.plan == ""
    example.click("Open a plan …", example.card("plan"))
    example.settled()
    assert plan(example)["title"] == "Mine"
    assert valid(example)


@cases_in_one("content", [b"\x00\xff\xfe", b"= nonsense", b"[[histogram]\n"])
def test_that_a_file_that_is_no_plan_is_told_and_changes_nothing(example, tmp_path, monkeypatch, content):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    before = example.store.state.releasing.plan
    assert example.refusals() == []
    example.click("Open …", example.card("plan"))
    example.settled()
    assert "broken.toml" in " ".join(example.refusals(example.card("plan")))
    assert example.store.state.releasing.plan == before
    example.type(example.plan_field("title").editor, f"Goes on after {content!r}")
    assert example.refusals() == []


def test_that_a_newer_plan_is_named_and_not_opened_to_be_written_over(example, tmp_path, monkeypatch):
    path = tmp_path / "newer.toml"
    path.write_text('schema = 2\ntitle = "Of another day"\n')
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    before = example.store.state.releasing
    example.click("Open …", example.card("plan"))
    example.settled()
    assert "newer Privacy Explorer (format 2; this one reads 1)" in " ".join(example.refusals())
    assert (example.store.state.releasing.plan, example.store.state.releasing.plan_path) == (
        before.plan,
        before.plan_path,
    )


@cases_in_one(
    "text",
    [
        "histogram = 3",
        "privacy = 'none'",
        "schema = 1\nhistogram = [1, 2]",
        "[[histogram]]\ncolumn = 3",
        "[input]\nmissing = 7",
    ],
)
def test_that_a_plan_of_another_shape_is_told_and_the_window_goes_on(example, tmp_path, monkeypatch, text):
    path = tmp_path / "odd.toml"
    path.write_text(text)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    example.click("Open …", example.card("plan"))
    example.settled()
    assert example.refusals(example.card("plan")) != []
    example.click("Example", example.card("plan"))
    example.settled()
    assert valid(example)


def test_that_a_folder_that_cannot_be_written_is_told(example, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "plan.toml"), ""))
    example.click("Save …", example.card("plan"))
    example.settled()
    assert "there is no folder" in " ".join(example.refusals(example.card("plan")))


def test_that_a_dialog_that_is_left_changes_nothing(example, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    before = example.store.state
    example.click("Open …", example.card("plan"))
    example.click("Save …", example.card("plan"))
    assert example.store.state is before


def test_that_a_plan_that_is_changed_in_the_form_keeps_the_comments_of_its_file(
    example, tmp_path, monkeypatch
):
    path, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    text = example.store.state.releasing.plan
    path.write_text(f"# agreed on 3 May\n{text}\n# the end\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    example.click("Open …", example.card("plan"))
    example.settled()
    example.type(example.plan_field("title").editor, "Changed")
    for place in (other, path):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, place=place: (str(place), ""))
        example.click("Save …", example.card("plan"))
        written = place.read_text("utf-8")
        assert written.startswith("# agreed on 3 May\n")
        assert written.endswith("# the end\n")
        assert tomllib.loads(written) == plan(example)
    path.unlink()
    other.unlink()  # the file is gone: the plan is whole all the same
    example.click("Save …", example.card("plan"))
    assert tomllib.loads(path.read_text("utf-8")) == plan(example)


def test_that_what_is_wrong_with_a_kind_of_query_is_said_beside_its_field(example):
    """Each of the plans that the command line refuses too; nothing can be released, nothing is spent."""
    for each in REFUSED:
        example.store.dispatch(PlanOpened(each.text))
        example.settled()
        assert not valid(example), each.wrong
        said = example.refusals(example.plan_field(each.path))
        assert len(said) == 1, each.wrong
        assert each.words in said[0], each.wrong
        assert example.plan_field(each.path).isVisible(), each.wrong  # what it stands in was opened


def test_that_a_plan_of_a_million_bins_is_refused_before_it_is_read(example, tmp_path, monkeypatch):
    path = tmp_path / "million.toml"
    path.write_text(million_bins())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr("explorer.gui.release.plan_files.tomllib.loads", None)
    before = example.store.state.releasing.plan
    example.click("Open …", example.card("plan"))
    example.settled()
    (said,) = example.refusals(example.card("plan"))
    assert said.startswith("edges: this list has more than 1,000,000 entries")
    assert example.store.state.releasing.plan == before
