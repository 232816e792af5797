"""What holds for every kind of column; whole numbers; what the numbers of a release are called."""

import ast
import random
from fractions import Fraction
from pathlib import Path

import pytest
from cases_in_one import cases_in_one
from count_cases import KEY, asking, plan_of, quickly, strictly
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import told
from source_trees import nodes_of, trees_with
from thoroughness import tries

from explorer.language import Language
from explorer.mark import english
from explorer.release.columns.column import column_document, every_column, read_column
from explorer.release.plan.columns import CategoryColumn, DateColumn, NumericColumn, UnknownColumn
from explorer.release.plan.counted import counted_text
from explorer.release.plan.key import broken_keys
from explorer.release.plan.sections import Input, Privacy
from explorer.release.plan.toml_reader import Table

SOME = (
    NumericColumn("x", ("0", "1", "2.5")),
    NumericColumn("x", ("-1", "0", "1e1"), whole=True),
    CategoryColumn("x", ("=a", "b")),
    UnknownColumn("x"),
    DateColumn("x", every="week", start="2025-01-01", end="2025-02-01"),
    DateColumn("x", "DD.MM.YYYY hh:mm", edges=("2025", "2025-06", "2025-06-30T12:30")),
)


def test_that_every_kind_is_tried_here() -> None:
    assert {type(each) for each in SOME} == set(every_column().values())


@pytest.mark.parametrize("column", SOME, ids=repr)
def test_that_labels_names_and_written_cells_are_of_the_same_cells(column) -> None:
    assert len(column.labels) == len(column.names) == len(column.written_cells)
    assert len(column.written_names) == len(column.datatypes) == len(column.column_notes)
    assert all(len(each) == len(column.written_names) for each in column.written_cells)
    assert column.names[len(column.labels) - len(column.special) :] == column.special
    assert not column.is_ordered or len(column.edge_names) == len(column.declared_labels) + 1
    if column.short_names:
        assert len(column.short_names) == len(column.declared_labels) + 1


@pytest.mark.parametrize("column", SOME, ids=repr)
def test_that_a_column_is_read_as_it_is_written_and_its_draft_has_its_own_keys(column) -> None:
    found: list = []
    assert read_column(Table(column_document(column), "", found)) == column
    assert found == list(broken_keys(column, "")) == []
    draft = {"name": "x", "kind": column.id, **column.draft()}
    read_column(Table(draft, "", found))
    assert not any("is not a key" in refusal.sentence.text for refusal in found)


@pytest.mark.parametrize("column", [each for each in SOME if not each.found], ids=repr)
def test_that_its_examples_fall_into_every_cell(column) -> None:
    cell = column.classifier(Input())
    assert {cell(text) for text in column.examples(Input())} == set(range(len(column.labels)))


def test_that_nothing_asks_of_which_kind_a_column_is() -> None:
    """What differs by kind is the column's own; another kind is one new file."""
    kinds = {each.__name__ for each in every_column().values()}
    asking = [
        (name, node.lineno)
        for name, tree in trees_with(*kinds).items()
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
        if {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)} & kinds
    ]
    assert asking == []


WRONG = [
    (DateColumn("d", edges=("2025-01-01",)), ["edges"]),
    (DateColumn("d", edges=("2025-02-01", "2025-01-01")), ["edges"]),
    (DateColumn("d", edges=("2025-01-01", "2025-02-30")), ["edges"]),
    (DateColumn("d", edges=("2025-01-01", "2025-01-02T24:00")), ["edges"]),
    (DateColumn("d", edges=("2025-01-01", "2025-01-02T12:00")), ["edges"]),  # no time of day in the format
    (DateColumn("d", "YYYY-MM", edges=("2025-01-01", "2025-01-15")), ["edges"]),
    (DateColumn("d", "YYYY-MM", every="week", start="2025-01-01", end="2025-02-01"), ["every"]),
    (DateColumn("d", "YYYY", every="month", start="2025-01-01", end="2025-02-01"), ["every"]),
    (DateColumn("d", "dd.mm.yyyy", every="month", start="2025-01-01", end="2025-02-01"), ["format"]),
    (DateColumn("d", every="month", start="2025-02-30", end="2025-03-01"), ["from"]),
    (DateColumn("d", every="month", start="2025-01-01"), ["to"]),
    (DateColumn("d", every="month", start="2025-01-01", end="2025-01-01"), ["to"]),
    (DateColumn("d", every="month", start="2025-01-01", end="2025-01-01T12:00"), ["to"]),
    (DateColumn("d", every="day", start="0001-01-01", end="9999-12-31"), ["to"]),
    (DateColumn("d", every="month", start="2025", end="2026", edges=("2025", "2026")), ["edges"]),
    (DateColumn("d", start="2025", edges=("2025", "2026")), ["from"]),
]


@cases_in_one("column, fields", WRONG)
def test_that_a_date_column_is_refused_beside_the_key_that_is_wrong(column, fields) -> None:
    assert [refusal.field for refusal in broken_keys(column, "c")] == [f"c.{field}" for field in fields]


