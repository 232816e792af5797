"""From a raw text to its cell: one grammar of numbers, exact edges."""

import csv
import io
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
from cases_in_one import cases_in_one
from count_cases import AGE, counted, plan_of
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.columns.numeric import number_reader
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.sections import Input

NUMBERS = {
    "0": 0,
    "-0": 0,
    "+7": 0,
    "007": 0,
    "19.999999999999999999999999": 0,
    "2e1": 1,
    "20": 1,
    "20.0": 1,
    "39.99": 1,
    "4.0E+1": 2,
    ".5": 0,
    "5.": 0,
    "1e-400": 0,
    "0e99999999999999999999": 0,
    "1e-99999999999999999999": 0,
    "-1e-99999999999999999999": 3,
    "-0.000000000000000000001": 3,
    "100": 4,
    "1e308": 4,
    "9223372036854775808": 4,
    "99.9999999999999999999999": 2,
    "-1e308": 3,
    **dict.fromkeys(
        ["1_000", "1,000", "１２", "nan", "NaN", "inf", "-inf", "Infinity", "1e400", "-1e400", "0x10", "+-5"],
        6,
    ),
    **dict.fromkeys(["", " ", "\t"], 5),
    **dict.fromkeys(
        ["4 2", "--1", "1e", "e5", ".", "-", "+", "1e5.0", "1.2.3", "٣", "1d5", "\u00a042", "−1"], 6
    ),
}


@cases_in_one("text, cell", NUMBERS.items())
def test_that_numbers_have_one_fixed_grammar_and_edges_are_exact(
    text: str, cell: int, tmp_path: Path
) -> None:
    row = io.StringIO()
    csv.writer(row).writerow([text, "x"])
    (table,) = counted(tmp_path, "age,x\n" + row.getvalue(), plan_of(AGE))
    assert table.index(1) == cell
    assert sum(table) == 1


def test_that_an_edge_of_a_tenth_is_a_tenth(tmp_path: Path) -> None:
    column = NumericColumn("x", ("0.1", "0.3", "0.30000000000000001"))
    texts = ["0.1", "0.09999999999999999999", "1e-1", "0.3", "0.300000000000000005", "0.30000000000000001"]
    (table,) = counted(tmp_path, "x,y\n" + "".join(f"{text},\n" for text in texts), plan_of(column))
    assert table == [2, 2, 1, 1, 0, 0]


@given(st.text(alphabet="0123456789+-.eE_ ,xna", max_size=12))
def test_that_every_number_read_is_the_fraction_that_it_spells(text: str) -> None:
    value = number_reader(".")(text)
    if value is not None and abs(value) > 0 and abs(value.adjusted()) < 500:
        assert Fraction(text) == Fraction(value)


def test_that_many_distinct_spellings_are_still_counted_right(tmp_path: Path) -> None:
    expected: defaultdict[int, int] = defaultdict(int)
    lines = []
    for number in range(70_000):
        lines.append(f"{number / 700:.6f}\n")
        expected[0 if number < 14_000 else 1 if number < 28_000 else 2] += 1
    (table,) = counted(tmp_path, "age\n" + "".join(lines), plan_of(AGE))
    assert table == [expected[0], expected[1], expected[2], 0, 0, 0, 0]


@pytest.mark.parametrize(("trim", "cells"), [(True, [0, 1]), (False, [1, 0])])
def test_that_missing_values_are_trimmed_like_the_values(
    trim: bool, cells: list[int], tmp_path: Path
) -> None:
    declared = Input(missing=(" none ",), trim=trim)
    plan = plan_of(CategoryColumn("x", ("a",)), declared=declared)
    assert counted(tmp_path, "x,y\nnone ,1\n", plan) == [[0, *cells]]
