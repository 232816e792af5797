"""One (ε, δ), two mechanisms: 63 % at δ = 1/n, a soft failure beside it, and what δ is not."""

import math

import numpy as np
import pytest

from explorer.lessons.catastrophe import WhatDeltaHides
from explorer.lessons.simulations.failures import RELEASES, sigma
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.gaussian import Gaussian
from explorer.privacy.refusal import OutOfRange


def number(scene, identity):
    return next(each for each in scene.all_numbers if each.id == identity)


@pytest.mark.parametrize("people", [100, 1000, 10_000])
def test_that_63_percent_of_releases_publish_somebody_at_one_over_n(people):
    found = number(WhatDeltaHides(people=people).scene("attack"), "published").value
    assert found == pytest.approx(1 - (1 - 1 / people) ** people)
    assert round(found, 2) == 0.63


def test_that_simulated_releases_fail_as_often_over_many_seeds():
    lessons = [WhatDeltaHides(seed=seed) for seed in range(1, 41)]
    exact = number(lessons[0].scene("attack"), "published").value
    found = [number(each.scene("attack"), "found").value for each in lessons]
    low, high = binomial_band(np.array([exact]), 40 * RELEASES, 0.999)
    assert low[0] <= np.mean(found) <= high[0]
    low, high = binomial_band(np.array([exact]), RELEASES, 0.99)
    assert sum(low[0] <= each <= high[0] for each in found) >= 37


def test_that_delta_of_one_over_n_squared_fails_about_once_in_n():
    scene = WhatDeltaHides(people=1000).scene("drag")
    assert number(scene, "square").value == pytest.approx(1 / 1000, rel=0.001)
    assert number(scene, "power").value == pytest.approx(1 - math.exp(-(1000**-0.1)), rel=0.001)


def test_that_the_dragged_delta_is_the_one_that_is_told():
    found = number(WhatDeltaHides(people=10_000, delta=0.01).scene("drag"), "published").value
    assert found == pytest.approx(1.0, abs=1e-9)
    assert number(WhatDeltaHides(people=10_000, delta=0.1).scene("drag"), "published").value < 1


def test_that_both_mechanisms_have_one_epsilon_and_delta_and_part_beyond():
    scene = WhatDeltaHides(epsilon=1.0, delta=1e-5).scene("fails")
    assert number(scene, "catastrophe").value == pytest.approx(1e-5)
    assert number(scene, "gaussian").value < 1e-14
    chart = scene.pictures[0]
    catastrophe, gaussian = (
        next(each for each in chart.layers if each.id == name) for name in ("catastrophe", "gaussian")
    )
    at = int(np.flatnonzero(np.isclose(gaussian.x, 1.0))[0])
    assert gaussian.y[at] == pytest.approx(1e-5, rel=1e-6)
    assert catastrophe.y[at] == pytest.approx(1e-5, rel=1e-6)


def test_that_the_loss_exceeds_epsilon_sixteen_times_as_often_as_delta():
    scene = WhatDeltaHides(epsilon=1.0, delta=1e-5).scene("meaning")
    assert number(scene, "above").value == pytest.approx(1.6e-4, rel=0.02)
    assert round(number(scene, "ratio").value) == 16


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-12), (1.0, 1e-5), (3.0, 0.1)])
def test_that_only_one_direction_holds(epsilon, delta):
    """Whoever asks for Pr[L > ε] <= δ gets (ε, δ); this Gaussian keeps (ε, δ) without it."""
    scene = WhatDeltaHides(epsilon=epsilon, delta=delta).scene("meaning")
    assert number(scene, "above").value > delta


def test_that_a_far_smaller_delta_costs_little_noise():
    scene = WhatDeltaHides(epsilon=1.0, people=1000).scene("cost")
    assert number(scene, "large").value == pytest.approx(Gaussian.calibrated(1.0, 1e-3, 1.0).sigma)
    assert number(scene, "ratio").value == pytest.approx(1.641, abs=0.001)
    assert 2 < sigma(1.0, 1e-9) / sigma(1.0, 1e-3) < 2.2


@pytest.mark.parametrize(("name", "value"), [("people", 9), ("delta", 0.0), ("delta", 0.5), ("epsilon", 0.0)])
def test_that_numbers_outside_their_range_are_refused(name, value):
    with pytest.raises(OutOfRange):
        WhatDeltaHides.parameters()[name].check(value)
