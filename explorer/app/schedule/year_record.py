"""What a person signs off: the plan with every number, as values that any writer can set."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from explorer import __version__
from explorer.app.core.schedule import ScheduledRelease
from explorer.app.core.state import State, mechanism_for
from explorer.app.plotting.figure import Answers
from explorer.app.schedule import year_readings, year_totals
from explorer.app.schedule.year_totals import Group, Total
from explorer.mark import N_
from explorer.privacy.mechanism import every_mechanism, shape_of
from explorer.privacy.notation import exact_text
from explorer.privacy.refusal import NotValid
from explorer.release.values.amount import Amount

SCHEMA = 1
_DIGITS = 12  # of an amount that is no short decimal, rounded up


@dataclass(frozen=True, slots=True)
class Signature:
    """Who agrees, in which role, on which day (ISO 8601: no program can vouch for a clock)."""

    name: str
    role: str
    date: str


@dataclass(frozen=True, slots=True)
class Record:
    """The plan of `state` as it was agreed to. `totals` are the whole plan's, then each group's.

    A group has no sum for a ledger where one of its lines is not proven to keep its (ε, δ).
    """

    signature: Signature
    state: State
    totals: tuple[Total, ...]
    best: Total
    groups: tuple[tuple[Group, Amount | None, tuple[Total, ...]], ...]
    lines: tuple[year_readings.LineCost, ...]
    version: str


def record(state: State, answers: Answers, signature: Signature) -> Record:
    """The record of a plan all of whose totals are known.

    Raises
    ------
    NotValid
        Nobody signs; the plan is empty, its lines do not add, or a total is still being computed.
    """
    if not signature.name.strip():
        raise NotValid(N_("a signature needs a name"), "name")
    costs, best = year_readings.costs(state, answers), year_readings.best(state, answers)
    if not costs or best is None:
        raise NotValid(N_("there is no total to sign: correct the plan first"), "schedule")
    if not best.current:
        raise NotValid(N_("a total is still being computed: try again in a moment"), "schedule")
    every = tuple(
        (
            group,
            amount_of(state, group) if year_totals.unkept(state, group) is None else None,
            tuple(cost.total for cost in year_readings.costs_of(state, group, answers)),
        )
        for group in year_totals.groups(state)
    )
    lines = year_readings.line_costs(state, answers)
    if not all(line.current for line in lines):
        raise NotValid(N_("a total is still being computed: try again in a moment"), "schedule")
    totals = tuple(cost.total for cost in costs)
    return Record(signature, state, totals, best.total, every, lines, __version__)


def exact_amount(value: float) -> Fraction:
    """The decimal that was meant by a double, never less than the double means: for a ledger's limits.

    A double that a decimal of at most 12 digits gives is that decimal, as it was typed. Any other is
    rounded up to 12 digits, so that 1/3 and ln 3 fit too.
    """
    shortest = Fraction(repr(value))
    digits = f"{value:.{_DIGITS - 1}e}"
    if float(digits) == value:
        return Fraction(digits)
    factor, power = digits.split("e")
    step = Fraction(10) ** (int(power) - _DIGITS + 1)
    rounded = Fraction(factor) * Fraction(10) ** int(power)
    return rounded if rounded >= max(shortest, Fraction(value)) else rounded + step


def amount_of(state: State, group: Group) -> Amount:
    """What a ledger counts for all releases of a group: Σε and Σδ, exact, rounded up line by line."""
    total = Amount()
    for row in group.rows:
        line = state.schedule.releases[row]
        epsilon, delta = promised(line)
        total += Amount(line.count * exact_amount(epsilon), line.count * exact_amount(delta))
    return total


def promised(line: ScheduledRelease) -> tuple[float, float]:
    """The (ε, δ) of one release of a line; a pure mechanism has no δ."""
    target = line.setting.target
    return target.epsilon, 0.0 if every_mechanism()[line.setting.mechanism].pure else target.delta


def facts(found: Record) -> dict[str, Any]:
    """Everything in the record as JSON's own values; schema 1. A number that is not known is null."""
    state, schedule = found.state, found.state.schedule
    budget = state.composing.total_epsilon
    return {
        "schema": SCHEMA,
        "kind": "privacy-explorer-sign-off",
        "version": found.version,
        "signed": {"name": found.signature.name, "role": found.signature.role, "date": found.signature.date},
        "budget": {"epsilon": budget, "delta": state.composing.total_delta},
        "groups_apart": schedule.apart,
        "releases": [_line(line, cost) for line, cost in zip(schedule.releases, found.lines, strict=True)],
        "totals": [_total(each) for each in found.totals],
        "best": _total(found.best),
        "left": {
            "adding_up": _number(budget - found.totals[0].epsilon),
            "proven": _number(budget - found.best.epsilon),
        },
        "groups": [
            {
                "people": group.people,
                "delta": group.delta,
                "adds_up_to": None if limit is None else limit.text(),
                "totals": [_total(each) for each in totals],
            }
            for group, limit, totals in found.groups
        ],
    }


def _line(line: ScheduledRelease, cost: year_readings.LineCost) -> dict[str, Any]:
    setting, (epsilon, delta) = line.setting, promised(line)
    mechanism = mechanism_for(setting)
    unit, neighbours = year_totals.protection(setting)
    return {
        "name": line.name,
        "mechanism": setting.mechanism,
        "epsilon": exact_text(Fraction(repr(epsilon))),
        "delta": exact_text(Fraction(repr(delta))),
        "kept": year_totals.claim_of(setting).status.value,
        "sensitivity": setting.target.sensitivity,
        "noise": {mechanism.noise_parameter: mechanism.noise},
        "sampling_rate": setting.shape.sampling_rate,
        **({"sampling": setting.shape.sampling.value} if setting.shape.sampling_rate < 1 else {}),
        **{name: getattr(setting.shape, name) for name in shape_of(type(mechanism))},
        "unit": unit,
        "neighbours": neighbours.value,
        "people": line.people,
        "often": line.often,
        "first_month": line.first,
        "times": line.count,
        "alone": _number(cost.alone),
        "with_all_before": _number(cost.before),
    }


def _total(total: Total) -> dict[str, Any]:
    return {
        "bound": total.bound,
        "epsilon": _number(total.epsilon),
        "delta": _number(total.delta),
        "lower": _number(total.lower),
        "kind": total.kind.value,
        "status": total.status.value,
        "source": SOURCES.get(total.bound),
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


SOURCES = {
    "sequential": "Dwork & Roth 2014, Theorem 3.16",
    "heterogeneous": "Murtagh & Vadhan 2016, Theorem 1.5",
    "zcdp": "Bun & Steinke 2016, Lemma 1.7; Canonne, Kamath & Steinke 2020, Proposition 12",
    "numerical": "Sommer, Meiser & Mohammadi 2019, Theorem 1; Doroshenko et al. 2022; Murtagh & Vadhan 2016",
}
