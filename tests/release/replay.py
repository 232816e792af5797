"""Record and replay: run a release on D and on a neighbour D', force one output on both, compare every byte.

Every output of the noise is possible on both tables. If calls, costs and every emitted byte are equal, the
counts differ by no more than declared and the noise is that of the exact sampler, all that leaves the program
is a function of the noised counts: the release is as private as `privatize`.
"""

import csv
import io
import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import sub
from pathlib import Path

from neighbouring import Row, neighbours, plans
from observed import Call, Forced, Leak, Observed, Patched, observe, remembered, text_of
from range_cases import specified_sums
from reference import reference

from explorer.privacy.bounded_range import bounded_range_rho
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.plan_file import write_plan
from explorer.release.queries.ranges import Ranges

ALIKE, WHOLE, SPECIFIED = 5, 20, 10
"""So many pairs have one plan; of so many one goes through a ledger and files, one by the specification."""


def compare(
    folder: Path,
    plan: ReleasePlan,
    pair: tuple[list[Row], list[Row]],
    patched: Patched,
    whole: bool = False,
    check: Callable[[ReleasePlan, Observed], None] | None = None,
) -> None:
    """Run both tables of a pair. `check` : whether every cell is written; None for tables of counts.

    Raises
    ------
    Leak
    """
    if whole:
        (folder / "plan.toml").write_text(write_plan(plan))
    low: frozenset[str] = frozenset()
    for _ in range(2):
        first = observe(folder, plan, pair[0], Forced(low), patched, whole)
        second = observe(folder, plan, pair[1], Forced(low), patched, whole)
        if [call.distribution for call in first.calls] != [call.distribution for call in second.calls]:
            raise Leak("other calls")
        calls = list(zip(first.calls, second.calls, strict=True))
        alone = [set(one.cells) ^ set(other.cells) for one, other in calls]
        if low == frozenset().union(*alone):
            break
        low = frozenset().union(*alone)
    check_spent(plan, calls, choices_of(first, second))
    for index, ((one, other), names) in enumerate(zip(calls, alone, strict=False)):
        check_found(plan, index, names, one, other)
    if first.emitted != second.emitted:
        raise Leak("what is emitted differs")
    (check or check_cells)(plan, first)


def choices_of(first: Observed, second: Observed) -> list[float]:
    """The ε of each private choice on this pair: twice the largest move of a score, by the scale."""
    asked = [(len(each.scores), each.scale, each.sampler) for each in first.choices]
    if asked != [(len(each.scores), each.scale, each.sampler) for each in second.choices]:
        raise Leak("other choices")
    pairs = zip(first.choices, second.choices, strict=True)
    moved = [max(map(abs, map(sub, one.scores, other.scores))) for one, other in pairs]
    return [float(2 * most / scale) for most, (_, scale, _) in zip(moved, asked, strict=True)]


def check_spent(plan: ReleasePlan, calls: Sequence[tuple[Call, Call]], choices: Sequence[float] = ()) -> None:
    """Counts move by the sensitivity at most, and all tables together by what is claimed: ε, or ρ.

    Laplace noise pays ε |x − x'|₁ / L1, Gaussian noise |x − x'|₂² / (2σ²); a choice its ε, or its exact ρ.
    """
    pure = plan.privacy.rho is None
    spent = sum(
        (Fraction(each if pure else bounded_range_rho(each)) for each in choices if each), Fraction(0)
    )
    spent *= 1 - Fraction(1, 10**12)  # rounding of the sum above
    asked = Fraction(0)
    for one, other in calls:
        sensitivity, parameter, mechanism = one.distribution
        gaussian = mechanism == "discrete-gaussian"
        if gaussian != (plan.privacy.mechanism == "discrete-gaussian"):
            raise Leak("another distribution of noise")
        mine, theirs = one.cells, other.cells
        moved = [abs(mine.get(name, 0) - theirs.get(name, 0)) for name in mine.keys() | theirs.keys()]
        change = sum(each**2 for each in moved) if gaussian else sum(moved)
        if change > sensitivity:
            raise Leak("the counts differ by more than the sensitivity")
        spent += parameter * Fraction(change, sensitivity)
        asked += parameter
    claim = plan.privacy.epsilon if plan.privacy.rho is None else plan.privacy.rho
    if spent > claim or asked > claim:
        raise Leak("more is spent than claimed")


