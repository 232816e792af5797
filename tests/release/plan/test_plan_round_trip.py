"""Any plan that can be written is read back as it was."""

from datetime import date, timedelta
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from explorer.privacy.target import Neighbours
from explorer.release.columns.periods import PERIODS
from explorer.release.plan.columns import CategoryColumn, Column, DateColumn, NumericColumn
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.sections import Input, Output, Privacy
from explorer.release.queries.histogram import Histogram

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
AMOUNTS = st.fractions(Fraction(1, 1000), Fraction(100), max_denominator=1000)


def numeric(name: str) -> st.SearchStrategy[Column]:
    edges = st.lists(st.decimals(-1000, 1000, places=3), min_size=2, max_size=6, unique=True)
    return edges.map(lambda values: NumericColumn(name, tuple(f"{each:f}" for each in sorted(values))))


def category(name: str) -> st.SearchStrategy[Column]:
    safe = NAMES.filter(lambda text: not text.startswith(("'", "(")) and text != "NA")
    return st.lists(safe, min_size=1, max_size=5, unique=True).map(
        lambda texts: CategoryColumn(name, tuple(texts))
    )


def dates(name: str) -> st.SearchStrategy[Column]:
    edges = st.lists(st.dates().map(str), min_size=2, max_size=6, unique=True).map(sorted)
    own = edges.map(lambda texts: DateColumn(name, "DD.MM.YYYY", edges=tuple(texts)))
    days = st.tuples(st.dates(max_value=date(9950, 1, 1)), st.integers(1, 60)).map(
        lambda drawn: (str(drawn[0]), str(drawn[0] + timedelta(drawn[1])))
    )
    every = st.tuples(days, st.sampled_from(PERIODS))
    return own | every.map(lambda drawn: DateColumn(name, "YYYY-MM-DD", drawn[1], *drawn[0]))


@st.composite
def plans(draw: st.DrawFn) -> ReleasePlan:
    row = draw(st.booleans())
    bounds = st.none() | st.integers(1, 9)
    privacy = Privacy(
        unit="row" if row else draw(st.sampled_from(["person", "household"])),
        epsilon=draw(AMOUNTS),
        id_column=None if row else draw(st.none() | NAMES),
        rows_per_person=None if row else draw(st.integers(1, 9)),
        rows_per_cell=None if row else draw(bounds),
        cells_per_person=None if row else draw(bounds),
        neighbours=draw(st.sampled_from(Neighbours)),
        signed_off=draw(st.text(st.characters(codec="utf-8"), max_size=9)),
        locked=draw(st.booleans()),
    )
    histograms = []
    for number in range(draw(st.integers(1, 3))):
        names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
        named = [f"c{each}{n}" for n, each in enumerate(names)]
        columns = [draw(numeric(each) | category(each) | dates(each)) for each in named]
        histograms.append(Histogram(f"h-{number}", tuple(columns), draw(AMOUNTS)))
    declared = Input(missing=("", "NA"), decimal=draw(st.sampled_from(".,")))
    output = Output(draw(st.fractions(Fraction(1, 100), Fraction(99, 100))), draw(st.booleans()))
    return ReleasePlan(privacy, tuple(histograms), draw(st.text(max_size=20)), declared, output)


@given(plans())
def test_that_a_plan_written_and_read_is_the_same_plan(plan: ReleasePlan) -> None:
    assert read_plan(write_plan(plan)) == plan


@given(plans())
def test_that_the_parts_of_epsilon_sum_exactly(plan: ReleasePlan) -> None:
    assert sum(plan.epsilon_of(index) for index in range(len(plan.queries))) == plan.privacy.epsilon
