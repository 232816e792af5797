"""What a release costs, in numbers and words: against formulas of their own, for every mechanism."""

import math
from dataclasses import replace

import pytest
from states import MECHANISMS

from explorer.app.core.message import MarginWanted, MechanismChosen, SensitivityInputChosen, Typed
from explorer.app.core.state import State, additive_of, mechanism_of
from explorer.app.core.wording import KINDS
from explorer.app.explore.cost_summary import cost, least_count, size_needed, together
from explorer.app.help.facts import explained
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanism import AdditiveNoise
from explorer.privacy.status import Kind

SAY = Language("en").say


def after(*messages):
    state = State()
    for message in messages:
        state = update(state, message)
    return state


def facts(state):
    return {fact.id: SAY(fact.sentence) for fact in cost(state).facts}


def test_that_laplace_costs_what_the_formulas_say():
    found = cost(State())
    told = {fact.id: dict(fact.sentence.values) for fact in found.facts}
    assert found.margin == pytest.approx(math.log(20), rel=1e-12)
    assert told["margin-joint"]["joint"] == pytest.approx(-math.log(-math.expm1(math.log(0.95) / 20)))
    assert told["stands-out"]["least"] == pytest.approx(math.log(20 / (2 * 0.05)))
    assert told["relative-error"] == {"error": 0.1, "size": math.ceil(math.log(20) / 0.1)}
    assert told["standard-deviation"]["deviation"] == pytest.approx(math.sqrt(2))


def test_that_the_margins_follow_what_they_are_read_at():
    state = after(
        Typed("reading.confidence", "0.9"), Typed("reading.bins", "5"), Typed("reading.relative_error", "0.5")
    )
    told = facts(state)
    assert cost(state).margin == pytest.approx(math.log(10))
    assert "90 %" in SAY(cost(state).words.sentence)
    assert told["margin-joint"].startswith("all 5 bins simultaneously")
    assert told["relative-error"] == "relative error ≤ 50 % for counts ≥ 5"


def test_that_discrete_noise_leaves_some_counts_unchanged():
    told = facts(after(MechanismChosen("discrete-laplace")))
    assert told["unharmed"].startswith("46.2 %")  # tanh(1/2)
    assert "unharmed" not in facts(State())


def test_that_a_vector_is_read_over_its_coordinates():
    state = after(
        MechanismChosen("laplace-vector"), Typed("shape.dimension", "7"), Typed("reading.bins", "99")
    )
    assert together(state) == 7
    assert "each coordinate" in SAY(cost(state).words.sentence)
    assert facts(state)["margin-joint"].startswith("simultaneously for all 7 coordinates")


def test_that_running_totals_are_read_at_the_noisiest_and_a_joint_margin_is_a_bound():
    state = after(MechanismChosen("gaussian-tree"), Typed("shape.steps", "100"), Typed("reading.bins", "7"))
    sigma, told = additive_of(state).sigma, facts(state)
    assert together(state) == 100
    assert "noisiest total" in SAY(cost(state).words.sentence)
    assert cost(state).margin == pytest.approx(sigma * math.sqrt(6) * 1.959964, rel=1e-6)  # 63 = 111111
    assert told["margin-joint"].startswith("simultaneously for all 100 totals")
    kinds = {each.id: each.kind for each in cost(state).facts}
    assert (kinds["margin-joint"], kinds["standard-deviation"]) == (Kind.UPPER, Kind.EXACT)
    mean = sigma * math.sqrt(sum(t.bit_count() for t in range(101)) / 100)
    (deviation,) = (each for each in cost(state).facts if each.id == "standard-deviation")
    assert dict(deviation.sentence.values)["mean"] == pytest.approx(mean)
    explained_joint = explained("margin-joint", state)
    assert explained_joint.kind == KINDS[Kind.UPPER]
    assert "share noise" in explained_joint.range.text


def test_that_a_single_running_total_is_read_as_one_number():
    state = after(MechanismChosen("gaussian-tree"), Typed("shape.steps", "1"), Typed("reading.bins", "7"))
    plain = after(MechanismChosen("gaussian"), Typed("reading.bins", "7"))
    assert cost(state) == cost(plain)


def test_that_a_joint_margin_that_is_wished_for_is_the_one_that_is_shown():
    for mechanism in ("laplace", "laplace-vector"):
        state = after(MechanismChosen(mechanism), Typed("shape.dimension", "7"), MarginWanted("12", True))
        mechanism_itself = additive_of(state)
        assert mechanism_itself.margin(0.95, together(state)) == pytest.approx(12, rel=2e-3)
        assert mechanism_itself.margin(0.95, together(state)) <= 12


def test_that_a_sample_says_whose_margin_it_is():
    told = facts(after(Typed("shape.sampling_rate", "0.1")))
    assert "in the sample" in told["sampling"]
    assert "multiply by 10" in told["sampling"]
    assert "sampling" not in facts(State())


def test_that_a_catastrophe_says_how_often_everything_is_published():
    told = facts(after(MechanismChosen("catastrophe"), Typed("target.delta", "1e-3")))
    assert "0.001" in told["unharmed"]
    assert "everything is published" in told["unharmed"]
    assert "unharmed" not in facts(after(MechanismChosen("gaussian")))


def test_that_where_anything_above_0_is_detectable_that_is_said():
    state = after(
        MechanismChosen("catastrophe"),
        Typed("target.delta", "0.5"),
        Typed("reading.bins", "1"),
        Typed("reading.confidence", "0.5"),
    )
    assert facts(state)["stands-out"] == "smallest detectable count: any value above 0"


@pytest.mark.parametrize("counted", ["sum", "mean"])
def test_that_the_words_are_about_what_is_counted(counted):
    state = after(
        SensitivityInputChosen("neighbours", "substitute"), SensitivityInputChosen("counted", counted)
    )
    assert SAY(cost(state).words.sentence).endswith(f"each {counted}")
    assert f"smallest detectable {counted}" in facts(state)["stands-out"]
    assert f"for {counted}s ≥" in facts(state)["relative-error"]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_every_mechanism_says_what_it_costs(mechanism):
    state = after(MechanismChosen(mechanism))
    found = cost(state)
    assert (found.margin is not None) is isinstance(mechanism_of(state), AdditiveNoise)
    for fact in (found.words, *found.facts):
        words = SAY(fact.sentence)
        assert "{" not in words
        assert "nan" not in words
        assert fact.kind in (Kind.EXACT, Kind.UPPER)
    assert len({fact.id for fact in found.facts}) == len(found.facts)


def test_that_a_selection_costs_what_it_says_itself():
    state = after(MechanismChosen("randomized-response"))
    found = cost(state)
    assert found.words.sentence == mechanism_of(state).cost(0.95).sentence
    assert found.words.id == "truth-told"
    assert cost(after(MechanismChosen("exponential"))).words.id == "score-lost"


def test_that_a_count_needed_is_whole_and_large_enough():
    assert least_count(29.957) == 30
    assert least_count(size_needed(0.3, 0.1)) == 3  # 0.3/0.1 is a little below 3
    assert least_count(0.7 / 0.1) == 7  # and this a little above it only by rounding
    assert least_count(math.inf) == math.inf


def test_that_more_bins_never_narrow_the_joint_margin():
    margins = []
    for bins in (1, 2, 20, 1000):
        state = State()
        state = replace(state, reading=replace(state.reading, bins=bins))
        (joint,) = [
            dict(fact.sentence.values)["joint"] for fact in cost(state).facts if fact.id == "margin-joint"
        ]
        margins.append(joint)
    assert margins == sorted(margins)
    assert margins[0] == pytest.approx(math.log(20))