def check_found(plan: ReleasePlan, index: int, alone: set[str], one: Call, other: Call) -> None:
    """Cells that one table has alone: only found categories, few, of few rows, and below the threshold."""
    if one.found is None or other.found is None:
        if alone:
            raise Leak("other cells")
        return
    moved = plan.sensitivity
    if len(alone) > moved.L0 or any({**one.cells, **other.cells}[name] > moved.Linf for name in alone):
        raise Leak("more is found of one unit than the threshold covers")
    a = math.exp(-one.distribution[1] / one.distribution[0])
    least = min(one.least, other.least)
    kept = math.log1p(-(a ** (least - rows_of_one(plan))) / (1 + a)) * categories_of_one(plan)
    if one.least != other.least or -math.expm1(kept) > float(plan.delta_of(index)) * (1 + 1e-9):
        raise Leak("a threshold too low")


def rows_of_one(plan: ReleasePlan) -> int:
    """Of one unit in one category, by the table of sensitivities."""
    privacy = plan.privacy
    return min(privacy.rows_per_person or 1, privacy.rows_per_cell or privacy.rows_per_person or 1)


def categories_of_one(plan: ReleasePlan) -> int:
    """That one unit alone may be in."""
    privacy = plan.privacy
    return min(privacy.rows_per_person or 1, privacy.cells_per_person or privacy.rows_per_person or 1)


def check_cells(plan: ReleasePlan, seen: Observed) -> None:
    """Every declared cell is written, special ones too, and every found one from the threshold on."""
    if len(seen.calls) != len(plan.queries):
        raise Leak("other calls than tables")
    for histogram, call, given in zip(plan.queries, seen.calls, seen.outputs, strict=True):
        table, column = histogram.measured_in
        name = f"{table}.csv"
        text = seen.emitted.get(name) or seen.emitted[str(Path("out", name))]
        written = [int(line[column]) for line in csv.DictReader(io.StringIO(text, newline=""))]
        shown = [each for each in given[:-2] if call.found is None or each >= call.least]
        if written != [*shown, *given[-2:]]:
            raise Leak("a cell is not written as it was drawn")


def check_specified(folder: Path, plan: ReleasePlan, rows: list[Row], patched: Patched) -> None:
    """What is measured is what the specification says, and the noise is drawn from the system's bits."""
    seen = observe(folder, plan, rows, None, patched, False)
    counted = reference(text_of(rows).encode(), plan)
    right = [
        specified_sums(plan, index, counts) if isinstance(query, Ranges) else counts
        for index, (query, counts) in enumerate(zip(plan.queries, counted or [], strict=True))
    ]
    told = [
        list(call.counts)
        if call.found is None
        else [*zip(call.found, call.counts, strict=False), *call.counts[-2:]]
        for call in seen.calls
    ]
    if told != right:
        raise Leak("other counts than specified")


def caught_at(
    folder: Path,
    patched: Patched,
    pairs: int,
    seed: int = 1,
    plans: Callable[[random.Random], ReleasePlan] = plans,
    about: Callable[[ReleasePlan], bool] = lambda _: True,
) -> int | None:
    """The number of the first pair that shows a leak; None where none of `pairs` does.

    Pairs of plans that the question is not `about` are passed over.
    """
    remembered.cache_clear()
    chance = random.Random(seed)
    folder.mkdir(exist_ok=True)
    plan = plans(chance)
    for number in range(pairs):
        plan = plan if number % ALIKE else plans(chance)
        pair = neighbours(chance, plan)
        if not about(plan):
            continue
        try:
            if number % SPECIFIED == 0:
                check_specified(folder, plan, pair[0], patched)
            compare(folder, plan, pair, patched, number % WHOLE == 0)
        except Leak:
            return number
    return None


def first_leak(
    folder: Path,
    patched: Patched,
    pairs: int,
    seed: int,
    plans: Callable[[random.Random], ReleasePlan],
    check: Callable[[ReleasePlan, Observed], None],
) -> int | None:
    """As `caught_at`, of plans whose files `check` looks through, and whose counts nothing else specifies."""
    chance = random.Random(seed)
    folder.mkdir(exist_ok=True)
    plan = plans(chance)
    for number in range(pairs):
        plan = plan if number % ALIKE else plans(chance)
        pair = neighbours(chance, plan)
        try:
            compare(folder, plan, pair, patched, number % WHOLE == 0, check)
        except Leak:
            return number
    return None
