"""What ε is started from: chosen, found, kept as long as it follows, and kept in a session."""

import json
import math

import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.app.core import message as said
from explorer.app.core.history import History
from explorer.app.core.start import Origin, StartFrom
from explorer.app.core.state import State, additive_of
from explorer.app.explore import start_sentences
from explorer.app.explore.epsilon_origin import origin_sentence
from explorer.app.explore.epsilon_solvers import budgeted
from explorer.app.explore.harm_severity import HARMS
from explorer.app.explore.total_solver import offer, wanted
from explorer.app.session import loaded, saved
from explorer.app.update import update
from explorer.language import LANGUAGES, Language
from explorer.privacy.composition import Release, Status, every_composition
from explorer.privacy.mechanism import Selection, every_mechanism
from explorer.privacy.refusal import Refusal

FOUND = {
    "belief": said.LimitWanted("1 %", "2 %"),
    "margin": said.MarginWanted("± 3", False, "90 %"),
    "joint": said.MarginWanted("3", True),
    "harm": said.HarmChosen("some"),
    "total": said.TotalWanted("120", "3", "1e-6", (0.06, 4e-9)),
}
every_way = pytest.mark.parametrize("message", FOUND.values(), ids=FOUND)


def after(*messages, state=None):
    state = State() if state is None else state
    for message in messages:
        state = update(state, message)
    return state


def line(state, code="en"):
    sentence = origin_sentence(state)
    return None if sentence is None else Language(code).say(sentence)


# Which one is chosen


@pytest.mark.parametrize("start", StartFrom)
def test_that_a_start_is_chosen_kept_in_the_session_and_changes_no_number(start):
    state = after(said.StartChosen(start))
    assert state.start.chosen is start
    assert state.setting == State().setting
    assert loaded(saved(state)).start == state.start


def test_that_another_start_forgets_what_was_refused_of_the_last_one():
    refused = after(said.StartChosen(StartFrom.MARGIN), said.MarginWanted("-1"))
    assert set(refused.refused) == {"margin"}
    assert after(said.StartChosen(StartFrom.TOTAL), state=refused).refused == {}


def test_that_every_start_has_its_words_for_every_mechanism_and_both_languages():
    for code in LANGUAGES:
        for mechanism, kind in every_mechanism().items():
            for start in StartFrom:
                state = after(said.MechanismChosen(mechanism), said.StartChosen(start))
                assert all(Language(code).say(each) for each in start_sentences.names(state, start))
                sentence = start_sentences.sentence(state)
                assert (sentence is None) is (start in (StartFrom.EPSILON, StartFrom.HARM))
                if start is StartFrom.MARGIN:
                    assert "{wished}" in sentence.text
                    assert (sentence == getattr(kind, "wish", None)) is issubclass(kind, Selection)
                assert start_sentences.possible(state) is (kind.pure or start is not StartFrom.BELIEF)


def test_that_every_place_of_a_sentence_has_a_name_and_survives_translation():
    for mechanism in every_mechanism():
        for start in (StartFrom.BELIEF, StartFrom.MARGIN, StartFrom.TOTAL):
            state = after(said.MechanismChosen(mechanism), said.StartChosen(start))
            sentence = start_sentences.sentence(state)
            named = [name for name in start_sentences.fields(state) if f"{{{name}}}" in sentence.text]
            assert sentence.text.count("{") == len(named) > 0


# One act, one step


@every_way
def test_that_one_undo_takes_back_all_that_a_sentence_set(message):
    before = after(said.StartChosen(StartFrom.BELIEF))
    found = after(message, state=before)
    assert found.start.origin is not None
    assert found.target.epsilon == found.start.origin.epsilon != 1
    _, back = History().kept(before, found).undone(found)
    assert (back.setting, back.reading, back.composing, back.start) == (
        *(before.setting, before.reading, before.composing, before.start),
    )


@every_way
def test_that_what_was_started_from_is_said_in_both_languages_and_comes_back_with_the_session(message):
    state = after(message)
    for code in LANGUAGES:
        assert line(state, code)
    assert loaded(saved(state)).start == state.start


