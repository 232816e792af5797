"""A kind that is no table of counts: weighed rows, two noises, two tables. One class, the rest follows."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import pytest

from explorer.app.release.figures.released_counts import released_figure
from explorer.app.release.plan import plan_draft, plan_tables
from explorer.app.release.plan.budget_split import grown
from explorer.app.release.plan.plan_noise import margins_sentence
from explorer.app.release.plan.plan_summary import error_sentence
from explorer.cli.plans.plan_check import expected_lines
from explorer.export.forms import Forms
from explorer.export.opendp_code import opendp_code
from explorer.export.reports.blocks import Drawing, Facts, Grid
from explorer.export.reports.report import report
from explorer.language import Language
from explorer.mark import N_, Sentence, verbatim
from explorer.privacy.refusal import NotValid, Unsupported
from explorer.release import publish
from explorer.release.audit.black_box import trial
from explorer.release.comparison import compared
from explorer.release.ledger.authorization import spending_of
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan import plan_file
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.key import Kind, key
from explorer.release.plan.margin import margin
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.plan.sections import Output
from explorer.release.publish import release
from explorer.release.queries.query import NoisedQuery, Query, every_query
from explorer.release.queries.terms import Margins, NoisePart, ReportTable, Terms, WrittenTable
from explorer.release.values.noise_distribution import Noise


@dataclass(frozen=True, slots=True)
class Total(Query):
    """The places of all rows' cells, each times `weight`, added up; beside it the number of rows."""

    id: ClassVar[str] = "total"
    order: ClassVar[int] = 9
    another: ClassVar[Sentence] = N_("+ another histogram")
    removed: ClassVar[Sentence] = N_("remove this histogram")
    weight: int = key(Kind.WHOLE, 1, title=verbatim("weight"), shown=1)

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        return N_("histogram {number}", number=number)

    @property
    def cells(self) -> int:
        return 2

    @property
    def is_joint(self) -> bool:
        return False

    @property
    def counts_cells(self) -> bool:
        return False

    def places(self, cells: Sequence[Any]) -> tuple[Any, ...]:
        return np.zeros(len(cells[0]), dtype=np.int64), np.ones(len(cells[0]), dtype=np.int64)

    def weights(self, cells: Sequence[Any]) -> tuple[Any, ...]:
        return self.weight * cells[0], np.ones(len(cells[0]), dtype=np.int64)

    def measured_name(self, place: int, terms: Terms) -> str:
        return ("sum", "rows")[place]

    def noise_parts(self, terms: Terms) -> tuple[NoisePart, ...]:
        """Two thirds of what is granted for the sum, one third for the rows."""
        rows, noise = terms.privacy.sensitivity.L1, terms.noise
        most = (len(self.columns[0].labels) - 1) * self.weight
        parts = ((most * rows, Fraction(2, 3)), (rows, Fraction(1, 3)))
        return tuple(
            NoisePart(1, Noise(noise.mechanism, moved, noise.parameter * share)) for moved, share in parts
        )

    def margins(self, terms: Terms, cells: int | None = None) -> Margins:
        width, confidence = self.noise_parts(terms)[0].noise.width, terms.output.confidence
        return Margins(margin(width, confidence), margin(width, (1 + confidence) / 2))

    @property
    def table_names(self) -> tuple[str, ...]:
        return self.name, f"{self.name}-measured"

    @property
    def measured_in(self) -> tuple[str, str]:
        return f"{self.name}-measured", "noised"

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        yield ("mean",)
        yield ("what", "noised")

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        total, rows = noised.counts or (0, 1)
        yield WrittenTable(self.name, (("mean", "string", ""),), ((str(Fraction(total, max(rows, 1))),),))
        numbers = zip(("sum", "rows"), noised.counts, strict=False)
        yield WrittenTable(self.table_names[1], (("what", "string", ""), ("noised", "integer", "")), numbers)

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        return measure("sum") + measure("rows")

    def written_numbers(self, output: Output) -> int:
        return 4

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        return {"weight": self.weight}

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        return verbatim(f"the sum within {noised.margins.each}")

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        return (verbatim("a mean is no count"),)

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        rows = (((name,), (each,)) for name, each in zip(("sum", "rows"), noised.counts, strict=True))
        return ReportTable(("what",), (verbatim("noised"),), rows)

    def simulated(self, rows: int) -> np.ndarray:
        return np.array([2 * rows, rows], dtype=np.int64)


