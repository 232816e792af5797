"""The left column: what each mechanism takes, what it means and costs, and what ε may start from."""

import pytest
from cases_in_one import cases_in_one
from left import chosen, column, cut, field, inside_of, keys, start_from
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QToolButton
from thoroughness import THOROUGH, combined

from explorer.app.core.message import (
    MarginWanted,
    MechanismChosen,
    SensitivityInputChosen,
    StartChosen,
    Typed,
)
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.app.update import update
from explorer.gui.explore.epsilon_solvers import Solvers
from explorer.gui.fields.number_field import NumberField
from explorer.mark import N_
from explorer.privacy.mechanism import Selection, every_mechanism, shape_of
from explorer.privacy.risk import of_mechanism
from explorer.privacy.shape import Sampling
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.without_replacement import WithoutReplacement
from explorer.privacy.target import Neighbours

pytestmark = pytest.mark.begins_in("explore", "one-release")


@pytest.fixture
def hand(hand):
    """In the left column: the pictures beside it stay as they are."""
    return hand.only("one-release")


def shown(hand, name):
    """Whether a control of that accessible name can be seen in the column."""
    return any(
        each.isVisible() and each.accessibleName().startswith(name)
        for kind in (QAbstractButton, QLineEdit, NumberField)
        for each in column(hand).findChildren(kind)
    )


# What a mechanism takes


def test_that_a_mechanism_shows_what_it_takes_and_no_more(hand):
    for mechanism, kind in every_mechanism().items():
        chosen(hand, mechanism)
        taken = shape_of(kind)
        assert shown(hand, "m possible answers") is ("categories" in taken), mechanism
        assert shown(hand, "d coordinates") is ("dimension" in taken), mechanism
        assert shown(hand, "T steps") is ("steps" in taken), mechanism
        assert shown(hand, "scores of the candidates") is ("candidates" in taken), mechanism
        assert field(hand, "Δ").isEnabled() is (kind.norm != ""), mechanism
        assert ("the answer itself is protected" in hand.said(column(hand))) is (kind.norm == ""), mechanism


def test_that_typed_categories_are_the_mechanisms(hand):
    chosen(hand, "randomized-response")
    hand.type(field(hand, "m"), "4")
    assert mechanism_of(hand.store.state).categories == 4
    hand.type(field(hand, "m"), "1")
    (refusal,) = hand.refusals(column(hand))
    assert "m" in refusal
    assert mechanism_of(hand.store.state).categories == 4


def test_that_scores_are_typed_in_one_line_and_one_alone_is_refused_and_can_be_mended(hand):
    chosen(hand, "exponential")
    line = hand.editor("scores of the candidates, without you")
    assert line.text() == "30, 27, 20, 12, 5"
    hand.type(line, "12345.5, 3")
    assert hand.store.state.scores == (12345.5, 3.0)
    assert hand.store.state.shape.candidates == 2
    assert line.text() == "12345.5, 3"
    assert len(hand.store.history.past) == 2
    hand.type(line, "3")
    (refusal,) = hand.refusals(column(hand))
    assert "at least two" in refusal
    assert line.text() == "3"
    assert hand.store.state.scores == (12345.5, 3.0)
    hand.type(line, "3; 4 5")
    assert hand.refusals(column(hand)) == []
    assert line.text() == "3, 4, 5"


def test_that_the_sampled_share_waits_behind_a_link(hand):
    assert not any("sampled share" in each for each in hand.said(column(hand)).split("\n"))
    hand.click("on a sample", column(hand))
    hand.type(field(hand, "q"), "0.1")
    assert hand.store.state.shape.sampling_rate == 0.1
    said = hand.said(column(hand))
    assert "in the sample" in said
    assert "multiply by 10" in said


def test_that_a_share_that_is_set_is_shown_without_asking_and_says_where_it_is_left_aside(open_window):
    hand = open_window(update(State(), Typed("shape.sampling_rate", "0.25")), cards=("one-release",))
    assert field(hand, "q").text() == "0.25"
    chosen(hand, "randomized-response")
    q = field(hand, "q")
    assert (q.text(), q.isEnabled()) == ("not used", False)
    assert "it protects a person's own answer: no sampling" in hand.said(column(hand))
    chosen(hand, "laplace")
    assert (field(hand, "q").text(), field(hand, "q").isEnabled()) == ("0.25", True)
    hand.type(field(hand, "q"), "1")
    assert "sampled share" not in hand.said(column(hand))


def test_that_a_sample_under_substitution_is_refused_beside_the_share(hand):
    hand.store.dispatch(SensitivityInputChosen("neighbours", "substitute"))
    hand.click("on a sample", column(hand))
    hand.type(field(hand, "q"), "0.1")
    (refusal,) = hand.refusals(column(hand))
    assert "add or remove" in refusal
    assert hand.store.state.shape.sampling_rate == 1


# What it means


