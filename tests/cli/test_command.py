"""The executable as a whole: verbs are found, answers are spoken, refusals are one line."""

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.cli import command
from explorer.cli.answer import Answer, Row, as_json, spoken
from explorer.cli.command import Verb, every_verb, run
from explorer.language import UNSEEN, Language
from explorer.mark import N_, verbatim
from explorer.privacy.refusal import LedgerRefused, OverBudget, Refusal

ROOT = Path(__file__).parent.parent.parent


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("privacy-explorer: ")
    assert said.err.count("\n") == 1
    return said.err


def use_only(monkeypatch: pytest.MonkeyPatch, verb: Verb) -> None:
    monkeypatch.setattr(command, "every_verb", lambda: {verb.name: verb})


def test_that_an_unknown_verb_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "anonymise")
    assert "anonymise" in line
    assert all(verb in line for verb in every_verb())


def test_that_half_of_a_nested_verb_is_told_the_other_halves(capsys: pytest.CaptureFixture[str]) -> None:
    assert "check" in refused(capsys, "plan")
    assert "show" in refused(capsys, "ledger", "burn")


def test_that_an_unknown_option_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    line = refused(capsys, "risk", "--epsilon", "1", "--speed", "3")
    assert "--speed" in line
    assert "--prior" in line


def test_that_abbreviated_options_are_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--eps" in refused(capsys, "risk", "--eps", "1")


