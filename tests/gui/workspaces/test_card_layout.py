"""The cards of Explore: pictures that are switched, what was refused, risk for a person, A and B, tabs."""

from pathlib import Path

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QPushButton, QToolButton

from explorer.app.core.message import Moved, PictureShown, Pinned, Typed, Unpinned
from explorer.app.core.state import State
from explorer.app.session import loaded, saved
from explorer.gui.widgets.dimmed_numbers import DIMMED
from explorer.gui.widgets.theme import Theme
from explorer.gui.workspaces.card_layout import CARD_SPECS, spec_of, specs_of
from explorer.gui.workspaces.deferred_panels import panel_of
from explorer.gui.workspaces.frames import Frames, designed_spots
from explorer.language import Language

switched = pytest.mark.begins_in("explore", "trade-off", "privacy-loss")
at_risk = pytest.mark.begins_in("explore", "one-release", "risk")
pinned = pytest.mark.begins_in("explore", "one-release")
SWITCHABLE = ("trade-off", "privacy-loss")
PICTURES = ("released-value", "equally-likely", "trade-off", "privacy-loss")
HIDDEN = ("compare", "clipping", "dimension")


def switch(hand, card, picture):
    """Choose a picture from the menu in a card's head."""
    word = hand.window.language.say(dict(spec_of(card).pictures)[picture])
    offered = [each for menu in hand.panel(card).findChildren(QMenu) for each in menu.actions()]
    next(each for each in offered if each.text() == word).trigger()
    hand.settled()


def links(hand, card):
    head = hand.card(card).head
    return {each.text(): each for each in head.findChildren(QToolButton) if not each.isHidden()}


# Several pictures in one card


@switched
@pytest.mark.parametrize("card", SWITCHABLE)
def test_that_a_card_shows_the_picture_that_is_chosen(hand, card):
    for picture, word in spec_of("trade-off").pictures:
        switch(hand, card, picture)
        panel = hand.panel(card)
        assert panel.figure.id == picture
        title = hand.window.language.say(panel.figure.title)
        assert hand.card(card).head.title.toolTip() == title
        assert hand.card(card).windowTitle() == title
        assert panel.canvas.accessibleName() == title
        assert hand.card(card).toggleViewAction().text() == title
        assert f"{hand.window.language.say(word)} ▾" in links(hand, card)


@switched
def test_that_switching_is_no_step_of_history_and_is_remembered_with_the_session(hand, open_window):
    switch(hand, "privacy-loss", "delta-profile")
    assert hand.store.history.past == ()
    kept = loaded(saved(hand.store.state))
    other = open_window(kept, front_only=True, cards=SWITCHABLE)
    assert other.panel("privacy-loss").figure.id == "delta-profile"
    assert other.panel("trade-off").figure.id == "trade-off"


def test_that_a_picture_that_there_is_not_leaves_the_first(open_window):
    state = State(shown=(("trade-off", "magic"), ("attic", "renyi")))
    hand = open_window(state, front_only=True, cards=("trade-off",))
    assert hand.panel("trade-off").figure.id == "trade-off"


@switched
def test_that_both_cards_can_show_the_same_picture(hand):
    for card in SWITCHABLE:
        switch(hand, card, "renyi")
    first, second = (hand.panel(card).figure for card in SWITCHABLE)
    assert first.id == second.id == "renyi"


@switched
def test_that_a_switched_picture_keeps_table_and_export(hand):
    switch(hand, "trade-off", "delta-profile")
    hand.click("table", hand.card("trade-off"))
    panel, table = hand.panel("trade-off"), hand.numbers("trade-off")
    assert table.isVisible()
    assert table.rowCount() == len(panel.figure.table.columns[0])
    switch(hand, "trade-off", "trade-off")
    assert table.rowCount() == len(panel.figure.table.columns[0])
    assert "export" in links(hand, "trade-off")


# What was refused


def opacity(hand, card):
    return hand.panel(card).canvas.plot.opacity()


@pytest.mark.begins_in("explore", "one-release", *PICTURES)
def test_that_the_last_good_picture_stays_dimmed_until_it_is_mended(hand):
    for card in PICTURES:
        panel = hand.panel(card)
        before, geometry = panel.figure.table, panel.canvas.geometry()
        hand.type(hand.field("ε"), "1e9")
        assert opacity(hand, card) == DIMMED
        head = hand.card(card).head
        assert head.assumption.objectName() == "refusal"
        assert "must lie between" in head.assumption.toolTip()
        assert "must lie between" in panel.canvas.toolTip()
        assert panel.canvas.geometry() == geometry
        for old, new in zip(before.columns, panel.figure.table.columns, strict=True):
            assert list(old) == list(new)
        hand.type(hand.field("ε"), "2")
        assert opacity(hand, card) == 1
        assert panel.canvas.toolTip() == ""
        assert head.assumption.objectName() == "assumption"
        assert "ε = 2" in head.assumption.toolTip()