COLUMN = '{name = "age", kind = "numeric", edges = ["0", "20", "40", "100"]}'
PLAN = f"""schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 2
epsilon = "1"
[[total]]
name = "totals"
weight = 3
share = "3"
column = [{COLUMN}]
[[histogram]]
name = "ages"
share = "1"
column = [{COLUMN}]
"""
BODY = "id,age\na,7\na,9\nb,41\nc,20\nd,x\n"  # cells 0, 0, 2, 1 and 6


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the walk of the folder would find it."""
    both: Mapping[str, type[Query]] = MappingProxyType({**every_query(), Total.id: Total})
    for module in (plan_draft, plan_tables):
        monkeypatch.setattr(module, "every_query", lambda: both)
    monkeypatch.setattr(
        plan_file, "queries_of", lambda ids: {name: kind for name, kind in both.items() if name in ids}
    )


@pytest.fixture
def plan() -> ReleasePlan:
    return read_plan(PLAN)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(BODY)
    return path


def test_that_rows_are_weighed_and_each_number_gets_the_noise_of_its_part(
    plan: ReleasePlan, table: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[list[int], tuple[object, ...]]] = []

    def watched(integers: np.ndarray, *distribution: object) -> tuple[int, ...]:
        asked.append((integers.tolist(), distribution))
        return tuple(integers.tolist())

    monkeypatch.setattr(publish, "privatize", watched)
    released = release(plan, table, tmp_path / "out")
    assert asked[1:] == [
        ([3 * (2 + 1 + 6)], (36, Fraction(1, 2), "discrete-laplace")),
        ([5], (2, Fraction(1, 4), "discrete-laplace")),
    ]
    with (tmp_path / "out" / "totals-measured.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["what", "noised"], ["sum", "27"], ["rows", "5"]]
    assert (tmp_path / "out" / "totals.csv").read_text() == "mean\n27/5\n"
    privacy = json.loads((tmp_path / "out" / "totals-measured.csv-metadata.json").read_text())["privacy"]
    assert privacy["noise"] == [
        {"integers": 1, "sensitivity": {"L1": "36"}, "scale": "72"},
        {"integers": 1, "sensitivity": {"L1": "2"}, "scale": "8"},
    ]
    assert drawn_again(1).queries == released.drawn.queries
    assert read_plan(write_plan(plan)) == plan


def test_that_the_ledger_is_told_each_part_and_their_sum(plan: ReleasePlan) -> None:
    noise = spending_of(plan).noise
    assert [(each["histogram"], each["epsilon"]) for each in noise] == [
        ("ages", "0.25"),
        ("totals", "0.5"),
        ("totals", "0.25"),
    ]


def test_that_a_kind_that_asks_for_more_than_it_was_granted_is_stopped_before_it_draws(
    plan: ReleasePlan, table: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair = Total.noise_parts
    drawn: list[int] = []

    def greedy(self: Total, terms: Terms) -> tuple[NoisePart, ...]:
        first, second = fair(self, terms)
        wide = Noise(second.noise.mechanism, second.noise.sensitivity, second.noise.parameter * 2)
        return first, NoisePart(1, wide)

    monkeypatch.setattr(Total, "noise_parts", greedy)
    monkeypatch.setattr(
        publish, "privatize", lambda some, *_: drawn.append(len(some)) or tuple(some.tolist())
    )
    with pytest.raises(TypeError, match="more noised integers than it was granted"):
        release(plan, table, tmp_path / "out")
    assert drawn == [7, 1]
    assert not (tmp_path / "out").exists()


def test_that_no_number_stays_without_noise(plan: ReleasePlan, monkeypatch: pytest.MonkeyPatch) -> None:
    fair = Total.noise_parts
    monkeypatch.setattr(Total, "noise_parts", lambda self, terms: fair(self, terms)[:1])
    with pytest.raises(TypeError, match="does not fit what it measures"):
        simulate(plan, 1)


def test_that_it_is_previewed_and_said_in_its_own_words(plan: ReleasePlan) -> None:
    ages, totals = expected(plan)
    assert (totals.cells, totals.margins.each) == (2, margin(Fraction(72), Fraction(19, 20)))
    assert len(totals.parts) == 2
    assert len(ages.parts) == 1
    assert [len(each.noised) for each in simulate(plan, 1)] == [7, 2]
    words = f"the sum within {totals.margins.each}"
    say = Language("en").say
    assert say(margins_sentence(plan, 1)) == words
    assert say(error_sentence(plan, 1)) == f"ε = 0.75; {words}"
    assert say(expected_lines(plan)[1]) == f"totals: {words}"


def test_that_it_has_a_report_and_neither_picture_nor_crosstab_nor_comparison(
    plan: ReleasePlan, table: Path, tmp_path: Path, folder: Path
) -> None:
    drawn = release(plan, table, tmp_path / "out").drawn
    blocks = report(drawn, Language("en")).blocks
    assert sum(isinstance(each, Drawing) for each in blocks) == 1  # of the histogram
    grid = [each for each in blocks if isinstance(each, Grid)][1]
    assert [row[0] for row in grid.rows] == ["sum", "rows"]
    scales = [value for each in blocks if isinstance(each, Facts) for name, value in each.rows]
    assert any("totals: scale 72" in value for value in scales)
    assert any("totals: scale 8" in value for value in scales)
    assert released_figure(drawn, 1).empty is not None
    assert released_figure(drawn, 0).empty is None
    forms = Forms(crosstab=True, consistent=True, workbook=True)
    assert forms.names(plan) == ("ages.crosstab.csv", "ages.consistent.csv", "tables.xlsx")
    assert len(forms.files(drawn)) == 3
    assert [each.later.name for each in compared(drawn, drawn)] == ["ages"]
    with pytest.raises(Unsupported) as caught:
        opendp_code(plan)
    assert caught.value.field == "total.1"


def test_that_its_release_is_tested_on_simulated_people_through_its_own_files(
    plan: ReleasePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = ReleasePlan(plan.privacy, plan.queries[1:])
    fair = trial(alone, runs=1200)
    assert not fair.violated
    assert fair.whole > 0
    monkeypatch.setattr(publish, "privatize", lambda some, *_: tuple(some.tolist()))
    assert trial(alone, runs=400).violated  # without noise each run tells the tables apart


def test_that_a_further_query_keeps_the_locks_of_those_behind_it() -> None:
    before = plan_draft.document(PLAN)
    after = plan_draft.document(plan_draft.extended(PLAN, "histogram"))
    text, locked = grown(before, after, frozenset({1}))
    shares = {query["name"]: query["share"] for _, query in plan_draft.queries_of(plan_draft.document(text))}
    assert shares == {"ages": "0.125", "histogram_2": "0.125", "totals": "0.75"}
    assert locked == {2}
    twice = plan_tables.resettled(PLAN, plan_tables.doubled(PLAN, "histogram.1"), frozenset({1}))
    shares = {
        query["name"]: query["share"] for _, query in plan_draft.queries_of(plan_draft.document(twice[0]))
    }
    assert shares == {"ages": "0.125", "ages_2": "0.125", "totals": "0.75"}
    assert twice[1] == {2}


def test_that_two_columns_of_one_name_are_refused_in_any_of_its_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Total, "headers", lambda *_: iter((("mean",), ("age", "age"))))
    with pytest.raises(NotValid) as caught:
        read_plan(PLAN)
    assert caught.value.field == "total.1.column.1.name"
