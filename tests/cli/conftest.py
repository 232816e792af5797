"""What the tests of the command line share."""

import functools
from collections.abc import Callable
from typing import Any

import pytest

from explorer.cli import composition_questions


@functools.cache
def _once(function: Callable[..., Any]) -> Callable[..., Any]:
    return functools.cache(function)


@pytest.fixture
def _calibrated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told in two forms and two languages is searched for once: the forms are what is tested."""
    monkeypatch.setattr(composition_questions, "calibrate", _once(composition_questions.calibrate))
