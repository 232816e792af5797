"""A presentation: from card to card, frozen, reset, ended; its notes are kept, and undo knows none of it."""

from dataclasses import replace

import pytest
from cases_in_one import cases_in_one
from hypothesis import given
from hypothesis import strategies as st
from states import MECHANISMS, planned

from explorer.app.core.history import History
from explorer.app.core.message import MechanismChosen, Moved, Settled
from explorer.app.core.presenter_messages import (
    CardTurned,
    NotesWritten,
    PresentationBegun,
    PresentationEnded,
    PresentationReset,
    PresentedParameterChosen,
    ScreenFrozen,
)
from explorer.app.core.release_messages import PlanOpened
from explorer.app.core.state import State, declared
from explorer.app.presenter.key_number import key_number, questions
from explorer.app.presenter.presentation import (
    LONGEST_NOTES,
    following,
    notes_of,
    on_screen,
    parameter_of,
    parameters_of,
    place,
    presenting,
)
from explorer.app.release.plan.plan_draft import judged
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.language import Language

CARDS = ("released-value", "trade-off", "composition")
EVERY_CARD = (
    *("released-value", "equally-likely", "trade-off", "privacy-loss", "clipping", "dimension"),
    *("composition", "year", "preview", "table-outcomes", "table-profile", "table-composed"),
)


def after(*messages, state=None):
    state = state or State()
    for message in messages:
        state = update(state, message)
    return state


BEGUN = PresentationBegun(CARDS, "trade-off")


def test_that_a_presentation_begins_with_the_card_that_is_asked_for():
    shown = after(BEGUN)
    assert presenting(shown)
    assert (shown.presentation.card, place(shown.presentation)) == ("trade-off", 1)
    assert following(shown.presentation) == "composition"
    assert after(PresentationBegun(CARDS, "attic")).presentation.card == CARDS[0]


def test_that_nothing_begins_without_cards():
    assert after(PresentationBegun((), "")) == State()
    assert not presenting(State())


@given(st.lists(st.integers(-3, 3)))
def test_that_turning_never_leaves_the_cards(steps):
    at = 1
    for by in steps:
        at = min(max(at + by, 0), len(CARDS) - 1)
    shown = after(BEGUN, *(CardTurned(by) for by in steps))
    assert shown.presentation.card == CARDS[at]
    assert following(shown.presentation) == (*CARDS, "")[at + 1]


def test_that_nothing_turns_freezes_or_is_reset_where_nothing_is_presented():
    for message in (CardTurned(1), ScreenFrozen(True), PresentationReset(), PresentationEnded()):
        assert after(message) == State()


def test_that_a_frozen_screen_stays_what_it_was_until_it_is_let_go():
    frozen = after(BEGUN, ScreenFrozen(True), Moved("target.epsilon", 3.0), CardTurned(1))
    assert (on_screen(frozen).target.epsilon, on_screen(frozen).presentation.card) == (1.0, "trade-off")
    assert (frozen.target.epsilon, frozen.presentation.card) == (3.0, "composition")
    assert update(frozen, ScreenFrozen(True)) == frozen
    assert on_screen(frozen).presentation.frozen is None  # no pictures of pictures
    let_go = update(frozen, ScreenFrozen(False))
    assert on_screen(let_go) is let_go


def test_that_reset_sets_everything_as_it_was_but_for_the_card_the_notes_and_the_plan():
    begun = after(Moved("target.epsilon", 2.0), Settled(), BEGUN)
    changed = after(
        Moved("target.epsilon", 5.0),
        MechanismChosen("gaussian-analytic"),
        Moved("reading.draw", 7.0),
        PlanOpened(planned("people").releasing.plan, "mine.toml"),
        NotesWritten("trade-off", "slowly"),
        ScreenFrozen(True),
        CardTurned(1),
        state=begun,
    )
    reset = update(changed, PresentationReset())
    assert (reset.setting, reset.reading) == (begun.setting, begun.reading)
    assert reset.presentation.card == "composition"
    assert reset.presentation.frozen is None
    assert notes_of(reset.presentation, "trade-off") == "slowly"
    assert reset.releasing == changed.releasing
    assert update(reset, PresentationReset()) == reset


