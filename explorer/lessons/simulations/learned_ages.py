"""Simulated ages that are learned from the worst mistakes: runs, what they show, and pictures of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.numbers import amount, share
from explorer.lessons.parts.picture import Axis, Chart, Columns, Curve, Dots, Layer, Level, Marker, Sheet
from explorer.lessons.parts.scene import Number
from explorer.mark import N_, RoundedBound, Sentence, at_most
from explorer.privacy.iterative_construction.example_ages import AGES, promised_people, simulated_ages
from explorer.privacy.iterative_construction.promises import Promise
from explorer.privacy.iterative_construction.rounds import Rounds, hypothesis_after, learn_ranges
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.progress import part
from explorer.privacy.samplers.seeded_bytes import seeded_bits
from explorer.privacy.status import Kind

MOST_ROUNDS = 40
STOP = Fraction(3, 4)  # of the wanted error: below it the construction stops
PROMISES = (Promise.PRINTED, Promise.CORRECTED, Promise.TIGHT)
SOME_ROUNDS = (2, 5, 10, 20, 30, 40)
THEOREM = "Dwork & Roth 2014, Theorems 5.3 to 5.7"
_RUN = 1  # the stream of its noise
_NAMES: Mapping[Promise, Sentence] = {
    Promise.PRINTED: N_("as printed"),
    Promise.CORRECTED: N_("corrected"),
    Promise.TIGHT: N_("with the fewest rounds"),
}
_COLOURS: Mapping[Promise, str] = {
    Promise.PRINTED: "slate",
    Promise.CORRECTED: "orange",
    Promise.TIGHT: "brown",
}


@lru_cache(maxsize=16)
def run(seed: int, epsilon: float, rounds: int, people: int) -> Rounds:
    """One run; the same settings give the same run."""
    bits = seeded_bits(seed, _RUN)
    return learn_ranges(simulated_ages(people), rounds, Fraction(repr(epsilon)), bits)


def promised(epsilon: float, people: int) -> Mapping[Promise, float]:
    """What the theorem promises in each form, as a share of the people; of pure ε."""
    found = promised_people(epsilon, 0.0, people, PROMISES)
    return {promise: error / people for promise, error in found.items()}


def forms(found: Mapping[Promise, float], people: int) -> tuple[Number, ...]:
    """What is promised, as numbers: corrected, as printed, with the fewest rounds, and in people."""
    corrected, tight = at_most(found[Promise.CORRECTED]), at_most(found[Promise.TIGHT])
    allowed = at_most(found[Promise.CORRECTED] * people)
    return (
        share("corrected", N_("bound, corrected"), corrected, Kind.UPPER, THEOREM),
        share("printed", N_("bound as printed"), found[Promise.PRINTED], N_("not proven"), THEOREM),
        share("tight", N_("bound with the fewest rounds"), tight, Kind.UPPER, THEOREM),
        amount("allowed", N_("people that the corrected bound allows"), allowed, Kind.UPPER, THEOREM),
    )


def stopped(learned: Rounds, alpha: float, people: int) -> int | None:
    """The round, from 1, whose noised mistake is below 3α/4 and where the construction stops; None if none.

    The mistake is that of the hypothesis before that round: it is what is returned.
    """
    small = np.flatnonzero(np.abs(learned.mistake) < float(STOP) * alpha * people)
    return int(small[0]) + 1 if small.size else None


def histogram_error(epsilon: float) -> float:
    """The root mean squared error of all ranges summed from one noised histogram of the ages, in people.

    A range of m ages has m independent noises; the mean length of all ranges of n ages is (n + 2)/3.
    """
    return DiscreteLaplace.calibrated(epsilon, 0.0, 1.0).standard_deviation * math.sqrt((AGES + 2) / 3)


def typical_by_rounds(seed: int, epsilon: float, people: int) -> NDArray[np.float64]:
    """The typical error at the end for each of `SOME_ROUNDS`: (6,), one run each."""
    found, whole = [], sum(each**2 for each in SOME_ROUNDS)
    begun = 0.0
    for rounds in SOME_ROUNDS:
        ended = begun + rounds**2 / whole
        with part(begun, ended):
            found.append(run(seed, epsilon, rounds, people).typical[-1])
        begun = ended
    return np.array(found)


def ages(learned: Rounds, shown: int, people: int) -> Chart:
    """The ages as they are, the hypothesis after some rounds, and the range that is asked next."""
    at = np.arange(AGES, dtype=np.float64)
    truth = simulated_ages(people)
    top = 2.5 * people / AGES
    layers: list[Layer] = [
        Columns("truth", at, np.minimum(truth, top), 0.9, "mist", N_("simulated people")),
        Curve(
            "hypothesis",
            at,
            np.minimum(hypothesis_after(learned, shown), top),
            "exact",
            N_("hypothesis"),
            wide=True,
        ),
    ]
    if shown < learned.measured.size:
        first, last = int(learned.first[shown]), int(learned.last[shown])
        layers.append(
            Level("first", first - 0.5, N_("asked next: from {age}", age=first), "with", upright=True)
        )
        layers.append(Level("last", last + 0.5, N_("to {age}", age=last), "with", upright=True))
    return Chart(
        "ages",
        N_("The ages, and what the hypothesis says"),
        N_("Bars of simulated people by age, a line of the hypothesis, and the range that is asked next."),
        Axis(N_("age"), -0.5, AGES - 0.5, whole=True),
        Axis(N_("people of each age"), 0.0, top),
        tuple(layers),
    )


def errors(learned: Rounds, people: int, parameter: Marker, levels: tuple[Level, ...] = ()) -> Chart:
    """The largest and the typical error of all ranges after each round, in people."""
    turns = np.arange(learned.worst.size, dtype=np.float64)
    return Chart(
        "errors",
        N_("How far the hypothesis is off"),
        N_("Two falling lines: the largest and the typical error of all ranges after each round."),
        Axis(N_("round"), 0.0, float(MOST_ROUNDS), whole=True),
        Axis(N_("error of a range, people"), *_ends(people), logarithmic=True),
        (
            Curve("worst", turns, _shown(learned.worst, people), "with", N_("largest"), wide=True),
            Curve("typical", turns, _shown(learned.typical, people), "without", N_("typical")),
            *levels,
            parameter,
        ),
    )


def against_practice(learned: Rounds, people: int, found: Mapping[Promise, float]) -> Chart:
    """The errors of each round under what is promised of them."""
    marker = Marker("rounds", N_("T = {rounds}", rounds=learned.measured.size))
    high = _ends(people)[1]
    levels = tuple(
        Level(f"promised-{each.value}", share * people, _NAMES[each], _COLOURS[each])
        for each, share in found.items()
        if share * people <= high
    )
    return errors(learned, people, marker, levels)


def promises_table(found: Mapping[Promise, float], learned: Rounds, people: int) -> Sheet:
    """What is promised and what happens, in percent and in people."""
    rows = [
        (
            _NAMES[each],
            N_("{share:percent}", share=_bound(each, share)),
            N_("{people}", people=math.ceil(share * people)),
        )
        for each, share in found.items()
    ]
    for said, error in ((N_("this run, largest"), learned.worst), (N_("this run, typical"), learned.typical)):
        last = float(error[-1])
        rows.append((said, N_("{share:percent}", share=last / people), N_("{people}", people=round(last))))
    return Sheet(
        "promises",
        N_("The bound against practice"),
        N_("A table of the error that each form of the theorem allows, and of the errors of this run."),
        (N_("error of a range"), N_("share of the people"), N_("people")),
        tuple(rows),
    )


def _bound(promise: Promise, share: float) -> float | RoundedBound:
    """What is proven is shown as a bound."""
    return share if promise is Promise.PRINTED else at_most(share)


def by_rounds(typical: NDArray[np.float64], epsilon: float, people: int) -> Chart:
    """The typical error by the number of rounds, above that of one noised histogram."""
    low, high = _ends(people)
    return Chart(
        "by-rounds",
        N_("Rounds against a noised histogram"),
        N_("Points of the typical error by the number of rounds; a level below shows one noised histogram."),
        Axis(N_("rounds"), 0.0, float(MOST_ROUNDS), whole=True),
        Axis(N_("typical error of a range, people"), low, high, logarithmic=True),
        (
            Dots(
                "runs",
                np.array(SOME_ROUNDS, dtype=np.float64),
                _shown(typical, people),
                "with",
                N_("one run each"),
                9.0,
                1.0,
            ),
            Level(
                "histogram",
                min(max(histogram_error(epsilon), low), high),
                N_("one noised histogram"),
                "without",
            ),
        ),
    )


def _ends(people: int) -> tuple[float, float]:
    """Of the axis of errors: decades that hold one person and everybody."""
    return 1.0, 10.0 ** math.ceil(math.log10(people))


def _shown(values: NDArray[np.float64], people: int) -> NDArray[np.float64]:
    low, high = _ends(people)
    return np.clip(values, low, high)
