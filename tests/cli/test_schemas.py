"""Each verb has a JSON Schema that is shipped; `conftest` holds every answer of these tests to its own.

Here it is that every verb answers once, and that the schemas say something: an answer that is changed in any
place is refused.
"""

import copy
import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from answer_schemas import schema_of
from jsonschema import Draft202012Validator

from explorer.cli.command import ROOMS, every_verb
from explorer.resources import resource

PEOPLE, TABLE = resource("examples", "people.toml"), resource("examples", "people.csv")
NEEDS_QT = {"screenshot"}
"""Answers without a window are asked for here: it tells the files that it has written, as `render` does."""

LAPLACE = ("laplace", "--epsilon", "0.5")
TOTAL = (*LAPLACE, "--count", "5", "--total-delta", "1e-6")
ASKED: tuple[tuple[str, ...], ...] = (
    *(("mechanisms",), ("bounds",), ("figures",), ("lessons",), ("schemas",), ("manual",)),
    ("reference", "--out", "reference.html"),
    *(("profile", *LAPLACE, "--at-epsilon", "0.1"), ("accuracy", *LAPLACE), ("risk", "--epsilon", "1")),
    *(("compose", *TOTAL), ("crossing", *LAPLACE, "--total-delta", "1e-6")),
    ("calibrate", "laplace", "--total-epsilon", "1", "--total-delta", "1e-6", "--count", "5"),
    *(("plan new", "--out", "new.toml"), ("plan check", str(PEOPLE))),
    *(
        ("plan sign", str(PEOPLE), "--by", "Ada", "--out", "signed.toml"),
        ("plan code", str(PEOPLE), "--out", "a.py"),
    ),
    *(("columns", str(TABLE)), ("audit", str(PEOPLE), "--runs", "200")),
    ("ledger open", "--account", "default", "--limit-epsilon", "3"),
    *(("release", str(PEOPLE), "own.csv", "--out", each) for each in ("one", "two")),
    *(("ledger list",), ("ledger show",), ("ledger verify",), ("ledger log",)),
    ("ledger attach", "edited.csv", "--account", "default"),
    *(("ledger export", "1", "--out", "again"), ("ledger report", "1", "--out", "report.html")),
    *(("ledger statement", "--out", "statement.json"), ("compare", "one", "two")),
    *(("lesson", "differencing"), ("render", "trade-off", "--out", "a.svg"), ("completion", "bash")),
)


@pytest.mark.parametrize("verb", ROOMS)
def test_that_each_verb_has_a_schema_of_the_newest_draft(verb):
    text = resource("schemas", f"{verb.replace(' ', '-')}.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == f"privacy-explorer {verb} --json"


def test_that_no_schema_is_of_a_verb_that_is_gone():
    names = {verb.replace(" ", "-") for verb in ROOMS}
    assert {path.stem for path in resource("schemas").iterdir()} == names
    assert set(every_verb()) == set(ROOMS)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each object in an answer."""
    if isinstance(value, dict):
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places_in(each, (*path, key))


def kinds_of(answer: Any) -> Iterator[tuple[Any, ...]]:
    """The path of one object of each kind: those of one list that have the same keys are alike."""
    known = set()
    for path in places_in(answer):
        keys = frozenset(functools.reduce(lambda place, step: place[step], path, answer))
        kind = tuple("" if isinstance(step, int) else step for step in path), keys
        if kind not in known:
            known.add(kind)
            yield path


def spoilt(answer: Any, path: tuple[Any, ...]) -> Any:
    """The answer with a key that nobody has declared in one of its objects."""
    answer = copy.deepcopy(answer)
    place = answer
    for step in path:
        place = place[step]
    place["undeclared"] = {}
    return answer


def test_that_every_verb_answers_as_its_schema_says_and_as_nothing_else(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    own = TABLE.read_bytes()
    Path("own.csv").write_bytes(own)
    Path("edited.csv").write_bytes(own + own.splitlines(keepends=True)[-1])
    seen = set()
    for verb, *words in ASKED:
        code, text, error = run(*verb.split(), *words, "--json")
        assert (code, error) == (0, ""), verb
        answer, schema = json.loads(text), schema_of(verb)
        passed = [path for path in kinds_of(answer) if schema.is_valid(spoilt(answer, path))]
        assert passed == [], verb
        seen.add(verb)
    left = {
        "answer",
        "ledger restart",
    }  # `test_range_answers`, `test_releases`: their files take long to make
    assert set(ROOMS) - seen == NEEDS_QT | left


def test_that_the_verb_says_where_the_schemas_are(ask):
    told = {each["verb"]: Path(each["path"]) for each in ask("schemas")["results"]}
    assert list(told) == list(ROOMS)
    assert all(path.is_file() for path in told.values())
