"""Round numbers on axes, at every size that an axis can have."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.plotting.ticks import round_step, round_up, ticks

SPANS = st.floats(-18, 18).map(lambda power: 10.0**power)


@given(SPANS, st.integers(1, 12))
def test_that_a_step_is_round_and_gives_about_as_many_parts(span, about):
    step = round_step(span, about)
    first = float(f"{step:.6e}".split("e")[0])
    assert first in (1, 2, 2.5, 5)
    assert about / 2.6 <= span / step <= about * 1.1 + 1e-9


@given(st.floats(-1e6, 1e6), SPANS, st.integers(2, 10))
def test_that_ticks_lie_inside_and_stand_evenly(low, span, about):
    high = low + span
    if not high - low > 1e-9 * max(
        abs(low), 1e-9
    ):  # the axis is too fine for its place to be told in doubles
        return
    found = ticks(low, high, about)
    slack = 1e-6 * (high - low)
    assert all(low - slack <= tick <= high + slack for tick in found)
    assert list(found) == sorted(set(found))
    steps = [after - before for before, after in pairwise(found)]
    assert steps == pytest.approx([round_step(high - low, about)] * len(steps), rel=1e-3)


@given(SPANS, st.integers(2, 10))
def test_that_an_axis_that_ends_on_a_round_number_has_a_tick_there(value, about):
    top = round_up(value, about)
    assert value <= top * (1 + 1e-9)
    assert top <= 2.1 * value + 1e-300
    found = ticks(0.0, top, about)
    assert found[0] == 0.0
    assert found[-1] == pytest.approx(top)


@given(st.integers(1, 10**6), st.integers(1, 10))
def test_that_ticks_of_whole_things_are_whole(high, about):
    assert all(tick == math.floor(tick) for tick in ticks(0.0, float(high), about, whole=True))


def test_that_ticks_read_as_they_are_written():
    assert ticks(0, 0.3, 3) == (0.0, 0.1, 0.2, 0.3)
    assert ticks(-1, 1, 4) == (-1.0, -0.5, 0.0, 0.5, 1.0)
    assert 0.0 in ticks(-0.7, 0.7, 4)
