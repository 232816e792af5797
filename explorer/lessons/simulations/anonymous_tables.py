"""Three simulated hospital tables that are k-anonymous, and the counts of one of them with noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.lessons.simulations.noise import noise_of
from explorer.mark import N_, Sentence
from explorer.privacy.anonymity import (
    EquivalenceClasses,
    GroundDistance,
    Hierarchical,
    class_sizes,
    classes_of_counts,
    closeness,
    distinct_values,
    entropy_diversity,
)
from explorer.privacy.mechanisms.discrete_laplace import DiscreteLaplace
from explorer.privacy.samplers.seeded_bytes import seeded_bits

Floats = NDArray[np.float64]

DISEASES: tuple[Sentence, ...] = (N_("heart disease"), N_("infection"), N_("cancer"))
GROUPS = (("130**", "20–29"), ("1485*", "40–59"), ("130**", "30–39"))
HOMOGENEOUS = np.array([[2, 2, 0], [1, 2, 1], [0, 0, 4]])  # patients of each group by disease
NEIGHBOUR, CANCER = 2, 2  # the group of the neighbour, and what all of it have

SKEWED = np.array([[5, 5], *([[197, 1]] * 5)])  # patients of each group without and with a rare virus

SALARIES = np.arange(3, 12)  # thousands a year, one patient each
SALARY_GROUPS = ((3, 4, 5), (6, 8, 11), (7, 9, 10))
STOMACH_AND_LUNGS: tuple[tuple[Sentence, str], ...] = (
    *((N_("gastric ulcer"), "stomach"), (N_("gastritis"), "stomach"), (N_("stomach cancer"), "stomach")),
    *((N_("flu"), "lungs"), (N_("bronchitis"), "lungs"), (N_("pneumonia"), "lungs")),
)
ILLNESSES = ((0, 1, 2), (1, 3, 4), (4, 5, 2))  # of the patients of each salary group
BY_ORGAN = Hierarchical(tuple((organ,) for _, organ in STOMACH_AND_LUNGS))
SENSITIVITY = 2.0  # another disease of one patient moves two counts by one each
DRAWS = 40


@dataclass(frozen=True)
class Anonymity:
    """k, the distinct and the entropy ℓ, and t of a table by one ground distance."""

    k: int
    distinct: int
    entropy: float
    t: float


def anonymity(table: EquivalenceClasses, ground: GroundDistance) -> Anonymity:
    """The worst class of each."""
    return Anonymity(
        int(class_sizes(table).min()),
        int(distinct_values(table).min()),
        float(entropy_diversity(table).min()),
        float(closeness(table, ground).max()),
    )


def homogeneous() -> EquivalenceClasses:
    """Twelve patients in three groups of four; in one of them all have cancer."""
    return classes_of_counts(HOMOGENEOUS)


def skewed() -> EquivalenceClasses:
    """A thousand patients, ten of them with the virus, five of these in a group of ten."""
    return classes_of_counts(SKEWED)


def salaries() -> EquivalenceClasses:
    """Nine salaries, all different, in three groups."""
    return classes_of_counts(np.array([[int(each in group) for each in SALARIES] for group in SALARY_GROUPS]))


def illnesses() -> EquivalenceClasses:
    """The diseases of the same nine people."""
    kinds = range(len(STOMACH_AND_LUNGS))
    return classes_of_counts(np.array([[group.count(each) for each in kinds] for group in ILLNESSES]))


def each_cell(epsilon: float) -> DiscreteLaplace:
    """The mechanism of each count of group and disease: one patient's disease may be replaced."""
    return DiscreteLaplace.calibrated(epsilon, 0.0, SENSITIVITY)


def prior() -> float:
    """The share of cancer among all patients."""
    return float(homogeneous().overall[CANCER])


@lru_cache(maxsize=256)
def noised(seed: int, epsilon: float) -> NDArray[np.int64]:
    """`DRAWS` noised tables, (DRAWS, groups, diseases)."""
    source = seeded_bits(seed, 1)
    noise = noise_of(each_cell(epsilon), source, DRAWS * HOMOGENEOUS.size)
    return HOMOGENEOUS + noise.astype(np.int64).reshape(DRAWS, *HOMOGENEOUS.shape)


def beliefs(seed: int, epsilon: float) -> Floats:
    """What somebody believes of the neighbour's cancer after each noised table, (DRAWS,), by Bayes.

    The attacker knows the other three of the group, and takes the shares of all patients as the prior. Only
    the counts of that group depend on the neighbour.
    """
    others = HOMOGENEOUS[NEIGHBOUR] - np.eye(len(DISEASES), dtype=np.int64)[CANCER]
    possible = others + np.eye(len(DISEASES), dtype=np.int64)
    apart = noised(seed, epsilon)[:, NEIGHBOUR][:, None, :] - possible
    logs = each_cell(epsilon).log_density(apart.astype(np.float64)).sum(axis=2)
    weights = homogeneous().overall * np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights[:, CANCER] / weights.sum(axis=1), dtype=np.float64)
