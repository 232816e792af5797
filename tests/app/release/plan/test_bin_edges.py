"""Edges by width and by whole number: exact, and as typed."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.release.plan.bin_edges import MOST_BINS, even_width, of_whole_numbers, of_width
from explorer.privacy.refusal import NotValid
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.rules import broken
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram


@given(
    low=st.decimals("-1000", "1000", places=3),
    width=st.decimals("0.001", "40", places=3),
    bins=st.integers(1, 60),
    more=st.decimals("0", "0.999", places=3),
)
def test_that_bins_of_one_width_meet_exactly_and_only_the_last_is_narrower(low, width, bins, more):
    high = Fraction(low) + bins * Fraction(width) - Fraction(more) * Fraction(width)
    typed = f"{float(high):.6f}"
    edges = of_width(str(low), typed, str(width))
    values = [Fraction(each) for each in edges]
    steps = [after - before for before, after in pairwise(values)]
    assert (values[0], values[-1]) == (Fraction(str(low)), Fraction(typed))
    assert set(steps[:-1]) <= {Fraction(str(width))}
    assert 0 < steps[-1] <= Fraction(str(width))
    assert refused(edges) == []


def refused(edges):
    """What the rules of a plan say of these edges."""
    table = Histogram("a", (NumericColumn("x", edges), CategoryColumn("y", ("z",))))
    return list(broken(Input(), Privacy("row", Fraction(1)), {"histogram": [table]}, None))


def test_that_the_ends_stay_as_they_were_typed():
    assert of_width("0.0", "1.50", "0.5") == ("0.0", "0.5", "1", "1.50")
    assert of_width("1/2", "10⁰", "0.25") == ("0.5", "0.75", "1")
    assert of_width("-0.3", "0.3", "0.1")[1:-1] == ("-0.2", "-0.1", "0", "0.1", "0.2")


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [
        ("0", "10", "0"),
        ("0", "10", "-1"),
        ("10", "0", "1"),
        ("0", "0", "1"),
        ("", "10", "1"),
        ("0", "much", "1"),
        ("0", "1", "1/3"),
        ("0", "10", "nan"),
        ("0", str(MOST_BINS + 1), "1"),
        ("0", "1" + "0" * 100, "1" + "0" * 99),
        ("0", "1e9999", "1"),
        ("0", "1e-200", "1e-201"),
    ],
)
def test_that_what_makes_no_edges_is_refused(low, high, width):
    with pytest.raises(NotValid):
        of_width(low, high, width)


def test_that_as_many_bins_as_allowed_are_made():
    assert len(of_width("0", str(MOST_BINS), "1")) == MOST_BINS + 1


def test_that_each_whole_number_has_a_bin_of_its_own():
    edges = of_whole_numbers("-1", "2")
    assert edges == ("-1", "0", "1", "2", "3")
    assert of_whole_numbers("5", "5") == ("5", "6")
    assert len(of_whole_numbers("1", str(MOST_BINS))) == MOST_BINS + 1


@pytest.mark.parametrize(("low", "high"), [("0.5", "3"), ("3", "2"), ("", "2"), ("0", str(MOST_BINS))])
def test_that_what_is_no_row_of_whole_numbers_is_refused(low, high):
    with pytest.raises(NotValid):
        of_whole_numbers(low, high)


def test_that_a_width_is_told_only_where_all_bins_have_it():
    assert even_width(["0", "20", "40"]) == ("0", "40", "20")
    assert even_width(["0", "20", "41"]) is None
    assert even_width(["0", "x"]) is None
    assert even_width(["2", "1", "0"]) is None
    assert even_width(["1"]) is None
