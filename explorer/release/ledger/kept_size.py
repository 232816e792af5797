"""How much room keeping a release takes at most, from the plan alone, before anything is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence

from explorer.release.drawn import NoisedHistogram
from explorer.release.ledger.accounts import NOTHING
from explorer.release.ledger.spends import Paid
from explorer.release.plan.declarations import ReleasePlan
from explorer.release.plan.labels import header_of, written_cells
from explorer.release.record import metadata_of

_COUNT = 22  # bytes of a noised count, whatever the noise, and what separates it from the next
_ROW = 6  # bytes that separate the values of a row, and end it
_FOUND = 4 << 20  # for categories that are found: how many there are is private
_METADATA = 4 << 10  # more than the longest numbers and digests add


def kept_size(plan: ReleasePlan, blank: Sequence[NoisedHistogram]) -> int:
    """The bytes of what `spends.keep` keeps of a release, at most.

    It depends on the plan and on nothing in the file. Where categories are found in the data it is enough for
    some 4 MB of them.

    Parameters
    ----------
    blank : the tables of the plan with no counts
    """
    return sum(_table(plan, table) for table in blank) + _METADATA


def _table(plan: ReleasePlan, table: NoisedHistogram) -> int:
    paid = Paid(10**9, "f" * 32, "9999-12-31", "", NOTHING)
    header = header_of(table.declared, plan.output)
    metadata = json.dumps(metadata_of(plan, paid, table, ""), ensure_ascii=False, indent=2)
    size = _METADATA + _written(metadata) + sum(map(_written, header))
    if table.declared.unknown is not None:
        return size + _FOUND
    cells = table.declared.cells
    for column in table.declared.columns:
        written = written_cells(column)
        size += sum(_written(part) for cell in written for part in cell) * (cells // len(written))
    margins = len(f"{table.margins.each}{table.margins.joint}")
    numbers = margins + _COUNT * (3 if plan.output.nonnegative else 2)  # once in the table, once beside it
    return size + cells * (numbers + _ROW)


def _written(text: str) -> int:
    """The bytes of a text as a quoted value of a table, and this as a text in JSON."""
    doubled = text.replace('"', '""')
    return len(json.dumps(f'"{doubled}",', ensure_ascii=False).encode())
