"""Laws of the year's totals: order, copies, never falling, best below basic composition, groups, refusals."""

import math
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans_of_a_year import PEOPLE, SUBSTITUTE, answered, example, line, planned

from explorer.app.core import schedule_messages as said
from explorer.app.core.schedule import TIMES
from explorer.app.schedule import year_readings, year_totals
from explorer.app.update import update
from explorer.mark import at_most
from explorer.privacy.accounting.groups import parallel
from explorer.privacy.accounting.heterogeneous_totals import BOUNDS
from explorer.privacy.progress import Cancelled, listening
from explorer.privacy.status import Kind, Status
from explorer.privacy.target import Neighbours

LINES = st.builds(
    lambda mechanism, often, people, epsilon: line("", mechanism, often, people, epsilon=epsilon, delta=1e-8),
    st.sampled_from(["laplace", "discrete-laplace", "gaussian", "staircase"]),
    st.sampled_from(["once", "quarterly", "monthly"]),
    st.sampled_from(PEOPLE),
    st.sampled_from([0.1, 0.35, 1.0, 2.0]),
)
PLANS = st.lists(LINES, min_size=1, max_size=3).map(
    lambda lines: [replace(each, name=str(at)) for at, each in enumerate(lines)]
)


def totals(state, answers=None):
    found = year_readings.costs(state, answered(state, year_totals.Totalled) if answers is None else answers)
    return {cost.total.bound: cost.total for cost in found}


def close(one, other):
    return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)


def test_that_lines_whose_cost_is_not_known_yet_cost_the_same():
    """Else every line of the year would be painted anew at every step, as it was on Python 3.13."""
    (cost,) = year_readings.line_costs(planned(line("a", "laplace", "once", "")), {})
    again = pickle.loads(pickle.dumps(cost))  # noqa: S301 - of this test's own
    assert math.isnan(again.before)
    assert again == cost
    assert len({again, cost, replace(cost, before=1.0)}) == 2
    assert cost != (cost.alone, cost.before)


@given(PLANS, st.booleans())
@settings(max_examples=12)
def test_that_no_running_total_falls_and_the_best_is_below_basic_composition(lines, disjoint):
    state = planned(*lines, disjoint=disjoint)
    answers = answered(state)
    found, best = year_readings.months(state, answers), year_readings.best(state, answers)
    assert list(found.best) == sorted(found.best)
    assert list(found.adding) == sorted(found.adding)
    assert all(low <= high * (1 + 1e-12) for low, high in zip(found.best, found.adding, strict=True))
    assert found.best[-1] == best.total.epsilon <= totals(state, answers)["sequential"].epsilon * (1 + 1e-12)
    costs = year_readings.line_costs(state, answers)
    for group in year_totals.groups(state):
        before = [costs[row].before for row in group.rows]
        assert before == sorted(before)
        assert all(costs[row].alone <= costs[row].before * (1 + 2e-4) for row in group.rows)


@given(PLANS)
@settings(max_examples=6)
def test_that_the_order_of_lines_does_not_matter(lines):
    one, other = totals(planned(*lines)), totals(planned(*reversed(lines)))
    assert all(close(one[bound].epsilon, other[bound].epsilon) for bound in BOUNDS)


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-gaussian", "randomized-response"])
def test_that_copies_of_a_line_are_that_line_repeated(mechanism):
    copies = [line(str(each), mechanism, epsilon=0.4, delta=1e-7) for each in range(5)]
    once = totals(planned(*copies))
    often = totals(planned(line("a", mechanism, TIMES, times=5, epsilon=0.4, delta=1e-7)))
    assert all(close(once[bound].epsilon, often[bound].epsilon) for bound in BOUNDS)
    assert once["sequential"].epsilon == pytest.approx(2.0)


@given(PLANS)
@settings(max_examples=5)
def test_that_separate_groups_cost_as_much_as_the_largest(lines):
    state = planned(*lines, disjoint=True)
    answers = answered(state, year_totals.Totalled)
    each = [
        [cost.total.epsilon for cost in year_readings.costs_of(state, group, answers)]
        for group in year_totals.groups(state)
    ]
    apart, added = totals(state, answers), totals(planned(*lines))
    for at, bound in enumerate(BOUNDS):
        parts = [(found[at], 0.0) for found in each]
        assert apart[bound].epsilon == parallel(parts, Neighbours.ADD_REMOVE)[0]
        assert apart[bound].epsilon <= added[bound].epsilon * (1 + 2e-4)


