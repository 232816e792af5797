"""Groups of people in parallel: who may move between them, who is in all of them, what is then known."""

import math
from dataclasses import replace

import pytest
from plans_of_a_year import SUBSTITUTE, answered, line, planned

from explorer.app.schedule import year_readings, year_totals
from explorer.app.schedule.year_record import Signature, facts, record
from explorer.privacy.accounting.heterogeneous_optimal import heterogeneous
from explorer.privacy.status import Kind

DELTA = 0.1


def totals(*lines, disjoint=True):
    state = planned(*lines, disjoint=disjoint, total_delta=DELTA)
    return {cost.total.bound: cost.total for cost in year_readings.costs(state, answered(state))}


def of_two(mechanism, **target):
    return [line(name, mechanism, people=name, delta=1e-6, **target) for name in ("a", "b")]


@pytest.mark.parametrize("mechanism", ["discrete-laplace", "gaussian"])
def test_that_two_groups_added_are_an_upper_bound_whose_lower_end_is_not_known(mechanism):
    apart = totals(*of_two(mechanism, neighbours=SUBSTITUTE))
    joint = totals(*of_two(mechanism, neighbours=SUBSTITUTE), disjoint=False)
    for bound in ("heterogeneous", "numerical"):
        assert apart[bound].kind is Kind.UPPER
        assert math.isnan(apart[bound].lower)
        assert apart[bound].epsilon > joint[bound].epsilon  # what both cost is less than both halves


def test_that_a_unit_that_is_substituted_may_join_a_group_of_the_other_relation():
    moved = line("a", people="a", epsilon=1.0, neighbours=SUBSTITUTE)
    others = [line(name, people=name, epsilon=each) for name, each in (("b", 0.5), ("c", 2.0))]
    state = planned(moved, *others, disjoint=True, total_delta=DELTA)
    assert {group.delta for group in year_totals.groups(state)} == {DELTA / 2}
    assert totals(moved, *others)["sequential"].epsilon == 3.0
    assert totals(*others)["sequential"].epsilon == 2.0


def test_that_an_own_answer_stays_in_its_group():
    lines = of_two("randomized-response", epsilon=1.0)
    state = planned(*lines, disjoint=True, total_delta=DELTA)
    assert {group.delta for group in year_totals.groups(state)} == {DELTA}
    found = totals(*lines)
    assert found["sequential"].epsilon == 1.0
    lower, upper = heterogeneous([(1.0, 0.0, 1)], DELTA)
    assert (found["heterogeneous"].lower, found["heterogeneous"].epsilon) == (lower, upper)


def test_that_a_release_of_everybody_adds_to_every_group():
    lines = [line("a", people="patients"), line("b", people="staff"), line("c")]
    assert totals(*lines)["sequential"].epsilon == 3.0
    assert totals(*lines[:2])["sequential"].epsilon == 1.0
    state = planned(*lines, disjoint=True)
    told = facts(record(state, answered(state), Signature("Ann", "", "2026-11-20")))
    assert told["groups_apart"] is False
    assert [group["adds_up_to"]["epsilon"] for group in told["groups"]] == ["3"]


def test_that_a_record_tells_how_a_line_is_sampled_if_it_is():
    whole, part = line("a"), line("b")
    shape = replace(part.setting.shape, sampling_rate=0.1)
    state = planned(whole, replace(part, setting=replace(part.setting, shape=shape)))
    told = facts(record(state, answered(state), Signature("Ann", "", "2026-11-20")))["releases"]
    assert [(each["sampling_rate"], each.get("sampling")) for each in told] == [(1.0, None), (0.1, "poisson")]


def test_that_the_best_total_goes_by_the_name_of_the_dearest_groups_bound():
    lines = [line("a", people="a", epsilon=0.01), line("b", "gaussian", "monthly", "b", delta=1e-6)]
    state = planned(*lines, disjoint=True, total_delta=1e-4)
    answers = answered(state)
    each = [year_readings.least(year_readings.costs_of(state, g, answers)) for g in year_totals.groups(state)]
    dearest = max((cost.total for cost in each), key=lambda total: total.epsilon)
    best = year_readings.best(state, answers).total
    assert (best.bound, best.epsilon) == (dearest.bound, dearest.epsilon)
