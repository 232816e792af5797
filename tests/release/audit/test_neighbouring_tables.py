"""Simulated neighbouring tables: from any plan, worst for its claim, and neighbours indeed."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from audited_plans import AGE, CITY, REGION, SUBSTITUTE, people, rows
from made_up import table_of
from thoroughness import THOROUGH

from explorer.privacy.refusal import NotValid
from explorer.privacy.target import Neighbours
from explorer.release.audit.neighbouring_tables import Neighbouring, neighbouring
from explorer.release.audit.observed_events import by_key
from explorer.release.audit.synthetic_rows import fits, table_bytes
from explorer.release.counting.counts import count
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input
from explorer.release.queries.histogram import Histogram

KEY = b"sixteen bytes ok"


def moved(folder: Path, plan: ReleasePlan, pair: Neighbouring) -> list[int]:
    """By how much the counts of each histogram differ, in L1."""
    sides = []
    for table in pair.tables():
        (folder / "table.csv").write_bytes(table_bytes(plan, table))
        sides.append(count(plan, folder / "table.csv", KEY).queries)
    keyed = [[by_key(plan, index, table) for index, table in enumerate(side)] for side in sides]
    return [
        sum(abs(one.get(key, 0) - other.get(key, 0)) for key in one.keys() | other)
        for one, other in zip(*keyed, strict=True)
    ]


WORST = [
    rows((AGE,)),
    rows((AGE, REGION), (REGION,), **SUBSTITUTE),
    people((AGE,), (REGION,), most=3),
    people((AGE,), (REGION,), most=3, **SUBSTITUTE),
    people((AGE, REGION), most=7, rows_per_cell=2, **SUBSTITUTE),
    people((AGE,), most=9, rows_per_cell=2, cells_per_person=3),
    people((CITY,), most=2, delta=Fraction(1, 1000), **SUBSTITUTE),
    replace(people((AGE,), most=4), privacy=replace(people((AGE,), most=4).privacy, id_column=None)),
]


@pytest.mark.parametrize("plan", WORST)
def test_that_the_counts_differ_by_all_of_the_sensitivity(plan: ReleasePlan, tmp_path: Path) -> None:
    for variants in neighbouring(plan):
        assert plan.sensitivity.L1 in {max(moved(tmp_path, plan, pair)) for pair in variants}
        for pair in variants:
            assert max(moved(tmp_path, plan, pair)) <= plan.sensitivity.L1


@pytest.mark.parametrize("plan", WORST)
def test_that_the_tables_differ_in_one_unit(plan: ReleasePlan) -> None:
    for pair in (pair for variants in neighbouring(plan) for pair in variants):
        one, other = (Counter(tuple(sorted(row.items())) for row in table) for table in pair.tables())
        apart = [dict(row) for row in (one - other) + (other - one)]
        identity = plan.privacy.id_column
        if identity is not None:
            assert len({row[identity] for row in apart}) == 1
        substitute = plan.privacy.neighbours is Neighbours.SUBSTITUTE
        assert bool(other - one) == substitute
        if plan.privacy.unit_is_row:
            assert (one - other).total() == 1


def test_that_a_stated_bound_is_kept_by_the_example_itself() -> None:
    enforced = people((AGE,), (REGION,), most=9, rows_per_cell=2, cells_per_person=2)
    stated = replace(enforced, privacy=replace(enforced.privacy, id_column=None))
    ((pair,),) = neighbouring(stated)
    assert len(pair.one) == 4
    assert max(Counter(row["region"] for row in pair.one).values()) == 2


def test_that_any_plan_gets_an_example_or_is_refused(tmp_path: Path) -> None:
    """Odd dialects, encodings, missing tokens and edges: every table is read again as it was meant."""
    chance = random.Random(4)
    refused = 0
    for _ in range(100 if THOROUGH else 40):
        _, plan = table_of(chance)
        substitute = chance.choice(list(Neighbours))
        plan = replace(plan, privacy=replace(plan.privacy, neighbours=substitute))
        try:
            pairs = neighbouring(plan)
            for variants in pairs:
                assert max(max(moved(tmp_path, plan, pair)) for pair in variants) > 0
                for pair in variants:
                    assert max(moved(tmp_path, plan, pair)) <= plan.sensitivity.L1
        except NotValid:
            refused += 1
    assert refused < 10


def test_that_only_what_can_be_read_again_fits() -> None:
    plain = Input()
    assert fits(plain, "a,b")
    assert not fits(Input(quote=""), "a,b")
    assert not fits(Input(encoding="latin-1"), "北")
    assert fits(Input(encoding="gb18030"), "北")
    assert not fits(Input(quote=""), "", width=1)


def test_that_a_column_far_out_in_a_file_without_a_header_is_refused() -> None:
    column = CategoryColumn("900000000", ("a",))
    plan = replace(rows((column,)), input=Input(header=False))
    ((pair,),) = neighbouring(plan)
    with pytest.raises(NotValid):
        table_bytes(plan, pair.one)


def test_that_one_column_counted_in_two_ways_differs_in_both(tmp_path: Path) -> None:
    coarse = NumericColumn("age", ("0", "30", "65"))
    plan = replace(rows(**SUBSTITUTE), queries=(Histogram("a", (AGE,)), Histogram("b", (coarse,))))
    ((pair,),) = neighbouring(plan)
    assert moved(tmp_path, plan, pair) == [2, 2]
