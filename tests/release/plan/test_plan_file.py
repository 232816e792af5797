"""Plans: every rule of the contract, each refused beside its key."""

import tomllib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from cases_in_one import cases_in_one

from explorer.privacy.refusal import NotValid, Refusal
from explorer.privacy.target import Neighbours
from explorer.release.plan.plan_file import problems, read_plan
from explorer.release.plan.sections import Input, Output, Privacy

PLAN = """
schema = 1
title = "Age by region"
[input]
encoding = "utf-8"
delimiter = ","
quote = '"'
header = true
decimal = "."
missing = ["", "NA"]
trim = false
[privacy]
unit = "person"
id_column = "user_id"
rows_per_person = 3
rows_per_cell = 1
cells_per_person = 2
neighbours = "add-remove"
mechanism = "discrete-laplace"
epsilon = "1"
delta = "0"
signed_off = "R. Roe, 2026-01-05"
locked = true
[[histogram]]
name = "age_by_region"
share = "2"
[[histogram.column]]
name = "age"
kind = "numeric"
edges = ["0", "20", "40", "65", "120"]
[[histogram.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
[[histogram]]
name = "region"
share = "1"
[[histogram.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
[output]
confidence = "0.95"
nonnegative = false
"""


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    document = tomllib.loads(PLAN)
    change(document)
    return document


