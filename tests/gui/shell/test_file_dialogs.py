"""Files and folders that a person chooses: dialogs start where the last one of that kind was."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox
from source_trees import nodes_of, tree_of

import explorer.gui
from explorer.gui.shell import file_dialogs
from explorer.gui.shell.file_dialogs import DATA, PLANS, RECORDS, ask_file, ask_folder, ask_new_file, kinds_of
from explorer.mark import N_

TITLE = N_("Open a plan")


@pytest.fixture
def dialogs(monkeypatch, tmp_path):
    """What the dialogs answer; `starts` where each began. The program was started in the person's home."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    answers = SimpleNamespace(path="", kind="", starts=[])

    def answering(_parent, _title, start="", kinds="", *_):
        answers.starts.append(start)
        return answers.path, answers.kind or kinds.partition(";;")[0]

    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, answering)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *words: answering(*words)[0])
    return answers


def test_that_each_kind_of_file_starts_where_its_last_one_was(open_window, dialogs, tmp_path):
    context = open_window(cards=("one-release",)).furnished.context
    (tmp_path / "private").mkdir()
    dialogs.path = str(tmp_path / "private" / "people.csv")
    assert ask_file(context, context.window, TITLE, DATA, "") == tmp_path / "private" / "people.csv"
    ask_file(context, context.window, TITLE, DATA, "")
    ask_file(context, context.window, TITLE, PLANS, "")
    assert dialogs.starts == ["", str(tmp_path / "private"), ""]
    (tmp_path / "private").rmdir()
    ask_file(context, context.window, TITLE, DATA, "")
    assert dialogs.starts[-1] == ""  # it is gone


def test_that_dialogs_begin_at_home_where_a_menu_starts_the_program_elsewhere(
    open_window, dialogs, monkeypatch, tmp_path
):
    """macOS does at the top of the disk, Windows in the program's own folder."""
    context = open_window(cards=("one-release",)).furnished.context
    monkeypatch.chdir(tmp_path.parent)
    ask_file(context, context.window, TITLE, DATA, "")
    ask_folder(context, context.window, TITLE, RECORDS)
    ask_new_file(context, context.window, TITLE, RECORDS, "record.html", kinds_of(("html",)))
    assert dialogs.starts == [str(tmp_path), str(tmp_path), str(tmp_path / "record.html")]


def test_that_a_dialog_that_is_left_remembers_nothing(open_window, dialogs, tmp_path):
    context = open_window(cards=("one-release",)).furnished.context
    assert ask_folder(context, context.window, TITLE, RECORDS) is None
    assert context.window.settings.text(f"folder/{RECORDS}") == ""
    dialogs.path = str(tmp_path)
    assert ask_folder(context, context.window, TITLE, RECORDS) == tmp_path
    dialogs.path = ""
    assert ask_new_file(context, context.window, TITLE, RECORDS, "record.html", kinds_of(("html",))) is None
    assert dialogs.starts[-1] == str(tmp_path / "record.html")


@pytest.mark.parametrize(
    ("typed", "kind", "written"),
    [
        ("record", "", "record.html"),
        ("record", "JSON (*.json)", "record.json"),
        ("record.txt", "", "record.txt"),
    ],
)
def test_that_a_name_without_an_ending_takes_the_one_of_its_kind(
    open_window, dialogs, tmp_path, typed, kind, written
):
    context = open_window(cards=("one-release",)).furnished.context
    dialogs.path, dialogs.kind = str(tmp_path / typed), kind
    kinds = kinds_of(("html", "json"))
    assert ask_new_file(context, context.window, TITLE, RECORDS, "a.html", kinds) == tmp_path / written


def test_that_a_plan_that_was_opened_is_saved_beside_itself(open_window, dialogs, tmp_path):
    context = open_window(cards=("one-release",)).furnished.context
    ask_new_file(context, context.window, TITLE, PLANS, str(tmp_path / "plan.toml"), ("TOML (*.toml)",))
    assert dialogs.starts == [str(tmp_path / "plan.toml")]


def test_that_enter_replaces_no_file(open_window, monkeypatch):
    hand, asked = open_window(language="zh_CN", cards=("one-release",)), []
    context = hand.furnished.context

    def enter(box):
        asked.append((box.text(), [each.text() for each in box.buttons()]))
        box.open()
        hand.qtbot.keyClick(box, Qt.Key.Key_Return)
        return box.result()

    monkeypatch.setattr(QMessageBox, "exec", enter)
    assert not file_dialogs.may_replace(context, context.window, ["<b>a</b>.csv", "b.csv"])
    ((text, buttons),) = asked
    assert "<b>a</b>.csv、b.csv" in text
    assert sorted(buttons) == ["取消", "替换"]  # what each does, in the language of the window


def names_in(tree):
    """Every name that a source uses or imports, not those that it only writes in a text."""
    used = [getattr(node, "id", "") or getattr(node, "attr", "") for node in nodes_of(tree)]
    return {*used, *(node.name for node in nodes_of(tree) if isinstance(node, ast.alias))}


def test_that_only_one_module_asks_for_files():
    folder = Path(explorer.gui.__file__).parent
    asking = [path.name for path in folder.rglob("*.py") if "QFileDialog" in names_in(tree_of(path))]
    assert asking == ["file_dialogs.py"]


def test_that_a_file_whose_ending_was_added_is_replaced_by_agreement_alone(
    open_window, dialogs, tmp_path, monkeypatch
):
    context, answers = open_window(cards=("one-release",)).furnished.context, QMessageBox.StandardButton
    (tmp_path / "a.html").write_text("mine")
    dialogs.path = str(tmp_path / "a")
    for answer, chosen in ((answers.Cancel, None), (answers.Yes, tmp_path / "a.html")):
        monkeypatch.setattr(QMessageBox, "exec", lambda _, said=answer: said)
        assert ask_new_file(context, context.window, TITLE, RECORDS, "a.html", kinds_of(("html",))) == chosen
