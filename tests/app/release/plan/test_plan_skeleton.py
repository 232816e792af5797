"""A plan to start from: valid as a file, blank in the form, with a line about every key."""

import tomllib
from itertools import pairwise

import pytest

from explorer.app.release.plan.plan_skeleton import BLANK, skeleton
from explorer.language import LANGUAGES, Language
from explorer.release.plan.plan_file import read_plan


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_the_file_is_valid_and_explains_each_key_that_it_has(language):
    text = skeleton(Language(language).say)
    plan = read_plan(text)
    assert plan.title
    assert len(plan.queries[0].columns) == 2
    lines, explained = text.splitlines(), set()
    for above, line in pairwise(lines):
        if above.startswith("# "):
            explained.add(line.partition(" = ")[0])
    assert all(line.isprintable() for line in lines)
    written = {key for section in ("input", "privacy", "output") for key in tomllib.loads(text)[section]}
    assert written | {"title", "name", "share", "edges", "categories"} <= explained
    assert {"[input]", "[privacy]", "[[histogram]]", "[[histogram.column]]", "[output]"} <= explained
    assert language == "en" or "patient" not in text


def test_that_the_form_and_the_file_start_from_the_same_keys():
    file = tomllib.loads(skeleton(Language("en").say))
    assert {key: sorted(value) for key, value in file.items() if isinstance(value, dict)} == {
        key: sorted(value) for key, value in BLANK.items() if isinstance(value, dict)
    }
    assert file["privacy"] == {**BLANK["privacy"], "id_column": "person_id"}
    assert BLANK["title"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_the_sum_in_it_is_valid_once_its_marks_are_removed(language):
    lines = skeleton(Language(language).say).splitlines()
    text = "\n".join(line if line.startswith("# ") else line.removeprefix("#") for line in lines)
    histogram, summed = read_plan(text).queries
    assert (histogram.id, summed.id, summed.value, summed.mean) == ("histogram", "sum", "income", True)
    assert summed.groups == 4
