"""Linear and logarithmic axes of many releases, by hand: the link, the line that is dragged, the group."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QLabel, QToolButton

from explorer.app.core.state import State, Workspace
from explorer.app.plotting.layers import Handle
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.widgets.selectable import Selectable

pytestmark = pytest.mark.begins_in("compose", "composition", "readout")


@pytest.fixture
def compose(hand):
    hand.open("compose")
    return hand


@pytest.fixture
def logarithmic(compose):
    compose.reach(1_000_000)
    compose.click("log", compose.card("composition"))
    compose.settled()
    return compose


def figure(hand):
    return hand.panel("composition").figure


def numbers_below(hand):
    """What is written at the axis, from left to right."""
    axis, nowhere = hand.panel("composition").canvas.plot.axis("bottom"), QPixmap(1, 1)
    painter = QPainter(nowhere)
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    return [text for _, _, text in sorted(texts, key=lambda each: each[0].x())]


def test_that_the_link_changes_the_axes_and_undo_changes_them_back(compose):
    assert figure(compose).x.high == 200
    compose.click("log", compose.card("composition"))
    compose.settled()
    assert compose.store.state.composing.logarithmic
    assert figure(compose).x.high == pytest.approx(2.30103)
    assert compose.find(QToolButton, "log", compose.card("composition")).isChecked()
    compose.action("Undo").trigger()
    compose.settled()
    assert figure(compose).x.high == 200
    assert not compose.find(QToolButton, "log", compose.card("composition")).isChecked()


def test_that_other_axes_ask_no_new_question(compose):
    compose.reach(10_000)
    before = compose.store.jobs.answers.arrivals
    compose.click("log", compose.card("composition"))
    compose.settled()
    assert not figure(compose).pending
    assert compose.store.jobs.answers.arrivals == before


def test_that_only_pictures_with_such_axes_have_the_link(compose):
    def has_link(card):
        return "log" in [each.text() for each in compose.card(card).head.findChildren(QToolButton)]

    assert has_link("composition")
    for card in ("trade-off", "privacy-loss", "released-value"):
        assert not has_link(card)


def test_that_powers_of_ten_are_readable_and_the_line_is_dragged_over_logarithms_to_whole_k(logarithmic):
    assert numbers_below(logarithmic) == ["1", "10", "10²", "10³", "10⁴", "10⁵", "10⁶"]
    logarithmic.drag_handle("composition", 2.0, 3.0, 4.5)
    count = logarithmic.store.state.composing.count
    assert count == pytest.approx(10**4.5, rel=0.05)
    assert isinstance(count, int)
    assert logarithmic.handle("composition").value == pytest.approx(count)
    logarithmic.drag_handle("composition", 4.5, 9.0)
    assert logarithmic.store.state.composing.count == 1_000_000
    logarithmic.drag_handle("composition", 6.0, -3.0)
    assert logarithmic.store.state.composing.count == 1
    assert logarithmic.refusals() == []


def test_that_arrow_keys_go_a_share_of_the_way_and_one_at_least(logarithmic):
    canvas = logarithmic.panel("composition").canvas
    canvas.setFocus()

    def pressed(key, modifier=Qt.KeyboardModifier.NoModifier):
        logarithmic.qtbot.keyClick(canvas, key, modifier)
        logarithmic.settled()
        return logarithmic.store.state.composing.count

    assert pressed(Qt.Key.Key_Right) == 112
    assert pressed(Qt.Key.Key_Left) == 100
    assert pressed(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier) == 316
    logarithmic.type(logarithmic.field("k"), "2")
    canvas.setFocus()
    assert [pressed(Qt.Key.Key_Right), pressed(Qt.Key.Key_Right)] == [3, 4]
    assert [pressed(Qt.Key.Key_Left) for _ in range(5)] == [3, 2, 1, 1, 1]


def test_that_a_typed_k_of_a_million_is_drawn(compose):
    compose.type(compose.field("k"), "1000000")
    assert figure(compose).x.high == 1_000_000
    assert not figure(compose).pending
    (handle,) = [each for each in figure(compose).layers if isinstance(each, Handle)]
    assert compose.window.language.say(handle.title).startswith("k = 1,000,000: ε ≤ ")


# The readout


def test_that_each_bound_says_how_it_compares_with_basic_composition(compose):
    compose.type(compose.field("k"), "100")
    compose.unfold()
    told = [compose.said(each).split("\n") for each in compose.card("readout").findChildren(BoundLine)]
    compared = 0
    for name, total, *others in told:
        times = [each for each in others if each.endswith(" ×")]
        if name == "basic composition" or total == "–":
            assert times == [], name
        else:
            compared += 1
            assert times == [f"{float(total.replace(',', '')) / 100:.3g} ×"], name  # ε = 1 a hundred times
    assert compared > 5


def test_that_the_readout_says_whom_a_total_protects(compose):
    said = compose.said(compose.card("readout"))
    assert "protects one record; neighbours: add or remove; total δ = 10⁻⁴" in said
    assert "Also holds when each release is chosen after seeing the earlier ones" in said
    assert "secret sample" not in said


def test_that_a_sample_is_told_in_head_and_readout(compose):
    compose.type(compose.field("k"), "10")
    compose.reach(10)
    from explorer.app.core.message import Moved, Settled

    compose.store.dispatch(Moved("shape.sampling_rate", 0.1))
    compose.store.dispatch(Settled())
    compose.settled()
    assert compose.card("composition").head.assumption.text().endswith("on a secret sample of 10 %")
    assert "The secret sample of 10 % is included" in compose.said(compose.card("readout"))


def test_that_a_group_is_entered_beside_the_total(compose):
    compose.type(compose.field("k"), "2")
    readout = compose.card("readout")
    assert "group-total" not in compose.explained(readout)
    field = compose.number("reading.group", readout)
    compose.type(field, "3")
    assert compose.store.state.reading.group == 3
    (told,) = [each for each in compose.said(readout).split("\n") if "a group of 3: ε = " in each]
    assert "proven upper bound" in told
    assert "group-total" in compose.explained(readout)
    compose.type(field, "0")
    assert len(compose.refusals(compose.card("readout"))) == 1
    assert compose.store.state.reading.group == 3


def unbroken(text):
    """What no line ends in: words, and each Chinese character by itself."""
    return re.findall(r"[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+", text)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_no_word_of_the_readout_is_cut_off(open_window, language):
    hand = open_window(
        State(workspace=Workspace.COMPOSE), language=language, cards=("composition", "readout")
    )
    hand.window.resize(1280, 800)
    hand.open("compose")
    hand.unfold()

    def cut():
        for line in hand.card("readout").findChildren(BoundLine):
            for label in (line.findChild(QLabel, "title"), *line.findChildren(Selectable)):
                room = label.fontMetrics().horizontalAdvance
                widest = max((room(word) for word in unbroken(label.text())), default=0)
                low = label.wordWrap() and label.heightForWidth(label.width()) > label.height() + 1
                if widest > label.width() + 1 or low:
                    return label.text()
        return ""

    hand.until(lambda: not cut())  # the lines find their room a moment after the numbers
