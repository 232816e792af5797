"""The questions about one release, over every mechanism: its own options, labelled bounds, samples."""

import importlib
import math
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from cases_in_one import cases_in_one

from explorer.cli.answer import Answer
from explorer.cli.command import ROOMS, run
from explorer.privacy.mechanism import AdditiveNoise, Selection, every_mechanism, shape_of
from explorer.privacy.risk import of_mechanism
from explorer.privacy.status import Kind
from explorer.privacy.subsampling.sample import sampled

RATE = 0.1
SAMPLED = ["--sampling-rate", "1/10"]
SHAPES = {"categories": 4, "candidates": 7, "dimension": 3, "steps": 6}


def target(name: str) -> list[str]:
    """One release of (1, 1e-6) by this mechanism, with a number for all that it takes."""
    kind = every_mechanism()[name]
    delta = [] if kind.pure else ["--delta", "1e-6"]
    return [name, "--epsilon", "1", *delta, *own_options(name)]


def own_options(name: str) -> list[str]:
    return [word for each in shape_of(every_mechanism()[name]) for word in (f"--{each}", str(SHAPES[each]))]


def given_noise(name: str) -> list[str]:
    """The same mechanism by its noise, where it has some."""
    delta = ["--delta", "1e-6"] if name == "catastrophe" else []
    return [name, f"--{every_mechanism()[name].noise_parameter}", "2", *delta, *own_options(name)]


every_name = pytest.mark.parametrize("name", list(every_mechanism()))


def on_samples(name: str) -> tuple[list[str], ...]:
    """For everybody, and on a sample where it takes one: not where a person's own answer is hidden."""
    return ([], SAMPLED) if every_mechanism()[name].norm else ([],)


NOISY = [name for name, kind in every_mechanism().items() if kind.noise_parameter != "epsilon"]
QUESTIONS = [
    *(
        ["profile", *target(name), *more, "--at-epsilon", "0", "1"]
        for name in every_mechanism()
        for more in on_samples(name)
    ),
    *(
        ["profile", *target(name), *more, "--at-delta", "0", "1e-9", "1e-3"]
        for name in every_mechanism()
        for more in on_samples(name)
    ),
    *(["accuracy", *target(name), "--bins", "20"] for name in every_mechanism()),
    *(["accuracy", *given_noise(name), *SAMPLED] for name in NOISY),
    *(
        ["risk", "--mechanism", *target(name), *more]
        for name in every_mechanism()
        for more in on_samples(name)
    ),
    *(
        ["compose", *target(name), *more, "--count", "1", "10", "--total-delta", "1e-4"]
        for name in every_mechanism()
        for more in on_samples(name)[-1:]
    ),
    *(["crossing", *target(name), "--total-delta", "1e-4"] for name in every_mechanism()),
]


def once(answered: Callable[[Namespace], Answer]) -> Callable[[Namespace], Answer]:
    """The answer to what is asked twice in a row, only in another form."""

    known: dict[str, Answer] = {}

    def kept(chosen: Namespace) -> Answer:
        asked = repr(Namespace(**{**vars(chosen), "json": False}))
        if asked not in known:
            known.clear()
            known[asked] = answered(chosen)
        return known[asked]

    return kept


@pytest.fixture
def _answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question is answered once for people and for programs: the forms are what is tested."""
    for room in {ROOMS[question[0]] for question in QUESTIONS}:
        module = importlib.import_module(room)
        verbs = tuple(replace(verb, run=once(verb.run)) for verb in module.VERBS)
        monkeypatch.setattr(module, "VERBS", verbs)


@pytest.mark.usefixtures("_answered_once")
@cases_in_one("question", QUESTIONS)
def test_that_every_mechanism_answers_people_and_programs(
    question: list[str], ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(question) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert not any("nan" in line or "{" in line for line in lines)
    answer = ask(*question)
    assert answer["target"]["unit"] == "row"


@every_name
def test_that_delta_at_epsilon_is_the_profile_of_the_whole_release(name: str, ask: Any) -> None:
    kind = every_mechanism()[name]
    for more in on_samples(name):
        rate = RATE if more else 1.0
        answer = ask("profile", *target(name), *more, "--at-epsilon", "0.2", "1")
        asked_delta = 0 if kind.pure else 1e-6
        (_, promised) = answer["results"]
        if answer["status"] != "false":
            assert promised["delta"]["upper"] <= asked_delta * (1 + 1e-13)  # e to the ln of it
        assert promised["kind"] == kind.profile_kind.value
        if kind.profile_kind is Kind.UPPER:
            assert (promised["delta"]["lower"], promised["delta"]["estimate"]) == (None, None)
        else:
            assert len(set(promised["delta"].values())) == 1
        assert (answer["target"].get("sampling_rate"), answer["target"]["epsilon"]) == (
            None if rate == 1 else RATE,
            1.0,
        )


@every_name
def test_that_the_answer_repeats_what_the_mechanism_takes(name: str, ask: Any) -> None:
    echo = ask("accuracy", *target(name))["target"]
    for each in SHAPES:
        assert echo.get(each) == (SHAPES[each] if each in shape_of(every_mechanism()[name]) else None)
    assert (echo["sensitivity"] is None) is (every_mechanism()[name].norm == "")


@pytest.mark.parametrize("name", [name for name, kind in every_mechanism().items() if kind.norm])
def test_that_a_calibrated_sample_hides_with_less_noise(name: str, ask: Any) -> None:
    kind = every_mechanism()[name]
    whole, sample = ask("accuracy", *target(name)), ask("accuracy", *target(name), *SAMPLED)
    assert sample["target"]["on_sample"]["epsilon"] == pytest.approx(math.log1p(math.expm1(1) / RATE))
    assert sample["target"][kind.noise_parameter] < whole["target"][kind.noise_parameter]
    assert sample["margin_each"] <= whole["margin_each"]


@pytest.mark.parametrize("name", NOISY)
def test_that_given_noise_is_that_of_the_mechanism_on_the_sample(name: str, ask: Any) -> None:
    kind = every_mechanism()[name]
    whole, sample = ask("accuracy", *given_noise(name)), ask("accuracy", *given_noise(name), *SAMPLED)
    # Of the catastrophe only the scale is given: its own δ follows from that of the whole release.
    assert sample["margin_each"] == pytest.approx(whole["margin_each"], rel=1e-4)
    assert sample["target"][kind.noise_parameter] == 2
    if kind.pure:
        outer = math.log1p(RATE * math.expm1(whole["target"]["epsilon"]))
        assert sample["target"]["epsilon"] == pytest.approx(outer)


def test_that_the_profile_on_a_sample_is_the_amplified_one(ask: Any) -> None:
    question = ["profile", "laplace", "--scale", "1", *SAMPLED]
    (found,) = ask(*question, "--at-epsilon", "0.1")["results"]
    inner = every_mechanism()["laplace"](scale=1.0)  # type: ignore[call-arg]
    expected = np.exp(sampled(inner, RATE).log_delta(np.array([0.1])))[0]
    assert found["delta"]["estimate"] == expected > 0
    (back,) = ask(*question, "--at-delta", repr(float(expected)))["results"]
    assert back["epsilon"]["estimate"] == pytest.approx(0.1)


@every_name
def test_that_risk_is_the_total_variation_of_the_whole_release(name: str, ask: Any) -> None:
    for more in on_samples(name):
        found = ask("risk", "--mechanism", *target(name), *more)
        (at_zero,) = ask("profile", *target(name), *more, "--at-epsilon", "0")["results"]
        assert found["advantage"] == pytest.approx(at_zero["delta"]["upper"])
        assert found["kind"] == at_zero["kind"]


def test_that_an_answer_of_ones_own_takes_no_sample_and_has_neighbours_of_its_own(
    ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["profile", *target("randomized-response"), "--at-epsilon", "0"]
    for more in ([], ["--neighbours", "substitute"], ["--sampling-rate", "1"]):
        assert ask(*question, *more)["target"]["neighbours"] == "substitute"
    for more, why in ((SAMPLED, "leave the sampled share at 1"), (["--neighbours", "add-remove"], "leave")):
        for verb in (question, ["risk", "--mechanism", *target("randomized-response")]):
            assert run([*verb, *more]) == 2
            said = capsys.readouterr().err
            assert why in said
            assert "hides which answer a person gives" in said
            assert said.count("\n") == 1


def test_that_nothing_is_told_to_be_certain(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("discrete-laplace", "discrete-gaussian", "randomized-response", "laplace"):
        question = ["risk", "--mechanism", *target(name)]
        question[question.index("--epsilon") + 1] = "50"
        assert run(question) == 0
        odds, guess, advantage = capsys.readouterr().out.splitlines()[1:4]
        assert "99.9 if you are" in odds
        assert " 0 look" not in odds
        assert "100 %" not in guess + advantage
        found = ask(*question)
        assert 0 < found["odds"]["without"] < found["odds"]["with"] < 100
        assert found["best_guess"] < 1 > found["advantage"]


def test_that_a_bound_is_called_one(
    ask: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(every_mechanism()["laplace"], "profile_kind", Kind.UPPER)
    for more in ([], SAMPLED):
        assert run(["risk", "--mechanism", *target("laplace"), *more]) == 0
        said = capsys.readouterr().out
        assert "proven upper bounds" in said
        assert "exact" not in said
        assert run(["profile", *target("laplace"), *more, "--at-epsilon", "1"]) == 0
        assert "proven upper bound" in capsys.readouterr().out
        for at in ("--at-epsilon", "--at-delta"):
            (found,) = ask("profile", *target("laplace"), *more, at, "0.01")["results"]
            sides = found["delta" if at == "--at-epsilon" else "epsilon"]
            assert (sides["lower"], sides["estimate"], found["kind"]) == (None, None, "upper")
            assert sides["upper"] > 0


def test_that_rho_and_mu_stand_beside_the_profile_where_they_exist(ask: Any) -> None:
    def of(*question: str) -> tuple[float | None, float | None]:
        answer = ask("profile", *question, "--at-epsilon", "1")
        return answer["rho"], answer["mu"]

    assert of("gaussian", "--sigma", "2") == (0.125, 0.5)
    assert of("laplace", "--scale", "2") == (every_mechanism()["laplace"](scale=2.0).rho, None)  # type: ignore[call-arg]
    exact = 1 / math.expm1(1) + math.log(math.expm1(1)) - 1  # below the 1/8 of any bounded range
    assert of("exponential", "--epsilon", "1") == (pytest.approx(exact), None)
    assert of("gaussian", "--sigma", "2", *SAMPLED) == (None, None)
    assert of("catastrophe", "--scale", "1", "--delta", "1e-6") == (None, None)


def test_that_a_choice_costs_score_and_an_answer_truth(ask: Any) -> None:
    loss = ask("accuracy", "exponential", "--epsilon", "1", "--candidates", "7", "--bins", "20")
    assert loss["margin_each"] == pytest.approx(2 * math.log(7 / 0.05))
    assert loss["margin_joint"] == pytest.approx(2 * math.log(7 / -math.expm1(math.log(0.95) / 20)))
    assert (loss["standard_deviation"], loss["kind"]) == (None, "upper")
    truth = ask("accuracy", "randomized-response", "--epsilon", "ln 3")
    assert (truth["margin_each"], truth["margin_joint"]) == (None, None)
    assert truth["truth_probability"] == pytest.approx(0.75)
    assert truth["reason"]
    assert truth["target"]["epsilon"] == pytest.approx(math.log(3))


def test_that_a_joint_margin_that_no_number_holds_says_so(ask: Any) -> None:
    found = ask(
        "accuracy", "exponential", "--epsilon", "1", "--confidence", "0.9999999999999", "--bins", "1e9"
    )
    assert found["margin_joint"] is None
    assert found["reason"]


def test_that_a_vector_has_a_margin_for_one_coordinate_and_for_all(
    ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["accuracy", "laplace-vector", "--scale", "1", "--dimension", "3", "--bins", "20"]
    found = ask(*question)
    assert found["margin_each"] == pytest.approx(-math.log(0.05))
    assert found["margin_joint"] == pytest.approx(-math.log(-math.expm1(math.log(0.95) / 60)))
    assert run(question) == 0
    assert "all 60 coordinates" in capsys.readouterr().out


def test_that_running_totals_have_a_margin_at_the_noisiest_and_a_bound_for_all(
    ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["accuracy", "gaussian-tree", "--sigma", "2", "--steps", "10", "--bins", "3"]
    found = ask(*question)
    assert found["target"]["steps"] == 10
    assert found["standard_deviation"] == pytest.approx(2 * math.sqrt(3))  # 7 is 111 in binary
    assert found["standard_deviation_rms"] == pytest.approx(2 * math.sqrt(17 / 10))  # digits of 1 to 10
    assert found["margin_each"] == pytest.approx(2 * math.sqrt(3) * 1.9599639845)
    each = 0.95 ** (1 / 30)
    assert math.erf(found["margin_joint"] / (2 * math.sqrt(6))) == pytest.approx(each, rel=1e-9)
    assert (found["kind"], found["margin_joint_kind"]) == ("exact", "upper")
    assert run(question) == 0
    told = capsys.readouterr().out
    assert "all 30 running totals" in told
    assert "a proven upper bound" in told


def test_that_below_its_own_delta_the_catastrophe_has_no_epsilon(ask: Any) -> None:
    for more in ([], SAMPLED):
        answer = ask(
            "profile", "catastrophe", "--epsilon", "1", "--delta", "1e-6", *more, "--at-delta", "1e-7", "1e-6"
        )
        below, at = answer["results"]
        assert set(below["epsilon"].values()) == {None}
        assert below["reason"]
        assert 0.99 < at["epsilon"]["upper"] <= 1
    by_scale = ask("accuracy", "catastrophe", "--scale", "2", "--delta", "1e-6")["target"]
    assert (by_scale["epsilon"], by_scale["delta"]) == (pytest.approx(0.5), 1e-6)


def test_that_the_catastrophes_delta_counts_in_every_release(ask: Any) -> None:
    question = ["compose", "catastrophe", "--epsilon", "1", "--delta", "1e-6", "--total-delta", "1e-5"]
    few, many = ask(*question, "--count", "5", "20", "--bound", "sequential")["results"]
    assert few["epsilon"]["upper"] == pytest.approx(5)
    assert many["epsilon"]["upper"] is None
    assert many["reason"]


@pytest.mark.usefixtures("_calibrated_once")
def test_that_calibrate_gives_each_its_own_noise(ask: Any) -> None:
    for name, kind in every_mechanism().items():
        for found in ask("calibrate", name, "--total-epsilon", "1", "--total-delta", "1e-5", "--count", "10")[
            "results"
        ]:
            if found["epsilon"] is None and found["scale"] is None:  # its own loss does not admit this bound
                assert found["reason"]
            elif kind.noise_parameter == "epsilon":
                assert found["scale"] is None
                assert found["epsilon"] > 0
            else:
                assert found["scale"] == found[kind.noise_parameter] > 0


def test_that_calibrate_counts_the_steps_of_running_totals(ask: Any) -> None:
    question = ["calibrate", "gaussian-tree", "--total-epsilon", "1", "--total-delta", "1e-6", "--count", "4"]
    by = ["--bound", "gaussian-dp"]
    few, many, assumed = (ask(*question, *by, *steps) for steps in (["--steps", "1"], ["--steps", "512"], []))
    assert [each["target"]["steps"] for each in (few, many, assumed)] == [1, 512, 365]
    one, ten, nine = (each["results"][0]["sigma"] for each in (few, many, assumed))
    assert ten / one == pytest.approx(math.sqrt(10), rel=1e-6)
    assert nine / one == pytest.approx(3, rel=1e-6)
    assert "steps" not in ask("calibrate", "gaussian", *question[2:], *by)["target"]
    assert run(["calibrate", "gaussian", *question[2:], "--steps", "3"]) == 2


def test_that_the_list_of_mechanisms_shows_what_each_takes(ask: Any) -> None:
    for each in ask("mechanisms")["results"]:
        kind = every_mechanism()[each["id"]]
        names = [parameter["name"] for parameter in each["parameters"]]
        assert set(shape_of(kind)) <= set(names)
        assert ("sensitivity" in names) is (kind.norm != "")
        assert issubclass(kind, AdditiveNoise | Selection)


def test_that_own_risk_agrees_with_the_mathematics(ask: Any) -> None:
    kind = every_mechanism()["laplace"]
    found = ask("risk", "--mechanism", "laplace", "--scale", "1", *SAMPLED)
    expected = of_mechanism(sampled(kind(scale=1.0), RATE))  # type: ignore[call-arg]
    assert found["odds"] == {"without": expected.odds.without, "with": expected.odds.with_you}
