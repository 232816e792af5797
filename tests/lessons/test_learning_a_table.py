"""A table learned from its worst mistakes: the bound as printed, as it holds, and what really happens."""

import numpy as np
import pytest
from thoroughness import some

from explorer.language import Language
from explorer.lessons.learning_a_table import PEOPLE, LearningATable
from explorer.lessons.parts.picture import Chart
from explorer.lessons.simulations import learned_ages
from explorer.privacy.iterative_construction.example_ages import AGES, RANGES, simulated_ages
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.progress import Cancelled, listening
from explorer.privacy.refusal import OutOfRange


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


def test_that_the_bound_is_0_59_as_printed_0_91_corrected_and_0_45_tight():
    scene = LearningATable().scene("bound")
    found = {name: number(scene, name).value for name in ("printed", "corrected", "tight")}
    assert {name: round(value, 2) for name, value in found.items()} == {
        "printed": 0.59,
        "corrected": 0.91,
        "tight": 0.45,
    }
    assert number(scene, "allowed").value == pytest.approx(44_590, abs=1)
    assert Language().say(number(scene, "printed").kind) == "not proven"


def test_that_about_a_hundred_people_is_what_happens_over_many_seeds():
    scenes = [LearningATable(seed=seed).scene("rounds") for seed in range(1, 9)]
    typical = [number(each, "typical").value for each in scenes]
    worst = [number(each, "worst").value for each in scenes]
    assert 80 < np.mean(typical) < 140
    assert 250 < np.mean(worst) < 500
    assert max(worst) < 0.02 * PEOPLE < 0.45 * PEOPLE


def test_that_a_seed_gives_one_run_and_another_seed_another():
    one, other = (number(LearningATable(seed=seed).scene("rounds"), "worst").value for seed in (1, 2))
    learned_ages.run.cache_clear()
    assert number(LearningATable(seed=1).scene("rounds"), "worst").value == one != other


def test_that_the_hypothesis_starts_even_and_the_worst_range_is_named_first():
    run = learned_ages.run(1, 1.0, 20, PEOPLE)
    assert RANGES == 3655
    assert run.worst[0] == pytest.approx(18_834, abs=1)
    counts = simulated_ages(PEOPLE)
    low, high = np.triu_indices(AGES)
    running = np.concatenate([[0], np.cumsum(counts - PEOPLE / AGES)])
    apart = np.abs(running[high + 1] - running[low])
    named = np.abs(running[run.last[0] + 1] - running[run.first[0]])
    assert named > 0.95 * apart.max()


def test_that_the_guess_is_answered_by_the_run_of_its_question():
    dragged = LearningATable(epsilon=0.1, rounds=3, shown=7)
    assert (
        number(dragged.scene("rounds"), "worst").value
        == number(LearningATable().scene("rounds"), "worst").value
    )
    assert not dragged.scene("guess").all_numbers


@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.2])
def test_that_it_stops_by_three_quarters_of_alpha_and_keeps_alpha(alpha):
    stopped = 0
    for seed in range(1, 7):
        run = learned_ages.run(seed, 1.0, 20, PEOPLE)
        turn = learned_ages.stopped(run, alpha, PEOPLE)
        if turn is None:
            continue
        stopped += 1
        assert abs(run.mistake[turn - 1]) < 0.75 * alpha * PEOPLE
        assert np.all(np.abs(run.mistake[: turn - 1]) >= 0.75 * alpha * PEOPLE)
        assert run.worst[turn - 1] <= alpha * PEOPLE
    assert stopped >= 5


def test_that_a_wanted_error_that_is_not_reached_is_said():
    stop = number(LearningATable(alpha=0.001).scene("rounds"), "stopped")
    assert stop.value is None
    assert Language().say(stop.said) == "not within 20 rounds"


def test_that_the_shown_round_moves_hypothesis_and_error():
    first, last = (LearningATable(shown=shown).scene("rounds") for shown in (0, 20))
    assert number(first, "now").value == pytest.approx(18_834, abs=1)
    assert number(last, "now").value == number(last, "worst").value
    lines = [
        next(layer for layer in scene.pictures[0].layers if layer.id == "hypothesis").y
        for scene in (first, last)
    ]
    assert np.ptp(lines[0]) < 1e-9 < np.ptp(lines[1])


def test_that_a_small_epsilon_learns_noise():
    small, large = (number(LearningATable(epsilon=each).scene("drag"), "worst").value for each in (0.02, 5.0))
    assert small > 10 * large


def test_that_one_noised_histogram_is_closer_for_one_column():
    scene = LearningATable().scene("cost")
    simple = number(scene, "histogram").value
    assert simple < number(scene, "best").value / 5
    lengths = [j - i + 1 for i in range(AGES) for j in range(i, AGES)]
    deviation = DiscreteLaplace.calibrated(1.0, 0.0, 1.0).standard_deviation
    assert simple == pytest.approx(deviation * np.sqrt(np.mean(lengths)))


def test_that_a_long_question_tells_how_far_it_is_and_may_be_stopped():
    told = []
    learned_ages.run.cache_clear()
    with listening(told.append):
        LearningATable(seed=3).scene("cost")
    assert told == sorted(told)
    assert 0.9 < told[-1] <= 1

    def stop(share):
        raise Cancelled

    learned_ages.run.cache_clear()
    with pytest.raises(Cancelled), listening(stop):
        LearningATable(seed=3).scene("cost")


@pytest.mark.parametrize(("epsilon", "rounds"), some([(0.01, 1), (50.0, 40), (1.0, 20)], 2))
def test_that_what_is_drawn_stays_on_its_axes(epsilon, rounds):
    lesson = LearningATable(epsilon=epsilon, rounds=rounds)
    for step in ("drag", "bound", "cost"):
        for chart in (each for each in lesson.scene(step).pictures if isinstance(each, Chart)):
            for layer in (each for each in chart.layers if hasattr(each, "y")):
                assert np.all((chart.y.low <= layer.y) & (layer.y <= chart.y.high))
                assert np.all((chart.x.low <= layer.x) & (layer.x <= chart.x.high))


@pytest.mark.parametrize(("name", "value"), [("rounds", 0), ("shown", 21), ("alpha", 0.0), ("epsilon", 0.0)])
def test_that_numbers_outside_their_range_are_refused(name, value):
    with pytest.raises(OutOfRange):
        LearningATable.parameters()[name].check(value)
