"""Sums by every way of reading: the same integers as a specification in exact decimals, row by row."""

import random
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from count_cases import AGE, KEY, REGION, asking, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from thoroughness import tries

from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.stepped_values import SteppedColumn
from explorer.release.queries.sum import Sum

ROW = Privacy("row", Fraction(1))
BOUNDS = [
    ("0", "100", "10"),
    ("-0.75", "0.5", "0.25"),
    ("-3", "-1", "0.1"),
    ("0", "1e6", "1"),
    ("2", "4", "2"),
]


def sum_of(low: str, high: str, step: str, mean: bool = False, groups: bool = True) -> Sum:
    return Sum(
        "s",
        (REGION,) if groups else (),
        value="v",
        low=Fraction(low),
        high=Fraction(high),
        step=Fraction(step),
        mean=mean,
    )


def steps_of(text: str, declared: Sum) -> int | None:
    """By the decimal arithmetic of the standard library; None for what is no number."""
    with localcontext() as context:
        context.prec = 400
        low, high, step = (
            Decimal(each.numerator) / each.denominator
            for each in (declared.low, declared.high, declared.step)
        )
        try:
            value = min(max(Decimal(text.strip()), low), high)
        except InvalidOperation:
            return None
        return int((value / step).quantize(Decimal(1), ROUND_HALF_EVEN))


def specified(rows: Sequence[tuple[str, str]], declared: Sum) -> list[int]:
    places = {"North": 0, "South": 1, "": 3}
    sums, counts = [0] * declared.groups, [0] * declared.groups
    for region, text in rows:
        steps = steps_of(text, declared)
        if steps is not None:
            group = places.get(region, 2) if declared.columns else 0
            sums[group] += steps - int(declared.zero / declared.step)
            counts[group] += 1
    return [*sums, *counts] if declared.mean else sums


def both(folder: Path, rows: Sequence[tuple[str, str]], plan: ReleasePlan) -> list[list[int]]:
    path = folder / "table.csv"
    path.write_text("region,v\n" + "".join(f"{region},{text}\n" for region, text in rows))
    asked = asking(plan, path, KEY, piece=1 << 16)
    quick = quickly(asked)
    assert quick is not None
    found = [table.tolist() for table in quick.queries]
    assert found == [table.tolist() for table in strictly(asked).queries]
    return found


plain = st.decimals(-120, 120, places=2).map(str)
halves = st.integers(-500, 500).map(lambda number: str(Decimal(number) / 8))
odd = st.sampled_from(
    [
        "",
        "x",
        "1e400",
        "-1e-400",
        "0e5",
        "+7",
        "1_000",
        "nan",
        "5.000000000000000000001",
        "1e22",
        "0.30000000000000004",
    ]
)


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.sampled_from(["North", "South", "x", ""]), plain | halves | odd), max_size=40),
    st.sampled_from(BOUNDS),
    st.booleans(),
    st.booleans(),
)
def test_that_both_ways_give_the_specified_integers(
    tmp_path: Path, rows: list[tuple[str, str]], bounds: tuple[str, str, str], mean: bool, groups: bool
) -> None:
    declared = sum_of(*bounds, mean, groups)
    readable = [(region, "x" if text in ("1_000", "nan", "1e400") else text) for region, text in rows]
    assert both(tmp_path, rows, ReleasePlan(ROW, (declared,))) == [specified(readable, declared)]


def test_that_middles_between_steps_are_told_exactly_by_every_way(tmp_path: Path) -> None:
    for bounds in (*BOUNDS, ("0", "3e-20", "1e-20"), ("-1e40", "1e40", "1e39"), ("0", "1e9", "1")):
        declared = sum_of(*bounds)
        half = Decimal(bounds[2]) / 2
        chance = random.Random(3)
        first, last = declared.values.first, declared.values.last
        texts = []
        for _ in range(300):
            with localcontext() as context:
                context.prec = 100
                middle = half * (2 * chance.randrange(first - 1, last + 1) + 1)
                nearby = [middle, middle + half / 10**17, middle - half / 10**17, middle + half / 10**5]
            texts += [str(chance.choice(nearby)), repr(float(middle))]
        rows = [(chance.choice(["North", "South", ""]), text) for text in texts]
        assert both(tmp_path, rows, ReleasePlan(ROW, (declared,))) == [specified(rows, declared)], bounds


def test_that_a_decimal_comma_and_missing_numbers_are_read_as_declared(tmp_path: Path) -> None:
    declared = sum_of("0", "100", "10", mean=True, groups=False)
    path = tmp_path / "table.csv"
    path.write_text("v;w\n15,0;x\n25;x\n -99 ;x\n-99;x\n7.5;x\n7,5;x\n\n")
    plan = ReleasePlan(ROW, (declared,), "", Input(delimiter=";", decimal=",", missing=("", "-99")))
    asked = asking(plan, path, KEY)
    quick = quickly(asked)
    assert quick is not None
    assert quick.queries[0].tolist() == strictly(asked).queries[0].tolist() == [(2 + 2 + 1) - 3 * 5, 3]


@settings(max_examples=tries(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.sampled_from([(2, None, None), (3, 1, None), (3, 2, 1), (5, None, 2)]))
def test_that_the_rows_of_a_person_are_the_same_in_every_table(
    tmp_path: Path, seed: int, bounds: tuple[int, int | None, int | None]
) -> None:
    """A sum whose values are all 1 counts what the histogram of the same groups counts."""
    rows, in_cell, held = bounds
    privacy = Privacy(
        "person",
        Fraction(1),
        id_column="id",
        rows_per_person=rows,
        rows_per_cell=in_cell,
        cells_per_person=held,
    )
    ones = Sum("s", (REGION,), value="one", low=Fraction(0), high=Fraction(4), step=Fraction(1))
    means = Sum("m", (REGION,), value="v", low=Fraction(0), high=Fraction(9), step=Fraction(1), mean=True)
    plan = ReleasePlan(privacy, (Histogram("h", (REGION,)), ones, means, Histogram("a", (AGE,))))
    chance = random.Random(seed)
    lines = [
        f"p{chance.randrange(30)},{chance.choice(['North', 'South', 'x'])},1,{chance.randrange(12)},"
        f"{chance.randrange(120)}\n"
        for _ in range(200)
    ]
    path = tmp_path / "table.csv"
    path.write_text("id,region,one,v,age\n" + "".join(lines))
    for held_bytes in (0, 1 << 30):
        asked = asking(plan, path, KEY, piece=1 << 16, held=held_bytes)
        quick = quickly(asked)
        assert quick is not None
        counts, summed, both_of_means, _ = (table.tolist() for table in quick.queries)
        assert [table.tolist() for table in strictly(asked).queries][:3] == [counts, summed, both_of_means]
        assert summed == counts
        assert both_of_means[4:] == counts


def test_that_a_reader_that_rounds_half_up_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [("North", "15"), ("South", "25")]  # 20 and 20; half up 20 and 30
    plan = ReleasePlan(ROW, (sum_of("0", "100", "10"),))
    assert both(tmp_path, rows, plan) == [[2, 2, 0, 0]]

    def half_up(self: SteppedColumn, declared: Any) -> Any:
        return lambda raw: (
            int((Decimal(raw) / 10).quantize(Decimal(1), ROUND_HALF_UP)) if raw.isdigit() else self.nothing
        )

    monkeypatch.setattr(SteppedColumn, "classifier", half_up)
    with pytest.raises(AssertionError):
        both(tmp_path, rows, plan)
