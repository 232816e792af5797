"""What a verb imports: nothing that only others need. Half of what a short command costs is what it imports.

Counted in modules, not in seconds, and each verb in a process of its own.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.privacy.registry import named, walk
from explorer.release import queries, sources
from explorer.release.queries.query import Query, every_query
from explorer.release.sources import servers, typed
from explorer.release.sources.source import Source, file_sources, server_sources
from explorer.resources import resource

RUNNER = """
import contextlib, gc, io, json, sys
from explorer.__main__ import main
with contextlib.redirect_stdout(io.StringIO()):
    code = main(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules), gc.get_stats()[0]["collections"]]))
"""
PLAN = """schema = 1
[privacy]
unit = "person"
id_column = "id"
rows_per_person = 3
epsilon = "1"
[[histogram]]
name = "ages"
column = [{name = "age", kind = "numeric", edges = ["0", "20", "40", "60"]}]
"""
COMPOSED = ("compose", "laplace", "--epsilon", "0.1", "--count", "50", "--total-delta", "1e-6")
VERBS = {
    "version": (("--version",), 20),
    "profile": (("profile", "laplace", "--epsilon", "1", "--at-epsilon", "0.5"), 105),
    "compose": (COMPOSED, 140),
    "plan check": (("plan", "check", "plan.toml"), 80),
    "release": (("release", "plan.toml", "people.csv", "--out", "out", "--ledger", "ledger"), 135),
}
"""Verb -> its words, and how many modules of the program it may import."""

LIBRARIES = ("PySide6", "pyqtgraph", "duckdb", "sqlglot", "openpyxl", "xlsxwriter", "psycopg", "pyspark")
DETOURS = ("explorer.gui", "explorer.cli.overview", "explorer.export.figures", "explorer.app.plotting")
OF_OTHER_PLANS = (
    *(
        "explorer.release.queries.ranges",
        "explorer.release.queries.sum",
        "explorer.release.queries.marginals",
    ),
    *("explorer.privacy.strategies", "explorer.release.marginals", "explorer.app"),
    *("encodings.johab", "encodings.cp1250"),
)
OF_OTHER_SOURCES = (
    *(
        "explorer.release.sources.servers.",
        "explorer.release.sources.decoding",
        "explorer.release.statements",
    ),
    *("explorer.release.sources.duckdb_column", "explorer.release.sources.dialect_detection"),
    *("explorer.privacy.mechanism", "explorer.release.ledger.advice", "explorer.export.layouts"),
    *("scipy", "zipfile", "html", "logging", "concurrent", "email", "unittest", "zoneinfo"),
)
LEFT = {
    "version": ("numpy", "explorer.release.plan", "explorer.privacy.mechanism", "shutil"),
    "profile": ("scipy.special", "explorer.release.plan", "explorer.release.queries", "getpass"),
    "compose": ("explorer.release.plan", "explorer.release.queries", "getpass"),
    "plan check": (
        *OF_OTHER_PLANS,
        "scipy",
        "explorer.release.sources",
        "explorer.release.ledger",
        "sqlite3",
    ),
    "release": (*OF_OTHER_PLANS, *OF_OTHER_SOURCES),
}
"""Verb -> what it may not import; a name that ends in a point is that of a folder whose files it may not."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    (folder / "plan.toml").write_text(PLAN)
    (folder / "people.csv").write_text("id,age\n" + "".join(f"{at % 900},{at % 60}\n" for at in range(3000)))
    return folder


def ran(folder: Path, *words: str) -> tuple[list[str], int]:
    """What a command has imported, and how often garbage was searched for."""
    surroundings = {**os.environ, "PRIVACY_EXPLORER_STATE": str(folder / "state")}
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, *words],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        check=True,
        timeout=120,
    )
    code, modules, searches = json.loads(done.stdout)
    assert code == 0
    return modules, searches


def within(modules: list[str], name: str) -> list[str]:
    """A package and what is in it; only what is in it where the name ends in a point."""
    return [each for each in modules if each == name or each.startswith(name.removesuffix(".") + ".")]


@pytest.mark.parametrize("verb", VERBS)
def test_that_a_verb_imports_nothing_that_only_others_need(folder: Path, verb: str) -> None:
    words, most = VERBS[verb]
    modules, searches = ran(folder, *words)
    ours = within(modules, "explorer")
    assert {
        name: found for name in (*LIBRARIES, *DETOURS, *LEFT[verb]) if (found := within(modules, name))
    } == {}
    assert len(ours) <= most, ours
    assert searches < 40, "garbage is searched for where nothing can be any"


def test_that_what_is_left_is_imported_where_it_is_needed(folder: Path) -> None:
    (folder / "ranges.toml").write_text(PLAN.replace("[[histogram]]", "[[ranges]]"))
    modules, _ = ran(folder, "plan", "check", "ranges.toml")
    assert within(modules, "explorer.release.queries.ranges")
    assert not within(modules, "explorer.release.queries.histogram")
    modules, _ = ran(folder, "release", str(resource("examples") / "people.toml"), *_crosstab(folder))
    assert within(modules, "explorer.export.layouts")


def _crosstab(folder: Path) -> tuple[str, ...]:
    table = str(resource("examples") / "people.csv")
    return (table, "--crosstab", "--out", str(folder / "crosstab"), "--ledger", str(folder / "second"))


def test_that_the_file_of_a_query_is_called_as_its_section_and_of_a_source_by_its_ending() -> None:
    kinds = walk(queries, base=Query)  # type: ignore[type-abstract]
    assert list(kinds.items()) == list(every_query().items())
    for name, kind in kinds.items():
        assert named({name}, queries, Query) == {name: kind}  # type: ignore[type-abstract]
    assert named(set(kinds), queries, Query) == kinds  # type: ignore[type-abstract]
    every = walk(sources, typed, servers, base=Source)  # type: ignore[type-abstract]
    assert every == {**file_sources(), **server_sources()}
    assert not file_sources().keys() & server_sources().keys()
