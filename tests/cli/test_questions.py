"""The questions that need no data, by the contract of the command line."""

import math
from typing import Any

import pytest
from cases_in_one import cases_in_one

from explorer.cli.command import run
from explorer.privacy.composition import every_composition
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.mechanisms.gaussian import Gaussian

LAPLACE = ["laplace", "--epsilon", "1"]
GAUSSIAN = ["gaussian", "--epsilon", "1", "--delta", "1e-5"]
TOTAL = ["--total-epsilon", "1", "--total-delta", "1e-5"]
SAMPLED = ["--sampling-rate", "0.1"]
DRAWN = [*SAMPLED, "--sampling", "without-replacement"]
TARGETS = [LAPLACE, GAUSSIAN, ["discrete-laplace", "--scale", "2"], ["gaussian", "--sigma", "3"]]
EVERY_QUESTION = [
    *([verb] for verb in ("mechanisms", "bounds")),
    *(["profile", *target, "--at-epsilon", "0", "1/2", "ln 3"] for target in TARGETS),
    *(["profile", *target, "--at-delta", "0", "10⁻⁵"] for target in TARGETS),
    *(["compose", *target, "--count", "0", "1", "1000", "--total-delta", "1e-5"] for target in TARGETS),
    *(["crossing", *target, "--total-delta", "1e-5"] for target in TARGETS),
    *(["accuracy", *target, "--bins", "20"] for target in TARGETS),
    *(
        ["calibrate", name, "--total-epsilon", "1", "--total-delta", "1e-5", "--count", "10"]
        for name in every_mechanism()
    ),
    ["risk", "--epsilon", "1", "--delta", "1e-5"],
    ["risk", "--mechanism", *LAPLACE, *SAMPLED],
    ["risk", "--mechanism", "gaussian", "--sigma", "2"],
]


@pytest.mark.usefixtures("_calibrated_once")
@cases_in_one("question", EVERY_QUESTION)
def test_that_every_question_has_an_answer_for_people_and_for_programs(
    question: list[str], ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(question) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line and not line.isspace() and "nan" not in line for line in lines)
    answer = ask(*question)
    assert answer["schema"] == 1

    def walk(value: Any, path: str) -> None:
        children = value.items() if isinstance(value, dict) else enumerate(value)
        for key, child in children:
            if isinstance(child, dict | list):
                walk(child, f"{path}.{key}")
            assert not isinstance(child, float) or math.isfinite(child), path

    walk(answer, "")


def test_that_the_registries_are_listed(ask: Any) -> None:
    mechanisms, bounds = ask("mechanisms")["results"], ask("bounds")["results"]
    assert [each["id"] for each in mechanisms] == list(every_mechanism())
    assert [each["id"] for each in bounds] == list(every_composition())
    scale = mechanisms[0]["parameters"][0]
    assert {"name", "symbol", "unit", "low", "high", "default"} <= set(scale)
    assert (scale["name"], scale["symbol"], scale["low"], scale["high"]) == ("scale", "b", 1e-6, 1e12)


def test_that_compose_answers_as_the_contract_shows(ask: Any) -> None:
    answer = ask("compose", *LAPLACE, "--count", "100", "--total-delta", "1e-5", "--bound", "advanced")
    (result,) = answer["results"]
    assert answer["mechanism"] == "laplace"
    assert answer["total_delta"] == 1e-5
    expected = {"epsilon": 1.0, "delta": 0.0, "sensitivity": 1.0, "neighbours": "add-remove", "unit": "row"}
    assert expected.items() <= answer["target"].items()
    assert result.pop("epsilon") == {"lower": None, "estimate": None, "upper": pytest.approx(219.8, abs=0.05)}
    assert result == {
        "bound": "advanced",
        "count": 100,
        "kind": "upper",
        "valid": True,
        "status": "proven",
        "reason": None,
        "source": "Dwork & Roth 2014, Theorem 3.20",
    }


def test_that_options_of_several_values_are_joined_in_order(ask: Any) -> None:
    answer = ask(
        *["compose", *LAPLACE, "--count", "1", "10", "--count", "5", "--total-delta", "1e-5"],
        *["--bound", "optimal", "--bound", "sequential", "optimal"],
    )
    assert [(each["bound"], each["count"]) for each in answer["results"]] == [
        (bound, count) for bound in ("optimal", "sequential") for count in (1, 10, 5)
    ]


def test_that_an_exact_bound_fills_all_three_alike(ask: Any) -> None:
    answer = ask("compose", *LAPLACE, "--count", "500", "--total-delta", "1e-5", "--bound", "optimal")
    (result,) = answer["results"]
    assert len(set(result["epsilon"].values())) == 1
    assert result["kind"] == "exact"
    assert result["epsilon"]["upper"] == pytest.approx(311.767604639710743, rel=1e-12)


def test_that_a_false_number_is_given_and_called_false(ask: Any) -> None:
    answer = ask(
        *["compose", *LAPLACE, "--count", "107", "175", "500"],
        *["--total-delta", "1e-5", "--bound", "advanced-textbook"],
    )
    assert [each["status"] for each in answer["results"]] == ["proven", "confirmed", "false"]
    assert [each["valid"] for each in answer["results"]] == [True, True, False]
    assert answer["results"][2]["epsilon"]["upper"] == pytest.approx(214.59, abs=0.01)
    assert [each["reason"] is None for each in answer["results"]] == [True, False, False]


WORST_CASE = [bound for bound, entry in every_composition().items() if not entry.own_loss]


def test_that_what_leaves_nothing_is_null_with_its_reason(ask: Any) -> None:
    answer = ask("compose", *GAUSSIAN, "--count", "1000", "--total-delta", "1e-5", "--bound", *WORST_CASE)
    for result in answer["results"]:
        assert set(result["epsilon"].values()) == {None}
        assert (result["valid"], bool(result["reason"])) == (False, True)


def test_that_sigma_alone_leaves_worst_case_bounds_without_a_number(ask: Any) -> None:
    alone = ask("compose", "gaussian", "--sigma", "3", "--count", "10", "--total-delta", "1e-5")
    beside = ask(
        "compose", "gaussian", "--sigma", "3", "--delta", "1e-7", "--count", "10", "--total-delta", "1e-5"
    )
    assert alone["target"]["epsilon"] is None
    worst = [each for each in alone["results"] if each["bound"] in WORST_CASE]
    assert all(each["epsilon"]["upper"] is None and each["reason"] for each in worst)
    assert all(each["epsilon"]["upper"] for each in alone["results"] if each not in worst)  # by its own loss
    assert beside["target"]["delta"] == 1e-7
    assert beside["target"]["epsilon"] == pytest.approx(Gaussian(3.0, 1.0).epsilon_at(1e-7))
    assert all(each["epsilon"]["upper"] for each in beside["results"])


def test_that_the_crossings_of_the_dwork_roth_preset_are_given(ask: Any) -> None:
    results = {each["bound"]: each for each in ask("crossing", *LAPLACE, "--total-delta", "1e-4")["results"]}
    assert results["advanced-textbook"]["real"] == pytest.approx(73.68272297580947, rel=1e-12)
    assert results["advanced-textbook"]["first_count"] == 74
    assert results["advanced-tanh"]["first_count"] == 64
    for bound in ("advanced", "optimal", "sequential"):
        assert (results[bound]["real"], results[bound]["first_count"]) == (None, None)
        assert results[bound]["reason"]


def test_that_profile_gives_delta_at_epsilon_and_the_roles_swapped(ask: Any) -> None:
    at_epsilon = ask("profile", *LAPLACE, "--at-epsilon", "0", "1")["results"]
    assert at_epsilon[0]["delta"]["estimate"] == pytest.approx(1 - math.exp(-0.5))
    assert at_epsilon[1]["delta"] == {"lower": 0, "estimate": 0, "upper": 0}
    at_delta = ask("profile", *GAUSSIAN, "--at-delta", "1e-5", "0")["results"]
    assert at_delta[0]["delta"] == 1e-5
    assert at_delta[0]["epsilon"]["upper"] == pytest.approx(1, rel=1e-9)
    assert at_delta[1]["epsilon"]["upper"] is None
    assert at_delta[1]["reason"]


def test_that_a_delta_too_small_for_a_number_is_not_called_nothing(
    ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    question = ["profile", "gaussian", "--sigma", "1", "--at-epsilon", "1", "100"]
    shown, hidden = ask(*question)["results"]
    assert (shown["reason"], hidden["delta"]["upper"]) == (None, 0)
    assert hidden["log_delta"] == pytest.approx(-4960.2545538174207, rel=1e-13)
    assert "not 0" in hidden["reason"]
    assert run(question) == 0
    assert "not 0" in capsys.readouterr().out
    assert ask("profile", *LAPLACE, "--at-epsilon", "1")["results"][0]["reason"] is None


def test_that_calibrate_never_exceeds_its_target(ask: Any) -> None:
    answer = ask("calibrate", "gaussian", "--total-epsilon", "3", "--total-delta", "1e-5", "--count", "100")
    for result in answer["results"]:
        own = result["bound"] not in WORST_CASE
        assert result["delta"] == (None if own else 1e-5 / 200)
        assert (result["epsilon"] is None) is own
        assert result["total"]["epsilon"] <= 3
        assert result["total"]["delta"] <= 1e-5
        assert result["scale"] > 0


def test_that_the_joint_margin_is_spoken_of_where_there_are_several_bins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for bins, spoken in (("1", False), ("2", True)):
        assert run(["accuracy", *LAPLACE, "--bins", bins]) == 0
        assert ("simultaneously" in capsys.readouterr().out) is spoken


def test_that_accuracy_gives_both_margins(ask: Any) -> None:
    answer = ask("accuracy", "discrete-laplace", "--epsilon", "1", "--bins", "20")
    assert (answer["margin_each"], answer["margin_joint"]) == (3, 6)
    assert (answer["status"], answer["reason"]) == ("proven", None)


def test_that_risk_is_the_worst_case_or_the_mechanisms_own(ask: Any) -> None:
    worst = ask("risk", "--epsilon", "1", "--prior", "0.01", "0.5")
    own = ask("risk", "--epsilon", "1", "--mechanism", "laplace")
    assert worst["best_guess"] == pytest.approx(0.7310585786300049)
    assert [each["prior"] for each in worst["posterior"]] == [0.01, 0.5]
    assert worst["posterior"][0]["high"] == pytest.approx(0.0267, abs=5e-5)
    assert worst["odds"] == {
        "without": pytest.approx(26.894, abs=1e-3),
        "with": pytest.approx(73.106, abs=1e-3),
    }
    assert own["odds"]["without"] == pytest.approx(50 * math.exp(-0.5))
    with_delta = ask("risk", "--epsilon", "1", "--delta", "1e-5", "--prior", "0.5")["posterior"][0]
    assert (with_delta["low"], with_delta["high"]) == (None, None)


def test_that_a_sample_without_replacement_is_counted_in_between_substitutes(
    ask: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = [*DRAWN, "--neighbours", "substitute"]
    answer = ask("profile", "laplace", "--scale", "1", *drawn, "--at-epsilon", "0.05")
    # By hand: q·δ(ln(1 + (e^0.05 − 1)/q)) = 0.1(1 − e^((x − 1)/2)), e^x = 1 + 10(e^0.05 − 1).
    within = math.log1p(10 * math.expm1(0.05))
    found = answer["results"][0]["delta"]
    assert found["upper"] == pytest.approx(0.1 * -math.expm1((within - 1) / 2), rel=1e-12)
    assert (found["lower"], found["estimate"]) == (None, None)
    assert (answer["target"]["sampling_rate"], answer["target"]["sampling"]) == (0.1, "without-replacement")
    assert answer["target"]["epsilon"] == pytest.approx(math.log1p(0.1 * math.expm1(1)))
    assert "Theorem 9" in answer["source"]
    assert run(["profile", *LAPLACE, *drawn, "--at-epsilon", "1"]) == 0
    assert "on a sample of 10 % without replacement, there ε = " in capsys.readouterr().out
    poisson = ask("compose", *LAPLACE, *SAMPLED, "--count", "50", "--total-delta", "1e-5")
    both = ask("compose", *LAPLACE, *drawn, "--count", "50", "--total-delta", "1e-5")
    assert "sampling" not in poisson["target"]
    for one, other in zip(poisson["results"], both["results"], strict=True):
        if one["bound"] in ("numerical", "renyi"):
            assert other["epsilon"]["upper"] > one["epsilon"]["upper"] * 1.001
            assert other["epsilon"]["lower"] is None
        else:  # what is known of any mechanism of the same ε
            assert other["epsilon"]["upper"] == one["epsilon"]["upper"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["profile", "laplac", "--epsilon", "1", "--at-epsilon", "1"], "laplac”"),
        (["profile", "laplace", "--at-epsilon", "1"], "--scale"),
        (["profile", *LAPLACE], "--at-delta"),
        (["profile", *LAPLACE, "--at-epsilon", "1", "--at-delta", "1"], "--at-delta"),
        (["profile", *LAPLACE, "--delta", "1e-5", "--at-epsilon", "1"], "--delta"),
        (["profile", *LAPLACE, "--scale", "1", "--at-epsilon", "1"], "--scale"),
        (["profile", "laplace", "--sigma", "1", "--at-epsilon", "1"], "--scale"),
        (["profile", "gaussian", "--scale", "1", "--at-epsilon", "1"], "--sigma"),
        (["profile", "gaussian", "--scale", "1", "--sigma", "1", "--at-epsilon", "1"], "--sigma"),
        (["profile", "laplace", "--scale", "1", "--delta", "1e-5", "--at-epsilon", "1"], "--delta"),
        (["profile", "gaussian", "--epsilon", "1", "--at-epsilon", "1"], "--delta"),
        (["profile", "gaussian", "--epsilon", "1", "--delta", "0", "--at-epsilon", "1"], "10⁻³⁰⁰"),
        (["accuracy", "laplace", "--epsilon", "nan"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", "1e999"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", "0"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", "51"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--scale", "0"], "between 10⁻⁶ and 10¹²"),
        (["accuracy", *LAPLACE, "--sensitivity", "-1"], "--sensitivity"),
        (["accuracy", "laplace", "--epsilon", "-1e-5"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", "-1/3"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", "-inf"], "between 10⁻⁶ and 50"),
        (["accuracy", "laplace", "--epsilon", ""], "between 10⁻⁶ and 50"),
        (["accuracy", *LAPLACE, "--unit", " "], "--unit"),
        (["calibrate", "laplace", *TOTAL, "--count", "1", "--sensitivity", ""], "--sensitivity"),
        (["accuracy", "discrete-laplace", "--epsilon", "1", "--sensitivity", "1.5"], "whole"),
        (["accuracy", *LAPLACE, "--confidence", "1"], "--confidence"),
        (["accuracy", *LAPLACE, "--bins", "0"], "--bins"),
        (["accuracy", *LAPLACE, "--neighbours", "swap"], "add-remove, substitute"),
        (["accuracy", *LAPLACE, "--categories", "3"], "these do: randomized-response"),
        (["accuracy", *LAPLACE, "--candidates", "3"], "these do: exponential, permute-and-flip"),
        (["accuracy", *LAPLACE, "--dimension", "3"], "these do: laplace-vector, gaussian-vector"),
        (["accuracy", *LAPLACE, "--sampling-rate", "0"], "--sampling-rate must lie between 10⁻⁶ and 1"),
        (["accuracy", *LAPLACE, "--sampling-rate", "1.1"], "--sampling-rate must lie between 10⁻⁶ and 1"),
        (
            ["accuracy", *LAPLACE, "--sampling-rate", "nan"],
            "--sampling-rate must be a number between 10⁻⁶ and 1",
        ),
        (["accuracy", *LAPLACE, *SAMPLED, "--neighbours", "substitute"], "add or remove"),
        (["accuracy", "laplace", "--scale", "1", *SAMPLED, "--neighbours", "substitute"], "add or remove"),
        (["accuracy", *LAPLACE, *SAMPLED, "--neighbours", "substitute"], "or sampling without replacement"),
        (["accuracy", *LAPLACE, *DRAWN], "is analysed for substitution"),
        (["accuracy", "laplace", "--scale", "1", *DRAWN, "--neighbours", "add-remove"], "for substitution"),
        (["accuracy", *LAPLACE, *DRAWN[2:], "--neighbours", "substitute"], "needs --sampling-rate"),
        (["accuracy", *LAPLACE, *SAMPLED, "--sampling", "urn"], "poisson, without-replacement, not “urn”"),
        (["accuracy", "randomized-response", "--epsilon", "1", *DRAWN], "leave the sampled share at 1"),
        (["risk", "--epsilon", "1", *SAMPLED], "needs --mechanism"),
        (["risk", "--epsilon", "1", "--prior", "0"], "--prior must lie between 10⁻⁶ and 0.999999, not 0"),
        (["risk", "--epsilon", "1", "--prior", "0.5", "1"], "between 10⁻⁶ and 0.999999, not 1"),
        (["risk", "--epsilon", "1", "--prior", "sure"], "between 10⁻⁶ and 0.999999"),
        (["calibrate", "laplace", *TOTAL, "--count", "0"], "--count must lie between 1 and 1,000,000, not 0"),
        (["calibrate", "laplace", *TOTAL, "--count", "x"], "a whole number from 1 to 1000000, not “x”"),
        (["calibrate", "laplace", *TOTAL, "--count", "1,000"], "“1,000” can mean 1000 or 1.000: write one"),
        (["risk", "--epsilon", "1", "--categories", "3"], "--mechanism; these take it: randomized-response"),
        (["accuracy", "randomized-response", "--epsilon", "1", "--categories", "1"], "--categories"),
        (["accuracy", "randomized-response", "--epsilon", "1", "--categories", "2.5"], "whole"),
        (["accuracy", "randomized-response", "--epsilon", "1", "--sensitivity", "1"], "needs no sensitivity"),
        (["calibrate", "randomized-response", *TOTAL, "--count", "1", "--sensitivity", "1"], "leave"),
        (["accuracy", "randomized-response", "--scale", "1"], "--epsilon only"),
        (["accuracy", "randomized-response", "--sigma", "1"], "--epsilon only"),
        (["accuracy", "randomized-response"], "give --epsilon"),
        (["accuracy", "exponential", "--epsilon", "1", "--candidates", "1"], "--candidates"),
        (["accuracy", "exponential", "--sigma", "1"], "--scale only"),
        (["accuracy", "laplace-vector", "--epsilon", "1", "--dimension", "0"], "--dimension"),
        (["accuracy", "catastrophe", "--epsilon", "1"], "catastrophe needs --delta"),
        (["accuracy", "catastrophe", "--scale", "1"], "catastrophe needs --delta"),
        (["accuracy", "gauss", "--epsilon", "1"], "there is no mechanism “gauss”"),
        (["compose", *LAPLACE, "--count", "-1", "--total-delta", "1e-5"], "--count"),
        (["compose", *LAPLACE, "--count", "1.5", "--total-delta", "1e-5"], "whole"),
        (["compose", *LAPLACE, "--count", "1", "--total-delta", "2"], "--total-delta"),
        (["compose", *LAPLACE, "--count", "1", "--total-delta", "1e-5", "--bound", "best"], "sequential"),
        (["risk"], "--epsilon"),
        (["risk", "--scale", "1"], "--mechanism"),
        (["risk", "--epsilon", "1", "--prior", "1.5"], "--prior"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else each,
)
def test_that_a_wrong_question_is_refused_in_one_line(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert named in said.err


@pytest.mark.parametrize(
    ("epsilon", "status"),
    [("0.5", "proven"), ("1", "proven"), ("1.01", "confirmed"), ("8", "confirmed"), ("10", "false")],
)
def test_that_the_textbook_sigma_says_how_far_it_can_be_trusted(ask: Any, epsilon: str, status: str) -> None:
    target = ["gaussian-classical", "--epsilon", epsilon, "--delta", "1e-5"]
    for answer in (ask("accuracy", *target), ask("profile", *target, "--at-epsilon", epsilon)):
        assert answer["status"] == status
        assert (answer["reason"] is None) is (status == "proven")
    true = answer["results"][0]["delta"]["estimate"]
    assert (true > 1e-5) is (status == "false")
    results = ask("compose", *target, "--count", "2", "--total-delta", "1e-4")["results"]
    assert all(each["valid"] is (each["status"] != "false") for each in results)
    by_bound = {each["bound"]: each["status"] for each in results}
    assert by_bound["sequential"] == status


def test_that_a_total_of_releases_that_keep_no_guarantee_is_none(ask: Any) -> None:
    for total, status in (("0.9", "proven"), ("7", "confirmed"), ("20", "false")):
        question = ["--total-epsilon", total, "--total-delta", "2e-5", "--count", "1"]
        (found,) = ask("calibrate", "gaussian-classical", *question, "--bound", "sequential")["results"]
        assert found["status"] == status
        assert found["valid"] is (status != "false")
        assert (found["reason"] is None) is (status == "proven")


def test_that_given_noise_claims_nothing_that_it_does_not_keep(ask: Any) -> None:
    answer = ask("accuracy", "gaussian-classical", "--sigma", "0.3", "--delta", "1e-5")
    assert answer["status"] == "proven"
    assert answer["target"]["epsilon"] > 10


def test_that_the_discrete_gaussian_answers_in_whole_numbers(ask: Any) -> None:
    target = ["discrete-gaussian", "--epsilon", "1", "--delta", "1e-6"]
    found = ask("accuracy", *target, "--bins", "20")
    assert found["margin_each"] == int(found["margin_each"])
    assert found["margin_joint"] == int(found["margin_joint"]) > found["margin_each"]
    (delta,) = (each["delta"] for each in ask("profile", *target, "--at-epsilon", "1")["results"])
    assert delta["upper"] == pytest.approx(1e-6, rel=1e-9)
    assert delta["upper"] <= 1e-6


def test_that_every_bound_of_the_contract_is_there() -> None:
    promised = ["sequential", "advanced-textbook", "advanced", "advanced-tanh", "kov-closed", "optimal"]
    promised += ["zcdp", "zcdp-bun-steinke", "renyi", "gaussian-dp", "numerical"]
    assert set(promised) <= set(every_composition())


# Headings


def first_line(arguments: list[str], capsys: pytest.CaptureFixture[str], language: str = "en") -> str:
    assert run([*arguments, "--language", language]) == 0
    return capsys.readouterr().out.splitlines()[0]


def test_that_the_heading_says_the_share_and_what_is_kept_on_the_sample(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = first_line(["accuracy", *LAPLACE, *SAMPLED], capsys)
    assert "on a sample of 10 %, there ε = 2.901, δ = 0" in said
    given = first_line(["accuracy", "laplace", "--scale", "1", *SAMPLED], capsys)
    assert given.endswith("on a sample of 10 %")
    assert "sample" not in first_line(["accuracy", *LAPLACE], capsys)


def test_that_a_heading_names_unit_and_neighbours_in_the_readers_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "for one record (add or remove)" in first_line(["accuracy", *LAPLACE], capsys)
    assert "for one house (substitute)" in first_line(
        ["accuracy", *LAPLACE, "--unit", "house", "--neighbours", "substitute"], capsys
    )
    own = first_line(["accuracy", "randomized-response", "--epsilon", "1"], capsys)
    assert "for one person's own answer (substitute)" in own


def test_that_risk_says_whether_the_promise_is_kept(ask: Any) -> None:
    broken = ["--mechanism", "gaussian-classical", "--epsilon", "20", "--delta", "1e-5"]
    answer = ask("risk", *broken)
    assert answer["status"] == "false"
    assert answer["reason"]
    assert ask("risk", "--epsilon", "1")["status"] == "proven"


def test_that_no_release_costs_nothing_whatever_is_known_of_one(ask: Any) -> None:
    for target in (LAPLACE, GAUSSIAN, ["gaussian", "--sigma", "3"]):
        for total in ("0", "1e-5"):
            results = ask("compose", *target, "--count", "0", "--total-delta", total)["results"]
            assert [each["epsilon"]["upper"] for each in results] == [0.0] * len(results)
            assert all(each["valid"] and each["reason"] is None for each in results)


def test_that_the_epsilon_of_an_answer_has_one_column(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibrate", "randomized-response", *TOTAL, "--count", "10"]) == 0
    heading, row = capsys.readouterr().out.splitlines()[1:3]
    assert heading.split() == ["bound", "ε", "δ", "kind", "source"]
    assert row.count("0.1") == 1
