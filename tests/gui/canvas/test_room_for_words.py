"""In a small window too no number loses its end, and no words stand on others."""

import pytest
from PySide6.QtWidgets import QLabel

from explorer.app.core import message as said
from explorer.gui.widgets.explain import InfoButton

SMALL, USUAL = (1024, 700), (1280, 800)


def rect(words):
    return words.size.translated(words.pos())


def of_size(open_window, size, **asked):
    hand = open_window(**asked, front_only=True)
    hand.window.resize(*size)
    hand.settled()
    return hand


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_that_no_number_of_the_risk_card_loses_its_end(open_window, size, language):
    hand = of_size(open_window, size, language=language)
    rows = hand.panel("risk")._rows
    hand.until(lambda: all(row._value.width() >= row._value.sizeHint().width() for row in rows))


def test_that_every_number_of_the_risk_card_is_explained_its_small_words_too(hand):
    hand.store.dispatch(said.MechanismChosen("gaussian"))
    hand.settled()
    shown = {each._fact for each in hand.panel("risk").findChildren(InfoButton) if each.isVisible()}
    assert {"alarm-right", "worst-found", "group-exact", "group", "posterior"} <= shown


def test_that_every_row_of_the_comparison_is_explained_and_whole(hand):
    hand.store.dispatch(said.Pinned())
    hand.store.dispatch(said.MechanismChosen("exponential"))
    hand.settled()
    hand.until(lambda: "compare" in hand.furnished.panels and hand.panel("compare")._full.isVisible())
    panel = hand.panel("compare")
    hand.until(lambda: panel._rows and all(row._info.isVisible() for row in panel._rows))
    for row in panel._rows:
        for label in (row._label, *row._values):
            assert isinstance(label, QLabel)
            room = label.fontMetrics().horizontalAdvance
            assert max(map(room, label.text().split())) <= label.width() + 1, label.text()


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_that_a_title_of_an_axis_is_not_covered_by_what_the_handle_says(open_window, size):
    hand = of_size(open_window, size)
    words = hand.panel("equally-likely").canvas._lettering._words
    title, told = words["axis-y"], words["handle"]
    assert told.isVisible()
    assert not (title.isVisible() and rect(title).intersects(rect(told)))


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_that_words_in_the_shaded_region_stand_on_no_name_of_a_curve(open_window, size):
    hand = of_size(open_window, size)
    words = hand.panel("trade-off").canvas._lettering._words
    inside = words["unreached-words"]
    ends = [each for key, each in words.items() if key.startswith("end-")]
    assert ends
    assert not (inside.isVisible() and any(rect(inside).intersects(rect(each)) for each in ends))


def test_that_the_box_of_the_observed_value_covers_neither_peak_nor_name(hand):
    for mechanism in ("laplace", "gaussian", "discrete-gaussian", "staircase", "catastrophe"):
        hand.store.dispatch(said.MechanismChosen(mechanism))
        hand.settled()
        canvas = hand.panel("released-value").canvas
        box = rect(canvas._lettering._words["reading"])
        for layer in hand.panel("released-value").figure.layers:
            if layer.id in ("without", "with"):
                heights = getattr(layer, "y", getattr(layer, "height", None))
                at = int(heights.argmax())
                peak = canvas._pixel(float(layer.x[at]), float(heights[at]))
                assert not box.contains(peak), mechanism
        for name in ("without-name", "with-name", "bare"):
            if name in canvas._lettering._words:
                assert not box.intersects(rect(canvas._lettering._words[name])), (mechanism, name)


def test_that_headings_of_a_table_are_whole(hand):
    hand.store.dispatch(said.PictureShown("privacy-loss", "delta-profile"))
    panel = hand.panel("privacy-loss")
    panel._as_table.setChecked(True)
    hand.settled()
    header = panel._table.horizontalHeader()
    for place in range(header.count()):
        words = panel._table.horizontalHeaderItem(place).text()
        wide, lines = header.sectionSize(place) - 8, header.height() // header.fontMetrics().height()
        assert max(map(header.fontMetrics().horizontalAdvance, words.split())) <= wide
        assert header.fontMetrics().horizontalAdvance(words) <= wide * lines


def test_that_playing_and_pausing_are_drawn_and_not_written_in_letters_few_fonts_have(hand):
    player = hand.furnished.player
    for _ in range(2):
        assert all(each.isascii() for each in player._button.text())
        assert not player._link.icon().isNull()
        player.toggle()
