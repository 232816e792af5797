"""Pictures of the lesson on reconstruction: bits recovered over the noise, and the bits themselves."""

from __future__ import annotations

import numpy as np

from explorer.lessons.parts.picture import Axis, CellKind, Chart, Curve, Dots, Grid, Level, Marker, Sheet
from explorer.lessons.simulations.subset_counts import (
    EPSILONS,
    ERRORS,
    PEOPLE,
    RUNS,
    Flags,
    Floats,
    each_answer,
    expected_share,
    shares_by_epsilon,
    shares_by_error,
)
from explorer.mark import N_
from explorer.privacy.status import Kind

_SHARE = Axis(N_("bits recovered (%)"), 40.0, 102.0)
_CHANCE = Level("chance", 50.0, N_("random guessing"))
_FEW = 10  # counts of somebody who asks little


def by_epsilon(seed: int, epsilon: float, recovered: float) -> Chart:
    """The share recovered over the total ε: this attack, eight runs at each level, what is expected."""
    at = np.geomspace(EPSILONS[0], EPSILONS[-1], 61)
    deviation = np.array([each_answer(float(each)).standard_deviation for each in at])
    return Chart(
        "by-epsilon",
        N_("The smaller ε, the fewer bits come back"),
        N_("The share of bits recovered rises from one half at ε = 1 to all of them at ε = 1,000."),
        Axis(N_("total ε of 2,000 answers"), EPSILONS[0], EPSILONS[-1], logarithmic=True),
        _SHARE,
        (
            _CHANCE,
            _runs(np.array(EPSILONS), shares_by_epsilon(seed)),
            _expected(at, expected_share(seed, deviation)),
            _now(epsilon, recovered),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def by_error(seed: int, error: int, recovered: float) -> Chart:
    """The share recovered over the size of the error of each answer."""
    at = np.linspace(0.0, 40.0, 81)
    return Chart(
        "by-error",
        N_("Small errors do not stop the attack"),
        N_("With errors of 5 people nearly all bits are recovered, with errors of 20 seven in ten."),
        Axis(N_("error of each answer (people)"), 0.0, 40.0, whole=True),
        _SHARE,
        (
            _CHANCE,
            _runs(np.array(ERRORS, dtype=np.float64), shares_by_error(seed)),
            _expected(at, expected_share(seed, at)),
            _now(float(error), recovered),
            Marker("error", N_("off by {error}", error=error)),
        ),
    )


def _runs(at: Floats, shares: Floats) -> Dots:
    label = N_("{runs} {runs:run|runs} at each level", runs=RUNS)
    return Dots("runs", np.repeat(at, RUNS), 100 * shares.ravel(), "muted", label, size=5.0)


def _expected(at: Floats, share: Floats) -> Curve:
    return Curve("expected", at, 100 * share, "with", N_("normal approximation"), Kind.ESTIMATE, wide=True)


def _now(at: float, recovered: float) -> Dots:
    return Dots("now", np.array([at]), np.array([100 * recovered]), "with", size=11.0, opacity=1.0)


def bits(recovered: Flags) -> Grid:
    """A square for each secret bit."""
    right = int(recovered.sum())
    return Grid(
        "bits",
        N_("{people} secret bits, one attack", people=PEOPLE),
        N_("{right} right, {wrong} wrong; half of all by chance", right=right, wrong=PEOPLE - right),
        np.where(recovered, 0, 1).astype(np.int64),
        20,
        (CellKind(N_("recovered"), "with"), CellKind(N_("wrong"), "muted", crossed=True)),
    )


def hidden_bits() -> Grid:
    """The same squares before the attack."""
    return Grid(
        "bits",
        N_("{people} secret bits", people=PEOPLE),
        N_("Every square is a person whose answer is secret."),
        np.zeros(PEOPLE, dtype=np.int64),
        20,
        (CellKind(N_("secret"), "muted"),),
    )


def levels(seed: int) -> Sheet:
    """What was recovered at some levels of ε, and the noise there."""
    mean = shares_by_epsilon(seed).mean(axis=1)
    rows = tuple(
        (
            epsilon,
            N_("± {margin}", margin=each_answer(epsilon).margin(0.95)),
            N_("{share:percent}", share=float(mean[place])),
        )
        for place, epsilon in enumerate(EPSILONS)
        if epsilon in (1.0, 10.0, 100.0, 1000.0, 10_000.0)
    )
    return Sheet(
        "levels",
        N_("Noise and attack side by side"),
        N_("For each total ε the noise margin of an answer and the share of bits recovered."),
        (N_("total ε"), N_("95 % noise margin"), N_("recovered")),
        rows,
        {(0, 2): "without"},
        N_("Mean of {runs} {runs:run|runs}; random guessing recovers 50 %.", runs=RUNS),
    )


def margins(epsilon: float) -> Chart:
    """The noise margin of an answer over the total ε, for 2,000 answers and for a few."""
    at = np.geomspace(EPSILONS[0], EPSILONS[-1], 61)
    many = np.array([each_answer(float(each)).margin(0.95) for each in at])
    few = np.array([each_answer(float(each), _FEW).margin(0.95) for each in at])
    return Chart(
        "margins",
        N_("Who asks little gets good answers"),
        N_("The noise margin falls as ε rises; with 10 answers it is far smaller than with 2,000."),
        Axis(N_("total ε"), EPSILONS[0], EPSILONS[-1], logarithmic=True),
        Axis(N_("noise margin of each answer (people)"), 0.5, 10_000.0, logarithmic=True),
        (
            Curve("many", at, np.maximum(many, 0.5), "with", N_("2,000 answers"), wide=True),
            Curve("few", at, np.maximum(few, 0.5), "without", N_("10 answers"), wide=True),
            Level("half", PEOPLE / 2, N_("a typical answer: 200")),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )
