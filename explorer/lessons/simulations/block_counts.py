"""A census block of seven people, published as counts, medians and means by group; the forms that fit.

A form has one line for each person, grouped by what the counts already tell: three black women, one black
man, one white woman and two white men, in each group in order of age, from 0 to 125. It says each age, and
who of the seven are the four that are married.

Source
------
Garfinkel, Abowd & Martindale (2018), Understanding database reconstruction attacks on public data, Table 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

OLDEST = 125
AGES = OLDEST + 1


@dataclass(frozen=True)
class Row:
    """One published statistic: so many people, their median age and their mean to one decimal."""

    count: int
    median: float
    mean: float

    @property
    def total(self) -> int:
        """The one sum of whole ages whose mean is written so."""
        return round(self.count * self.mean)

    @property
    def middle(self) -> int:
        """Twice the median: the middle age twice, or the sum of the two middle ones."""
        return round(2 * self.median)

    def fits(self, ages: Sequence[int]) -> bool:
        """Whether these people would be published so."""
        ordered = sorted(ages)
        middle = ordered[(len(ages) - 1) // 2] + ordered[len(ages) // 2]
        return len(ages) == self.count and sum(ages) == self.total and middle == self.middle


EVERYBODY = Row(7, 30.0, 38.0)
MEN, WOMEN = Row(3, 30.0, 44.0), Row(4, 30.0, 33.5)
BLACK, WHITE = Row(4, 51.0, 48.5), Row(3, 24.0, 24.0)
BLACK_WOMEN = Row(3, 36.0, 36.7)
MARRIED = Row(4, 51.0, 54.0)
ROWS = {
    "men": MEN,
    "women": WOMEN,
    "black": BLACK,
    "white": WHITE,
    "black-women": BLACK_WOMEN,
    "married": MARRIED,
}
OF_AGES = tuple(name for name in ROWS if name != "married")


@lru_cache(maxsize=1)
def triples() -> Whole:
    """Every three ages in order, (341376, 3)."""
    ages = np.arange(AGES)
    first, second, third = np.meshgrid(ages, ages, ages, indexing="ij", sparse=True)
    found: Whole = np.argwhere((first <= second) & (second <= third))
    return found


@lru_cache(maxsize=1)
def fitting_men() -> Whole:
    """The ages of three men that their row alone leaves, (31, 3): the median and two that sum to the rest."""
    ages = np.arange(AGES)
    youngest = ages[2 * ages <= MEN.middle]
    oldest = MEN.total - MEN.middle // 2 - youngest
    possible = (2 * oldest >= MEN.middle) & (oldest <= OLDEST)
    middle = np.full_like(youngest, MEN.middle // 2)
    return np.column_stack((youngest, middle, oldest))[possible]


@lru_cache(maxsize=64)
def forms(known: frozenset[str]) -> int:
    """How many forms fit the counts and the rows in `known`, names of `ROWS`; exact.

    The women x, y black and white, and the men, meet in the black man's age and the white woman's alone: for
    every two of these the ways to fill in the rest are a product. "married" is counted where the ages are
    settled; before that any four of the seven may be married.
    """
    women = _black_women(known)
    men = _white_men("men" in known, "white" in known)
    ages = int(np.rint((women * men).sum()))
    if "married" in known and ages == 1:
        found = the_block()
        return sum(MARRIED.fits(four) for four in combinations(found, MARRIED.count))
    return ages * comb(EVERYBODY.count, MARRIED.count)


@lru_cache(maxsize=1)
def the_block() -> tuple[int, ...]:
    """The one set of ages that fits: black women, black man, white woman, white men."""
    found = [
        (*(int(age) for age in x), y, z, int(u), int(v))
        for x, y, z in _settled_women()
        for u, v in _pairs()
        if MEN.fits((y, int(u), int(v))) and WHITE.fits((z, u, v)) and EVERYBODY.fits((*x, y, z, u, v))
    ]
    (only,) = found
    return only


def _settled_women() -> list[tuple[Whole, int, int]]:
    """Black women with the black man and the white woman that all their rows leave."""
    women = triples()
    women = women[(women[:, 1] * 2 == BLACK_WOMEN.middle) & (women.sum(axis=1) == BLACK_WOMEN.total)]
    found = []
    for each in women:
        man, white_woman = BLACK.total - int(each.sum()), WOMEN.total - int(each.sum())
        if BLACK.fits((*each, man)) and WOMEN.fits((*each, white_woman)):
            found.append((each, man, white_woman))
    return found


@lru_cache(maxsize=1)
def _pairs() -> Whole:
    """Every two ages in order, (8001, 2)."""
    ages = np.arange(AGES)
    found: Whole = np.argwhere(ages[:, None] <= ages)
    return found


@lru_cache(maxsize=4)
def _white_men(men: bool, white: bool) -> NDArray[np.float64]:
    """Ways to fill in the white men for each age of the black man and of the white woman, (AGES, AGES)."""
    by_man = _beside(MEN) if men else np.ones((len(_pairs()), AGES))
    by_woman = _beside(WHITE) if white else np.ones((len(_pairs()), AGES))
    return np.asarray(by_man.T @ by_woman, dtype=np.float64)


def _beside(row: Row) -> NDArray[np.float64]:
    """Whether two white men and a third person of each age fit a row, (8001, AGES)."""
    pairs, ages = _pairs(), np.arange(AGES)
    low, high = pairs[:, :1], pairs[:, 1:]
    middle = np.clip(ages, low, high)
    fits: Flags = (low + high + ages == row.total) & (2 * middle == row.middle)
    return fits.astype(np.float64)


def _black_women(known: frozenset[str]) -> NDArray[np.float64]:
    """Ways to fill in the black women for each age of the black man and of the white woman, (AGES, AGES)."""
    women = triples()
    if "black-women" in known:
        row = BLACK_WOMEN
        women = women[(women[:, 1] * 2 == row.middle) & (women.sum(axis=1) == row.total)]
    man, fits_man = _fourth(women, BLACK)
    white_woman, fits_woman = _fourth(women, WOMEN)
    ways = np.zeros((AGES, AGES))
    if {"black", "women"} <= known:
        both = fits_man & fits_woman
        np.add.at(ways, (man[both], white_woman[both]), 1.0)
    elif "black" in known:
        ways += np.bincount(man[fits_man], minlength=AGES)[:, None]
    elif "women" in known:
        ways += np.bincount(white_woman[fits_woman], minlength=AGES)
    else:
        ways += len(women)
    return ways


def _fourth(women: Whole, row: Row) -> tuple[Whole, Flags]:
    """The age of the fourth person that a row asks for beside three women, and where there is one."""
    age = row.total - women.sum(axis=1)
    low, high = np.clip(age, women[:, 0], women[:, 1]), np.clip(age, women[:, 1], women[:, 2])
    # of four in order the second and third: the three with the fourth between them
    middle = np.where(age <= women[:, 1], low + women[:, 1], women[:, 1] + high)
    return age, (age >= 0) & (age <= OLDEST) & (middle == row.middle)
