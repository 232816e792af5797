"""The preview on public data: declared, counted, cancelled, refused, forgotten; and axes that rest."""

import re
import threading

import pytest
from hands import place_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QFileDialog, QPushButton, QToolButton
from stewards import chosen

from explorer.app.core.message import Settled
from explorer.app.core.release_messages import FileChosen, PlanEdited
from explorer.app.core.state import State, Workspace
from explorer.app.release import preview_sample
from explorer.app.release.plan.plan_draft import judged
from explorer.app.session import saved
from explorer.gui.fields.number_field import NumberField
from explorer.gui.release.plan_files import example_plan, new_plan
from explorer.gui.release.public_data import PublicDialog
from explorer.gui.widgets.explain import InfoButton
from explorer.privacy.progress import progress
from explorer.release.counting.counts import count
from explorer.release.counting.public_file import PublicCounts
from explorer.resources import resource

pytestmark = pytest.mark.begins_in("release", "preview")
WITH_PLAN = pytest.mark.begins_in("release", "plan", "preview")  # where the form is looked at

PEOPLE = resource("examples", "people.csv")


@pytest.fixture
def census(tmp_path):
    """A public file: the shipped people without the first."""
    lines = PEOPLE.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "census.csv"
    path.write_text("".join([lines[0], *lines[2:]]), "utf-8")
    return path


def dialog(hand):
    return next(each for each in hand.window.findChildren(PublicDialog) if each.isVisible())


def declare(hand, monkeypatch, path):
    hand.click("public data", hand.card("preview"))
    asked = dialog(hand)
    chosen(monkeypatch, path)
    hand.click("Choose the public file", asked)
    hand.find(QCheckBox, "I declare", asked).click()
    hand.click("Use this file", asked)


def edited(hand, path, value):
    """The plan as it is once that was typed in its form."""
    hand.store.dispatch(PlanEdited(path, value))
    hand.store.dispatch(Settled())
    hand.settled()


def head(hand):
    return hand.card("preview").head


def shown(hand):
    """Noised counts as the picture shows them."""
    return tuple(hand.panel("preview").figure.table.columns[-3])


def test_that_enter_alone_neither_chooses_nor_cancels(example, census, monkeypatch):
    """Nobody declares a file public by a key that is pressed in passing."""
    example.click("public data", example.card("preview"))
    asked, opened = dialog(example), []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: opened.append(1) or (str(census), ""))
    example.click("Choose the public file", asked)
    opened.clear()
    example.qtbot.keyClick(example.find(QCheckBox, "I declare", asked), Qt.Key.Key_Space)
    for button in asked.findChildren(QPushButton):
        button.setFocus()
        assert not button.isDefault()
    example.qtbot.keyClick(asked, Qt.Key.Key_Return)
    assert opened == []
    assert example.store.state.releasing.public is None
    assert asked.isVisible()


@WITH_PLAN
def test_that_a_file_is_read_only_once_it_is_declared_public_by_its_name(example, census, monkeypatch):
    example.click("public data", example.card("preview"))
    asked = dialog(example)
    use = example.find(QAbstractButton, "Use this file", asked)
    assert not use.isEnabled()
    chosen(monkeypatch, census)
    example.click("Choose the public file", asked)
    assert not use.isEnabled()
    assert "I declare that census.csv is public" in example.said(asked)
    example.find(QCheckBox, "I declare", asked).click()
    assert use.isEnabled()
    chosen(monkeypatch, census.parent / "another.csv")
    example.click("Choose the public file", asked)
    assert not use.isEnabled()
    assert "another.csv" in example.said(asked)
    said = example.said(asked)
    for words in ("anybody may read", "protects nobody", "copy or an extract", "simulated people"):
        assert words in said
    example.click("Cancel", asked)
    assert example.store.state.releasing.public is None
    example.until(lambda: example.window.findChild(PublicDialog) is None)


def test_that_public_data_are_counted_by_the_plan_labelled_and_undone(example, census, monkeypatch):
    made_up, steps = shown(example), len(example.store.history.past)
    declare(example, monkeypatch, census)
    example.settled()
    assert "public data" in head(example).title.text()
    assert "the public file census.csv" in head(example).assumption.text()
    assert shown(example) != made_up
    plan = judged(example.store.state.releasing.plan)[0]
    total = sum(count(plan, census, b"k" * 32).queries[0].tolist())
    margins = plan.queries[0].cells * 18
    assert abs(sum(shown(example)) - total) < margins
    assert len(example.store.history.past) == steps + 1
    assert example.panel("preview").figure.settings["counts"] == "public"
    assert "census" not in saved(example.store.state)
    example.action("Undo").trigger()
    example.settled()
    assert shown(example) == made_up
    example.action("Redo").trigger()
    example.settled()
    example.click("back to simulated people", example.card("preview"))
    example.settled()
    assert shown(example) == made_up
    assert "no file was read" in head(example).assumption.text()


