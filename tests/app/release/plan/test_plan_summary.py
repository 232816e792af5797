"""What a plan will cost and how wrong its counts will be, said before any data is touched."""

from fractions import Fraction
from math import sqrt

import pytest
from states import planned

from explorer.app.release.plan.plan_draft import (
    document,
    edited,
    judged,
    kind_edits,
    no_delta,
    spends_delta,
    with_delta,
)
from explorer.app.release.plan.plan_noise import margins_sentence
from explorer.app.release.plan.plan_summary import (
    delta_sentence,
    error_sentence,
    guess_sentence,
    mechanism_sentence,
    threshold_sentence,
)
from explorer.language import Language
from explorer.release.drawn import margins_of, threshold_of

SAY = Language("en").say
PEOPLE = planned("people").releasing.plan
KIND = "histogram.2.column.1.kind"


def changed(text, edits):
    for path, value in edits:
        text = edited(text, path, value)
    return text


def gaussian():
    return changed(PEOPLE, with_delta(PEOPLE, (("privacy.mechanism", "discrete-gaussian"),)))


def unknown():
    return changed(PEOPLE, with_delta(PEOPLE, kind_edits(KIND, "category-unknown")))


def test_that_a_gaussian_proposes_a_delta_and_laplace_takes_it_away():
    assert document(gaussian())["privacy"]["delta"] == "1e-6"
    assert judged(gaussian())[1] == ()
    back = with_delta(gaussian(), (("privacy.mechanism", "discrete-laplace"),))
    assert document(changed(gaussian(), back)) == document(PEOPLE)


def test_that_a_delta_of_ones_own_is_left_alone():
    own = edited(gaussian(), "privacy.delta", "1e-9")
    assert with_delta(own, (("title", "x"),)) == (("title", "x"),)
    assert with_delta(PEOPLE, (("title", "x"),)) == (("title", "x"),)
    garbage = edited(PEOPLE, "privacy.delta", "tiny")
    edits = (("privacy.mechanism", "discrete-gaussian"),)
    assert with_delta(garbage, edits) == edits


def test_that_unknown_categories_drop_both_lists_and_propose_a_delta():
    column = document(unknown())["histogram"][1]["column"][0]
    assert column == {"name": "income", "kind": "category-unknown"}
    assert document(unknown())["privacy"]["delta"] == "1e-6"
    assert judged(unknown())[1] == ()
    listed = changed(unknown(), with_delta(unknown(), kind_edits(KIND, "category")))
    assert document(listed)["histogram"][1]["column"][0]["categories"] == []
    assert no_delta(document(listed))


def test_that_it_is_known_who_spends_a_delta():
    assert [spends_delta(document(text)) for text in (PEOPLE, gaussian(), unknown())] == [False, True, True]
    assert not spends_delta({})
    assert no_delta({})


def test_that_delta_says_what_it_is_for_or_why_it_is_not_used():
    told = [SAY(delta_sentence(document(text))) for text in (PEOPLE, gaussian(), unknown())]
    assert "Not used" in told[0]
    assert "Gaussian" in told[1]
    assert "threshold" in told[2]
    assert len({SAY(mechanism_sentence(document(text))) for text in (PEOPLE, gaussian())}) == 2
    assert mechanism_sentence({"privacy": {"mechanism": "dice"}}) is None


@pytest.mark.parametrize("text", [PEOPLE, gaussian()])
@pytest.mark.parametrize("index", [0, 1])
def test_that_both_margins_are_said(text, index):
    plan = judged(text)[0]
    told, margins = SAY(error_sentence(plan, index)), margins_of(plan, index)
    assert f"± {margins.each} for each" in told
    assert f"± {margins.joint} simultaneously for all {plan.queries[index].cells} cells" in told


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "discrete-gaussian"])
def test_that_of_each_kind_is_said_what_it_spends_before_its_margins(mechanism):
    delta = "0" if mechanism == "discrete-laplace" else "1e-6"
    text = f"""schema = 1
[privacy]
unit = "row"
mechanism = "{mechanism}"
epsilon = "1"
delta = "{delta}"
[[ranges]]
name = "ages"
share = "3"
[[ranges.column]]
name = "age"
kind = "numeric"
edges = ["0", "10", "20", "30"]
[[sum]]
name = "pay"
value = "pay"
low = "0"
high = "100"
step = "1"
"""
    plan, refusals = judged(text)
    assert plan is not None, refusals
    told = [SAY(error_sentence(plan, index)) for index in range(2)]
    begun = ("ε = 0.75; 95", "ε = 0.25; 95") if plan.privacy.rho is None else ("ρ = 0.0182", "ρ = 0.0060")
    assert all(each.startswith(words) for each, words in zip(told, begun, strict=True)), told
    assert all("noise margin" in each for each in told)


def test_that_a_gaussian_says_rho_and_a_sigma_that_is_never_too_small():
    plan = judged(gaussian())[0]
    told = SAY(error_sentence(plan, 0))
    assert "ρ = 0.01218" in told
    said = Fraction(told.split("σ = ")[1].split(";")[0])
    exact = sqrt(plan.noise_of(0).width)
    assert exact <= said < exact * 1.001


def test_that_a_threshold_is_said_with_the_delta_that_it_spends():
    plan = judged(unknown())[0]
    threshold = threshold_of(plan, 1)
    told = SAY(threshold_sentence(plan, 1))
    assert f"T = {threshold.least}," in told
    assert "δ = 9.681·10⁻⁷" in told
    assert Fraction("9.681e-7") >= threshold.delta
    assert "depends on how many" in SAY(error_sentence(plan, 1))
    for nothing in ((None, 1), (plan, 0), (plan, 7)):
        assert "T = " not in SAY(threshold_sentence(*nothing))


@pytest.mark.parametrize(
    ("epsilon", "right"),
    [("1", "74 of 100"), ("1/100", "51 of 100"), ("5", "100 of 100")],
)
def test_that_epsilon_is_said_as_right_guesses_rounded_up(epsilon, right):
    plan, _ = judged(edited(PEOPLE, "privacy.epsilon", epsilon))
    told = SAY(guess_sentence(plan))
    assert f"at most {right} cases" in told
    assert "whether one person is in the file" in told


def test_that_right_guesses_are_about_contents_where_neighbours_differ_in_them():
    plan, _ = judged(edited(PEOPLE, "privacy.neighbours", "substitute"))
    assert "which of two possible contents the rows of one person have" in SAY(guess_sentence(plan))


def test_that_counts_without_noise_are_called_practically_exact():
    plan, _ = judged(edited(PEOPLE, "privacy.epsilon", "100"))
    assert margins_of(plan, 0).each == 0
    assert SAY(error_sentence(plan, 0)).startswith("Practically exact counts")
    assert "practically exact" in SAY(margins_sentence(plan, 0))
