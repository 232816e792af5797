"""The black-box test of the release itself: what a table more or less lets come out, on simulated people.

Layer 4: the shipped release runs again and again on two neighbouring tables; half of the runs choose an
event, fresh ones certify how much more often it comes about on one side. It spends nothing and reads
nobody's file: ledgers are temporary.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np

from explorer.mark import N_, Sentence
from explorer.privacy.audit_bound import ALPHA, RUNS, epsilon_lower_bound, largest_certifiable, runs_needed
from explorer.privacy.refusal import NotATable, NotValid
from explorer.release import publish
from explorer.release.audit.neighbouring_tables import Neighbouring, neighbouring
from explorer.release.audit.observed_events import Event, Numbers, Watch, best_event, by_key, watch_of
from explorer.release.audit.synthetic_rows import table_bytes
from explorer.release.counting.counts import Counts, count
from explorer.release.drawn import noised
from explorer.release.ledger.demonstration_ledger import temporary_ledger
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import NoisedQuery
from explorer.release.sources.table import Cancelled, Interrupted
from explorer.release.values.temporary_files import no_room, private_folder

Progress = Callable[[int, int], None]  # runs done, runs in all
_CHOOSING = 5000  # runs a side that choose the event, at most
_COUNTED = 20  # one run in so many counts the table anew, under a key of its own
RUNS_A_RELEASE = 200  # one run in so many, by chance, goes through ledger and files
_MOST_COUNTED, _MOST_WHOLE = 500, 50  # of the runs of one side, about
_CHUNK = 1000
_KEY = 32  # bytes


@dataclass(frozen=True, slots=True)
class Verdict:
    """What so many runs show.

    `epsilon`, `delta` are the claim, `lower_bound` is certified: it exceeds the true ε with probability
    `alpha` at most. `runs` a side, of which `fresh` certify; `counted` and `whole` of all runs counted the
    table anew, and went through ledger and files. `seen` is how often the event came about in the fresh
    runs of each side, `largest` what so many runs could show at most, `needed` the least `runs` that can
    show more than the claim (inf where none can). `reach` is the share of the claim that the simulated pair
    moves the counts by.
    """

    epsilon: Fraction
    delta: Fraction
    lower_bound: float
    largest: float
    needed: float
    runs: int
    fresh: int
    counted: int
    whole: int
    alpha: float
    seen: tuple[int, int]
    reach: float
    pair: Sentence
    event: Sentence

    @property
    def violated(self) -> bool:
        """Whether the claim is false."""
        return Fraction(self.lower_bound) > self.epsilon


def trial(
    plan: ReleasePlan,
    runs: int = int(RUNS.default),
    alpha: float = ALPHA.default,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Verdict:
    """Test the release of a plan on simulated neighbouring tables.

    Parameters
    ----------
    runs : of each of the two tables; half of them, 5,000 at most, choose the event
    alpha : the probability of a false alarm, all pairs of tables together

    Guarantee
    ---------
    A release that keeps its claim is called `violated` with probability `alpha` at most. Nothing follows
    from no alarm: a test can find a fault, it cannot prove that there is none.

    Raises
    ------
    OutOfRange
    NotValid
        No example can be written for the plan.
    LedgerRefused
        The temporary ledger cannot be written.
    Interrupted
        On request, between two runs.

    Source
    ------
    Jagielski, Ullman & Oprea (2020); Ding, Wang, Wang, Zhang & Kifer (2018).
    """
    RUNS.check(runs)
    ALPHA.check(alpha)
    pairs = neighbouring(plan)
    asked = AuditRequest(plan, runs, alpha / len(pairs), len(pairs), progress, cancelled)
    try:
        with private_folder() as folder:
            return max(_verdicts(asked, pairs, folder), key=lambda verdict: verdict.lower_bound)
    except OSError as fault:
        refusal = NotValid(no_room(fault).sentence, "testing")
    raise refusal


def _verdicts(
    asked: AuditRequest, pairs: tuple[tuple[Neighbouring, ...], ...], folder: Path
) -> Iterator[Verdict]:
    """One a pair of tables, each in a folder of its own."""
    for number, variants in enumerate(pairs):
        place, begin = folder / str(number), 2 * asked.runs * number
        place.mkdir()
        yield _judged(asked, _bench(asked, place, variants, begin), begin)


@dataclass(frozen=True)
class AuditRequest:
    """What `trial` is asked for; `alpha` is each pair's share."""

    plan: ReleasePlan
    runs: int
    alpha: float
    pairs: int
    progress: Progress | None
    cancelled: Cancelled | None

    def tell(self, done: int) -> None:
        """Say how far it is; raises Interrupted on request."""
        if self.cancelled is not None and self.cancelled():
            raise Interrupted
        if self.progress is not None:
            self.progress(done, 2 * self.runs * self.pairs)


@dataclass(frozen=True)
class Bench:
    """Two files, how their tables look without noise, and what is watched."""

    pair: Neighbouring
    folder: Path
    paths: tuple[Path, Path]
    blank: tuple[NoisedQuery, ...]
    watch: Watch
    reach: float
    times: dict[str, int] = field(default_factory=lambda: {"counted": 0, "whole": 0})


def _bench(asked: AuditRequest, folder: Path, variants: tuple[Neighbouring, ...], done: int) -> Bench:
    """The variant that reaches farthest, written."""
    plan = asked.plan
    blank = tuple(noised(plan, index, ()) for index in range(len(plan.queries)))
    best: Bench | None = None
    for number, pair in enumerate(variants):
        asked.tell(done)
        paths = (folder / f"{number}-one.csv", folder / f"{number}-other.csv")
        for path, rows in zip(paths, pair.tables(), strict=True):
            path.write_bytes(table_bytes(plan, rows))
        key = secrets.token_bytes(_KEY)
        one, other = (_counted(plan, path, key) for path in paths)
        reach = _reach(plan, one, other)
        if best is None or reach > best.reach:
            best = Bench(pair, folder, paths, blank, watch_of(plan, one, other), reach)
    if best is None or not best.watch.cells:
        raise NotValid(N_("no example can be simulated for this plan"), next(iter(plan.placed)))
    return best


