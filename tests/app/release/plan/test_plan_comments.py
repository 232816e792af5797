"""A changed plan keeps comments, order and spelling of the file that it came from, and declares the same."""

import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as some

from explorer.app.release.plan.plan_comments import with_comments
from explorer.app.release.plan.plan_draft import edited, extended, reduced, text_of
from explorer.app.release.plan.plan_skeleton import skeleton
from explorer.app.release.plan.plan_tables import moved
from explorer.language import LANGUAGES, Language
from explorer.resources import resource

FILE = """\
# Agreed with the ward on 3 May.
schema = 1
title = "Age by region"   # as in the yearbook

[privacy]  # who
epsilon = "1"  # raised from 0.5: "see #4"
unit = 'person'
id_column = "user # id"
rows_per_person = 0x3
# nothing is spent on δ

# the main table
[[histogram]]
  name = "ages"
  [[histogram.column]]
  edges = [  # five years ago
    "0",
    "20",  # adults
    "120",
  ]
  name = "age"
  kind = "numeric"

# by region, for the council
[[histogram]]
name = "regions"
share = "2"

[[histogram.column]]
name = "region"
kind = "category"
categories = ["north", 'south'] # not the islands

# the end
"""
PLAN = text_of(tomllib.loads(FILE))


def changed(*edits, template=FILE):
    text = text_of(tomllib.loads(template))
    for path, value in edits:
        text = edited(text, path, value)
    written = with_comments(template, text)
    assert tomllib.loads(written) == tomllib.loads(text)
    return written


def test_that_what_is_not_changed_stays_letter_for_letter():
    assert with_comments(FILE, PLAN) == FILE
    for code in LANGUAGES:
        text = skeleton(Language(code).say)
        assert with_comments(text, text_of(tomllib.loads(text))) == text
    for name in ("people", "visits"):
        text = (resource("examples") / f"{name}.toml").read_text("utf-8")
        assert with_comments(text, text_of(tomllib.loads(text))) == text


def test_that_a_changed_value_changes_its_line_alone():
    written = changed(("privacy.epsilon", "2"), ("title", "Ages"))
    old, new = FILE.splitlines(), written.splitlines()
    assert [(before, after) for before, after in zip(old, new, strict=True) if before != after] == [
        ('title = "Age by region"   # as in the yearbook', 'title = "Ages"  # as in the yearbook'),
        ('epsilon = "1"  # raised from 0.5: "see #4"', 'epsilon = "2"  # raised from 0.5: "see #4"'),
    ]


def test_that_comments_within_a_changed_list_stand_above_it():
    written = changed(("histogram.1.column.1.edges", ["0", "18", "120"]))
    assert (
        '  # five years ago\n  # adults\n  edges = [\n    "0",\n    "18",\n    "120",\n]\n  name' in written
    )
    assert 'categories = ["north"]  # not the islands' in changed(
        ("histogram.2.column.1.categories", ["north"])
    )


def test_that_a_key_that_goes_takes_its_comment_and_one_that_comes_stands_in_its_table():
    written = changed(("privacy.unit", None), ("privacy.delta", "0"), ("output.confidence", "0.9"))
    assert "unit" not in written.replace("rows", "")
    assert 'rows_per_person = 0x3\ndelta = "0"\n# nothing is spent on δ\n' in written
    assert written.endswith('[output]\nconfidence = "0.9"\n')
    assert "# the end" in written


def test_that_a_table_that_goes_takes_its_own_words_and_no_others():
    written = with_comments(FILE, reduced(PLAN, "histogram.1"))
    assert "# the main table" not in written
    assert "# nothing is spent on δ" in written
    assert written.index("# by region, for the council\n[[histogram]]\n") < written.index('"regions"')


def test_that_tables_in_another_order_take_their_words_with_them():
    written = with_comments(FILE, moved(PLAN, "histogram.1", 1))
    assert written.index("# by region, for the council") < written.index("# the main table")
    assert written.index('"regions"') < written.index("# the main table") < written.index('"ages"')
    assert tomllib.loads(written) == tomllib.loads(moved(PLAN, "histogram.1", 1))


def test_that_a_table_of_another_name_keeps_its_words():
    written = changed(("histogram.1.name", "years"), ("histogram.2.column.1.name", "district"))
    assert '# the main table\n[[histogram]]\n  name = "years"\n' in written
    assert "# not the islands" in written


def test_that_further_tables_and_columns_come_behind_the_others():
    text = extended(extended(PLAN), "histogram.1")
    written = with_comments(FILE, text)
    assert tomllib.loads(written) == tomllib.loads(text)
    assert written.index("# adults") < written.index("# by region, for the council")


UNUSUAL = [
    "privacy.epsilon = '1'\n",
    "privacy = {epsilon = '1'}\n",
    'title = """\nx"""\n',
    "schema = [\n",
    "not toml",
    "",
    "[a.b]\nx = 1\n",
    '"a b" = 1\n[[histogram]]\n["histogram".x]\n',
    "\ufeff",
]


@pytest.mark.parametrize("template", UNUSUAL)
def test_that_a_file_of_another_form_gives_the_plan_itself(template):
    written = with_comments(template, PLAN)
    assert tomllib.loads(written) == tomllib.loads(PLAN)


def test_that_lines_of_windows_and_a_missing_last_end_are_read():
    for template in (FILE.replace("\n", "\r\n"), FILE.rstrip().removesuffix("# the end").rstrip()):
        written = changed(("privacy.epsilon", "7"), ("output.confidence", "0.9"), template=template)
        assert "# raised from 0.5" in written
        assert "# adults" in written


def test_that_a_list_of_ten_thousand_values_stays_as_it_is():
    many = [f"c{number}" for number in range(10_000)]
    template = edited(PLAN, "histogram.2.column.1.categories", many)
    assert with_comments(template, edited(template, "title", "x")).count("\n") > len(many)


KEYS = some.sampled_from(["name", "kind", "epsilon", "edges", "title"])
VALUES = (
    some.text(max_size=6) | some.integers() | some.booleans() | some.lists(some.text(max_size=3), max_size=4)
)
TABLES = some.dictionaries(KEYS, VALUES, max_size=4)
QUERIES = some.builds(
    lambda table, columns: table | ({"column": columns} if columns else {}),
    TABLES,
    some.lists(TABLES, max_size=3),
)
PLANS = some.builds(
    lambda top, privacy, queries: top | {"privacy": privacy} | ({"histogram": queries} if queries else {}),
    TABLES,
    TABLES,
    some.lists(QUERIES, max_size=3),
)


@given(PLANS, PLANS)
def test_that_whatever_the_file_was_the_plan_is_declared(before, after):
    text = tomli_w.dumps(after)
    lines = [
        f"{line}  # said" if " = " in line and line[-1] != "[" else line
        for line in tomli_w.dumps(before).split("\n")
    ]
    for template in (tomli_w.dumps(before), "\n".join(lines)):
        try:
            tomllib.loads(template)
        except ValueError:
            continue
        assert tomllib.loads(with_comments(template, text)) == after
