"""One table of typed values, written in every form that a file may have."""

import csv
import gzip
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import xlsxwriter
from hypothesis import strategies as st
from parquet_tables import write_parquet

from explorer.release.plan.columns import CategoryColumn, Column, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram

Cell = str | int | float | Decimal | bool | date | datetime | None
TYPES = {
    "person": "VARCHAR",
    "region": "VARCHAR",
    "age": "BIGINT",
    "dose": "DOUBLE",
    "fee": "DECIMAL(9,2)",
    "wide": "DECIMAL(30,4)",
    "ill": "BOOLEAN",
    "born": "DATE",
    "seen": "TIMESTAMP",
}
EDGES = ("-2", "-0.1", "0", "0.1", "1.5", "7", "1000000000000000")


@dataclass(frozen=True)
class Table:
    """Rows of values in the order of `TYPES`."""

    rows: tuple[tuple[Cell, ...], ...]

    def texts(self) -> list[list[str]]:
        return [["" if cell is None else text_of(cell) for cell in row] for row in self.rows]

    def csv(self, path: Path) -> Path:
        path.write_bytes(self._csv())
        return path

    def gzip(self, path: Path) -> Path:
        path.write_bytes(gzip.compress(self._csv()))
        return path

    def _csv(self) -> bytes:
        text = io.StringIO(newline="")
        csv.writer(text).writerows([list(TYPES), *self.texts()])
        return text.getvalue().encode()

    def stored(self) -> "Table":
        """The same as far as a workbook can hold it: doubles for numbers, no year before 1900."""

        def cell(value: Cell) -> Cell:
            if isinstance(value, str | bool | None):
                return value or None if isinstance(value, str) else value
            if isinstance(value, date):
                return value if value.year >= 1900 else None
            number = float(f"{float(value):.15g}")
            if abs(number) >= 10**15:
                return 7
            return int(number) if number.is_integer() else number

        return Table(tuple(tuple(map(cell, row)) for row in self.rows))

    def workbook(self, path: Path, *sheets: str) -> Path:
        with xlsxwriter.Workbook(str(path)) as book:
            day, moment = (book.add_format({"num_format": f"yyyy-mm-dd{each}"}) for each in ("", " hh:mm:ss"))
            for name in sheets:
                book.add_worksheet(name).write_string(0, 0, "another sheet")
            sheet = book.add_worksheet("people")
            sheet.write_row(0, 0, list(TYPES))
            for at, row in enumerate(self.rows, 1):
                for place, value in enumerate(row):
                    if isinstance(value, datetime):
                        sheet.write_datetime(at, place, value, moment)
                    elif isinstance(value, date):
                        sheet.write_datetime(at, place, value, day)
                    elif isinstance(value, str):
                        sheet.write_string(at, place, value)
                    elif value is not None:
                        sheet.write(at, place, value)
        return path

    def parquet(self, path: Path, group: int = 2048) -> Path:
        return write_parquet(path, TYPES, self.rows, f"ROW_GROUP_SIZE {group}")


def text_of(cell: Cell) -> str:
    """What stands in a file of text for a value."""
    if isinstance(cell, bool):
        return str(cell).lower()
    return cell.isoformat(" ") if isinstance(cell, datetime) else str(cell)