def put(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Set one key of a plan, its path as refusals name it; None removes it."""

    def change(document: dict[str, Any]) -> None:
        *above, last = path.split(".")
        place: Any = document
        for part in above:
            place = place[int(part) - 1] if part.isdigit() else place.setdefault(part, {})
        if value is None:
            del place[last]
        else:
            place[last] = value

    return change


def test_that_the_plan_of_the_contract_is_read_as_it_stands() -> None:
    plan = read_plan(PLAN)
    assert plan.privacy == Privacy(
        unit="person",
        epsilon=Fraction(1),
        id_column="user_id",
        rows_per_person=3,
        rows_per_cell=1,
        cells_per_person=2,
        neighbours=Neighbours.ADD_REMOVE,
        signed_off="R. Roe, 2026-01-05",
        locked=True,
    )
    assert plan.input == Input(missing=("", "NA"))
    assert plan.queries[0].shape == (8, 4)
    assert plan.epsilon_of(0) == Fraction(2, 3)
    assert plan.epsilon_of(1) == Fraction(1, 3)
    assert plan.scale_of(1) == 2 / Fraction(1, 3)


def test_that_what_is_not_declared_has_the_plain_value() -> None:
    text = """schema = 1
[privacy]
unit = "row"
epsilon = "1/3"
[[histogram]]
name = "h"
[[histogram.column]]
name = "x"
kind = "category"
categories = ["a"]
"""
    plan = read_plan(text)
    assert plan.input == Input()
    assert plan.output == Output(Fraction(19, 20), False)
    assert plan.privacy == Privacy("row", Fraction(1, 3))
    assert plan.queries[0].share == 1


NUMERIC = "histogram.1.column.1"
REFUSED: list[tuple[str, object, str]] = [
    ("colour", "red", "colour"),
    ("schema", 2, "schema"),
    ("schema", None, "schema"),
    ("title", 5, "title"),
    ("input.sniff", True, "input.sniff"),
    ("input.encoding", "utf-9", "input.encoding"),
    ("input.encoding", "rot13", "input.encoding"),
    ("input.encoding", "unicode_escape", "input.encoding"),
    ("input.encoding", "a\0b", "input.encoding"),
    ("input.delimiter", "", "input.delimiter"),
    ("input.delimiter", ",,", "input.delimiter"),
    ("input.delimiter", "\n", "input.delimiter"),
    ("input.quote", ",", "input.quote"),
    ("input.quote", "''", "input.quote"),
    ("input.decimal", "'", "input.decimal"),
    ("input.missing", "NA", "input.missing"),
    ("input.missing", [1], "input.missing"),
    ("input.trim", "no", "input.trim"),
    ("input.header", 1, "input.header"),
    ("privacy.unit", None, "privacy.unit"),
    ("privacy.unit", "user", "privacy.unit"),
    ("privacy.unit", "other", "privacy.unit_name"),
    ("privacy.unit_name", "visit", "privacy.unit_name"),
    ("privacy.id_column", "", "privacy.id_column"),
    ("privacy.rows_per_person", None, "privacy.rows_per_person"),
    ("privacy.rows_per_person", 0, "privacy.rows_per_person"),
    ("privacy.rows_per_person", "3", "privacy.rows_per_person"),
    ("privacy.rows_per_person", True, "privacy.rows_per_person"),
    ("privacy.rows_per_cell", -1, "privacy.rows_per_cell"),
    ("privacy.cells_per_person", 1.5, "privacy.cells_per_person"),
    ("privacy.neighbours", "swap", "privacy.neighbours"),
    ("privacy.mechanism", "laplace", "privacy.mechanism"),
    ("privacy.epsilon", None, "privacy.epsilon"),
    ("privacy.epsilon", "0", "privacy.epsilon"),
    ("privacy.epsilon", "-1", "privacy.epsilon"),
    ("privacy.epsilon", "ln 3", "privacy.epsilon"),
    ("privacy.epsilon", "nan", "privacy.epsilon"),
    ("privacy.epsilon", "inf", "privacy.epsilon"),
    ("privacy.epsilon", "1e9999", "privacy.epsilon"),
    ("privacy.epsilon", "1/0", "privacy.epsilon"),
    ("privacy.epsilon", 1.0, "privacy.epsilon"),
    ("privacy.epsilon", "1/1001", "privacy.epsilon"),
    ("privacy.epsilon", "1" * 500, "privacy.epsilon"),
    ("privacy.delta", "1e-6", "privacy.delta"),
    ("privacy.delta", "-1", "privacy.delta"),
    ("privacy.locked", "yes", "privacy.locked"),
    ("histogram", None, "histogram"),
    ("histogram", [], "histogram"),
    ("histogram", {"name": "x"}, "histogram"),
    ("histogram.1.name", "a b", "histogram.1.name"),
    ("histogram.1.name", "x" * 65, "histogram.1.name"),
    ("histogram.1.name", "é", "histogram.1.name"),
    ("histogram.1.share", "0", "histogram.1.share"),
    ("histogram.1.share", "-2", "histogram.1.share"),
    ("histogram.1.share", 1, "histogram.1.share"),
    ("histogram.1.weight", "1", "histogram.1.weight"),
    ("histogram.1.column", [], "histogram.1.column"),
    (f"{NUMERIC}.bins", 5, f"{NUMERIC}.bins"),
    (f"{NUMERIC}.name", "", f"{NUMERIC}.name"),
    (f"{NUMERIC}.name", "noised_count", f"{NUMERIC}.name"),
    (f"{NUMERIC}.name", None, f"{NUMERIC}.name"),
    (f"{NUMERIC}.kind", "text", f"{NUMERIC}.kind"),
    (f"{NUMERIC}.edges", ["0", "20", "10"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", ["0", "20", "20.0"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", ["0"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", [], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", [0, 20], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", ["0", "1/3"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", ["0", "inf"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", ["0", "１２"], f"{NUMERIC}.edges"),
    (f"{NUMERIC}.edges", None, f"{NUMERIC}.edges"),
    ("histogram.1.column.2.categories", [], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["a", "a"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["=a", "'=a"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["(other)"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["(below)"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["NA"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", [""], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.categories", ["a\0"], "histogram.1.column.2.categories"),
    ("histogram.1.column.2.edges", ["0", "1"], "histogram.1.column.2.edges"),
    ("output.confidence", "1", "output.confidence"),
    ("output.confidence", "0", "output.confidence"),
    ("output.confidence", 0.95, "output.confidence"),
    ("output.round", True, "output.round"),
]


@cases_in_one("path, value, field", REFUSED)
def test_that_what_breaks_a_rule_is_refused_beside_its_key(path: str, value: object, field: str) -> None:
    found = problems(changed(put(path, value)))
    assert [refusal.field for refusal in found] == [field]
    assert found[0].exit_code == 2


@pytest.mark.parametrize(
    ("path", "value", "fields"),
    [
        ("histogram.1.name", "REGION", ["histogram.1.name", "histogram.2.name"]),
        (f"{NUMERIC}.name", "region", [f"{NUMERIC}.name", "histogram.1.column.2.name"]),
    ],
)
def test_that_two_of_one_name_are_both_refused(path: str, value: str, fields: list[str]) -> None:
    assert [refusal.field for refusal in problems(changed(put(path, value)))] == fields


def test_that_a_gaussian_and_unknown_categories_need_a_delta() -> None:
    unknown = [{"name": "region", "kind": "category-unknown"}]
    for path, value in (("privacy.mechanism", "discrete-gaussian"), ("histogram.2.column", unknown)):
        document = changed(put(path, value))
        assert [refusal.field for refusal in problems(document)] == ["privacy.delta"]
        put("privacy.delta", "1e-6")(document)
        assert problems(document) == ()


@pytest.mark.parametrize("key", ["id_column", "rows_per_person", "rows_per_cell", "cells_per_person"])
def test_that_a_unit_of_one_row_has_no_bounds(key: str) -> None:
    document = changed(put("privacy.unit", "row"))
    for other in ("id_column", "rows_per_person", "rows_per_cell", "cells_per_person"):
        if other != key:
            del document["privacy"][other]
    assert [refusal.field for refusal in problems(document)] == [f"privacy.{key}"]


def test_that_without_a_header_columns_are_numbers() -> None:
    document = changed(put("input.header", False))
    fields = [refusal.field for refusal in problems(document)]
    assert fields == [
        "privacy.id_column",
        "histogram.1.column.1.name",
        "histogram.1.column.2.name",
        "histogram.2.column.1.name",
    ]


def test_that_trimming_refuses_categories_with_blanks_around_them() -> None:
    document = changed(put("input.trim", True))
    document["histogram"][1]["column"][0]["categories"] = ["a b", " a"]
    assert [refusal.field for refusal in problems(document)] == ["histogram.2.column.1.categories"]


def test_that_all_problems_are_told_and_the_first_one_is_raised() -> None:
    document = changed(put("privacy.epsilon", "0"))
    put("title", 4)(document)
    put(f"{NUMERIC}.edges", ["2", "1"])(document)
    found = problems(document)
    assert [refusal.field for refusal in found] == ["title", "privacy.epsilon", f"{NUMERIC}.edges"]
    with pytest.raises(Refusal) as first:
        read_plan(
            PLAN.replace('epsilon = "1"', 'epsilon = "0"').replace('title = "Age by region"', "title = 4")
        )
    assert first.value.field == "title"


@pytest.mark.parametrize("text", ["schema = ", "schema = 1\nschema = 1", "a" * 10, "schema = " + "9" * 5000])
def test_that_what_is_no_toml_is_refused(text: str) -> None:
    with pytest.raises(NotValid):
        read_plan(text)


def test_that_a_plan_of_too_many_cells_is_refused() -> None:
    document = changed(lambda plan: None)
    several = [str(each) for each in range(1000)]
    many = [{"name": name, "kind": "category", "categories": several} for name in "xy"]
    document["histogram"][1]["column"] = many
    assert [refusal.field for refusal in problems(document)] == ["histogram"]