def test_that_a_format_need_only_tell_what_the_edges_need() -> None:
    for pattern, every in (
        ("YYYY", "year"),
        ("YYYY-MM", "quarter"),
        ("YYYY-MM", "month"),
        ("YYYY-MM-DD", "day"),
    ):
        column = DateColumn("d", pattern, every=every, start="2025-01-01", end="2026-01-01")
        assert not list(broken_keys(column, "c"))


def test_that_a_missing_value_is_one_as_it_stands_with_its_blanks() -> None:
    declared = Input(missing=(" 2025-01-01", "7 "))
    for column, texts in (
        (DateColumn("d", edges=("2025", "2026")), {" 2025-01-01": True, "2025-01-01": False}),
        (NumericColumn("n", ("0", "9")), {"7 ": True, "7": False}),
    ):
        cell = column.classifier(declared)
        missing = column.labels.index("(missing)")
        assert {text: cell(text) == missing for text in texts} == texts


# Whole numbers

WHOLE = NumericColumn("n", ("0", "1", "2", "10"), whole=True)
SPELLINGS = {
    "0": "0",
    "1": "1",
    "1.0": "1",
    "+1.": "1",
    "10e-1": "1",
    "0.2e1": "2 to <10",
    "1.50": "(unreadable)",
    "1.5": "(unreadable)",
    "1e-7": "(unreadable)",
    "1e-99999999999": "(unreadable)",
    "-1": "(below)",
    "1.00000000000000000001": "(unreadable)",
    "1.00000000000000000000": "1",
    "9.9999999999999999": "(unreadable)",
    "1e300": "(above)",
    "9007199254740993": "(above)",
    "9007199254740992.5": "(unreadable)",
    "-0.5": "(unreadable)",
    "": "(missing)",
    "x": "(unreadable)",
    "10": "(above)",
    "0e5": "0",
    "-0": "0",
    "0.0": "0",
    "1e400": "(unreadable)",
}


def named(column, cell: int) -> str:
    name = column.names[cell]
    return name if isinstance(name, str) else english(name)


@cases_in_one("text, name", SPELLINGS.items())
def test_that_a_whole_number_is_one_whatever_its_spelling(text: str, name: str) -> None:
    assert named(WHOLE, WHOLE.classifier(Input())(text)) == name


@settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_that_both_readers_tell_whole_numbers_alike(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    drawn = [
        "".join(chance.choices("0123456789.e-", k=chance.randrange(1, 20))) if chance.random() < 0.5 else each
        for each in chance.choices(list(SPELLINGS), k=200)
    ]
    path = tmp_path / "table.csv"
    path.write_text("n,x\n" + "".join(f"{text},\n" for text in drawn))
    asked = asking(plan_of(WHOLE), path, KEY)
    assert told(quickly(asked)) == told(strictly(asked))


def test_that_only_declared_whole_numbers_are_called_by_their_number() -> None:
    assert [named(WHOLE, cell) for cell in range(3)] == ["0", "1", "2 to <10"]
    assert named(NumericColumn("n", ("0", "1")), 0) == "0 to <1"
    assert WHOLE.labels[:3] == ("0", "1", "from 2 to 10")
    assert WHOLE.written_cells[0] == ("0", "0", "1")
    wrong = NumericColumn("n", ("0", "0.5", "1"), whole=True)
    assert [refusal.field for refusal in broken_keys(wrong, "c")] == ["c.edges"]


# What is counted

ONE = Fraction(1)


@pytest.mark.parametrize(
    ("privacy", "text"),
    [
        (Privacy("row", ONE), "count"),
        (Privacy("person", ONE, id_column="id", rows_per_person=3), "rows kept, at most 3 per person"),
        (Privacy("household", ONE, rows_per_person=1), "rows, stated to be at most 1 per household"),
        (
            Privacy("other", ONE, unit_name="aircraft", id_column="tail", rows_per_person=12),
            "rows kept, at most 12 per aircraft",
        ),
    ],
)
def test_that_what_bounds_drop_is_in_the_name_of_the_numbers(privacy: Privacy, text: str) -> None:
    assert counted_text(privacy) == text


def test_that_a_single_whole_number_is_called_alike_in_window_and_file() -> None:
    assert WHOLE.declared_labels == ("0", "1", "from 2 to 10")
    assert WHOLE.written_cells[:3] == (("0", "0", "1"), ("1", "1", "2"), ("from 2 to 10", "2", "10"))
    assert NumericColumn("n", ("0", "1")).declared_labels == ("from 0 to 1",)  # 0.5 is one of its values


def test_that_the_metadata_say_by_an_example_which_edge_is_included() -> None:
    (note, *_) = NumericColumn("age", ("0", "20", "40")).column_notes
    assert note.endswith("excludes its upper edge: “from 0 to 20” is 0 <= age < 20")
    assert WHOLE.column_notes[0].endswith("“0” is 0 <= n < 1")
    whole = NumericColumn("n", ("0", "1", "2"), whole=True)
    assert whole.column_notes[0].endswith("“0” is 0 <= n < 1; a number alone is that whole number")


def test_that_a_category_with_a_comma_is_told_from_two() -> None:
    said = Language("en").say(CategoryColumn("city", ("Leeds, north", "York")).described)
    assert said == "categories: “Leeds, north”, “York”"