def test_that_the_line_has_the_numbers_of_the_sentence():
    assert {name: line(after(message)) for name, message in FOUND.items()} == {
        "belief": "from: at most 2 % sure, given a prior belief of 1 %",
        "margin": "from: ± 3 in 90 % of releases, each count",
        "joint": "from: ± 3 in 95 % of releases, all 20 counts simultaneously",
        "harm": "from: a harm to work, insurance or family: 56 of 100",
        "total": "from: 120 releases, total ε at most 3 at δ 10⁻⁶",
    }


def test_that_all_numbers_of_a_sentence_are_taken_or_none():
    for message in (
        said.LimitWanted("10 %", "much"),
        said.LimitWanted("200 %", "30 %"),
        said.LimitWanted("40 %", "30 %"),
        said.MarginWanted("3", False, "1,000"),
        said.MarginWanted("much", False, "99 %"),
        said.TotalWanted("5", "0", "1e-6", (0.1, 1e-9)),
        said.TotalWanted("5", "3", "1e-6", (1e-9, 1e-9)),
    ):
        state = after(message)
        assert (state.setting, state.reading, state.composing) == (
            *(State().setting, State().reading, State().composing),
        )
        assert len(state.refused) == 1
        assert state.start == State().start


@pytest.mark.parametrize("prior", ["1 %", "0,01", "1 in 100", "百分之一", "１％"])
def test_that_a_belief_is_read_as_people_write_it(prior):
    found = after(said.LimitWanted(prior, "2 %")).target.epsilon
    assert found == pytest.approx(math.log(2 * 99 / 98), rel=1e-3)


@pytest.mark.parametrize(
    ("message", "field", "hint"),
    [
        (said.LimitWanted("2", "99 %"), "limit", "write 2 % for 2 of 100"),
        (said.LimitWanted("1", "99 %"), "limit", "write 1 % for 1 of 100"),
        (said.MarginWanted("3", False, "95"), "margin", "write 95 % for 95 of 100"),
    ],
)
def test_that_a_share_above_one_is_told_to_be_written_in_per_cent(message, field, hint):
    assert hint in Language("en").say(after(message).refused[field].sentence)


@pytest.mark.parametrize("text", ["2", "0", "-1", "500", "30 %"])
def test_that_no_confidence_is_proposed_that_would_be_refused_too(text):
    words = Language("en").say(after(said.MarginWanted("3", False, text)).refused["margin"].sentence)
    assert words == "confidence must lie between 50 % and 99.99 %"


@pytest.mark.parametrize("mechanism", sorted(every_mechanism()))
def test_that_a_percentage_is_a_probability_but_never_a_margin(mechanism):
    state = after(said.MechanismChosen(mechanism), said.MarginWanted("75 %"))
    assert ("margin" in state.refused) is (mechanism != "randomized-response")


# As long as it follows


CHANGES = {
    "epsilon": said.Typed("target.epsilon", "0.123"),
    "sensitivity": said.Typed("target.sensitivity", "3"),
    "sample": said.Typed("shape.sampling_rate", "0.5"),
    "confidence": said.Typed("reading.confidence", "0.8"),
    "bins": said.Typed("reading.bins", "7"),
    "pure": said.MechanismChosen("discrete-laplace"),
    "with delta": said.MechanismChosen("gaussian"),
    "prior": said.Typed("reading.prior", "0.3"),
    "budget": said.Typed("composing.total_epsilon", "2"),
    "looked at": said.Moved("reading.observed", 99.0),
    "front": said.StartChosen(StartFrom.HARM),
}
ENDED = {
    "belief": {"epsilon", "with delta"},
    "margin": {"epsilon", "sensitivity", "sample", "confidence", "pure", "with delta"},
    "joint": {"epsilon", "sensitivity", "sample", "confidence", "bins", "pure", "with delta"},
    "harm": {"epsilon"},
    "total": {"epsilon", "sensitivity", "sample", "pure", "with delta"},
}


@cases_in_one("change", CHANGES)
@cases_in_one("kind", FOUND)
def test_that_it_stays_in_sight_as_long_as_epsilon_follows_and_no_longer(kind, change):
    state = after(FOUND[kind], CHANGES[change])
    assert (state.start.origin is None) is (change in ENDED[kind])


def test_that_the_same_epsilon_by_another_hand_is_still_the_one_that_follows():
    state = after(FOUND["harm"], said.Typed("target.epsilon", "1/4"))
    assert state.start.origin is not None


