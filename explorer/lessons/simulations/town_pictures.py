"""Pictures of the lesson on linkage: two registers side by side, who is unique, and noised cells."""

from __future__ import annotations

from collections.abc import Collection
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
from explorer.lessons.simulations.town import (
    COLUMNS,
    PEOPLE,
    TARGETS,
    Flags,
    birth_date,
    each_cell,
    name_of,
    noised,
    targets,
    town,
    unique_share,
)
from explorer.mark import N_, Sentence
from explorer.privacy.binomial_band import binomial_band
from explorer.privacy.risk import of_mechanism

_EPSILONS = np.geomspace(0.1, 10.0, 41)
_SHOWN = 6
_WORDS: dict[str, Sentence] = {
    "sex": N_("sex"),
    "year": N_("year of birth"),
    "day": N_("day and month of birth"),
    "postcode": N_("postcode"),
}
SETS = (
    *(("sex",), ("postcode",), ("year",), ("day",)),
    *(("sex", "year", "postcode"), ("year", "day"), ("sex", "year", "day"), tuple(COLUMNS)),
)
_SHORT = (
    *(N_("sex"), N_("postcode"), N_("year"), N_("day")),
    *(N_("without day"), N_("date"), N_("sex, date"), N_("all")),
)


def word_of(column: str) -> Sentence:
    """A column as people call it."""
    return _WORDS[column]


def _values(seed: int, person: int) -> tuple[str, Sentence, str]:
    values = town(seed).columns
    sex = N_("female") if values["sex"][person] else N_("male")
    date = birth_date(int(values["year"][person]), int(values["day"][person]))
    return date, sex, f"130{values['postcode'][person] + 40}"


def hospital(seed: int) -> Sheet:
    """Some rows of the hospital, without names."""
    ill = town(seed).ill
    people = targets(seed)[:_SHOWN]
    return Sheet(
        "hospital",
        N_("The hospital publishes"),
        N_("Rows with birth date, sex, postcode and a diagnosis, and no names."),
        (N_("born"), N_("sex"), N_("postcode"), N_("ill")),
        tuple((*_values(seed, int(each)), N_("yes") if ill[each] else N_("no")) for each in people),
    )


def register(seed: int) -> Sheet:
    """The rows of the public register that agree, with names and what follows."""
    ill = town(seed).ill
    people = targets(seed)[:_SHOWN]
    return Sheet(
        "register",
        N_("The public register, joined"),
        N_("The same birth dates, sexes and postcodes with names; each one has a diagnosis now."),
        (N_("full name"), N_("born"), N_("ill")),
        tuple(
            (name_of(int(each)), _values(seed, int(each))[0], N_("yes") if ill[each] else N_("no"))
            for each in people
        ),
        {(row, 2): "with" for row in range(_SHOWN)},
        N_("Marked: what the join has told."),
    )


def by_columns(seed: int, chosen: Collection[str]) -> Chart:
    """The share of people who are unique by some sets of columns, and by those that are chosen."""
    at = np.arange(float(len(SETS) + 1))
    shares = np.array([unique_share(seed, frozenset(each)) for each in (*SETS, tuple(chosen))])
    names = tuple(enumerate((*_SHORT, N_("yours"))))
    return Chart(
        "by-columns",
        N_("Each column seems harmless; together they single out"),
        N_("Hardly anybody is unique by one column; nearly everybody is by all of them."),
        Axis(N_("columns"), -0.6, len(SETS) + 0.6, names=tuple((float(at), name) for at, name in names)),
        Axis(N_("people who are unique (%)"), 0.0, 100.0),
        (
            Columns("sets", at[:-1], 100 * shares[:-1], 0.7, "without"),
            Columns("chosen", at[-1:], 100 * shares[-1:], 0.7, "with"),
        ),
    )


def rates(epsilon: float, measured: float) -> Chart:
    """How often the best attack on a cell is right over ε."""
    own, low, high = _curves()
    return Chart(
        "rates",
        N_("The smaller ε, the closer to a coin toss"),
        N_("The share of right attacks rises with ε from one half; a band shows how far it scatters."),
        Axis(N_("ε"), 0.1, 10.0, logarithmic=True),
        Axis(N_("attacks that are right (%)"), 40.0, 102.0),
        (
            Band("scatter", _EPSILONS, 100 * low, 100 * high, "with"),
            Curve("own", _EPSILONS, 100 * own, "with", N_("no attack is better"), wide=True),
            Dots("now", np.array([epsilon]), np.array([100 * measured]), "ink", size=11.0, opacity=1.0),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


@cache
def _curves() -> tuple[NDArray[np.float64], ...]:
    """Accuracy of the best attack, and the 95 % band of the share counted; neither follows ε."""
    own = np.array([of_mechanism(each_cell(float(each))).best_guess for each in _EPSILONS])
    return own, *binomial_band(own, TARGETS)


def squares(right: Flags) -> Grid:
    """A square for each target."""
    return Grid(
        "targets",
        N_("{people} people who were found before", people=TARGETS),
        N_("{right} attacks are right and {wrong} wrong.", right=int(right.sum()), wrong=int((~right).sum())),
        np.where(right, 0, 1).astype(np.int64),
        20,
        (CellKind(N_("right"), "with"), CellKind(N_("wrong"), "muted", crossed=True)),
    )


def cells(seed: int, epsilon: float) -> Sheet:
    """The noised cells of some targets beside the truth."""
    ill, people = town(seed).ill, targets(seed)[:_SHOWN]
    return Sheet(
        "cells",
        N_("Noised counts of single people"),
        N_("For some people: the noised count of their cell, and whether they are ill."),
        (N_("full name"), N_("noised count"), N_("truly ill")),
        tuple(
            (name_of(int(each)), int(count), N_("yes") if ill[each] else N_("no"))
            for each, count in zip(people, noised(seed, epsilon)[:_SHOWN], strict=True)
        ),
        {},
        N_("Only the first two columns can be seen by an attacker."),
    )


def detail(epsilon: float) -> Sheet:
    """How the noise compares with the counts of coarse and fine tables."""
    width = each_cell(epsilon).margin(0.95)
    tables: tuple[tuple[Sentence, int], ...] = (
        (N_("by sex"), 2),
        (N_("by postcode"), 8),
        (N_("by postcode and decade"), 8 * 8),
        (N_("by sex, year and postcode"), 2 * 80 * 8),
        (N_("by sex, birth date and postcode"), 2 * 80 * 365 * 8),
    )
    half = PEOPLE / 2  # who are ill
    return Sheet(
        "detail",
        N_("The same noise in coarse and fine tables"),
        N_("From two cells to half a million: the mean count falls, and the noise stays the same."),
        (N_("table"), N_("cells"), N_("mean count"), N_("95 % noise margin")),
        tuple(
            (name, count, N_("{value:3}", value=half / count), N_("± {margin}", margin=width))
            for name, count in tables
        ),
    )
