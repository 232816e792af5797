"""Answers by coins: the broken rule, two coins, and what one answer and all answers tell."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import (
    Axis,
    Band,
    CellKind,
    Chart,
    Curve,
    Dots,
    Grid,
    Level,
    Marker,
    Sheet,
)
from explorer.mark import N_, Sentence
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.mechanisms.randomized_response import RandomizedResponse
from explorer.privacy.pairs.probability_table import Tables
from explorer.privacy.samplers.integer_sampler import Bits
from explorer.privacy.samplers.selection_sampler import randomized_response
from explorer.privacy.status import Kind

Kept = NDArray[np.bool_]

TRUE_SHARE = 0.2  # of the room whose truth is yes, for the broken rule
EXPOSED = (1 - TRUE_SHARE) / 2
LARGEST = np.array([700.0])  # an ε beyond which nothing changes
_ROOM, _BELIEVED = 100, 400
_TWO_SIDED = 1.959963984540054  # normal deviations that 95 % lie within
_EPSILONS = np.geomspace(0.01, 10.0, 121)
_MOST = 1000.0  # of the margin's axis, in percent


def broken() -> Tables:
    """What is said where the truth is yes, and where it is no: heads says yes, tails the truth."""
    half = Fraction(1, 2)
    return Tables((Fraction(1), Fraction(0)), (half, half))


def exposed(bits: Bits) -> Kept:
    """Of a hundred people, the first fifth with the truth yes: who says no."""
    coin = bits.below(2, _ROOM).astype(np.int64) == 1
    truth_is_no = np.arange(_ROOM) >= TRUE_SHARE * _ROOM
    return np.asarray(truth_is_no & coin)


def right_guesses(epsilon: Fraction, bits: Bits) -> Kept:
    """Of simulated people with fair truths, whose answer is the truth."""
    truths = bits.below(2, _BELIEVED).astype(np.int64)
    said = randomized_response(bits, truths.tolist(), epsilon, 2)
    return np.asarray(said == truths)


def margin(response: RandomizedResponse, people: int) -> float:
    """Half the width of the interval of the estimated share, 95 %, by the normal approximation."""
    return _TWO_SIDED * response.deviation / math.sqrt(people)


def told(response: RandomizedResponse) -> float:
    """The probability of the truth, which is never certain."""
    return min(response.truth, math.nextafter(1.0, 0.0))


def people_needed(response: RandomizedResponse, wanted: float) -> int:
    """The least number of people with such a margin."""
    return math.ceil((_TWO_SIDED * response.deviation / wanted) ** 2)


def central_margin(epsilon: float, people: int) -> float:
    """Of the share from one noised count, people public: one truth moves the count by 1."""
    return DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).margin(0.95) / people


def rule() -> Sheet:
    """The broken rule."""
    return Sheet(
        "rule",
        N_("The rule of the room"),
        N_("A table of the rule: with heads everybody says yes, with tails the truth."),
        (N_("coin"), N_("what is said")),
        ((N_("heads"), N_("yes")), (N_("tails"), N_("the truth"))),
    )


def given_away(found: Kept) -> Grid:
    """A square a person."""
    return Grid(
        "given-away",
        N_("A hundred people answer by this rule"),
        N_("Squares of a hundred people; those who said no, and so gave away their truth, bear a cross."),
        found.astype(np.int64),
        20,
        (
            CellKind(N_("said yes: may be the coin"), "without"),
            CellKind(N_("said no: given away"), "with", crossed=True),
        ),
    )


def believed(right: Kept) -> Grid:
    """A square a person whose answer is believed."""
    return Grid(
        "believed",
        N_("Every answer believed"),
        N_("Squares of simulated people; where the answer was not the truth the square bears a cross."),
        1 - right.astype(np.int64),
        20,
        (CellKind(N_("right"), "with"), CellKind(N_("wrong"), "muted", crossed=True)),
    )


def outside() -> Sentence:
    """What to say of an estimate that is no share."""
    return N_(
        "An estimate below 0 or above 1 is chance, not a mistake. It is shown as it is: cutting it off would "
        "bias the average of many rooms."
    )


def line(response: RandomizedResponse, asked: int, yes: int) -> Chart:
    """The estimate for each share of yes, with its margin, and this room on it."""
    x = np.linspace(0.0, 1.0, 41)
    y = np.array([response.estimate(float(each)) for each in x])
    wide, said = margin(response, asked), yes / asked
    return Chart(
        "estimate",
        N_("From the answers to the truth"),
        N_("A line leads from the share that said yes to the estimated share; the room is a point on it."),
        Axis(N_("share that said yes"), 0.0, 1.0),
        Axis(N_("estimated share"), -1.0, 2.0),
        (
            Band(
                "margin",
                x,
                np.maximum(y - wide, -1.0),
                np.minimum(y + wide, 2.0),
                "exact",
                N_("margin, 95 %"),
            ),
            Curve("line", x, y, "exact", N_("estimate"), wide=True),
            Level("none", 0.0, N_("nobody")),
            Level("all", 1.0, N_("everybody")),
            Dots(
                "room",
                np.array([said]),
                np.array([response.estimate(said)]),
                "with",
                N_("this room"),
                11.0,
                1.0,
            ),
        ),
    )


def by_epsilon(epsilon: float, asked: int) -> Chart:
    """What one answer tells, and how wide the estimate's margin is."""
    responses = [RandomizedResponse(float(each)) for each in _EPSILONS]
    wide = [min(margin(each, asked), 1.0) for each in responses]
    return Chart(
        "by-epsilon",
        N_("One answer and all of them"),
        N_("As ε rises, the truth is told more often and the margin of the estimate becomes narrower."),
        Axis(N_("ε"), 0.01, 10.0, logarithmic=True),
        Axis(N_("share"), 0.0, 1.0),
        (
            Curve(
                "truth",
                _EPSILONS,
                np.array([each.truth for each in responses]),
                "with",
                N_("truth told"),
                wide=True,
            ),
            Curve("margin", _EPSILONS, np.array(wide), "without", N_("margin"), Kind.ESTIMATE),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def both_margins(epsilon: float, asked: int) -> Chart:
    """The margin of the share by the number of people, from coins and from one noised count."""
    people = np.geomspace(1.0, 100_000.0, 101)
    local = margin(RandomizedResponse(epsilon), 1) / np.sqrt(people)
    central = central_margin(epsilon, 1) / people
    return Chart(
        "both-margins",
        N_("The margin by the number of people"),
        N_("The margin from coins falls with the root of the number of people, that of one count faster."),
        Axis(N_("people asked"), 1.0, 100_000.0, logarithmic=True),
        Axis(N_("margin of the share, percent"), 1e-4, _MOST, logarithmic=True),
        (
            Curve("local", people, _shown(local), "with", N_("coins of their own"), Kind.ESTIMATE, wide=True),
            Curve("central", people, _shown(central), "without", N_("one noised count")),
            Marker("asked", N_("{people} asked", people=asked)),
        ),
    )


def _shown(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """In percent, within the axis."""
    return np.clip(100 * shares, 1e-4, _MOST)
