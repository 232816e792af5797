"""Two probability tables in a file, asked about on the command line."""

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

from explorer.cli.command import run

TABLE = "outcome;P;Q\na;0,5;40 %\nb;3/10;0,3\nc;0,2;0,29\nd;0;0,01\n"
PURE = "0.5 0.4\n0.3 0.3\n0.2 0.3\n"
THIRDS = "0.333 0.4\n0.333 0.3\n0.333 0.3\n"
CAVEAT = "holds for this pair; it is the mechanism's guarantee only if no other pair of neighbours is worse"


@pytest.fixture
def table(tmp_path: Path) -> Any:
    """A file with this text."""

    def kept(text: str) -> str:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8-sig")
        return str(path)

    return kept


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Any:
    """The JSON answer to a question; its lines hold the caveat too."""

    def asked(*arguments: str) -> Any:
        assert run([*arguments]) == 0
        assert CAVEAT in capsys.readouterr().out.splitlines()
        assert run([*arguments, "--json"]) == 0, capsys.readouterr().err
        answer = json.loads(capsys.readouterr().out)
        assert answer["target"]["caveat"] == CAVEAT
        return answer

    return asked


def test_that_delta_and_epsilon_are_told_in_both_directions(table: Any, ask: Any) -> None:
    answer = ask("profile", "table", "--table", table(TABLE), "--at-epsilon", "0", "0.1")
    first, second = answer["results"]
    assert first["delta"]["estimate"] == pytest.approx(0.1)
    assert second["directions"]["p_against_q"] == pytest.approx(0.5 - 0.4 * math.exp(0.1))
    assert second["directions"]["q_against_p"] == pytest.approx(0.29 - 0.2 * math.exp(0.1) + 0.01)
    assert second["delta"]["upper"] == max(second["directions"].values())
    assert (answer["target"]["outcomes"], answer["target"]["epsilon"]) == (4, None)
    none, some = ask("profile", "table", "--table", table(TABLE), "--at-delta", "0", "0.02")["results"]
    assert (none["epsilon"]["upper"], none["directions"]["q_against_p"]) == (None, None)
    assert none["directions"]["p_against_q"] == pytest.approx(math.log(1.25))
    assert some["epsilon"]["upper"] == pytest.approx(math.log(0.28 / 0.2))


def test_that_the_best_attacker_and_the_odds_are_those_of_the_pair(table: Any, ask: Any) -> None:
    answer = ask("risk", "--mechanism", "table", "--table", table(PURE), "--prior", "0.5")
    assert answer["best_guess"] == pytest.approx(0.55)
    assert answer["advantage"] == pytest.approx(0.1)
    assert answer["odds"] == pytest.approx({"without": 40, "with": 50})
    assert answer["posterior"][0]["high"] == pytest.approx(0.6)


def test_that_every_bound_answers_at_the_epsilon_of_the_pair(table: Any, ask: Any) -> None:
    question = ["--table", table(TABLE), "--delta", "0.02", "--total-delta", "0.1"]
    results = ask("compose", "table", *question, "--count", "1", "4")["results"]
    found = {(each["bound"], each["count"]): each["epsilon"] for each in results}
    assert found["sequential", 4]["upper"] == pytest.approx(4 * math.log(1.4))
    assert found["numerical", 4]["upper"] < found["optimal", 4]["upper"] < found["sequential", 4]["upper"]
    assert found["numerical", 4]["lower"] <= found["numerical", 4]["upper"]
    crossings = ask("crossing", "table", "--table", table(PURE), "--total-delta", "1e-5")["results"]
    assert {each["bound"]: each["first_count"] for each in crossings}["zcdp"] == 30


def test_that_without_a_delta_only_the_privacy_loss_is_composed(table: Any, ask: Any) -> None:
    question = ["--count", "2", "--total-delta", "0.1", "--bound", "sequential", "numerical"]
    sequential, numerical = ask("compose", "table", "--table", table(TABLE), *question)["results"]
    assert sequential["epsilon"]["upper"] is None
    assert "give a δ" in sequential["reason"]
    assert numerical["epsilon"]["upper"] > 0


