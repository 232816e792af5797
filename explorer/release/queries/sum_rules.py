"""What a sum may not declare, each beside its key: bounds, step, centre, groups."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from explorer.mark import N_, Sentence
from explorer.release.columns.column import Column

MOST_STEPS, MOST_GROUPS = 10**9, 100_000
_DIGITS = 10**60


class Declared(Protocol):
    """What the rules ask."""

    value: str
    low: Fraction
    high: Fraction
    step: Fraction
    mean: bool
    columns: tuple[Column, ...]


def value_rule(value: str, declared: Declared) -> Iterator[Sentence]:
    """The summed column is no group."""
    if value and any(column.name == value for column in declared.columns):  # a name to come is no group
        yield N_("“{column}” is summed: it cannot be a group as well", column=value)


def low_rule(low: Fraction, declared: Declared) -> Iterator[Sentence]:
    """A plain decimal below `high`."""
    if not _is_plain(low):
        yield _not_plain()
    elif not low < declared.high:
        yield N_("the lower bound must be below the upper one")


def high_rule(high: Fraction, _: Declared) -> Iterator[Sentence]:
    """A plain decimal."""
    if not _is_plain(high):
        yield _not_plain()


def step_rule(step: Fraction, declared: Declared) -> Iterator[Sentence]:
    """A plain decimal above 0 that divides both bounds, not too finely."""
    low, high = declared.low, declared.high
    if not step > 0:
        yield N_("the step must be greater than 0")
    elif not _is_plain(step):
        yield _not_plain()
    elif missed := [bound for bound in (low, high) if (bound / step).denominator != 1]:
        yield N_(
            "the step must divide both bounds: {bound} is not a multiple of {step}",
            bound=missed[0],
            step=step,
        )
    elif max(abs(low), abs(high)) > MOST_STEPS * step:
        yield N_(
            "a bound may be at most {most} {most:step|steps} away from 0: choose a larger step",
            most=MOST_STEPS,
        )


def centre_rule(centre: Fraction | None, declared: Declared) -> Iterator[Sentence]:
    """A multiple of the step between the bounds, and only for a mean."""
    if centre is None:
        return
    if not declared.mean:
        yield N_("only a mean is measured from a centre: remove it")
    elif not declared.low <= centre <= declared.high:
        yield N_("the centre must lie between the bounds")
    elif declared.step > 0 and (centre / declared.step).denominator != 1:
        yield N_("the centre must be a multiple of the step")


def unfit_groups(columns: tuple[Column, ...], groups: int) -> Iterator[tuple[str, Sentence]]:
    """Groups are declared, and not too many."""
    for place, column in enumerate(columns, 1):
        if column.found:
            yield f"column.{place}.kind", N_("a sum needs declared groups: list the categories")
    if groups > MOST_GROUPS:
        yield "column", N_("a sum has at most {most} {most:group|groups}: declare fewer", most=MOST_GROUPS)


def _is_plain(value: Fraction) -> bool:
    return abs(value) < _DIGITS and (value * _DIGITS).denominator == 1


def _not_plain() -> Sentence:
    return N_("write a decimal with at most 60 digits before and after the point")