def test_that_all_is_summed_where_nothing_is_stated():
    lines = (line("a", people="patients"), line("b", people="staff", epsilon=2.0))
    assert totals(planned(*lines))["sequential"].epsilon == 3.0
    assert totals(planned(*lines, disjoint=True))["sequential"].epsilon == 2.0


def test_that_two_groups_count_under_substitution():
    lines = [line(name, people=name, epsilon=1.0, neighbours=SUBSTITUTE) for name in ("a", "b", "c")]
    state = planned(*lines, disjoint=True, total_delta=1e-4)
    assert totals(state)["sequential"].epsilon == 2.0
    assert {group.delta for group in year_totals.groups(state)} == {5e-5}
    assert totals(state)["numerical"].delta <= 1e-4


@pytest.mark.parametrize(
    ("second", "says"),
    [
        (line("b", neighbours=SUBSTITUTE), "2ε and δ(1 + e^ε)"),
        (line("b", unit="person"), "group of m"),
        (line("b", "randomized-response"), "one person's own answer"),
    ],
)
def test_that_lines_that_do_not_add_are_refused_with_how_to_convert(second, says):
    state = planned(line("a"), second)
    (row,) = year_totals.conflicts(state)
    sentence = year_totals.conflicts(state)[row]
    told = sentence.text + str(dict(sentence.values))
    assert row == 1
    assert says in told
    assert year_totals.wanted(state) == ()
    assert year_readings.best(state, {}) is None
    apart = planned(line("a", people="x"), replace(second, people="y"), disjoint=True)
    assert not year_totals.conflicts(apart)


def test_that_substitution_is_told_as_a_group_of_two():
    state = planned(line("a", neighbours=SUBSTITUTE), line("b", "gaussian", epsilon=0.5, delta=1e-6))
    values = dict(year_totals.conflicts(state)[1].values)
    assert values["epsilon"] == at_most(1.0)
    assert values["delta"].value == pytest.approx(1e-6 * (1 + math.exp(0.5)))


def test_that_the_example_costs_what_its_bounds_say():
    found = totals(example())
    assert found["sequential"].epsilon == pytest.approx(9.2)
    assert found["sequential"].delta == pytest.approx(4e-6)
    assert found["heterogeneous"].kind is Kind.BRACKET
    assert found["numerical"].lower <= found["numerical"].epsilon < found["zcdp"].epsilon < 9.07
    assert all(total.status is Status.PROVEN for total in found.values())


def test_that_a_claim_that_is_not_kept_has_no_total():
    found = totals(planned(line("a", "gaussian-classical", epsilon=20.0, delta=1e-5), total_delta=1e-2))
    assert math.isnan(found["sequential"].epsilon)
    assert math.isnan(found["heterogeneous"].epsilon)
    assert found["sequential"].reason is not None
    assert found["numerical"].valid  # what the noise truly does is bounded all the same


def test_that_deltas_beyond_the_total_are_said():
    found = totals(planned(line("a", "gaussian", "monthly", delta=1e-5), total_delta=1e-4))
    assert math.isnan(found["sequential"].epsilon)
    assert "sum to" in found["sequential"].reason.text
    assert math.isfinite(found["zcdp"].epsilon)


@pytest.mark.parametrize("mechanism", ["laplace", "gaussian", "discrete-gaussian", "randomized-response"])
@pytest.mark.parametrize("target", [{"epsilon": 50.0}, {"epsilon": 1.0, "delta": 1e-300}])
def test_that_a_million_releases_are_answered(mechanism, target):
    state = planned(line("a", mechanism, TIMES, times=1_000_000, **target), total_delta=1e-4)
    answers = answered(state)
    (cost,) = year_readings.line_costs(state, answers)
    assert cost.alone <= cost.before
    best = year_readings.best(state, answers)
    assert best is not None
    assert 0 < best.total.epsilon <= 1_000_001 * target["epsilon"]


def test_that_older_answers_stand_in_and_are_called_so():
    state = example()
    answers = answered(state)
    moved = update(state, said.ScheduleLineEdited(0, "epsilon", "0.6"))
    costs = {cost.total.bound: cost for cost in year_readings.costs(moved, answers)}
    assert costs["sequential"].current
    assert costs["sequential"].total.epsilon == pytest.approx(10.4)
    assert not costs["numerical"].current
    assert not year_readings.months(moved, answers).current


