"""`audit`: the release of a plan tested simulated people, from the command line."""

import io
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from verdicts import VERDICT

from explorer.__main__ import main
from explorer.cli import audits
from explorer.mark import N_
from explorer.release.audit.black_box import Verdict
from explorer.release.ledger.locations import ledger_folder
from explorer.release.ledger.spends import read_books
from explorer.resources import resource

PLAN = str(resource("examples", "people.toml"))
FALSE = replace(
    VERDICT,
    lower_bound=1.5,
    seen=(900, 100),
    event=N_("“{cell}” is published in {table}", cell="A", table="t"),
)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Any:
    def telling(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        out, err = capsys.readouterr()
        return code, out, err

    return telling


def test_that_a_plan_is_tested_and_the_answer_is_one_object(told: Any) -> None:
    code, out, err = told("audit", PLAN, "--runs", "200", "--alpha", "0.01", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["schema"] == 1
    assert answer["violated"] is False
    assert (answer["epsilon"], answer["delta"]) == ("1", "0")
    assert (answer["runs"], answer["fresh"], answer["alpha"]) == (200, 100, 0.01)
    assert 0 <= answer["lower_bound"] <= 1 < answer["largest"]
    assert len(answer["seen"]) == 2
    assert read_books(ledger_folder()).accounts == {}


def test_that_a_person_reads_bound_claim_and_what_it_means(told: Any) -> None:
    code, out, _ = told("audit", PLAN, "--runs", "100")
    assert code == 0
    assert out.startswith("empirical lower bound: ε ≥ ")
    assert "claimed: ε = 1;" in out
    assert "it cannot prove that there is none" in out
    assert "100 runs per dataset" in out


def test_that_a_false_claim_is_a_fault_of_the_program(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "trial", lambda *_: FALSE)
    code, out, _ = told("audit", PLAN, "--json")
    assert code == 1
    assert json.loads(out)["violated"] is True
    code, out, _ = told("audit", PLAN)
    assert code == 1
    assert "The claim is false" in out


def test_that_too_few_runs_say_how_many_it_takes(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    few = replace(FALSE, epsilon=Fraction(6), needed=12345.0)
    monkeypatch.setattr(audits, "trial", lambda *_: few)
    assert "use at least 12,345 runs per dataset" in told("audit", PLAN)[1]
    monkeypatch.setattr(audits, "trial", lambda *_: replace(few, needed=float("inf")))
    assert json.loads(told("audit", PLAN, "--json")[1])["needed"] is None


@pytest.mark.parametrize(
    "words",
    [
        (PLAN, "--runs", "10"),
        (PLAN, "--runs", "many"),
        (PLAN, "--alpha", "0.5"),
        ("nowhere.toml",),
        (),
    ],
)
def test_that_what_cannot_be_tested_is_refused_in_one_line(told: Any, words: tuple[str, ...]) -> None:
    code, out, err = told("audit", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_that_a_terminal_sees_how_far_it_is(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def tried(plan: Any, runs: int, alpha: float, progress: Any) -> Verdict:
        for done in range(0, 2 * runs, 50):
            progress(done, 2 * runs)
        return FALSE

    monkeypatch.setattr(audits, "SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(audits, "trial", tried)
    screen = Terminal()
    monkeypatch.setattr(audits.sys, "stderr", screen)
    told("audit", PLAN, "--runs", "1000")
    assert "50 % done, about" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_that_the_verb_is_in_the_overview(told: Any, tmp_path: Path) -> None:
    assert "audit" in told("--help")[1]
