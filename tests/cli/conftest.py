"""What the tests of the command line share."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from answer_schemas import schema_of

from explorer.cli import command, composition_questions
from explorer.cli.command import Verb
from explorer.language import Language

Run = Callable[..., tuple[int, str, str]]


@functools.cache
def _once(function: Callable[..., Any]) -> Callable[..., Any]:
    return functools.cache(function)


@pytest.fixture
def _calibrated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told in two forms and two languages is searched for once: the forms are what is tested."""
    monkeypatch.setattr(composition_questions, "calibrate", _once(composition_questions.calibrate))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")  # which every system has


@pytest.fixture(autouse=True)
def _held_to_their_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever answer a test asks for as JSON, it is as its schema says.

    The verb asked is the one whose parser reads the words: `manual` and `reference` make the parsers of all.
    """
    parser_of, as_json, asked = command.parser_of, command.as_json, []

    def parsing(verb: Verb, language: Language) -> Any:
        parser = parser_of(verb, language)
        read = parser.parse_args

        def reading(words: list[str]) -> Any:
            asked.append(verb.name)
            return read(words)

        parser.parse_args = reading  # type: ignore[method-assign, assignment]
        return parser

    def told(data: Any, language: Language) -> str:
        text = as_json(data, language)
        if asked[-1] not in command.ROOMS:  # a test has made it
            return text
        wrong = [
            f"{each.json_path}: {each.message}" for each in schema_of(asked[-1]).iter_errors(json.loads(text))
        ]
        assert wrong == [], asked[-1]
        return text

    monkeypatch.setattr(command, "parser_of", parsing)
    monkeypatch.setattr(command, "as_json", told)


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON answer to a question."""

    def asked(*arguments: str) -> Any:
        assert command.run([*arguments, "--json"]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    return asked


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line with a ledger of its own: exit code, standard output, standard error."""
    monkeypatch.setenv("PRIVACY_EXPLORER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PRIVACY_EXPLORER_LEDGER", str(tmp_path / "ledger"))

    def run(*arguments: object) -> tuple[int, str, str]:
        code = command.run([*map(str, arguments), "--language", "en"])
        printed = capsys.readouterr()
        assert (printed.err.count("\n") == 1) == (code != 0)
        assert "Traceback" not in printed.err
        return code, printed.out, printed.err

    return run