def test_that_another_plan_counts_the_file_anew_and_another_epsilon_does_not(example, census, monkeypatch):
    asked = []
    true_count = preview_sample.count_public

    def counted(*given):
        asked.append(given)
        return true_count(*given)

    monkeypatch.setattr(preview_sample, "count_public", counted)
    declare(example, monkeypatch, census)
    example.settled()
    edited(example, "privacy.epsilon", "3")
    assert len(asked) == 1
    edited(example, "histogram.1.column.1.edges", ["0", "50", "120"])
    assert len(asked) == 2
    assert "public" in head(example).title.text()
    assert len(shown(example)) == 6 * 6


def test_that_the_file_to_be_released_is_refused_in_the_dialog_and_when_it_is_chosen_later(
    example, census, monkeypatch
):
    declare(example, monkeypatch, example.store.state.releasing.csv)
    assert "it is private" in example.refusals(dialog(example))[0]
    assert not dialog(example).agree.made
    example.click("Cancel", dialog(example))
    assert example.store.state.releasing.public is None
    declare(example, monkeypatch, census)
    example.settled()
    example.store.dispatch(FileChosen(str(census)))
    example.settled()
    assert "simulated people" in head(example).title.text()
    assert "it is private" in head(example).assumption.text()
    assert head(example).assumption.objectName() == "refusal"


def test_that_a_file_that_is_no_table_is_refused_and_simulated_people_stay(example, census, monkeypatch):
    made_up = shown(example)
    census.write_text('person_id,age,region,income\n1,"QZSECRET,north,3\n')
    declare(example, monkeypatch, census)
    example.settled()
    assert head(example).assumption.objectName() == "refusal"
    assert "QZSECRET" not in head(example).assumption.text()
    assert shown(example) == made_up
    example.click("back to simulated people", example.card("preview"))
    example.settled()
    assert head(example).assumption.objectName() == "assumption"


def test_that_a_long_count_shows_its_share_and_can_be_cancelled(example, census, monkeypatch):
    going, counted = threading.Event(), []

    def slow(plan, file, released, ledger):
        counted.append(file)
        while not going.wait(0.01):
            progress(0.25)
        return PublicCounts(count(plan, census, b"k" * 32).queries)

    monkeypatch.setattr(preview_sample, "count_public", slow)
    monkeypatch.setattr("explorer.gui.widgets.progress_note.LONG", 0.05)
    declare(example, monkeypatch, census)
    example.until(
        lambda: any(
            each.isVisible() for each in head(example).findChildren(QToolButton) if each.text() == "cancel"
        )
    )
    assert "while census.csv is being counted" in head(example).assumption.text()
    example.click("cancel", head(example))
    example.settled()
    assert "cancelled" in head(example).assumption.text()
    assert "simulated" in head(example).title.text()
    example.until(lambda: example.store.jobs.running is None)  # what was cancelled has ended
    going.set()
    example.click("compute again", head(example))
    example.settled()
    assert "public data" in head(example).title.text()
    assert len(counted) == 2


def test_that_the_axes_rest_until_rescale_is_pressed_and_noise_beyond_is_said(example):
    preview = example.panel("preview")
    before = preview.figure.y
    assert "outside the picture" not in example.said(example.card("preview"))
    edited(example, "privacy.epsilon", "0.05")
    assert preview.figure.y == before
    assert "outside the picture" in example.said(example.card("preview"))
    link = example.find(QToolButton, "rescale", example.card("preview"))
    assert link.focusPolicy() & Qt.FocusPolicy.TabFocus
    link.setFocus()
    example.qtbot.keyClick(link, Qt.Key.Key_Space)
    example.settled()
    assert preview.figure.y.high > before.high
    assert "outside the picture" not in example.said(example.card("preview"))
    example.action("Undo").trigger()
    example.settled()
    assert preview.figure.y == before


def test_that_margins_and_what_they_swallow_are_said_and_explained(example):
    card = example.card("preview")
    assert "each count ± 18, simultaneously for all 48 cells ± 41" in example.said(card)
    assert "34 of 48 cells are smaller than the noise" in example.said(card)
    for fact in ("Noise margins", "Cells smaller"):
        assert example.find(InfoButton, f"explain: {fact}", card)
    edited(example, "privacy.epsilon", "0.01")
    assert "All 48 cells are smaller" in example.said(card)
    edited(example, "privacy.epsilon", "100")
    assert "No cell is smaller" in example.said(card)
    edited(example, "privacy.epsilon", "900")
    assert "No cell is smaller than the noise: its margin is ± 0" in example.said(card)


@WITH_PLAN
def test_that_withheld_categories_are_counted_where_categories_are_found(example):
    card = example.card("preview")
    assert "withheld" not in example.said(card)
    example.choose(example.plan_field("histogram.2.column.1.kind").editor, "category-unknown")
    box = example.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    example.settled()
    assert "0 of 6 categories are withheld in this draw" in example.said(card)
    example.type(example.plan_field("privacy.epsilon").editor, "0.1")
    assert "6 of 6 categories are withheld in this draw" in example.said(card)
    assert example.find(InfoButton, "explain: Withheld categories", card)