@pytest.mark.begins_in("explore", "one-release", "released-value", "trade-off", "privacy-loss")
def test_that_what_a_picture_does_not_read_dims_nothing(hand):
    hand.store.dispatch(Typed("reading.prior", "7"))
    hand.store.dispatch(Typed("sample.rows", "0"))
    hand.settled()
    assert set(hand.store.state.refused) == {"reading.prior", "sample.rows"}
    for card in ("released-value", "trade-off", "privacy-loss"):
        assert opacity(hand, card) == 1


# Risk


def value_of(hand, fact):
    """The number of the risk card that a fact explains."""
    return hand.panel("risk").findChild(QLabel, fact).text()


@at_risk
def test_that_the_risk_card_tells_the_odds_and_what_it_does_not_say(hand):
    said = hand.said(hand.card("risk"))
    assert "30.3 of 100" in said
    assert "69.7 of 100" in said
    assert "Not covered here" in said
    assert "other people's data" in said
    assert value_of(hand, "advantage") == "0.393"


@at_risk
def test_that_risk_follows_prior_false_positives_and_group(hand):
    card = hand.card("risk")
    hand.type(hand.number("reading.prior", card), "0.01")
    assert value_of(hand, "posterior") == "0.37 … 2.68 %"
    hand.type(hand.number("reading.false_alarm", card), "0.1")
    assert value_of(hand, "true-positive-rate") == "27.2 %"
    hand.type(hand.number("reading.group", card), "4")
    assert value_of(hand, "group") == "ε = 4"
    hand.type(hand.number("reading.group", card), "0")
    assert "must lie between" in hand.refusals(card)[0]
    assert value_of(hand, "group") == "ε = 4"
    hand.qtbot.keyClick(hand.number("reading.false_alarm", card), Qt.Key.Key_Up)
    assert hand.store.state.reading.false_alarm > 0.1


@at_risk
def test_that_with_delta_the_card_says_that_there_is_no_limit(hand):
    hand.choose(hand.choices("Mechanism"), "gaussian")
    assert value_of(hand, "posterior") == "no limit"
    assert "there is no limit for every single result" in hand.said(hand.card("risk"))


@at_risk
@cases_in_one("mechanism", ["laplace", "gaussian", "gaussian-classical"])
def test_that_the_risk_card_needs_no_scrolling_at_its_first_size(hand, mechanism):
    hand.choose(hand.choices("Mechanism"), mechanism)
    column = hand.panel("risk").layout().itemAt(0).widget()
    assert column.verticalScrollBar().maximum() == 0


# A and B


@pinned
def test_that_pinning_opens_the_comparison_and_forgetting_closes_it(hand):
    assert hand.card("compare").isHidden()
    assert "compare" not in hand.furnished.panels
    hand.click("pin as A", hand.card("one-release"))
    hand.until(lambda: hand.card("compare").isVisible() and not hand.card("compare").behind)
    hand.type(hand.field("ε"), "2")
    said = hand.said(hand.card("compare"))
    assert "B's ε is 2 times A's" in said
    assert "B's noise is 0.5 times A's" in said
    hand.click("swap", hand.card("one-release"))
    hand.settled()
    assert hand.store.state.target.epsilon == 1
    assert "B's ε is 0.5 times A's" in hand.said(hand.card("compare"))
    hand.click("unpin", hand.card("one-release"))
    hand.until(lambda: hand.card("compare").isHidden())
    assert set(links(hand, "one-release")) == {"pin as A"}