def test_that_a_newer_origin_takes_the_place_of_an_older_one():
    state = after(FOUND["belief"], FOUND["margin"])
    assert state.start.origin.kind is StartFrom.MARGIN
    assert after(said.LimitWanted("50 %", "40 %"), state=state).start == state.start


def test_that_a_margin_keeps_what_it_promises():
    state = after(FOUND["margin"])
    assert additive_of(state).margin(0.9, 1) <= 3
    assert state.reading.confidence == 0.9


# A session that says what is not so


@pytest.mark.parametrize("kind", ["belief", "margin", "joint", "harm"])
def test_that_a_session_whose_epsilon_does_not_follow_says_nothing_of_an_origin(kind):
    session = json.loads(saved(after(FOUND[kind])))
    session["target"]["epsilon"] = session["start"]["from"]["values"]["epsilon"] = 0.4321
    assert loaded(json.dumps(session)).start.origin is None


def test_that_a_session_with_another_epsilon_than_its_total_gave_says_nothing_of_it():
    session = json.loads(saved(after(FOUND["total"])))
    session["target"]["epsilon"] = 0.4321
    assert loaded(json.dumps(session)).start.origin is None


@pytest.mark.parametrize(
    "start",
    [
        {"chosen": "luck"},
        {"chosen": "belief", "from": {"kind": "belief"}},
        {"chosen": "belief", "from": {"kind": "belief", "name": "", "values": {"prior": 0.1}}},
        {"from": {"kind": "harm", "name": "none", "values": {"epsilon": 1.0}}},
        [],
    ],
)
def test_that_a_start_that_cannot_be_is_refused_with_its_session(start):
    session = json.loads(saved(State())) | {"start": start}
    with pytest.raises(Refusal):
        loaded(json.dumps(session))


def test_that_a_session_from_before_starts_with_epsilon():
    session = json.loads(saved(after(FOUND["belief"])))
    del session["start"]
    assert loaded(json.dumps(session)).start == State().start


# A total


def answered(budget):
    return {question: question() for question in wanted(budget)}


@pytest.mark.parametrize("mechanism", ["laplace", "discrete-laplace", "randomized-response", "gaussian"])
def test_that_each_release_gets_the_most_that_is_proven_and_the_total_keeps_to_the_budget(mechanism):
    state = after(said.MechanismChosen(mechanism))
    budget = budgeted(state, "40", "2", "1e-6")
    answers = answered(budget)
    found = offer(budget, answers)
    assert found is not None
    assert found.current
    taken = after(said.TotalWanted("40", "2", "1e-6", found.share), state=state)
    assert taken.start.origin.kind is StartFrom.TOTAL
    shares = [share for each in answers.values() for share in each if share.bound != "advanced-textbook"]
    proven = [each for each in shares if each.status is Status.PROVEN and each.take is not None]
    assert taken.target.epsilon == max(each.take[0] for each in proven)
    best = max(proven, key=lambda each: each.take[0])
    assert best.again <= 2
    if every_mechanism()[mechanism].pure:
        assert taken.target.epsilon * 40 > 2  # more than basic composition gives
        optimal = every_composition()["optimal"]().total(
            Release(taken.target.epsilon), np.array([40], dtype=np.int64), 1e-6
        )
        assert optimal.value[0] >= 2 * (1 - 2e-3)  # nor less than any mechanism gets, in four digits


def test_that_there_is_no_offer_before_everything_is_known_and_an_older_one_is_marked():
    budget = budgeted(State(), "40", "2", "1e-6")
    answers = answered(budget)
    assert offer(budget, {}) is None
    some = dict(list(answers.items())[:2])
    assert offer(budget, some) is None
    other = offer(budgeted(State(), "41", "2", "1e-6"), answers)
    assert other is not None
    assert not other.current


def test_that_a_budget_that_nothing_keeps_says_so():
    budget = budgeted(after(said.MechanismChosen("gaussian")), "1000000", "1e-6", "1e-300")
    found = offer(budget, answered(budget))
    assert found is not None
    assert found.share is None or found.share[0] > 0
    assert (found.source is None) is (found.share is None)


def test_that_the_origin_of_a_harm_is_the_scale_as_it_stands():
    for harm, level in HARMS.items():
        state = after(said.HarmChosen(harm))
        assert state.start.origin == Origin(StartFrom.HARM, level.epsilon, (), harm)
