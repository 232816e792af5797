"""A further kind of query is one class: plan, rules, counting, noise, files and preview find it."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import pytest
from count_cases import AGE

from explorer.app.release.plan import plan_draft, plan_examples
from explorer.app.release.plan.plan_skeleton import skeleton
from explorer.export.opendp_code import opendp_code
from explorer.export.reports.blocks import Grid
from explorer.export.reports.report import report
from explorer.language import Language
from explorer.mark import N_, Sentence, english, verbatim
from explorer.privacy.refusal import Refusal, Unsupported
from explorer.privacy.sensitivity import Sensitivity
from explorer.release import noise, publish
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.plan import plan_file
from explorer.release.plan.key import Kind, key
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.plan.sections import Output, Privacy
from explorer.release.publish import release
from explorer.release.queries.histogram import Histogram
from explorer.release.queries.query import NoisedQuery, Query, every_query
from explorer.release.queries.terms import ReportTable, Terms, WrittenTable


@dataclass(frozen=True, slots=True)
class RunningTotals(Query):
    """How many rows are in each cell of a column or in one before it, with a declared weight: a strategy."""

    id: ClassVar[str] = "running"
    order: ClassVar[int] = 2
    another: ClassVar[Sentence] = N_("+ another histogram")
    removed: ClassVar[Sentence] = N_("remove this histogram")
    weight: int = key(Kind.WHOLE, 1)

    @classmethod
    def numbered(cls, number: int) -> Sentence:
        return N_("histogram {number}", number=number)

    def unfit(self, privacy: Privacy | None) -> Iterator[tuple[str, Sentence]]:
        if len(self.columns) > 1:
            yield "column", N_("a column needs a name")

    def sensitivity(self, privacy: Privacy) -> Sensitivity:
        """Each row moves every total from its cell on by `weight`."""
        moved, most = privacy.sensitivity, self.cells * self.weight
        return replace(moved, L1=most * moved.L1, L2_squared=most * self.weight * moved.L1**2)

    def measured(self, true: Any, terms: Terms) -> np.ndarray:
        return self.weight * np.cumsum(true)

    def headers(self, output: Output) -> Iterator[tuple[str, ...]]:
        yield (*self.columns[0].written_names, "noised_total")

    def written(self, noised: NoisedQuery, output: Output) -> Iterator[WrittenTable]:
        columns = tuple((name, "string", "") for name in next(self.headers(output)))
        rows = zip(self.columns[0].written_cells, noised.counts, strict=True)
        yield WrittenTable(self.name, columns, ((*labels, count) for labels, count in rows))

    def written_size(self, blank: NoisedQuery, measure: Callable[[str], int]) -> int:
        return sum(measure(part) for cell in self.columns[0].written_cells for part in cell)

    def described(self, noised: NoisedQuery) -> dict[str, object]:
        return {"weight": self.weight}

    def margins_sentence(self, noised: NoisedQuery) -> Sentence:
        return N_(
            "{name}: {low} to <{high}", name=self.name, low=-noised.margins.each, high=noised.margins.each
        )

    def remarks(self, noised: NoisedQuery) -> tuple[Sentence, ...]:
        return ()

    def report_table(self, noised: NoisedQuery) -> ReportTable:
        rows = zip(self.columns[0].names, noised.counts, strict=True)
        return ReportTable(("age",), (verbatim("total"),), (((name,), (count,)) for name, count in rows))

    def simulated(self, rows: int) -> np.ndarray:
        return np.full(self.cells, rows // self.cells, dtype=np.int64)


COLUMN = '{name = "age", kind = "numeric", edges = ["0", "20", "40", "100"]}'
PLAN = f"""schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 1
epsilon = "1"
[[running]]
name = "totals"
share = "3"
weight = 2
column = [{COLUMN}]
[[histogram]]
name = "ages"
column = [{COLUMN}]
"""


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the walk of the folder would find it."""
    both: Mapping[str, type[Query]] = MappingProxyType({**every_query(), RunningTotals.id: RunningTotals})
    for module in (plan_draft, plan_examples):
        monkeypatch.setattr(module, "every_query", lambda: both)
    monkeypatch.setattr(
        plan_file, "queries_of", lambda ids: {name: kind for name, kind in both.items() if name in ids}
    )


