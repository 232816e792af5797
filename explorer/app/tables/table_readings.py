"""What is read off two probability tables: ε and δ of one release, the total of k under every bound."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np

from explorer.app.compose.bounds_at_k import Reading
from explorer.app.core import wording
from explorer.app.core.request import Request, drawn_counts
from explorer.app.core.state import State
from explorer.app.core.table_pair import TablePair, read_pair, tables_in
from explorer.app.plotting.figure import Answers
from explorer.app.plotting.palette import bound_colour
from explorer.mark import N_, Sentence, at_most
from explorer.privacy.composition import Bound, Release, Status, every_composition
from explorer.privacy.pairs.probability_table import RoundedTables, Tables, caveat
from explorer.privacy.pairs.table_direction import Direction
from explorer.privacy.progress import part, progress
from explorer.privacy.refusal import Refusal

NEIGHBOURS = N_("P on a dataset, Q on its neighbour; in both directions")


@dataclass(frozen=True, slots=True)
class TablesComposed(Request):
    """What every bound says about these counts of releases of two tables, in the order of the registry."""

    pair: tuple[str, int]
    delta: float
    counts: tuple[int, ...]
    total_delta: float

    @property
    def sort(self) -> Hashable:
        """A number does not stand in for a curve."""
        return TablesComposed, len(self.counts) == 1

    def __call__(self) -> tuple[Bound, ...]:
        release = released(self.pair, self.delta)
        counts = np.array(self.counts, dtype=np.int64)
        found, bounds = [], every_composition().values()
        for position, bound in enumerate(bounds):
            progress(position / len(bounds))
            with part(position / len(bounds), (position + 1) / len(bounds)):
                found.append(bound().total(release, counts, self.total_delta))
        return tuple(found)


@lru_cache(maxsize=16)
def released(pair: tuple[str, int], delta: float) -> Release:
    """The release that the bounds repeat: (ε, 0) where an ε holds for all outcomes, else (ε(δ), δ)."""
    tables = tables_in(TablePair(valid=pair))
    if tables.pure_epsilon is not None:
        return Release(tables.pure_epsilon, 0.0, tables)
    epsilon = tables.epsilon_at(delta)
    return Release(epsilon, delta, tables) if math.isfinite(epsilon) else Release(None, 0.0, tables)


def release_of_tables(state: State) -> Release:
    """The release of the tables in `state`."""
    return released(state.tables.valid, state.tables.delta)


@dataclass(frozen=True, slots=True)
class ReadPair(Request):
    """Whether a long text holds two tables: some seconds for thousands of outcomes.

    Once it is answered, `read_pair` has the tables, or the refusal, at hand.
    """

    text: str
    digits: int

    def __call__(self) -> bool:
        return not isinstance(read_pair(self.text, self.digits), Refusal)


# One release


@dataclass(frozen=True)
class OneReading:
    """A number of one release: of the worse direction, and of each."""

    whole: Sentence
    directions: Sentence


def kind_of(tables: Tables) -> Sentence:
    """What every number that is read off the tables themselves is."""
    return wording.KINDS[tables.profile_kind]


def epsilon_reading(state: State) -> OneReading:
    """The smallest ε at the δ of the state."""
    pair = state.tables
    tables = tables_in(pair)
    both = [each.epsilon_at(pair.delta) for each in (tables.forward, tables.backward)]
    epsilon = max(both)
    if math.isinf(epsilon):
        alone = max(tables.forward.alone, tables.backward.alone)
        whole = N_(
            "no ε holds at this δ: the outcomes in only one of the tables have probability {alone:4}",
            alone=at_most(alone),
        )
    else:
        whole = N_(
            "ε = {epsilon}; {kind}",
            epsilon=wording.no_more(epsilon, tables.profile_kind),
            kind=kind_of(tables),
        )
    return OneReading(whole, _directions(both, tables))


def delta_reading(state: State) -> OneReading:
    """The smallest δ at the ε of the state."""
    pair = state.tables
    tables = tables_in(pair)
    both = [delta_at(each, pair.epsilon) for each in (tables.forward, tables.backward)]
    delta = wording.no_more(max(both), tables.profile_kind)
    whole = N_("δ = {delta}; {kind}", delta=delta, kind=kind_of(tables))
    return OneReading(whole, _directions(both, tables))


def delta_at(direction: Direction, epsilon: float) -> float:
    """δ(ε) of one direction."""
    return math.exp(direction.log_delta(epsilon))


def _directions(both: list[float], tables: Tables) -> Sentence:
    forward, backward = (
        wording.no_more(each, tables.profile_kind) if math.isfinite(each) else N_("none") for each in both
    )
    return N_("P against Q: {forward:4}; Q against P: {backward:4}", forward=forward, backward=backward)


# Sentences


def pure_sentence(tables: Tables) -> Sentence:
    """The ε that holds at δ = 0, or that there is none."""
    if tables.pure_epsilon is None:
        return N_("no ε holds at δ = 0")
    return N_("ε = {epsilon} at δ = 0", epsilon=at_most(tables.pure_epsilon))


def assumption(state: State) -> Sentence:
    """What a picture of the pair itself is of."""
    tables = tables_in(state.tables)
    said = N_("{said}; {neighbours}", said=pure_sentence(tables), neighbours=NEIGHBOURS)
    if isinstance(tables, RoundedTables):
        return N_(
            "{said}; rounded to {digits:plain} {digits:digit|digits}, proven upper bound",
            said=said,
            digits=tables.digits,
        )
    return said


def repeated(state: State) -> Sentence:
    """Which release the bounds add up, at which total δ."""
    release, total = release_of_tables(state), state.tables.total_delta
    if release.epsilon is None:
        return N_("no ε holds at δ = {delta}; total δ = {total}", delta=state.tables.delta, total=total)
    values: dict[str, object] = {"epsilon": at_most(release.epsilon), "delta": release.delta, "total": total}
    return N_("ε = {epsilon} and δ = {delta} per release; total δ = {total}", **values)


def settings(state: State) -> dict[str, object]:
    """What an exported picture says of itself."""
    tables = tables_in(state.tables)
    return {
        "outcomes": tables.outcomes,
        "rounded": tables.digits if isinstance(tables, RoundedTables) else None,
        "caveat": caveat(),
        "kind": kind_of(tables),
    }


# k releases


def curve_question(state: State) -> TablesComposed:
    """All bounds at the counts that are drawn."""
    return _question(state, drawn_counts(state.tables.horizon))


def number_question(state: State) -> TablesComposed:
    """All bounds at the k of the state."""
    return _question(state, (state.tables.count,))


def _question(state: State, counts: tuple[int, ...]) -> TablesComposed:
    pair = state.tables
    pure = tables_in(pair).pure_epsilon is not None
    return TablesComposed(pair.valid, 0.0 if pure else pair.delta, counts, pair.total_delta)


def answered(question: TablesComposed, answers: Answers) -> tuple[tuple[Bound, ...] | None, bool]:
    """What every bound says, and whether to this very question; else the newest older answer."""
    if question in answers:
        return cast("tuple[Bound, ...]", answers[question]), True
    older = getattr(answers, "newest", {}).get(question.sort)
    return (None, False) if older is None else (cast("tuple[Bound, ...]", answers[older]), False)


def bound_readings(state: State, answers: Answers) -> tuple[Reading, ...]:
    """All bounds at the k of the state, the smallest total first, those without a value last."""
    found, current = answered(number_question(state), answers)
    entries = every_composition()
    adding = math.nan if found is None else float(found[list(entries).index("sequential")].value[0])
    read = [
        _reading(bound, position, None if found is None else found[position], current, adding)
        for position, bound in enumerate(entries)
    ]
    return tuple(sorted(read, key=lambda each: (math.isnan(each.epsilon), not each.valid, _rank(each))))


def _rank(reading: Reading) -> float:
    """What is equal up to rounding stays in the order of the bounds."""
    return 0.0 if math.isnan(reading.epsilon) else float(f"{reading.epsilon:.11g}")


def _reading(bound: str, position: int, answer: Bound | None, current: bool, adding: float) -> Reading:
    entry = every_composition()[bound]
    value = upper = lower = math.nan
    kind, status = entry.kind, Status.PROVEN
    reason: Sentence | None = N_("being computed")
    if answer is not None:
        value, upper, lower = (float(each[0]) for each in (answer.value, answer.upper, answer.lower))
        kind, reason, status = answer.kind, answer.reasons[0], answer.statuses[0]
    against = value / adding if bound != "sequential" and adding > 0 and math.isfinite(value) else None
    return Reading(
        bound,
        entry.title,
        bound_colour(bound, position),
        value if math.isfinite(value) else math.nan,
        wording.STATUSES.get(status, wording.KINDS[kind]),
        reason,
        entry.source,
        math.isfinite(value) and status is not Status.FALSE,
        current,
        kind,
        upper,
        against,
        lower,
    )


def least(found: tuple[Reading, ...]) -> Reading | None:
    """The smallest total that is guaranteed."""
    return next((each for each in found if each.valid), None)


def total_sentence(state: State, found: tuple[Reading, ...]) -> Sentence:
    """The answer first: what k releases cost together."""
    best = least(found)
    if best is None:
        waiting = any(math.isnan(each.epsilon) and not each.current for each in found)
        return N_("being computed") if waiting else N_("no composition bound gives a total at this δ")
    return N_(
        "k = {count}: ε = {epsilon} at δ = {total}",
        count=state.tables.count,
        epsilon=best.rounded,
        total=state.tables.total_delta,
    )
