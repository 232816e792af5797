"""Pictures of the lesson on differencing: the patients, the totals, and how often the attack is right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.parts.picture import Axis, Band, CellKind, Chart, Curve, Dots, Grid, Marker, Sheet
from explorer.lessons.simulations.numbers import scatter
from explorer.lessons.simulations.two_counts import OTHERS, REPEATS, each_count
from explorer.mark import N_
from explorer.privacy.risk import of_mechanism, worst_case
from explorer.privacy.status import Kind

CURVE = np.geomspace(0.1, 10.0, 61)
_PATIENTS = (("Ross", 1), ("Monica", 1), ("Joey", 0), ("Phoebe", 0), ("Chandler", 1))


def rates(epsilon: float, right: float) -> Chart:
    """The attack's accuracy over ε, with the share of right attacks now, and the bound for every attack."""
    own = np.array([of_mechanism(each_count(float(e))).best_guess for e in CURVE])
    most = np.array([worst_case(float(e), 0.0).best_guess for e in CURVE])
    low, high = scatter(own, REPEATS)
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
            Curve("most", CURVE, 100 * most, "ink", N_("no attack is better"), Kind.UPPER),
            Curve("own", CURVE, 100 * own, "with", N_("this attack"), wide=True),
            Dots("now", np.array([epsilon]), np.array([100 * right]), "ink", size=11.0, opacity=1.0),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


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
