"""A plan as OpenDP code: it runs, adds our noise to our cells, and nothing that is typed becomes code."""

import ast
import csv
import importlib.util
import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from released import example, small

from explorer.export.opendp_code import opendp_code
from explorer.privacy.refusal import Unsupported
from explorer.privacy.target import Neighbours
from explorer.release.counting.counts import count
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.sections import Input
from explorer.release.queries.histogram import Histogram
from explorer.resources import resource

NASTY = ('"""', "'''", "a\nimport os", "\\", "x'); raise SystemExit(9) #", "\u202e", "{identity}", "北", "%s")


def assigned(code):
    """The literals that a program assigns at its top, by name; each must be a literal."""
    found = {}
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign) and node.targets[0].id.isupper():
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def loaded(code, folder, name="plan_code"):
    """The program, run as a module by whoever has OpenDP."""
    dp = pytest.importorskip("opendp.prelude")
    path = folder / f"{name}.py"
    path.write_text(code, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    dp.disable_features("contrib")
    return module


@pytest.fixture
def contributed():
    """OpenDP's constructors are behind a switch of the whole process, which the program turns on."""
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    yield
    dp.disable_features("contrib")


PLANS = [
    example(),
    example(epsilon=Fraction(1, 3), neighbours=Neighbours.SUBSTITUTE),
    example(mechanism="discrete-gaussian", delta=Fraction(1, 10**6)),
    example(unit="row", id_column=None, rows_per_person=None),
]


@pytest.mark.parametrize("plan", PLANS)
def test_that_scale_sensitivity_and_budget_are_ours(plan, tmp_path, request):
    code = opendp_code(plan)
    for index, declared in enumerate(assigned(code)["HISTOGRAMS"]):
        noise = plan.noise_of(index)
        gaussian = noise.is_gaussian
        width = Fraction(declared["scale"]) ** (2 if gaussian else 1)
        assert width >= noise.width  # never less noise
        assert width <= noise.width * (1 + Fraction(1, 10**15))
        moved = Fraction(declared["sensitivity"]) ** (2 if gaussian else 1)
        assert moved >= noise.sensitivity
        assert float(moved) == pytest.approx(noise.sensitivity, rel=1e-15)
        exact = declared["exact_sigma_squared" if gaussian else "exact_scale"]
        assert Fraction(exact) == noise.width
        assert Fraction(declared["exact_rho" if gaussian else "exact_epsilon"]) == noise.parameter


@pytest.mark.parametrize("plan", PLANS)
def test_that_opendp_finds_our_budget_in_it(plan, tmp_path, contributed):
    module = loaded(opendp_code(plan), tmp_path)
    pytest.importorskip("opendp.prelude").enable_features("contrib")
    for index, histogram in enumerate(module.HISTOGRAMS):
        spent = module.noise(histogram).map(histogram["sensitivity"])
        assert spent == pytest.approx(float(plan.noise_of(index).parameter), rel=1e-12)


@pytest.mark.parametrize("plan", PLANS)
def test_that_it_runs_on_the_shipped_people(plan, tmp_path, contributed):
    module = loaded(opendp_code(plan), tmp_path)
    pytest.importorskip("opendp.prelude").enable_features("contrib")
    released = module.release(resource("examples", "people.csv"))
    assert list(released) == [each.name for each in plan.queries]
    for histogram in plan.queries:
        labels, counts = zip(*released[histogram.name], strict=True)
        assert labels == tuple(histogram.labels())
        assert all(isinstance(each, int) for each in counts)


ROWS = [
    ("a", "7", "north"),
    *(("a", "20.5", "north"), ("a", "20.49999999999999999999", "south"), ("a", "1e400", "")),
    *(("b", "1_000", "Ulm"), ("b", "-1", " north"), ("", "5", "north"), ("c", "+5.", "NA")),
    *(("d", "100", "south"), ("d", "99.9", "north"), ("d", "1e-9999999", "north"), ("d", "", "x")),
    *(("e", "nan", "south"), ("e", "٣", "south"), ("e", "0e99999999", "south"), ("e", "\t30 ", "south")),
]


@pytest.mark.parametrize("bound", [None, 16, 2])
@pytest.mark.parametrize("trim", [False, True])
def test_that_its_cells_are_ours(tmp_path, monkeypatch, bound, trim):
    table = tmp_path / "table.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("id", "age", "city"), *ROWS])
    privacy = {} if bound is None else {"unit": "person", "id_column": "id", "rows_per_person": bound}
    plan = replace(small(**privacy), input=Input(missing=("", "NA"), trim=trim))
    module = loaded(opendp_code(plan), tmp_path)
    monkeypatch.setattr(module, "noise", lambda _: list)  # none
    theirs = [[number for _, number in cells] for cells in module.release(table).values()]
    ours = [list(map(int, each)) for each in count(plan, table, b"k" * 32).queries]
    if bound == 2:  # another key keeps other rows of a person, but as many
        assert list(map(sum, theirs)) == list(map(sum, ours)) == [9, 9]
    else:
        assert theirs == ours


def test_that_its_dates_and_whole_numbers_are_ours(tmp_path, monkeypatch):
    days = (
        "2025-01-01",
        "2025-02-29",
        "31.01.2025",
        "2024-12-31",
        "2025-03-01",
        " 2025-02-28",
        "",
        "２０２５-01-01",
    )
    ages = ("1", "1.0", "1.5", "2", "1e0", "1e-7", "x", "1e-1000000")
    table = tmp_path / "table.csv"
    table.write_text(
        "day,age\n" + "".join(f"{day},{age}\n" for day, age in zip(days, ages, strict=True)), "utf-8"
    )
    columns = (
        DateColumn("day", every="month", start="2025-01-01", end="2025-03-01"),
        NumericColumn("age", ("0", "1", "2"), whole=True),
        DateColumn("day", edges=("2024", "2025-01-01")),
    )
    plan = replace(small(), queries=tuple(Histogram(f"h{at}", (each,)) for at, each in enumerate(columns)))
    module = loaded(opendp_code(plan), tmp_path)
    monkeypatch.setattr(module, "noise", lambda _: list)  # none
    released = module.release(table).values()
    theirs = [[number for _, number in cells] for cells in released]
    assert [[label for (label,), _ in cells] for cells in released] == [list(each.labels) for each in columns]
    assert theirs == [list(map(int, each)) for each in count(plan, table, b"k" * 32).queries]
    assert theirs[1] == [0, 3, 0, 1, 0, 4]


def test_that_which_rows_count_does_not_depend_on_their_order(tmp_path, monkeypatch):
    plan = small(unit="person", id_column="id", rows_per_person=2)
    module = loaded(opendp_code(plan), tmp_path)
    contents = [(0, 1), (1, 1), (0, 1), (2, 0), (3, 3)]
    kept = sorted(module.bounded(b"key", "a", contents))
    assert len(kept) == 2
    assert kept == sorted(module.bounded(b"key", "a", contents[::-1]))


def test_that_a_file_that_does_not_fit_is_refused_without_its_values(tmp_path):
    module = loaded(opendp_code(small()), tmp_path)
    for text in ("age,city\n7\n", "age,town\n7,QZ\n", "age,city,city\n7,QZ,QZ\n"):
        (tmp_path / "table.csv").write_text(text)
        with pytest.raises(ValueError, match=r"fields|column of the plan") as caught:
            list(module.rows(tmp_path / "table.csv"))
        assert "QZ" not in str(caught.value)


@pytest.mark.parametrize("text", NASTY)
def test_that_nothing_typed_becomes_code(text, tmp_path):
    plan = small(text, "plain", name=text + "n", unit="person", id_column=text, rows_per_person=1)
    plan = replace(plan, title=text, input=Input(missing=(text + "m",)))
    code = opendp_code(plan)
    found = assigned(code)
    assert found["TITLE"] == found["ID_COLUMN"] == text
    assert found["HISTOGRAMS"][0]["columns"][0]["categories"] == [text, "plain"]
    assert found["MISSING"] == [text + "m"]
    plain = opendp_code(small("x", "plain", name="xn", unit="person", id_column="x", rows_per_person=1))
    kinds = [
        [type(node) for node in ast.walk(ast.parse(each)) if not isinstance(node, ast.Constant)]
        for each in (code, plain)
    ]
    assert kinds[0] == kinds[1]
    comments = [re.findall(r"^\s*#.*$", each, re.M) for each in (code, plain)]
    assert comments[0] == comments[1]
    assert "\u202e" not in code


def test_that_it_claims_no_more_than_it_does():
    code = ast.get_docstring(ast.parse(opendp_code(example())))
    assert "NOT in the ledger" in code
    assert "OpenDP does not check" in code
    assert "secret key" in code
    assert "statement" not in code
    assert "is a statement" in opendp_code(small(unit="person", rows_per_person=2))
    assert "rho at the given delta" in opendp_code(PLANS[2])
    assert "import hmac" not in opendp_code(small())


def test_that_what_opendp_cannot_do_is_refused():
    found = Histogram("towns", (UnknownColumn("town"),))
    with pytest.raises(Unsupported, match="found in the file"):
        opendp_code(replace(small(delta=Fraction(1, 10**6)), queries=(found,)))
    with pytest.raises(Unsupported, match="limits on rows per cell"):
        opendp_code(small(unit="person", id_column="id", rows_per_person=3, rows_per_cell=1))
    stated = opendp_code(small(unit="person", rows_per_person=3, cells_per_person=2))
    assert assigned(stated)["HISTOGRAMS"][0]["sensitivity"] == 3


def test_that_a_crosstab_runs_its_last_column_fastest(tmp_path, monkeypatch):
    columns = (NumericColumn("age", ("0", "50")), CategoryColumn("city", ("north", "south")))
    plan = replace(small(), queries=(Histogram("both", columns),))
    module = loaded(opendp_code(plan), tmp_path)
    (tmp_path / "table.csv").write_text("city,age\nsouth,7\nsouth,77\n")
    monkeypatch.setattr(module, "noise", lambda _: list)
    cells = module.release(tmp_path / "table.csv")["both"]
    assert [labels for labels, number in cells if number] == [("from 0 to 50", "south"), ("(above)", "south")]
    assert len(cells) == math.prod(plan.queries[0].shape)
