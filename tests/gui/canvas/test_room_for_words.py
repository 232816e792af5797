"""In a small window too no number loses its end, and no words stand on others."""

from dataclasses import replace

import pytest
from hands import place_of
from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtWidgets import QLabel, QToolButton
from thoroughness import combined

from explorer.app.core import message as said
from explorer.app.explore.comparison import comparison
from explorer.gui.canvas.words import Look, within
from explorer.gui.explore.risk_card import NUMBERS
from explorer.gui.widgets.explain import InfoButton

pytestmark = pytest.mark.placed
SMALL, USUAL = (1024, 700), (1280, 800)


def rect(words):
    return words.size.translated(words.pos())


def of_size(open_window, size, **asked):
    hand = open_window(**asked, front_only=True)
    hand.window.resize(*size)
    hand.settled()
    return hand


def test_that_in_a_narrow_picture_words_are_broken_and_only_a_stressed_line_among_others_is_cut(qapp):
    look = Look(QFont(), QFont(), QColor("black"), stressed=1)
    lines = ("as many as the noise of each release allows", "123 456 789 012 345 678")
    narrow = QFontMetricsF(QFont()).horizontalAdvance("as many as the")
    *broken, cut = within(lines, look, narrow)
    assert len(broken) > 1
    assert " ".join(broken) == lines[0]
    assert cut.endswith("…")
    assert " ".join(within(lines[:1], replace(look, stressed=0), narrow)) == lines[0], "it stands alone"


def test_that_no_line_ends_inside_a_pair_of_names(qapp):
    look, measured = Look(QFont(), QFont(), QColor("black")), QFontMetricsF(QFont())
    line = "crossings at k: D–R shortcut 73.68 – and zCDP 29.14"
    for width in range(int(measured.horizontalAdvance("crossings at")), 400, 3):
        broken = within((line,), look, width)
        assert " ".join(broken) == line, width
        assert not any(each.endswith("D–") for each in broken), width


@pytest.mark.parametrize(("size", "language"), combined([SMALL, USUAL], ["en", "zh_CN"]))
def test_that_no_number_of_the_risk_card_loses_its_end(open_window, size, language):
    hand = of_size(open_window, size, language=language)
    values = [hand.panel("risk").findChild(QLabel, name) for name in NUMBERS]
    assert all(each.text() for each in values)
    hand.until(lambda: all(each.width() >= each.sizeHint().width() for each in values))


@pytest.mark.begins_in("explore", "risk")
def test_that_every_number_of_the_risk_card_is_explained_its_small_words_too(hand):
    hand.store.dispatch(said.MechanismChosen("gaussian"))
    hand.settled()
    shown = hand.explained(hand.panel("risk"))
    assert {"alarm-right", "worst-found", "group-exact", "group", "posterior"} <= shown


def test_that_every_row_of_the_comparison_is_explained_and_whole(hand):
    hand.store.dispatch(said.Pinned())
    hand.store.dispatch(said.MechanismChosen("exponential"))
    hand.settled()
    hand.until(lambda: "compare" in hand.furnished.panels and hand.explained(hand.card("compare")))
    panel, lines = hand.panel("compare"), comparison(hand.store.state).lines
    hand.until(lambda: sum(each.isVisible() for each in panel.findChildren(InfoButton)) == len(lines))
    labels = [each for each in panel.findChildren(QLabel) if each.isVisible() and each.text()]
    assert len(labels) >= 3 * len(lines)
    for label in labels:
        room = label.fontMetrics().horizontalAdvance
        assert max(map(room, label.text().split())) <= label.width() + 1, label.text()


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_that_a_title_of_an_axis_is_not_covered_by_what_the_handle_says(open_window, size):
    hand = of_size(open_window, size)
    words = hand.words("equally-likely")
    title, told = words["axis-y"], words["handle"]
    assert told.isVisible()
    assert not (title.isVisible() and rect(title).intersects(rect(told)))


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_that_words_in_the_shaded_region_stand_on_no_name_of_a_curve(open_window, size):
    hand = of_size(open_window, size)
    words = hand.words("trade-off")
    inside = words["unreached-words"]
    ends = [each for key, each in words.items() if key.startswith("end-")]
    assert ends
    assert not (inside.isVisible() and any(rect(inside).intersects(rect(each)) for each in ends))


@pytest.mark.begins_in("explore", "released-value")
def test_that_the_box_of_the_observed_value_covers_neither_peak_nor_name(hand):
    for mechanism in ("laplace", "gaussian", "discrete-gaussian", "staircase", "catastrophe"):
        hand.store.dispatch(said.MechanismChosen(mechanism))
        hand.settled()
        canvas, words = hand.panel("released-value").canvas, hand.words("released-value")
        box = rect(words["reading"])
        for layer in hand.panel("released-value").figure.layers:
            if layer.id in ("without", "with"):
                heights = getattr(layer, "y", getattr(layer, "height", None))
                at = int(heights.argmax())
                peak = place_of(canvas, float(layer.x[at]), float(heights[at]))
                assert not box.contains(peak), mechanism
        for name in ("without-name", "with-name", "bare"):
            if name in words:
                assert not box.intersects(rect(words[name])), (mechanism, name)


@pytest.mark.begins_in("explore", "privacy-loss")
def test_that_headings_of_a_table_are_whole(hand):
    hand.store.dispatch(said.PictureShown("privacy-loss", "delta-profile"))
    hand.click("table", hand.card("privacy-loss"))
    hand.settled()
    table = hand.numbers("privacy-loss")
    header = table.horizontalHeader()
    for place in range(header.count()):
        words = table.horizontalHeaderItem(place).text()
        wide, lines = header.sectionSize(place) - 8, header.height() // header.fontMetrics().height()
        assert max(map(header.fontMetrics().horizontalAdvance, words.split())) <= wide
        assert header.fontMetrics().horizontalAdvance(words) <= wide * lines


@pytest.mark.begins_in("explore", "equally-likely")
def test_that_playing_and_pausing_are_drawn_and_not_written_in_letters_few_fonts_have(hand):
    for told in ("Play simulated draws", "Pause the simulated draws"):
        button = hand.find(QToolButton, told, hand.card("equally-likely"))
        assert all(each.isascii() for each in button.text())
        assert not button.icon().isNull()
        button.click()
