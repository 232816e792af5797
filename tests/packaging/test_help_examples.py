"""Each verb's help shows a command line. Here they all run, in a folder where what they speak of is there."""

import shlex
import shutil

import pytest

from explorer import __main__ as start
from explorer.cli.command import every_verb
from explorer.gui.shell.qt_application import the_application
from explorer.resources import resource

HEAD = """
schema = 1
title = "People"
[privacy]
unit = "person"
id_column = "person_id"
rows_per_person = 3
neighbours = "add-remove"
mechanism = "discrete-laplace"
epsilon = "1"
delta = "0"
"""
COUNTS = """
[[histogram]]
name = "people"
[[histogram.column]]
name = "region"
kind = "category"
categories = ["north", "south"]
"""
AGES = """
[[ranges]]
name = "ages"
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "18", "40", "65", "120"]
"""
BEFORE = (
    "ledger open --account default --limit-epsilon 9",
    "ledger open --account registry --limit-epsilon 9 --apart",
    "release plan.toml people.csv --out released-2025/people",
    "release plan.toml people.csv --out released-2026/people",
    "release ages.toml people.csv --out released",
)
ELSEWHERE = {"plan new"}  # it writes the plan that the others read
TRIED_ELSEWHERE = {"screenshot"}  # `test_screenshots`: it takes long
LAST = "ledger restart"


def done(capsys, line):
    """Run a command line as it stands; what it says where it fails."""
    code = start.main(shlex.split(line))
    return None if code == 0 else (line, code, capsys.readouterr().err)


@pytest.mark.usefixtures("qapp")
def test_that_every_example_of_the_help_runs(monkeypatch, tmp_path, capsys):
    the_application()
    for name in ("STATE", "LEDGER"):
        monkeypatch.setenv(f"PRIVACY_EXPLORER_{name}", str(tmp_path / name.lower()))
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    rows = resource("examples", "people.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    texts = {"people.csv": rows, "people-corrected.csv": rows[:-1]}
    texts |= {"plan.toml": [HEAD, COUNTS], "ages.toml": [HEAD, AGES]}
    for name, parts in texts.items():
        (here / name).write_text("".join(parts), encoding="utf-8", newline="")
    monkeypatch.chdir(here)
    failed = [done(capsys, line) for line in BEFORE]
    examples = {name: verb.example for name, verb in every_verb().items() if name not in TRIED_ELSEWHERE}
    for name in ELSEWHERE:
        monkeypatch.chdir(there)
        failed.append(done(capsys, examples.pop(name)))
        monkeypatch.chdir(here)
    restart = examples.pop(LAST)
    failed += [done(capsys, line) for line in examples.values()]
    shutil.rmtree(tmp_path / "ledger")
    failed.append(done(capsys, restart))
    assert [each for each in failed if each] == []
