"""Small plans of every sort, and pairs of tables that differ in one unit."""

import random
from fractions import Fraction

from explorer.privacy.target import Neighbours
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Output, Privacy
from explorer.release.queries.histogram import Histogram

Row = tuple[str, str, str, str]

AGE = NumericColumn("age", ("0", "30", "60"))
REGION = CategoryColumn("region", ("n", "s"))
TOWN = UnknownColumn("town")
WHEN = DateColumn("town", every="month", start="2025-01-01", end="2025-04-01")
AGES, REGIONS = ("5", "35", "59", "70", "-1", "", "x"), ("n", "s", "w", "")
TOWNS = ("Aa", "Bb", "Cc", "Dd", "Ee", "", "(other)", "=z", "2025-02-28", "2025-02-29", "2025-04-01")
EPSILONS = ("1", "1/3", "2.5", "0.123456789012345678901234567891")


def plans(chance: random.Random) -> ReleasePlan:
    """Both distributions of noise, tables, crosstabs and found categories, all bounds, both relations."""
    tables = [Histogram("a", (AGE,)), Histogram("b", (AGE, REGION), Fraction(3)), Histogram("c", (REGION,))]
    if chance.random() < 0.3:
        tables.append(Histogram("e", (WHEN, REGION), Fraction(1, 2)))
    gaussian, unknown = chance.random() < 0.3, chance.random() < 0.3
    if unknown and not gaussian:
        tables.append(Histogram("d", (TOWN,), Fraction(2)))
    chosen = chance.sample(tables, chance.randrange(1, len(tables) + 1))
    found = any(each.unknown for each in chosen)
    row = chance.random() < 0.25
    privacy = Privacy(
        unit="row" if row else "person",
        epsilon=Fraction(chance.choice(EPSILONS)),
        delta=Fraction(chance.choice(["1e-6", "0.001"])) if gaussian or found else Fraction(0),
        id_column=None if row else "id",
        rows_per_person=None if row else chance.randrange(1, 4),
        rows_per_cell=None if row else chance.choice([None, None, 1, 2]),
        cells_per_person=None if row else chance.choice([None, None, 1, 2]),
        neighbours=chance.choice(list(Neighbours)),
        mechanism="discrete-gaussian" if gaussian else "discrete-laplace",
    )
    output = Output(nonnegative=chance.random() < 0.3, interval_words=chance.random() < 0.3)
    return ReleasePlan(privacy, tuple(sorted(chosen, key=lambda each: each.name)), output=output)


def some_rows(chance: random.Random, person: str, most: int) -> list[Row]:
    """Rows of one person, at least one and less than `most` (or one)."""
    return [
        (person, chance.choice(AGES), chance.choice(REGIONS), chance.choice(TOWNS))
        for _ in range(chance.randrange(1, max(most, 2)))
    ]


def neighbours(chance: random.Random, plan: ReleasePlan) -> tuple[list[Row], list[Row]]:
    """Two tables that differ in one unit; as tables have no order, each is shuffled."""
    rest = [row for person in "abc" for row in some_rows(chance, person, 6)] + some_rows(chance, "", 3)
    if plan.privacy.unit_is_row:
        one, two = [some_rows(chance, chance.choice("abc"), 2)[:1] for _ in range(2)]
    else:
        # Somebody whose rows partly lack an id: those belong to nobody and may not move others'
        one, two = (
            some_rows(chance, person, 7) + (some_rows(chance, "", 3) if chance.random() < 0.4 else [])
            for person in ("you", chance.choice(["you", "z"]))
        )
    other = two if plan.privacy.neighbours is Neighbours.SUBSTITUTE else []
    pair = (rest + one, rest + other) if chance.random() < 0.5 else (rest + other, rest + one)
    for rows in pair:
        chance.shuffle(rows)
    return pair
