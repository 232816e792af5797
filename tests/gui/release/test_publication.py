"""What a steward makes of a release in the window: copies, other forms, words beside the numbers."""

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPushButton,
)
from stewards import agree, chosen, exported, spent

from explorer.app.core.release_messages import ReleaseDrawn
from explorer.app.release.kept_publication import kept_publication
from explorer.export.layouts import comma_separated, copied_lines, html_table, tab_separated
from explorer.gui.canvas.number_table import Numbers
from explorer.gui.release.publication.comparison_dialog import ComparisonDialog
from explorer.gui.release.publication.forms_dialog import FormsDialog
from explorer.gui.release.publication.words_dialog import WordsDialog
from explorer.language import Language
from explorer.release.crosstab import crosstab
from explorer.release.ledger import hash_chain
from explorer.release.ledger.journal import EntryKind, Journal
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import open_account
from explorer.release.ledger.verification import verified
from explorer.release.plan.plan_file import write_plan
from explorer.release.values.amount import Amount
from tests.released import drawn_of, small
from tests.released import example as plan_of_the_example

pytestmark = pytest.mark.begins_in("release", "preview", "publish")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "preview", "publish")  # where the form is looked at


@pytest.fixture
def released(example):
    """The example's plan drawn: nothing is counted or paid for."""
    example.store.dispatch(ReleaseDrawn(drawn_of(plan_of_the_example())))
    example.settled()
    return example


def drawn(hand):
    return hand.store.state.releasing.drawn[-1]


def entry(hand, words):
    """An entry of the menu beside the exports."""
    more = next(
        each
        for each in hand.card("publish").findChildren(QPushButton)
        if each.menu() is not None and each.text() == "More"
    )
    return next(each for each in more.menu().actions() if each.text() == words)


def test_that_the_table_is_copied_for_spreadsheets_and_for_documents(released):
    query = drawn(released).queries[0]
    for words, lines in (
        ("Copy the table", copied_lines(query)),
        ("Copy the table as rows by columns", crosstab(drawn(released), query)),
    ):
        entry(released, words).trigger()
        held = QApplication.clipboard().mimeData()
        assert held.text() == tab_separated(lines)
        assert html_table(lines, drawn(released)) in held.html()
        released.settled()
        assert "copied" in released.said(released.card("publish"))
        (said,) = (line.split("\t") for line in held.text().splitlines() if line.startswith("age\teach"))
        assert said[1].startswith(
            "each interval includes its lower edge and excludes its upper edge: “from 0 "
        )
        assert "excludes its upper edge" in held.html()
        assert "\nnoised_count\trows kept, at most 3 per person, with noise; may be negative\n" in held.text()


def test_that_a_selection_of_the_released_table_is_copied_under_its_headings(released):
    released.find(QAbstractButton, "table", released.card("preview")).click()
    released.settled()
    numbers = released.numbers("preview")
    numbers.clearSelection()
    for row, column in ((1, 0), (1, 2), (3, 2)):
        numbers.item(row, column).setSelected(True)
    released.qtbot.keyClick(numbers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    counts = drawn(released).queries[0].counts
    held = QApplication.clipboard().mimeData()
    assert held.text() == f"age, lower edges included\tnoised count\n0 to <20\t{counts[1]}\n\t{counts[3]}\n"
    assert f"<td>{counts[3]}</td>" in held.html()


def test_that_other_forms_are_exported_beside_the_tables_and_the_command_says_the_same(
    released, tmp_path, monkeypatch
):
    entry(released, "Export in other forms …").trigger()
    dialog = released.window.findChild(FormsDialog)
    command = dialog.findChild(QLineEdit)
    assert command.text() == "privacy-explorer ledger export 7 --out DIR"
    for words in ("rows by columns", "all tables in one workbook"):
        released.find(QCheckBox, words, dialog).click()
    assert command.text().endswith("--crosstab --xlsx")
    released.click("Copy the command", dialog)
    assert QApplication.clipboard().text() == command.text()
    folder = tmp_path / "published"
    folder.mkdir()
    chosen(monkeypatch, folder)
    released.click("Choose the folder and export …", dialog)
    released.settled()
    names = {path.name for path in folder.iterdir()}
    assert names == {name for name, _ in drawn(released).files} | {
        *("age_by_region.crosstab.csv", "income.crosstab.csv", "tables.xlsx"),
    }
    text = (folder / "income.crosstab.csv").read_text()
    assert text == comma_separated(crosstab(drawn(released), drawn(released).queries[1]))
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}


def test_that_words_reach_the_picture_are_one_step_of_undo_and_are_read_by_the_command(released):
    entry(released, "Title, note, dataset, publisher …").trigger()
    dialog = released.window.findChild(WordsDialog)
    fields = {each.accessibleName(): each for each in dialog.findChildren(QLineEdit)}
    typed = {"title": "Ages", "note (source line)": "Source: the city", "publisher": "-The office"}
    for name, text in typed.items():
        released.qtbot.keyClicks(fields[name], text)
    command = next(each for each in dialog.findChildren(QLineEdit) if each.isReadOnly())
    assert "--title=Ages '--note=Source: the city' '--publisher=-The office'" in command.text()
    released.click("Use these words", dialog)
    released.settled()
    figure = released.panel("preview").figure
    assert Language("en").say(figure.title) == "Ages"
    assert figure.settings["note"] == "Source: the city"
    released.store.undo()
    assert released.store.state.releasing.publication.title == ""
    released.store.redo()
    assert released.store.state.releasing.publication.publisher == "-The office"


