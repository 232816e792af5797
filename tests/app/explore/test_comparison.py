"""A and B: what is told of their difference, and what must not be compared."""

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from states import settled, states
from thoroughness import some

from explorer.app.core.message import MechanismChosen, Moved, Pinned, Swapped
from explorer.app.core.state import State
from explorer.app.explore.comparison import comparison
from explorer.app.explore.cost_summary import cost
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.target import Neighbours, Target

SAY = Language().say


def pinned(a, b):
    """The state in which A is pinned and B is set."""
    return replace(b, pinned=a.setting)


def lines(found):
    return {line.id: line for line in found.lines}


def test_that_nothing_is_compared_where_nothing_is_pinned():
    assert comparison(State()) is None


def test_that_noise_is_told_as_a_ratio():
    found = lines(comparison(pinned(settled("laplace", epsilon=1.0), settled("laplace", epsilon=0.5))))
    for each in ("margin-each", "standard-deviation"):
        assert found[each].b.value == pytest.approx(2 * found[each].a.value)
    assert SAY(found["margin-each"].difference) == "B's margin is 2 times A's"
    assert SAY(found["epsilon"].difference) == "B's ε is 0.5 times A's"
    assert found["best-guess"].b.value < found["best-guess"].a.value
    assert "fewer of 100 guesses" in SAY(found["best-guess"].difference)


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        (("laplace", 1.0), ("laplace", 0.5), "B: margin 2 times larger, tells an attacker less"),
        (("laplace", 0.5), ("laplace", 1.0), "B: margin 2 times smaller, tells an attacker more"),
        (("laplace", 1.0), ("laplace", 1.0), "B: the same margin, tells an attacker as much"),
        (("laplace", 1.0), ("exponential", 1.0), "exponential mechanism: tells an attacker"),
    ],
)
def test_that_a_verdict_stands_above_the_rows(a, b, said):
    (kind_a, epsilon_a), (kind_b, epsilon_b) = a, b
    found = comparison(pinned(settled(kind_a, epsilon=epsilon_a), settled(kind_b, epsilon=epsilon_b)))
    assert SAY(found.verdict).startswith(said)


@given(states(), states())
def test_that_no_row_contradicts_the_verdict(one, other):
    found = comparison(pinned(one, other))
    verdict, rows = SAY(found.verdict), lines(found)
    guesses = rows["best-guess"].a.value, rows["best-guess"].b.value
    if verdict.endswith("tells an attacker more"):
        assert guesses[1] >= guesses[0] * (1 - 1e-3)
        assert "B protects more" not in SAY(found.honest)
    if verdict.endswith("tells an attacker less"):
        assert guesses[1] <= guesses[0] * (1 + 1e-3)
        assert "A protects more" not in SAY(found.honest)
    margins = rows["margin-each"].a.value, rows["margin-each"].b.value
    if "times smaller" in verdict:
        assert margins[1] < margins[0]
    if "times larger" in verdict:
        assert margins[1] > margins[0]


CONTRARY = {"tells an attacker more": "tells an attacker less", "times smaller": "times larger"}
SETTINGS = ({"epsilon": 1.0, "delta": 1e-6}, {"epsilon": 0.3, "delta": 1e-4}, {"epsilon": 4.0, "delta": 1e-2})


def contrary(verdict):
    """What is said once A and B have changed places, without the name of B."""
    words = verdict.partition(": ")[2]
    if words.endswith("by another"):
        return words.replace("smaller", "\0").replace("larger", "smaller").replace("\0", "larger")
    for one, other in CONTRARY.items():
        words = words.replace(one, "\0").replace(other, one).replace("\0", other)
    return words


