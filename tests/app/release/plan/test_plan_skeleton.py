"""A plan to start from: valid as a file, blank in the form, with a line about every key."""

import tomllib
from itertools import pairwise

import pytest

from explorer.app.release.plan.plan_skeleton import BLANK, skeleton
from explorer.language import LANGUAGES, Language
from explorer.release.plan.plan_file import read_plan
from explorer.release.queries.query import every_query


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
def test_that_the_further_kinds_in_it_are_valid_once_their_marks_are_removed(language):
    text = skeleton(Language(language).say)
    lines = text.splitlines()
    plain = "\n".join(line if line.startswith("# ") else line.removeprefix("#") for line in lines)
    plan = read_plan(plain)
    assert {query.id for query in plan.queries} == set(every_query())
    by_kind = {query.id: query for query in plan.queries}
    summed, ranges, marginals = (by_kind[kind] for kind in ("sum", "ranges", "marginals"))
    assert (summed.value, summed.mean, summed.groups) == ("income", True, 4)
    assert (len(ranges.quantiles), ranges.strategy) == (3, "auto")
    assert len(marginals.wanted.axes) == 3
    explained = {line.partition(" = ")[0] for above, line in pairwise(lines) if above.startswith("# ")}
    assert {"#quantiles", "#strategy", "#tables", "#fit"} <= explained


def test_that_each_further_kind_is_valid_by_itself():
    blocks = skeleton(Language("en").say).split("\n\n# ")
    (first,) = (at for at, block in enumerate(blocks) if "#[[sum]]" in block)
    for block in blocks[first:]:
        lines = (line.removeprefix("#") for line in block.splitlines()[1:] if not line.startswith("# "))
        assert len(read_plan("\n\n# ".join(blocks[:first]) + "\n" + "\n".join(lines)).queries) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kinds", [[kind] for kind in every_query()] + [["sum", "histogram"]])
def test_that_a_plan_of_the_kinds_that_are_asked_for_is_valid_and_explained(language, kinds):
    text = skeleton(Language(language).say, kinds)
    plan = read_plan(text)
    assert {query.id for query in plan.queries} == set(kinds)
    assert not any(line.startswith("#[") for line in text.splitlines())
    written = set(tomllib.loads(text)[kinds[0]][0]) - {"column"}
    explained = {
        line.partition(" = ")[0] for above, line in pairwise(text.splitlines()) if above.startswith("# ")
    }
    assert {f"[[{kind}]]" for kind in kinds} | written <= explained
    assert text.index("[output]") > text.index(f"[[{kinds[0]}]]")