def test_that_special_cells_leave_the_picture_but_never_the_table(released):
    cells = drawn(released).queries[0].declared.cells
    entry(released, "Special cells in the picture").trigger()
    released.settled()
    figure = released.panel("preview").figure
    assert sum(len(layer.x) for layer in figure.layers if layer.id.startswith("series-")) == 4 * 4
    assert len(figure.table.columns[0]) == cells
    assert "special cells are not shown" in figure.x.label.text
    released.store.undo()
    released.settled()
    assert entry(released, "Special cells in the picture").isChecked()


def test_that_a_released_plan_is_the_plan_again_and_undo_brings_the_other_back(released):
    before = released.store.state.releasing.plan
    released.store.dispatch(ReleaseDrawn(drawn_of(small())))
    released.settled()
    entry(released, "Use this plan again").trigger()
    assert released.store.state.releasing.plan == write_plan(small())
    released.store.undo()
    assert released.store.state.releasing.plan == before


def test_that_two_releases_of_a_plan_are_compared_for_nothing(example, tmp_path, monkeypatch):
    open_account(ledger_folder(), "default", Amount(Fraction(5)))
    agree(example)
    entry(example, "Compare with an earlier release …").trigger()
    alone = example.dialog(ComparisonDialog)
    example.until(lambda: "no earlier release" in example.said(alone))
    example.click("Close", alone)
    agree(example)
    before = spent()
    entry(example, "Compare with an earlier release …").trigger()
    dialog = example.dialog(ComparisonDialog)
    example.until(lambda: "published numbers" in example.said(dialog))
    assert "chosen anew for each release" in example.said(dialog)
    first, second = example.store.state.releasing.drawn
    numbers = dialog.findChild(Numbers)
    shown = [int(numbers.item(row, 4).text()) for row in range(numbers.rowCount())]
    assert numbers.horizontalHeaderItem(0).text() == "age, lower edges included"
    assert numbers.item(0, 0).text() == "0 to <20"
    assert shown == [
        after - prior for prior, after in zip(first.queries[0].counts, second.queries[0].counts, strict=True)
    ]
    path = tmp_path / "difference.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), "CSV (*.csv)"))
    example.click("Export the differences …", dialog)
    assert path.read_text().count("\n") >= numbers.rowCount()
    assert "\nage,each interval includes its lower edge and excludes its upper edge: " in path.read_text()
    example.click("Close", dialog)
    assert spent() == before


def log():
    journal = Journal()
    verified(ledger_folder(), journal)
    return [entry for entry in journal.entries if entry.kind is EntryKind.EXPORTED]


def test_that_every_file_made_in_release_is_an_entry_of_its_kind(example, tmp_path, monkeypatch):
    open_account(ledger_folder(), "default", Amount(Fraction(5)))
    for _ in range(2):
        agree(example)

    def ended():
        example.until(lambda: not example.furnished.busy)
        example.settled()

    def saving(name):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), ""))

    ended()
    kinds = [entry.forms for entry in log()]
    assert set(kinds) <= {("tables.csv",)}
    saving("r.html")
    example.click("Report …", example.card("publish"))
    ended()
    saving("p.svg")
    entry(example, "Picture of the released histogram …").trigger()
    ended()
    saving("q.csv")
    export = next(
        action
        for menu in example.card("preview").findChildren(QMenu)
        for action in menu.actions()
        if action.data() == "csv"
    )
    export.trigger()
    ended()
    entry(example, "Copy the table").trigger()  # is no file, and no entry
    ended()
    assert [each.forms for each in log()] == [*kinds, ("report.html",), ("picture.svg",), ("picture.csv",)]
    assert {each.release for each in log()[len(kinds) :]} == {drawn(example).identity}
    assert spent() == 2


def test_that_an_export_that_cannot_be_logged_is_written_and_the_line_says_so(example, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "full")

    open_account(ledger_folder(), "default", Amount(Fraction(5)))
    agree(example)
    example.until(lambda: not example.furnished.busy)
    before = len(log())
    monkeypatch.setattr(hash_chain, "append", full)
    written = exported(example, tmp_path / "out", monkeypatch)
    example.until(lambda: not example.furnished.busy)
    example.settled()
    assert set(written) == {name for name, _ in drawn(example).files}
    assert "It is not logged: the disk of the ledger" in example.said(example.card("publish"))
    assert len(log()) == before
    assert spent() == 1


@WITH_PLAN
def test_that_words_are_kept_with_the_release_and_what_is_exported_last_stands(
    example, tmp_path, monkeypatch
):
    agree(example)
    entry(example, "Title, note, dataset, publisher …").trigger()
    dialog = example.window.findChild(WordsDialog)
    fields = {each.accessibleName(): each for each in dialog.findChildren(QLineEdit)}
    example.qtbot.keyClicks(fields["publisher"], "The Office")
    example.click("Use these words", dialog)

    def kept():
        example.until(lambda: not example.furnished.busy)
        return kept_publication(ledger_of(example), drawn(example).identity).publisher

    assert kept() == "The Office"
    example.store.undo()
    assert kept() == ""
    example.store.redo()
    assert kept() == "The Office"
    example.store.undo()
    exported(example, tmp_path / "out", monkeypatch)
    assert kept() == ""


def ledger_of(hand):
    """Of the example, which has a ledger of its own."""
    return ledger_folder(hand.furnished.context.demonstration.ledger_for(hand.store.state.releasing.csv))