def test_that_rounding_is_said_and_counts_against_the_person(
    table: Any, ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["profile", "table", "--table", table(THIRDS), "--at-epsilon", "1"]
    assert run(question) == 2
    told = capsys.readouterr().err
    assert "P sums to 0.999, not to 1: 0.001 is missing" in told
    answer = ask(*question, "--rounded", "3")
    assert (answer["target"]["rounded"], answer["target"]["missing"]) == (3, [0.0025, 0.0015])
    (result,) = answer["results"]
    assert (result["kind"], result["delta"]["lower"], result["delta"]["estimate"]) == ("upper", None, None)
    assert result["delta"]["upper"] == pytest.approx(0.0025)
    assert run([*question, "--rounded", "3"]) == 0
    assert "0.0025 of P and 0.0015 of Q" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["profile", "table", "--at-epsilon", "1"], "needs --table"),
        (
            ["profile", "laplace", "--epsilon", "1", "--table", "x", "--at-epsilon", "1"],
            "--table can only be used with",
        ),
        (["risk", "--epsilon", "1", "--rounded", "3"], "--rounded can only be used with"),
        (
            ["profile", "table", "--table", "FILE", "--at-epsilon", "1", "--epsilon", "1"],
            "--epsilon can't",
        ),
        (["profile", "table", "--table", "FILE", "--at-epsilon", "1", "--sigma", "1"], "--sigma can't"),
        (
            ["compose", "table", "--table", "FILE", "--count", "1", "--total-delta", "0", "--dimension", "2"],
            "--dimension can't",
        ),
        (
            ["risk", "--mechanism", "table", "--table", "FILE", "--sampling-rate", "0.1"],
            "--sampling-rate can't",
        ),
        (["risk", "--mechanism", "table", "--table", "FILE", "--delta", "0.001"], "at least that"),
        (["profile", "table", "--table", "FILE", "--at-epsilon", "1", "--rounded", "31"], "--rounded"),
        (["profile", "table", "--table", "nowhere.csv", "--at-epsilon", "1"], "nowhere.csv: there is no"),
        (["profile", "table", "--table", ".", "--at-epsilon", "1"], "folder"),
        (["accuracy", "table", "--epsilon", "1"], "no noise"),
        (["calibrate", "table", "--total-epsilon", "1", "--total-delta", "0", "--count", "2"], "no noise"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_that_what_tables_do_not_take_is_refused(
    arguments: list[str], said: str, table: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(TABLE)
    assert run([path if word == "FILE" else word for word in arguments]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_that_a_bad_line_is_named(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["profile", "table", "--table", table("0.5 0.5\n0.5 half\n"), "--at-epsilon", "1"]) == 2
    assert "line 2: “half” is not a number" in capsys.readouterr().err
    Path(path := table(PURE)).write_bytes(b"\xff\xfe0")
    assert run(["profile", "table", "--table", path, "--at-epsilon", "1"]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_that_the_best_test_and_the_divergence_are_told_in_both_directions(table: Any, ask: Any) -> None:
    none, half = ask("profile", "table", "--table", table(TABLE), "--at-alarm", "0", "0.5")["results"]
    assert none["directions"] == pytest.approx({"p_against_q": 1, "q_against_p": 0.99})
    assert (none["miss"]["estimate"], half["miss"]["estimate"]) == pytest.approx((0.99, 0.4))
    (infinite,) = ask("profile", "table", "--table", table(TABLE), "--at-order", "2")["results"]
    assert (infinite["divergence"]["upper"], infinite["directions"]["q_against_p"]) == (None, None)
    (finite,) = ask("profile", "table", "--table", table(PURE), "--at-order", "2")["results"]
    backward = math.log(0.16 / 0.5 + 0.3 + 0.09 / 0.2)
    assert finite["divergence"]["upper"] == pytest.approx(backward)
    (rounded,) = ask("profile", "table", "--table", table(THIRDS), "--rounded", "3", "--at-alarm", "0.1")[
        "results"
    ]
    assert (rounded["kind"], rounded["miss"]["upper"]) == ("upper", None)
    assert 0 < rounded["miss"]["lower"] < 0.9


def test_that_tables_can_be_pasted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["profile", "table", "--table", "-", "--at-epsilon", "0"]

    def pasted(content: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    pasted(TABLE.encode())
    assert run([*question, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["delta"]["upper"] == pytest.approx(0.1)
    for content, said in ((b"", "no outcomes"), (b"\xff", "UTF-8"), (b"1 " * 5_000_000, "longer than")):
        pasted(content)
        assert run(question) == 2
        assert said in capsys.readouterr().err
