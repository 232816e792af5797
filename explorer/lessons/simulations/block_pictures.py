"""Pictures of the census block: the published table, the forms that fit, the solution by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from explorer.lessons.parts.picture import Axis, Cell, Chart, Curve, Dots, Level, Marker, Sheet
from explorer.lessons.simulations.block_counts import (
    BLACK,
    BLACK_WOMEN,
    EVERYBODY,
    MARRIED,
    MEN,
    OLDEST,
    ROWS,
    WOMEN,
    fitting_men,
    forms,
    the_block,
)
from explorer.lessons.simulations.noised_block import each_statistic, fitting, published, some_fitting
from explorer.mark import N_, Sentence

NAMES: dict[str, Sentence] = {
    "men": N_("men"),
    "women": N_("women"),
    "black": N_("black"),
    "white": N_("white"),
    "black-women": N_("black women"),
    "married": N_("married"),
}
_SHOWN = 1500  # triples that are drawn
_LEVELS = tuple(float(each) for each in np.geomspace(1.0, 100_000.0, 11))
_DRAWS = 8
_LEAST_MARGIN, _LARGEST_MARGIN = 1e-4, 1e4  # years that the picture shows


def published_table(used: Sequence[str] = ()) -> Sheet:
    """The seven rows as they are published; those that are used are marked."""
    rows = {"everybody": EVERYBODY, **ROWS}
    names = {"everybody": N_("everybody"), **NAMES}
    marked = {(place, 0): "with" for place, name in enumerate(rows) if name in used}
    return Sheet(
        "published",
        N_("What is published of one block"),
        N_("For seven groups of a block of seven people: how many they are, their median and mean age."),
        (N_("group"), N_("people"), N_("median age"), N_("mean age")),
        tuple((names[name], row.count, row.median, row.mean) for name, row in rows.items()),
        marked,
        N_("Marked: the rows in use. Groups of fewer than three people are not published."),
    )


def one_row() -> Sheet:
    """The row of the men alone."""
    return Sheet(
        "one-row",
        N_("One published row"),
        N_("Three men, median age 30, mean age 44."),
        (N_("group"), N_("people"), N_("median age"), N_("mean age")),
        ((N_("men"), MEN.count, MEN.median, MEN.mean),),
    )


def men_that_fit() -> Chart:
    """The triples that the row of the men leaves: the youngest against the oldest."""
    found = fitting_men().astype(np.float64)
    return Chart(
        "men",
        N_("Every set of three ages that fits"),
        N_("31 dots on one line, from 0, 30 and 102 years to 30, 30 and 72 years."),
        Axis(N_("youngest man (years)"), 0.0, 40.0, whole=True),
        Axis(N_("oldest man (years)"), 60.0, float(OLDEST), whole=True),
        (Dots("fits", found[:, 0], found[:, 2], "with", size=9.0, opacity=0.9),),
    )


def falling(added: Sequence[str]) -> Chart:
    """How many forms fit after each row that was added."""
    steps = [frozenset(added[:count]) for count in range(len(added) + 1)]
    left = np.array([float(forms(known)) for known in steps])
    at = np.arange(float(len(left)))
    names = ((0.0, N_("counts")), *((place + 1.0, NAMES[name]) for place, name in enumerate(added)))
    return Chart(
        "falling",
        N_("Each row leaves fewer forms"),
        N_("The number of forms that fit falls with every row, from more than 10¹⁵ to one."),
        Axis(N_("row added"), 0.0, float(len(ROWS)), whole=True, names=names),
        Axis(N_("forms that fit"), 0.5, 1e16, logarithmic=True),
        (
            Curve("line", at, left, "with", wide=True),
            Dots("left", at, left, "with", size=9.0, opacity=1.0),
            Level("one", 1.0, N_("one form")),
        ),
    )


def by_hand() -> Sheet:
    """The six steps, with the numbers of the table."""
    rows = (*_subtractions(), *_middles())
    return Sheet(
        "by-hand",
        N_("Six subtractions"),
        N_("Each line subtracts published numbers and names a person."),
        (N_("from"), N_("years"), N_("follows")),
        rows,
        {(place, 2): "with" for place in range(len(rows))},
        N_("A mean times the number of people is a sum of whole years."),
    )


def _subtractions() -> tuple[tuple[Cell, ...], ...]:
    """What follows from the sums of the groups alone."""
    women = BLACK_WOMEN.total
    black_man, white_woman = BLACK.total - women, WOMEN.total - women
    left = N_("white men: {age} together", age=MEN.total - black_man)
    return (
        (N_("black − black women"), f"{BLACK.total} − {women}", N_("black man: {age}", age=black_man)),
        (N_("women − black women"), f"{WOMEN.total} − {women}", N_("white woman: {age}", age=white_woman)),
        (N_("men − black man"), f"{MEN.total} − {black_man}", left),
    )


def _middles() -> tuple[tuple[Cell, ...], ...]:
    """What follows from the medians then."""
    left, older = MEN.total - BLACK.total + BLACK_WOMEN.total, MEN.middle // 2
    middle = BLACK_WOMEN.middle // 2
    oldest = BLACK.middle - middle
    women = (BLACK_WOMEN.total - middle - oldest, middle, oldest)
    rest = MARRIED.total - MARRIED.middle
    return (
        (
            N_("median of the men"),
            f"{left} − {older} = {left - older}",
            N_("white men: {younger} and {older}", younger=left - older, older=older),
        ),
        (
            N_("median of the black people"),
            f"{BLACK.middle} − {middle} = {oldest}",
            N_("black women: {ages}", ages=women),
        ),
        (
            N_("median and mean of the married"),
            f"{MARRIED.total} − {MARRIED.middle} = {rest}",
            N_("married: {ages}", ages=tuple(sorted(_married()))),
        ),
    )


def _married() -> tuple[int, ...]:
    (found,) = (four for four in combinations(the_block(), MARRIED.count) if MARRIED.fits(four))
    return found


def cloud(seed: int, epsilon: float) -> Chart:
    """The triples that fit the noised row of the men."""
    found = some_fitting(published(seed, epsilon), _SHOWN).astype(np.float64)
    exact = fitting_men().astype(np.float64)
    return Chart(
        "cloud",
        N_("Every set of three ages that still fits"),
        N_("A cloud of dots: with noise many more ages fit than the 31 on the line."),
        Axis(N_("youngest man (years)"), 0.0, float(OLDEST), whole=True),
        Axis(N_("oldest man (years)"), 0.0, float(OLDEST), whole=True),
        (
            *((Dots("fits", found[:, 0], found[:, 2], "without", size=4.0),) if len(found) else ()),
            Dots("exact", exact[:, 0], exact[:, 2], "with", N_("fit without noise"), 6.0, 1.0),
        ),
    )


def fits_by_epsilon(seed: int, epsilon: float) -> Chart:
    """How many triples fit over ε, in several draws."""
    counts = [[fitting(published(seed, level, draw)) for draw in range(_DRAWS)] for level in _LEVELS]
    at, y = np.repeat(_LEVELS, _DRAWS), np.maximum(np.ravel(counts).astype(np.float64), 0.5)
    middle = np.maximum(np.median(np.array(counts, dtype=np.float64), axis=1), 0.5)
    return Chart(
        "fits-by-epsilon",
        N_("The smaller ε, the more ages fit"),
        N_("The number of sets of ages that fit rises from 31 to many thousands as ε falls."),
        Axis(N_("total ε"), _LEVELS[0], _LEVELS[-1], logarithmic=True),
        Axis(N_("sets of three ages that fit"), 10.0, 1e6, logarithmic=True),
        (
            Dots("draws", at, y, "muted", N_("{draws} {draws:draw|draws} at each level", draws=_DRAWS), 5.0),
            Curve("median", np.array(_LEVELS), middle, "without", N_("median"), wide=True),
            Level("exact", float(len(fitting_men())), N_("without noise: 31")),
            Marker("epsilon", N_("ε = {epsilon}", epsilon=epsilon)),
        ),
    )


def margin_by_people(epsilon: float) -> Chart:
    """The noise margin of a mean age over the number of people."""
    people = np.geomspace(3.0, 1_000_000.0, 61)
    margins = each_statistic(epsilon).margin(0.95) / people
    seen = (margins >= _LEAST_MARGIN) & (margins <= _LARGEST_MARGIN)
    return Chart(
        "margin-by-people",
        N_("Seven people cannot have an exact mean; a town can"),
        N_("The noise margin of a mean age falls in proportion to the number of people."),
        Axis(N_("people"), 3.0, 1_000_000.0, logarithmic=True),
        Axis(N_("noise margin of the mean (years)"), _LEAST_MARGIN, _LARGEST_MARGIN, logarithmic=True),
        (
            *((Curve("margin", people[seen], margins[seen], "exact", wide=True),) if seen.any() else ()),
            Level("year", 1.0, N_("one year")),
        ),
    )
