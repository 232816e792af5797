"""Hostile files: each has one right answer or the fixed refusal, from both readers. Facts in `tests/csv`."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import KEY, asking, quickly, strictly

from explorer.privacy.refusal import NotATable
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram

FOLDER = Path(__file__).parents[2] / "csv"
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
NOT_REGULAR = {"cr_only", "mixed_eol", "space_quote", "stray_quote"}
"""Tables that only the strict reader takes on."""


def plan_of(case: dict) -> ReleasePlan:
    numbered = {} if case["header"] else {"age": "1", "region": "2"}
    columns: list[Column] = [
        NumericColumn(numbered.get(case["num"], case["num"]), tuple(map(str, case["edges"])))
    ]
    if case["cat"] is not None:
        columns.append(CategoryColumn(numbered.get(case["cat"], case["cat"]), tuple(case["cats"])))
    declared = Input(case["encoding"], case["sep"], '"', case["header"], case["decimal"])
    histograms = tuple(Histogram(f"h{at}", (column,)) for at, column in enumerate(columns))
    return ReleasePlan(Privacy("row", Fraction(1)), histograms, "", declared)


def expected(case: dict) -> list[tuple]:
    right = case["expect"]
    numbers = (right["num_bins"], right["num_out"], right["num_null"], right["num_reject"])
    return [numbers, (right["cat_bins"], right["cat_other"], right["cat_null"])][: 2 if case["cat"] else 1]


def told(tables: list[list[int]]) -> list[tuple]:
    numbers = tables[0]
    found = [(numbers[:-4], numbers[-4] + numbers[-3], numbers[-2], numbers[-1])]
    return [*found, *((table[:-2], table[-2], table[-1]) for table in tables[1:])]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_that_a_hostile_file_is_counted_right_or_refused(case: dict) -> None:
    asked = asking(plan_of(case), FOLDER / case["file"], KEY)
    quick = quickly(asked)
    if case["kind"] != "table" or case["name"] == "bad_utf8":
        assert quick is None
        with pytest.raises(NotATable) as caught:
            strictly(asked)
        assert caught.value.__context__ is None
        return
    assert told([table.tolist() for table in strictly(asked).queries]) == expected(case)
    assert (quick is None) == (case["name"] in NOT_REGULAR)
    if quick is not None:
        assert told([table.tolist() for table in quick.queries]) == expected(case)