@pinned
def test_that_keys_pin_and_swap(hand):
    assert not hand.action("Swap A and B").isEnabled()
    hand.press(Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert hand.store.state.pinned == hand.store.state.setting
    hand.settled()
    assert hand.action("Swap A and B").isEnabled()
    hand.type(hand.field("ε"), "3")
    control = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    hand.press(Qt.Key.Key_B, control)
    assert hand.store.state.target.epsilon == 1
    assert hand.store.state.pinned.target.epsilon == 3


@pinned
def test_that_pinning_is_one_step_of_history(hand):
    hand.store.dispatch(Pinned())
    hand.settled()
    hand.action("Undo").trigger()
    hand.until(lambda: hand.card("compare").isHidden())
    assert hand.store.state.pinned is None


@pinned
def test_that_what_must_not_be_compared_says_why(hand):
    hand.store.dispatch(Pinned())
    hand.choose(hand.choices("Mechanism"), "gaussian")
    hand.until(lambda: "not comparable" in hand.said(hand.card("compare")))
    said = hand.said(hand.card("compare"))
    assert "δ differs" in said
    assert "At the same δ" in said


def test_that_the_empty_comparison_says_what_to_do_with_a_button(hand):
    hand.find_anything("A and B side by side")
    hand.settled()
    button = hand.find(QPushButton, "Pin the current release as A", hand.card("compare"))
    hand.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.settled()
    assert hand.store.state.pinned is not None
    assert "pinned A" in hand.said(hand.card("compare"))


def test_that_a_pinned_setting_is_compared_at_the_next_start(open_window):
    state = State()
    hand = open_window(State(pinned=state.setting), front_only=True, cards=("one-release",))
    assert hand.card("compare").isVisible()
    hand.store.dispatch(Unpinned())
    hand.until(lambda: hand.card("compare").isHidden())


# Cards that are closed at first


@cases_in_one("name", HIDDEN)
def test_that_a_closed_card_is_built_when_it_is_asked_for_and_leaves_no_trace(hand, name):
    room = hand.window.rooms["explore"]
    before = {each: card.geometry() for each, card in room.cards.items() if card.isVisible()}
    assert name not in hand.furnished.panels
    title = next(spec.title for spec in specs_of("explore") if spec.card == name)
    hand.find_anything(hand.window.language.say(title))
    hand.settled()
    assert hand.card(name).isVisible()
    assert not hand.card(name).behind
    assert name in hand.furnished.panels
    assert hand.panel(name).width() > 200
    hand.card(name).toggleViewAction().trigger()
    hand.until(lambda: hand.card(name).isHidden())
    hand.until(lambda: {each: room.cards[each].geometry() for each in before} == before)
    hand.card(name).toggleViewAction().trigger()
    hand.until(lambda: hand.card(name).isVisible())
    hand.card(name).close()
    hand.until(lambda: {each: room.cards[each].geometry() for each in before} == before)


@pinned
def test_that_all_panes_go_back_and_what_is_compared_stays_open(hand):
    hand.store.dispatch(Pinned())
    hand.find_anything("Many numbers at once")
    hand.settled()
    hand.action("Put all panes back").trigger()
    hand.settled()
    assert hand.card("dimension").isHidden()
    assert hand.card("compare").isVisible()


@at_risk
def test_that_what_lies_behind_a_tab_is_not_drawn(hand):
    hand.store.dispatch(Pinned())
    hand.settled()
    before = value_of(hand, "best-guess")
    hand.store.dispatch(Moved("target.epsilon", 2.0))
    hand.settled()
    assert hand.card("risk").behind
    assert value_of(hand, "best-guess") == before
    hand.window.rooms["explore"].open("risk")
    hand.until(lambda: value_of(hand, "best-guess") != before)


def test_that_an_open_tab_is_remembered_over_a_restart(open_window):
    first = open_window(front_only=True, cards=("one-release",))
    first.find_anything("Many numbers at once")
    first.settled()
    first.leave()
    second = open_window(front_only=True, cards=("one-release",))
    assert not second.card("dimension").isHidden()
    assert second.card("clipping").isHidden()


def test_that_the_painted_frames_stand_where_the_cards_will(hand):
    room = hand.window.rooms["explore"]
    spots = designed_spots(specs_of("explore"))
    assert set(spots) == {name for name, card in room.cards.items() if card.isVisible()}
    for name, (x, y, width, height) in spots.items():
        card = room.cards[name]
        assert card.x() == pytest.approx(x * (room.width() + 12), abs=12)
        assert card.y() == pytest.approx(y * (room.height() + 12), abs=12)
        assert card.width() == pytest.approx(width * (room.width() + 12) - 12, abs=12)
        assert card.height() == pytest.approx(height * (room.height() + 12) - 12, abs=12)


@switched
def test_that_a_picture_can_be_chosen_by_message_alone(hand):
    hand.store.dispatch(PictureShown("trade-off", "privacy-loss"))
    hand.until(lambda: hand.panel("trade-off").figure.id == "privacy-loss")


# Before the cards are there


@pytest.mark.parametrize("workspace", ["explore", "compose", "release", "learn", "ledger", "tables"])
def test_that_the_painted_frames_stand_side_by_side_within_the_window(qtbot, workspace):
    """They are seen for a moment at every start, where the cards will be."""
    shell = Frames(workspace, "", Theme("light", 1.0), Language("en"))
    qtbot.addWidget(shell)
    shell.resize(1280, 740)
    shell.show()
    frames = [each.geometry() for each in shell.findChildren(QFrame, "frame")]
    assert len(frames) == len(shell.titles)
    for at, frame in enumerate(frames):
        assert shell.rect().contains(frame)
        assert not any(frame.intersects(other) for other in frames[:at])
    taken = sum(frame.width() * frame.height() for frame in frames)
    assert 0.85 < taken / (shell.width() * shell.height()) < 1


# What is declared of a card


def test_that_every_card_names_a_panel_that_there_is_and_a_card_that_it_lies_beside():
    for spec in CARD_SPECS:
        assert callable(panel_of(spec.panel)), spec.card
        assert not spec.above or callable(panel_of(spec.above))
        assert not spec.beside or spec_of(spec.beside).workspace == spec.workspace
        assert not spec.pictures or spec.card in dict(spec.pictures)


def test_that_the_frozen_program_gets_what_only_card_specs_name():
    text = (Path(__file__).parents[3] / "packaging" / "privacy-explorer.spec").read_text(encoding="utf-8")
    assert 'WALKED = ("explorer",)' in text
