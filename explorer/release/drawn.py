"""What a release gives: noised counts with everything that may stand beside them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from explorer.mark import Sentence
from explorer.privacy.notation import exact_text
from explorer.release.partition_selection import Threshold
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.query import NoisedQuery
from explorer.release.queries.terms import Margins
from explorer.release.values.amount import Amount


@dataclass(frozen=True, slots=True)
class Drawn:
    """A release that is paid and drawn: everything in it may be shown and exported, again and again.

    `sequence` counts the releases of the ledger, `identity` is random, `date` has no time. `files` are
    the names and texts of all files that `export` writes, kept in the ledger byte by byte.
    """

    sequence: int
    identity: str
    date: str
    account: str
    plan: ReleasePlan
    spent: Amount
    remaining: Amount
    queries: tuple[NoisedQuery, ...]
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Released:
    """A release whose files are written. `unlogged` : why the ledger has no entry of it, if it has none."""

    drawn: Drawn
    written: tuple[Path, ...]
    unlogged: Sentence | None = None

    def answer(self) -> dict[str, object]:
        """What the command line answers; nothing about the rows."""
        rho = self.drawn.plan.privacy.rho
        return {
            "written": [str(path) for path in self.written],
            "spent": self.drawn.spent.text(),
            "remaining": self.drawn.remaining.text(),
            **({} if rho is None else {"rho": exact_text(rho)}),
            "sequence": self.drawn.sequence,
            "account": self.drawn.account,
            "release": self.drawn.identity,
            **logging_answer(self.unlogged),
        }


def logging_answer(unlogged: Sentence | None) -> dict[str, object]:
    """Whether files that are written have their entry in the ledger; else why not."""
    return {"logged": unlogged is None, **({} if unlogged is None else {"reason": unlogged})}


def margins_of(plan: ReleasePlan, index: int, cells: int | None = None) -> Margins:
    """The margins of one query of a plan, before any data is touched.

    `cells` : how many there are in all; None for those that are declared.
    """
    return plan.queries[index].margins(plan.terms_of(index), cells)


def threshold_of(plan: ReleasePlan, index: int) -> Threshold | None:
    """The threshold of one query of a plan; None where its categories are declared."""
    return plan.queries[index].threshold(plan.terms_of(index))


def noised(
    plan: ReleasePlan, index: int, counts: tuple[int, ...], found: tuple[str, ...] = ()
) -> NoisedQuery:
    """One query of a plan with its noised integers, and the categories that were found and kept."""
    return plan.queries[index].noised(plan.terms_of(index), counts, found)
