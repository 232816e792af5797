"""The “i” beside a number: a press explains it, Escape puts the hand back where it was."""

from dataclasses import replace
from html import escape

import pytest
from cases_in_one import cases_in_one
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QToolTip
from shiboken6 import delete
from thoroughness import some

from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import State, Workspace
from explorer.app.help.facts import every_fact, explained, general
from explorer.gui.compose.bound_line import BoundLine
from explorer.gui.widgets.explain import Formula, InfoButton, Popover, explain, sentence_case
from explorer.privacy.composition import every_composition

CARDS = ("readout",)
COMPOSE = replace(State(), workspace=Workspace.COMPOSE)


def opened():
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, Popover) and each.isVisible()]


def button(hand, title, card="readout"):
    if card == "readout":
        hand.unfold()
    return hand.find(InfoButton, f"explain: {title}", hand.card(card))


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_a_mouse_that_rests_reads_what_the_number_means(open_window, language):
    hand = open_window(language=language, cards=("risk",))
    ring = next(each for each in hand.card("risk").findChildren(InfoButton) if each.isVisible())
    place = ring.rect().center()
    QApplication.sendEvent(ring, QEnterEvent(QPointF(place), QPointF(place), QPointF(place)))
    QApplication.sendEvent(ring, QHelpEvent(QEvent.Type.ToolTip, place, ring.mapToGlobal(place)))
    fact = explained(ring.objectName().removeprefix("fact-"), hand.store.state)
    assert escape(hand.furnished.context.say(fact.words)) in QToolTip.text()
    assert QToolTip.isVisible()
    QToolTip.hideText()
    hand.until(lambda: not QToolTip.isVisible())


def pressed(hand, title, card="readout"):
    hand.qtbot.mouseClick(button(hand, title, card), Qt.MouseButton.LeftButton)
    hand.until(lambda: bool(opened()))
    (popover,) = opened()
    return popover


def closed(hand, popover):
    hand.qtbot.keyClick(popover, Qt.Key.Key_Escape)
    hand.until(lambda: not opened())


def said(popover):
    return "\n".join(label.text() for label in popover.findChildren(QLabel))


def inked(widget, colour):
    """How many pixels of a widget have nearly that colour."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    near = 0
    for x in range(image.width()):
        for y in range(image.height()):
            found = image.pixelColor(x, y)
            apart = (found.red() - colour.red(), found.green() - colour.green(), found.blue() - colour.blue())
            near += max(abs(each) for each in apart) < 40
    return near


def test_that_a_press_explains_the_number_beside_it_and_its_lessons_begin_where_its_words_do(open_window):
    hand = open_window(COMPOSE, cards=CARDS)
    popover = pressed(hand, "optimal composition (KOV)")
    words, fact = said(popover), explained("bound-optimal", hand.store.state)
    for part in (fact.words.text, fact.range.text, fact.source, "exact; one record (add or remove)"):
        assert part in words
    formula = popover.findChild(Formula)
    assert formula.accessibleName() == fact.plain
    assert fact.plain in popover.accessibleDescription()
    closed(hand, popover)
    popover = pressed(hand, general("composition").title.text)
    links, words = popover.findChildren(QToolButton), popover.findChild(QLabel, "section")
    assert len(links) > 1
    assert {each.property("flush") for each in links} == {"left"}
    assert {each.x() for each in links} == {words.x()}
    closed(hand, popover)


def test_that_escape_gives_the_focus_back_and_closes_also_where_what_had_it_is_gone(open_window):
    hand = open_window(COMPOSE, cards=CARDS)
    info = button(hand, "basic composition")
    info.setFocus(Qt.FocusReason.TabFocusReason)
    hand.qtbot.keyClick(info, Qt.Key.Key_Space)
    hand.until(lambda: bool(opened()))
    closed(hand, opened()[0])
    hand.until(info.hasFocus)
    anchor = button(hand, "basic composition")
    gone = QLabel()
    explain(hand.furnished.context, "bound-optimal", anchor, back=gone)
    hand.until(lambda: bool(opened()))
    (popover,) = opened()
    delete(gone)
    closed(hand, popover)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_the_formula_is_drawn_in_the_ink_of_the_theme(open_window, theme):
    hand = open_window(COMPOSE, theme=theme, cards=CARDS)
    popover = pressed(hand, "Dwork–Roth Theorem 3.20")
    formula, look = popover.findChild(Formula), hand.furnished.context.theme
    assert inked(formula, look.colour("ink")) > 100
    closed(hand, popover)


def test_that_the_formula_follows_the_mechanism(open_window):
    hand = open_window(cards=("one-release",))
    anchor = hand.find(InfoButton, "explain: Sensitivity")
    for mechanism, formula in (("laplace", "Δ₁"), ("gaussian", "Δ₂")):
        hand.store.dispatch(MechanismChosen(mechanism))
        hand.settled()
        explain(hand.furnished.context, "sensitivity", anchor)
        (popover,) = opened()
        assert popover.findChild(Formula).accessibleName().startswith(formula)
        closed(hand, popover)


def test_that_the_total_delta_and_every_bound_have_their_button_also_in_a_line_that_moves(open_window):
    hand = open_window(COMPOSE, cards=CARDS)
    hand.unfold()
    shown = {
        each.accessibleName() for each in hand.card("readout").findChildren(InfoButton) if each.isVisible()
    }
    others = {
        *("total δ", "Adaptive composition", "Accuracy of the best attacker after k releases"),
        *("How many releases fit in the budget", general("composition").title.text),
    }
    titles = {bound.title.text for bound in every_composition().values()} | others
    assert shown == {f"explain: {title}" for title in titles}
    crossing = {each.toolTip() for each in hand.card("crossings").findChildren(InfoButton)}
    assert {
        bound.title.text for bound in every_composition().values() if bound.id != "sequential"
    } <= crossing
    lines = hand.panel("readout").findChildren(BoundLine)
    assert len(lines) == len(every_composition())
    for line in lines:
        assert line.findChild(InfoButton).toolTip() == line.findChild(QLabel, "title").text()


@pytest.mark.begins_in("compose", *CARDS)
@cases_in_one("corner", [QPoint(0, 0), QPoint(5000, 5000), QPoint(5000, 0)])
def test_that_the_explanation_is_whole_on_the_screen(hand, corner):
    hand.window.move(corner)
    popover = pressed(hand, "optimal composition (KOV)")
    assert popover.screen().availableGeometry().contains(popover.frameGeometry())
    closed(hand, popover)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_that_every_explanation_has_room_for_all_of_it(open_window, language):
    hand = open_window(COMPOSE, language=language, cards=CARDS)
    context, anchor = hand.furnished.context, hand.panel("readout").findChild(BoundLine).findChild(InfoButton)
    for fact in some(every_fact(), 50):
        explain(context, fact, anchor)
        (popover,) = opened()
        for label in popover.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), fact
            assert popover.rect().contains(label.geometry()), fact
        formula = popover.findChild(Formula)
        assert formula.width() >= formula.sizeHint().width()
        assert popover.rect().contains(formula.geometry())
        popover.close()
        hand.until(lambda: not opened())


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("discrete Laplace", "Discrete Laplace"),
        ("permute-and-flip", "Permute-and-flip"),
        ("zCDP, Bun–Steinke 2016 conversion", "zCDP, Bun–Steinke 2016 conversion"),
        ("k releases", "k releases"),
        ("ε at a δ", "ε at a δ"),
        ("高斯", "高斯"),
        ("", ""),
    ],
)
def test_that_a_title_begins_with_a_capital_unless_it_begins_with_a_symbol(title, said):
    assert sentence_case(title) == said