@WITH_PLAN
def test_that_form_and_preview_say_the_same_sigma(example):
    example.choose(example.plan_field("privacy.mechanism").editor, "discrete-gaussian")
    for number in (1, 2):
        example.plan_field(f"histogram.{number}.name")
    places = [example.said(example.card("plan")), head(example).assumption.text()]
    places.append(example.said(example.panel("preview")))
    for place in places:
        assert set(re.findall(r"σ = ([0-9.]+)", place)) == {"19.23"}


@pytest.mark.parametrize("size", [(1280, 800), (1100, 700)])
@WITH_PLAN
def test_that_the_lines_of_the_preview_push_no_card_away(open_window, size):
    hand = open_window(State(workspace=Workspace.RELEASE), size=size, front_only=True)
    hand.open("release")
    hand.click("Try the example")
    hand.settled()
    width = hand.card("plan").width()
    hand.choose(hand.plan_field("histogram.2.column.1.kind").editor, "category-unknown")
    box = hand.choices("shown table")
    box.setCurrentIndex(1)
    box.activated.emit(1)
    hand.settled()
    assert hand.card("plan").width() == width


def test_that_no_sample_is_offered_where_there_is_no_plan(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), cards=("plan", "preview"))
    hand.open("release")
    links = hand.card("preview").head.findChildren(QToolButton)
    assert not any(each.isVisible() and each.text().startswith("public data") for each in links)


def links(hand):
    """What the head of the preview offers."""
    return [each.text() for each in head(hand).findChildren(QToolButton) if each.isVisible()]


def test_that_neither_table_nor_export_is_offered_of_an_empty_preview(open_window):
    hand = open_window(State(workspace=Workspace.RELEASE), front_only=True, cards=("plan", "preview"))
    assert hand.panel("preview").figure.empty is not None
    assert not {"table", "export"} & set(links(hand))
    example_plan(hand.furnished.context)
    hand.settled()
    assert {"table", "export"} <= set(links(hand))
    new_plan(hand.furnished.context)
    hand.settled()
    assert not {"table", "export"} & set(links(hand))


@WITH_PLAN
def test_that_the_menu_offers_both_too(example):
    example.type(example.plan_field("privacy.epsilon").editor, "0.05")
    before = example.store.state.releasing.framed
    example.action("Fit the preview to its noise").trigger()
    assert example.store.state.releasing.framed != before
    example.action("Preview the plan on public data …").trigger()
    dialog(example).reject()
    example.until(lambda: example.window.findChild(PublicDialog) is None)


def test_that_a_bar_under_the_mouse_tells_its_cell_its_count_its_margin_and_that_it_is_simulated(example):
    canvas, figure = example.panel("preview").canvas, example.panel("preview").figure
    south, group = next(each for each in figure.layers if each.id == "series-1"), 1
    where = place_of(canvas, float(south.x[group]), 0.5 * float(south.height[group]))
    pixel = canvas.mapFromScene(canvas.plot.mapToScene(where))
    example.qtbot.mouseMove(canvas.viewport(), pixel)
    said = canvas.pointing.lines
    assert re.fullmatch(r"count = [\d,]+ ± 18", said[0])
    assert said[1:3] == ["age: 20 to <40", "south"]
    assert " ".join(said[3:5]) == "simulated people with this plan's noise; 95 % noise margin, exact"
    assert canvas.pointing.items.at_y.lines in ([], [""])  # the box has the number


def test_that_simulated_rows_are_typed_beside_the_preview_and_gone_with_public_data(
    example, census, monkeypatch
):
    field = example.find(NumberField, "number of simulated rows in the preview", example.card("preview"))
    before = shown(example)
    example.type(field, "20 000")
    assert example.store.state.releasing.simulated == 20_000
    assert "20,000 rows of simulated people" in head(example).assumption.text()
    assert sum(shown(example)) > 10 * sum(before)
    example.type(field, "none")
    assert example.refusals(example.card("preview"))
    assert example.store.state.releasing.simulated == 20_000
    example.qtbot.keyClick(field, Qt.Key.Key_Escape)
    example.settled()
    assert example.refusals(example.card("preview")) == []
    declare(example, monkeypatch, census)
    example.settled()
    assert not field.isVisible()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
@WITH_PLAN
def test_that_the_number_of_simulated_rows_takes_no_room_from_a_low_picture(example, size):
    example.window.resize(*size)
    example.settled()
    card = example.card("preview")
    field = example.find(NumberField, "number of simulated rows in the preview", card)
    canvas = example.panel("preview").canvas
    above = field.mapTo(card, field.rect().center()).y() < canvas.mapTo(card, canvas.rect().center()).y()
    assert above == (size[1] > 700)
    assert ("never counted from the file" in example.said(card)) == above
    assert card.rect().contains(field.mapTo(card, field.rect().bottomRight()))