def test_that_a_missing_value_and_a_missing_option_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--epsilon" in refused(capsys, "risk", "--epsilon")
    assert "--total-delta" in refused(capsys, "compose", "laplace", "--epsilon", "1", "--count", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--language", "en", "bounds", "--json"],
        ["bounds", "--language", "en", "--json"],
        ["bounds", "--json", "--language=en"],
        ["--json", "--language=en", "bounds"],
        ["ledger", "--json", "--language", "en", "list"],
    ],
)
def test_that_the_language_and_json_may_stand_anywhere(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 1


def test_that_the_language_ends_the_values_of_the_option_before_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["compose", "--count", "1", "2", "--language", "en", "laplace", "--epsilon", "1"]
    assert run([*asked, "--total-delta", "1e-5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mechanism"] == "laplace"


def test_that_what_argparse_refuses_is_said_in_our_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "takes no value" in refused(capsys, "bounds", "--json=1")
    assert "whole number" in refused(capsys, "ledger", "export", "abc", "--out", "x")


def test_that_the_headings_of_the_help_are_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Language, "say", lambda self, sentence: sentence.text.upper())
    assert run(["compose", "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("USAGE: ")
    assert "\nOPTIONS:" in said
    assert "\nARGUMENTS:" in said


def test_that_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "zh_CN" in refused(capsys, "bounds", "--language", "fr")
    assert "value" in refused(capsys, "bounds", "--language")


def test_that_json_is_one_object_that_starts_with_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mechanisms", "--json"]) == 0
    assert next(iter(json.loads(capsys.readouterr().out).items())) == ("schema", 1)


def test_that_no_verb_and_help_list_all_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        assert run(arguments) == 0
        said = capsys.readouterr().out
        assert all(verb in said for verb in every_verb())


def test_that_every_verb_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in every_verb().values():
        assert run([*verb.name.split(), "--help"]) == 0
        said = capsys.readouterr().out
        assert "--json" in said
        assert Language("en").say(verb.summary) in " ".join(said.split())


@pytest.mark.parametrize("kind", [Refusal, OverBudget, LedgerRefused])
def test_that_a_refusal_is_one_line_and_its_own_exit_code(
    kind: type[Refusal], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(chosen: argparse.Namespace) -> Answer:
        raise kind(N_("first\nsecond {value}", value=0.5))

    use_only(monkeypatch, Verb("refuse", N_("refuses"), lambda parser: None, refuse))
    assert run(["refuse"]) == kind.exit_code
    assert capsys.readouterr().err == "privacy-explorer: first second 0.5\n"


def test_that_a_painter_is_handed_the_parsed_options(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(chosen: argparse.Namespace) -> Answer:
        raise AssertionError

    seen: list[argparse.Namespace] = []

    def paint(chosen: argparse.Namespace) -> int:
        seen.append(chosen)
        return 7

    use_only(monkeypatch, Verb("paint", N_("paints"), lambda parser: None, never))
    assert run(["paint", "--language", "en"], raster=paint) == 7
    assert seen[0].language == "en"


def test_that_the_files_of_a_painter_are_told_as_those_of_a_verb(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_only(monkeypatch, Verb("paint", N_("paints"), lambda parser: None, lambda chosen: Answer({}, ())))
    picture = Path("a.png")
    assert run(["paint", "--language", "en"], raster=lambda chosen: [picture]) == 0
    assert capsys.readouterr().out == "written: a.png\n"
    assert run(["paint", "--json"], raster=lambda chosen: [picture]) == 0
    assert json.loads(capsys.readouterr().out) == {"schema": 1, "written": ["a.png"]}


def test_that_a_fault_of_the_program_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(chosen: argparse.Namespace) -> Answer:
        return Answer({"value": float("nan")}, ())

    use_only(monkeypatch, Verb("fail", N_("fails"), lambda parser: None, fail))
    with pytest.raises(ValueError, match="JSON"):
        run(["fail", "--json"])


def lines_of(rows: Sequence[Row]) -> list[str]:
    return list(spoken(rows, Language("en")))


def test_that_neighbouring_rows_are_aligned_numbers_to_the_right() -> None:
    rows = [Row((N_("bound"), "k")), Row(("a", 1)), Row(("long name", 1000.0)), Row(("none", None))]
    assert lines_of(rows) == ["bound          k", "a              1", "long name  1,000", "none           –"]


def test_that_chinese_takes_two_columns() -> None:
    assert lines_of([Row(("隐私", "x")), Row(("abcde", "y"))]) == ["隐私   x", "abcde  y"]


def test_that_output_is_utf8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert run(["risk", "--epsilon", "1"]) == 0
    assert "ε = 1" in written.getvalue().decode("utf-8")


def test_that_a_reader_that_goes_away_gets_no_traceback() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "explorer", "mechanisms", "--json"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert program.stdout is not None
    program.stdout.close()
    assert program.stderr is not None
    with program.stderr as errors:
        assert b"Traceback" not in errors.read()
    assert program.wait(timeout=60) in (0, 141)


@given(st.text(), st.text())
def test_that_json_holds_what_is_exact_and_nothing_that_a_terminal_obeys(key: str, value: str) -> None:
    text = as_json({key: value, "deep": [value], "said": verbatim(value)}, Language("en"))
    told = json.loads(text)
    assert told[key] == (value if key not in ("deep", "said") else told[key])
    assert told["deep"] == [value]
    assert re.findall(UNSEEN, text.replace("\n", "")) == []


def test_that_a_cell_of_a_table_is_readable() -> None:
    assert lines_of([Row(("\x1b[31m", "x"))]) == [r"\x1b[31m  x"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["\x1b[31m"],
        ["plan", "\x1b[31m"],
        ["bounds", "--language", "\x1b[31m"],
        ["bounds", "--\x1b[31m"],
        ["compose", "\u202elaplace", "--epsilon", "1", "--count", "1", "--total-delta", "0"],
        ["compose", "laplace", "--epsilon", "\x1b[31m", "--count", "1", "--total-delta", "0"],
        ["plan", "check", "\x1b[31m" * 1000],
        ["ledger", "export", "\x1b[31m", "--out", "x"],
    ],
)
def test_that_a_refusal_says_nothing_that_a_terminal_obeys(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *arguments)
    assert re.findall(UNSEEN, line.removesuffix("\n")) == []
    assert len(line) < 1500


@pytest.mark.parametrize("digits", [400, 5000, 100_000])
@pytest.mark.parametrize(
    "arguments",
    [
        ["risk", "--epsilon"],
        ["compose", "laplace", "--epsilon", "1", "--total-delta", "0", "--count"],
        ["ledger", "open", "--account", "a", "--limit-epsilon"],
        ["ledger", "open", "--account", "a", "--limit-epsilon", "1", "--limit-delta"],
        ["ledger", "export", "--out", "x"],
    ],
)
def test_that_a_number_of_very_many_digits_is_refused(
    arguments: list[str], digits: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(refused(capsys, *arguments, "1" * digits)) < 600


def test_that_every_verb_is_found_in_the_module_that_is_said_to_answer_it() -> None:
    answered = {verb.name: room for room in command.ROOMS.values() for verb in import_module(room).VERBS}
    assert answered == command.ROOMS
    assert list(every_verb()) == list(command.ROOMS)


_LOADED = """
import contextlib, io, sys
from explorer.__main__ import main
with contextlib.redirect_stdout(io.StringIO()):
    assert main(["--version"]) == 0
    first = {"numpy", "explorer.privacy.mechanism"} & set(sys.modules)
    assert main(["bounds"]) == 0
others = {"explorer.cli.releases", "explorer.release.publish", "explorer.app.session", "scipy.special"}
print(sorted(first | others & set(sys.modules)))
"""


def test_that_a_verb_imports_nothing_that_only_others_need() -> None:
    ran = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
