"""A plan as a statement: DuckDB, which runs it on typed columns, gives what the same rows give as a file."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor
from pathlib import Path

import duckdb
import pytest
from count_cases import KEY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlglot import exp, parse_one
from thoroughness import THOROUGH, tries
from typed_tables import (
    INJECTION,
    ODD,
    TABLE,
    Made,
    Row,
    counted_as_file,
    every_query,
    every_value,
    plans,
    rows,
    told,
)

from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.counting.classify import cells_of
from explorer.release.plan.columns import CategoryColumn, Column, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.statements.column_types import Family, TableColumn
from explorer.release.statements.counted_tables import tables_of
from explorer.release.statements.dialects import DIALECTS, DUCKDB
from explorer.release.statements.plan_statement import PlanStatement, statement_of

PEOPLE = exp.table_("people", quoted=True)
MADE = Made(("VARCHAR", "BIGINT", "DECIMAL(12,2)", "DOUBLE", "BOOLEAN", "DATE", "TIMESTAMP", "VARCHAR"))
PERSON = Privacy("person", Fraction(1), Fraction(0), "", "id", 3)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connected:
        connected.execute("SET threads = 1")
        connected.execute(MADE.create("people"))
        yield connected


def counted(connection: duckdb.DuckDBPyConnection, plan: ReleasePlan, table: list[Row]) -> list[object]:
    connection.execute("DELETE FROM people")
    if table:
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, ?, ?)", table)
    statement = statement_of(plan, TABLE, PEOPLE, KEY)
    given = {str(at): value for at, value in enumerate(statement.parameters, 1)}
    return told(tables_of(plan, statement, connection.execute(statement.text(DUCKDB), given).fetchall()))


@settings(max_examples=240 if THOROUGH else 40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plans(), rows)
def test_that_a_statement_counts_what_a_file_of_the_same_rows_gives(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path, plan: ReleasePlan, table: list[Row]
) -> None:
    assert counted(connection, plan, table) == counted_as_file(plan, table, tmp_path / "rows.csv")


@pytest.mark.parametrize("bounds", [(), (3,), (5, 1), (6, 2, 2), (6, None, 1)], ids=str)
def test_that_every_special_value_counts_as_in_a_file(
    connection: duckdb.DuckDBPyConnection, tmp_path: Path, bounds: tuple[int | None, ...]
) -> None:
    """All of them in one plan; with bounds by cell, which hold in one table at a time, one by one."""
    person = Privacy("person", Fraction(1), Fraction(0), "", "id", *bounds)
    privacy = person if bounds else Privacy("row", Fraction(1))
    asked = every_query()
    apart = [(each,) for each in asked[:10:3]] if len(bounds) > 1 else [tuple(asked)]
    for some in apart:
        plan = ReleasePlan(privacy, some)
        assert counted(connection, plan, every_value()) == counted_as_file(
            plan, every_value(), tmp_path / "rows.csv"
        )


def everything(*columns: Column, privacy: Privacy = PERSON) -> ReleasePlan:
    return ReleasePlan(privacy, tuple(Histogram(f"h{at}", (each,)) for at, each in enumerate(columns)))


REGION = CategoryColumn(ODD, (INJECTION, "北京"))


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda each: each.name)
def test_that_every_engine_gets_one_statement_that_only_reads(dialect: object) -> None:
    statement = statement_of(everything(REGION), TABLE, PEOPLE, KEY)
    (parsed,) = [parse_one(statement.text(dialect), dialect=dialect.name)]
    assert isinstance(parsed, exp.Select)
    assert [table.name for table in parsed.find_all(exp.Table)] == ["people"]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda each: each.name)
def test_that_no_category_and_no_key_stands_in_the_text(dialect: object) -> None:
    statement = statement_of(everything(REGION), TABLE, PEOPLE, KEY)
    text = statement.text(dialect)
    assert "DROP" not in text
    assert "北京" not in text
    assert not any(len(value) > 3 and value in text for value in statement.parameters)
    assert KEY.hex() not in str(statement.parameters)


def test_that_another_key_changes_parameters_alone() -> None:
    first, second = (statement_of(everything(REGION), TABLE, PEOPLE, key) for key in (KEY, KEY[::-1]))
    assert first.text(DUCKDB) == second.text(DUCKDB)
    assert len(set(first.parameters) ^ set(second.parameters)) == 2


def refused(plan: ReleasePlan, *table: TableColumn) -> str:
    with pytest.raises((NotATable, NotValid)) as refusal:
        statement_of(plan, (*table, *TABLE), PEOPLE, KEY)
    return refusal.value.sentence.text


def statement(plan: ReleasePlan, *table: TableColumn) -> PlanStatement:
    return statement_of(plan, (*table, *TABLE), PEOPLE, KEY)


def test_that_a_type_that_cannot_be_counted_is_named() -> None:
    age = NumericColumn("age", ("0", "1"))
    for family, kind in ((Family.OTHER, "json"), (Family.OTHER, "bytea"), (Family.TEXT, "text")):
        column = TableColumn("age", kind, family)
        with pytest.raises(NotATable) as refusal:
            statement(everything(age), column)
        assert dict(refusal.value.sentence.values)["type"] == kind
    assert "cast it" in refused(
        everything(CategoryColumn("age", ("1",))), TableColumn("age", "real", Family.SINGLE)
    )
    assert "has no column" in refused(everything(age))


def test_that_an_id_is_a_text_or_a_whole_number() -> None:
    for family, scale in (
        (Family.DOUBLE, None),
        (Family.DECIMAL, None),
        (Family.DECIMAL, 2),
        (Family.DATE, None),
    ):
        assert "an id is" in refused(everything(REGION), TableColumn("id", "x", family, scale))
    for family, scale in ((Family.TEXT, None), (Family.INTEGER, 0), (Family.DECIMAL, 0)):
        assert statement(everything(REGION), TableColumn("id", "x", family, scale)).parameters


def test_that_edges_of_many_digits_are_told_apart_by_exact_types_alone() -> None:
    fine = NumericColumn("value", ("0", "0.1234567890123456"))
    assert "digits" in refused(everything(fine), TableColumn("value", "double", Family.DOUBLE))
    assert statement(everything(fine), TableColumn("value", "numeric", Family.DECIMAL)).columns == (fine,)
    coarse = NumericColumn("value", ("0", "0.1234567"))
    assert "digits" in refused(everything(coarse), TableColumn("value", "real", Family.SINGLE))


def test_that_bounds_by_cell_hold_in_one_table_at_a_time() -> None:
    bounded = Privacy("person", Fraction(1), Fraction(0), "", "id", 3, 1)
    assert "one table at a time" in refused(
        everything(REGION, CategoryColumn("flag", ("true",)), privacy=bounded)
    )
    assert statement(everything(REGION, REGION, privacy=bounded)).sets == (frozenset((REGION,)),)


@given(st.integers(1, 300))
@settings(max_examples=tries(20))
def test_that_a_value_is_found_among_many_by_halves(many: int) -> None:
    column = NumericColumn("whole", tuple(str(edge * edge) for edge in range(many + 1)))
    text = statement(everything(column)).text(DUCKDB)
    steps = (1 if word == "CASE" else -1 for word in re.findall("CASE|END", text))
    deepest = max(itertools.accumulate(steps))
    assert deepest <= many.bit_length() + 4


EVEN = [
    [str(low + step * at) for at in range(many)]
    for low in (-(2**62), -7, 0, 3, 2**62 - 30 * 7)
    for step in (1, 7)
    for many in (5, 31)
]


@pytest.mark.parametrize(
    ("edges", "is_even"),
    [
        *((edges, True) for edges in EVEN),
        (["0.5", "5.5", "10.5", "15.5", "20.5"], True),
        (["0", "1", "2", "3", "4", "6"], False),
        ([str(2**62 + at) for at in range(9)], False),
    ],
)
def test_that_whole_numbers_fall_into_even_bins_as_into_any(edges: list[str], is_even: bool) -> None:
    """Every value beside an edge, and the least and greatest of 64 bits, with and without a missing value."""
    column = NumericColumn("whole", tuple(edges))
    values = {-(2**63), 2**63 - 1, *(floor(Fraction(edge)) + more for edge in edges for more in (-1, 0, 1))}
    for declared in (Input(), Input(missing=("3",))):
        right = Counter(cells_of(column, declared)[str(value)] for value in values)
        plan = ReleasePlan(Privacy("row", Fraction(1)), (Histogram("h", (column,)),), "", declared)
        asked = statement_of(plan, (TableColumn("whole", "bigint", Family.INTEGER, 0),), PEOPLE, KEY)
        text = asked.text(DUCKDB)
        assert ("AS BIGINT) - " in text) == is_even
        with duckdb.connect() as connection:
            connection.execute("CREATE TABLE people (whole BIGINT)")
            connection.executemany("INSERT INTO people VALUES (?)", [(value,) for value in values])
            assert dict(connection.execute(text).fetchall()) == right
