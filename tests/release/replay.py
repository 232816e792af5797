"""Record and replay: run a release on D, force its noised counts on a neighbour D', compare every byte.

If calls, costs and every emitted byte are then equal and the counts differ by no more than declared, all
that leaves the program is a function of the noised counts: the release is as private as `privatize`.
"""

import json
import random
import shutil
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from explorer.cli import releases
from explorer.privacy.target import Neighbours
from explorer.release import ledger, publish
from explorer.release.declared import CategoryColumn, Histogram, NumericColumn, Privacy, ReleasePlan
from explorer.release.plan import write_plan

Row = tuple[str, str, str]
Call = tuple[tuple[int, ...], int, Fraction, str]
Patched = Callable[[], AbstractContextManager[pytest.MonkeyPatch]]


class Leak(AssertionError):
    """Something that leaves the program depends on the rows."""


@dataclass
class Observed:
    """What one run asked of `privatize`, what it got, and every byte that it emitted."""

    calls: list[Call]
    outputs: list[tuple[int, ...]]
    emitted: dict[str, str]


def observe(
    folder: Path,
    plan: ReleasePlan,
    rows: Sequence[Row],
    forced: Sequence[tuple[int, ...]] | None,
    patched: Patched,
) -> Observed:
    """One release through the command line's own function, with bounding key and release id pinned."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "plan.toml").write_text(write_plan(plan))
    (folder / "table.csv").write_text("id,age,region\n" + "".join(",".join(row) + "\n" for row in rows))
    calls: list[Call] = []
    outputs: list[tuple[int, ...]] = []
    draw = publish.privatize

    def recorded(
        counts: Sequence[int], sensitivity: int, epsilon: Fraction, mechanism: str = "discrete-laplace"
    ) -> tuple[int, ...]:
        calls.append((tuple(int(each) for each in counts), sensitivity, epsilon, mechanism))
        place = len(outputs)
        forcing = forced is not None and place < len(forced)
        outputs.append(forced[place] if forcing else draw(counts, sensitivity, epsilon, mechanism))
        return outputs[-1]

    arguments = Namespace(
        plan=folder / "plan.toml",
        csv=folder / "table.csv",
        out=folder / "out",
        ledger=folder / "ledger",
        account=None,
        apart=False,
        overwrite=False,
    )
    with patched() as patch:
        patch.setenv("PRIVACY_EXPLORER_STATE", str(folder / "state"))
        patch.setattr(publish, "privatize", recorded)
        patch.setattr(publish, "secrets", SimpleNamespace(token_bytes=lambda count: b"k" * count))
        patch.setattr(ledger, "secrets", SimpleNamespace(token_hex=lambda count: "1d" * count))
        release = next(verb for verb in releases.VERBS if verb.name == "release")
        answer = release.run(arguments)
    emitted = {path.name: path.read_bytes().decode() for path in sorted((folder / "out").iterdir())}
    told = json.dumps([answer.data, [[line.text, line.values] for line in answer.lines]], default=str)
    return Observed(calls, outputs, {**emitted, "told": told})


def compare(folder: Path, plan: ReleasePlan, pair: tuple[list[Row], list[Row]], patched: Patched) -> None:
    """Run both tables of a pair.

    Raises
    ------
    Leak
    """
    first = observe(folder, plan, pair[0], None, patched)
    second = observe(folder, plan, pair[1], first.outputs, patched)
    if [call[1:] for call in first.calls] != [call[1:] for call in second.calls]:
        raise Leak("other calls")
    spent = Fraction(0)
    for (counts, sensitivity, epsilon, _), (other, *_) in zip(first.calls, second.calls, strict=True):
        if len(counts) != len(other):
            raise Leak("other cells")
        change = sum(abs(one - two) for one, two in zip(counts, other, strict=True))
        spent += epsilon * Fraction(change, sensitivity)
        if change > sensitivity:
            raise Leak("the counts differ by more than the sensitivity")
    if spent > plan.privacy.epsilon or sum(call[2] for call in first.calls) > plan.privacy.epsilon:
        raise Leak("more is spent than claimed")
    if first.emitted != second.emitted:
        raise Leak("what is emitted differs")


AGE = NumericColumn("age", ("0", "30", "60"))
REGION = CategoryColumn("region", ("n", "s"))
VALUES = (("5", "35", "59", "70", "-1", "", "x"), ("n", "s", "w", ""))


def plans(chance: random.Random) -> ReleasePlan:
    """A small plan of any shape."""
    row = chance.random() < 0.25
    privacy = Privacy(
        unit="row" if row else "person",
        epsilon=Fraction(chance.choice(["1", "1/3", "0.123456789012345678901234567891"])),
        id_column=None if row else "id",
        rows_per_person=None if row else chance.randrange(1, 4),
        rows_per_cell=None if row else chance.choice([None, None, 1, 2]),
        cells_per_person=None if row else chance.choice([None, None, 1, 2]),
        neighbours=chance.choice(list(Neighbours)),
    )
    tables = (Histogram("a", (AGE,)), Histogram("b", (AGE, REGION), Fraction(3)), Histogram("c", (REGION,)))
    chosen = chance.sample(tables, chance.randrange(1, 4))
    return ReleasePlan(privacy, tuple(sorted(chosen, key=lambda each: each.name)))


def some_rows(chance: random.Random, person: str, most: int) -> list[Row]:
    return [
        (person, chance.choice(VALUES[0]), chance.choice(VALUES[1])) for _ in range(chance.randrange(1, most))
    ]


def neighbours(chance: random.Random, plan: ReleasePlan) -> tuple[list[Row], list[Row]]:
    """Two tables that differ in one unit; as tables have no order, each is shuffled."""
    rest = [row for person in "abc" for row in some_rows(chance, person, 6)] + some_rows(chance, "", 3)
    if plan.privacy.unit_is_row:
        one, two = [some_rows(chance, chance.choice("abc"), 2)[:1] for _ in range(2)]
    else:
        # Somebody whose rows partly lack an id: those belong to nobody and may not move others'
        one, two = (
            some_rows(chance, person, 7) + (some_rows(chance, "", 3) if chance.random() < 0.4 else [])
            for person in ("you", chance.choice(["you", "z"]))
        )
    other = two if plan.privacy.neighbours is Neighbours.SUBSTITUTE else []
    pair = (rest + one, rest + other) if chance.random() < 0.5 else (rest + other, rest + one)
    for rows in pair:
        chance.shuffle(rows)
    return pair


def caught_at(folder: Path, patched: Patched, pairs: int, seed: int = 1) -> int | None:
    """The number of the first pair that shows a leak; None where none of `pairs` does."""
    chance = random.Random(seed)
    for number in range(pairs):
        plan = plans(chance)
        pair = neighbours(chance, plan)
        try:
            compare(folder, plan, pair, patched)
        except Leak:
            return number
    return None


_DECLARED = ReleasePlan.sensitivity.fget


def halved(plan: ReleasePlan) -> object:
    """A sensitivity for adding and removing, whatever the plan says."""
    privacy = replace(plan.privacy, neighbours=Neighbours.ADD_REMOVE)
    return _DECLARED(ReleasePlan(privacy, plan.histograms))
