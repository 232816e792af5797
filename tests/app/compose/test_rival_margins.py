"""Where a mechanism is chosen: from which k on Gaussian noise has the smaller margin, and both at this k."""

from dataclasses import replace

import pytest
from answering_once import answer_to
from drawn_parts import said

from explorer.app.compose.rival_margins import questions, rivals
from explorer.app.core.message import MechanismChosen, StartChosen, WorkspaceOpened
from explorer.app.core.start import StartFrom
from explorer.app.core.state import State, Workspace
from explorer.app.update import update
from explorer.language import number
from explorer.privacy.accounting.calibration import calibrate
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_additive, every_mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian

BOUNDS = ("sequential", "optimal", "zcdp", "gaussian-dp", "numerical")


def composing(mechanism="laplace", **changes):
    state = State(workspace=Workspace.COMPOSE, mechanism=mechanism)
    return replace(state, composing=replace(state.composing, total_epsilon=1.0, total_delta=1e-6, **changes))


def told(state):
    return rivals(state, {each: answer_to(each) for each in questions(state)})


def margin(name, count):
    """The smallest 95 % margin that any bound proves, each calibrated by itself."""
    kind = every_additive()[name]
    found = [
        calibrate(kind, every_composition()[bound](), 1.0, 1e-6, count, 1.0).mechanism for bound in BOUNDS
    ]
    return min(each.margin(0.95) for each in found if each is not None)


def test_that_the_first_k_is_where_the_calibrated_margins_cross():
    words = said(told(composing()).crossing)
    first = int(words.partition("from k = ")[2].partition(" ")[0])
    assert words == f"total ε = 1, δ = 10⁻⁶: Gaussian has the smaller margin from k = {first} on"
    assert margin("gaussian", first) < margin("laplace", first)
    assert margin("gaussian", first - 1) >= margin("laplace", first - 1)


def test_that_both_margins_are_those_that_are_needed_at_this_k():
    words = said(told(composing(count=20)).margins)
    laplace, gaussian = (float(part.split(",")[0].split()[0]) for part in words.split("± ")[1:])
    assert words.startswith("95 % margin at k = 20: Laplace ± ")
    for told_of, name in ((laplace, "laplace"), (gaussian, "gaussian")):
        assert margin(name, 20) * (1 - 5e-4) <= told_of <= margin(name, 20) * 1.01


@pytest.mark.parametrize("sigma", [12.2315, 12.9614, 5.8439])
def test_that_a_margin_is_rounded_as_it_is_beside_its_mechanism(sigma):
    at, first = questions(composing("gaussian"))
    words = said(rivals(composing("gaussian"), {at: (10.0, sigma), first: answer_to(first)}).margins)
    assert words.endswith(f"Gaussian ± {number(Gaussian(sigma=sigma).margin(0.95))}")


def test_that_another_k_asks_for_the_margins_alone_and_another_confidence_not_for_them():
    one, other = questions(composing(count=20)), questions(composing(count=21))
    assert (one[0] != other[0], one[1] == other[1]) == (True, True)
    surer = replace(composing(count=20), reading=replace(State().reading, confidence=0.99))
    assert (questions(surer)[0] == one[0], questions(surer)[1] != one[1]) == (True, True)


def test_that_an_older_answer_stands_in_its_own_words_until_the_new_one_is_there():
    state, later = composing(count=20), composing(count=21)
    answers = {each: answer_to(each) for each in questions(state)}
    found = rivals(later, answers)
    assert not found.current
    assert "k = 20" in said(found.margins)
    assert rivals(state, answers).current
    assert rivals(later, {}) is None


def test_that_nothing_is_asked_where_no_total_is_in_sight():
    state = State()
    assert questions(state) == ()
    assert rivals(state, {}) is None
    assert questions(update(state, StartChosen(StartFrom.TOTAL)))
    assert questions(update(state, WorkspaceOpened(Workspace.COMPOSE)))


@pytest.mark.parametrize("mechanism", every_mechanism())
def test_that_every_mechanism_that_neither_could_replace_is_left_alone(mechanism):
    state = update(composing(), MechanismChosen(mechanism))
    one_number = mechanism in every_additive() and state.mechanism == mechanism
    if not one_number or "vector" in mechanism or "tree" in mechanism:
        assert questions(state) == ()
    else:
        assert len(questions(state)) == 2


def test_that_a_sample_that_is_not_counted_in_is_said():
    state = composing(count=20)
    sampled = replace(state, shape=replace(state.shape, sampling_rate=0.01))
    assert said(told(sampled).margins).endswith("sampling is not included")
    assert "sampling" not in said(told(state).margins)