def check(found):
    """No two of the verdict, the rows and the honest comparison deny one another."""
    verdict, rows, honest = SAY(found.verdict), lines(found), SAY(found.honest)
    best = rows["best-guess"].a.value, rows["best-guess"].b.value
    if verdict.endswith("tells an attacker more"):
        assert best[1] >= best[0] * (1 - 1e-3)
        assert "B protects more" not in honest
        assert "fewer of 100" not in SAY(rows["best-guess"].difference or rows["best-guess"].label)
    if verdict.endswith("tells an attacker less"):
        assert best[1] <= best[0] * (1 + 1e-3)
        assert "A protects more" not in honest
        assert "more of 100" not in SAY(rows["best-guess"].difference or rows["best-guess"].label)
    if rows["best-guess"].difference is not None and SAY(rows["best-guess"].difference) == "the same":
        assert "tells an attacker more" not in verdict or "A protects more" in honest
        assert "tells an attacker less" not in verdict or "B protects more" in honest
    if verdict.endswith("tells an attacker as much"):
        assert "protects more" not in honest
        assert best[1] == pytest.approx(best[0], rel=1e-3)
    if "cannot be compared" in verdict:
        assert "protects more" not in honest
        assert rows["best-guess"].difference is None
    check_margins(verdict, rows["margin-each"])


def check_margins(verdict, row):
    """The ratio of the verdict is that of the row."""
    margins = row.a.value, row.b.value
    if None not in margins:
        for words, true in (
            ("times smaller", margins[1] < margins[0]),
            ("times larger", margins[1] > margins[0]),
        ):
            assert words not in verdict or true
        if ": the same margin" in verdict:
            told = row.difference
            assert margins[0] == margins[1] if told is None else SAY(told) == "the same"
        elif "nearly the same margin" in verdict:
            assert margins[1] == pytest.approx(margins[0], rel=0.05)
        elif "times" in verdict:
            assert SAY(row.difference) != "the same"
    assert "times" not in verdict or None not in margins
    assert "margin 1 times" not in verdict


@pytest.mark.parametrize(("a", "b"), some(combinations_with_replacement(every_mechanism(), 2), 31))
def test_that_no_pair_of_mechanisms_contradicts_itself_whichever_comes_first(a, b):
    for one in SETTINGS:
        for other in SETTINGS:
            first, second = settled(a, **one), settled(b, **other)
            there, back = comparison(pinned(first, second)), comparison(pinned(second, first))
            check(there)
            check(back)
            assert contrary(SAY(there.verdict)) == SAY(back.verdict).partition(": ")[2]


def test_that_the_same_is_said_to_be_the_same():
    state = settled("gaussian")
    found = comparison(pinned(state, state))
    assert found.obstacles == ()
    for each in found.lines:
        assert each.comparable
        assert each.a == each.b
        assert each.difference is None or SAY(each.difference) == "the same"
    assert "both have" in SAY(found.honest)


def test_that_two_epsilons_at_different_deltas_are_not_comparable_and_then_are_at_the_same():
    a, b = settled("gaussian", epsilon=1.0, delta=1e-6), settled("gaussian", epsilon=0.9, delta=1e-3)
    found = comparison(pinned(a, b))
    assert not lines(found)["epsilon"].comparable
    assert SAY(lines(found)["epsilon"].difference) == "not comparable"
    assert len(found.obstacles) == 1
    assert "δ differs" in SAY(found.obstacles[0])
    # The smaller number protects less: at its own δ the other one is far below it.
    assert lines(found)["epsilon-at"].a.value < 0.9
    assert "A protects more there" in SAY(found.honest)


def test_that_pure_noise_is_compared_at_the_delta_of_the_other():
    found = comparison(pinned(settled("laplace"), settled("gaussian", epsilon=1.0, delta=1e-6)))
    at = lines(found)["epsilon-at"]
    assert at.a.value == pytest.approx(1.0, rel=1e-5)
    assert at.a.value < 1
    assert at.b.value is None  # no Gaussian keeps δ = 0
    assert SAY(at.b.text) == "–"
    assert "no ε" in SAY(at.b.why)


@pytest.mark.parametrize(
    ("change", "word"),
    [({"unit": "person"}, "protects"), ({"neighbours": Neighbours.SUBSTITUTE}, "neighbours")],
)
def test_that_other_people_are_not_compared(change, word):
    found = comparison(pinned(settled("laplace"), settled("laplace", **change)))
    assert not lines(found)["epsilon"].comparable
    assert word in SAY(found.obstacles[0])
    assert SAY(found.honest).startswith("Declare the same unit")
    assert lines(found)["best-guess"].difference is None


