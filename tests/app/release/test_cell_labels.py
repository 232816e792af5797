"""Names below the bars: all of them where there is room, else as many as stand apart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.release.cell_labels import CHARACTERS_ACROSS, names_below, round_stride
from explorer.language import Language
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn

SAY = Language("en").say


def below(column, groups=None):
    groups = groups or len(column.labels)
    return [(place, SAY(name)) for place, name in names_below(column, groups)]


def apart(found, groups):
    """Whether no name stands on the next where `CHARACTERS_ACROSS` fit into the width of the picture."""
    room = CHARACTERS_ACROSS / groups
    return all(
        one[0] * room + len(one[1]) / 2 < other[0] * room - len(other[1]) / 2
        for one, other in pairwise(found)
    )


def ages(bins, width=5):
    return NumericColumn("age", tuple(str(width * edge) for edge in range(bins + 1)))


def wards(count, name="Ward number {} of surgery"):
    return CategoryColumn("ward", tuple(name.format(number) for number in range(count)))


def test_that_few_bins_are_named_whole_below_their_bars():
    assert below(ages(3)) == [
        (0, "0 to <5"),
        (1, "5 to <10"),
        (2, "10 to <15"),
        (3, "below"),
        (4, "above"),
        (5, "missing"),
        (6, "unreadable"),
    ]


def test_that_many_bins_are_told_by_their_edges_and_the_rest_by_signs():
    found = below(ages(20))
    assert found[:3] == [(-0.5, "0"), (0.5, "5"), (1.5, "10")]
    assert found[-4:] == [(20, "<0"), (21, "≥100"), (22, "n/a"), (23, "?")]
    assert apart(found, 24)


def test_that_months_stand_below_their_bars_by_name_or_in_short():
    few = DateColumn("day", every="quarter", start="2025-01-01", end="2025-07-01")
    assert [name for _, name in below(few)][:3] == ["2025 Q1", "2025 Q2", "below"]
    year = DateColumn("day", every="month", start="2025-01-01", end="2026-01-01")
    found = below(year)
    assert found[:2] == [(0, "2025-01"), (2, "2025-03")]
    assert (12, "<2025-01") in found
    assert apart(found, len(year.labels))
    days = DateColumn("day", every="day", start="2020-01-01", end="2026-01-01")
    assert apart(below(days, 120), 120)
    uneven = DateColumn(
        "day", edges=("2025-01-01", "2025-01-15", *(f"2025-{month:02}" for month in range(2, 13)))
    )
    assert below(uneven)[0] == (-0.5, "2025-01-01")
    assert apart(below(uneven), len(uneven.labels))


@pytest.mark.parametrize(("least", "stride"), [(4, 6), (7, 12), (13, 24)])
@pytest.mark.parametrize("time", ["", "T00:00:00"])
def test_that_edges_that_are_months_are_named_at_halves_of_years_or_whole_ones(least, stride, time):
    edges = [f"{year}-{month:02}-01{time}" for year in range(2020, 2026) for month in range(1, 13)]
    assert round_stride(edges, least) == stride


def test_that_whole_numbers_stand_below_their_bars():
    column = NumericColumn("n", tuple(map(str, range(61))), whole=True)
    found = below(column)
    assert all(place == int(place) and (place >= 60 or name == str(int(place))) for place, name in found)
    assert apart(found, len(column.labels))


@pytest.mark.parametrize("bins", [12, 40, 100, 400])
def test_that_edges_are_left_out_evenly(bins):
    column = ages(bins)
    groups = min(len(column.labels), 120)
    found = below(column, groups)
    assert apart(found, groups)
    places = [place for place, _ in found if place % 1]
    assert len({other - one for one, other in pairwise(places)}) == 1


@pytest.mark.parametrize("count", [4, 12, 25, 60, 118])
def test_that_categories_are_cut_and_told_apart_by_what_they_do_not_share(count):
    column = wards(count)
    found = below(column)
    assert apart(found, len(column.labels))
    assert len({name for _, name in found}) == len(found)


def test_that_categories_that_fit_stay_whole():
    assert [name for _, name in below(wards(3, "W{}"))] == ["W0", "W1", "W2", "other", "missing"]


@given(
    st.lists(
        st.text("ab 医院…", min_size=1, max_size=30).map(str.strip).filter(bool), min_size=1, unique=True
    )
)
def test_that_no_names_stand_on_each_other_whatever_they_are(names):
    column = CategoryColumn("x", tuple(names))
    assert apart(below(column), len(column.labels))
