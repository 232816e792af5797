"""Pictures of the lesson on k-anonymity: the three tables, and what an attacker believes over ε."""

from __future__ import annotations

import numpy as np

from explorer.lessons.parts.picture import Axis, Band, Cell, Chart, Curve, Dots, Level, Marker, Sheet
from explorer.lessons.simulations.anonymous_tables import (
    BY_ORGAN,
    CANCER,
    DISEASES,
    GROUPS,
    HOMOGENEOUS,
    ILLNESSES,
    NEIGHBOUR,
    SALARY_GROUPS,
    SKEWED,
    STOMACH_AND_LUNGS,
    beliefs,
    each_cell,
    homogeneous,
    illnesses,
    noised,
    prior,
    salaries,
    skewed,
)
from explorer.mark import N_, Sentence
from explorer.privacy.anonymity import Equal, GroundDistance, Ordered, closeness
from explorer.privacy.risk import posterior
from explorer.privacy.status import Kind

_EPSILONS = np.geomspace(0.1, 10.0, 41)


def patients(hidden: bool) -> Sheet:
    """The twelve patients as published; the diseases as question marks where `hidden`."""
    rows: list[tuple[Cell, ...]] = []
    for place, (postcode, age) in enumerate(GROUPS):
        for disease, count in enumerate(HOMOGENEOUS[place]):
            rows += [(postcode, age, "?" if hidden else DISEASES[disease])] * int(count)
    of_neighbour = range(len(rows) - int(HOMOGENEOUS[NEIGHBOUR].sum()), len(rows))
    return Sheet(
        "patients",
        N_("The published table"),
        N_("Twelve patients in three groups of four with the same postcode and age."),
        (N_("postcode"), N_("age"), N_("disease")),
        tuple(rows),
        {} if hidden else {(row, 2): "with" for row in of_neighbour},
        None if hidden else N_("Marked: the group of your neighbour."),
    )


def distances() -> Sheet:
    """How far each group of the first table is from all patients."""
    far = closeness(homogeneous(), Equal())
    return Sheet(
        "distances",
        N_("k, ℓ and t of each group"),
        N_("Each group has four patients; one of them has a single disease and is far from the whole."),
        (N_("group"), N_("patients (k)"), N_("diseases (ℓ)"), N_("distance (t)")),
        tuple(
            (f"{postcode}, {age}", int(counts.sum()), int((counts > 0).sum()), round(float(each), 3))
            for (postcode, age), counts, each in zip(GROUPS, HOMOGENEOUS, far, strict=True)
        ),
        {(NEIGHBOUR, 2): "with", (NEIGHBOUR, 3): "with"},
        N_("Ground distance: all diseases equally far apart."),
    )


def virus() -> Sheet:
    """The groups of the second table with the share of the virus."""
    far = closeness(skewed(), Equal())
    return Sheet(
        "virus",
        N_("A thousand patients, ten with a rare virus"),
        N_("Six groups; one small group has half of its people with the virus, the others next to none."),
        (N_("group"), N_("without the virus"), N_("with the virus"), N_("share"), N_("distance (t)")),
        tuple(
            (
                place + 1,
                int(without),
                int(infected),
                N_("{share:percent}", share=float(infected / (without + infected))),
                round(float(far[place]), 3),
            )
            for place, (without, infected) in enumerate(SKEWED)
        ),
        {(0, 3): "with"},
        N_("Marked: the group of your colleague."),
    )


def similar() -> Sheet:
    """The nine patients of the third table."""
    rows = [
        (place + 1, salary, STOMACH_AND_LUNGS[illness][0])
        for place, (group, ill) in enumerate(zip(SALARY_GROUPS, ILLNESSES, strict=True))
        for salary, illness in zip(group, ill, strict=True)
    ]
    return Sheet(
        "similar",
        N_("Nine patients, three in each group"),
        N_("In the first group the three lowest salaries and three diseases of the stomach."),
        (N_("group"), N_("salary (thousands)"), N_("disease")),
        tuple(rows),
        {(row, column): "with" for row in range(3) for column in (1, 2)},
        N_("Marked: three different values that all say the same."),
    )


def by_distance() -> Sheet:
    """t of the third table for each column and ground distance."""
    grounds: tuple[tuple[Sentence, Sentence, GroundDistance], ...] = (
        (N_("salary"), N_("ordered"), Ordered()),
        (N_("salary"), N_("equal"), Equal()),
        (N_("disease"), N_("by organ"), BY_ORGAN),
        (N_("disease"), N_("equal"), Equal()),
    )
    rows: list[tuple[Cell, ...]] = []
    for place, (column, name, ground) in enumerate(grounds):
        far = closeness(salaries() if place < 2 else illnesses(), ground)
        rows.append((column, name, *(round(float(each), 3) for each in far)))
    return Sheet(
        "by-distance",
        N_("t of each group, by ground distance"),
        N_("With an order or a hierarchy the first group is farthest; otherwise all are equally far."),
        (N_("column"), N_("ground distance"), N_("group 1"), N_("group 2"), N_("group 3")),
        tuple(rows),
        {(0, 2): "with", (2, 2): "with"},
    )


def belief(seed: int, epsilon: float) -> Chart:
    """What somebody believes after each of the draws, within the proven range over ε."""
    start = prior()
    low, high = (100 * np.array([posterior(float(e), start)[end] for e in _EPSILONS]) for end in (0, 1))
    found = beliefs(seed, epsilon)
    return Chart(
        "belief",
        N_("The smaller ε, the less anybody can learn"),
        N_("The range of possible beliefs narrows around the prior as ε falls."),
        Axis(N_("ε"), 0.1, 10.0, logarithmic=True),
        Axis(N_("belief that your neighbour has cancer (%)"), 0.0, 102.0),
        (
            Band("range", _EPSILONS, low, high, "exact"),
            Curve("most", _EPSILONS, high, "exact", N_("no belief is higher"), Kind.UPPER),
            Level("prior", 100 * start, N_("prior: {share:percent}", share=start)),
            Level("table", 100.0, N_("4-anonymous table"), "with"),
            Dots("draws", np.full(len(found), epsilon), 100 * found, "ink", N_("simulated tables"), 6.0),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def noised_table(seed: int, epsilon: float) -> Sheet:
    """One noised table of counts."""
    table = noised(seed, epsilon)[0]
    return Sheet(
        "noised",
        N_("What is published now"),
        N_("For each group and disease a noised count; counts may be negative."),
        (N_("group"), *DISEASES),
        tuple(
            (f"{postcode}, {age}", *(int(each) for each in counts))
            for (postcode, age), counts in zip(GROUPS, table, strict=True)
        ),
        {(NEIGHBOUR, CANCER + 1): "with"},
        N_("Marked: the cell that said everything before."),
    )


def margins(epsilon: float) -> Chart:
    """The noise margin of each count over ε."""
    wide = np.array([each_cell(float(each)).margin(0.95) for each in _EPSILONS])
    return Chart(
        "margins",
        N_("The smaller ε, the wider the noise"),
        N_("The noise margin of each count falls as ε rises."),
        Axis(N_("ε"), 0.1, 10.0, logarithmic=True),
        Axis(N_("noise margin of each count (people)"), 0.0, float(wide.max())),
        (
            Curve("margin", _EPSILONS, wide, "exact", wide=True),
            Level("group", 4.0, N_("a group of four")),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )
