"""How much room keeping a release takes at most, from the plan alone, before anything is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence

from explorer.release.ledger.accounts import NOTHING
from explorer.release.ledger.spends import Paid
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.queries.interval_words import LONGEST, interval_columns, written_tables
from explorer.release.queries.query import NoisedQuery
from explorer.release.record import metadata_of

_COUNT = 22  # bytes of a noised count, whatever the noise, and what separates it from the next
_FOUND = 4 << 20  # for categories that are found: how many there are is private
_METADATA = 4 << 10  # more than the longest numbers and digests add


def kept_size(plan: ReleasePlan, blank: Sequence[NoisedQuery]) -> int:
    """The bytes of what `spends.keep` keeps of a release, at most.

    It depends on the plan and on nothing in the file. Where categories are found in the data it is enough for
    some 4 MB of them.

    Parameters
    ----------
    blank : the queries of the plan with no counts
    """
    return sum(_query(plan, query) for query in blank) + _METADATA


def _query(plan: ReleasePlan, blank: NoisedQuery) -> int:
    declared = blank.declared
    if declared.unknown is not None:
        return _described(plan, blank) + _FOUND
    numbers = declared.integers + declared.written_numbers(plan.output)  # as drawn, and in tables
    labels = declared.written_size(blank, _written) + sum(map(_written, declared.kept))
    if plan.output.interval_words:  # both ends once more; each row holds a number
        labels += labels + numbers * LONGEST * len(interval_columns(declared))
    return _described(plan, blank) + labels + numbers * _COUNT


def _described(plan: ReleasePlan, blank: NoisedQuery) -> int:
    """What stands once for each table: its header and its metadata."""
    paid, size = Paid(10**9, "f" * 32, "9999-12-31", "", NOTHING), 0
    for table in written_tables(blank, plan.output):
        metadata = json.dumps(metadata_of(plan, paid, blank, table, ""), ensure_ascii=False, indent=2)
        size += _METADATA + _written(metadata) + sum(_written(name) for name, _, _ in table.columns)
    return size


def _written(text: str) -> int:
    """The bytes of a text as a quoted value of a table, and this as a text in JSON."""
    doubled = text.replace('"', '""')
    return len(json.dumps(f'"{doubled}",', ensure_ascii=False).encode())
