"""What `profile` says of tests and of Rényi divergence, over every mechanism."""

import json
import math
from typing import Any

import numpy as np
import pytest

from explorer.cli.command import run
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.status import Kind


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments]) == 0, capsys.readouterr().err
    assert len(capsys.readouterr().out.splitlines()) > 2
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["results"]


@pytest.mark.parametrize("name", list(every_mechanism()))
def test_that_false_negatives_and_divergences_are_those_of_the_mechanism(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    kind = every_mechanism()[name]
    target = [name, "--epsilon", "1", *([] if kind.pure else ["--delta", "1e-6"])]
    made = kind.calibrated(1.0, 0.0 if kind.pure else 1e-6, 1.0)
    (few, many) = answered(capsys, "profile", *target, "--at-alarm", "0.01", "0.5")
    misses = made.trade_off(np.array([0.01, 0.5]))
    assert [each["miss"]["lower"] for each in (few, many)] == pytest.approx(list(misses), rel=1e-12)
    (found,) = answered(capsys, "profile", *target, "--at-order", "2")
    divergence = float(made.renyi(np.array([2.0]))[0])
    if math.isinf(divergence):
        assert (found["divergence"]["upper"], bool(found["reason"])) == (None, True)
    else:
        assert found["divergence"]["upper"] == pytest.approx(divergence, rel=1e-12)
    assert (found["kind"] == Kind.UPPER.value) is (not kind.attained or kind.profile_kind is Kind.UPPER)


@pytest.mark.parametrize(
    "arguments", [[], ["--at-epsilon", "1", "--at-order", "2"], ["--at-order", "1"], ["--at-alarm", "1.5"]]
)
def test_that_one_axis_is_asked_along_and_within_its_range(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["profile", "laplace", "--epsilon", "1", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
