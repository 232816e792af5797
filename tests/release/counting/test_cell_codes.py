"""Rows counted by one number each: whatever is asked of the same column, the cells are as specified."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from count_cases import KEY, asking, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import told
from thoroughness import tries

from explorer.release.counting import cell_codes, tally
from explorer.release.counting.cell_codes import Coding, Joined
from explorer.release.plan.columns import CategoryColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.sections import Input, Privacy
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.sum import Sum
from explorer.release.sources import duckdb_codes

ROW = Privacy("row", Fraction(1))
REGION = CategoryColumn("region", ("North", "South"))
EDGES = ("-1", "0", "0.1", "0.5", "1", "7", "20", "20.5", "1e-320", "0.1000000000000000055", "100")
VALUES = (
    *("0", "-0", "0.0", "1e-400", "-1e-400", "1e400", "0.5", "-0.5", "1", "1.0", "1.5", "2.5", "7", "19.999"),
    *("20", "20.5", "99.99999999999999999", "100", "0.1", "0.10000000000000000001", "0.1000000000000000055"),
    *("", "NA", "x", " 7", "+7", "1_0", ".5", "5.", "1e1", "nan", "inf", "-3", "0.10", "0007", "-1.0"),
)


def rows_of(names: list[tuple[str, str]]) -> str:
    return "v,region\n" + "".join(f"{value},{region}\n" for value, region in names)


@st.composite
def asked_of_one_column(draw: st.DrawFn) -> tuple[ReleasePlan, str]:
    """Histograms and sums of one column by several edges and steps, and a table of awkward values."""
    queries: list[Histogram | Sum] = []
    for number in range(draw(st.integers(1, 4))):
        whole = draw(st.booleans())
        edges = draw(st.sets(st.sampled_from(EDGES), min_size=2))
        rising = sorted((edge for edge in edges if not whole or float(edge) % 1 == 0), key=float)
        if len(rising) >= 2:
            columns = (NumericColumn("v", tuple(rising), whole), REGION)[: draw(st.integers(1, 2))]
            queries.append(Histogram(f"h{number}", columns))
    for number, step in enumerate(draw(st.lists(st.sampled_from(["1", "0.5", "3"]), max_size=2))):
        groups = (REGION,) if draw(st.booleans()) else ()
        bounds = {"low": Fraction(-3), "high": Fraction(21), "step": Fraction(step)}
        queries.append(Sum(f"s{number}", groups, value="v", mean=draw(st.booleans()), **bounds))
    queries.append(Histogram("r", (REGION,)))
    missing = tuple(draw(st.sets(st.sampled_from(["", "NA", "0", "1.5"]))))
    rows = draw(st.lists(st.tuples(st.sampled_from(VALUES), st.sampled_from(["North", "South", "a"]))))
    return ReleasePlan(ROW, tuple(queries), "", Input(missing=missing)), rows_of(rows)


@settings(max_examples=tries(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked_of_one_column())
def test_that_one_reading_of_a_column_serves_all_edges_and_steps(
    tmp_path: Path, case: tuple[ReleasePlan, str]
) -> None:
    plan, content = case
    path = tmp_path / "table.csv"
    path.write_text(content)
    quick = quickly(asking(plan, path, KEY, piece=1 << 10))
    assert quick is not None
    assert told(quick) == told(strictly(asking(plan, path, KEY)))


@pytest.fixture(params=["joint", "by query", "by step"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same rows counted by joint numbers, by the cells of each query, and by steps without a bound."""
    if request.param == "by query":
        monkeypatch.setattr(cell_codes, "MOST_JOINT", 3)
    elif request.param == "by step":
        monkeypatch.setattr(duckdb_codes, "MOST_STEPS", 1)
    return request.param


def test_that_sums_are_exact_however_rows_are_counted(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined: list[Joined] = []
    add = tally.Tally.add

    def adding(whole: tally.Tally, batch: object) -> None:
        joined.extend([batch] if isinstance(batch, Joined) else [])
        add(whole, batch)  # type: ignore[arg-type]

    monkeypatch.setattr(tally.Tally, "add", adding)
    high = 9 * 10**13
    plan = ReleasePlan(
        ROW,
        (
            Sum("s", (REGION,), value="v", low=Fraction(-3), high=Fraction(high), step=Fraction(high + 3, 3)),
            Sum("t", (), value="v", low=Fraction(-9), high=Fraction(9), step=Fraction(1, 2), mean=True),
            Histogram("h", (NumericColumn("v", ("0", "1", "5")), REGION)),
        ),
    )
    path = tmp_path / "table.csv"
    values = [("9" * 14, "North"), ("2.25", "South"), ("-2", "a"), ("4.75", "North"), ("x", "South")] * 500
    path.write_text(rows_of(values))
    quick = quickly(asking(plan, path, KEY, piece=1 << 12))
    assert quick is not None
    assert told(quick) == told(strictly(asking(plan, path, KEY)))
    assert bool(joined) == (way == "joint")


def test_that_joint_numbers_tell_every_code_again() -> None:
    sizes = (3, 4, 2)
    codes = [each.ravel() for each in np.indices(sizes)]
    known = Coding(sizes, ((0, None), (1, np.array([5, 6, 7, 8])), (1, None)))
    joined = known.joined(codes)
    assert np.array_equal(joined.numbers, np.arange(24))
    assert all(map(np.array_equal, known.parted(joined.numbers), codes))
    assert np.array_equal(known.cells(codes)[1], codes[1] + 5)
