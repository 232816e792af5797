"""The fuzz run: it finds nothing in what is right, finds what is wrong, and makes a case again."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

from explorer.mark import N_
from explorer.privacy.refusal import NotATable

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def fuzz(monkeypatch):
    """The script as a module, its own change of the import path undone afterwards."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    named = importlib.util.spec_from_file_location("fuzz_script", ROOT / "packaging" / "fuzz.py")
    module = importlib.util.module_from_spec(named)
    monkeypatch.setitem(sys.modules, "fuzz_script", module)
    named.loader.exec_module(module)
    # What other tests have held in this process before is not what a case holds.
    monkeypatch.setattr(module, "MOST_MEMORY", max(module.MOST_MEMORY, module.memory() + 50))
    return module


def test_that_forty_cases_are_right_or_refused(fuzz, capsys):
    assert fuzz.run(3, iter(range(40)), float("inf")) == 0
    assert "40 cases of seed 3, 0 findings" in capsys.readouterr().out


def test_that_a_case_comes_again(fuzz, tmp_path, capsys):
    cases = [fuzz.case_of(5, number) for number in range(60)]
    assert cases == [fuzz.case_of(5, number) for number in range(60)]
    assert len({case.content for case in cases}) > 50
    assert fuzz.main(["--seed", "5", "--case", "9", "--keep", str(tmp_path / "case")]) == 0
    assert (tmp_path / "case").read_bytes() == cases[9].content


def found(fuzz, capsys):
    assert fuzz.run(3, iter(range(200)), float("inf")) == 1
    return capsys.readouterr().out


def test_that_a_count_that_is_wrong_is_found_with_the_line_that_shows_it_again(fuzz, monkeypatch, capsys):
    strictly = fuzz.strictly

    def short(asked):
        counts = strictly(asked)
        for table in counts.queries:
            getattr(table, "counts", table)[0] += 1
        return counts

    monkeypatch.setattr(fuzz, "strictly", short)
    out = found(fuzz, capsys)
    assert "--seed 3 --case" in out
    assert "the strict reader counts otherwise" in out


def asked(fuzz):
    """Some table that is right, as the readers are asked for it."""
    case = next(
        each for each in map(fuzz.case_of, [5] * 99, range(99)) if fuzz.reference(each.content, each.plan)
    )
    path = Path(os.environ["PRIVACY_EXPLORER_STATE"]).parent / "table.csv"
    path.write_bytes(case.content)
    return fuzz.asking(case.plan, path, fuzz.KEY)


def test_that_a_reader_that_is_lenient_or_breaks_is_found(fuzz, monkeypatch, capsys):
    counts = fuzz.strictly(asked(fuzz))
    monkeypatch.setattr(fuzz, "strictly", lambda _: counts)
    assert "takes what is no table" in found(fuzz, capsys)

    def broken(_):
        raise ValueError("could not convert 'Jane Doe'")

    monkeypatch.setattr(fuzz, "strictly", broken)
    assert "ValueError" in found(fuzz, capsys)


def test_that_a_refusal_that_tells_a_value_is_found(fuzz, monkeypatch, capsys):
    def talkative(_):
        raise NotATable(N_("no number: {value}", value="Jane Doe"))

    monkeypatch.setattr(fuzz, "strictly", talkative)
    assert "tells too much" in found(fuzz, capsys)
    monkeypatch.setattr(fuzz, "MOST_MEMORY", 1)
    assert "MB are held" in found(fuzz, capsys) or sys.platform == "win32"
