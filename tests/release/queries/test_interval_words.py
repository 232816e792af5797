"""Intervals in words: columns of their own behind all others, on request, in the tables of every kind."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from explorer.app.release.plan.plan_skeleton import skeleton
from explorer.mark import english
from explorer.privacy.refusal import NotValid
from explorer.release.columns.intervals import IntervalColumn
from explorer.release.drawn import noised
from explorer.release.ledger.kept_size import kept_size
from explorer.release.ledger.spends import Paid
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.sections import Output
from explorer.release.published_comparison import compared_files
from explorer.release.published_ranges import read_ranges
from explorer.release.published_tables import read_published
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.interval_words import written_headers, written_tables
from explorer.release.queries.marginals import Marginals
from explorer.release.queries.query import Query, every_query
from explorer.release.queries.ranges import Ranges
from explorer.release.queries.sum import Sum
from explorer.release.record import files_of
from explorer.release.values.amount import Amount
from tests.released import small

AGE = NumericColumn("=age", ("0", "20.5", "100"))
DAY = DateColumn("day", every="month", start="2025-01-15", end="2025-03-01")
CITY = CategoryColumn("city", ("n", "s"))
DECLARED: tuple[Query, ...] = (
    Histogram("cells", (AGE, CITY, DAY)),
    Ranges("days", (DAY, CITY), quantiles=("0.5",)),
    Sum("pay", (DAY, AGE), value="pay", low=Fraction(0), high=Fraction(9), step=Fraction(1), mean=True),
    Marginals("census", (AGE, DAY, CITY), joint=True),
)
KINDS: tuple[Query, ...] = (
    *DECLARED,
    *(
        query
        for kind in every_query()
        if kind not in {each.id for each in DECLARED}
        for query in read_plan(skeleton(english, [kind])).queries
    ),
)
WORDED, PLAIN = Output(interval_words=True), Output()
EXPECTED = {
    ("0", "20.5"): "at least 0 and below 20.5",
    ("20.5", "100"): "at least 20.5 and below 100",
    ("2025-01-15", "2025-02-01"): "on or after 2025-01-15 and before 2025-02-01",
    ("2025-02-01", "2025-03-01"): "on or after 2025-02-01 and before 2025-03-01",
    ("2025-01-15", "2025-03-01"): "on or after 2025-01-15 and before 2025-03-01",  # a sum of several
    ("", ""): "",
}


def drawn(query: Query, output: Output = PLAIN):
    """A query as it is released, and the plan that it is of."""
    plan = replace(small(), queries=(query,), output=output)
    true = query.measured(query.simulated(400), plan.terms_of(0))
    return plan, noised(plan, 0, tuple(true.tolist()))


@pytest.mark.parametrize("query", KINDS, ids=lambda each: each.id)
def test_that_the_words_come_last_and_change_nothing_before_them(query: Query) -> None:
    _, one = drawn(query)
    before = [(each.name, each.columns, list(each.rows)) for each in written_tables(one, PLAIN)]
    worded = list(written_tables(one, WORDED))
    assert [tuple(name for name, _, _ in each.columns) for each in worded] == list(
        written_headers(one.declared, WORDED)
    )
    several = 0
    for (name, columns, rows), table in zip(before, worded, strict=True):
        wide, names = len(columns), [each[0] for each in table.columns]
        assert (table.name, table.columns[:wide]) == (name, columns)
        told = list(table.rows)
        assert [row[:wide] for row in told] == [tuple(row) for row in rows]
        several += len(names) > wide
        for added in names[wide:]:
            column = added.rpartition("_")[0]
            ends = [names.index(f"{column}_{end}") for end in ("from", "to")]
            for row in told:
                low, high = (row[end] for end in ends)
                assert row[names.index(added)] == EXPECTED.get(
                    (low, high), f"at least {low} and below {high}"
                )
    declared = [each for each in query.columns if isinstance(each, IntervalColumn)]
    assert several
    assert len(worded[0].columns) - len(before[0][1]) == len(
        [each for each in declared if each.written_names[0] in [name for name, _, _ in before[0][1]]]
    )


@pytest.mark.parametrize("query", DECLARED, ids=lambda each: each.id)
def test_that_published_tables_with_words_are_read_and_compared_as_without(
    query: Query, tmp_path: Path
) -> None:
    for sequence, output in ((1, PLAIN), (2, WORDED)):
        plan, one = drawn(query, output)
        (tmp_path / str(sequence)).mkdir()
        paid = Paid(sequence, str(sequence) * 32, "2026-11-20", "a", Amount(Fraction(1)))
        files = files_of(plan, paid, (one,))
        blank = noised(plan, 0, ())
        assert kept_size(plan, [blank]) > len(json.dumps([text for _, text in files]))
        for name, text in files:
            (tmp_path / str(sequence) / name).write_text(text)
    found = compared_files(read_published(tmp_path / "1"), read_published(tmp_path / "2"))
    assert found
    assert all(set(each.differences) == {0} for each in found)
    if isinstance(query, Ranges):
        low, high = read_ranges(tmp_path / "1" / "days.csv"), read_ranges(tmp_path / "2" / "days.csv")
        assert (low.fitted == high.fitted).all()


def test_that_the_words_are_asked_for_by_a_key_that_other_plans_do_not_have() -> None:
    plan = replace(small(), output=WORDED)
    assert read_plan(write_plan(plan)).output == WORDED
    assert "interval_words" not in write_plan(small())
    assert read_plan(write_plan(small())).output == PLAIN


def test_that_each_column_of_words_is_described_and_spelled_as_no_formula() -> None:
    plan, one = drawn(Histogram("cells", (AGE,)), WORDED)
    (_, text), (_, metadata) = files_of(
        plan, Paid(1, "1" * 32, "2026-11-20", "a", Amount(Fraction(1))), (one,)
    )
    assert next(csv.reader(io.StringIO(text)))[-1] == "'=age_interval"
    last = json.loads(metadata)["tables"][0]["tableSchema"]["columns"][-1]
    assert last["titles"] == "'=age_interval"
    assert "which values are in it" in last["dc:description"]


def test_that_a_column_that_has_the_name_of_one_of_words_is_refused_only_where_they_are_asked_for() -> None:
    columns = (NumericColumn("age", ("0", "1")), CategoryColumn("age_interval", ("a",)))
    plan = replace(small(), queries=(Histogram("both", columns),))
    assert read_plan(write_plan(plan)).queries == plan.queries
    with pytest.raises(NotValid, match="share its name"):
        read_plan(write_plan(replace(plan, output=WORDED)))
