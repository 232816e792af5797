"""k-anonymity, ℓ-diversity and t-closeness of a table, from how often each value occurs in each class.

An equivalence class is a set of rows that agree in all quasi-identifiers (what somebody else may know, such
as age and postcode). None of the three is a guarantee against everybody, as differential privacy is: each
says something of the table alone, and nothing of what else is known or published.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.mark import N_
from explorer.privacy.refusal import NotValid

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class EquivalenceClasses:
    """How often each sensitive value occurs in each class, of the pairs that occur.

    Attributes
    ----------
    place : (r,) the class of each pair, in [0, classes), ascending
    value : (r,) its sensitive value, in [0, values), ascending within a class
    count : (r,) its rows, >= 1
    classes, values : how many there are; every class has at least one row
    """

    place: Whole
    value: Whole
    count: Whole
    classes: int
    values: int

    @property
    def overall(self) -> Floats:
        """The share of each sensitive value in the whole table, (values,)."""
        found = np.bincount(self.value, weights=self.count, minlength=self.values).astype(np.float64)
        return found / float(found.sum())

    @property
    def shares(self) -> Floats:
        """The share of each pair in its class, (r,)."""
        return self.count / class_sizes(self)[self.place]


def classes_of_rows(places: Whole, values: Whole, distinct: int | None = None) -> EquivalenceClasses:
    """Classes from one number of a class and one of a sensitive value a row, (n,) each, both from 0.

    Numbers of classes that no row has are left out. `distinct` is how many sensitive values there are, where
    that is more than occur: the ordered distance is in units of all of them.

    Errors
    ------
    NotValid
        No rows, or a number below 0 or beyond `distinct`.
    """
    if not len(places):
        raise NotValid(N_("a table without rows has no equivalence classes"))
    largest = int(np.max(values)) + 1
    if min(np.min(places), np.min(values)) < 0 or (distinct is not None and largest > distinct):
        raise NotValid(N_("every row needs a class and a sensitive value"))
    known = largest if distinct is None else distinct
    taken, place = np.unique(places, return_inverse=True)
    pairs, count = np.unique(place.astype(np.int64) * known + values, return_counts=True)
    return EquivalenceClasses(pairs // known, pairs % known, count.astype(np.int64), len(taken), known)


def classes_of_counts(counts: Whole) -> EquivalenceClasses:
    """Classes from a table of counts, (classes, values). Errors as `classes_of_rows`."""
    place, value = np.nonzero(counts)
    return classes_of_rows(
        np.repeat(place, counts[place, value]), np.repeat(value, counts[place, value]), counts.shape[1]
    )


def class_sizes(table: EquivalenceClasses) -> Whole:
    """Rows of each class, (classes,). The table is k-anonymous for k = the least of them.

    Source
    ------
    Sweeney (2002), k-Anonymity: a model for protecting privacy, Definition 3.
    """
    return np.bincount(table.place, weights=table.count, minlength=table.classes).astype(np.int64)


def distinct_values(table: EquivalenceClasses) -> Whole:
    """Different sensitive values in each class, (classes,): distinct ℓ-diversity for ℓ = the least of them.

    The weakest of the variants: one value may have nearly all rows. See `entropy_diversity`; recursive
    (c, ℓ)-diversity, r₁ < c(r_ℓ + … + r_m) for the counts in falling order, is not computed here.

    Source
    ------
    Machanavajjhala, Kifer, Gehrke & Venkitasubramaniam (2007), ℓ-Diversity, §4.
    """
    return np.bincount(table.place, minlength=table.classes).astype(np.int64)


def entropy_diversity(table: EquivalenceClasses) -> Floats:
    """e^H of the sensitive values of each class, (classes,): entropy ℓ-diversity for ℓ = the least of them.

    At most `distinct_values`, and that number where all values of the class are equally frequent.

    Source
    ------
    Machanavajjhala et al. (2007), ℓ-Diversity, Definition 4.1.
    """
    terms = -table.shares * np.log(table.shares)
    return np.exp(np.bincount(table.place, weights=terms, minlength=table.classes))


@dataclass(frozen=True)
class Equal:
    """Every two values are equally far apart, at distance 1: for categories without an order."""


@dataclass(frozen=True)
class Ordered:
    """|i − j|/(m − 1) between the i-th and the j-th of m values in their order: for numbers and grades."""


@dataclass(frozen=True)
class Hierarchical:
    """Height of the lowest common ancestor over the height H of the tree: for categories in families.

    `families`, one for each value, are the names of its ancestors from just below the root down; all have
    H − 1 of them. Without any it is `Equal`.
    """

    families: tuple[tuple[str, ...], ...]


GroundDistance = Equal | Ordered | Hierarchical


def closeness(table: EquivalenceClasses, ground: GroundDistance) -> Floats:
    r"""Earth mover's distance of each class from the whole table, (classes,); t is the largest of them.

    The least work, share times distance, that makes the distribution of the class that of the table. Without
    a ground distance it has no meaning. Equal: :math:`\frac12\sum_i|p_i-q_i|`. Ordered:
    :math:`\frac1{m-1}\sum_i|\sum_{j\le i}(p_j-q_j)|`. Hierarchical: half of the differences of all families
    of each level, values included, averaged over the H levels.

    Errors
    ------
    NotValid
        A hierarchy with another number of values, or families of different heights.

    Source
    ------
    Li, Li & Venkatasubramanian (2007), t-Closeness, §3.1 to 3.3.
    """
    if isinstance(ground, Ordered):
        return _ordered(table)
    if isinstance(ground, Equal):
        return _apart(table.place, table.value, table.shares, table.overall, table.classes)
    families = ground.families
    if len(families) != table.values or len({len(each) for each in families}) != 1:
        raise NotValid(N_("every sensitive value needs its families, the same number for each"))
    height = len(families[0]) + 1
    total = np.zeros(table.classes)
    for level in range(1, height + 1):
        names = [each[:level] if level < height else (place,) for place, each in enumerate(families)]
        known = {name: place for place, name in enumerate(dict.fromkeys(names))}
        family = np.array([known[name] for name in names])
        overall = np.bincount(family, weights=table.overall).astype(np.float64)
        merged, inverse = np.unique(table.place * len(known) + family[table.value], return_inverse=True)
        shares = np.bincount(inverse, weights=table.shares).astype(np.float64)
        total += _apart(merged // len(known), merged % len(known), shares, overall, table.classes)
    return total / height


def _apart(place: Whole, value: Whole, shares: Floats, overall: Floats, classes: int) -> Floats:
    """½ Σ|p − q| of each class: what p has more than q, since both sum to 1."""
    more = np.maximum(shares - overall[value], 0.0)
    return np.bincount(place, weights=more, minlength=classes).astype(np.float64)


def _ordered(table: EquivalenceClasses) -> Floats:
    """Σ_i |P_i − Q_i|/(m − 1) of the cumulative shares, without a row of m numbers for each class.

    P is constant from one value of the class to the next (and 0 before the first), Q rises: there the
    difference changes its sign at one place at most, and sums of Q are differences of its running sums.
    """
    if table.values == 1:
        return np.zeros(table.classes)
    whole = np.cumsum(table.overall)
    running = np.concatenate([[0.0], np.cumsum(whole)])
    first = np.concatenate([[True], table.place[1:] != table.place[:-1]])
    last = np.concatenate([first[1:], [True]])
    rows = np.cumsum(table.count)
    before = (rows - table.count)[first][table.place]
    level = (rows - before) / class_sizes(table)[table.place]  # P from each value of the class on
    ends = np.where(last, table.values, np.concatenate([table.value[1:], [0]]))
    turn = np.clip(np.searchsorted(whole, level), table.value, ends)
    above = level * (2 * turn - table.value - ends) - 2 * running[turn]
    work = above + running[table.value] + running[ends]
    lead = np.where(first, running[table.value], 0.0)  # before its first value P is 0
    total = np.bincount(table.place, weights=work + lead, minlength=table.classes)
    return np.maximum(total, 0.0) / (table.values - 1)