def test_that_a_total_of_an_older_plan_never_stands_among_running_totals_that_are_of_now():
    cheap, dear = (planned(line("a", "laplace", "monthly", epsilon=each)) for each in (0.1, 3.0))
    old, new = answered(cheap), answered(dear)
    answers = {**old, **{asked: new[asked] for asked in new if isinstance(asked, year_totals.Running)}}
    found, truth = year_readings.months(dear, answers), year_readings.months(dear, new)
    assert found.current
    assert found.best == pytest.approx(truth.best)
    (cost,), (true,) = year_readings.line_costs(dear, answers), year_readings.line_costs(dear, new)
    assert cost.current
    assert (cost.alone, cost.before) == pytest.approx((true.alone, true.before))


def test_that_an_empty_plan_asks_nothing():
    state = planned()
    assert year_totals.wanted(state) == ()
    assert year_readings.costs(state, {}) == ()
    assert year_readings.line_costs(state, {}) == ()


def test_that_no_mechanism_costs_more_than_the_worst():
    state = planned(
        line("a", "discrete-laplace", TIMES, times=1_000_000, epsilon=0.5),
        line("b", "discrete-gaussian", "quarterly", epsilon=0.8, delta=1e-6),
        total_delta=1e-4,
    )
    answers = answered(state)
    found = totals(state, answers)
    assert found["numerical"].epsilon <= found["heterogeneous"].epsilon
    assert found["numerical"].epsilon - found["numerical"].lower <= 1e-4 * found["numerical"].epsilon
    first, second = year_readings.line_costs(state, answers)
    assert first.alone <= found["numerical"].epsilon == second.before


def test_that_what_is_closed_stands_at_once_until_the_rest_is_known():
    state = example()
    first = [
        each for each in year_totals.wanted(state) if isinstance(each, year_totals.Running) and each.closed
    ]
    assert year_totals.wanted(state)[: len(first)] == tuple(first)  # they are asked first
    answers = {question: question() for question in first}
    rough, fine = year_readings.months(state, answers), year_readings.months(state, answered(state))
    assert not rough.current
    assert fine.current
    assert all(low <= high for low, high in zip(fine.best, rough.best, strict=True))
    costs = year_readings.line_costs(state, answers)
    assert all(math.isfinite(cost.alone) and not cost.current for cost in costs)


def test_that_a_long_answer_tells_how_far_it_is_and_can_be_stopped():
    told = []
    running = year_totals.running_question(example(), year_totals.groups(example())[0])
    with listening(told.append):
        running()
    assert told[0] == 0.0
    assert told == sorted(told)
    assert 0.5 < told[-1] <= 1.0

    def stop(share):
        if share > 0.1:
            raise Cancelled

    with pytest.raises(Cancelled), listening(stop):
        running()


def test_that_only_proven_totals_are_the_best():
    state = planned(line("a", "gaussian-classical", epsilon=2.0, delta=1e-5), total_delta=1e-5)
    found, answers = totals(state), answered(state)
    assert found["sequential"].status is Status.CONFIRMED
    best = year_readings.best(state, answers)
    assert best.total.status is Status.PROVEN
    line_of, claim = year_totals.unkept(state, year_totals.groups(state)[0])
    assert (line_of.name, claim.status) == ("a", Status.CONFIRMED)
    assert year_totals.unkept(example(), year_totals.groups(example())[0]) is None


def test_that_a_claim_that_is_not_kept_has_no_sum_in_any_month():
    state = planned(line("a", "gaussian-classical", epsilon=20.0, delta=1e-5), total_delta=1e-2)
    assert all(math.isnan(each) for each in year_readings.months(state, answered(state)).adding)


def test_that_a_release_joins_the_people_whose_lines_it_adds_to():
    schedule = example().schedule
    assert year_totals.company(schedule, line("a").setting) == "patients"
    assert year_totals.company(schedule, line("a", "randomized-response").setting) == "staff"
    assert year_totals.company(schedule, line("a", neighbours=SUBSTITUTE).setting) is None
    assert year_totals.company(planned().schedule, line("a").setting) is None
