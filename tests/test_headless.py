"""What a command without a window loads: never Qt, never a plotting library, no slow part of scipy."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import headless_verbs, needs_qt
from explorer.app.figures import every_picture
from explorer.resources import resource

WATCHED = ("PySide6", "shiboken6", "pyqtgraph", "scipy.stats", "scipy.fft")

RUNNER = f"""
import contextlib, io, json, sys
WATCHED = {WATCHED!r}
HEAVY = {{"numpy", "scipy", "argparse", "ctypes"}}
from explorer.__main__ import main
def loaded():
    return {{name for name in sys.modules for watched in WATCHED if f"{{name}}.".startswith(watched + ".")}}
report = {{"start": [0, sorted(loaded()), sorted(HEAVY & set(sys.modules))]}}
for name, arguments in json.load(sys.stdin).items():
    before, said = loaded(), io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            code = main(arguments)
        except SystemExit as left:
            code = left.code
    report[name] = [code, sorted(loaded() - before), said.getvalue()]
print(json.dumps(report))
"""
"""Run verb after verb in one process; for each: exit code, what it was the first to load, complaint."""

# A strategy that is searched for, and quantiles, load scipy.optimize where they are asked for
RANGES = """schema = 1
[privacy]
unit = "row"
epsilon = "1"
[[ranges]]
name = "ages"
strategy = "identity"
column = [{name = "age", kind = "numeric", edges = ["0", "20", "40", "60", "80"]}]
"""
LAPLACE = ["laplace", "--epsilon", "1"]


def commands(folder: Path) -> dict[str, list[str]]:
    plan, table = (str(resource("examples") / name) for name in ("people.toml", "people.csv"))
    ledger, second = (["--ledger", str(folder / name)] for name in ("ledger", "second ledger"))
    limits = ["--limit-epsilon", "2", "--limit-delta", "1e-6", "--apart"]
    total = ["--total-delta", "1e-5"]
    return {
        "mechanisms": ["mechanisms", "--json"],
        "bounds": ["bounds", "--json"],
        "reference": ["reference", "--out", str(folder / "reference.html")],
        "columns": ["columns", table, "--json"],
        "lessons": ["lessons", "--json"],
        "lesson": ["lesson", "differencing", "--json"],
        "figures": ["figures", "--json"],
        "profile": ["profile", *LAPLACE, "--at-epsilon", "0.5", "--json"],
        "compose": ["compose", *LAPLACE, "--count", "1", "10", *total, "--json"],
        "crossing": ["crossing", *LAPLACE, *total, "--json"],
        "calibrate": ["calibrate", "laplace", "--total-epsilon", "1", *total, "--count", "10", "--json"],
        "accuracy": ["accuracy", *LAPLACE, "--json"],
        "risk": ["risk", "--epsilon", "1", "--json"],
        "completion": ["completion", "bash"],
        "manual": ["manual"],
        "schemas": ["schemas"],
        "plan new": ["plan", "new", "--out", str(folder / "plan.toml")],
        "plan check": ["plan", "check", plan],
        "plan sign": ["plan", "sign", plan, "--by", "Ada", "--out", str(folder / "signed.toml")],
        "release": ["release", plan, table, "--out", str(folder / "out"), *ledger, "--json"],
        "ledger list": ["ledger", "list", *ledger, "--json"],
        "ledger show": ["ledger", "show", *ledger, "--json"],
        "ledger verify": ["ledger", "verify", *ledger, "--json"],
        "ledger attach": [
            *("ledger", "attach", str(folder / "out" / "income.csv"), "--account", "default", *ledger)
        ],
        "ledger open": ["ledger", "open", "--account", "other", *limits, *ledger],
        "ledger export": ["ledger", "export", "1", "--out", str(folder / "again"), *ledger],
        "release once more": ["release", plan, table, "--out", str(folder / "second"), *second, "--json"],
        "release ranges": [
            *("release", str(folder / "ranges.toml"), table, "--out", str(folder / "ranges")),
            *("--ledger", str(folder / "third ledger")),
        ],
        "answer": ["answer", str(folder / "ranges" / "ages.csv"), "--from", "0", "--to", "40", "--json"],
        "compare": ["compare", str(folder / "out"), str(folder / "second"), "--json"],
        "ledger report": ["ledger", "report", "1", "--out", str(folder / "report.html"), *ledger],
        "audit": ["audit", plan, "--runs", "100", "--json"],
        "plan code": ["plan", "code", plan, "--out", str(folder / "plan.py")],
        "render svg": ["render", "FIGURE", "--out", str(folder / "figure.svg")],
        "render csv": ["render", "FIGURE", "--out", str(folder / "figure.csv")],
    }


NAMES = tuple(commands(Path()))


def run(folder: Path, asked: dict[str, list[str]]) -> dict[str, list]:
    environment = {**os.environ, "PRIVACY_EXPLORER_STATE": str(folder / "state"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(asked),
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return json.loads(done.stdout)


def said_by(*arguments: str) -> str:
    command = [sys.executable, "-m", "explorer", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True).stdout


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("headless")
    (folder / "ranges.toml").write_text(RANGES)
    figure = next(iter(every_picture()))
    named = {
        name: [figure if word == "FIGURE" else word for word in words]
        for name, words in commands(folder).items()
    }
    return run(folder, named)


@pytest.mark.parametrize("name", NAMES)
def test_that_a_headless_verb_succeeds_and_loads_neither_qt_nor_slow_parts_of_scipy(report, name):
    code, loaded, complaint = report[name]
    assert (code, loaded, complaint) == (0, [], "")


def test_that_the_program_starts_without_loading_anything_heavy(report):
    assert report["start"][1:] == [[], []]


def test_that_every_verb_but_the_painting_one_is_tried_here():
    assert {name.split()[0] for name in NAMES} == set(headless_verbs()) - {"screenshot"}


def test_that_the_help_names_every_headless_verb():
    helped = said_by("--help")
    assert [verb for verb in headless_verbs() if verb not in helped] == []


@pytest.mark.parametrize(
    ("arguments", "painted"),
    [
        ("screenshot --out shots", True),
        ("render totals --out totals.png", True),
        ("render totals --out=totals.PDF", True),
        ("--language zh_CN render totals --out totals.png", True),
        ("--language=en screenshot --out shots", True),
        ("--json --language zh_CN screenshot --out shots", True),
        ("render --theme dark --json --out totals.png totals", True),
        ("render totals --out totals.svg", False),
        ("render totals --out totals.csv", False),
        ("release screenshot.toml data.png --out out", False),
        ("", False),
    ],
)
def test_that_qt_is_needed_for_pictures_that_it_paints_and_for_nothing_else(arguments, painted):
    assert needs_qt(arguments.split()) is painted
