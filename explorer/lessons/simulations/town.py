"""A simulated town: birth dates, sexes and postcodes of its people, and who is unique by which columns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.simulations.noise import noise_of
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.samplers.seeded_bytes import seeded_bits

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

PEOPLE, TARGETS = 20_000, 400
FIRST_YEAR = 1935
COLUMNS = {"sex": 2, "year": 80, "day": 365, "postcode": 8}  # and how many values each has
YEAR_SHARES = np.concatenate([np.linspace(0.3, 1.0, 25), np.ones(55)]) / 71.25  # fewer of the oldest
POSTCODE_SHARES = np.array([0.28, 0.2, 0.15, 0.12, 0.1, 0.07, 0.05, 0.03])
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIRST_NAMES = (
    "Ada",
    "Ben",
    "Clara",
    "David",
    "Emma",
    "Felix",
    "Grace",
    "Hugo",
    "Iris",
    "Jonas",
    "Karla",
    "Leo",
)
_LAST_NAMES = (
    "Abel",
    "Berg",
    "Costa",
    "Duran",
    "Evans",
    "Fischer",
    "Grant",
    "Horn",
    "Ito",
    "Jansen",
    "Kim",
    "Lund",
)


def shares_of(column: str) -> Floats:
    """How frequent each value of a column is; columns are independent of each other."""
    uniform = np.full(COLUMNS[column], 1 / COLUMNS[column])
    return {"year": YEAR_SHARES, "postcode": POSTCODE_SHARES}.get(column, uniform)


@dataclass(frozen=True, eq=False)
class Town:
    """The value of each column for each person, (PEOPLE,), and who is ill: half of them, by fair coins."""

    columns: dict[str, Whole]
    ill: Flags

    def combinations(self, chosen: Collection[str]) -> Whole:
        """A number for each person that two share if they agree in all chosen columns, (PEOPLE,)."""
        number = np.zeros(PEOPLE, dtype=np.int64)
        for name, values in COLUMNS.items():
            if name in chosen:
                number = number * values + self.columns[name]
        return number

    def unique(self, chosen: Collection[str]) -> Flags:
        """Who is the only one with these values, (PEOPLE,)."""
        number = self.combinations(chosen)
        return np.asarray(np.bincount(number)[number] == 1)


@lru_cache(maxsize=4)
def town(seed: int) -> Town:
    """Everybody's values are drawn independently."""
    source = np.random.default_rng((seed, 0))
    columns = {name: source.choice(count, PEOPLE, p=shares_of(name)) for name, count in COLUMNS.items()}
    return Town(columns, source.integers(0, 2, PEOPLE) == 1)


@lru_cache(maxsize=64)
def unique_share(seed: int, chosen: frozenset[str]) -> float:
    """The share of people who are unique by these columns; without any column nobody is."""
    return float(town(seed).unique(chosen).mean())


@lru_cache(maxsize=4)
def targets(seed: int) -> Whole:
    """Some people who are unique by all columns, by their places in the town, (TARGETS,)."""
    alone = np.flatnonzero(town(seed).unique(COLUMNS))
    return np.random.default_rng((seed, 1)).choice(alone, TARGETS, replace=False)


def each_cell(epsilon: float) -> DiscreteLaplace:
    """The mechanism of each count of ill people: one person is in one cell, and moves it by one."""
    return DiscreteLaplace.calibrated(epsilon, 0.0, 1.0)


@lru_cache(maxsize=256)
def noised(seed: int, epsilon: float) -> Whole:
    """The noised count of ill people in the cell of each target, where nobody else is, (TARGETS,)."""
    source = seeded_bits(seed, 2)
    noise = noise_of(each_cell(epsilon), source, TARGETS).astype(np.int64)
    return town(seed).ill[targets(seed)] + noise


def right(seed: int, epsilon: float) -> Flags:
    """Whether "ill from 1 on" is right about each target, (TARGETS,): the likelier of the two."""
    return np.asarray((noised(seed, epsilon) >= 1) == town(seed).ill[targets(seed)])


def birth_date(year: int, day: int) -> str:
    """A birth date as it is written in the registers, year first."""
    month = 0
    while day >= _DAYS[month]:
        day, month = day - _DAYS[month], month + 1
    return f"{FIRST_YEAR + year}-{month + 1:02}-{day + 1:02}"


def name_of(person: int) -> str:
    """A name for each place in the register; names may repeat, as they do."""
    first, last = _FIRST_NAMES[person % len(_FIRST_NAMES)], _LAST_NAMES[person // 12 % len(_LAST_NAMES)]
    return f"{first} {last}"
