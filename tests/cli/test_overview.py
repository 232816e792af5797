"""The help: every verb is found from it, in both languages, within 80 columns, and its examples are true."""

import argparse
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.__main__ import headless_verbs
from explorer.cli import command, streams
from explorer.cli.answer import width
from explorer.cli.command import every_verb
from explorer.cli.overview import EXAMPLES, EXIT_CODES
from explorer.cli.wrapping import wrapped
from explorer.language import LANGUAGES, Language
from explorer.privacy import refusal
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.resources import resource

VERBS = every_verb()
GROUPS = sorted({name.split()[0] for name in VERBS if " " in name})
both = pytest.mark.parametrize("code", LANGUAGES)


def said(capsys: pytest.CaptureFixture[str], *words: str, code: str = "en") -> str:
    assert command.run([*words, "--language", code]) == 0
    return capsys.readouterr().out


@both
def test_that_the_help_names_usage_version_exit_codes_and_examples(
    capsys: pytest.CaptureFixture[str], code: str
) -> None:
    text = said(capsys, "--help", code=code)
    assert "--version" in text.split("\n\n")[0]
    assert [name for name in VERBS if f"\n  {name} " not in text] == []
    assert [number for number in EXIT_CODES if f"\n  {number} " not in text] == []
    assert [
        each for _, lines in EXAMPLES for each in lines if f"    privacy-explorer {each}\n" not in text
    ] == []


@both
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_that_the_help_of_a_group_shows_its_verbs(
    capsys: pytest.CaptureFixture[str], group: str, option: str, code: str
) -> None:
    text = said(capsys, group, option, code=code)
    shown = set(re.findall(rf"^  ({group} [a-z]+) ", text, re.MULTILINE))
    assert shown == {name for name in VERBS if name.startswith(group + " ")}


@both
def test_that_all_help_keeps_within_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in ([], *([group] for group in GROUPS), *(name.split() for name in VERBS)):
        lines = said(capsys, *words, "--help", code=code).splitlines()
        assert [line for line in lines if width(line) > 80] == []


def test_that_every_example_is_a_command_of_this_program() -> None:
    understood: list[argparse.Namespace] = []

    def painter(asked: argparse.Namespace) -> int:
        understood.append(asked)
        return 0

    every = [each for _, lines in EXAMPLES for each in lines]
    assert [command.run(words.split(), raster=painter) for words in every] == [0] * len(every)
    assert len(understood) == len(every)


def test_that_the_help_has_every_exit_code_there_is() -> None:
    kinds = [kind for kind in vars(refusal).values() if isinstance(kind, type)]
    codes = {kind.exit_code for kind in kinds if issubclass(kind, refusal.Refusal)}
    assert {str(code) for code in {0, 1, *codes, streams.UNWRITTEN}} == set(EXIT_CODES) - {"128+n"}


@given(st.text(st.sampled_from("ab 北京，。ε"), max_size=60), st.integers(6, 40))
def test_that_wrapped_lines_lose_nothing_and_fit(text: str, columns: int) -> None:
    lines = wrapped(text, columns)
    assert "".join("".join(lines).split()) == "".join(text.split())
    words = max((width(word) for word in re.findall(r"[^\s一-鿿]+", text)), default=0)
    assert all(width(line) <= max(columns, words) + 2 * len(re.findall("[，。]", line)) for line in lines)


def test_that_the_first_words_of_the_verbs_are_told_where_there_is_no_display() -> None:
    assert set(headless_verbs()) == {name.split()[0] for name in VERBS}


@both
def test_that_the_ledger_is_shown_with_names_and_its_json_with_ids(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str
) -> None:
    plan, table = (str(resource("examples", f"people.{ending}")) for ending in ("toml", "csv"))
    ledger = ["--ledger", str(tmp_path / "ledger")]
    said(capsys, "release", plan, table, "--out", str(tmp_path / "out"), *ledger)
    text = said(capsys, "ledger", "show", *ledger, code=code)
    ids = {*every_mechanism(), *every_composition()} - {"zcdp"}
    assert [each for each in ids if "-" in each and each in text] == []
    assert Language(code).say(every_mechanism()["discrete-laplace"].title) in text
    assert Language(code).say(every_composition()["numerical"].title) in text
    told = json.loads(said(capsys, "ledger", "show", *ledger, "--json"))
    assert told["entries"][0]["mechanism"] == "discrete-laplace"
    assert {each["bound"] for each in told["advice"]} <= set(every_composition())