def _counted(plan: ReleasePlan, path: Path, key: bytes) -> Counts:
    refused: Sentence | None = None
    try:
        return count(plan, path, key)
    except NotATable as refusal:
        refused = refusal.sentence
    raise NotValid(N_("no example can be simulated for this plan: {reason}", reason=refused), "input")


def _reach(plan: ReleasePlan, one: Counts, other: Counts) -> float:
    """The share of the claim that this pair may cost: of ε, or the root of that of ρ."""
    total, cost = 0.0, 0.0
    for index, query in enumerate(plan.queries):
        here, there = (by_key(plan, index, side.queries[index]) for side in (one, other))
        moved = [abs(here.get(key, 0) - there.get(key, 0)) for key in dict.fromkeys([*here, *there])]
        total += float(plan.noise_of(index).parameter)
        begin = 0
        for part in query.noise_parts(plan.terms_of(index)):
            end = len(moved) if part.size is None else begin + part.size
            power = 2 if part.noise.is_gaussian else 1
            share = sum(each**power for each in moved[begin:end]) / part.noise.sensitivity
            cost += float(part.noise.parameter) * share
            begin = end
    share = cost / total
    return math.sqrt(share) if plan.noise_of(0).is_gaussian else share


def _judged(asked: AuditRequest, bench: Bench, done: int) -> Verdict:
    choosing = min(asked.runs // 2, _CHOOSING)
    fresh, delta = asked.runs - choosing, float(asked.plan.privacy.delta)
    one, other = _drawn(asked, bench, countings(asked, bench, choosing, done), choosing, done)
    event = best_event(bench.watch, one, other, fresh, delta, asked.alpha)
    seen, done = [0, 0], done + 2 * choosing
    pools = countings(asked, bench, fresh, done)
    for begin in range(0, fresh, _CHUNK):
        sides = _drawn(asked, bench, pools, min(_CHUNK, fresh - begin), done + 2 * begin)
        seen = [known + event.seen(side) for known, side in zip(seen, sides, strict=True)]
    return _verdict(asked, bench, event, (seen[0], seen[1]), fresh)


def _verdict(asked: AuditRequest, bench: Bench, event: Event, seen: tuple[int, int], fresh: int) -> Verdict:
    privacy, alpha = asked.plan.privacy, asked.alpha
    epsilon, delta = float(privacy.epsilon), float(privacy.delta)
    needed = runs_needed(epsilon, delta, alpha)
    return Verdict(
        epsilon=privacy.epsilon,
        delta=privacy.delta,
        lower_bound=epsilon_lower_bound(seen[0], seen[1], fresh, delta, alpha),
        largest=largest_certifiable(fresh, delta, alpha),
        needed=needed + min(needed, _CHOOSING),
        runs=asked.runs,
        fresh=fresh,
        counted=bench.times["counted"],
        whole=bench.times["whole"],
        alpha=alpha * asked.pairs,
        seen=seen,
        reach=bench.reach,
        pair=bench.pair.words,
        event=event.words,
    )


def countings(asked: AuditRequest, bench: Bench, runs: int, done: int) -> tuple[list[Counts], list[Counts]]:
    """Some countings of each table, under keys that both sides share."""
    keys = [secrets.token_bytes(_KEY) for _ in range(min(max(1, runs // _COUNTED), _MOST_COUNTED))]
    sides: list[list[Counts]] = []
    for path in bench.paths:
        sides.append([])
        for key in keys:
            asked.tell(done)
            sides[-1].append(_counted(asked.plan, path, key))
        bench.times["counted"] += len(keys)
    return sides[0], sides[1]


def _drawn(
    asked: AuditRequest, bench: Bench, pools: tuple[list[Counts], list[Counts]], runs: int, done: int
) -> tuple[Numbers, Numbers]:
    """The numbers of so many releases of each table.

    A run takes one of the countings of its table at random, or by chance the whole way: given the countings,
    the runs of a side are independent and alike, as Clopper and Pearson's limits want them. The release
    keeps its claim under every key of the bounding, so also under some that both sides share.
    """
    apart = max(RUNS_A_RELEASE, asked.runs // _MOST_WHOLE)
    sides: list[Numbers] = []
    for side, (path, pool) in enumerate(zip(bench.paths, pools, strict=True)):
        found: list[list[float]] = []
        for run in range(runs):
            asked.tell(done + side * runs + run)
            if secrets.randbelow(apart):
                found.append(bench.watch.of_tables(_tables(secrets.choice(pool), bench.blank)))
            else:
                found.append(bench.watch.of_files(_published(asked, bench, path)))
        sides.append(np.array(found))
    asked.tell(done + 2 * runs)
    return sides[0], sides[1]


def _tables(counted: Counts, blank: tuple[NoisedQuery, ...]) -> list[NoisedQuery]:
    return [publish.noised_query(table, counts) for table, counts in zip(blank, counted.queries, strict=True)]


def _published(asked: AuditRequest, bench: Bench, path: Path) -> dict[str, str]:
    """The files of a release that took the whole way, in a ledger of its own."""
    bench.times["whole"] += 1
    with temporary_ledger(bench.folder) as ledger:
        return dict(publish.spend_and_draw(asked.plan, path, ledger, cancelled=asked.cancelled).files)