def test_that_the_key_number_is_the_accuracy_of_the_best_attacker(hand):
    for mechanism in every_mechanism():
        chosen(hand, mechanism)
        guarantee = guarantee_of(hand.store.state)
        count = float(keys(hand)[0].removesuffix(" of 100"))
        right = 100 * of_mechanism(guarantee).best_guess
        upper = guarantee.profile_kind is Kind.UPPER
        assert ("times at most" in hand.said(column(hand))) is upper, mechanism
        assert right - 1e-9 <= count < right + 1 if upper else abs(count - right) <= 0.5, mechanism


def test_that_a_bound_is_never_rounded_down():
    from explorer.app.core.wording import counted

    assert counted(70.2, upper=True) == 71
    assert counted(70.2) == 70
    assert counted(99.99, upper=True) == 100
    assert counted(99.99) == 99.9
    assert counted(50.04) == 50


def test_that_the_odds_say_both_sides_and_delta_that_a_single_result_has_no_limit(hand):
    assert "prior 1 %, posterior at most 2.68 %" in hand.said(column(hand))
    assert "30 of 100 times it would look as if you were in the data without you, 70 with you" in hand.said(
        column(hand)
    )
    chosen(hand, "randomized-response")
    assert "of 100 answers 27 point to the other one, 73 to yours" in hand.said(column(hand))
    chosen(hand, "gaussian")
    assert "the posterior belief has no limit" in hand.said(column(hand))


def test_that_a_sample_counts_in_what_it_means_for_a_person(hand):
    chosen(hand, "gaussian")
    hand.type(field(hand, "ε"), "3")
    before = keys(hand)[0]
    hand.click("on a sample", column(hand))
    hand.type(field(hand, "q"), "0.01")
    assert keys(hand)[0] != before
    right = 100 * of_mechanism(guarantee_of(hand.store.state)).best_guess
    assert abs(float(keys(hand)[0].removesuffix(" of 100")) - right) <= 0.5
    assert right < 100 * of_mechanism(mechanism_of(hand.store.state)).best_guess


# What it costs


def test_that_the_margins_are_read_at_what_a_person_types_and_no_confidence_is_refused(hand):
    assert "95 % noise margin" in hand.said(column(hand))
    hand.click("margin settings", column(hand))
    for text in ("0", "1", "nan", "often"):
        hand.type(field(hand, "1−β"), text)
        assert len(hand.refusals(column(hand))) == 1, text
        assert hand.store.state.reading.confidence == 0.95
        assert keys(hand)[1] == "± 2.996"
    hand.type(field(hand, "1−β"), "0.9")
    hand.type(field(hand, "B"), "5")
    hand.type(field(hand, "r"), "0.5")
    said = hand.said(column(hand))
    assert "90 % noise margin" in said
    assert "all 5 bins simultaneously" in said
    assert "relative error ≤ 50 % for counts ≥ 5" in said
    assert keys(hand)[1] == "± 2.303"  # ln 10


def test_that_arrow_keys_step_a_number_of_the_settings(hand):
    hand.click("margin settings", column(hand))
    bins = field(hand, "B")
    bins.setFocus()
    bins.stepBy(1)
    hand.settled()
    assert hand.store.state.reading.bins == 21
    assert len(hand.store.history.past) == 1


def test_that_a_choice_says_its_own_cost_and_no_margin(hand):
    chosen(hand, "randomized-response")
    assert len(keys(hand)) == 1
    assert "probability of truth" in hand.said(column(hand))
    assert "standard deviation 1" not in hand.said(column(hand))


# Explained, whole, in view

EXPLAINED = {
    *("mechanism", "epsilon", "delta", "sensitivity", "best-guess", "odds", "advantage", "posterior"),
    *("margin-each", "margin-joint", "stands-out", "relative-error", "standard-deviation"),
}


def explained(hand):
    return hand.explained(column(hand))


def test_that_every_number_has_its_explanation_beside_it(hand):
    assert explained(hand) == EXPLAINED
    hand.click("on a sample", column(hand))
    assert explained(hand) == EXPLAINED | {"sampling"}
    chosen(hand, "discrete-laplace")
    assert "unharmed" in explained(hand)
    chosen(hand, "randomized-response")
    assert "truth-told" in explained(hand)
    chosen(hand, "exponential")
    assert "score-lost" in explained(hand)
    assert "truth-told" not in explained(hand)


@pytest.mark.parametrize(("theme", "language"), [("light", "en"), ("dark", "zh_CN")])
def test_that_nothing_is_cut_off_whatever_is_shown(open_window, theme, language):
    hand = open_window(theme=theme, language=language, cards=("one-release",))
    hand.click(hand.window.language.say(N_("margin settings")), column(hand))
    hand.only("one-release")
    for mechanism, start in combined(every_mechanism(), StartFrom):
        hand.store.dispatch(MechanismChosen(mechanism))
        hand.store.dispatch(Typed("target.sensitivity", "2"))
        everybody = start is StartFrom.TOTAL and issubclass(every_mechanism()[mechanism], Selection)
        rate = "1" if everybody and not THOROUGH else "0.1"  # many choices on samples take seconds, no room
        hand.store.dispatch(Typed("shape.sampling_rate", rate))
        hand.store.dispatch(StartChosen(start))
        hand.store.dispatch(MarginWanted("-1"))
        hand.settled()
        area = inside_of(hand)
        assert area.inside.minimumSizeHint().width() <= area.viewport().width(), (mechanism, start)
        assert area.inside.width() == area.viewport().width()
        assert cut(area.inside) == [], (mechanism, start)


