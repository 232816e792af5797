"""Every bar and disc of every picture answers where somebody points at it, with what it stands for."""

from dataclasses import replace

import pytest
from states import drawn, planned, settled

from explorer.app.core.state import State
from explorer.app.figures import every_picture
from explorer.app.plotting.layers import Bars, Points
from explorer.app.plotting.read_out import nearest, read_out
from explorer.language import Language, number

SAY = Language("en").say
CLOSE = (300.0, 300.0)  # pixels a unit: nothing else is near


def said(picture, place):
    return [SAY(each) for each in read_out(picture, place).sentences]


def pictured(name, state):
    """The picture with all of its answers, but the year's, which take long."""
    picture = every_picture()[name]
    return picture.draw(state, {} if name == "year" else {each: each() for each in picture.wanted(state)})


def heights_of(mark):
    return mark.height if isinstance(mark, Bars) else mark.y


RELEASED = replace(planned("people"), releasing=replace(planned("people").releasing, drawn=(drawn(),)))
MARKED = [
    *((name, State()) for name in sorted(every_picture())),
    *((name, RELEASED) for name in ("expected-counts", "noise-alone", "released-counts")),
    *(
        (name, settled(mechanism, epsilon=1.0))
        for mechanism in ("discrete-laplace", "exponential", "catastrophe", "randomized-response")
        for name in ("released-value", "equally-likely", "privacy-loss", "loss-of-many")
    ),
]


@pytest.mark.parametrize(("name", "state"), MARKED)
def test_that_every_bar_and_disc_of_a_picture_answers_where_it_stands(name, state):
    picture = pictured(name, state)
    marks = [each for each in picture.layers if isinstance(each, Bars | Points)]
    for mark in marks:
        heights = heights_of(mark)
        inside = (heights >= picture.y.low) & (heights <= picture.y.high) & (heights != 0)
        inside &= (mark.x >= picture.x.low) & (mark.x <= picture.x.high)
        for x, y in list(zip(mark.x[inside], heights[inside], strict=True))[::7]:
            place = nearest(picture, (float(x), float(y)), CLOSE)
            aside = mark.id in ("releases", "in-hand")  # when, below the year's bars, which tell how much
            assert aside or place is not None, mark.id
            words = said(picture, place) if place is not None else ["-"]
            assert all(words)
            assert "{" not in " ".join(words)


def test_that_a_released_count_tells_its_cell_its_margin_and_that_it_was_released():
    picture = pictured("released-counts", RELEASED)
    query = RELEASED.releasing.drawn[-1].queries[0]
    bars = [each for each in picture.layers if isinstance(each, Bars)]
    bar, group = bars[1], 2
    words = said(picture, nearest(picture, (float(bar.x[group]), float(bar.height[group])), CLOSE))
    count, margin = query.counts[group * len(bars) + 1], query.margins.each
    assert words == [
        f"count = {number(count)} ± {margin}",
        "age: 40 to <65",
        "south",
        "noised count, as released; 95 % noise margin, exact",
    ]


@pytest.mark.parametrize("name", ["expected-counts", "noise-alone"])
def test_that_a_simulated_count_never_calls_itself_released(name):
    picture = pictured(name, RELEASED)
    mark = next(each for each in picture.layers if isinstance(each, Bars | Points))
    words = said(picture, nearest(picture, (float(mark.x[0]), float(heights_of(mark)[0])), CLOSE))
    assert "simulated" in words[-1]
    assert "released" not in " ".join(words)


def test_that_a_dot_tells_its_own_result_and_not_the_middle_of_its_column():
    state = settled("laplace", epsilon=0.5)
    picture = pictured("equally-likely", state)
    told = []
    for dots in (each for each in picture.layers if isinstance(each, Points)):
        for x, y in zip(dots.x, dots.y, strict=True):
            told.append(said(picture, nearest(picture, (float(x), float(y)), CLOSE))[0])
    results = [number(float(each)) for each in picture.table.columns[1]]
    assert sorted(told) == sorted(f"released count = {each}" for each in results)
