"""A picture that has nothing to show says so, and one that has something shows it."""

import numpy as np
from answering_once import answer_to
from cases_in_one import cases_in_one
from states import settled

from explorer.app.core import message as said
from explorer.app.core.request import composed
from explorer.app.explore.risk_summary import limits
from explorer.app.figures import picture_of
from explorer.app.plotting.layers import Line, Note
from explorer.app.update import update
from explorer.jobs import Answered
from explorer.language import Language

ENGLISH = Language("en")


def drawn(picture, state):
    entry, answers = picture_of(picture), Answered()
    for question in entry.wanted(state):
        answers.keep(question, answer_to(question))
    return entry.draw(state, answers)


def words(figure):
    notes = [layer for layer in figure.layers if isinstance(layer, Note)]
    return " ".join(ENGLISH.say(each) for note in notes for each in note.lines)


def points(figure):
    lines = [layer for layer in figure.layers if isinstance(layer, Line)]
    return sum(int(np.isfinite(line.y).sum()) for line in lines)


def repeated(delta, total):
    state = update(settled("catastrophe", delta=delta), said.Moved("composing.total_delta", total))
    return update(state, said.Moved("composing.horizon", 20))


def test_that_a_total_that_one_release_exceeds_is_said_in_the_picture():
    state = repeated(1e-3, 1e-4)
    figure = drawn("composition", state)
    assert "δ = 0.001, more than the total δ of 10⁻⁴" in ENGLISH.say(figure.empty)
    assert composed(state, "sequential")().valid.any() == np.False_
    assert drawn("composition", repeated(1e-4, 1e-4)).empty is None


def test_that_the_release_at_which_the_total_is_used_up_is_said():
    figure = drawn("composition", repeated(1e-5, 1e-4))
    assert "beyond k = 10" in words(figure)
    assert figure.empty is None
    assert "beyond" not in words(drawn("composition", repeated(1e-7, 1e-4)))


@cases_in_one("epsilon", [1e-6, 1e-4, 0.01, 1.0, 50.0])
@cases_in_one("mechanism", ["laplace", "exponential", "randomized-response"])
def test_that_the_profile_of_a_tiny_epsilon_is_in_the_picture(mechanism, epsilon):
    figure = drawn("delta-profile", settled(mechanism, epsilon=epsilon))
    own = next(layer for layer in figure.layers if isinstance(layer, Line) and layer.id == "own")
    assert (own.y > figure.y.low + 1).sum() > 20


def test_that_what_is_not_kept_is_a_sentence_of_its_own():
    said_all = [ENGLISH.say(each) for each in limits(settled("gaussian-classical", epsilon=20.0))]
    assert len(said_all) == 3
    assert all(each.endswith(".") for each in said_all)
