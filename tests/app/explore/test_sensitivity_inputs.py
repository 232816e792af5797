"""The sensitivity follows from its causes: numbers, words, formulas that give the same numbers."""

import math
import re
from itertools import product

import pytest
from states import MECHANISMS

from explorer.app.core.message import MechanismChosen, Moved, Pinned, SensitivityInputChosen, Swapped, Typed
from explorer.app.core.sections import Counted
from explorer.app.core.state import State
from explorer.app.explore import sensitivity_wording
from explorer.app.explore.sensitivity_inputs import followed, norms
from explorer.app.update import update
from explorer.language import Language
from explorer.privacy.mechanism import every_mechanism
from explorer.privacy.target import Neighbours

SAY = Language("en").say


def after(*messages):
    state = State()
    for message in messages:
        state = update(state, message)
    return state


def person(**bounds):
    return (
        SensitivityInputChosen("unit", "person"),
        *(Typed(f"sensitivity_inputs.{k}", str(v)) for k, v in bounds.items()),
    )


def test_that_a_person_with_three_rows_moves_a_count_by_three():
    state = after(*person(rows_per_person=3))
    assert state.target.sensitivity == 3
    assert state.refused == {}


def test_that_substitution_counts_a_person_twice():
    state = after(*person(rows_per_person=3), SensitivityInputChosen("neighbours", "substitute"))
    assert state.target.sensitivity == 6


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_that_each_mechanism_takes_its_own_norm(mechanism):
    bounds = person(rows_per_person=5, rows_per_cell=2, histograms=2)
    state = after(*bounds, MechanismChosen(mechanism))
    found = norms(state)
    kind = every_mechanism()[mechanism]
    expected = {"L1": 10.0, "L2": math.sqrt(18), "score": 2.0}.get(kind.norm, state.target.sensitivity)
    assert (found.L1, found.L2_squared, found.Linf) == (10, 18, 2)
    given = state.target.sensitivity
    assert given == pytest.approx(expected) or given == math.ceil(expected)  # whole for discrete noise
    assert given >= expected * (1 - 1e-15)
    assert kind.norm in SAY(sensitivity_wording.taken(state)) or kind.norm == "score"


def test_that_a_typed_sensitivity_stays_until_a_cause_is_changed():
    state = after(Typed("target.sensitivity", "7"))
    assert not state.sensitivity_inputs.followed
    assert "typed" in SAY(sensitivity_wording.in_short(state))
    assert followed(state) is state
    other = update(state, MechanismChosen("gaussian"))
    assert other.target.sensitivity == 7
    assert update(state, SensitivityInputChosen("followed", True)).target.sensitivity == 1
    assert update(state, Typed("sensitivity_inputs.histograms", "3")).target.sensitivity == 3


def test_that_bounds_on_values_give_the_sensitivity_of_a_sum():
    messages = (
        SensitivityInputChosen("counted", "sum"),
        Typed("sensitivity_inputs.low", "-20"),
        Typed("sensitivity_inputs.high", "50"),
    )
    assert after(*messages).target.sensitivity == 50
    assert after(*messages, SensitivityInputChosen("neighbours", "substitute")).target.sensitivity == 70
    several = after(*messages, *person(rows_per_person=4))
    assert several.target.sensitivity == 200
    assert SAY(sensitivity_wording.found(several)) == "L1 = L2 = L∞ = 200"


def test_that_a_mean_needs_substitution_and_divides():
    refused = after(SensitivityInputChosen("counted", "mean"))
    assert "sensitivity_inputs.counted" in refused.refused
    assert refused.sensitivity_inputs == State().sensitivity_inputs
    mean = after(
        SensitivityInputChosen("neighbours", "substitute"), SensitivityInputChosen("counted", "mean")
    )
    assert mean.target.sensitivity == pytest.approx(100 / 1000)
    back = update(mean, SensitivityInputChosen("neighbours", "add-remove"))
    assert "sensitivity_inputs.neighbours" in back.refused
    assert back.target == mean.target


def test_that_bounds_the_wrong_way_round_are_refused_beside_the_one_that_was_typed():
    state = after(SensitivityInputChosen("counted", "sum"), Typed("sensitivity_inputs.low", "200"))
    assert "sensitivity_inputs.low" in state.refused
    assert state.sensitivity_inputs.low == 0
    assert "sensitivity_inputs.low" not in update(state, Typed("sensitivity_inputs.low", "10")).refused


def test_that_a_sensitivity_beyond_what_a_mechanism_takes_is_refused():
    state = after(SensitivityInputChosen("counted", "sum"), Moved("sensitivity_inputs.high", 1e9))
    assert "sensitivity_inputs.high" in state.refused
    assert state.target.sensitivity == 100


