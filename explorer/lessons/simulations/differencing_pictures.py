"""Pictures of the lesson on differencing: the patients, the totals, and how often the attack is right."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import (
    Axis,
    Band,
    CellKind,
    Chart,
    Columns,
    Curve,
    Dots,
    Grid,
    Marker,
    Sheet,
)
from explorer.lessons.simulations.two_counts import COUNTS, OTHERS, REPEATS, each_count
from explorer.mark import N_
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.risk import of_mechanism, worst_case
from explorer.privacy.status import Kind

CURVE = np.geomspace(0.1, 10.0, 61)
_PATIENTS = (
    *((N_("Ross"), 1), (N_("Monica"), 1)),
    *((N_("Joey"), 0), (N_("Phoebe"), 0), (N_("Chandler"), 1)),
)


def rates(epsilon: float, right: float) -> Chart:
    """The attack's accuracy over ε, with the share of right attacks now, and the bound for every attack."""
    own, most, low, high = _curves()
    return Chart(
        "rates",
        N_("The smaller ε, the closer to a coin toss"),
        N_(
            "The share of right attacks rises with ε from one half, below the bound for every attack; a band "
            "shows how far {runs} attacks scatter.",
            runs=REPEATS,
        ),
        Axis(N_("total ε"), 0.1, 10.0, logarithmic=True),
        Axis(N_("attacks that are right (%)"), 40.0, 100.0),
        (
            Band("scatter", CURVE, 100 * low, 100 * high, "with"),
            Curve("most", CURVE, 100 * most, "ink", kind=Kind.UPPER),  # the legend says: proven bound
            Curve("own", CURVE, 100 * own, "with", wide=True),
            Dots("now", np.array([epsilon]), np.array([100 * right]), "ink", size=11.0, opacity=1.0),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


@cache
def _curves() -> tuple[NDArray[np.float64], ...]:
    """Accuracy of the attack and of every attack, and the 95 % band of the share counted; none follows ε."""
    own = np.array([of_mechanism(each_count(float(e))).best_guess for e in CURVE])
    most = np.array([worst_case(float(e), 0.0).best_guess for e in CURVE])
    return own, most, *binomial_band(own, REPEATS)


def patients(hidden: bool) -> Sheet:
    """The five patients with their diagnoses, or with question marks."""
    rows = tuple((name, "?" if hidden else ill) for name, ill in _PATIENTS)
    return Sheet(
        "patients",
        N_("Five simulated patients"),
        N_("Five names; beside each one a 1 for ill and a 0 for well, or a question mark."),
        (N_("patient"), N_("ill")),
        rows,
        {} if hidden else {(len(rows) - 1, 1): "with"},
        None if hidden else N_("Marked: what the two totals give away."),
    )


def totals(difference: bool) -> Sheet:
    """The two published totals, and their difference."""
    rows = [(N_("all five"), OTHERS + 1), (N_("all but Chandler"), OTHERS)]
    rows += [(N_("the difference"), 1)] if difference else []
    return Sheet(
        "totals",
        N_("What is published"),
        N_("How many of all five patients are ill, and how many of the four without Chandler."),
        (N_("patients counted"), N_("ill")),
        tuple(rows),
        {(2, 1): "with"} if difference else {},
    )


def squares(right: NDArray[np.bool_]) -> Grid:
    """A square for each attack."""
    return Grid(
        "attempts",
        N_("{runs} attacks", runs=REPEATS),
        N_("{right} attacks are right and {wrong} wrong.", right=int(right.sum()), wrong=int((~right).sum())),
        np.where(right, 0, 1).astype(np.int64),
        20,
        (CellKind(N_("right"), "with"), CellKind(N_("wrong"), "muted", crossed=True)),
    )


def overlap(noise: DiscreteLaplace) -> Chart:
    """The noised total of all five, if Chandler is ill and if he is well."""
    at = np.arange(-40.0, 45.0)
    with_him, without_him = (noise.density(at - OTHERS - ill) for ill in (1, 0))
    return Chart(
        "overlap",
        N_("The noised total of all five, ill or well"),
        N_("Two wide distributions, one patient apart, nearly cover each other."),
        Axis(N_("noised total"), -40.0, 44.0, whole=True),
        Axis(N_("probability"), 0.0, float(with_him.max()) * 1.25),
        (
            Columns("well", at - 0.2, without_him, 0.4, "without", N_("if Chandler is well")),
            Columns("ill", at + 0.2, with_him, 0.4, "with", N_("if Chandler is ill")),
        ),
    )


def margins(epsilon: float) -> Chart:
    """The noise margin of each count over the total ε."""
    wide = np.array([each_count(float(e)).margin(0.95) for e in CURVE])
    return Chart(
        "margins",
        N_("The smaller ε, the wider the noise"),
        N_("The noise margin of each count falls as ε rises."),
        Axis(N_("total ε"), 0.1, 10.0, logarithmic=True),
        Axis(N_("noise margin of each count (people)"), 0.0, float(wide.max())),
        (
            Curve("margin", CURVE, wide, "exact", wide=True),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def ledger(epsilon: float) -> Sheet:
    """Two entries of half the total each."""
    half = epsilon / COUNTS
    return Sheet(
        "ledger",
        N_("What the ledger would say"),
        N_("Two releases of half ε each, and their running total."),
        (N_("release"), N_("ε"), N_("cumulative")),
        ((N_("total of all five"), half, half), (N_("total of four"), half, epsilon)),
    )