@pytest.mark.parametrize(("theme", "language"), combined(["light", "dark"], ["en", "zh_CN"]))
def test_that_the_first_state_needs_no_scrolling(open_window, theme, language):
    hand = open_window(theme=theme, language=language, cards=("one-release",))
    area = inside_of(hand)
    assert area.verticalScrollBar().maximum() == 0
    assert cut(area.inside) == []


@cases_in_one("start", [each for each in StartFrom if each is not StartFrom.EPSILON])
def test_that_what_is_opened_to_start_from_is_in_sight(hand, start):
    start_from(hand, StartFrom.EPSILON)
    area = inside_of(hand)
    area.verticalScrollBar().setValue(0)
    start_from(hand, start)
    area = inside_of(hand)
    solvers = hand.panel("one-release").findChild(Solvers)
    top = solvers.mapTo(area.viewport(), solvers.rect().topLeft()).y()
    assert top >= 0
    assert top + solvers.height() <= area.viewport().height()


@pytest.mark.painted
def test_that_tab_meets_the_links_of_the_head_before_the_controls(hand):
    from explorer.gui.access.tab_order import takes_tab

    def after(widget):
        widget = widget.nextInFocusChain()
        while not (takes_tab(widget) and widget.isVisible()):
            widget = widget.nextInFocusChain()
        return widget

    pin = hand.find(QToolButton, "pin as A", column(hand))
    met = [after(pin)]
    for _ in range(4):
        met.append(after(met[-1]))
    assert "Mechanism" in [each.accessibleName() for each in met]
    made = column(hand)
    hand.until(
        lambda: any(each.text() == "in use" for each in made.findChildren(QToolButton) if each.isVisible())
    )
    link = hand.find(QToolButton, "in use", column(hand))
    assert after(link).accessibleName().startswith("ε")


def test_that_the_source_and_its_kind_stand_beneath_the_mechanism(hand):
    assert "exact; Laplace: Dwork" in hand.said(column(hand))
    (source,) = [
        each for each in column(hand).findChildren(QLabel) if each.text().startswith("exact; Laplace")
    ]
    above, below = hand.find(QComboBox, "Mechanism"), field(hand, "ε")
    heights = [each.mapTo(hand.window, each.rect().topLeft()).y() for each in (above, source, below)]
    assert heights == sorted(set(heights))
    chosen(hand, "gaussian-classical")
    hand.type(field(hand, "ε"), "20")
    assert any("not" in each for each in hand.refusals(column(hand)))


def test_that_whole_noise_for_a_sum_is_refused_beside_the_mechanism(hand):
    hand.store.dispatch(SensitivityInputChosen("counted", "sum"))
    chosen(hand, "discrete-laplace")
    (refusal,) = hand.refusals(column(hand))
    assert "choose a continuous mechanism" in refusal
    assert hand.store.state.mechanism == "laplace"


def test_that_the_odds_on_a_sample_are_said_as_they_are(open_window):
    hand = open_window(update(State(), Typed("shape.sampling_rate", "0.1")), cards=("one-release",))
    odds = of_mechanism(guarantee_of(hand.store.state)).odds
    told = hand.said(column(hand))
    assert f"{round(odds.without, 1):g} of 100 times" in told
    assert f"{round(odds.with_you, 1):g} with you" in told


def test_that_nothing_is_shown_as_certain(hand):
    chosen(hand, "discrete-laplace")
    hand.type(field(hand, "ε"), "50")
    assert keys(hand)[0] == "99.9 of 100"
    told = hand.said(column(hand))
    assert "advantage 0.99" in told
    assert "0.1 of 100 times" in told


def test_that_the_kind_of_sample_is_chosen_below_the_share_and_brings_its_neighbours(open_window):
    hand = open_window(update(State(), Typed("shape.sampling_rate", "0.25")), cards=("one-release",))
    (box,) = [
        each
        for each in column(hand).findChildren(QComboBox)
        if each.accessibleName() == "how the sample is drawn"
    ]
    assert box.isVisible()
    box.setCurrentIndex(box.findData("without-replacement"))
    box.activated.emit(box.currentIndex())
    hand.settled()
    state = hand.store.state
    assert (state.shape.sampling, state.target.neighbours) == (
        Sampling.WITHOUT_REPLACEMENT,
        Neighbours.SUBSTITUTE,
    )
    assert guarantee_of(state) == WithoutReplacement(mechanism_of(state), 0.25)
    assert hand.refusals(column(hand)) == []
    assert "proven upper bound" in hand.said(column(hand))
    chosen(hand, "randomized-response")
    assert not box.isVisible()