# Words


def calculated(plain, names):
    """What a formula of our own says, in Python's notation."""
    known = {"min": min, "max": max, "abs": abs, "sqrt": math.sqrt}
    return eval(plain, {"__builtins__": {}}, {**known, **names})  # noqa: S307


def evaluated(formula, inputs):
    """The numbers that a formula in words gives: "L1 = 2m, L2 = √(2d)·m, …; m = q·c + r"."""
    in_cell, cells = inputs.rows_per_cell or 10**9, inputs.cells_per_person or 10**9
    most = min(inputs.rows_per_person, in_cell * cells)
    whole, rest = divmod(most, in_cell)
    names = {"m": inputs.rows_per_person, "c": in_cell, "l": cells, "d": inputs.histograms}
    names |= {"M": most, "q": whole, "r": rest}
    found = {}
    for name, text in re.findall(r"(L1|L2|L∞) = (.*?)(?=, L|;|$)", formula):
        plain = text.replace("c²", "c**2").replace("r²", "r**2").replace("·", "*")
        plain = re.sub(r"√(\w+)", r"sqrt(\1)", plain).replace("√(", "sqrt(")
        plain = re.sub(r"(\d)([a-zA-Z(])", r"\1*\2", plain)
        plain = re.sub(r"\b([dmM])\(", r"\1*(", plain)
        found[name] = calculated(plain, names)
    return found


@pytest.mark.parametrize("neighbours", ["add-remove", "substitute"])
@pytest.mark.parametrize("unit", ["row", "person"])
def test_that_the_formula_in_words_gives_the_norms(unit, neighbours):
    for values in product((1, 3, 7), (0, 2, 9), (0, 2), (1, 3)):
        bounds = zip(sensitivity_wording.BOUNDS, values, strict=True)
        messages = [Typed(f"sensitivity_inputs.{name}", str(value)) for name, value in bounds]
        state = after(
            SensitivityInputChosen("unit", unit), SensitivityInputChosen("neighbours", neighbours), *messages
        )
        assert state.refused == {}
        found = evaluated(sensitivity_wording.formula(state), state.sensitivity_inputs)
        exact = norms(state)
        assert found["L1"] == exact.L1
        assert found["L2"] == pytest.approx(exact.L2)
        assert found["L∞"] == exact.Linf


def test_that_the_formula_of_a_sum_gives_its_sensitivity():
    for unit, neighbours, low in product(("row", "person"), ("add-remove", "substitute"), (-30.0, 0.0, 10.0)):
        state = after(
            SensitivityInputChosen("unit", unit),
            SensitivityInputChosen("neighbours", neighbours),
            Typed("sensitivity_inputs.rows_per_person", "3"),
            SensitivityInputChosen("counted", "sum"),
            Typed("sensitivity_inputs.low", str(low)),
        )
        plain = sensitivity_wording.formula(state).replace("−", "-").replace("·", "*")
        plain = plain.replace("|low|", "abs(low)").replace("|high|", "abs(high)")
        assert calculated(plain, {"low": low, "high": 100.0, "m": 3}) == norms(state)


def test_that_what_plays_no_part_says_why():
    row = sensitivity_wording.unused(State())
    assert set(row) == {
        *("rows_per_person", "rows_per_cell", "cells_per_person"),
        *sensitivity_wording.VALUES,
    }
    assert set(sensitivity_wording.unused(after(*person()))) == set(sensitivity_wording.VALUES)
    total = sensitivity_wording.unused(after(*person(), SensitivityInputChosen("counted", "sum")))
    assert set(total) == {"rows_per_cell", "cells_per_person", "histograms", "people"}
    mean = after(
        SensitivityInputChosen("neighbours", "substitute"),
        *person(),
        SensitivityInputChosen("counted", "mean"),
    )
    assert set(sensitivity_wording.unused(mean)) == {"rows_per_cell", "cells_per_person", "histograms"}


def test_that_a_cause_that_is_unused_changes_nothing_and_one_that_is_used_may():
    for messages in ((), person(), (*person(), SensitivityInputChosen("counted", "sum"))):
        before = after(
            *messages,
            Typed("sensitivity_inputs.rows_per_person", "4"),
            Typed("sensitivity_inputs.high", "60"),
        )
        for name in sensitivity_wording.unused(before):
            changed = update(before, Typed(f"sensitivity_inputs.{name}", "2"))
            assert changed.target.sensitivity == before.target.sensitivity, name


