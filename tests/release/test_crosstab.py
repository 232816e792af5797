"""The layout for people: rows by columns, blocks, totals with margins, and fitted counts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.release.crosstab import CONSISTENT_SUM, SUM, SUM_MARGIN, Line, consistent_counts, crosstab
from explorer.release.drawn import Drawn
from explorer.release.plan.columns import CategoryColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Privacy
from explorer.release.plan.sum_margin import sum_margin
from explorer.release.queries.histogram import Histogram
from tests.released import drawn_of

AGE, CITY = NumericColumn("age", ("0", "50")), CategoryColumn("city", ("=north", "south"))
SEX = CategoryColumn("sex", ("f",))


def release_of(
    *columns: NumericColumn | CategoryColumn | UnknownColumn, first: int = -3, **privacy: object
) -> Drawn:
    given: dict[str, object] = {"unit": "row", "epsilon": Fraction(1), **privacy}
    found = ("a", "b") if isinstance(columns[0], UnknownColumn) else ()
    return drawn_of(ReleasePlan(Privacy(**given), (Histogram("t", columns),), "=T"), found, first)  # type: ignore[arg-type]


def lines_of(drawn: Drawn, kind: str, consistent: bool = False) -> list[Line]:
    return [line for line in crosstab(drawn, drawn.queries[0], consistent) if line.kind == kind]


def test_that_two_columns_stand_as_rows_by_columns_with_every_cell_once() -> None:
    drawn = release_of(AGE, CITY)
    head, *_ = lines_of(drawn, "head")
    assert head.parts == ("age / city", "'=north", "south", "(other)", "(missing)", SUM, SUM_MARGIN)
    body = lines_of(drawn, "body")
    assert [line.parts[0] for line in body] == [
        "from 0 to 50",
        "(below)",
        "(above)",
        "(missing)",
        "(unreadable)",
    ]
    counts = [count for line in body for count in line.parts[1:5]]
    assert counts == list(drawn.queries[0].counts)


def test_that_totals_are_sums_of_noised_counts_with_the_margin_of_so_many_draws() -> None:
    drawn = release_of(AGE, CITY)
    table = np.array(drawn.queries[0].counts).reshape(5, 4)
    noise, confidence = drawn.queries[0].noise, Fraction(19, 20)
    for line, row in zip(lines_of(drawn, "body"), table, strict=True):
        assert line.parts[5:] == (row.sum(), sum_margin(noise, 4, confidence).value)
    sums, margins = lines_of(drawn, "total")
    assert sums.parts == (SUM, *table.sum(axis=0), table.sum(), sum_margin(noise, 20, confidence).value)
    assert margins.parts == (SUM_MARGIN, *(sum_margin(noise, 5, confidence).value,) * 4, "", "")


def test_that_three_columns_make_a_block_a_cell_of_the_first_and_one_of_their_sums() -> None:
    drawn = release_of(SEX, AGE, CITY)
    titles = [line.parts[0] for line in lines_of(drawn, "title")]
    assert titles == ["sex = f", "sex = (other)", "sex = (missing)", f"{SUM} (sex)"]
    table = np.array(drawn.queries[0].counts).reshape(3, 5, 4)
    last = lines_of(drawn, "body")[-5:]
    assert [line.parts[1:5] for line in last] == [tuple(row) for row in table.sum(axis=0)]
    assert last[0].parts[-1] == sum_margin(drawn.queries[0].noise, 12, Fraction(19, 20)).value
    assert (
        lines_of(drawn, "total")[-2].parts[-1]
        == sum_margin(drawn.queries[0].noise, 60, Fraction(19, 20)).value
    )


def test_that_one_column_is_a_list_with_its_total() -> None:
    drawn = release_of(AGE)
    assert [line.parts[1] for line in lines_of(drawn, "body")] == list(drawn.queries[0].counts)
    assert lines_of(drawn, "total")[0].parts[:2] == (SUM, sum(drawn.queries[0].counts))


def test_that_categories_that_were_found_have_no_totals() -> None:
    drawn = release_of(UnknownColumn("town"), delta=Fraction(1, 10**6))
    assert lines_of(drawn, "total") == []
    assert (SUM, "none: categories that are too rare to be published are absent") in [
        line.parts for line in lines_of(drawn, "note")
    ]


def test_that_the_fitted_table_has_the_noised_total_and_its_parts_sum_to_it() -> None:
    drawn = release_of(AGE, CITY)
    (sums,) = lines_of(drawn, "total", consistent=True)
    assert sums.parts == (CONSISTENT_SUM, *sums.parts[1:5], sum(drawn.queries[0].counts))
    body = lines_of(drawn, "body", consistent=True)
    assert all(line.parts[5] == sum(line.parts[1:5]) for line in body)  # type: ignore[arg-type]
    assert min(count for line in body for count in line.parts[1:5]) == 0  # type: ignore[type-var]


@given(st.lists(st.integers(-50, 200), min_size=1, max_size=12))
def test_that_fitted_counts_are_whole_never_negative_and_sum_to_the_noised_total(counts: list[int]) -> None:
    found = consistent_counts(counts)
    assert min(found) >= 0
    assert sum(found) == max(sum(counts), 0)


@given(st.lists(st.integers(-4, 6), min_size=1, max_size=4))
def test_that_no_whole_table_is_nearer_than_the_fitted_one(counts: list[int]) -> None:
    whole = max(sum(counts), 0)

    def tables(left: int, cells: int) -> list[tuple[int, ...]]:
        if cells == 1:
            return [(left,)]
        return [(each, *rest) for each in range(left + 1) for rest in tables(left - each, cells - 1)]

    def away(table: tuple[int, ...]) -> int:
        return sum((one - other) ** 2 for one, other in zip(table, counts, strict=True))

    assert away(consistent_counts(counts)) == min(map(away, tables(whole, len(counts))))


def test_that_the_title_begins_no_formula() -> None:
    drawn = release_of(AGE)
    assert ("title", "'=T") in [line.parts for line in lines_of(drawn, "note")]


@pytest.mark.parametrize("consistent", [False, True])
def test_that_every_line_says_of_which_release_it_is(consistent: bool) -> None:
    drawn = release_of(AGE, CITY)
    assert ("release", drawn.identity) in [line.parts for line in lines_of(drawn, "note", consistent)]


def test_that_what_the_numbers_count_is_said_with_what_bounds_leave_out() -> None:
    drawn = release_of(AGE, CITY, unit="person", id_column="id", rows_per_person=12)
    said = dict(line.parts[:2] for line in lines_of(drawn, "note"))  # type: ignore[misc]
    assert said["noised_count"] == "rows kept, at most 12 per person, with noise; may be negative"


@pytest.mark.parametrize("consistent", [False, True])
def test_that_which_edge_an_interval_includes_is_said_beneath_both_layouts(consistent: bool) -> None:
    notes = [line.parts for line in lines_of(release_of(CITY, AGE), "note", consistent)]
    (said,) = (parts[1] for parts in notes if parts[0] == "age")
    assert said == (
        "each interval includes its lower edge and excludes its upper edge: “from 0 to 50” is 0 <= age < 50"
    )
    assert "city" not in [parts[0] for parts in notes]