def test_that_it_is_read_written_and_refused_by_its_own_keys() -> None:
    plan = read_plan(PLAN)
    assert [type(each) for each in plan.queries] == [Histogram, RunningTotals]
    assert plan.queries[1] == RunningTotals("totals", (AGE,), Fraction(3), weight=2)
    assert read_plan(write_plan(plan)) == plan
    assert list(plan.placed) == ["histogram.1", "running.1"]
    for wrong, field in (
        (PLAN.replace("weight = 2", "weight = 0"), "running.1.weight"),
        (PLAN.replace("weight = 2", "height = 2"), "running.1.height"),
        (PLAN.replace('name = "totals"', 'name = "ages"'), "histogram.1.name"),
        (PLAN.replace('share = "3"', 'share = "0"'), "running.1.share"),
    ):
        with pytest.raises(Refusal) as caught:
            read_plan(wrong)
        assert caught.value.field == field


def test_that_a_plan_to_start_from_has_it_where_it_is_asked_for_and_else_behind_marks() -> None:
    text = skeleton(english, [RunningTotals.id])
    (query,) = read_plan(text).queries
    assert type(query) is RunningTotals
    assert "# For a query of the kind running:\n[[running]]" in text
    marked = skeleton(english).partition("\n\n# For a query of the kind running:")[2]
    assert "#[[running]]" in marked.splitlines()
    assert "its weight when several tables share the budget" in marked


def test_that_its_noise_is_that_of_what_it_measures() -> None:
    plan = read_plan(PLAN)
    assert plan.noise_of(1).sensitivity == 2 * 7 * 1
    assert plan.noise_of(1).parameter == Fraction(3, 4)
    assert plan.noise_of(0).sensitivity == 1
    report_table = expected(plan)[1]
    assert (report_table.name, report_table.cells, report_table.epsilon) == ("totals", 7, Fraction(3, 4))
    shown = simulate(plan, 1, 70)[1]
    assert shown.counts == tuple(range(20, 141, 20))


def test_that_it_is_counted_drawn_written_and_kept(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[list[int], tuple[object, ...]]] = []
    draw = publish.privatize

    def watched(counts: np.ndarray, *distribution: Any) -> tuple[int, ...]:
        asked.append((counts.tolist(), distribution))
        return draw(counts, *distribution)

    monkeypatch.setattr(publish, "privatize", watched)
    monkeypatch.setattr(noise, "discrete_laplace", lambda _, __, many: np.zeros(many, dtype=np.int64))
    path = tmp_path / "people.csv"
    path.write_text("id,age\na,7\na,9\nb,41\nc,20\nd,x\n")
    released = release(read_plan(PLAN), path, tmp_path / "out")
    assert asked == [
        ([1, 1, 1, 0, 0, 0, 1], (1, Fraction(1, 4), "discrete-laplace")),
        ([2, 4, 6, 6, 6, 6, 8], (14, Fraction(3, 4), "discrete-laplace")),
    ]
    assert [each.name for each in released.written if each.suffix == ".csv"] == ["ages.csv", "totals.csv"]
    with (tmp_path / "out" / "totals.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["noised_total"] for row in rows] == ["2", "4", "6", "6", "6", "6", "8"]
    metadata = json.loads((tmp_path / "out" / "totals.csv-metadata.json").read_text())
    assert metadata["privacy"]["weight"] == 2
    assert metadata["privacy"]["sensitivity"] == {"L1": "14"}
    assert drawn_again(1).queries == released.drawn.queries
    grid = [block for block in report(released.drawn, Language("en")).blocks if isinstance(block, Grid)][1]
    assert grid.headings == ("age", "total")
    assert [row[1] for row in grid.rows] == ["2", "4", "6", "6", "6", "6", "8"]
    with pytest.raises(Unsupported) as caught:
        opendp_code(released.drawn.plan)
    assert caught.value.field == "running.1"


def test_that_the_plan_in_hand_knows_where_it_stands() -> None:
    plan = plan_draft.document(PLAN)
    assert [path for path, _ in plan_draft.queries_of(plan)] == ["histogram.1", "running.1"]
    more = plan_draft.document(plan_draft.extended(PLAN, "running"))
    assert more["running"][1]["name"] == "running_2"
    wider = plan_draft.document(plan_draft.extended(PLAN, "running.1"))
    assert len(wider["running"][0]["column"]) == 2