def test_that_a_presentation_that_ended_leaves_what_was_set_and_the_notes():
    ended = after(
        BEGUN, NotesWritten("trade-off", "slowly"), Moved("target.epsilon", 3.0), PresentationEnded()
    )
    assert not presenting(ended)
    assert ended.target.epsilon == 3.0
    assert notes_of(ended.presentation, "trade-off") == "slowly"
    assert notes_of(ended.presentation, "composition") == ""


def test_that_looking_is_no_step_of_history_and_reset_is_one():
    history = History()
    looks = (BEGUN, CardTurned(1), ScreenFrozen(True), ScreenFrozen(False), NotesWritten("year", "x"))
    state = State()
    for message in (*looks, PresentedParameterChosen("target.delta")):
        state, before = update(state, message), state
        history = history.kept(before, state)
    assert not history.past
    moved = update(state, Moved("target.epsilon", 3.0))
    history = history.kept(state, moved)
    back, undone = history.undone(moved)
    assert undone.target.epsilon == 1.0
    assert undone.presentation == moved.presentation
    assert back.redone(undone)[1] == moved
    assert history.kept(moved, update(moved, PresentationReset())).past == (state, moved)


def test_that_notes_come_back_with_the_session_and_nothing_else_of_a_presentation():
    shown = after(BEGUN, NotesWritten("trade-off", "第一\nsecond"), ScreenFrozen(True))
    kept = loaded(saved(shown))
    assert kept.presentation == replace(State().presentation, notes=(("trade-off", "第一\nsecond"),))


def test_that_notes_are_text_of_a_bounded_length_and_empty_ones_are_none():
    noted = after(NotesWritten("trade-off", "a" * (LONGEST_NOTES + 1)))
    assert len(notes_of(noted.presentation, "trade-off")) == LONGEST_NOTES
    assert update(noted, NotesWritten("trade-off", "")).presentation.notes == ()
    torn = after(NotesWritten("trade-off", "half a sign: \ud83d"))
    assert loaded(saved(torn)).presentation == torn.presentation


# The column


@cases_in_one("card", EVERY_CARD)
@cases_in_one("mechanism", MECHANISMS)
def test_that_every_card_has_parameters_that_are_declared_and_in_use(card, mechanism):
    shown = after(MechanismChosen(mechanism), PresentationBegun(EVERY_CARD, card))
    for path in parameters_of(shown):
        assert declared(shown, path).symbol
        assert parameter_of(update(shown, PresentedParameterChosen(path))) == path
    assert parameter_of(update(shown, PresentedParameterChosen("magic.wand"))) == parameter_of(shown)
    if mechanism == "laplace":
        assert "target.delta" not in parameters_of(shown)


@cases_in_one("card", EVERY_CARD)
@cases_in_one("language", ["en", "zh_CN"])
def test_that_the_key_number_of_every_card_can_be_said(card, language):
    state = planned("people") if card == "preview" else State()
    shown = after(PresentationBegun(EVERY_CARD, card), state=state)
    say = Language(language).say
    answers = {question: question() for question in questions(shown)}
    found = key_number(shown, answers)
    if card == "year":
        assert found is None
        return
    assert all(say(each) for each in (found.about, found.before, found.number, found.after))
    assert found.current
    assert (found.filled is None) == (card == "preview")


def test_that_ranges_have_a_key_number_too():
    text = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[ranges]]
name = "ages"
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "10", "20", "30"]
"""
    state = after(PresentationBegun(EVERY_CARD, "preview"), state=update(State(), PlanOpened(text)))
    found = key_number(state, {})
    plan, _ = judged(text)
    say = Language("en").say
    assert say(found.before) == "ages"
    error = float(say(found.number).removeprefix("±").strip())
    assert error == pytest.approx(plan.queries[0].expected_rmse(plan.terms_of(0)), rel=1e-3)
    assert found.further == ()
    _, _, further, _ = presented(text.replace('name = "ages"', 'name = "ages"\nquantiles = ["0.5"]'))
    assert further[0].startswith("Quantiles, simultaneously at 95 %: 0.5: ")


SUMS = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[sum]]
name = "pay"
value = "pay"
low = "0"
high = "1000"
step = "10"
mean = true
"""
GROUPS = """[[sum.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
"""
TABLES = """schema = 1
[privacy]
unit = "row"
mechanism = "discrete-gaussian"
epsilon = "1"
delta = "1e-9"
[[marginals]]
name = "people"
rounds = {rounds}
fit = true
""" + "".join(
    f"""[[marginals.column]]
name = "{name}"
kind = "category"
categories = ["a", "b"]
"""
    for name in ("one", "two", "three", "four")
)


