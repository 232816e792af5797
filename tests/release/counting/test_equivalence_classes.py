"""The classes of a file against a plain count of its rows; missing values, dialects, refusals, cancelling."""

import csv
import io
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from thoroughness import THOROUGH

from explorer.privacy.anonymity import class_sizes, distinct_values
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release.counting.equivalence_classes import ClassColumns, classes_of_file
from explorer.release.plan.sections import Input
from explorer.release.sources.table import Interrupted

PLAIN = Input(missing=("", "NA"))
HOSPITAL = """zip,age,disease
476**,2*,heart
476**,2*,heart
476**,2*,cancer
4790*,>=40,flu
4790*,>=40,heart
4790*,>=40,cancer
NA,2*,flu
,2*,heart
"""


@pytest.fixture
def hospital(tmp_path):
    path = tmp_path / "hospital.csv"
    path.write_text(HOSPITAL)
    return path


def by_name(found):
    """Of each class its rows and how often each sensitive value is in it."""
    classes = {found.name(place): Counter() for place in range(found.table.classes)}
    table = found.table
    for place, value, count in zip(table.place, table.value, table.count, strict=True):
        classes[found.name(place)][found.sensitive[value] if found.sensitive else ""] = int(count)
    return classes


def test_that_rows_that_agree_are_one_class(hospital):
    found = classes_of_file(hospital, PLAIN, ClassColumns(("zip", "age"), "disease"))
    assert by_name(found) == {
        ("476**", "2*"): {"heart": 2, "cancer": 1},
        ("4790*", ">=40"): {"flu": 1, "heart": 1, "cancer": 1},
        (None, "2*"): {"flu": 1, "heart": 1},
    }
    assert found.rows == 8
    assert sorted(class_sizes(found.table)) == [2, 3, 3]
    assert sorted(distinct_values(found.table)) == [2, 2, 3]


def test_that_all_spellings_of_a_missing_value_are_one_value_and_are_told(hospital):
    found = classes_of_file(hospital, PLAIN, ClassColumns(("zip",), "disease"))
    assert found.missing == 2
    strict = classes_of_file(hospital, Input(missing=("",)), ClassColumns(("zip",), "disease"))
    assert (strict.missing, strict.table.classes) == (1, 4)


def test_that_without_a_sensitive_column_there_are_sizes_alone(hospital):
    found = classes_of_file(hospital, PLAIN, ClassColumns(("age",)))
    assert by_name(found) == {("2*",): {"": 5}, (">=40",): {"": 3}}


@pytest.mark.parametrize(
    ("values", "ordered", "numeric"),
    [
        (["10", "9", "9", "-1.5"], ("-1.5", "9", "10"), True),
        (["10", "9", "x"], ("10", "9", "x"), False),
        (["10", "NA", "9"], ("9", "10", None), True),
        (["NA", "NA"], (None,), False),
    ],
)
def test_that_sensitive_values_stand_in_their_order_and_missing_ones_last(tmp_path, values, ordered, numeric):
    path = tmp_path / "table.csv"
    path.write_text("a,b\n" + "".join(f"x,{value}\n" for value in values))
    found = classes_of_file(path, PLAIN, ClassColumns(("a",), "b"))
    assert (found.sensitive, found.numeric) == (ordered, numeric)


@given(
    st.lists(
        st.tuples(*[st.sampled_from(["a", "b", "", "NA", "ä,", '"q"', "x\ny"])] * 3), min_size=1, max_size=40
    )
)
def test_that_any_table_is_grouped_as_by_hand(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("tables") / "table.csv"
    held = io.StringIO()
    csv.writer(held, lineterminator="\n").writerows([("p", "q", "s"), *rows])
    path.write_bytes(held.getvalue().encode())
    found = classes_of_file(path, PLAIN, ClassColumns(("p", "q"), "s"))
    by_hand: dict = {}
    for row in rows:
        p, q, s = (None if value in ("", "NA") else value for value in row)
        by_hand.setdefault((p, q), Counter())[s] += 1
    assert by_name(found) == by_hand
    assert found.rows == len(rows)


def test_that_a_table_of_one_column_has_blank_lines_as_missing_values(tmp_path):
    path = tmp_path / "one.csv"
    path.write_text("a\n1\n\n1\n")
    assert by_name(classes_of_file(path, PLAIN, ClassColumns(("a",)))) == {("1",): {"": 2}, (None,): {"": 1}}


def test_that_another_dialect_is_read_as_declared(tmp_path):
    path = tmp_path / "other.csv"
    path.write_bytes("größe;wert\n1,5;a\n1,5;b\n0,5;a\n".encode("cp1252"))
    declared = Input(encoding="cp1252", delimiter=";", decimal=",")
    found = classes_of_file(path, declared, ClassColumns(("wert",), "größe"))
    assert (found.sensitive, found.numeric) == (("0,5", "1,5"), True)


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        (ClassColumns(()), "quasi"),
        (ClassColumns(("zip",), "zip"), "sensitive"),
        (ClassColumns(tuple(f"c{n}" for n in range(21))), "quasi"),
    ],
)
def test_that_columns_that_make_no_question_are_refused(hospital, columns, field):
    with pytest.raises(NotValid) as refused:
        classes_of_file(hospital, PLAIN, columns)
    assert refused.value.field == field


def test_that_a_table_without_rows_and_an_unknown_column_are_refused(hospital, tmp_path):
    with pytest.raises(NotATable):
        classes_of_file(hospital, PLAIN, ClassColumns(("nowhere",)))
    (tmp_path / "empty.csv").write_text("zip,age\n")
    with pytest.raises(NotValid):
        classes_of_file(tmp_path / "empty.csv", PLAIN, ClassColumns(("zip",)))
    with pytest.raises(NotATable):
        classes_of_file(tmp_path / "nowhere.csv", PLAIN, ClassColumns(("zip",)))


def test_that_what_is_no_table_is_refused_with_a_line_number_alone(tmp_path):
    path = tmp_path / "ragged.csv"
    path.write_text("a,b\n1,2\nQZCANARY\n")
    with pytest.raises(NotATable) as refused:
        classes_of_file(path, PLAIN, ClassColumns(("a",)))
    assert dict(refused.value.sentence.values)["line"] == 3
    assert "QZCANARY" not in repr(refused.value.sentence)


def test_that_it_reports_and_can_be_cancelled(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("a,b\n" + "1,2\n" * 300_000)
    told = []
    found = classes_of_file(path, PLAIN, ClassColumns(("a",), "b"), lambda done, of: told.append((done, of)))
    assert found.rows == 300_000
    assert told[-1] == (path.stat().st_size,) * 2
    with pytest.raises(Interrupted):
        classes_of_file(path, PLAIN, ClassColumns(("a",)), cancelled=lambda: True)


def test_that_nothing_of_the_rows_shows_in_what_is_found(hospital):
    found = classes_of_file(hospital, PLAIN, ClassColumns(("zip", "age"), "disease"))
    assert not any(text in repr(found) for text in ("476", "heart", "2*"))


def test_that_very_many_rows_are_grouped(tmp_path):
    path, rows = tmp_path / "many.csv", 1_000_000 if THOROUGH else 150_000
    made = np.random.default_rng(1).integers(0, (100, 1000, 10), (rows, 3))
    path.write_text("a,b,c\n" + "".join(f"{a},{b},{c}\n" for a, b, c in made.tolist()))
    found = classes_of_file(path, PLAIN, ClassColumns(("a", "b"), "c"))
    assert found.rows == rows
    assert found.table.classes == len(np.unique(made[:, 0] * 1000 + made[:, 1]))