def test_that_one_line_says_the_sensitivity_and_whom_it_protects():
    assert SAY(sensitivity_wording.in_short(State())) == "L1 = 1; one record (add or remove)"
    scores = after(MechanismChosen("exponential"), SensitivityInputChosen("unit", "tax return"))
    assert (
        SAY(sensitivity_wording.in_short(scores))
        == "a score changes by at most 1; one tax return (add or remove)"
    )
    answer = after(MechanismChosen("randomized-response"))
    assert SAY(sensitivity_wording.in_short(answer)) == "one person's own answer, substitute"
    assert "uses none" in SAY(sensitivity_wording.taken(answer))


def test_that_both_neighbours_say_what_they_hide():
    assert set(sensitivity_wording.HIDDEN) == set(Neighbours)
    assert len({SAY(each) for each in sensitivity_wording.HIDDEN.values()}) == 2


def test_that_causes_that_do_not_fit_a_typed_sensitivity_are_told_not_raised():
    mean = after(
        SensitivityInputChosen("neighbours", "substitute"), SensitivityInputChosen("counted", "mean")
    )
    typed = update(mean, Typed("target.sensitivity", "2"))
    loose = update(typed, SensitivityInputChosen("neighbours", "add-remove"))
    assert "sensitivity_inputs.neighbours" in loose.refused
    assert "L1 = L2" in SAY(sensitivity_wording.found(loose))


WHOLE = [name for name, kind in every_mechanism().items() if getattr(kind, "discrete", False)]
VECTORS = ("laplace-vector", "gaussian-vector")


@pytest.mark.parametrize("mechanism", WHOLE)
@pytest.mark.parametrize("counted", ["sum", "mean"])
def test_that_whole_noise_is_refused_for_what_has_a_fraction(mechanism, counted):
    swapped = SensitivityInputChosen("neighbours", "substitute")
    first = after(swapped, SensitivityInputChosen("counted", counted))
    chosen = update(first, MechanismChosen(mechanism))
    assert "continuous mechanism, or a histogram" in SAY(chosen.refused["mechanism"].sentence)
    assert chosen.setting == first.setting
    by_hand = update(update(first, Typed("target.sensitivity", "3")), MechanismChosen(mechanism))
    assert "mechanism" in by_hand.refused
    assert by_hand.mechanism == "laplace"
    whole = after(swapped, MechanismChosen(mechanism))
    summed = update(whole, SensitivityInputChosen("counted", counted))
    assert "continuous mechanism" in SAY(summed.refused["sensitivity_inputs.counted"].sentence)
    assert (summed.sensitivity_inputs, summed.target) == (whole.sensitivity_inputs, whole.target)


def test_that_a_count_takes_whole_noise():
    for mechanism in WHOLE:
        assert after(MechanismChosen(mechanism)).mechanism == mechanism


def test_that_a_swap_brings_back_the_counts_that_whole_noise_was_pinned_for():
    state = after(MechanismChosen("discrete-laplace"), Pinned(), MechanismChosen("laplace"))
    state = update(update(state, SensitivityInputChosen("counted", "sum")), Swapped())
    assert state.mechanism == "discrete-laplace"
    assert state.sensitivity_inputs.counted is Counted.HISTOGRAM
    assert state.target.sensitivity == 1


@pytest.mark.parametrize("mechanism", VECTORS)
@pytest.mark.parametrize("counted", ["sum", "mean"])
def test_that_a_row_enters_all_numbers_of_a_vector(mechanism, counted):
    state = after(
        SensitivityInputChosen("neighbours", "substitute"),
        MechanismChosen(mechanism),
        SensitivityInputChosen("counted", counted),
        Typed("shape.dimension", "9"),
    )
    moved = 100.0 if counted == "sum" else 0.1
    factor = 9 if every_mechanism()[mechanism].norm == "L1" else 3
    assert state.target.sensitivity == pytest.approx(factor * moved, rel=1e-14)
    assert state.target.sensitivity >= factor * moved
    formula, names = sensitivity_wording.formula(state), {"d": 9, "high": 100.0, "low": 0.0, "n": 1000}
    names["s"] = calculated(formula.partition("; s = ")[2].replace("−", "-"), names)
    for name, text in re.findall(r"(L1|L2|L∞) = (.*?)(?=, L|;|$)", formula):
        plain = text.replace("·", "*").replace("√d", "sqrt(d)")
        found = {"L1": norms(state).L1, "L2": norms(state).L2, "L∞": norms(state).Linf}[name]
        assert found == pytest.approx(calculated(plain, names), rel=1e-14)
    assert "all d coordinates" in SAY(sensitivity_wording.reason(state))
    assert SAY(sensitivity_wording.found(state)).startswith("L1 = ")
    wider = update(state, Typed("shape.dimension", "36"))
    assert wider.target.sensitivity > state.target.sensitivity