def test_that_a_choice_has_no_margin_and_says_why():
    found = lines(comparison(pinned(settled("laplace"), settled("exponential"))))
    for each in ("margin-each", "margin-joint", "standard-deviation", "stands-out"):
        assert found[each].b.value is None
        assert "adds no noise" in SAY(found[each].b.why)
        assert found[each].difference is None
    assert found["advantage"].b.value > 0


def test_that_a_person_pins_goes_on_and_swaps():
    state = update(State(), Pinned())
    state = update(state, Moved("target.epsilon", 3.0))
    before = lines(comparison(state))
    assert (before["epsilon"].a.value, before["epsilon"].b.value) == pytest.approx((1.0, 3.0))
    after = lines(comparison(update(state, Swapped())))
    assert (after["epsilon"].a.value, after["epsilon"].b.value) == pytest.approx((3.0, 1.0))


def test_that_the_confidence_of_both_is_the_one_that_is_looked_at():
    state = update(update(State(), Pinned()), MechanismChosen("gaussian"))
    wider = update(state, Moved("reading.confidence", 0.99))
    for each in ("a", "b"):
        narrow = getattr(lines(comparison(state))["margin-each"], each)
        wide = getattr(lines(comparison(wider))["margin-each"], each)
        assert wide.value > narrow.value


@given(states(sliders=True), states(sliders=True))
def test_that_any_two_settings_can_be_put_side_by_side(one, other):
    one = replace(one, target=replace(one.target, neighbours=Neighbours.ADD_REMOVE))
    found = comparison(replace(one, pinned=other.setting))
    assert len({line.id for line in found.lines}) == len(found.lines)
    for line in found.lines:
        for cell in (line.a, line.b):
            assert SAY(cell.text)
            assert SAY(cell.why)
            assert cell.value is None or cell.value >= 0
    assert SAY(found.honest)


def test_that_the_targets_own_delta_counts_only_where_it_is_used():
    a, b = settled("laplace", delta=1e-3), settled("laplace", delta=1e-9)
    found = comparison(pinned(a, b))
    assert found.obstacles == ()
    assert lines(found)["delta"].a.value == 0
    assert Target().delta != 0


def test_that_an_answer_of_ones_own_is_not_compared_with_a_unit_in_the_data():
    found = comparison(pinned(settled("randomized-response"), settled("laplace")))
    (obstacle,) = found.obstacles
    assert "one person's own answer" in SAY(obstacle)
    assert not lines(found)["epsilon"].comparable
    assert lines(found)["best-guess"].difference is None
    assert SAY(lines(found)["unit"].a.text) == "one person's own answer"
    assert SAY(lines(found)["neighbours"].a.text) == "substitute"
    assert SAY(lines(found)["neighbours"].b.text) == "add or remove"
    assert "their ε cannot be compared" in SAY(found.honest)


def test_that_two_answers_of_ones_own_are_compared_whatever_is_declared():
    a = settled("randomized-response", unit="person", neighbours=Neighbours.SUBSTITUTE)
    found = comparison(pinned(a, settled("randomized-response", epsilon=2.0)))
    assert found.obstacles == ()
    assert lines(found)["epsilon"].comparable


def test_that_a_vectors_margins_are_those_of_all_its_coordinates():
    vector = settled("laplace-vector")
    found = lines(comparison(pinned(vector, settled("laplace"))))["margin-joint"]
    assert SAY(found.label) == "simultaneous margins: 10 in A, 20 in B"
    told = {fact.id: dict(fact.sentence.values) for fact in cost(vector).facts}
    assert found.a.value == told["margin-joint"]["joint"]
    assert found.a.value != found.b.value


@given(states(), states())
def test_that_what_is_called_the_same_reads_the_same(one, other):
    found = comparison(pinned(one, other))
    for line in found.lines:
        said = "" if line.difference is None else SAY(line.difference)
        assert " is 1 times " not in said, line.id
        if said == "the same":
            assert SAY(line.a.text) == SAY(line.b.text), line.id


def test_that_margins_that_differ_by_little_are_nearly_the_same():
    one, other = settled("laplace", sensitivity=1.0), settled("laplace", sensitivity=1.002)
    assert SAY(lines(comparison(pinned(one, other)))["margin-each"].difference) == "nearly the same"
    assert "nearly the same margin" in SAY(comparison(pinned(one, other)).verdict)
