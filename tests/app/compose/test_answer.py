"""What Compose says first: the guess from all results, the total to believe, whether it protects."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from scipy.stats import norm
from states import settled

from explorer.app.compose import answer as answers_of
from explorer.app.compose import budget_line
from explorer.app.compose.answer import NONE, WEAK, GuessOfMany, answer, guess_question, verdict
from explorer.app.compose.bounds_at_k import questions, readings
from explorer.app.core import wording
from explorer.app.core.message import MechanismChosen
from explorer.app.core.state import State, guarantee_of, mechanism_of
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.risk import of_mechanism, posterior
from explorer.privacy.status import Status

ENGLISH, CHINESE = Language("en"), Language("zh_CN")


def composing(state, **changes):
    return replace(state, composing=replace(state.composing, **changes))


def answered(state):
    known = Answered()
    for question in (*questions(state), guess_question(state), *budget_line.questions(state)):
        known.keep(question, question())
    return known


def answer_of(state):
    known = answered(state)
    return answer(state, known, readings(state, known), budget_line.fits(state, known))


@pytest.mark.parametrize("kind", every_mechanism())
def test_that_the_guess_from_one_result_is_that_of_one_release(kind):
    state = settled(kind, epsilon=0.5, delta=1e-6)
    guess, one = GuessOfMany(state.setting, 1)(), of_mechanism(guarantee_of(state)).best_guess
    assert guess.lower - 1e-6 <= one <= guess.upper + 1e-9


@pytest.mark.parametrize("kind", ["laplace", "gaussian", "discrete-laplace", "exponential"])
def test_that_more_results_never_make_guessing_harder(kind):
    state = settled(kind, epsilon=0.2, delta=1e-6)
    guesses = [GuessOfMany(state.setting, count)() for count in (1, 4, 16, 64)]
    for fewer, more in pairwise(guesses):
        assert more.upper >= fewer.lower
    assert all(0.5 <= each.lower <= each.upper <= 1 for each in guesses)


def test_that_the_guess_of_normal_noise_is_in_closed_form():
    state = settled("gaussian", epsilon=0.5, delta=1e-6)
    mu = mechanism_of(state).mu
    guess = GuessOfMany(state.setting, 50)()
    truth = norm.cdf(math.sqrt(50) * mu / 2)
    assert guess.exact
    assert guess.lower <= truth <= guess.upper


def test_that_the_sketched_example_is_answered():
    state = composing(settled("laplace", epsilon=0.1), count=120, total_delta=1e-6, total_epsilon=3.0)
    told = answer_of(state)
    assert ENGLISH.say(told.total) == "total ε ≤ 5.223 at δ = 10⁻⁶"
    assert ENGLISH.say(told.number) == "71 of 100"
    assert ENGLISH.say(told.basic) == "basic composition would say 12"
    assert ENGLISH.say(told.trust) == "the smallest proven total, by numerical (PLD) accounting"
    assert told.stop_at == 46
    assert told.share == pytest.approx(5.223 / 12, rel=1e-3)


def test_that_a_total_says_whether_it_protects_and_from_which_size_on_it_does_not():
    assert verdict(WEAK * 0.999) is None
    weak, none = verdict(WEAK * 1.001), verdict(NONE * 1.001)
    assert ENGLISH.say(weak.title) == "A total of this size protects weakly"
    assert ENGLISH.say(none.title) == "A total of this size protects nobody"
    assert posterior(WEAK, 0.01)[1] == pytest.approx(0.5)
    assert posterior(NONE, 0.01)[1] == pytest.approx(0.99)
    assert "9.2" in ENGLISH.say(none.words)
    assert "99 %" in CHINESE.say(none.words)
    assert verdict(435_182.0) == none
    assert verdict(math.inf) is None


def test_that_nobody_is_sent_to_a_budget_that_protects_nobody_either():
    told = answer_of(
        composing(settled("laplace", epsilon=1.0), count=30, total_delta=1e-4, total_epsilon=10.0)
    )
    assert ENGLISH.say(told.verdict.title) == "A total of this size protects nobody"
    assert ENGLISH.say(told.verdict.words).endswith("The budget of 10 lies above it too.")
    assert told.stop_at is None
    told = answer_of(
        composing(settled("laplace", epsilon=1.0), count=30, total_delta=1e-4, total_epsilon=9.0)
    )
    assert 0 < told.stop_at < 30


def test_that_what_is_within_the_budget_is_not_stopped():
    state = composing(settled("laplace", epsilon=0.1), count=20, total_delta=1e-6, total_epsilon=3.0)
    assert answer_of(state).stop_at is None


def test_that_an_answer_is_of_before_until_it_is_there():
    state = composing(settled("laplace", epsilon=0.1), count=20)
    known = Answered()
    told = answer(state, known, readings(state, known), budget_line.fits(state, known))
    assert (told.number, told.filled, told.current) == (None, 0, False)
    later = composing(state, count=21)
    stands = answer(later, answered(state), readings(later, known), budget_line.fits(later, known))
    assert stands.number is not None
    assert not stands.current
    both = readings(later, answered(state))
    assert (
        both[0].current is answer(later, answered(state), both, budget_line.fits(later, known)).total_current
    )
    assert not both[0].current  # the numerical total of 20 releases stands for that of 21


def test_that_nothing_is_certain_where_noise_is():
    state = composing(settled("laplace", epsilon=1.0), count=2000)
    assert ENGLISH.say(answer_of(state).number) == "99.9 of 100"
    assert ENGLISH.say(answers_of.one_alone(state)) == "one alone: 70 of 100; random: 50"


def test_that_the_words_of_the_budget_follow_what_fits():
    def words(**changes):
        state = composing(settled("laplace", epsilon=0.1), total_delta=1e-6, **changes)
        return ENGLISH.say(budget_line.budget_words(state, budget_line.fits(state, answered(state))))

    assert words(total_epsilon=3.0) == "budget ε = 3: 46 releases fit"
    assert words(total_epsilon=0.1) == "budget ε = 0.1: 1 release fits"
    assert words(total_epsilon=0.05) == "budget ε = 0.05: no release fits"
    state = composing(settled("laplace", epsilon=0.1), total_epsilon=2.0)
    unknown = budget_line.budget_words(state, budget_line.fits(state, Answered()))
    assert ENGLISH.say(unknown) == "budget ε = 2: …"


def test_that_a_total_that_is_only_checked_is_not_called_proven():
    state = settled("laplace", epsilon=0.1)
    known = answered(state)
    best = replace(readings(state, known)[0], kind=wording.STATUSES[Status.CONFIRMED])
    told = answer(state, known, (best,), budget_line.fits(state, known))
    assert ENGLISH.say(told.trust) == (
        "the smallest total, by numerical (PLD) accounting: checked numerically at this k"
    )


def test_that_where_epsilon_is_not_kept_basic_composition_says_nothing():
    target = replace(State().target, epsilon=20.0, delta=1e-5)
    state = update(replace(State(), target=target), MechanismChosen("gaussian-classical"))
    told = answer_of(state)
    assert told.basic is None
    assert told.share is None