def presented(text):
    state = after(PresentationBegun(EVERY_CARD, "preview"), state=update(State(), PlanOpened(text)))
    found, (plan, _) = key_number(state, {}), judged(text)
    say = Language("en").say
    further = [say(each).replace("\xa0", " ") for each in found.further]
    return say(found.number).replace("\xa0", " "), say(found.after), further, plan


def amount(text):
    return float(text.replace(",", "").replace("−", "-"))


def test_that_a_presented_sum_tells_margin_total_mean_and_clipping():
    number, after_it, further, plan = presented(SUMS)
    each, _ = plan.queries[0].margins(plan.terms_of(0)).amounts
    assert amount(number.removeprefix("± ")) == each
    assert after_it.replace("\xa0", " ") == "95 % noise margin of the sum"
    total, mean, clipping = further
    assert total.startswith("Total, simulated people: ")
    assert amount(total.removesuffix(".").split("± ")[1]) == each
    value = amount(total.split(": ")[1].split(" ±")[0])
    parts = mean.removesuffix(".").removeprefix("Mean: ").replace(", from", " to").split(" to ")
    told = [amount(part) for part in parts]
    assert told[1] <= told[0] <= told[2]
    assert told[0] * 1000 == pytest.approx(value, rel=0.02)
    assert clipping.startswith("Values above 1,000 count as 1,000")


def test_that_a_presented_sum_by_group_tells_both_margins_and_bounds_the_error_of_the_total():
    _, after_it, further, plan = presented(SUMS + GROUPS)
    assert after_it.replace("\xa0", " ") == "95 % noise margin, each sum"
    each, joint = plan.queries[0].margins(plan.terms_of(0)).amounts
    assert further[0].startswith("All groups simultaneously: ± ")
    assert amount(further[0].removesuffix(".").split("± ")[1]) == joint
    off = amount(further[1].removesuffix(" (95 % or more).").split("± ")[1])
    assert 2 * each <= off <= 4 * joint  # √4 times one by itself, were the noise normal


@pytest.mark.parametrize(
    ("rounds", "words"),
    [(0, "6 tables, all measured."), (2, "6 tables: 3 are measured, 3 are inferred from the fit.")],
)
def test_that_presented_marginals_tell_how_many_tables_are_measured_and_their_error(rounds, words):
    number, after_it, further, plan = presented(TABLES.replace("{rounds}", str(rounds)))
    error = plan.queries[0].expected_rmse(plan.terms_of(0))
    assert amount(number.removeprefix("± ")) == pytest.approx(error, rel=1e-3)
    assert after_it == "expected error of a measured count (root mean square)"
    assert further[0] == words
    margins = plan.queries[0].margins(plan.terms_of(0))
    assert f"at most ± {margins.each}, simultaneously ± {margins.joint}." in further[1]


def test_that_the_key_number_is_the_one_of_the_workspace():
    number = {}
    for card in ("released-value", "composition", "table-profile"):
        shown = after(Moved("composing.count", 3), PresentationBegun(EVERY_CARD, card))
        answers = {question: question() for question in questions(shown)}
        number[card] = Language("en").say(key_number(shown, answers).number)
    # e/(1 + e) of one Laplace release at ε = 1 is 73 at most and 70 truly; the pair (1/4, 3/4) has TV 1/2.
    assert number["released-value"] == "70 of 100"
    assert number["table-profile"] == "75 of 100"
    assert 70 < float(number["composition"].split()[0]) < 100


def test_that_a_number_still_computed_is_not_of_now():
    shown = after(PresentationBegun(EVERY_CARD, "composition"))
    found = key_number(shown, {})
    assert not found.current
    assert Language("en").say(found.number) == "…"
