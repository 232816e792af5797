"""What people read of an answer is as much a bound as what programs read: never below it, never far above."""

import json
import re
from typing import Any

import pytest

from explorer.cli.command import run
from explorer.language import LANGUAGES
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.notation import read
from explorer.privacy.status import Kind

HAIR, DIGITS = 1e-9, 1e-3
SAMPLED = ("--sampling-rate", "0.9")


@pytest.fixture(params=LANGUAGES)
def both(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Any:
    """The results for programs, and the cells of the rows for people, one language after the other."""

    def told(*arguments: str) -> tuple[list[dict[str, Any]], list[list[str]]]:
        assert run([*arguments, "--json"]) == 0
        results = json.loads(capsys.readouterr().out)["results"]
        assert run([*arguments, "--language", request.param]) == 0
        lines = capsys.readouterr().out.splitlines()[-len(results) :]
        return results, [re.split(r"\s{2,}", line.strip()) for line in lines]

    return told


def value(text: str) -> float:
    return read(text.replace(",", ""))


@pytest.mark.parametrize(
    "release",
    [
        ("laplace", "--epsilon", "0.37"),
        ("gaussian", "--epsilon", "0.37", "--delta", "1e-7"),
        ("gaussian", "--sigma", "7"),
    ],
    ids=" ".join,
)
def test_that_a_total_is_rounded_up(release: tuple[str, ...], both: Any) -> None:
    results, rows = both("compose", *release, "--count", "1", "13", "700", "--total-delta", "1e-5")
    compared = 0
    for result, cells in zip(results, rows, strict=True):
        if (upper := result["epsilon"]["upper"]) is not None:
            assert upper * (1 - HAIR) <= value(cells[2]) < upper * (1 + DIGITS), result["bound"]
            compared += 1
    assert compared > 6


@pytest.mark.usefixtures("_calibrated_once")
@pytest.mark.parametrize("mechanism", ["laplace", "gaussian"])
def test_that_what_each_may_have_is_rounded_down_and_its_noise_up(mechanism: str, both: Any) -> None:
    results, rows = both(
        *("calibrate", mechanism, "--total-epsilon", "1.3", "--total-delta", "1e-5", "--count", "37")
    )
    compared = 0
    for result, cells in zip(results, rows, strict=True):
        if result["epsilon"] is not None and result["scale"] is not None:
            assert result["epsilon"] * (1 - DIGITS) < value(cells[1]) <= result["epsilon"] * (1 + HAIR)
            assert result["scale"] * (1 - HAIR) <= value(cells[3]) < result["scale"] * (1 + DIGITS)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("kind", [Kind.EXACT, Kind.UPPER])
def test_that_a_number_of_a_profile_is_rounded_up_where_it_is_a_bound(
    kind: Kind, both: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every_mechanism()["laplace"], "profile_kind", kind)
    laplace = ("profile", "laplace", "--epsilon", "0.7", *SAMPLED)
    for asked, place in (("--at-epsilon", 1), ("--at-delta", 0)):
        numbers = ("0.1", "0.13", "0.17", "0.19")
        results, rows = both(*laplace, asked, *numbers)
        name = ("epsilon", "delta")[place]
        shown = [
            (each[name]["upper"], value(cells[place])) for each, cells in zip(results, rows, strict=True)
        ]
        above = [text >= number * (1 - HAIR) for number, text in shown]
        assert all(text == pytest.approx(number, rel=DIGITS) for number, text in shown)
        assert {each["kind"] for each in results} == {kind.value}
        assert all(above) == (kind is Kind.UPPER)
