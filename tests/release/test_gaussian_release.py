"""Releases with discrete Gaussian noise: what is split, what is spent, and what is written about it."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from count_cases import AGE, BODY, REGION

from explorer.privacy.accounting.rho import largest_rho
from explorer.privacy.refusal import Refusal
from explorer.privacy.target import Neighbours
from explorer.release import publish
from explorer.release.ledger.kept_draws import drawn_again
from explorer.release.noise import privatize
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import read_plan, write_plan
from explorer.release.plan.plan_preview import expected, simulate
from explorer.release.plan.sections import Privacy
from explorer.release.publish import release
from explorer.release.queries.histogram import Histogram

DELTA = Fraction(1, 10**6)
PRIVACY = Privacy("row", Fraction(1), DELTA, mechanism="discrete-gaussian")
PLAN = ReleasePlan(PRIVACY, (Histogram("age", (AGE,)), Histogram("both", (AGE, REGION), Fraction(3))))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(BODY)
    return path


def test_that_shares_split_rho_exactly() -> None:
    rho = largest_rho(Fraction(1), DELTA)
    assert PLAN.privacy.rho == rho
    assert [PLAN.rho_of(index) for index in (0, 1)] == [rho / 4, 3 * rho / 4]
    assert [PLAN.noise_of(index).width for index in (0, 1)] == [1 / (rho / 2), 1 / (3 * rho / 2)]


@pytest.mark.parametrize(
    ("neighbours", "bounds", "square"),
    [
        (Neighbours.ADD_REMOVE, {"rows_per_person": 3}, 9),
        (Neighbours.SUBSTITUTE, {"rows_per_person": 3}, 18),
        (Neighbours.ADD_REMOVE, {"rows_per_person": 7, "rows_per_cell": 3}, 19),
        (Neighbours.ADD_REMOVE, {"rows_per_person": 99, "rows_per_cell": 2, "cells_per_person": 5}, 20),
    ],
)
def test_that_the_width_follows_from_the_square_of_l2(
    neighbours: Neighbours, bounds: dict[str, int], square: int
) -> None:
    person = replace(PRIVACY, unit="person", neighbours=neighbours, **bounds)
    noise = replace(PLAN, privacy=person).noise_of(0)
    assert noise.sensitivity == square
    assert noise.width == square / (2 * noise.parameter)


def test_that_the_choke_point_is_given_exact_numbers(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def watched(counts: object, *exact: object) -> tuple[int, ...]:
        asked.append(exact)
        return privatize(counts, *exact)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "privatize", watched)
    release(PLAN, table, tmp_path / "out")
    assert asked == [(1, PLAN.rho_of(index), "discrete-gaussian") for index in (0, 1)]


def test_that_what_is_written_names_rho_and_the_exact_width(table: Path, tmp_path: Path) -> None:
    released = release(PLAN, table, tmp_path / "out")
    told = json.loads((tmp_path / "out" / "age.csv-metadata.json").read_text())["privacy"]
    assert (told["mechanism"], told["epsilon"], told["delta"]) == ("discrete-gaussian", "1", "0.000001")
    assert Fraction(told["release_rho"]) == PRIVACY.rho
    assert Fraction(told["rho"]) == PLAN.rho_of(0)
    assert Fraction(told["sigma_squared"]) == PLAN.noise_of(0).width
    assert told["sensitivity"] == {"L2_squared": "1"}
    assert told["margins"]["each"] == released.drawn.queries[0].margins.each > 0
    answer = released.answer()
    assert answer["rho"] == "0.0243559703595"
    assert answer["spent"] == {"epsilon": "1", "delta": "0.000001", "rho": "0.0243559703595"}
    assert drawn_again(1) == released.drawn


def test_that_simulated_people_get_the_same_noise() -> None:
    first, second = expected(PLAN)
    assert first.scale > second.scale
    assert first.margins.joint > second.margins.joint
    noise = [
        after - before
        for each in simulate(PLAN, 5)
        for before, after in zip(each.counts, each.noised, strict=True)
    ]
    assert 0 < max(map(abs, noise)) < 60


@pytest.mark.parametrize("delta", ["0", "1", "-0.5", "1/1000000007"])
def test_that_a_delta_must_be_one(delta: str) -> None:
    plan = replace(PLAN, privacy=replace(PRIVACY, delta=Fraction(delta)))
    with pytest.raises(Refusal) as caught:
        read_plan(write_plan(plan))
    assert (caught.value.field, caught.value.exit_code) == ("privacy.delta", 2)


def test_that_a_gaussian_plan_is_read_back() -> None:
    assert read_plan(write_plan(PLAN)) == PLAN
