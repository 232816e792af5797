"""What the tests of the command line share."""

import functools
import json
from collections.abc import Callable
from typing import Any

import pytest

from explorer.cli import composition_questions
from explorer.cli.command import run


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


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON answer to a question."""

    def asked(*arguments: str) -> Any:
        assert run([*arguments, "--json"]) == 0, capsys.readouterr().err
        return json.loads(capsys.readouterr().out)

    return asked