def tables(
    people: Sequence[str | None] = ("Ann", "ann ", "\U0001d4d0é", None, "12345678", "a long id, " * 9),
) -> st.SearchStrategy[Table]:
    cells: list[st.SearchStrategy[Cell]] = [
        st.sampled_from(people),
        st.sampled_from(
            ["North", "South", "Süd", "東", "", " North", "(other)", "NA", None, 'a "quoted", one']
        ),
        st.sampled_from([-3, 0, 1, 7, 99, 10**15, 10**15 - 1, 2**53, 2**53 + 1, -(2**63), None]),
        st.sampled_from([0.1, 0.1 + 2**-55, -0.0, 0.30000000000000004, 1.5, 1e300, 5e-324, None, -0.1, 7.0])
        | st.floats(-3, 9),
        st.sampled_from([Decimal("0.10"), Decimal("-0.10"), Decimal("7.00"), Decimal("6.99"), None]),
        st.sampled_from(
            [Decimal("0.1000"), Decimal("99999999999999999999.0001"), Decimal("1000000000000000.0000"), None]
        ),
        st.sampled_from([True, False, None]),
        st.sampled_from([date(2024, 1, 31), date(2024, 2, 1), date(1, 1, 1), date(9999, 12, 31), None]),
        st.sampled_from(
            [datetime(2024, 1, 31, 23, 59, 59), datetime(2024, 2, 1), datetime(1999, 5, 5), None]
        ),
    ]
    row = st.tuples(*cells)
    rows = st.lists(row, max_size=12).flatmap(
        lambda some: (
            st.lists(st.sampled_from(some), max_size=30).map(lambda more: (*some, *more))
            if some
            else st.just(())
        )
    )
    return rows.map(Table)


def columns() -> st.SearchStrategy[Column]:
    edges = st.lists(st.sampled_from(EDGES), min_size=2, max_size=5, unique=True).map(
        lambda some: tuple(sorted(some, key=Decimal))
    )
    numbers = st.builds(
        NumericColumn, st.sampled_from(["age", "dose", "fee", "wide", "region"]), edges, st.booleans()
    ).filter(lambda column: not column.whole or all(Decimal(edge) % 1 == 0 for edge in column.edges))
    texts = {"region": ("North", "Süd", "東"), "ill": ("true", "false"), "age": ("7", "99"), "fee": ("0.10",)}
    categories = st.sampled_from(sorted(texts)).map(lambda name: CategoryColumn(name, texts[name]))
    dates = st.sampled_from(
        [
            DateColumn("born", "YYYY-MM-DD", "month", "2024-01", "2024-04"),
            DateColumn("born", "YYYY-MM-DD", edges=("2024-01-31", "2024-02-01")),
            DateColumn("seen", "YYYY-MM-DD hh:mm:ss", edges=("2024-01-31", "2024-02-01", "2024-02-02")),
        ]
    )
    return numbers | categories | dates


EVERYTHING = ReleasePlan(
    Privacy("person", Fraction(1), id_column="person", rows_per_person=2),
    tuple(
        Histogram(f"all{at}", (column,), Fraction(1, 8))
        for at, column in enumerate(
            (
                CategoryColumn("region", ("North", "東")),
                CategoryColumn("ill", ("true", "false")),
                NumericColumn("age", EDGES),
                NumericColumn("dose", EDGES),
                NumericColumn("fee", EDGES),
                NumericColumn("wide", EDGES),
                DateColumn("born", "YYYY-MM-DD", "year", "1999", "2025"),
                DateColumn("seen", "YYYY-MM-DD hh:mm:ss", edges=("2024-01-31T23:59:59", "2024-02-01")),
            )
        )
    ),
)


def plans() -> st.SearchStrategy[ReleasePlan]:
    half = Fraction(1, 2)
    one = st.lists(columns(), min_size=1, max_size=2, unique_by=lambda column: column.name)
    found = st.just([UnknownColumn("region")])
    privacies = st.sampled_from(
        [
            Privacy("row", Fraction(1), Fraction(1, 10**6)),
            Privacy("person", Fraction(1), Fraction(1, 10**6), id_column="person", rows_per_person=2),
            Privacy("person", half, half, id_column="age", rows_per_person=3, rows_per_cell=1),
            Privacy("person", half, half, id_column="dose", rows_per_person=1),
        ]
    )
    declared = st.sampled_from([Input(), Input(missing=("", "NA", "7", "0.1")), Input(trim=True)])
    queries = st.lists(one | found, min_size=1, max_size=3).map(
        lambda some: tuple(
            Histogram(f"h{at}", tuple(each), Fraction(1, len(some))) for at, each in enumerate(some)
        )
    )
    return st.builds(lambda *args: ReleasePlan(args[0], args[1], "", args[2]), privacies, queries, declared)
