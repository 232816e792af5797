"""Fifty equally likely results, and simulated draws one after the other."""

import math

import numpy as np
import pytest
from drawn_parts import draw, ids, layer, released, said
from states import MECHANISMS

from explorer.app.core.sections import EXAMPLE_SCORES, Reading
from explorer.app.core.setting import Setting
from explorer.app.core.state import WITHOUT_YOU, additive_for
from explorer.app.explore.figures.equally_likely import RESULTS, stacked
from explorer.app.explore.selection_bars import options_of
from explorer.app.explore.simulated_draws import made_up
from explorer.app.plotting.layers import Handle, Points
from explorer.privacy.mechanism import Selection, every_mechanism

SELECTIONS = tuple(name for name, kind in every_mechanism().items() if issubclass(kind, Selection))


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_there_are_fifty_results_whatever_is_released(mechanism):
    state = released(mechanism)
    figure = draw("equally-likely", state)
    dots = [each for each in figure.layers if isinstance(each, Points)]
    assert sum(len(each.x) for each in dots) == RESULTS
    if mechanism in SELECTIONS:
        options = options_of(state.setting, state.scores)
        counts = np.bincount(np.rint(dots[0].x - WITHOUT_YOU).astype(int), minlength=len(options.names))
        assert np.abs(counts - RESULTS * options.without).max() <= 1.0
        assert not any(isinstance(each, Handle) for each in figure.layers)


def test_that_a_column_is_one_stack_until_it_is_crowded_and_no_dot_hides_another():
    x, y, _ = stacked(np.full(18, WITHOUT_YOU), 1.0)
    assert set(x) == {WITHOUT_YOU}
    assert y.max() == pytest.approx(17.6)
    x, y, _ = stacked(np.full(50, WITHOUT_YOU), 1.0)
    assert len(set(x)) == 3
    assert y.max() < 18
    assert len(set(zip(x, y, strict=True))) == 50
    assert np.abs(x - WITHOUT_YOU).max() < 0.5


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_a_draw_is_the_same_whenever_it_is_looked_at(mechanism):
    setting = Setting(mechanism)
    first = [made_up(setting, number) for number in range(1, 40)]
    made_up.cache_clear()
    assert [made_up(setting, number) for number in range(1, 40)] == first
    assert len(set(first)) > 1


@pytest.mark.parametrize("mechanism", [name for name in MECHANISMS if name not in SELECTIONS])
def test_that_draws_follow_the_distribution(mechanism):
    """Kolmogorov–Smirnov, at a false-positive rate of about 1e-6; one twice as wide would not pass."""
    setting, count = Setting(mechanism), 600
    noise = additive_for(setting)
    drawn = np.sort([made_up(setting, number) - WITHOUT_YOU for number in range(1, count + 1)])
    below = np.searchsorted(drawn, drawn, side="right") / count
    distribution = noise.cumulative(drawn)
    limit = math.sqrt(-math.log(0.5e-6) / (2 * count))
    if not noise.discrete:
        assert np.abs(below - distribution).max() < limit
        assert np.abs(below - noise.cumulative(drawn / 2)).max() > limit
    else:
        values = np.arange(drawn[0] - 1, drawn[-1] + 1)
        found = np.searchsorted(drawn, values, side="right") / count
        assert np.abs(found - noise.cumulative(values)).max() < limit
        assert (drawn == np.rint(drawn)).all()


def test_that_draws_of_an_option_are_as_frequent_as_they_should_be():
    setting, count = Setting("randomized-response"), 2000
    first = sum(made_up(setting, number) == WITHOUT_YOU for number in range(1, count + 1))
    share = options_of(setting, EXAMPLE_SCORES).without[0]
    assert abs(first / count - share) < 5 * math.sqrt(share * (1 - share) / count)


def test_that_the_present_draw_is_the_largest_and_older_ones_fade():
    figure = draw("equally-likely", released("laplace", reading=Reading(draw=12)))
    drawn = [each for each in figure.layers if each.id.startswith("drawn-") and isinstance(each, Points)]
    assert [each.id for each in drawn][-1] == "drawn-0", "on top of the others"
    assert [each.opacity for each in drawn] == sorted(each.opacity for each in drawn)
    assert drawn[-1].size > max(each.size for each in drawn[:-1])
    assert figure.settings["made_up_draw"] == 12
    value = made_up(Setting("laplace"), 12)
    assert drawn[-1].x[0] == pytest.approx(value)
    told = [said(line) for line in layer(figure, "drawn-words").lines]
    assert told == ["draw 12", f"{value:.5g}"]
    assert not any(each.startswith("drawn") for each in ids(draw("equally-likely", released("laplace"))))
    first = draw("equally-likely", released("laplace", reading=Reading(draw=1)))
    assert sum(each.startswith("drawn-") for each in ids(first)) == 2, "one dot and its words"


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_no_result_has_the_colour_of_with_you(mechanism):
    """All fifty are drawn without you, also those above the threshold."""
    dots = [each for each in draw("equally-likely", released(mechanism)).layers if isinstance(each, Points)]
    assert "with" not in {each.colour for each in dots}
