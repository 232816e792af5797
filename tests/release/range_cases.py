"""Plans of ranges, and the sums that they measure, worked out one after the other."""

import random
from fractions import Fraction
from functools import lru_cache
from itertools import product

from neighbouring import AGE, EPSILONS, REGION, WHEN

from explorer.privacy.strategies.strategy import Strategy
from explorer.privacy.target import Neighbours
from explorer.release.plan.columns import NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.ranges import Ranges

AGES = NumericColumn("age", tuple(map(str, range(0, 82, 2))))  # enough bins for sums of several


def range_plans(chance: random.Random) -> ReleasePlan:
    """Ranges of every strategy, with and without groups and quantiles, alone or beside another table."""
    gaussian = chance.random() < 0.4
    kind = chance.choice(["auto", "identity", "tree", "weighted"])
    columns = chance.choice([(AGES,), (AGES, REGION), (REGION, AGES)])
    quantiles = chance.choice([(), ("0.5",), ("0.1", "0.9")])
    queries = [Ranges("r", columns, quantiles=quantiles, strategy=kind)]
    if chance.random() < 0.4:
        queries.insert(0, Histogram("h", (AGE, REGION), Fraction(2)))
    if chance.random() < 0.3:
        queries.append(Ranges("w", (WHEN,), quantiles=("0.5",), strategy=chance.choice(["auto", "identity"])))
    row = chance.random() < 0.25
    privacy = Privacy(
        unit="row" if row else "person",
        epsilon=Fraction(chance.choice(EPSILONS)),
        delta=Fraction(chance.choice(["1e-6", "0.001"])) if gaussian else Fraction(0),
        id_column=None if row else "id",
        rows_per_person=None if row else chance.randrange(1, 4),
        rows_per_cell=None if row else chance.choice([None, None, 1, 2]),
        cells_per_person=None if row else chance.choice([None, None, 1, 2]),
        neighbours=chance.choice(list(Neighbours)),
        mechanism="discrete-gaussian" if gaussian else "discrete-laplace",
    )
    return ReleasePlan(privacy, tuple(queries))


def matrix(described: dict) -> list[list[int]]:
    """A strategy's matrix, row by row, from its published weights."""
    kind = described["id"]
    if kind in ("identity", "tree"):
        bins = described["bins"]
        return [
            [weight if low <= place < low + size else 0 for place in range(bins)]
            for size, weight in zip(described["sizes"], described["weights"], strict=True)
            for low in range(0, bins, size)
        ]
    if "coefficients" in described:
        coefficients, scales = described["coefficients"], described["scales"]
        bins = len(scales)
        return [
            [coefficients[row - place] * scales[place] if place <= row else 0 for place in range(bins)]
            for row in range(bins)
        ]
    own = described["own"]
    return [
        *([each if place == at else 0 for place in range(len(own))] for at, each in enumerate(own)),
        *described["sums"],
    ]


@lru_cache(maxsize=4)
def weighed(strategy: Strategy) -> tuple[list[list[int]], int, int]:
    """A strategy's matrix, and the largest sum of a column of it and of a column's squares."""
    rows = matrix(strategy.described())
    columns = list(zip(*rows, strict=True))
    return rows, max(map(sum, columns)), max(sum(each**2 for each in column) for column in columns)


def specified_sums(plan: ReleasePlan, index: int, counts: list[int]) -> list[int]:
    """What ranges measure of the counts of all cells, by the definition."""
    query, terms = plan.queries[index], plan.terms_of(index)
    strategy = query.measurement(terms).strategy
    rows, l1, l2_squared = weighed(strategy)
    heavy = int(l2_squared**0.5) if terms.noise.is_gaussian else l1
    shape = [range(len(column.labels)) for column in query.columns]
    known = dict(zip(product(*shape), counts, strict=True))
    at = next(place for place, column in enumerate(query.columns) if column.is_ordered)
    found = []
    for group in product(*(shape[:at] + shape[at + 1 :])):
        cells = [known[(*group[:at], place, *group[at:])] for place in shape[at]]
        bins, special = cells[: strategy.bins], cells[strategy.bins :]
        filled = [(place, count) for place, count in enumerate(bins) if count]
        found += [sum(row[place] * count for place, count in filled) for row in rows]
        found += [heavy * count for count in special]
    return found
