"""Many releases: crossings, the optimal composition from the background, all bounds at one k."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTableWidget
from thoroughness import some

from explorer.app.core.message import MechanismChosen
from explorer.app.core.request import Composed, composed
from explorer.app.plotting.layers import Note
from explorer.gui.compose.bound_family import BoundFamily
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.fields.parameter_control import NumberField, Slider
from explorer.gui.widgets.dimmed_numbers import DIMMED
from explorer.language import number
from explorer.mark import at_most
from explorer.privacy.composition import every_composition
from explorer.privacy.notation import read

CARDS = ("composition", "crossings", "readout")
LEFT = pytest.mark.begins_in("compose", "one-release", *CARDS)  # where the release itself is changed
pytestmark = pytest.mark.begins_in("compose", *CARDS)

TEXTBOOK = "Dwork–Roth shortcut: ε = 1"


@pytest.fixture
def textbook(hand):
    hand.open("compose")
    hand.click(TEXTBOOK)
    hand.settled()
    return hand


@pytest.fixture
def unfolded(textbook):
    """With every family of bounds open."""
    textbook.unfold()
    return textbook


def rows(hand):
    """The bounds from top to bottom: (name, number)."""
    return [row for family in families(hand) for row in family]


def families(hand):
    """The same, family by family."""
    found = []
    for family in hand.card("readout").findChildren(BoundFamily):
        lines = [each for each in family.findChildren(BoundLine) if each.isVisible()]
        lines.sort(key=lambda each: each.mapTo(hand.window, each.rect().topLeft()).y())
        found.append([tuple(hand.said(each).split("\n")) for each in lines])
    return found


def total(hand):
    """The line that says the total to believe."""
    return next(
        each
        for each in hand.panel("readout").findChildren(QLabel, "section")
        if each.text().startswith("total ε")
    )


def test_that_the_dwork_roth_crossings_are_given_in_their_card_and_marked_in_the_picture(textbook):
    said = textbook.said(textbook.card("crossings"))
    assert "73.68" in said
    assert "63.67" in said
    textbook_row = said[said.index("Dwork–Roth shortcut") :].split("\n")
    assert textbook_row[1:3] == ["73.68", "73.68"]  # k and, since ε is 1, the total there
    never = [line for line in said.split("\n") if "never" in line.lower()]
    assert len(never) == 1
    figure = textbook.panel("composition").figure
    words = [
        textbook.window.language.say(line)
        for note in figure.layers
        if isinstance(note, Note)
        for line in note.lines
    ]
    assert "crossing basic composition, all at δ' = 10⁻⁴" in words
    assert "Dwork–Roth shortcut: k = 73.68, ε = 73.68" in words
    assert "advanced composition (tight drift): k = 63.67, ε = 63.67" in words
    dots = [
        layer for layer in figure.layers if layer.id.startswith("crossing-") and not isinstance(layer, Note)
    ]
    places = {dot.id: round(float(dot.x[0]), 1) for dot in dots}
    assert places["crossing-advanced-textbook"] == 73.7
    assert places["crossing-advanced-tanh"] == 63.7
    assert "crossing-advanced" not in places


@LEFT
def test_that_the_preset_opens_compose_and_is_one_step_back(hand):
    hand.type(hand.find(NumberField, "ε", hand.card("one-release")), "3")
    hand.action("Dwork–Roth shortcut: ε = 1, δ' = 10⁻⁴").trigger()
    hand.settled()
    assert hand.window.workspace == "compose"
    assert hand.store.state.target.epsilon == 1
    hand.action("Undo").trigger()
    assert hand.store.state.target.epsilon == 3


def test_that_the_optimum_arrives_from_the_background(textbook):
    figure = textbook.panel("composition").figure
    assert not figure.pending
    (optimum,) = [layer for layer in figure.layers if layer.id == "optimal"]
    assert not optimum.dimmed
    (adding,) = [layer for layer in figure.layers if layer.id == "sequential"]
    assert float(optimum.y[-1]) < float(adding.y[-1])
    assert not textbook.working("composition")
    asked = [key for key in textbook.store.jobs.answers if isinstance(key, Composed)]
    assert "optimal" in {key.bound for key in asked}


@LEFT
def test_that_the_old_optimum_stays_dimmed_until_the_new_one_is_there(textbook):
    slider = textbook.find(Slider, "ε", textbook.card("one-release"))
    jobs = textbook.store.jobs
    held, jobs.want = jobs.want, lambda questions: None
    textbook.drag_slider(slider, 0.66, 0.5, let_go=False)
    textbook.until(lambda: textbook.panel("composition").figure.pending)
    (optimum,) = [layer for layer in textbook.panel("composition").figure.layers if layer.id == "optimal"]
    assert optimum.dimmed
    assert textbook.working("composition")
    jobs.want = held
    textbook.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton)
    textbook.until(lambda: not textbook.panel("composition").figure.pending)
    del held, jobs.want


def test_that_each_family_of_bounds_is_sorted_smallest_first(unfolded):
    for family in families(unfolded):
        shown = [number for _, number, *_ in family]
        numbers = [float(number.replace(",", "")) for number in shown if number != "–"]
        assert numbers == sorted(numbers)
        assert shown[len(numbers) :] == ["–"] * (len(shown) - len(numbers))  # what has no number stands last
    assert len(rows(unfolded)) == len(every_composition())


def test_that_a_typed_k_reads_all_bounds_there(unfolded):
    for count in ("1", "10", "150"):
        before = rows(unfolded)
        unfolded.type(unfolded.field("k"), count)
        assert unfolded.store.state.composing.count == int(count)
        assert rows(unfolded) != before
        adding = next(row for row in rows(unfolded) if any(part == "basic composition" for part in row))
        assert count in adding


def of_before(hand, card):
    """What a card says in its head where it shows the numbers before something that was refused."""
    line = hand.card(card).head.assumption
    return line.text() if line.objectName() == "refusal" else ""


def test_that_a_k_that_is_none_is_refused_beside_its_field(unfolded):
    for text in some(("0", "2.5", "2000000", "-3", "1e9", "some"), 3):
        numbers = rows(unfolded)
        curves = [each.y for each in unfolded.panel("composition").figure.layers if hasattr(each, "y")]
        unfolded.type(unfolded.field("k"), text)
        (sentence,) = unfolded.refusals(unfolded.card("readout"))
        assert "whole number" in sentence or "1,000,000" in sentence  # how to mend it: what may be entered
        assert unfolded.store.state.composing.count == 70
        after = [each.y for each in unfolded.panel("composition").figure.layers if hasattr(each, "y")]
        for old, new in zip(curves, after, strict=True):
            assert old == pytest.approx(new, rel=1e-4)  # k alone and on its curve: both within their bracket
        assert rows(unfolded) == numbers
        assert unfolded.panel("composition").canvas.plot.opacity() == DIMMED
        assert of_before(unfolded, "composition") == f"unchanged: {sentence}"
        assert of_before(unfolded, "crossings") == ""  # which does not depend on k
        unfolded.type(unfolded.field("k"), "80")
        assert unfolded.refusals() == []
        assert unfolded.panel("composition").canvas.plot.opacity() == 1.0
        assert of_before(unfolded, "composition") == ""
        unfolded.type(unfolded.field("k"), "70")


def test_that_a_total_delta_that_is_none_leaves_the_numbers_of_before_dimmed(unfolded):
    for text in ("0", "1e-301", "0.7", "little"):
        numbers = rows(unfolded)
        unfolded.type(unfolded.find(NumberField, "δ", unfolded.card("readout")), text)
        (sentence,) = unfolded.refusals(unfolded.card("readout"))
        assert "0.5" in sentence
        assert rows(unfolded) == numbers
        assert all(
            of_before(unfolded, card) == f"unchanged: {sentence}" for card in ("composition", "crossings")
        )
        assert total(unfolded).property("dimmed")
        unfolded.type(unfolded.find(NumberField, "δ", unfolded.card("readout")), "1e-300")
        assert unfolded.refusals() == []
        assert of_before(unfolded, "crossings") == ""
        assert not total(unfolded).property("dimmed")
        assert not unfolded.panel("composition").figure.pending


@LEFT
def test_that_a_refused_epsilon_is_told_in_the_readout_too(textbook):
    textbook.type(textbook.find(NumberField, "ε", textbook.card("one-release")), "-1")
    assert any(each.startswith("unchanged: ε") for each in textbook.refusals(textbook.card("readout")))
    assert of_before(textbook, "crossings").startswith("unchanged: ε")
    textbook.type(textbook.find(NumberField, "ε", textbook.card("one-release")), "50")
    assert textbook.refusals() == []
    figure = textbook.panel("composition").figure
    assert not figure.pending
    assert any(layer.id == "optimal" and len(layer.x) for layer in figure.layers)


def test_that_a_total_delta_below_that_of_the_releases_says_how_to_mend_it(unfolded):
    unfolded.store.dispatch(MechanismChosen("gaussian"))
    unfolded.settled()
    unfolded.type(unfolded.find(NumberField, "δ", unfolded.card("readout")), "1e-5")
    unfolded.type(unfolded.field("k"), "60")  # of δ = 10⁻⁶ each
    adding = next(row for row in rows(unfolded) if row[0] == "basic composition")
    assert adding[1] == "–"
    assert any("raise it, or lower k or the δ per release" in each for each in adding)


def test_that_a_total_delta_moves_the_curves_and_the_crossings(textbook):
    textbook.type(textbook.find(NumberField, "δ", textbook.card("readout")), "1e-8")
    assert textbook.store.state.composing.total_delta == 1e-8
    assert "147" in textbook.said(textbook.card("crossings"))  # 8 ln 10⁸ = 147.4


def test_that_the_picture_reaches_as_far_as_is_asked(textbook):
    textbook.reach(500)
    assert textbook.panel("composition").figure.x.high == 500
    textbook.type(textbook.field("k"), "800")
    assert textbook.panel("composition").figure.x.high == 1000


@LEFT
def test_that_an_epsilon_drag_moves_the_curves_of_compose(textbook):
    before = textbook.panel("composition").figure
    textbook.drag_slider(textbook.find(Slider, "ε", textbook.card("one-release")), 0.66, 0.6, 0.5)
    after = textbook.panel("composition").figure
    (old,), (new,) = (
        [each.y for each in figure.layers if each.id == "sequential"] for figure in (before, after)
    )
    assert new.max() < old.max()


@LEFT
def test_that_the_readout_follows_however_many_answers_came_before(hand):
    hand.open("compose")
    for step in range(300):
        hand.store.jobs.answers.keep(("an older question", step), None)
    hand.type(hand.find(NumberField, "ε", hand.card("one-release")), "0.5")
    hand.settled()
    state = hand.store.state
    answer = composed(state, "optimal", (state.composing.count,))()
    assert number(at_most(answer.value[0])) in hand.said(hand.card("readout"))


def test_that_the_totals_of_the_table_are_rounded_up_and_none_is_cut(textbook):
    textbook.click("table", textbook.card("composition"))
    shown = textbook.find(QTableWidget, "", textbook.card("composition"))
    table = textbook.panel("composition").figure.table
    above = read_in_all = 0
    for column, values in enumerate(table.columns):
        for row, value in enumerate(values):
            if text := shown.item(row, column).text():
                told = read(text.replace(",", ""))
                assert value * (1 - 1e-9) <= told < value * (1 + 1.1e-3), table.names[column]
                above += told > value * (1 + 1e-9)
                read_in_all += 1
                assert shown.fontMetrics().horizontalAdvance(text) + 8 <= shown.columnWidth(column), text
    assert above > 500  # to the nearest half of them would lie below
    assert read_in_all > 1000
